import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../test/support/property-runs.ts';
import { refusalOf, type AdmissionInput } from './admission.ts';
import { AdmittedDemands, type SpeechDemand } from './admitted-demands.ts';
import { SpeakingRate } from './speaking-rate.ts';

interface Demand {
  readonly engine?: string;
  /** Seconds from now; absent: has sent no audio. */
  readonly lead?: number | undefined;
  readonly characters?: number;
  readonly isPaused?: boolean;
}

const now = 50_000;

function demandOf({ engine = 'fake', lead, characters = Infinity, isPaused = false }: Demand = {}): SpeechDemand {
  return {
    engine,
    audioEndsAt: () => (lead === undefined ? -Infinity : now + 1000 * lead),
    remainingCharacters: () => characters,
    isPaused: () => isPaused,
  };
}

/** A rate that is known, of segments of 5 s: audio for a second of work, and characters for a second of audio. */
function rateOf(audioPerWork: number, charactersPerSecond = 15): SpeakingRate {
  const rate = new SpeakingRate();
  for (let task = 0; task < 3; task++) rate.measure(5, 5 / audioPerWork, 5 * charactersPerSecond);
  return rate;
}

interface Asked extends Partial<Omit<AdmissionInput, 'admitted'>> {
  readonly rate?: SpeakingRate;
  readonly admitted?: readonly SpeechDemand[];
}

function decide({ rate = rateOf(1), admitted: demands = [], ...rest }: Asked): ReturnType<typeof refusalOf> {
  const byEngine = Map.groupBy(demands, ({ engine }) => engine);
  const admitted = new Map([...byEngine].map(([engine, list]) => [engine, new AdmittedDemands(list)] as const));
  const input = { candidate: demandOf(), admitted, rateOf: () => rate, slots: 1, now, admissionMs: 1000, ...rest };
  return refusalOf(input);
}

const demands = fc.record(
  {
    engine: fc.constantFrom('fake', 'other', 'third'),
    lead: fc.option(fc.double({ min: -100, max: 100, noNaN: true }), { nil: undefined }),
    characters: fc.oneof(fc.constant(Infinity), fc.nat(10_000)),
    isPaused: fc.boolean(),
  },
  { requiredKeys: [] },
);
/** Rates from one to none: also of an engine that gave audio for no characters, and of one that hardly gives any. */
const rates = fc.oneof(
  fc.constant(new SpeakingRate()),
  fc
    .tuple(fc.double({ min: 1e-9, max: 1000, noNaN: true }), fc.constantFrom(0, 15))
    .map(([audioPerWork, characters]) => rateOf(audioPerWork, characters)),
);
const situations = fc.record({
  candidate: demands,
  admitted: fc.array(demands, { maxLength: 20 }),
  fake: rates,
  other: rates,
  third: rates,
  slots: fc.nat(8),
  admissionMs: fc.nat(5000),
});
type Situation = typeof situations extends fc.Arbitrary<infer T> ? T : never;

function judge(
  { fake, other, third, candidate, ...given }: Situation,
  admitted: readonly Demand[] = given.admitted,
): ReturnType<typeof refusalOf> {
  const byEngine: Record<string, SpeakingRate> = { fake, other, third };
  return decide({
    ...given,
    candidate: demandOf(candidate),
    admitted: admitted.map(demandOf),
    rateOf: (engine) => byEngine[engine]!,
  });
}

