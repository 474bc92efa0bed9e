import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { englishCases, heldOutCases, type EnglishCase } from './english-cases/index.ts';
import { spokenOf } from './index.ts';

/** What is heard: words without their punctuation and case; a hyphen parts words as a space does. */
function heard(text: string): string {
  const words = spokenOf(
    text.split(' ').filter((word) => word !== ''),
    'en',
    'auto',
  ).flat();
  return words
    .join(' ')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{S}']+/gu, ' ')
    .trim();
}

function misreadings(cases: readonly EnglishCase[]): string[] {
  return cases.flatMap(({ text, spoken }) => {
    const got = heard(text);
    return spoken.includes(got) ? [] : [`${text} → ${got}\n    (${spoken[0]!})`];
  });
}

/** Share of a set that is read as a style guide has it, and the least of any class. */
function judge(name: string, all: readonly EnglishCase[], least: number, leastOfClass: number): void {
  const classes = Map.groupBy(all, (entry) => entry.class);
  describe(`English, ${name}: ${all.length} cases`, () => {
    let wrong = 0;
    for (const [className, cases] of classes) {
      it(`reads ${className}`, (test) => {
        const bad = misreadings(cases);
        wrong += bad.length;
        const share = 1 - bad.length / cases.length;
        test.diagnostic(`${(share * 100).toFixed(1)} % of ${cases.length}`);
        for (const line of bad) test.diagnostic(line);
        assert.ok(share >= leastOfClass, bad.join('\n'));
      });
    }
    it('reads nearly all', (test) => {
      const share = 1 - wrong / all.length;
      test.diagnostic(`${(share * 100).toFixed(1)} % of ${all.length}`);
      assert.ok(share >= least);
    });
  });
}

judge('development set', englishCases, 0.95, 0.9);
judge('held-out set', heldOutCases, 0.95, 0.9);
