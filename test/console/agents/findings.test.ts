/** What the results of metrics say together: which kind of answer they are, and what is counted, averaged and left out. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findingsOf, type Finding, type Judged } from '../../../console/src/metrics/findings.ts';
import { formatNumber, rangeOf } from '../../../console/src/metrics/numbers.ts';

function result(part: Partial<Judged>): Judged {
  return {
    ...{ metricId: 'm1', metricName: 'solved', metricDisplayName: 'Solved', status: 'completed', summary: null },
    ...{ result: null, value: null, createdAt: '2026-11-20T12:00:00.000Z' },
    ...part,
  };
}

function answered(text: string, value: number | null = null, createdAt = '2026-11-20T12:00:00.000Z'): Judged {
  return result({ result: text, value, createdAt });
}

function findingOf(results: readonly Judged[]): Finding {
  return findingsOf(results)[0]!.finding;
}

describe('the findings of a metric', () => {
  it('are shares where most answers are yes or no, in whatever letters', () => {
    const answers = [answered('true', 1), answered('Yes', 1), answered('no.', null), answered('perhaps')];
    const [findings] = findingsOf(answers);
    assert.deepEqual(findings!.finding, { kind: 'agreement', yes: 2, no: 1 });
    assert.equal(findings!.unlike, 1);
    assert.equal(findings!.name, 'Solved');
  });

  it('are means by day where most are numbers, the oldest day first', () => {
    const answers = [
      answered('5', 5, '2026-11-21T12:00:00.000Z'),
      answered('2 stars', 2, '2026-11-20T12:00:00.000Z'),
      answered('-1.5', -1.5, '2026-11-20T12:30:00.000Z'),
      answered('She asked for the room with the number 12', 12),
    ];
    const [findings] = findingsOf(answers);
    assert.deepEqual(findings!.finding, {
      kind: 'number',
      mean: 5.5 / 3,
      least: -1.5,
      most: 5,
      days: [
        { day: '2026-11-20', mean: 0.25, count: 2 },
        { day: '2026-11-21', mean: 5, count: 1 },
      ],
    });
    assert.equal(findings!.unlike, 1);
  });

  it('are counts where a number is part of a name, and means where a number has a sign or a unit', () => {
    const names = [
      answered('iPhone 15', 15),
      answered('iPhone 14', 14),
      answered('Gate 7', 7),
      answered('Order 4711', 4711),
    ];
    assert.equal(findingOf(names).kind, 'text');
    const prices = [answered('$4.50', 4.5), answered('€ 3', 3), answered('-2 points', -2), answered('90%', 90)];
    assert.equal(findingOf(prices).kind, 'number');
  });

  it('are counts of other texts, the most frequent first, and the rest together', () => {
    const answers = [
      ...Array.from({ length: 3 }, (_, index) => answered(index === 0 ? 'Order' : 'order')),
      answered('delivery'),
      answered('delivery'),
      ...Array.from({ length: 9 }, (_, index) => answered(`topic ${String.fromCharCode(97 + index)}`)),
    ];
    const finding = findingOf(answers);
    assert.ok(finding.kind === 'text');
    assert.deepEqual(finding.values.slice(0, 2), [
      { text: 'Order', count: 3 },
      { text: 'delivery', count: 2 },
    ]);
    assert.equal(finding.values.length, 8);
    assert.deepEqual(finding.others, { values: 3, count: 3 });
  });

  it('tell failures and missing answers apart, with their reasons', () => {
    const [findings] = findingsOf([
      result({ status: 'failed', summary: 'The language model did not answer: unreachable.' }),
      result({ status: 'failed', summary: 'The language model did not answer: unreachable.' }),
      result({ summary: 'The transcript does not tell.' }),
      result({}),
    ]);
    assert.deepEqual(findings!.finding, { kind: 'none' });
    assert.deepEqual(findings!.failures, [{ text: 'The language model did not answer: unreachable.', count: 2 }]);
    assert.deepEqual(
      findings!.unanswered.map(({ text }) => text),
      ['The transcript does not tell.', 'No reason was given.'],
    );
  });

  it('are those of each metric, in the order of the results', () => {
    const other = { metricId: 'm2', metricName: 'topic', metricDisplayName: null };
    const found = findingsOf([result({ ...other, result: 'order' }), answered('yes', 1), result(other)]);
    assert.deepEqual(
      found.map(({ name, results }) => [name, results]),
      [
        ['topic', 2],
        ['Solved', 1],
      ],
    );
    assert.deepEqual(findingsOf([]), []);
  });
});

describe('numbers of metrics', () => {
  it('are shown as they are, with three digits behind the point', () => {
    const shown = [12_345, 99_999, 123_456.7891, 4.25, 5.5 / 3, -0.5, 0, 0.000_42].map(formatNumber);
    assert.deepEqual(shown, ['12,345', '99,999', '123,456.789', '4.25', '1.833', '-0.5', '0', '0.00042']);
  });

  it('have an axis whose labels differ as the values do', () => {
    const labelsOf = (...values: number[]) => rangeOf(values).labels.map(({ text }) => text);
    assert.deepEqual(labelsOf(1, 5), ['1', '3', '5']);
    assert.deepEqual(labelsOf(12_345, 12_346), ['12,345', '12,345.5', '12,346']);
    assert.deepEqual(labelsOf(10_000.1, 10_000.3), ['10,000.1', '10,000.2', '10,000.3']);
    assert.equal(new Set(labelsOf(0.0001, 0.0003)).size, 3);
    assert.equal(new Set(labelsOf(7)).size, 3);
  });
});
