/** Speaks the chapters of one turn of a book's job and keeps them, part by part. */
import { json } from 'node:stream/consumers';
import type { Chapter } from '../documents/index.ts';
import type { Scheduler } from '../engines/scheduling/scheduler.ts';
import { narrate } from '../speech/narration.ts';
import type { SpeechMeter, SpeechSettings } from '../speech/settings.ts';
import { newBlobKey } from '../store/blobs/keys.ts';
import type { Blobs } from '../store/blobs/index.ts';
import type { BookPartRow, BookRun, Store } from '../store/index.ts';
import { mp3Of, type BookFormat } from './book-format.ts';
import type { BookRequest, BookServiceOptions } from './book-service.ts';
import { chapterPayload } from './chapter-encoder.ts';
import { partsOfChapter, type ChapterText } from './chapter-parts.ts';
import { charactersOf, speakChapter, storedLater, type StoredWord } from './chapter-speech.ts';
import { KeptUsage } from './kept-usage.ts';
import { ObjectSink } from './object-sink.ts';

export interface SpeakerOptions extends Pick<BookServiceOptions, 'store' | 'blobs'> {
  readonly scheduler: Scheduler;
  /** Counts what is spoken, when it is kept. */
  readonly meterOf: (account: { readonly organizationId: string; readonly keyId: string }) => SpeechMeter;
  /** Characters of a part of a long chapter. Default 20,000. */
  readonly partCharacters?: number | undefined;
  /** How often the row is told how far it is, in ms. Default 1,000. */
  readonly reportMs?: number | undefined;
}

/** How a book is spoken. */
export interface BookSpeech {
  readonly request: BookRequest;
  readonly settings: SpeechSettings;
  readonly format: BookFormat;
  readonly how: string;
}

/** Where a turn begins. */
export interface TurnStart extends BookSpeech {
  readonly keyId: string;
  /** Of all that is kept of the run. */
  readonly characters: number;
  readonly samples: number;
}

/** Segments at the same time: one is spoken while the one before is encoded, and the other threads stay free. */
const segmentsAtOnce = 2;

/** It is no longer wanted, or another process has made it; nothing is wrong. */
class UnwantedError extends Error {
  override readonly name = 'UnwantedError';
}

type MadePart = Pick<BookPartRow, 'audio_blob' | 'words_blob' | 'bytes' | 'samples' | 'spoken_samples'>;

/** One turn. */
export class ChapterSpeaker {
  readonly #options: SpeakerOptions;
  readonly #run: BookRun;
  readonly #turn: TurnStart;
  #characters: number;
  #samples: number;
  #reportedAt = 0;

  constructor(options: SpeakerOptions, run: BookRun, turn: TurnStart) {
    this.#options = options;
    this.#run = run;
    this.#turn = turn;
    this.#characters = turn.characters;
    this.#samples = turn.samples;
  }

  /** In this turn. */
  get spokenCharacters(): number {
    return this.#characters - this.#turn.characters;
  }

