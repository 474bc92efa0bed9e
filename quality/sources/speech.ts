/** What the bare engines give for a text. */
import type { EngineVoice, Synthesizer } from '../../src/engines/adapter.ts';
import { initialReaderState, readSegments } from '../../src/text/reader.ts';
import type { Segment } from '../../src/text/types.ts';
import { joinIntegers } from '../../src/audio/samples.ts';

/** The segments of some sentences, each by itself. @param language ISO 639-1 code */
export function segmentsOf(sentences: readonly string[], language: string): Segment[] {
  return sentences.flatMap(
    (sentence) =>
      readSegments(sentence, initialReaderState, { language, normalization: 'auto', generationConfig: {} }).segments,
  );
}

/** The samples of some sentences one behind the other, at the rate of the engine. @param language ISO 639-1 code */
export async function speechOf(
  synthesizer: Synthesizer,
  voice: EngineVoice,
  sentences: readonly string[],
  language = 'en',
): Promise<Int16Array> {
  const parts: Int16Array[] = [];
  const sink = { audio: (samples: Int16Array) => void parts.push(samples), marks: () => undefined };
  for (const segment of segmentsOf(sentences, language)) {
    await synthesizer.speak(segment, voice, sink, new AbortController().signal);
  }
  return joinIntegers(parts);
}