describe('admission', () => {
  it('takes a context of an engine that has nothing else admitted, however slow it is', () => {
    const slow = rateOf(0.01);
    const others = Array.from({ length: 50 }, () => demandOf({ engine: 'other' }));
    assert.equal(decide({ rate: slow }), undefined);
    assert.equal(decide({ rate: slow, admitted: others }), undefined);
    assert.notEqual(decide({ rate: slow, admitted: [...others, demandOf()] }), undefined);
  });

  it('takes every context while the rate of its engine is not known', () => {
    const admitted = Array.from({ length: 1000 }, () => demandOf());
    assert.equal(decide({ rate: new SpeakingRate(), admitted }), undefined);
  });

  it('refuses a start that would come too late, and says when to come again', () => {
    // Each new context needs 3 s of audio first: 0.3 s of work here, in one place.
    const waiting = Array.from({ length: 3 }, () => demandOf({ characters: 45 }));
    assert.equal(decide({ rate: rateOf(10), admitted: waiting.slice(1) }), undefined);
    assert.deepEqual(decide({ rate: rateOf(10), admitted: waiting }), { reason: 'start', retryAfterSeconds: 2 });
    assert.equal(decide({ rate: rateOf(10), admitted: waiting, slots: 2 }), undefined);
    assert.equal(decide({ rate: rateOf(10), admitted: waiting, admissionMs: 1300 }), undefined);
  });

  it('refuses a context that would make others run dry later, although it could start', () => {
    // Each speaks half a second for every five that it plays.
    const playing = (count: number): SpeechDemand[] =>
      Array.from({ length: count }, (_, index) => demandOf({ lead: 1 + (5 * index) / count }));
    assert.equal(decide({ rate: rateOf(10), admitted: playing(7) }), undefined);
    assert.equal(decide({ rate: rateOf(10), admitted: playing(10) })?.reason, 'lateness');
    assert.equal(decide({ rate: rateOf(10), admitted: playing(10), toleranceMs: 1e7 }), undefined);
  });

  it('knows that segments which are due together are spoken one after the other', () => {
    const together = Array.from({ length: 4 }, () => demandOf({ lead: 1 }));
    assert.equal(decide({ rate: rateOf(10), admitted: together })?.reason, 'lateness');
    assert.equal(decide({ rate: rateOf(10), admitted: together, slots: 3 }), undefined);
  });

  it('sees through a long lead: what is too much for ever is too much now', () => {
    const ahead = Array.from({ length: 20 }, () => demandOf({ lead: 60 }));
    assert.equal(decide({ rate: rateOf(10), admitted: ahead })?.reason, 'lateness');
    const ending = Array.from({ length: 20 }, () => demandOf({ lead: 60, characters: 450 }));
    assert.equal(decide({ rate: rateOf(10), admitted: ending }), undefined);
  });

  it('takes a player that waits for text for one that needs what it can play', () => {
    const waiting = Array.from({ length: 8 }, () => demandOf({ lead: -1 }));
    assert.equal(decide({ rate: rateOf(10), admitted: waiting, candidate: demandOf({ characters: 3 }) }), undefined);
    const late = Array.from({ length: 8 }, () => demandOf({ lead: -1, characters: 900 }));
    assert.equal(decide({ rate: rateOf(10), admitted: late })?.reason, 'lateness');
  });

  it('counts only what is still to be spoken, and only when it must be', () => {
    const nearlyDone = Array.from({ length: 100 }, () => demandOf({ lead: 1, characters: 1 }));
    const wellAhead = Array.from({ length: 8 }, () => demandOf({ lead: 60 }));
    assert.equal(decide({ rate: rateOf(10), admitted: [...nearlyDone, ...wellAhead] }), undefined);
  });

  it('does not count contexts whose clients do not read', () => {
    const paused = Array.from({ length: 100 }, () => demandOf({ lead: 0, isPaused: true }));
    assert.equal(decide({ rate: rateOf(1), admitted: paused }), undefined);
    fc.assert(
      fc.property(situations, fc.array(demands, { maxLength: 10 }), (given, list) => {
        const sleeping = list.map((demand) => ({ ...demand, isPaused: true, lead: -Math.abs(demand.lead ?? 1) }));
        assert.deepEqual(judge(given, [...given.admitted, ...sleeping]), judge(given));
      }),
      runs(),
    );
  });

  it('counts those whose clients read at the speed of playback, which are paused most of the time', () => {
    const reading = (count: number): SpeechDemand[] =>
      Array.from({ length: count }, () => demandOf({ lead: 11, isPaused: true }));
    assert.equal(decide({ rate: rateOf(10), admitted: reading(7) }), undefined);
    assert.equal(decide({ rate: rateOf(10), admitted: reading(45) })?.reason, 'lateness');
  });

  it('looks once at what has been spoken to its end, and no demand of it is lost', () => {
    let looks = 0;
    const spoken = Array.from({ length: 100 }, () => ({
      ...demandOf({ lead: 10, isPaused: true }),
      remainingCharacters: () => (looks++, 0),
    }));
    const waiting = Array.from({ length: 3 }, () => demandOf({ characters: 45 }));
    const demands = new AdmittedDemands([...spoken, ...waiting]);
    const input = { candidate: demandOf(), admitted: new Map([['fake', demands]]), rateOf: () => rateOf(10), now };
    for (let time = 0; time < 10; time++) {
      assert.equal(refusalOf({ ...input, slots: 1, admissionMs: 1000 })?.reason, 'start');
    }
    assert.deepEqual([looks, demands.size], [100, 103]);
    for (const demand of waiting) demands.delete(demand);
    assert.deepEqual([demands.hasListener(now), demands.hasListener(now + 10_000)], [true, false]);
    for (const demand of spoken) demands.delete(demand);
    assert.deepEqual([demands.hasListener(now), demands.size], [false, 0]);
  });

  it('never turns from no to yes because more were admitted', () => {
    const more = fc.array(fc.tuple(demands, fc.nat(20)), { maxLength: 5 });
    fc.assert(
      fc.property(situations, more, (given, list) => {
        if (judge(given) === undefined) return;
        const admitted = [...given.admitted];
        for (const [demand, at] of list) admitted.splice(at, 0, demand);
        assert.notEqual(judge(given, admitted), undefined);
      }),
      runs(),
    );
  });

  it('always admits where its rules say so, else asks to come again after a whole number of seconds', () => {
    fc.assert(
      fc.property(situations, (given) => {
        const refusal = judge(given);
        const { engine = 'fake' } = given.candidate;
        const isAlone = !given.admitted.some(
          (demand) => (demand.engine ?? 'fake') === engine && (demand.isPaused !== true || (demand.lead ?? -1) > 0),
        );
        if (isAlone || !given[engine].isKnown) assert.equal(refusal, undefined);
        if (refusal === undefined) return;
        assert.ok(
          Number.isInteger(refusal.retryAfterSeconds) &&
            refusal.retryAfterSeconds >= 1 &&
            refusal.retryAfterSeconds <= 30,
        );
      }),
      runs(500),
    );
  });

  it('refuses endless text beside endless text when the engine cannot keep up, however few characters were measured', () => {
    // Audio was measured for no characters at all: nothing can be concluded from how many are left.
    const rate = rateOf(1, 0);
    const admitted = Array.from({ length: 3 }, () => demandOf({ lead: 0 }));
    assert.equal(decide({ rate, admitted, candidate: demandOf({ lead: 0 }) })?.reason, 'lateness');
  });
});
