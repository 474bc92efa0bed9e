/** Runs in a process of its own: hears dialogues as the turns socket does, in audio time, and holds its turns against the truth. */
import { setImmediate as others } from 'node:timers/promises';
import { answerCalls } from '../../bench/processes/child.ts';
import { Hearing } from '../../src/hearing/hearing.ts';
import { TurnDetector } from '../../src/hearing/turn-detector.ts';
import { recognizerRate, type Recognizer } from '../../src/recognizers/adapter.ts';
import type { TurnOptions } from '../../src/turns/options.ts';
import type { TurnDecision } from '../../src/turns/turns.ts';
import type { SpokenDialogue, SpokenTurn } from './dialogue.ts';
import { frameSamples, pocketsphinxHere, truthful } from './recognizers.ts';

/** What listens, and to what. */
export interface ListeningTask {
  readonly dialogues: readonly SpokenDialogue[];
  readonly recognizer: 'pocketsphinx' | 'truth';
  readonly options: Partial<TurnOptions>;
}

/** What became of the turns. */
export interface SpokenOutcome {
  readonly turns: number;
  /** Turns that were ended before their last word. */
  readonly cutOff: number;
  /** Turns behind which none was ended before the next one began. */
  readonly unended: number;
  /** Seconds from the end of the last word to the end of the turn, of those that were ended behind it. */
  readonly latencies: readonly number[];
  /** Turns that began where nothing was said. */
  readonly unspoken: number;
  readonly eagerEnds: number;
  /** Probable ends that were taken back. */
  readonly resumes: number;
}

export interface ListeningTasks {
  listen(task: ListeningTask): Promise<SpokenOutcome>;
}

answerCalls<ListeningTasks>({
  async listen({ dialogues, recognizer, options }) {
    const sphinx = recognizer === 'pocketsphinx' ? await pocketsphinxHere() : undefined;
    const outcomes: SpokenOutcome[] = [];
    for (const dialogue of dialogues) outcomes.push(outcomeOf(dialogue.turns, await heard(dialogue, sphinx, options)));
    return outcomes.reduce(added);
  },
});

type Known = TurnDecision & {
  /** Seconds of audio that had come when it was told. */
  readonly knownAt: number;
};

async function heard(
  { samples, words }: SpokenDialogue,
  sphinx: Recognizer | undefined,
  options: Partial<TurnOptions>,
): Promise<Known[]> {
  const decided: Known[] = [];
  let seconds = 0;
  const turns = new TurnDetector({ ...options, language: 'en' }, (decision) =>
    decided.push({ ...decision, knownAt: seconds }),
  );
  const hearing = await Hearing.create({
    recognizers: [{ id: 'measured', recognizer: sphinx ?? truthful(words, () => seconds) }],
    ...{ sampleRate: recognizerRate, language: 'en', wantsPartials: true, wantsBorders: true },
    onEvent: (event) => turns.heard(event, hearing.seconds),
    signal: new AbortController().signal,
  });
  for (let at = 0; at < samples.length; at += frameSamples) {
    const frame = samples.subarray(at, at + frameSamples);
    seconds = (at + frame.length) / recognizerRate;
    hearing.write(Float32Array.from(frame, (sample) => sample / 32_768));
    turns.pass(hearing);
    // What the recognizer has answered is told before the next frame comes.
    await others();
  }
  // It throws what the recognizer threw.
  await hearing.end();
  return decided;
}

/** A turn may be known to have begun so long behind its last word: that of a short one is heard only when it is over. */
const lateSeconds = 1.5;

function outcomeOf(truths: readonly SpokenTurn[], decided: readonly Known[]): SpokenOutcome {
  const timesOf = (kind: TurnDecision['kind']): number[] =>
    decided.filter((decision) => decision.kind === kind).map(({ knownAt }) => knownAt);
  const ends = timesOf('end');
  const isSpoken = (at: number): boolean => truths.some(({ start, end }) => at >= start && at <= end + lateSeconds);
  const latencies = truths.flatMap(({ end }, index) => {
    const next = truths[index + 1]?.start ?? Infinity;
    const at = ends.find((each) => each >= end && each < next);
    return at === undefined ? [] : [at - end];
  });
  return {
    turns: truths.length,
    cutOff: truths.filter(({ start, end }) => ends.some((at) => at > start && at < end)).length,
    unended: truths.length - latencies.length,
    latencies,
    unspoken: timesOf('start').filter((at) => !isSpoken(at)).length,
    eagerEnds: timesOf('eager_end').length,
    resumes: timesOf('resume').length,
  };
}

function added(sum: SpokenOutcome, next: SpokenOutcome): SpokenOutcome {
  return {
    turns: sum.turns + next.turns,
    cutOff: sum.cutOff + next.cutOff,
    unended: sum.unended + next.unended,
    latencies: [...sum.latencies, ...next.latencies],
    unspoken: sum.unspoken + next.unspoken,
    eagerEnds: sum.eagerEnds + next.eagerEnds,
    resumes: sum.resumes + next.resumes,
  };
}
