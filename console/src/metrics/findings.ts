/** What the results of one metric say together. */
import { dayOf } from '../components/days.ts';

/** A result, as far as it is looked at here. */
export interface Judged {
  readonly metricId: string;
  readonly metricName: string;
  readonly metricDisplayName: string | null;
  readonly status: 'completed' | 'failed';
  readonly result: string | null;
  readonly value: number | null;
  readonly summary: string | null;
  readonly createdAt: string;
}

export interface Counted {
  readonly text: string;
  readonly count: number;
}

export interface DayMean {
  /** `2026-11-23`. */
  readonly day: string;
  readonly mean: number;
  readonly count: number;
}

/** As what most of the answers can be read. */
export type Finding =
  | { readonly kind: 'agreement'; readonly yes: number; readonly no: number }
  | {
      readonly kind: 'number';
      readonly mean: number;
      readonly least: number;
      readonly most: number;
      /** Oldest first; only days with answers. */
      readonly days: readonly DayMean[];
    }
  | {
      readonly kind: 'text';
      /** The most frequent first. */
      readonly values: readonly Counted[];
      /** Of further values. */
      readonly others: { readonly values: number; readonly count: number };
    }
  | { readonly kind: 'none' };

export interface MetricFindings {
  readonly metricId: string;
  readonly name: string;
  readonly results: number;
  readonly finding: Finding;
  /** Answers of another kind than that of {@link finding}, which are not in it. */
  readonly unlike: number;
  /** Why there is no answer: judgements that failed, and those that found none. */
  readonly failures: readonly Counted[];
  readonly unanswered: readonly Counted[];
}

/** One for each metric that has results, in the order of the first of them. */
export function findingsOf(results: readonly Judged[]): readonly MetricFindings[] {
  const byMetric = Map.groupBy(results, ({ metricId }) => metricId);
  return [...byMetric.values()].map(findingsOfMetric);
}

function findingsOfMetric(results: readonly Judged[]): MetricFindings {
  const { metricId, metricName, metricDisplayName } = results[0]!;
  const answers = results.filter(({ result }) => result !== null);
  const { finding, fitting } = read(answers);
  const without = results.filter(({ result }) => result === null);
  const reasonsOf = (status: Judged['status']): readonly Counted[] =>
    countsOf(without.filter((one) => one.status === status).map(({ summary }) => summary ?? 'No reason was given.'));
  return {
    metricId,
    name: metricDisplayName ?? metricName,
    results: results.length,
    finding,
    unlike: answers.length - fitting,
    failures: reasonsOf('failed'),
    unanswered: reasonsOf('completed'),
  };
}

const agreement: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['false', false],
  ['no', false],
]);

/** Yes or no in an answer that says nothing else. */
export function agreementOf({ result }: Pick<Judged, 'result'>): boolean | undefined {
  return agreement.get(result?.trim().toLowerCase().replace(/[.!]$/, '') ?? '');
}

/** A longer text with a number in it is a text: "She asked for room 12." */
const longestNumber = 24;

/** What a number begins with, before which only a currency stands; "iPhone 15" is a name. */
const beginsWithNumber = /^\s*\p{Sc}?\s*[+\-−]?\p{Sc}?\s*\.?\d/u;

/** The number that an answer is: "4", "4 stars", "€ 4". */
export function numberOf(answer: Pick<Judged, 'result' | 'value'>): number | undefined {
  if (answer.value === null || agreementOf(answer) !== undefined) return undefined;
  const { result } = answer;
  return result !== null && result.length <= longestNumber && beginsWithNumber.test(result) ? answer.value : undefined;
}

function read(answers: readonly Judged[]): { readonly finding: Finding; readonly fitting: number } {
  if (answers.length === 0) return { finding: { kind: 'none' }, fitting: 0 };
  const half = answers.length / 2;
  const agreements = answers.map(agreementOf).filter((value) => value !== undefined);
  if (agreements.length > half) {
    const yes = agreements.filter(Boolean).length;
    return { finding: { kind: 'agreement', yes, no: agreements.length - yes }, fitting: agreements.length };
  }
  const numbers = answers.flatMap((answer) => {
    const value = numberOf(answer);
    return value === undefined ? [] : [{ value, day: dayOf(answer.createdAt) }];
  });
  if (numbers.length > half) return { finding: numberFinding(numbers), fitting: numbers.length };
  const counts = countsOf(answers.map(({ result }) => result!.trim()));
  const others = counts.slice(mostValues);
  const count = others.reduce((sum, value) => sum + value.count, 0);
  const finding = { values: counts.slice(0, mostValues), others: { values: others.length, count } };
  return { finding: { kind: 'text', ...finding }, fitting: answers.length };
}

/** Values that have a bar of their own. */
const mostValues = 8;

function numberFinding(numbers: readonly { readonly value: number; readonly day: string }[]): Finding {
  const values = numbers.map(({ value }) => value);
  const days = [...Map.groupBy(numbers, ({ day }) => day)]
    .map(([day, ofDay]) => ({ day, count: ofDay.length, mean: meanOf(ofDay.map(({ value }) => value)) }))
    .toSorted((one, other) => (one.day < other.day ? -1 : 1));
  return { kind: 'number', mean: meanOf(values), least: Math.min(...values), most: Math.max(...values), days };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The most frequent first; texts that differ only in the size of their letters are one. */
function countsOf(texts: readonly string[]): readonly Counted[] {
  return [...Map.groupBy(texts, (text) => text.toLowerCase()).values()]
    .map((same) => ({ text: same[0]!, count: same.length }))
    .toSorted((one, other) => other.count - one.count);
}
