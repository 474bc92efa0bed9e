/** Recognizers that answer at once, in the audio time in which they are asked: what is decided does not depend on the machine. */
import { recognizerRate, type Recognizer, type Utterance } from '../../src/recognizers/adapter.ts';
import { clean, recognized } from '../../src/recognizers/pocketsphinx/decoded.ts';
import { packagedModel } from '../../src/recognizers/pocketsphinx/index.ts';
import { Decoder } from '../../src/recognizers/pocketsphinx/library.ts';
import type { TimedWord } from '../sources/local-synthesizer.ts';

/** Seconds of audio behind a word after which a good recognizer shows it as partial text. */
const partialSeconds = 0.25;

/** PocketSphinx as its process calls it, with its own language model, in this thread. */
export async function pocketsphinxHere(): Promise<Recognizer> {
  const decoder = await Decoder.load(packagedModel);
  return {
    load: () => Promise.resolve(),
    begin({ onPartial }): Utterance {
      decoder.start(undefined);
      let last = '';
      return {
        write(samples) {
          decoder.write(samples, false);
          const text = clean(decoder.text);
          if (text === last) return;
          last = text;
          onPartial?.(text);
        },
        end: () => Promise.resolve(recognized(decoder.end())),
      };
    },
    close: () => Promise.resolve(),
  };
}

/**
 * Hears the words that were said, with the marks and capitals they were written with.
 * @param seconds of audio that have been heard so far
 */
export function truthful(words: readonly TimedWord[], seconds: () => number): Recognizer {
  /** Words before it had their final text. */
  let settled = 0;
  const textUntil = (at: number): { text: string; next: number } => {
    const next = Math.max(settled, words.findLastIndex(({ end }) => end <= at) + 1);
    const text = words.slice(settled, next).map((word) => word.text);
    return { text: text.join(' '), next };
  };
  return {
    load: () => Promise.resolve(),
    begin({ onPartial }): Utterance {
      let last = '';
      return {
        write() {
          const { text } = textUntil(seconds() - partialSeconds);
          if (text === last) return;
          last = text;
          onPartial?.(text);
        },
        end() {
          const { text, next } = textUntil(seconds());
          settled = next;
          return Promise.resolve({ text });
        },
      };
    },
    close: () => Promise.resolve(),
  };
}

/** Samples of a frame as a telephone or a browser sends it. */
export const frameSamples = recognizerRate / 50;
