/** The marks of a text as the console's Speak page shows them: found, changed and taken away one by one. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withPause, withSpelling, withTag, type TextEdit } from '../../../console/src/speak/markup/markup.ts';
import { marksIn, withoutMark, withValue, type Mark } from '../../../console/src/speak/markup/marks.ts';

const usual = { speed: '1', volume: '1', emotion: 'neutral' } as const;

function applied(text: string, edit: TextEdit): string {
  return text.slice(0, edit.start) + edit.text + text.slice(edit.end);
}

function found(text: string): (readonly [string, string, string])[] {
  return marksIn(text, usual).map(({ kind, value, words }) => [kind, value, words]);
}

function only(text: string): Mark {
  const marks = marksIn(text, usual);
  assert.equal(marks.length, 1, text);
  return marks[0]!;
}

describe('the marks of a text', () => {
  it('are one each, with the words that they hold for', () => {
    assert.deepEqual(found('No marks, 1 < 2.'), []);
    assert.deepEqual(
      found(
        'One <break time="1.5s"/> <speed ratio="0.85"/>two three<speed ratio="1"/> <emotion value="sad"/>four <spell>AB</spell>.',
      ),
      [
        ['pause', '1500', ''],
        ['speed', '0.85', 'two three'],
        ['emotion', 'sad', 'four AB.'],
        ['spell', '', 'AB'],
      ],
    );
  });

  it('end at the next of their kind, which is one of its own unless it brings back what was', () => {
    assert.deepEqual(found('<volume ratio="1.3"/>a <volume ratio="0.8"/>b <volume ratio="1.3"/>c'), [
      ['volume', '1.3', 'a'],
      ['volume', '0.8', 'b'],
    ]);
    assert.deepEqual(found('<speed ratio="2"/>a<speed ratio="0.5"/>b<speed ratio="1"/>c'), [
      ['speed', '2', 'a'],
      ['speed', '0.5', 'b'],
      ['speed', '1', 'c'],
    ]);
    assert.deepEqual(found('<spell>never ended'), [['spell', '', 'never ended']]);
    assert.deepEqual(found('ended only</spell>'), []);
  });

  it('are taken away with all that the toolbar had put there', () => {
    const text = 'One, two three.';
    const two = { start: 5, end: 8 };
    for (const edit of [
      withPause(text, { start: 5, end: 5 }, 500),
      withTag(text, two, 'speed', '0.85', '1'),
      withTag(text, two, 'emotion', 'sad', 'neutral'),
      withSpelling(text, two),
    ]) {
      const marked = applied(text, edit);
      assert.equal(applied(marked, withoutMark(marked, only(marked))), text, marked);
    }
    const open = '<volume ratio="1.3"/>to the end.';
    assert.equal(applied(open, withoutMark(open, only(open))), 'to the end.');
  });

  it('take another value, and what they hold for stays', () => {
    const slow = 'Say <speed ratio="0.85"/>this<speed ratio="1"/> now.';
    assert.equal(applied(slow, withValue(only(slow), '1.35')), 'Say <speed ratio="1.35"/>this<speed ratio="1"/> now.');
    const pause = 'One <break time="500ms"/> two.';
    assert.equal(applied(pause, withValue(only(pause), '2000')), 'One <break time="2s"/> two.');
  });
});
