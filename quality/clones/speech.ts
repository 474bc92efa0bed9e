/** Speech of an engine for measuring. */
import type { EngineVoice, Synthesizer } from '../../src/engines/adapter.ts';
import { initialReaderState, readSegments } from '../../src/text/reader.ts';

/** What an engine that speaks at once makes of sentences, with a full scale of ±1. */
export function samplesOf(
  engine: Synthesizer,
  sentences: readonly string[],
  language: string,
  voice: EngineVoice,
): Float32Array {
  const parts: Int16Array[] = [];
  const sink = { audio: (samples: Int16Array) => void parts.push(samples), marks: () => undefined };
  for (const sentence of sentences) {
    const options = { language, normalization: 'on', generationConfig: {} };
    const { segments } = readSegments(sentence, initialReaderState, options);
    for (const segment of segments) void engine.speak(segment, voice, sink, new AbortController().signal);
  }
  return joined(parts);
}

/** Hz, of what {@link samplesOf} gives for a voice. */
export function rateOf({ engine }: EngineVoice): number {
  return engine === 'flite' ? 16_000 : 22_050;
}

/** Pieces of 16 bits as one signal with a full scale of ±1. */
export function joined(parts: readonly Int16Array[]): Float32Array {
  const samples = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) for (const value of part) samples[at++] = value / 32_768;
  return samples;
}
