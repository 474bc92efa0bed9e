/** A synthesizer called in the simplest way: one thread, one call for each sentence, in a process of its own. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { BareEngine } from './engine.ts';
import { loadEspeak } from './espeak.ts';
import { loadFlite } from './flite.ts';
import { answerCalls } from '../processes/child.ts';
import type { Engine } from '../speech/requests.ts';
import { sentenceAt, sentences } from '../speech/texts.ts';

export interface BareRun {
  /** Seconds of audio made. */
  readonly audioSeconds: number;
  readonly wallSeconds: number;
  /** Processor time of the process. */
  readonly cpuSeconds: number;
  /** Seconds of audio that all sentences of `speech/texts.ts` have, each once. */
  readonly passSeconds: number;
}

export interface BareTasks {
  load(params: { readonly engine: Engine | 'espeak as served'; readonly voice: string }): Promise<void>;
  /** Speaks all sentences again and again for about so many seconds. */
  run(seconds: number): BareRun;
  /** Milliseconds to the first audio of sentences one after the other, each after a pause. */
  firstAudio(params: { readonly count: number; readonly pauseMs: number }): Promise<number[]>;
}

const loaders = {
  espeak: (voice: string) => loadEspeak(voice),
  'espeak as served': (voice: string) => loadEspeak(voice, undefined, true),
  flite: (voice: string) => loadFlite(voice),
} as const;
let speak: BareEngine | undefined;

function pass(): number {
  return sentences.reduce((sum, sentence) => sum + speak!(sentence), 0);
}

const tasks: BareTasks = {
  async load({ engine, voice }) {
    speak = await loaders[engine](voice);
  },
  async firstAudio({ count, pauseMs }) {
    const times: number[] = [];
    for (let index = 0; index < count; index++) {
      await sleep(pauseMs);
      const startedAt = performance.now();
      speak!(sentenceAt(index), () => times.push(performance.now() - startedAt));
    }
    return times;
  },
  run(seconds) {
    const startedAt = performance.now();
    const cpu = process.cpuUsage();
    let audioSeconds = 0;
    let passes = 0;
    while (performance.now() - startedAt < seconds * 1000) {
      audioSeconds += pass();
      passes++;
    }
    const { user, system } = process.cpuUsage(cpu);
    return {
      audioSeconds,
      wallSeconds: (performance.now() - startedAt) / 1000,
      cpuSeconds: (user + system) / 1e6,
      passSeconds: audioSeconds / passes,
    };
  },
};

answerCalls(tasks);
