/**
 * Checksums of files for which none is recorded: what came first from an address is what has to come from it from then on. Kept
 * beside the models, and only written when the model that they are of was installed.
 */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { PublishedFile } from './catalogue-entry.ts';
import type { Checksum } from './checksum.ts';
import { ModelError } from '../model-files/model-error.ts';

const schema = z.record(z.string(), z.templateLiteral(['sha256:', z.string()]));

/** The checksums of one folder of models. Opened with {@link KnownFiles.open}. */
export class KnownFiles {
  readonly #path: string;
  readonly #known: Map<string, Checksum>;
  readonly #added = new Map<string, Checksum>();

  private constructor(path: string, known: Map<string, Checksum>) {
    this.#path = path;
    this.#known = known;
  }

  /** @throws {ModelError} when the file that holds them is not what it should be */
  static async open(models: string): Promise<KnownFiles> {
    const path = join(models, '.checksums.json');
    const text = await readFile(path, 'utf8').catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '{}';
      throw error;
    });
    return new KnownFiles(path, new Map(Object.entries(parse(path, text))));
  }

  /** The file with the checksum that it had before, where none is recorded. */
  expecting(file: PublishedFile): PublishedFile {
    const checksum = file.checksums === null ? this.#known.get(file.url) : undefined;
    return checksum === undefined ? file : { ...file, checksums: [checksum] };
  }

  /** Notes what came from an address; does nothing where a checksum is recorded that anyone can look up. */
  note({ url, checksums }: PublishedFile, checksum: Checksum): void {
    const isOurs = checksums === null || this.#known.has(url);
    if (isOurs && this.#known.get(url) !== checksum) this.#added.set(url, checksum);
  }

  async save(): Promise<void> {
    if (this.#added.size === 0) return;
    const all = Object.fromEntries([...new Map([...this.#known, ...this.#added])].sort());
    await writeFile(`${this.#path}.new`, `${JSON.stringify(all, undefined, 2)}\n`);
    await rename(`${this.#path}.new`, this.#path);
  }
}

function parse(path: string, text: string): Record<string, Checksum> {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new ModelError(`${path}: is not a list of checksums; delete it to begin a new one`);
  }
}
