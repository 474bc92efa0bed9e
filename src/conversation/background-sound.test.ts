import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TestClock } from '../timing/testing.ts';
import { BackgroundLine, repeatable } from './background-sound.ts';
import { RealTimePosition, type Line } from './line.ts';

const sampleRate = 8000;

/** Everything that is written, and what a listener has heard of it. */
function hearingLine(clock: TestClock) {
  const position = new RealTimePosition(sampleRate, clock);
  const samples: number[] = [];
  const line: Line = {
    sampleRate,
    leadMs: 200,
    hasEcho: false,
    write(written) {
      samples.push(...written);
      position.write(written.length);
    },
    clear() {
      position.clear();
      samples.length = position.played;
    },
    played: () => ({ samples: position.played, exact: true }),
  };
  return { line, samples };
}

function setUp(sound = Int16Array.of(1, 2, 3)) {
  const clock = new TestClock();
  const { line, samples } = hearingLine(clock);
  const background = new BackgroundLine(line, { samples: sound }, clock);
  background.start();
  const pass = (ms: number): void => {
    for (let passed = 0; passed < ms; passed += 20) clock.advance(20);
  };
  return { background, samples, pass };
}

describe('a line with a background sound', () => {
  it('has the sound in real time while nothing is said, again and again', () => {
    const { samples, pass } = setUp();
    pass(1000);
    assert.ok(samples.length >= 8000 && samples.length <= 8000 + 320, `${samples.length} samples in a second`);
    assert.deepEqual(samples.slice(0, 7), [1, 2, 3, 1, 2, 3, 1]);
    assert.ok(samples.every((sample, index) => sample === (index % 3) + 1));
  });

  it('adds the sound to what is said, within 16 bits, and counts what is said only', () => {
    const { background, samples, pass } = setUp(Int16Array.of(100));
    pass(500);
    assert.equal(background.played().samples, 0);
    background.write(new Int16Array(1600).fill(32_700));
    pass(120);
    const { samples: heard } = background.played();
    assert.ok(heard > 0.06 * sampleRate && heard < 0.12 * sampleRate, `${heard} samples of speech were heard`);
    pass(500);
    assert.equal(background.played().samples, 1600);
    background.write(new Int16Array(800).fill(-5));
    pass(300);
    assert.equal(background.played().samples, 2400);
    assert.equal(samples.filter((sample) => sample === 32_767).length, 1600);
    assert.equal(samples.filter((sample) => sample === 95).length, 800);
    assert.equal(samples.filter((sample) => sample === 100).length, samples.length - 2400);
  });

  it('drops the speech that was not heard when it is cleared, and goes on with the sound', () => {
    const { background, samples, pass } = setUp(Int16Array.of(7));
    pass(100);
    background.write(new Int16Array(1600).fill(1000));
    pass(100);
    const { samples: heard } = background.played();
    background.clear();
    assert.equal(background.played().samples, heard);
    pass(500);
    assert.equal(background.played().samples, heard);
    assert.equal(samples.filter((sample) => sample === 1007).length, heard);
    background.write(new Int16Array(80).fill(2000));
    pass(100);
    assert.equal(background.played().samples, heard + 80);
  });

  it('ends with its conversation', () => {
    const { background, samples, pass } = setUp();
    pass(100);
    background.stop();
    const { length } = samples;
    pass(1000);
    assert.equal(samples.length, length);
  });
});

describe('a sound that is repeated', () => {
  it('joins its end to its beginning without a step', () => {
    const ramp = Float32Array.from({ length: 8000 }, (_, index) => index / 16_000);
    const { samples } = repeatable(ramp, sampleRate, 1);
    const step = Math.abs(samples[0]! - samples.at(-1)!);
    assert.equal(samples.length, 8000 - 400);
    assert.ok(step < 40, `a step of ${step}`);
  });

  it('has the volume that was asked for, also where it is shorter than the seam', () => {
    assert.deepEqual([...repeatable(Float32Array.of(0.25, 0.25), sampleRate, 0).samples], [0]);
    const { samples } = repeatable(new Float32Array(8000).fill(0.25), sampleRate, 2);
    assert.equal(samples[4000], 16_384);
  });
});
