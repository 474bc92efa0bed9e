/** What the server counts, as the charts of a page show it. */
import type { Schemas } from '@sonorant/client';
import { sonorant } from '../base/api.ts';
import type { ChartSeries } from '../components/chart.tsx';
import { formatInteger } from '../components/format.ts';

export type Figures = Schemas['ActivityFigures'];
type Bucket = Schemas['ActivityBucket'];
type Series = Schemas['ActivitySeries'];

export interface Activity {
  readonly total: Figures;
  readonly buckets: readonly Bucket[];
  readonly series?: readonly Series[];
}

export const periods = [
  { id: '1', name: 'Last 24 hours' },
  { id: '7', name: 'Last 7 days' },
  { id: '30', name: 'Last 30 days' },
  { id: '90', name: 'Last 90 days' },
  { id: '365', name: 'Last year' },
];

const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** A year less a day: the server takes at most a year, and a leap year is longer than 365 days. */
const maxDays = 364;

/** The hours of the last day, or so many days with today. */
export function windowOf(days: string): { readonly start_ts: string; readonly interval: 'hour' | 'day' } {
  const isDay = days === '1';
  const back = isDay ? 23 * hourMs : Math.min(maxDays, Number(days) - 1) * dayMs;
  return { start_ts: new Date(Date.now() - back).toISOString(), interval: isDay ? 'hour' : 'day' };
}

/** Also of one key, by voice, key or all together. */
export function readActivity(
  { days, group }: { readonly days: string; readonly group?: 'voice' | 'api_key' | undefined },
  signal: AbortSignal,
): Promise<Activity> {
  return sonorant.get('/usage/activity', {
    query: { ...windowOf(days), ...(group !== undefined && { group_by: group }) },
    signal,
  });
}

/** A number that is shown. */
export interface Measure {
  readonly id: string;
  readonly name: string;
  readonly kind: 'bars' | 'lines';
  readonly valueOf: (figures: Figures) => number | null;
  readonly format: (value: number) => string;
}

export function formatMinutes(minutes: number): string {
  return minutes < 10 && minutes > 0 ? minutes.toFixed(minutes < 1 ? 2 : 1) : formatInteger(Math.round(minutes));
}

export function formatMs(ms: number): string {
  return `${formatInteger(Math.round(ms))} ms`;
}

export const audioMinutes: Measure = {
  ...{ id: 'audio', name: 'Audio minutes', kind: 'bars', format: formatMinutes },
  valueOf: ({ audio_seconds: seconds }) => seconds / 60,
};
export const requests: Measure = {
  ...{ id: 'requests', name: 'Requests', kind: 'bars', format: formatInteger },
  valueOf: ({ requests: count }) => count,
};
export const errors: Measure = {
  ...{ id: 'errors', name: 'Errors', kind: 'bars', format: formatInteger },
  valueOf: ({ errors: { refused, failed } }) => refused + failed,
};
export const firstAudio95: Measure = {
  ...{ id: 'p95', name: 'First audio, p95', kind: 'lines', format: formatMs },
  valueOf: ({ first_audio: times }) => times?.p95_ms ?? null,
};
const firstAudio50: Measure = {
  ...{ id: 'p50', name: 'First audio, p50', kind: 'lines', format: formatMs },
  valueOf: ({ first_audio: times }) => times?.p50_ms ?? null,
};
export const measures = [audioMinutes, requests, errors, firstAudio95] as const;

/** `06-24`, or `13:00` for an hour, in UTC as the server counts. */
export function pointOf({ start_ts: start }: Pick<Bucket, 'start_ts'>, isHour: boolean): string {
  return isHour ? start.slice(11, 16) : start.slice(5, 10);
}

/** Of the whole, where errors and times have two parts. */
export function wholeSeries({ id }: Measure, { buckets }: Activity): readonly ChartSeries[] {
  const series = (of: string, name: string, valueOf: Measure['valueOf']): ChartSeries => ({
    ...{ id: of, name },
    values: buckets.map(valueOf),
  });
  if (id === 'p95') return [firstAudio50, firstAudio95].map((one) => series(one.id, one.name.slice(13), one.valueOf));
  if (id === 'errors') {
    return [
      series('refused', 'Refused (4xx)', ({ errors: { refused } }) => refused),
      series('failed', 'Failed (5xx)', ({ errors: { failed } }) => failed),
    ];
  }
  const measure = measures.find((one) => one.id === id)!;
  return [series(id, measure.name, measure.valueOf)];
}

/** Series that have a colour of their own; the others are one. */
const mostSeries = 6;

/** One for each voice or key; those beyond the sixth are one where they can be added up, else left to the table. */
export function groupSeries(
  { kind, valueOf }: Measure,
  { buckets, series = [] }: Activity,
  nameOf: (series: Series) => string,
): readonly ChartSeries[] {
  const all = series.map((one): ChartSeries => {
    const found = new Map(one.buckets.map((bucket) => [bucket.start_ts, valueOf(bucket)]));
    return {
      ...{ id: one.id === '' ? '-' : one.id, name: nameOf(one) },
      values: buckets.map(({ start_ts: start }) => found.get(start) ?? (kind === 'bars' ? 0 : null)),
    };
  });
  if (all.length <= mostSeries) return all;
  if (kind === 'lines') return all.slice(0, mostSeries);
  const rest = all.slice(mostSeries - 1);
  const values = buckets.map((_, index) => rest.reduce((sum, one) => sum + (one.values[index] ?? 0), 0));
  return [...all.slice(0, mostSeries - 1), { id: 'others', name: `${rest.length} others`, values }];
}
