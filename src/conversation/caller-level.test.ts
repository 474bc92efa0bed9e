import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CallerLevel } from './caller-level.ts';

/** A tone of 0.4 s at a level, in dB below full scale. */
function tone(decibels: number): Int16Array {
  const peak = 32_767 * 10 ** (-decibels / 20);
  return Int16Array.from({ length: 3200 }, (_, at) => peak * Math.sin(at / 3));
}

function sound(level: CallerLevel, decibels: number): void {
  level.write(new Int16Array(8000));
  level.soundBegan();
  level.write(tone(decibels));
}

describe('the level of a caller', () => {
  it('is known behind the first turn: what is 15 dB quieter is faint', () => {
    const level = new CallerLevel({ sampleRate: 8000 });
    sound(level, 40);
    assert.equal(level.isFaint, false, 'nobody has spoken yet');
    sound(level, 10);
    level.turnEnded();
    for (const [decibels, isFaint] of [
      [10, false],
      [23, false],
      [27, true],
      [60, true],
    ] as const) {
      sound(level, decibels);
      assert.equal(level.isFaint, isFaint, `${decibels} dB`);
    }
  });

  it('is that of a sound from its first loud frame on, also of one that began some frames ago', () => {
    const level = new CallerLevel({ sampleRate: 8000 });
    sound(level, 10);
    level.turnEnded();
    sound(level, 40);
    assert.equal(level.isFaint, true);
    level.write(tone(12));
    assert.equal(level.isFaint, false);
    level.write(new Int16Array(8000));
    level.write(tone(12).subarray(0, 1600));
    level.soundBegan();
    assert.equal(level.isFaint, false);
  });

  it('follows a caller who moves away', () => {
    const level = new CallerLevel({ sampleRate: 8000 });
    for (const decibels of [10, 10, 10, 30, 30]) {
      sound(level, decibels);
      level.turnEnded();
    }
    sound(level, 32);
    assert.equal(level.isFaint, false);
  });
});
