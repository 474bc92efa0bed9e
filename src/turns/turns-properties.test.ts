import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../test/support/property-runs.ts';
import type { TurnOptions } from './options.ts';
import { runTurns } from './testing.ts';
import { step, type TurnDecision, type TurnInput, type TurnState } from './turns.ts';
import { hasWord } from './words.ts';

const texts = fc.constantFrom(
  '',
  '...',
  'a table',
  'A table.',
  'a table for',
  'um',
  'yes',
  'four one five',
  '東京に',
  'I',
  'I am',
);

/** Up to so many milliseconds, in seconds. */
function milliseconds(most: number): fc.Arbitrary<number> {
  return fc.integer({ min: 0, max: most }).map((ms) => ms / 1000);
}

/** A piece of speech: its sounds, what is heard while it goes on, its text, and how late that comes. */
const piece = fc.record({
  pause: milliseconds(4000),
  sounds: fc.array(fc.record({ length: milliseconds(2000), pause: milliseconds(500) }), { minLength: 1, maxLength: 3 }),
  partials: fc.array(texts, { maxLength: 4 }),
  text: texts,
  delay: milliseconds(3000),
});
type Piece = typeof piece extends fc.Arbitrary<infer T> ? T : never;

const change: fc.Arbitrary<Partial<TurnOptions>> = fc.constantFrom(
  { minMs: 800 },
  { endThreshold: 0.05 },
  { endTimeoutMs: 640 },
  { startThreshold: 0.9 },
  { eagerEndThreshold: 0.7 },
  { language: 'de' },
);

function sound(kind: 'sound_start' | 'sound_end', since: number, lag: number): TurnInput {
  return { kind, since, at: since + lag };
}

/** As voice activity and recognizers tell of it: borders some time after they were, texts in order, however late. */
function streamOf(pieces: readonly Piece[]): TurnInput[] {
  const inputs: TurnInput[] = [];
  let at = 0;
  let textAt = 0;
  for (const { pause, sounds, partials, text, delay } of pieces) {
    at += pause + 0.25;
    for (const [index, { length, pause: gap }] of sounds.entries()) {
      if (index > 0) at += gap + 0.25;
      inputs.push(sound('sound_start', at, 0.1));
      const from = Math.max(at + 0.1, textAt);
      if (index === 0) for (const heard of partials) inputs.push({ kind: 'partial', at: from, text: heard });
      textAt = from;
      at += length + 0.1;
      inputs.push(sound('sound_end', at, 0.2));
    }
    textAt = Math.max(textAt, at + 0.3 + delay);
    inputs.push({ kind: 'final', at: textAt, until: at, text });
  }
  // Stable: what is given at the same time stays in its order.
  return inputs.sort((a, b) => a.at - b.at);
}

const stream = fc
  .record({
    pieces: fc.array(piece, { minLength: 1, maxLength: 5 }),
    change,
    changeAt: milliseconds(10_000),
  })
  .map(({ pieces, change: changed, changeAt }) => {
    const inputs: TurnInput[] = [...streamOf(pieces), { kind: 'config', at: changeAt, change: changed }];
    inputs.sort((a, b) => a.at - b.at);
    return [...inputs, { kind: 'stop', at: inputs.at(-1)!.at + 0.4 } as const];
  });

/** Anything in any order. */
const nonsense: fc.Arbitrary<TurnInput[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constantFrom('sound_start', 'sound_end'), at: milliseconds(9000), since: milliseconds(9000) }),
    fc.record({ kind: fc.constant('partial' as const), at: milliseconds(9000), text: texts }),
    fc.record({ kind: fc.constant('final' as const), at: milliseconds(9000), until: milliseconds(9000), text: texts }),
    fc.record({ kind: fc.constantFrom('time', 'time', 'stop'), at: milliseconds(9000) }),
  ),
  { maxLength: 30 },
);

/** The same with nothing but the clock between the inputs. */
function withTicks(inputs: readonly TurnInput[], shares: readonly number[]): TurnInput[] {
  return inputs.flatMap((input, index): TurnInput[] => {
    const before = inputs[index - 1]?.at ?? 0;
    const ats = shares.map((share) => before + share * (input.at - before)).sort((a, b) => a - b);
    return [...ats.map((at) => ({ kind: 'time', at }) as const), input];
  });
}

