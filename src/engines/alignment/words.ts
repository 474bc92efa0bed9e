import type { Token } from '../../text/types.ts';
import type { Mark } from '../adapter.ts';

/** A stretch of samples, `start ≤ end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What a synthesizer says about one spoken word; a word may be reported several times or not at all. */
export interface WordReport extends Span {
  /** Index into the flat list of spoken words. */
  readonly word: number;
}

/** One spoken word and the place it came from. */
export interface SpokenWord {
  readonly text: string;
  /** Index into the segment's tokens. */
  readonly token: number;
  /** Index into that token's `spoken`. */
  readonly word: number;
}

/** All spoken words of the tokens, in order. */
export function spokenWords(tokens: readonly Token[]): SpokenWord[] {
  return tokens.flatMap((token, t) => token.spoken.map((text, word) => ({ text, token: t, word })));
}

/** The word marks of a segment: `spans[i]` belongs to `words[i]`. */
export function wordMarks(words: readonly SpokenWord[], spans: readonly Span[]): Mark[] {
  return words.map(({ token, word }, i) => ({ kind: 'word', token, word, ...spans[i]! }));
}

/**
 * Gives every spoken word exactly one span from what the synthesizer reported: in order, not overlapping, inside the audio.
 * A word reported several times spans all its reports. A word not reported was merged with the one before it (at the start:
 * with the one after it): they share that span in proportion to their letters, each border moved to the nearest of `borders`.
 *
 * @param words   the spoken words, in order
 * @param reports spans in samples, any order
 * @param total   samples of the segment
 * @param borders ascending sample positions where a word can begin (phoneme starts); none when empty
 */
export function alignWords(
  words: readonly string[],
  reports: readonly WordReport[],
  total: number,
  borders: readonly number[] = [],
): Span[] {
  const known = joinReports(words.length, reports, total);
  const spans: Span[] = [];
  while (spans.length < words.length) {
    const from = spans.length;
    const anchor = firstKnown(known, from);
    // Nothing reported at all: the words share the whole audio.
    const span = known[anchor] ?? { start: 0, end: total };
    const to = firstKnown(known, anchor + 1);
    spans.push(...share(words.slice(from, to), span, borders));
  }
  return spans;
}

function firstKnown(known: readonly (Span | undefined)[], from: number): number {
  let i = from;
  while (i < known.length && known[i] === undefined) i++;
  return i;
}

/** One span a word at most, ascending and not overlapping. */
function joinReports(count: number, reports: readonly WordReport[], total: number): (Span | undefined)[] {
  const known = new Array<Span | undefined>(count).fill(undefined);
  for (const { word, start, end } of reports) {
    const other = known[word];
    known[word] = other ? { start: Math.min(start, other.start), end: Math.max(end, other.end) } : { start, end };
  }
  let previous: { start: number; end: number } | undefined;
  for (let i = 0; i < count; i++) {
    const span = known[i];
    if (!span) continue;
    const start = clamp(span.start, previous?.start ?? 0, total);
    if (previous) previous.end = Math.min(previous.end, start);
    known[i] = previous = { start, end: clamp(span.end, start, total) };
  }
  return known;
}

/** Cuts a span at the shares of the words' letters; words without letters or digits get nothing of it. */
function share(words: readonly string[], span: Span, borders: readonly number[]): Span[] {
  if (words.length === 1) return [span];
  const weights = words.map((word) => word.match(/[\p{L}\p{N}]/gu)?.length ?? 0);
  const all = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const inner = borders.filter((border) => border > span.start && border < span.end);
  let start = span.start;
  let before = 0;
  return weights.map((weight, i) => {
    before += weight;
    const ideal = Math.round(span.start + ((span.end - span.start) * before) / all);
    const isRest = before === all || i === words.length - 1;
    const end =
      weight === 0 && before < all ? start : isRest ? span.end : clamp(nearest(inner, ideal), start, span.end);
    const cut = { start, end };
    start = end;
    return cut;
  });
}

function nearest(borders: readonly number[], ideal: number): number {
  let best = borders[0] ?? ideal;
  for (const border of borders) if (Math.abs(border - ideal) < Math.abs(best - ideal)) best = border;
  return best;
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}

/** Marks of a segment whose first samples are left out: those that lie there stand at its start. */
export function earlier(marks: readonly Mark[], samples: number): Mark[] {
  return marks.map((mark) => ({
    ...mark,
    start: Math.max(0, mark.start - samples),
    end: Math.max(0, mark.end - samples),
  }));
}