  /**
   * Speaks what is missing of a chapter, and keeps each part of it when it is made.
   * @param most characters of the turn, behind which no further part is begun
   * @returns whether the chapter is whole; false as well where it is no longer wanted
   */
  async speak(
    number: number,
    chapter: Chapter,
    kept: readonly BookPartRow[],
    most: number,
    signal: AbortSignal,
  ): Promise<boolean> {
    const texts = partsOfChapter(chapter, this.#options.partCharacters);
    const made = new Map<number, MadePart>(kept.map((part) => [part.number, part]));
    try {
      for (const [index, text] of texts.entries()) {
        if (made.has(index + 1)) continue;
        if (this.spokenCharacters >= most) return false;
        made.set(index + 1, await this.#part(text, { chapter: number, number: index + 1, of: texts.length }, signal));
      }
      if (texts.length > 1) {
        await this.#join(
          number,
          [...made.entries()].sort(([a], [b]) => a - b).map(([, part]) => part),
        );
      }
      return true;
    } catch (error) {
      if (error instanceof UnwantedError) return false;
      throw error;
    }
  }

  async #part(
    text: ChapterText,
    at: { readonly chapter: number; readonly number: number; readonly of: number },
    signal: AbortSignal,
  ): Promise<MadePart> {
    const { blobs, store, meterOf } = this.#options;
    const { format, how, keyId } = this.#turn;
    const usage = new KeptUsage(meterOf({ organizationId: this.#run.organization_id, keyId }));
    const made = await writeAudio(blobs, async (object) => {
      const { words, ...spoken } = await this.#spoken(text, object, usage, signal);
      return { words, bytes: spoken.bytes, samples: spoken.samples, spoken_samples: spoken.spokenSamples };
    });
    const characters = charactersOf(text);
    const { chapter, number } = at;
    await this.#keep(made, (books) =>
      at.of === 1
        ? books.keepChapter(this.#run, chapter, { ...made, how })
        : books.keepPart(this.#run, { ...made, how, chapter, number, characters }),
    );
    usage.count();
    this.#characters += characters;
    this.#samples += made.samples;
    await store.books.advance(this.#run, this.#characters, this.#samples / format.sampleRate);
    return made;
  }

  async #spoken(text: ChapterText, object: ObjectSink, usage: KeptUsage, signal: AbortSignal) {
    const { scheduler } = this.#options;
    const { request, settings, format } = this.#turn;
    const ended = new AbortController();
    const work = AbortSignal.any([signal, ended.signal]);
    const report = (characters: number, seconds: number): void => this.#report(characters, seconds, ended);
    report(0, 0);
    // Encoded where it is spoken, beside the thread that answers requests; AAC is, too, by a process.
    const isEncoded = format.container === 'mp3';
    return speakChapter(text, {
      format,
      sink: (bytes) => object.write(bytes),
      onProgress: report,
      isEncoded,
      pauseSeconds: text.pauseSeconds && text.pauseSeconds / request.speed,
      narrate: (pieces) =>
        narrate(pieces, {
          scheduler,
          // By no other voice in between: what it cannot speak now, it speaks later.
          settings: { ...settings, fallbacks: [], format: isEncoded ? mp3Of(format) : chapterPayload(format) },
          isEncoded,
          generationConfig: request.speed === 1 ? {} : { speed: request.speed },
          signal: work,
          meter: usage,
          parallelSegments: segmentsAtOnce,
        }),
    });
  }

  /** Tells the row how far it is, and ends the speech where that is no longer wanted. */
  #report(characters: number, seconds: number, ended: AbortController): void {
    const { store, reportMs = 1000 } = this.#options;
    if (performance.now() - this.#reportedAt < reportMs) return;
    this.#reportedAt = performance.now();
    const { sampleRate } = this.#turn.format;
    store.books.advance(this.#run, this.#characters + characters, this.#samples / sampleRate + seconds).then(
      (isWanted) => isWanted || ended.abort(new UnwantedError()),
      () => undefined,
    );
  }

  /** The parts of a chapter become one object of audio and one of words. */
  async #join(number: number, parts: readonly MadePart[]): Promise<void> {
    const { sampleRate } = this.#turn.format;
    const made = await writeAudio(this.#options.blobs, async (object) => {
      const words: StoredWord[] = [];
      let [bytes, samples, spokenSamples] = [0, 0, 0];
      for (const part of parts) {
        for await (const chunk of await this.#content(part.audio_blob)) await object.write(chunk);
        const own = (await json(await this.#content(part.words_blob))) as StoredWord[];
        for (const word of storedLater(own, samples / sampleRate)) words.push(word);
        bytes += part.bytes;
        spokenSamples = samples + part.spoken_samples;
        samples += part.samples;
      }
      return { words, bytes, samples, spoken_samples: spokenSamples };
    });
    const { how } = this.#turn;
    await this.#keep(made, (books) => books.keepChapter(this.#run, number, { ...made, how }));
  }

  async #content(key: string): Promise<AsyncIterable<Uint8Array>> {
    const content = await this.#options.blobs.get(key);
    if (content === undefined) throw new Error('a part of a chapter is gone');
    return content as AsyncIterable<Uint8Array>;
  }

  /** In a transaction. When that fails, it is not known whether the row was written: the objects stay, and are swept if no row names them. */
  async #keep(
    { audio_blob: audio, words_blob: words }: MadePart,
    write: (books: Store['books']) => Promise<boolean>,
  ): Promise<void> {
    const { store, blobs } = this.#options;
    if (await store.transaction(({ books }) => write(books), 'locked')) return;
    for (const key of [audio, words]) await blobs.delete(key).catch(() => undefined);
    throw new UnwantedError();
  }
}

/** Two objects, of which nothing is left when one of them cannot be made. */
async function writeAudio(
  blobs: Blobs,
  make: (object: ObjectSink) => Promise<Omit<MadePart, 'audio_blob' | 'words_blob'> & Words>,
): Promise<MadePart> {
  const object = new ObjectSink(blobs, newBlobKey('books'));
  const key = newBlobKey('books');
  try {
    const { words, ...made } = await make(object);
    await object.end();
    await blobs.put(key, Buffer.from(JSON.stringify(words)));
    return { ...made, audio_blob: object.key, words_blob: key };
  } catch (error) {
    await object.discard();
    await blobs.delete(key).catch(() => undefined);
    throw error;
  }
}

interface Words {
  readonly words: readonly StoredWord[];
}
