/**
 * A recognizer for tests: hears what its script says, without listening, and misbehaves on demand. It is registered by no server; a
 * test adds it to the recognizers it starts.
 */
import {
  recognizerRate,
  RecognizerError,
  type Recognized,
  type RecognizerCapabilities,
  type RecognizerDescriptor,
  type Utterance,
  type UtteranceOptions,
} from '../adapter.ts';
import { unlessAborted } from '../../timing/deadline.ts';
import { Semaphore } from '../../collections/semaphore.ts';
import { WholeUtterance } from '../whole-utterance.ts';

/** What an utterance was, as the script is asked. */
export interface HeardSamples {
  /** Seconds so far. */
  readonly seconds: number;
  /** Of all utterances of the recognizer, from 0. */
  readonly index: number;
  readonly samples: Int16Array;
  readonly options: UtteranceOptions;
}

export interface FakeRecognizerOptions {
  /** Default `fake`. */
  readonly id?: string;
  readonly capabilities?: Partial<RecognizerCapabilities>;
  /** What is heard in an utterance, or in its beginning; a word for each half second when absent. May reject. */
  readonly script?: (heard: HeardSamples) => Recognized | Promise<Recognized>;
  /** It does not load, for this reason. */
  readonly failsToLoad?: string;
  /** Called with 1 when it is reserved, with -1 when it is given back. */
  readonly onReserved?: (change: 1 | -1) => void;
}

/** Words that the default script hears, over and over. */
export const fakeWords = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'] as const;

/** A recognizer that a test adds to those of a server. */
export function fakeRecognizer({
  id = 'fake',
  script = wordEachHalfSecond,
  failsToLoad,
  onReserved,
  ...options
}: FakeRecognizerOptions = {}): RecognizerDescriptor {
  const capabilities: RecognizerCapabilities = {
    languages: ['en'],
    detectsLanguage: false,
    streaming: false,
    words: true,
    phrases: false,
    vocabulary: false,
    prompt: false,
    concurrency: 4,
    ...options.capabilities,
  };
  return {
    id,
    capabilities,
    open() {
      const utterances = new Semaphore({ atOnce: capabilities.concurrency });
      let begun = 0;
      const load = (): Promise<void> =>
        failsToLoad === undefined
          ? Promise.resolve()
          : Promise.reject(new RecognizerError('unavailable', `the recognizer ${id} does not load: ${failsToLoad}`));
      return {
        load,
        reserve: async () => {
          await load();
          onReserved?.(1);
          return () => onReserved?.(-1);
        },
        begin: (utterance): Utterance => {
          const index = begun++;
          const hear = async (samples: Int16Array): Promise<Recognized> => {
            await load();
            return script({ seconds: samples.length / recognizerRate, index, samples, options: utterance });
          };
          return new WholeUtterance(utterance, (samples, signal) =>
            // A script may never end; who asked it may leave.
            utterances.use(() => unlessAborted(hear(samples), signal), signal),
          );
        },
        close: () => Promise.resolve(),
      };
    },
  };
}

function wordEachHalfSecond({ seconds }: HeardSamples): Recognized {
  const count = Math.floor(seconds / 0.5);
  const words = Array.from({ length: count }, (_, index) => ({
    word: fakeWords[index % fakeWords.length]!,
    start: index * 0.5 + 0.05,
    end: index * 0.5 + 0.45,
  }));
  return { text: words.map(({ word }) => word).join(' '), words };
}
