/** Which questions rise at their end, by their words, and the pitch of the rise. */
import type { FliteToken } from './words.ts';

const askingWords = new Set(
  `who whom whose what when where why how which who's what's when's where's why's how's who're what're who'll what'll who'd what'd where'd
  how'd`.split(/\s+/u),
);
/** What may stand before the asking word: `and how much?`, `in which room?`. */
const leadingWords = new Set(
  'and but so or then well ok okay oh now in on at to from for of by with about since until under through'.split(' '),
);
const auxiliaries = new Set(
  `am is are was were be do does did have has had can could will would shall should may might must isn't aren't wasn't weren't don't doesn't
  didn't haven't hasn't hadn't can't couldn't won't wouldn't shouldn't`.split(/\s+/u),
);

/**
 * Whether the run ends with a question that is answered by yes or no. Those that ask by a word (`where is it?`) and those that offer a
 * choice (`tea or coffee?`) fall.
 */
export function risesAtEnd(tokens: readonly FliteToken[]): boolean {
  if (tokens.at(-1)?.punctuation !== '?') return false;
  const start = tokens.findLastIndex(
    ({ punctuation }, index) => index < tokens.length - 1 && /[.?!]/u.test(punctuation),
  );
  const words = tokens.slice(start + 1);
  if (words.slice(1, -1).some(({ name }) => name === 'or')) return false;
  const clause = words.findLastIndex(({ punctuation }, index) => index < words.length - 1 && punctuation !== '');
  const last = words.slice(clause + 1);
  if (asks(last)) return false;
  return !asks(words) || auxiliaries.has(last[0]!.name);
}

function asks(words: readonly FliteToken[]): boolean {
  const first = words.find(({ name }) => !leadingWords.has(name));
  return first !== undefined && askingWords.has(first.name);
}

/**
 * The rise at rate 1, in seconds; how many of them are voiced at least where there are so many; and over how many the pitch before it is
 * brought to its start.
 */
const riseSeconds = 0.3;
const leastVoicedSeconds = 0.12;
const approachSeconds = 0.15;
/** How far it rises, and how far below the median of the run it begins at most, in semitones. */
const riseSemitones = 6.5;
const startSemitones = -1;

/** A time of a run, in seconds. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** The rise at the end of a question. */
export interface Rise {
  /** From here the pitch is on its way to that of the start. */
  readonly approach: number;
  /** Where it rises: what is not voiced between them nobody hears. One at least. */
  readonly voiced: readonly Stretch[];
}

/** @param voiced sounds of the run, in order; one at least */
export function riseOver(voiced: readonly Stretch[], rate: number): Rise {
  const last = voiced.at(-1)!.end;
  const parts: Stretch[] = [];
  let seconds = 0;
  for (const { start, end } of voiced.toReversed()) {
    const from = Math.max(start, Math.min(last - riseSeconds / rate, end - leastVoicedSeconds / rate + seconds));
    if (from >= end) break;
    parts.unshift({ start: from, end });
    seconds += end - from;
  }
  return { approach: parts[0]!.start - approachSeconds / rate, voiced: parts };
}

/** How much of the rise has been heard at a time, 0–1. */
function shareAt({ voiced }: Rise, time: number): number {
  const secondsBefore = (limit: number): number =>
    voiced.reduce((sum, { start, end }) => sum + Math.max(0, Math.min(limit, end) - start), 0);
  return secondsBefore(time) / secondsBefore(Infinity);
}

/** A pitch of a run, in Hz, at a time in seconds. */
export interface PitchPoint {
  readonly time: number;
  readonly hz: number;
}

/**
 * @param points of the voiced sounds of a run, in order
 * @returns the pitches with the rise, in the same order; behind it the pitch stays
 */
export function withRise(points: readonly PitchPoint[], rise: Rise): number[] {
  const { approach, voiced } = rise;
  const { start } = voiced[0]!;
  const median = points.map(({ hz }) => hz).sort((a, b) => a - b)[points.length >> 1] ?? 0;
  const before = points.findLast(({ time }) => time <= start)?.hz ?? points[0]?.hz ?? 0;
  const from = Math.max(before, median * semitones(startSemitones));
  return points.map(({ time, hz }) => {
    if (time >= start) return from * semitones(riseSemitones * shareAt(rise, time));
    return time <= approach ? hz : hz * (from / before) ** ((time - approach) / (start - approach));
  });
}

/** Times at which a pitch that goes in straight lines is to be set, so that it follows the rise: the rise is none in Hz. */
export function riseTimes({ approach, voiced }: Rise): number[] {
  return [...new Set([approach, ...voiced.flatMap(({ start, end }) => [start, (start + end) / 2, end])])];
}

/** The same melody, with points at these times too; where there are none, the pitch stays what it is beside. */
export function withTimes(points: readonly PitchPoint[], times: readonly number[]): PitchPoint[] {
  const missing = times.filter((time) => time > 0 && points.every((point) => point.time !== time));
  const added = missing.map((time) => {
    const before = points.findLast((point) => point.time < time) ?? points[0];
    const behind = points.find((point) => point.time > time) ?? points.at(-1);
    if (before === undefined || behind === undefined) return { time, hz: 0 };
    const share = behind.time > before.time ? (time - before.time) / (behind.time - before.time) : 0;
    return { time, hz: before.hz + share * (behind.hz - before.hz) };
  });
  return [...points, ...added].filter(({ hz }) => hz > 0).sort((a, b) => a.time - b.time);
}

function semitones(count: number): number {
  return 2 ** (count / 12);
}
