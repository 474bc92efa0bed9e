import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fliteMarks, type Phone } from './marks.ts';

const words = ['two', '北', 'of'].map((text, token) => ({ text, token, word: 0 }));
function phone(name: string, word: number, start: number, end: number): Phone {
  return { name, word, start, end };
}

describe('the marks of flite', () => {
  const phones = [
    phone('pau', -1, 0, 10),
    phone('t', 0, 10, 20),
    phone('uw', 0, 20, 40),
    phone('pau', -1, 40, 50),
    phone('ax', 2, 50, 60),
    phone('v', 2, 60, 75),
  ];

  it('span the phones of a word, and put a word without phones at the end of the one before it', () => {
    assert.deepEqual(
      fliteMarks(words, phones, 80).filter(({ kind }) => kind === 'word'),
      [
        { kind: 'word', token: 0, word: 0, start: 10, end: 40 },
        { kind: 'word', token: 1, word: 0, start: 40, end: 40 },
        { kind: 'word', token: 2, word: 0, start: 50, end: 75 },
      ],
    );
  });

  it('name each phone in IPA and no pause', () => {
    const phonemes = fliteMarks(words, phones, 80).filter((mark) => mark.kind === 'phoneme');
    assert.deepEqual(
      phonemes.map(({ phoneme }) => phoneme),
      ['t', 'u', 'ə', 'v'],
    );
  });

  it('never reach beyond the audio', () => {
    for (const { start, end } of fliteMarks(words, phones, 55)) assert.ok(start <= end && end <= 55);
  });

  it('are of no length at the start when nothing was spoken', () => {
    assert.deepEqual(fliteMarks(words.slice(0, 1), [], 0), [{ kind: 'word', token: 0, word: 0, start: 0, end: 0 }]);
  });
});
