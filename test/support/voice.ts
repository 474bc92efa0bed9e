/** Audio that a recognizer of a test takes for speech, and what it hears in it. */
import { voiceLike } from '../../src/audio/decoding/testing.ts';
import { encodeSamples } from '../../src/audio/pcm.ts';
import type { Recognized } from '../../src/recognizers/adapter.ts';
import { fakeRecognizer, type HeardSamples } from '../../src/recognizers/fake/index.ts';

/** Hz. */
export const rate = 16_000;

/** Something like a voice for each number of seconds above 0, and silence for each below. */
export function voiceSamples(...parts: readonly number[]): Float32Array {
  const samples = parts.flatMap((seconds) =>
    seconds < 0
      ? Array.from({ length: -seconds * rate }, () => 0)
      : [...voiceLike({ seconds, sampleRate: rate, pitch: 130 })],
  );
  return Float32Array.from(samples);
}

/** The same as raw audio of 16 bits. */
export function voice(...parts: readonly number[]): Uint8Array {
  return encodeSamples(voiceSamples(...parts), 'pcm_s16le');
}

/** Of 100 ms each. */
export function piecesOf(audio: Uint8Array): Uint8Array[] {
  const length = rate / 5;
  return Array.from({ length: Math.ceil(audio.length / length) }, (_, index) =>
    audio.subarray(index * length, (index + 1) * length),
  );
}

/** @returns a recognizer that hears these texts, one in each piece of speech, with times where it is asked for all of it */
export function hearing(...texts: readonly string[]) {
  const script = ({ index, seconds }: HeardSamples): Recognized => {
    const words = (texts[index % texts.length] ?? '').split(' ');
    const heard = words.slice(0, Math.max(1, Math.floor(seconds * 3)));
    const step = seconds / heard.length;
    return {
      text: heard.join(' '),
      language: 'en',
      words: heard.map((word, at) => ({ word, start: at * step, end: (at + 1) * step })),
    };
  };
  return fakeRecognizer({ script });
}
