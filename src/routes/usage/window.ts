/** Windows of whole UTC days, cut into buckets. */
import { invalidField } from '../../errors/service-error.ts';

const dayMs = 86_400_000;
/** Of a window without a start. */
const defaultDays = 7;

const hourMs = 3_600_000;
/** Longest window by the hour. */
const mostHours = 8 * 24;

export const intervals = ['day', 'week', 'month'] as const;
export type Interval = (typeof intervals)[number];

/** From one UTC midnight up to another. */
export interface Window {
  readonly start: Date;
  readonly end: Date;
}

/**
 * The window asked for, its start rounded down and its end rounded up to whole days.
 * @throws {ServiceError} `invalid_request` when it ends before it begins, is longer than a year or not within 1970 to 9999
 */
export function windowOf(startTs: string | undefined, endTs: string | undefined, now: Date): Window {
  const end = endTs === undefined ? now : new Date(endTs);
  const start = startTs === undefined ? new Date(end.getTime() - defaultDays * dayMs) : new Date(startTs);
  if (start >= end) throw invalidField('end_ts', `Must be after "start_ts", which is ${start.toISOString()}`);
  if (end > yearAfter(start)) throw invalidField('start_ts', 'At most a year before "end_ts"');
  const window = { start: midnight(start), end: midnight(new Date(end.getTime() + dayMs - 1)) };
  if (window.start.getUTCFullYear() < 1970) throw invalidField('start_ts', 'Must not be before 1970');
  // A year of five digits would not sort as text.
  if (window.end.getUTCFullYear() > 9999) throw invalidField('end_ts', 'Must not be after 9999');
  return window;
}

/**
 * The parts of a window in order, without gaps: days, weeks from Monday on, months from their first day on; the first and the
 * last are cut to the window. Without an interval the whole window is one.
 */
export function bucketsOf({ start, end }: Window, interval: Interval | undefined): Window[] {
  const buckets: Window[] = [];
  for (let from = start; from < end;) {
    const next = interval === undefined ? end : followingStart(from, interval);
    const to = next < end ? next : end;
    buckets.push({ start: from, end: to });
    from = to;
  }
  return buckets;
}

/**
 * The window asked for, its start rounded down and its end rounded up to whole hours.
 * @throws {ServiceError} `invalid_request` as {@link windowOf}, and when it is longer than 8 days
 */
export function hourWindowOf(startTs: string | undefined, endTs: string | undefined, now: Date): Window {
  windowOf(startTs, endTs, now);
  const end = endTs === undefined ? now : new Date(endTs);
  const start = startTs === undefined ? new Date(end.getTime() - defaultDays * dayMs) : new Date(startTs);
  if (end.getTime() - start.getTime() > mostHours * hourMs) {
    throw invalidField('start_ts', 'At most 8 days before "end_ts" with "interval=hour"');
  }
  return {
    start: new Date(Math.floor(start.getTime() / hourMs) * hourMs),
    end: new Date(Math.ceil(end.getTime() / hourMs) * hourMs),
  };
}

/** The hours of such a window. */
export function hoursOf({ start, end }: Window): Window[] {
  const count = (end.getTime() - start.getTime()) / hourMs;
  const at = (hour: number): Date => new Date(start.getTime() + hour * hourMs);
  return Array.from({ length: count }, (_, hour) => ({ start: at(hour), end: at(hour + 1) }));
}

/** `YYYY-MM-DDTHH` */
export function hourOf(moment: Date): string {
  return moment.toISOString().slice(0, 13);
}

/** `YYYY-MM-DD` */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

export function wireWindow({ start, end }: Window): { start_ts: string; end_ts: string } {
  return { start_ts: start.toISOString(), end_ts: end.toISOString() };
}

function midnight(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / dayMs) * dayMs);
}

function yearAfter(moment: Date): Date {
  const later = new Date(moment);
  later.setUTCFullYear(moment.getUTCFullYear() + 1);
  return later;
}

function followingStart(day: Date, interval: Interval): Date {
  if (interval === 'month') return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1));
  const daysLeft = interval === 'day' ? 1 : 7 - ((day.getUTCDay() + 6) % 7);
  return new Date(day.getTime() + daysLeft * dayMs);
}
