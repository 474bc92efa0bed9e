/** The background sounds of agents, decoded for the lines of their calls. */
import { buffer } from 'node:stream/consumers';
import { decodeStream } from '../audio/decoding/index.ts';
import type { AnySampleRate } from '../audio/formats.ts';
import { createResampler } from '../audio/resampler.ts';
import { RecentlyUsed } from '../collections/recently-used.ts';
import type { Blobs } from '../store/blobs/index.ts';
import type { Store } from '../store/index.ts';
import { joinFloats } from '../audio/samples.ts';

export interface BackgroundSoundsOptions {
  readonly store: { readonly files: Pick<Store['files'], 'find'> };
  readonly blobs: Pick<Blobs, 'get'>;
  /** Of a longer file the beginning is used. Default 60 s. */
  readonly maxSeconds?: number;
  /** Sounds kept decoded, at each rate; the least recently used ones go. Default 8, of at most 11 MB each. */
  readonly maxKept?: number;
}

/** Decodes the files, and keeps those that were used last. */
export class BackgroundSounds {
  readonly #options: BackgroundSoundsOptions;
  readonly #kept: RecentlyUsed<Promise<Float32Array>>;

  constructor(options: BackgroundSoundsOptions) {
    this.#options = options;
    this.#kept = new RecentlyUsed(options.maxKept ?? 8);
  }

  /**
   * Its samples within ±1, mono, at a rate.
   * @throws {DecodingError} when it is no audio
   * @throws {Error} when it is gone or cannot be read
   */
  async get(organizationId: string, fileId: string, sampleRate: AnySampleRate): Promise<Float32Array> {
    const row = await this.#options.store.files.find(organizationId, fileId);
    if (row === undefined) throw new Error(`the file ${fileId} is gone`);
    const key = `${row.blob} ${sampleRate}`;
    return this.#kept.getOrInsertComputed(key, () => {
      const samples = this.#load(row.blob, sampleRate);
      samples.catch(() => this.#kept.delete(key));
      return samples;
    });
  }

  async #load(blob: string, outputRate: number): Promise<Float32Array> {
    const { blobs, maxSeconds = 60 } = this.#options;
    const content = await blobs.get(blob);
    if (content === undefined) throw new Error(`the object ${blob} is gone`);
    const { sampleRate: inputRate, blocks } = await decodeStream(await buffer(content));
    const resampler = createResampler({ inputRate, outputRate });
    const parts: Float32Array[] = [];
    let seconds = 0;
    for await (const block of blocks) {
      const used = block.subarray(0, Math.round((maxSeconds - seconds) * inputRate));
      parts.push(resampler.write(used));
      seconds += used.length / inputRate;
      if (used.length < block.length) break;
    }
    parts.push(resampler.end());
    return joinFloats(parts);
  }
}
