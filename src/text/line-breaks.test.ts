import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SegmentationOptions } from './segmentation.ts';
import { piecesOf, readAll, streamedPiecesOf } from './testing.ts';

const english: SegmentationOptions = { maxCodePoints: 140, firstClauseWords: 3, spoken: 0, language: 'en' };

/** The segments of a text, each with the pause before it in milliseconds: `|205|Pro`. */
function read(text: string, language = 'en'): string {
  const options = { ...english, language };
  const pieces = piecesOf(text, options);
  assert.deepEqual(streamedPiecesOf(text.split(''), options), pieces, 'unit by unit');
  return readAll(pieces, language)
    .map(({ tokens, pauseSeconds }, index) => {
      const words = tokens.map((token) => token.text).join(language === 'zh' ? '' : ' ');
      return index === 0 && pauseSeconds === 0 ? words : `|${Math.round(pauseSeconds * 1000)}|${words}`;
    })
    .join('');
}

const wrapped = 'We went down to the harbour to look at the boats';

describe('a line break', () => {
  for (const [what, text, expected] of [
    ['ends an item of a list', 'Here are your options:\nBasic\nPro', 'Here are your options:|55|Basic|205|Pro'],
    ['ends one in small letters', '- apples\n- pears\n* plums', '- apples|205|- pears|205|* plums'],
    ['ends a heading', 'Summary\nThe API works.', 'Summary|205|The API works.'],
    [
      'ends a row of a table',
      '| Plan | Price |\n|---|---|\n| Pro | low |',
      '| Plan | Price ||205||---|---| | Pro | low |',
    ],
    ['adds nothing to a sentence end', 'It works.\nIt is new.', 'It works.|0|It is new.'],
    ['may be written with a carriage return', 'Basic\r\nPro\r\nTeam', 'Basic|205|Pro|205|Team'],
    ['may have spaces around', 'Basic \n  Pro', 'Basic|205|Pro'],
    ['may stand behind an abbreviation', 'Acme Inc.\n12 Main St.\nBoston', 'Acme Inc.|0|12 Main St.|0|Boston'],
    ['is none before the first word and behind the last', '\n\n\nBasic\nPro\n\n\n', 'Basic|205|Pro'],
    ['is none for what is not spoken', 'Basic\n---\nPro', 'Basic|205|--- Pro'],
    ['is no end where prose is wrapped', `${wrapped}\nand back.`, `${wrapped} and back.`],
    ['is none there behind a comma', `${wrapped},\nand back.`, `${wrapped},|0|and back.`],
    ['is one before a capital', `${wrapped}\nPro`, `${wrapped}|205|Pro`],
    ['is one behind a colon', `${wrapped}:\napples`, `${wrapped}:|55|apples`],
    [
      'is none for the second line of a wrapped sentence',
      `Yes. ${wrapped}. Then\nhome.`,
      `Yes.|0|${wrapped}.|0|Then home.`,
    ],
  ] as const) {
    it(what, () => assert.equal(read(text), expected));
  }

  it('ends a line in scripts without capitals and without spaces', () => {
    assert.equal(read('基本版\n专业版。\n团队版', 'zh'), '基本版|205|专业版。|0|团队版');
    assert.equal(read('मूल\nप्रो', 'hi'), 'मूल|205|प्रो');
    assert.equal(read('أساسي\nاحترافي', 'ar'), 'أساسي|205|احترافي');
  });
});

describe('a paragraph', () => {
  for (const [what, text, expected] of [
    ['has a longer pause', 'Summary\n\nThe API works', 'Summary|638|The API works'],
    ['has it behind a sentence end too', 'It works.\n\nIt is new.', 'It works.|308|It is new.'],
    ['has one pause however many blank lines there are', 'One\n\n\n \r\n\n\nTwo', 'One|638|Two'],
    ['may have spaces in its blank line', 'One\n \t \nTwo', 'One|638|Two'],
    ['may be made by its separator', 'One\u2029Two', 'One|638|Two'],
    ['is found across tags', 'One\n<speed ratio="1.3"/>\nTwo', 'One|491|Two'],
    ['gives way to a longer break', 'One\n\n<break time="2s"/>Two', 'One|2000|Two'],
    ['follows the speed', '<speed ratio="1.3"/>One\n\nTwo', 'One|491|Two'],
  ] as const) {
    it(what, () => assert.equal(read(text), expected));
  }
});

describe('a text of nothing but breaks and signs', () => {
  const total = (text: string): { pieces: number; pauses: number } => {
    const pieces = piecesOf(text, { ...english, maxCodePoints: 500 });
    return {
      pieces: pieces.length,
      pauses: readAll(pieces, 'en').reduce((sum, { pauseSeconds }) => sum + pauseSeconds, 0),
    };
  };

  it('has one pause for a million line breaks', () => {
    const { pieces, pauses } = total(`One${'\n'.repeat(1_000_000)}Two`);
    assert.ok(pieces <= 2100, `${pieces} pieces`);
    assert.equal(pauses, 0.638);
  });

  it('has one pause for each of 5,000 rows of a table', () => {
    const { pieces, pauses } = total('| a | b |\n'.repeat(5000));
    assert.equal(pieces, 5000);
    assert.ok(pauses <= 4999 * 0.205 + 0.01, `${pauses} s`);
  });

  it('has none for brackets and for abbreviations', () => {
    assert.equal(total('('.repeat(20_000)).pauses, 0);
    assert.equal(total('[]()'.repeat(5000)).pauses, 0);
    assert.equal(total('Dr. '.repeat(10_000)).pauses, 0);
  });
});
