import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { cuesOf, subtitleFile, subtitleFormat, type TimedWord } from './subtitles.ts';

/** Words of a third of a second each, one behind the other; a number is a pause in seconds. */
function timed(...parts: readonly (string | number)[]): TimedWord[] {
  let at = 0;
  return parts.flatMap((part) => {
    if (typeof part === 'number') {
      at += part;
      return [];
    }
    const words = part.split(' ').map((word, index) => ({ word, start: at + index / 3, end: at + (index + 1) / 3 }));
    at = words.at(-1)!.end;
    return words;
  });
}

function texts(words: readonly TimedWord[]): string[] {
  return cuesOf(words).map(({ lines }) => lines.join('|'));
}

describe('subtitles', () => {
  it('keep a sentence together, in lines of at most 42 characters', () => {
    assert.deepEqual(texts(timed('This is a sentence that fills more than one line.')), [
      'This is a sentence that fills more than|one line.',
    ]);
  });

  it('begin anew behind a sentence, behind a pause, and before they stand for more than seven seconds', () => {
    assert.deepEqual(texts(timed('This sentence is long enough. And so on.')), [
      'This sentence is long enough.',
      'And so on.',
    ]);
    assert.deepEqual(texts(timed('One two', 1, 'three')), ['One two', 'three']);
    for (const { start, end } of cuesOf(timed('so '.repeat(40).trim()))) assert.ok(end - start <= 7.001);
  });

  it('stay for a second where there is time for it', () => {
    assert.deepEqual(
      cuesOf(timed('Yes', 3, 'No')).map(({ start, end }) => [Number(start.toFixed(3)), Number(end.toFixed(3))]),
      [
        [0, 1],
        [3.333, 4.333],
      ],
    );
  });

  it('write no space into Chinese and Japanese', () => {
    const words = ['今日', 'は', '良い', '天気'].map((word, index) => ({ word, start: index, end: index + 0.5 }));
    assert.deepEqual(texts(words), ['今日は良い天気']);
    const marked = [
      '你好，',
      '世界',
      '（',
      '笑',
      '）',
      '2024',
      '年',
      '“',
      '好',
      '”',
      '𠮷',
      '野家，',
      'Visual',
      'Studio',
      '里',
    ];
    const row = marked.map((word, index) => ({ word, start: index / 10, end: (index + 1) / 10 }));
    assert.deepEqual(texts(row), ['你好，世界（笑）2024年“好”𠮷野家，Visual Studio 里']);
    assert.deepEqual(texts(timed('ราคา 100 บาท')), ['ราคา 100 บาท']);
    assert.deepEqual(texts(timed('The word 好 means “good” (2024).')), ['The word 好 means “good” (2024).']);
  });

  it('hold each word once, in order, and never overlap', () => {
    const word = fc.stringMatching(/^[a-z]{1,60}[.,!]?$/);
    fc.assert(
      fc.property(fc.array(fc.tuple(word, fc.double({ min: 0.01, max: 3, noNaN: true }))), (given) => {
        let at = 0;
        const words = given.map(([text, seconds]) => ({ word: text, start: at, end: (at += seconds) }));
        const cues = cuesOf(words);
        assert.equal(cues.flatMap(({ lines }) => lines).join(' '), given.map(([text]) => text).join(' '));
        cues.forEach(({ start, end, lines }, index) => {
          assert.ok(start < end && end <= (cues[index + 1]?.start ?? Infinity));
          assert.ok(lines.length <= 2);
        });
      }),
    );
  });

  it('are SubRip or WebVTT by the ending, with what a player would take for markup escaped', () => {
    const cues = [{ start: 3661.0015, end: 3662.5, lines: ['a < b', '& c'] }];
    assert.equal(subtitleFile(cues, 'srt'), '1\n01:01:01,002 --> 01:01:02,500\na < b\n& c\n');
    assert.equal(subtitleFile(cues, 'vtt'), 'WEBVTT\n\n01:01:01.002 --> 01:01:02.500\na &lt; b\n&amp; c\n');
    assert.deepEqual([subtitleFormat('a.SRT'), subtitleFormat('b.vtt')], ['srt', 'vtt']);
    assert.equal(subtitleFormat('a.txt'), undefined);
  });
});
