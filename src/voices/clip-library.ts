/** The recordings of cloned voices, decoded for engines that clone by the clip itself. */
import { buffer } from 'node:stream/consumers';
import { decodeClip, type ClipLimits } from '../audio/clip/index.ts';
import { encodeSamples } from '../audio/pcm.ts';
import { createResampler } from '../audio/resampler.ts';
import { RecentlyUsed } from '../collections/recently-used.ts';
import type { VoiceClip } from '../engines/adapter.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { Blobs } from '../store/blobs/index.ts';
import type { StoredClip } from './voice.ts';

export interface ClipLibraryOptions extends ClipLimits {
  readonly blobs: Pick<Blobs, 'get'>;
  /** Of a longer clip the beginning is used. Default 30 s. */
  readonly maxReferenceSeconds?: number;
  /** Clips kept decoded; the least recently used ones go. Default 32, of at most 1.4 MB each. */
  readonly maxKept?: number;
}

/** Rate at which clips are kept, which the models resample from: that of most of them. */
const sampleRate = 24_000;

/** Decodes the clips that engines ask for, and keeps those that were used last. */
export class ClipLibrary {
  readonly #options: ClipLibraryOptions & Required<Pick<ClipLibraryOptions, 'maxReferenceSeconds'>>;
  readonly #kept: RecentlyUsed<Promise<VoiceClip>>;

  constructor(options: ClipLibraryOptions) {
    this.#options = { maxReferenceSeconds: 30, ...options };
    this.#kept = new RecentlyUsed(options.maxKept ?? 32);
  }

  /**
   * The clip as engines take it.
   * @throws {ServiceError} `unavailable` when it is gone, cannot be read or too many are being decoded
   */
  get({ key, transcript }: StoredClip): Promise<VoiceClip> {
    return this.#kept.getOrInsertComputed(key, () => {
      const clip = this.#load(key, transcript);
      clip.catch(() => this.#kept.delete(key));
      return clip;
    });
  }

  async #load(key: string, transcript: string | undefined): Promise<VoiceClip> {
    const { blobs, maxReferenceSeconds, ...limits } = this.#options;
    try {
      const decoded = await decodeClip(async () => {
        const content = await blobs.get(key);
        if (content === undefined) throw new Error(`the clip ${key} is gone`);
        return buffer(content);
      }, limits);
      const used = decoded.samples.subarray(0, Math.round(maxReferenceSeconds * decoded.sampleRate));
      return { id: key, samples: sharedSamples(used, decoded.sampleRate), sampleRate, transcript };
    } catch (cause) {
      throw new ServiceError('unavailable', 'The recording of this voice cannot be read now; try again later.', {
        cause,
      });
    }
  }
}

function sharedSamples(samples: Float32Array, inputRate: number): Int16Array<SharedArrayBuffer> {
  const resampler = createResampler({ inputRate, outputRate: sampleRate });
  const parts = [resampler.write(samples), resampler.end()].map((part) => encodeSamples(part, 'pcm_s16le'));
  const bytes = new Uint8Array(new SharedArrayBuffer(parts.reduce((sum, { byteLength }) => sum + byteLength, 0)));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.byteLength;
  }
  return new Int16Array(bytes.buffer);
}
