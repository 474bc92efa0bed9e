import { MPEGDecoder } from 'mpg123-decoder';
import { findMpegAudio } from './mpeg-frames.ts';
import { audioOfProgramStream, isProgramStream } from './program-stream.ts';
import type { MonoMixer } from './mono-mixer.ts';

/** Compressed bytes for each call of the decoder: what bounds how much one call can unfold. */
const stepBytes = 1024;

/** Decodes MPEG audio of any layer, bare or in a program stream. Frames that the decoder cannot read are skipped. */
export async function decodeMpeg(bytes: Uint8Array, start: number, samples: MonoMixer): Promise<void> {
  const pieces = isProgramStream(bytes, start)
    ? audioOfProgramStream(bytes, start)
    : [bytes.subarray(findMpegAudio(bytes, start))];
  const decoder = new MPEGDecoder();
  await decoder.ready;
  for (const piece of pieces) {
    for (let at = 0; at < piece.length; at += stepBytes) {
      const { channelData, samplesDecoded, sampleRate } = decoder.decode(piece.subarray(at, at + stepBytes));
      if (samplesDecoded === 0) continue;
      if (samples.sampleRate === 0) samples.begin(sampleRate, channelData.length);
      // Only damage changes the rate inside a file; what it makes is no speech.
      if (sampleRate === samples.sampleRate) samples.addPlanes(channelData, samplesDecoded, 1);
    }
  }
}
