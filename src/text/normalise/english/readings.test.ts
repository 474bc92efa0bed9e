/** Readings in English that once misled, each with its neighbours that are meant otherwise. How words sound is tested by the tables of cases. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { initialReaderState, readSegments } from '../../reader.ts';

function spoken(text: string): string {
  return readSegments(text, initialReaderState, { language: 'en', normalization: 'auto', generationConfig: {} })
    .segments.flatMap(({ tokens }) => tokens.flatMap((token) => token.spoken))
    .join(' ');
}

const rows: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  'letters behind numbers': [
    ['Seat 12A and seat 14B', 'Seat twelve A and seat fourteen B'],
    ["I'm in 12A, you are in 14B.", "I'm in twelve A, you are in fourteen B."],
    ['platform 2M', 'platform two M'],
    ['Class 8B', 'Class eight B'],
    ['row 9L', 'row nine L'],
    ['Form 1040A', 'Form ten forty A'],
    ['Rm 3B', 'room three B'],
    ['a 10A fuse', 'a ten amp fuse'],
    ['a current of 10A', 'a current of ten amps'],
    ['a 5V 2A charger', 'a five volts two amp charger'],
    ['3.5M views', 'three point five million views'],
    ['5M users', 'five million users'],
    ['a population of 67M', 'a population of sixty seven million'],
    ['7B parameters', 'seven billion parameters'],
    ['2.5B', 'two point five billion'],
    ['512B', 'five hundred twelve bytes'],
    ['Add 2L of water', 'Add two liters of water'],
    ['a 60W bulb', 'a sixty watt bulb'],
    ['5J of energy', 'five joules of energy'],
    ['Room 100', 'Room one hundred'],
    ['table 105', 'table one hundred five'],
  ],
};

for (const [name, cases] of Object.entries(rows)) {
  describe(`English, ${name}`, () => {
    for (const [text, words] of cases) it(text, () => assert.equal(spoken(text), words));
  });
}
