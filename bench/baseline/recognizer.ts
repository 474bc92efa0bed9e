/** PocketSphinx called in the simplest way: its library in a process of its own, one piece of speech after the other. */
import { Decoder } from '../../src/recognizers/pocketsphinx/library.ts';
import type { PocketsphinxConfig } from '../../src/recognizers/pocketsphinx/protocol.ts';
import { answerCalls } from '../processes/child.ts';

export interface RecognizerTasks {
  load(config: PocketsphinxConfig): Promise<void>;
  /** Hears a piece. */
  hear(samples: Int16Array): void;
}

let decoder: Decoder | undefined;

answerCalls<RecognizerTasks>({
  async load(config) {
    decoder = await Decoder.load(config);
  },
  hear(samples) {
    decoder!.start(undefined);
    decoder!.write(samples, true);
    decoder!.end();
  },
});
