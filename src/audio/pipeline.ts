import { anySampleRates, type PayloadFormat } from './formats.ts';
import { createLimiter } from './limiter.ts';
import { encodeSamples, encodeSilence } from './pcm.ts';
import { canResample, createResampler, type Samples } from './resampler.ts';

/** From an engine's PCM of one segment to the payload of the response's container. */
export interface SegmentPipeline {
  /** Silence in front of or behind the segment, rounded to whole output samples. Not between two writes. */
  silence(seconds: number): Uint8Array;
  /** Takes the engine's next chunk, which the engine gives away, and returns the bytes that are ready (perhaps none). */
  write(samples: Samples): Uint8Array;
  /** The rest of the segment. n samples in, without silence, have made ⌈n · sampleRate / inputRate⌉ out. */
  end(): Uint8Array;
}

export interface SegmentPipelineOptions extends PayloadFormat {
  /** Hz, the engine's rate. */
  readonly inputRate: number;
  /** Linear factor. 1 when absent. */
  readonly gain?: number;
}

/** Whether {@link createSegmentPipeline} takes an engine's rate in Hz for every rate of a response; asking costs nothing. */
export function isConvertible(inputRate: number): boolean {
  return anySampleRates.every((rate) => canResample(inputRate, rate));
}

/**
 * Gain, resampling, limiting and encoding of one segment; the limiter stands behind the resampler, whose filter moves the peaks.
 * The same segment gives the same bytes however its chunks are cut; each segment starts and drains its own filters, so no
 * segment's bytes depend on its neighbours (docs/rules.md#segment-independence).
 * @throws {RangeError} for rates the resampler cannot convert
 */
export function createSegmentPipeline({
  inputRate,
  sampleRate,
  encoding,
  gain = 1,
}: SegmentPipelineOptions): SegmentPipeline {
  const limiter = createLimiter(sampleRate);
  const silence = (seconds: number): Uint8Array => encodeSilence(Math.round(seconds * sampleRate), encoding);
  if (inputRate === sampleRate) {
    return {
      silence,
      write: (samples) => encodeSamples(limiter.writeScaled(samples, gain), encoding),
      end: () => encodeSamples(limiter.end(), encoding),
    };
  }
  const resampler = createResampler({ inputRate, outputRate: sampleRate, gain });
  const write = (samples: Float32Array): Uint8Array => encodeSamples(limiter.write(samples), encoding);
  return {
    silence,
    write: (samples) => write(resampler.write(samples)),
    end: () => Buffer.concat([write(resampler.end()), encodeSamples(limiter.end(), encoding)]),
  };
}
