/** The recordings of cloned voices, decoded for engines that clone by the clip itself. */
import { buffer } from 'node:stream/consumers';
import { decodeClip, type ClipLimits } from '../audio/clip/index.ts';
import { DecodingError } from '../audio/decoding/index.ts';
import { encodeSamples } from '../audio/pcm.ts';
import { createResampler } from '../audio/resampler.ts';
import { RecentlyUsed } from '../collections/recently-used.ts';
import type { EngineDescriptor, VoiceClip } from '../engines/adapter.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { Blobs } from '../store/blobs/index.ts';
import { speechTarget, usesClip, type LanguageRequest } from './speakers.ts';
import type { StoredClip, Voice } from './voice.ts';

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
        if (content === undefined) throw new LostClipError(`the clip ${key} is gone`);
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

/** A recording that is not there any more. */
class LostClipError extends Error {
  override readonly name = 'LostClipError';
}

/** Whether a recording that could not be read never can be: it is gone or damaged, and neither the store nor the server is busy. */
export function isLostClip({ cause }: ServiceError): boolean {
  if (cause instanceof DecodingError) return cause.fault !== 'busy' && cause.fault !== 'too_slow';
  return cause instanceof LostClipError;
}

export interface ClipUse {
  /** What may speak the voice. */
  readonly engines: readonly EngineDescriptor[];
  readonly clips: Pick<ClipLibrary, 'get'>;
  /** The recording cannot be read; the voice is spoken by what was measured in it. */
  readonly onProblem?: ((error: unknown) => void) | undefined;
}

/**
 * The recording of a cloned voice, where one of the engines may speak the target by it; undefined where none does, or where the
 * recording cannot be read and the voice has measurements to be spoken by.
 * @throws {ServiceError} `unavailable` when it cannot be read and nothing was measured in it
 */
export async function clipFor(
  voice: Voice,
  target: LanguageRequest,
  { engines, clips, onProblem }: ClipUse,
): Promise<VoiceClip | undefined> {
  if (voice.clip === undefined || !usesClip(voice, speechTarget(voice, target), engines)) return undefined;
  try {
    return await clips.get(voice.clip);
  } catch (error) {
    if (voice.speaker.profile === undefined) throw error;
    onProblem?.(error);
    return undefined;
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
