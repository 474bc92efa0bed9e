import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seededRandom } from '../../../test/support/random.ts';
import { swept } from '../../../test/support/sweeps.ts';
import { voiceLike } from '../decoding/testing.ts';
import { vadRate } from './detectors.ts';
import { VoiceActivity, type VoiceBorder } from './voice-activity.ts';

const seconds = 6;

function sound(valueAt: (time: number, index: number) => number): Int16Array {
  return Int16Array.from({ length: seconds * vadRate }, (_, index) => 32_767 * valueAt(index / vadRate, index));
}

async function bordersOf(samples: Int16Array, step = samples.length): Promise<VoiceBorder[]> {
  const activity = await VoiceActivity.create();
  const borders: VoiceBorder[] = [];
  for (let at = 0; at < samples.length; at += step) borders.push(...activity.write(samples.subarray(at, at + step)));
  return [...borders, ...activity.end()];
}

/** Two seconds of silence, two of something like a voice, two of silence; over noise of that amplitude. */
function voiceBetween(noiseLevel: number): Int16Array {
  const voice = voiceLike({ seconds: 2, sampleRate: vadRate, pitch: 120 });
  const noise = seededRandom(3);
  return sound((time, index) => {
    const at = index - 2 * vadRate;
    return (time >= 2 && time < 4 ? voice[at]! : 0) + noiseLevel * (noise() - 0.5);
  });
}

describe('voice activity', () => {
  for (const level of [0, 0.002, 0.02]) {
    it(`finds a voice over noise of ${level} of full scale, and nothing else`, async () => {
      const borders = await bordersOf(voiceBetween(level));
      assert.deepEqual([borders[0]?.kind, borders.at(-1)?.kind], ['start', 'end']);
      const [first, last] = [borders[0]!.at / vadRate, borders.at(-1)!.at / vadRate];
      assert.ok(first > 1.9 && first < 2.3, `begins at ${first} s`);
      assert.ok(last > 3.6 && last < 4.2, `ends at ${last} s`);
    });
  }

  it('finds the same however the samples are divided', async () => {
    const samples = voiceBetween(0.01);
    const whole = await bordersOf(samples);
    for (const step of [1, 319, 320, 777, 5000]) assert.deepEqual(await bordersOf(samples, step), whole, `${step}`);
  });

  it('tells what may be an onset before that is sure, and that a burst of noise was none', async () => {
    const noise = seededRandom(5);
    const burst = sound((time) => (time >= 2 && time < 2.15 ? 0.5 * (noise() - 0.5) : 0));
    const clicks = sound((_time, index) => (index % 2400 < 60 ? 0.7 * Math.exp(-(index % 2400) / 9) : 0));
    for (const [samples, expected] of [
      [voiceBetween(0), ['begun']],
      [burst, ['begun', 'dropped']],
      [clicks, []],
    ] as const) {
      const activity = await VoiceActivity.create();
      const found: { state: string; at: number; known: number }[] = [];
      let known = 0;
      let startAt = Infinity;
      activity.onCandidate = ({ state, at }) => found.push({ state, at, known });
      for (known = 320; known <= samples.length && startAt === Infinity; known += 320) {
        const [border] = activity.write(samples.subarray(known - 320, known));
        if (border?.kind === 'start') startAt = known;
      }
      activity.close();
      assert.deepEqual(
        found.map(({ state }) => state),
        expected,
      );
      const [begun] = found;
      if (begun === undefined) continue;
      assert.ok(begun.known < startAt && begun.known - begun.at <= 0.08 * vadRate, `known at ${begun.known}`);
    }
  });

  it('gives borders in order, each start with its end', async () => {
    const voice = voiceLike({ seconds: 1, sampleRate: vadRate, pitch: 200 });
    const borders = await bordersOf(sound((time, index) => (time % 2 < 1 ? voice[index % vadRate]! : 0)));
    assert.deepEqual(
      borders.map(({ kind }) => kind),
      ['start', 'end', 'start', 'end', 'start', 'end'],
    );
    assert.deepEqual(
      borders.map(({ at }) => at),
      borders.map(({ at }) => at).sort((a, b) => a - b),
    );
  });
});

/** A kind of sound that is no voice. */
interface Noise {
  /** Samples by a seed from 1 on. */
  readonly make: (seed: number) => Int16Array;
  /** As many seeds as differ in level, length, gap or pitch; of those that differ in their random numbers alone, three. */
  readonly seeds: number;
}

const noises: Readonly<Record<string, Noise>> = {
  silence: { seeds: 1, make: () => sound(() => 0) },
  'white noise': {
    seeds: 7,
    make(seed) {
      const noise = seededRandom(seed);
      const level = 0.02 + (seed % 7) / 10;
      return sound(() => level * (noise() - 0.5));
    },
  },
  'noise that swells and fades': {
    seeds: 5,
    make(seed) {
      const noise = seededRandom(seed);
      return sound((time) => 0.6 * (noise() - 0.5) * (0.5 + 0.5 * Math.sin(2 * Math.PI * (1 + (seed % 5)) * time)));
    },
  },
  'bursts of noise': {
    seeds: 6,
    make(seed) {
      const noise = seededRandom(seed);
      const length = 0.1 + (seed % 6) / 10;
      return sound((time) => (time % (2 * length) < length ? 0.5 * (noise() - 0.5) : 0));
    },
  },
  'rumbling noise': {
    seeds: 3,
    make(seed) {
      const noise = seededRandom(seed);
      let value = 0;
      return sound(() => (value = 0.98 * value + 0.06 * (noise() - 0.5)) * 2);
    },
  },
  hum: {
    seeds: 2,
    make(seed) {
      const hertz = seed % 2 === 0 ? 50 : 60;
      return sound((time) =>
        [1, 2, 3].reduce((sum, part) => sum + (0.3 / part) * Math.sin(2 * Math.PI * hertz * part * time), 0),
      );
    },
  },
  'a steady tone': {
    seeds: 11,
    make: (seed) => sound((time) => 0.4 * Math.sin(2 * Math.PI * (150 + 97 * ((9 * seed) % 20)) * time)),
  },
  clicks: {
    seeds: 11,
    make(seed) {
      const gap = 1200 + 311 * ((9 * seed) % 15);
      return sound((_time, index) => {
        const at = index % gap;
        return at < 60 ? 0.7 * Math.cos(at) * Math.exp(-at / 9) : 0;
      });
    },
  },
  'rubbish of eight bits': {
    seeds: 3,
    make(seed) {
      const noise = seededRandom(seed);
      return sound(() => Math.round(255 * noise()) / 128 - 1);
    },
  },
};

it('at most one piece of noise, hum, tones and clicks counts as a voice', async () => {
  const found: string[] = [];
  for (const [name, { make, seeds }] of Object.entries(noises)) {
    for (const index of swept([...Array(seeds).keys()], (each) => each === 0)) {
      if ((await bordersOf(make(index + 1))).length > 0) found.push(`${name} (${index + 1})`);
    }
  }
  assert.ok(found.length <= 1, found.join(', '));
});
