import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../test/support/property-runs.ts';
import { createEdges } from './edges.ts';

const rate = 16_000;
const level = -20;

/** A tone between two stretches of silence, with a noise floor. */
function speech(before: number, tone: number, behind: number, floor = 10): Int16Array {
  return Int16Array.from({ length: before + tone + behind }, (_, index) =>
    index < before || index >= before + tone ? floor * Math.sin(index) : 4000 * Math.sin((index - before) / 5),
  );
}

function heard(samples: Int16Array, pause: number, lengths: readonly number[] = []): number[] {
  const edges = createEdges(rate, level);
  const parts: number[] = [];
  let at = 0;
  for (const length of [...lengths, samples.length]) parts.push(...edges.write(samples.slice(at, (at += length))));
  parts.push(...edges.end(pause));
  return parts;
}

/** Seconds behind the last sound. */
function silenceBehind(samples: readonly number[]): number {
  return (samples.length - 1 - samples.findLastIndex((sample) => Math.abs(sample) > 1000)) / rate;
}

describe('the silence around speech', () => {
  it('is brought to the pause that is asked for, whether more or less came', () => {
    for (const behind of [0, 400, 5000, 20_000]) {
      for (const pause of [0.15, 0.33]) {
        const samples = heard(speech(800, 3200, behind), pause);
        assert.ok(Math.abs(silenceBehind(samples) - pause) < 0.006, `${behind} ${pause} ${silenceBehind(samples)}`);
      }
    }
  });

  it('is long enough for the last sound to die away where no pause is asked for', () => {
    const samples = heard(speech(0, 3200, 8000), 0);
    assert.ok(silenceBehind(samples) >= 0.02 && silenceBehind(samples) < 0.026);
    assert.equal(samples.at(-1), 0);
    assert.equal(heard(speech(0, 3200, 0), 0).length, 3200, 'nothing is added');
  });

  it('is left as it is between two sounds', () => {
    const whole = Int16Array.from([...speech(0, 1600, 30_000), ...speech(0, 1600, 0)]);
    const samples = heard(whole, 0.1);
    assert.deepEqual(samples.slice(40, whole.length), [...whole.slice(40)]);
  });

  it('is all there is where no sound comes', () => {
    assert.deepEqual(heard(speech(3000, 0, 0), 0.33), [...speech(3000, 0, 0)]);
    assert.deepEqual(heard(new Int16Array(0), 0.33), []);
  });

  it('is held back for ten seconds at most', () => {
    for (const first of [0, 1600]) {
      const edges = createEdges(rate, level);
      let given = edges.write(speech(0, first, 0)).length;
      for (let second = 0; second < 60; second++) given += edges.write(new Int16Array(rate)).length;
      assert.ok(given >= 49 * rate, `${given / rate} s were given`);
    }
  });

  it('does not depend on how the samples are divided', () => {
    fc.assert(
      fc.property(
        fc.record({ before: fc.nat(3000), tone: fc.nat(2000), behind: fc.nat(9000) }),
        fc.array(fc.nat(700), { maxLength: 20 }),
        ({ before, tone, behind }, lengths) => {
          const samples = speech(before, tone, behind);
          assert.deepEqual(heard(samples, 0.2, lengths), heard(samples, 0.2));
        },
      ),
      runs(200),
    );
  });
});
