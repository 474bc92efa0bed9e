/** PocketSphinx in processes of its own: one utterance at a time in each, since one decoder is one model in memory. */
import { availableParallelism } from 'node:os';
import { TaskInput } from '../../processes/task.ts';
import { SupervisedProcess, type SupervisionLimits } from '../../processes/supervised-process.ts';
import { moduleUrl } from '../../processes/module-url.ts';
import {
  throwForRecognizer,
  type Recognized,
  type Recognizer,
  type Utterance,
  type UtteranceOptions,
} from '../adapter.ts';
import type { PocketsphinxConfig, PocketsphinxProcess } from './protocol.ts';

/** Processes that hear at once. */
export const processes = Math.max(1, Math.min(4, availableParallelism()));

interface Place {
  readonly process: SupervisedProcess<PocketsphinxProcess>;
  /** Utterances that it has. */
  utterances: number;
}

export class PocketsphinxRecognizer implements Recognizer {
  readonly #config: PocketsphinxConfig;
  readonly #limits: SupervisionLimits;
  readonly #places: Place[] = [];

  constructor(config: PocketsphinxConfig, limits: SupervisionLimits = {}) {
    this.#config = config;
    this.#limits = limits;
  }

  async load(): Promise<void> {
    if (this.#places.length > 0) return;
    await this.#open().process.load().catch(throwForRecognizer);
  }

  begin({ vocabulary = [], onPartial, signal }: UtteranceOptions): Utterance {
    const place = this.#place();
    const input = new TaskInput<Int16Array>();
    let heard: Recognized | undefined;
    place.utterances++;
    const done = place.process
      .run(
        {
          request: { vocabulary, wantsPartials: onPartial !== undefined },
          size: 1,
          input,
          isRepeatable: true,
          onPart(part) {
            if (part.kind === 'final') heard = part.heard;
            else onPartial?.(part.text);
          },
        },
        signal,
      )
      .finally(() => place.utterances--);
    // The end of the utterance reports it.
    done.catch(() => undefined);
    return {
      write: (samples) => input.write(samples),
      async end() {
        input.end();
        await done.catch(throwForRecognizer);
        signal.throwIfAborted();
        return heard ?? { text: '', words: [] };
      },
    };
  }

  async close(): Promise<void> {
    await Promise.all(this.#places.map(({ process }) => process.close()));
  }

  /** That with the least to do; a new one while all have something, up to {@link processes}. */
  #place(): Place {
    // One that is set aside refuses at once, and would always have the least to do.
    const usable = this.#places.filter(({ process }) => !process.isAside);
    const among = usable.length > 0 ? usable : this.#places;
    const mayOpen = this.#places.length < processes;
    if (usable.length === 0 && mayOpen) return this.#open();
    const idlest = among.reduce<Place | undefined>(
      (best, place) => (best === undefined || place.utterances < best.utterances ? place : best),
      undefined,
    );
    if (idlest === undefined || (idlest.utterances > 0 && mayOpen)) return this.#open();
    return idlest;
  }

  #open(): Place {
    const process = new SupervisedProcess<PocketsphinxProcess>({
      // A whole utterance of 30 s gives nothing before its end.
      hangMs: 60_000,
      ...this.#limits,
      noun: 'recognizer',
      name: 'pocketsphinx',
      taskNoun: 'piece of speech',
      module: moduleUrl(import.meta.url, './child'),
      config: this.#config,
    });
    const place = { process, utterances: 0 };
    this.#places.push(place);
    return place;
  }
}
