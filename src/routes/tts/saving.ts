/** Speech that is kept as a file while it is sent. */
import { PassThrough, Transform, type TransformCallback } from 'node:stream';
import type { OutputFormat } from '../../audio/formats.ts';
import { newBlobKey, type Blobs } from '../../store/blobs/index.ts';
import { newFileId, type Files } from '../../store/index.ts';

export interface SavedSpeechOptions {
  readonly files: Pick<Files, 'create'>;
  readonly blobs: Pick<Blobs, 'put'>;
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
 * it goes out when the file is there, so who has read the answer to its end finds it. Speech that breaks off leaves no file;
 * where the file cannot be kept, the answer is broken off, since nothing else can tell by then.
 */
export class SavedSpeech extends Transform {
  /** Id of the file, once the answer has ended. */
  readonly fileId = newFileId();
  readonly #copy = new PassThrough();
  readonly #stored: Promise<number>;
  readonly #name: (size: number) => Promise<unknown>;
  readonly #onFault: (error: unknown) => void;

  /** @param onFault hears why the file could not be kept */
  constructor(
    { files, blobs }: SavedSpeechOptions,
    organizationId: string,
    { container }: OutputFormat,
    onFault: (error: unknown) => void,
  ) {
    super();
    const blob = newBlobKey('files');
    this.#onFault = onFault;
    // A store that fails before it reads does not listen to what it was to read.
    this.#copy.on('error', () => undefined);
    this.#stored = blobs.put(blob, this.#copy);
    this.#stored.catch((error: unknown) => this.#fail(error));
    this.#name = (size) =>
      files.create(organizationId, {
        id: this.fileId,
        filename: `${this.fileId}.${extensions[container]}`,
        purpose: 'tts_generation',
        size,
        blob,
      });
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, callback: TransformCallback): void {
    if (this.#copy.write(chunk)) callback(null, chunk);
    else this.#copy.once('drain', () => callback(null, chunk));
  }

  override _flush(callback: TransformCallback): void {
    this.#copy.end();
    this.#stored
      .then((size) => this.#name(size))
      .then(
        () => callback(),
        (error: unknown) => this.#fail(error),
      );
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    // After a good end this does nothing.
    this.#copy.destroy(error ?? new Error('the speech broke off'));
    callback(error);
  }

  #fail(error: unknown): void {
    // What was broken off from outside is no fault of the store.
    if (this.destroyed) return;
    this.#onFault(error);
    this.destroy(error instanceof Error ? error : new Error(String(error)));
  }
}
