/** Runs of inputs, for tests. */
import { beginTurns, step, type TurnDecision, type TurnInput, type TurnState } from './turns.ts';
import type { TurnOptions } from './options.ts';

/** What was decided, and what stood behind the last input. */
export interface TurnRun {
  readonly state: TurnState;
  readonly decisions: readonly TurnDecision[];
  readonly wakeAt: number | undefined;
  readonly awaitsFinal: boolean;
}

/** All inputs in a row. */
export function runTurns(inputs: readonly TurnInput[], options: Partial<TurnOptions> = {}): TurnRun {
  let state = beginTurns(options);
  let last: Omit<TurnRun, 'decisions'> = { state, wakeAt: undefined, awaitsFinal: false };
  const decisions: TurnDecision[] = [];
  for (const input of inputs) {
    const { decisions: more, ...rest } = step(state, input);
    decisions.push(...more);
    ({ state } = rest);
    last = rest;
  }
  return { ...last, decisions };
}

/** A decision in a line: `end 2.5: Hello there`. */
export function lineOf(decision: TurnDecision): string {
  const at = `${decision.kind} ${Number(decision.at.toFixed(6))}`;
  if (decision.kind === 'start') return `${at} since ${decision.since}`;
  return 'transcript' in decision ? `${at}: ${decision.transcript}` : at;
}
