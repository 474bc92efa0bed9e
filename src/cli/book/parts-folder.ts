/**
 * The folder beside the output in which chapters wait that have been made, so that a run that was cut short is gone on with. A chapter
 * is known by its text and by everything that its sound depends on.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat, writeFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChapterPart } from '../../books/book.ts';
import type { SpokenChapter, StoredWord } from '../../books/chapter-speech.ts';
import type { Chapter } from '../../documents/index.ts';

interface Stored extends Omit<SpokenChapter, 'words'> {
  readonly words: readonly StoredWord[];
}

export interface KeptChapter extends ChapterPart {
  readonly words: () => Promise<readonly StoredWord[]>;
}

export class PartsFolder {
  readonly path: string;
  readonly #how: string;

  /** @param how everything but the text that the sound depends on */
  constructor(output: string, how: unknown) {
    this.path = `${output}.parts`;
    this.#how = JSON.stringify(how);
  }

  /** The chapter from a run before; undefined where it is not there whole. */
  async find(chapter: Chapter): Promise<KeptChapter | undefined> {
    const base = this.#base(chapter);
    const stored = await this.#read(base);
    if (stored === undefined) return undefined;
    const size = await stat(`${base}.audio`).then(
      (found) => found.size,
      () => undefined,
    );
    if (size !== stored.bytes) return undefined;
    const { bytes, samples, spokenSamples } = stored;
    return {
      title: chapter.title,
      bytes,
      samples,
      spokenSamples,
      open: () => createReadStream(`${base}.audio`),
      // Read again when they are needed: the words of a long book are many.
      words: async () => (await this.#read(base))?.words ?? [],
    };
  }

  /** What is written here counts when {@link keep} says so, which is after the last byte. */
  async begin(chapter: Chapter): Promise<FileHandle> {
    await mkdir(this.path, { recursive: true });
    return open(`${this.#base(chapter)}.audio`, 'w');
  }

  async keep(chapter: Chapter, made: SpokenChapter): Promise<void> {
    const base = this.#base(chapter);
    await writeFile(`${base}.tmp`, JSON.stringify(made satisfies Stored));
    await rename(`${base}.tmp`, `${base}.json`);
  }

  async remove(): Promise<void> {
    await rm(this.path, { recursive: true, force: true });
  }

  async #read(base: string): Promise<Stored | undefined> {
    try {
      return JSON.parse(await readFile(`${base}.json`, 'utf8')) as Stored;
    } catch {
      return undefined;
    }
  }

  #base({ paragraphs }: Chapter): string {
    const hash = createHash('sha256').update(this.#how).update(JSON.stringify(paragraphs)).digest('hex');
    return join(this.path, hash.slice(0, 32));
  }
}
