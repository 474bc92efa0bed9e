/** Files that no author writes: each takes time in proportion to its length, where looking back over all of it would take hours. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withDeadline } from '../../../test/support/work-deadline.ts';
import { cleanPages } from './clean.ts';
import type { TextLine } from './lines.ts';
import { blocksOf } from './paragraphs.ts';

/** No machine needs so long; reading that is quadratic takes a multiple. */
const deadlineMs = 8000;

function lineOf(text: string, index: number): TextLine {
  return { text, left: 50, right: 500, y: 800 - 12 * (index % 60), size: 10 };
}

describe('a PDF of any form is read in linear time', () => {
  it('whose only paragraph has a hundred thousand lines and no full stop', () => {
    const text = 'and so on in words that are long enough for a whole line of text';
    const pages = Array.from({ length: 2000 }, () => ({
      height: 842,
      lines: Array.from({ length: 50 }, (_, index) => lineOf(text, index)),
    }));
    const blocks = withDeadline(deadlineMs, () => blocksOf(pages, 10));
    assert.equal(blocks.length, 1);
    assert.equal(blocks[0]!.text, Array.from({ length: 100_000 }, () => text).join(' '));
  });

  it('whose words are all cut at the ends of lines', () => {
    const lines = Array.from({ length: 100_000 }, () => lineOf('and-', 0));
    const [block, ...others] = withDeadline(deadlineMs, () => blocksOf([{ height: 842, lines }], 10));
    assert.deepEqual([block!.text, others], [`${'and'.repeat(100_000)}-`, []]);
  });

  it('whose page is full of what looks like notes above a line that is none', () => {
    const notes = Array.from({ length: 100_000 }, () => ({ ...lineOf('1 Note', 40), size: 6 }));
    const page = { height: 842, lines: [...notes, lineOf('Text that is not a note', 41)] };
    assert.equal(withDeadline(deadlineMs, () => cleanPages([page], 10))[0]!.lines.length, 100_001);
  });
});