function assertNested(decisions: readonly TurnDecision[]): void {
  let turn: 'none' | 'open' | 'eager' = 'none';
  let given = '';
  let at = 0;
  const allowed = { none: ['start'], open: ['update', 'eager_end', 'end'], eager: ['resume', 'end'] };
  const next = { start: 'open', update: 'open', eager_end: 'eager', resume: 'open', end: 'none' } as const;
  for (const decision of decisions) {
    assert.ok(allowed[turn].includes(decision.kind), `${decision.kind} while ${turn}`);
    assert.ok(decision.at >= at, 'decisions are in order');
    ({ at } = decision);
    if (decision.kind === 'start') given = '';
    if (decision.kind === 'update') {
      assert.ok(
        decision.transcript.startsWith(given) && decision.transcript !== given,
        `${given} > ${decision.transcript}`,
      );
      given = decision.transcript;
    }
    turn = next[decision.kind];
  }
}

function deepFreeze(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  Object.freeze(value);
  Object.values(value).forEach(deepFreeze);
}

describe('turns', () => {
  it('are the same for every split of their input', () => {
    fc.assert(
      fc.property(stream, fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 }), (inputs, shares) => {
        assert.deepEqual(runTurns(withTicks(inputs, shares)).decisions, runTurns(inputs).decisions);
      }),
      runs(1000),
    );
  });

  it('nest, whatever comes in whatever order', () => {
    fc.assert(
      fc.property(fc.oneof(stream, nonsense), (inputs) => assertNested(runTurns(inputs).decisions)),
      runs(1000),
    );
  });

  it('end with their finals, joined: none is lost and none comes twice', () => {
    fc.assert(
      fc.property(stream, (inputs) => {
        const ended = runTurns(inputs).decisions.filter(({ kind }) => kind === 'end');
        const finals = inputs.filter((input) => input.kind === 'final').map(({ text }) => (hasWord(text) ? text : ''));
        const transcripts = ended.map((decision) => ('transcript' in decision ? decision.transcript : ''));
        assert.equal(transcripts.join('').replaceAll(' ', ''), finals.join('').replaceAll(' ', ''));
      }),
      runs(500),
    );
  });

  it('wake exactly when something is decided or a text is awaited, and change no state', () => {
    fc.assert(
      fc.property(stream, (inputs) => {
        for (let count = 1; count < inputs.length; count++) {
          const { state, wakeAt } = runTurns(inputs.slice(0, count));
          deepFreeze(state);
          const plain = JSON.parse(JSON.stringify(state)) as TurnState;
          assert.deepEqual(plain, state);
          if (wakeAt === undefined) {
            assert.deepEqual(step(plain, { kind: 'time', at: state.horizon + 100 }).decisions, []);
            continue;
          }
          const before = (state.horizon + wakeAt) / 2;
          const early = step(state, { kind: 'time', at: before });
          assert.ok(before >= wakeAt || (early.decisions.length === 0 && !early.awaitsFinal));
          const due = step(state, { kind: 'time', at: wakeAt });
          assert.ok(due.awaitsFinal || due.decisions[0]?.at === wakeAt);
        }
      }),
      runs(200, 50),
    );
  });

  it('depend on no delay of a text that is awaited', () => {
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 5 }), (pieces) => {
        const all = streamOf(pieces.map((one) => ({ ...one, partials: [] })));
        const finals = all.filter((input) => input.kind === 'final');
        const sounds = all.filter((input) => input.kind !== 'final');
        const stop: TurnInput = { kind: 'stop', at: 100 };
        const late = runTurns([...sounds, { kind: 'time', at: 100 }, ...finals, stop]).decisions;
        assert.deepEqual(promptly(sounds, finals, stop), late);
      }),
      runs(500),
    );
  });
});

/** Each text as soon as it is awaited. */
function promptly(sounds: readonly TurnInput[], finals: readonly TurnInput[], stop: TurnInput): TurnDecision[] {
  const waiting = [...finals];
  const decisions: TurnDecision[] = [];
  let { state } = runTurns([]);
  const give = (input: TurnInput): void => {
    let result = step(state, input);
    for (;;) {
      ({ state } = result);
      decisions.push(...result.decisions);
      if (!result.awaitsFinal || waiting.length === 0) return;
      result = step(state, { ...waiting.shift()!, at: input.at });
    }
  };
  for (const input of [...sounds, { kind: 'time', at: 100 } as const]) give(input);
  give(stop);
  return decisions;
}
