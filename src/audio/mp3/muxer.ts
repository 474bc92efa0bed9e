import { floatsOf, joinBytes } from '../bytes.ts';
import type { ContainerWriter } from '../container-writer.ts';
import { isMp3Pair, type Mp3Format } from '../formats.ts';
import { createLameEncoder, type LameEncoder } from './encoder.ts';

type Mp3Settings = Parameters<LameEncoder['configure']>[0];
type KbitRate = NonNullable<Mp3Settings['bitrate']>;

/** Samples the encoder takes at once: its memory grows to what one call needs and never shrinks. */
const blockLength = 4608;

/**
 * One encoder for the whole stream, so the bit reservoir runs through and there is no gap at a seam. No Xing or Info
 * frame: the length is not known, so players do not cut the delay of 1105 samples. LAME itself keeps 0.45 dB of headroom
 * (up to 128 kbit/s; 0.26 dB at 192).
 * @throws {RangeError} for a bit rate that MP3 does not have at the sample rate
 */
export async function createMuxer({ sampleRate, bitRate }: Mp3Format): Promise<ContainerWriter> {
  if (!isMp3Pair(sampleRate, bitRate)) throw new RangeError(`MP3 has no ${bitRate} bit/s at ${sampleRate} Hz`);
  const encoder = await createLameEncoder();
  // Without the output rate the encoder would choose a lower one by itself.
  encoder.configure({ channels: 1, sampleRate, outputSampleRate: sampleRate, bitrate: (bitRate / 1000) as KbitRate });

  return {
    header: () => new Uint8Array(0),
    write(payload) {
      const samples = floatsOf(payload);
      const parts: Uint8Array[] = [];
      for (let at = 0; at < samples.length; at += blockLength) {
        // The encoder's answer lies in its memory until the next call.
        parts.push(encoder.encode([samples.subarray(at, at + blockLength)]).slice());
      }
      return joinBytes(parts);
    },
    end: () => encoder.finalize().slice(),
    // Each encoder has a memory of its own, which goes with it.
    close: () => undefined,
  };
}
