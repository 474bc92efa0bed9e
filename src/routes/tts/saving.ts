/** Speech that is kept as a file while it is sent. */
import { PassThrough, Readable, Transform, type TransformCallback } from 'node:stream';
import { createFileFinisher, type FileEdit, type FileFinisher } from '../../audio/finished-file.ts';
import type { OutputFormat } from '../../audio/formats.ts';
import { newBlobKey, type Blobs } from '../../store/blobs/index.ts';
import { newFileId, type Store } from '../../store/index.ts';
import { emitChange } from '../../webhooks/envelope.ts';
import { fileData } from '../../webhooks/event-data.ts';

export interface SavedSpeechOptions {
  readonly store: Pick<Store, 'transaction'>;
  readonly blobs: Pick<Blobs, 'put' | 'get' | 'delete'>;
  /** What keeping a file needs and does not work now; absent: nothing. */
  readonly missing?: (() => Promise<readonly string[]>) | undefined;
}

/** The speech of one answer. */
export interface SavedSpeechSource {
  readonly organizationId: string;
  /** The request that asks for it, which the event of the file names. */
  readonly requestId: string;
  readonly format: OutputFormat;
  /** The answer carries its length already: it was held until its end. */
  readonly isFinished: boolean;
  /** Seconds of audio that have come; asked at the end. */
  readonly seconds: () => number;
  /** Hears why the file could not be kept. */
  readonly onFault: (error: unknown) => void;
}

const extensions = {
  raw: 'pcm',
  wav: 'wav',
  mp3: 'mp3',
  opus: 'opus',
  flac: 'flac',
} as const satisfies Record<OutputFormat['container'], string>;

/**
 * Lets the audio through and writes it into the blob store on the way, as fast as the slower of the two takes it. The last of
 * it goes out when the file is there, so who has read the answer to its end finds it. The file carries its length, also where the
 * answer could not (docs/rules.md#known-length): it is then written a second time. Speech that breaks off leaves no file;
 * where the file cannot be kept, the answer is broken off, since nothing else can tell by then.
 */
export class SavedSpeech extends Transform {
  /** Id of the file, once the answer has ended. */
  readonly fileId = newFileId();
  readonly #copy = new PassThrough();
  #last: Buffer | undefined;
  readonly #stored: Promise<number>;
  readonly #blobs: SavedSpeechOptions['blobs'];
  readonly #streamed = newBlobKey('files');
  readonly #finisher: FileFinisher | undefined;
  readonly #source: SavedSpeechSource;
  readonly #name: (blob: string, size: number) => Promise<unknown>;

  constructor({ store, blobs }: SavedSpeechOptions, source: SavedSpeechSource) {
    super();
    const { organizationId, requestId, format, isFinished } = source;
    this.#blobs = blobs;
    this.#source = source;
    this.#finisher = isFinished ? undefined : createFileFinisher(format);
    // A store that fails before it reads does not listen to what it was to read.
    this.#copy.on('error', () => undefined);
    this.#stored = blobs.put(this.#streamed, this.#copy);
    this.#stored.catch((error: unknown) => this.#fail(error));
    this.#name = (blob, size) =>
      store.transaction(async (repositories) => {
        const row = await repositories.files.create(organizationId, {
          id: this.fileId,
          filename: `${this.fileId}.${extensions[format.container]}`,
          purpose: 'tts_generation',
          size,
          blob,
        });
        await emitChange(repositories, { organizationId, requestId, type: 'file.created', data: fileData(row) });
      }, 'locked');
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, callback: TransformCallback): void {
    this.#finisher?.write(chunk);
    // An answer that states its length ends with its last byte, so the last piece waits for the file.
    const before = this.#last;
    this.#last = chunk;
    if (this.#copy.write(chunk)) callback(null, before);
    else this.#copy.once('drain', () => callback(null, before));
  }

  override _flush(callback: TransformCallback): void {
    this.#copy.end();
    this.#stored
      .then((size) => this.#finish(size))
      .then(
        () => callback(null, this.#last),
        (error: unknown) => this.#fail(error),
      );
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    // After a good end this does nothing.
    this.#copy.destroy(error ?? new Error('the speech broke off'));
    callback(error);
  }

  async #finish(size: number): Promise<void> {
    if (this.#finisher === undefined) {
      await this.#name(this.#streamed, size);
      return;
    }
    const { format, seconds } = this.#source;
    const edit = this.#finisher.end(Math.round(seconds() * format.sampleRate));
    const blob = newBlobKey('files');
    const stream = await this.#blobs.get(this.#streamed, { start: edit.replaced, end: size - 1 });
    if (stream === undefined) throw new Error(`the object ${this.#streamed} has gone`);
    await this.#name(blob, await this.#blobs.put(blob, Readable.from(edited(edit, stream))));
    // What stays where this fails is an object without a row, which the sweep finds.
    await this.#blobs.delete(this.#streamed).catch(() => undefined);
  }

  #fail(error: unknown): void {
    // What was broken off from outside is no fault of the store.
    if (this.destroyed) return;
    this.#source.onFault(error);
    this.destroy(error instanceof Error ? error : new Error(String(error)));
  }
}

async function* edited({ head, tail }: FileEdit, stream: Readable): AsyncGenerator<Uint8Array> {
  if (head.length > 0) yield head;
  yield* stream as AsyncIterable<Uint8Array>;
  if (tail.length > 0) yield tail;
}
