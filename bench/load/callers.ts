/** What callers say: sentences spoken by flite, and when a turn that ends with one is over in the time of its audio. */
import { Hearing } from '../../src/hearing/hearing.ts';
import { TurnDetector } from '../../src/hearing/turn-detector.ts';
import { recognizerRate } from '../../src/recognizers/adapter.ts';
import { fakeRecognizer } from '../../src/recognizers/fake/index.ts';
import type { TurnOptions } from '../../src/turns/options.ts';
import type { BareEngine } from '../baseline/engine.ts';
import { loadFlite } from '../baseline/flite.ts';
import { speakers } from '../speech/speakers.ts';

/** Hz of what callers say. */
export const callerRate = recognizerRate;
/** What the recognizer that costs nothing hears in all of it. The text neither looks finished nor unfinished. */
export const callerWords = 'I saw it there';

let flite: BareEngine | undefined;
let kept: Int16Array = new Int16Array(0);

/** A sentence by flite, in this process: samples of 16 bits at {@link callerRate}. */
export async function spoken(sentence: string): Promise<Int16Array> {
  flite ??= await loadFlite(speakers.flite.own, (samples) => (kept = samples));
  flite(sentence);
  return kept;
}

/** One turn as it is found in audio time; seconds since the first sample. */
export interface FoundTurn {
  /** How much audio there had been when its first sound was sure to be speech. */
  readonly sureAt: number;
  /** Where its last sound ended. */
  readonly quietSince: number;
  /** When its end was due. */
  readonly endsAt: number;
}

/**
 * The turns of a track by the same parts as the server's, faster than real time and alone: when each decision is due, against which
 * that of the server is held.
 */
export async function turnsOf(samples: Int16Array, turns: Partial<TurnOptions>): Promise<FoundTurn[]> {
  const found: FoundTurn[] = [];
  let quietSince = 0;
  let sureAt: number | undefined;
  const detector = new TurnDetector(turns, (decision) => {
    if (decision.kind !== 'end') return;
    found.push({ sureAt: sureAt!, quietSince, endsAt: decision.at });
    sureAt = undefined;
  });
  const recognizer = fakeRecognizer({ script: () => ({ text: callerWords }) }).open();
  const hearing = await Hearing.create({
    recognizers: [{ id: 'fake', recognizer }],
    sampleRate: callerRate,
    language: 'en',
    wantsPartials: true,
    wantsBorders: true,
    signal: new AbortController().signal,
    onEvent(event) {
      if (event.kind === 'border' && event.border === 'end') quietSince = event.at;
      if (event.kind === 'border' && event.border === 'start') sureAt ??= hearing.seconds;
      detector.heard(event, hearing.seconds);
    },
  });
  const frame = callerRate / 50;
  for (let at = 0; at < samples.length; at += frame) {
    hearing.write(Float32Array.from(samples.subarray(at, at + frame), (sample) => sample / 32_768));
    detector.pass(hearing);
    await new Promise(setImmediate);
  }
  hearing.close();
  return found;
}
