/** The part of a clip that is sent, in a format that the server takes. */
import { wavOf } from '../wav.ts';

/** Seconds. */
export interface ClipRange {
  readonly from: number;
  readonly to: number;
}

/** Endings of files that browsers decode and the server does not: what phones and Macs record. */
const foreign = /\.(m4a|mp4|m4b|mov|3gp|aac|aif|aiff|aifc|caf)$/i;

/** Voices have nothing above half of it that a clone would keep. */
const sampleRate = 48_000;

export function isForeign({ name }: File): boolean {
  return foreign.test(name);
}

/**
 * The file itself where nothing is cut off and the server takes it; else its part as WAV, mono.
 * @param range undefined for all of it
 * @throws {Error} for a file that has to be decoded and that the browser cannot decode
 */
export async function clipPart(file: File, range: ClipRange | undefined): Promise<File> {
  if (range === undefined && !isForeign(file)) return file;
  const buffer = await decode(file);
  const [from, to] = [range?.from ?? 0, range?.to ?? buffer.duration].map((seconds) =>
    Math.round(seconds * sampleRate),
  );
  const length = Math.max(0, Math.min(to!, buffer.length) - from!);
  const channels = Array.from({ length: buffer.numberOfChannels }, (_, index) => buffer.getChannelData(index));
  const samples = Float32Array.from(
    { length },
    (_, index) => channels.reduce((sum, channel) => sum + channel[from! + index]!, 0) / channels.length,
  );
  const name = `${file.name.replace(/\.[^.]+$/u, '')}.wav`;
  return new File([wavOf([samples], sampleRate)], name, { type: 'audio/wav' });
}

async function decode(file: File): Promise<AudioBuffer> {
  const bytes = await file.arrayBuffer();
  try {
    return await new OfflineAudioContext(1, 1, sampleRate).decodeAudioData(bytes);
  } catch (error) {
    throw new Error(
      isForeign(file)
        ? 'This browser cannot read the file, and the server takes WAV, FLAC, MP3, Ogg and WebM: save it as one of these.'
        : 'This browser cannot read the file, so it cannot be trimmed: send all of it.',
      { cause: error },
    );
  }
}
