/** The marks of a text one by one: where their tags stand, what they hold for, and the text without one or with another value. */
import { lastingTag, pauseTag, type LastingTag, type TextEdit, type TextRange } from './markup.ts';

export type MarkKind = 'pause' | LastingTag | 'spell';

export interface Mark {
  readonly kind: MarkKind;
  /** Of a pause the milliseconds, of a spelling nothing. */
  readonly value: string;
  readonly opening: TextRange;
  /** Of the tag that takes it back; undefined where it holds to the end of the text or to the next of its kind. */
  readonly closing: TextRange | undefined;
  /** What it holds for, without tags; empty for a pause. */
  readonly words: string;
}

interface Tag extends TextRange {
  readonly kind: MarkKind;
  readonly value: string;
  /** Only ever ends a spelling. */
  readonly isEnd: boolean;
}

interface OpenMark {
  readonly tag: Tag;
  /** What was in force before it. */
  readonly before: string;
}

const tags =
  /<break\s+time="(\d+(?:\.\d+)?)(ms|s)"\s*\/>|<(speed|volume|emotion)\s+(?:ratio|value)="([^"<>]*)"\s*\/>|<(\/?)spell>/gu;

function tagOf(match: RegExpExecArray): Tag {
  const [whole, time, unit, lasting, value, slash] = match;
  const range = { start: match.index, end: match.index + whole.length };
  if (time !== undefined) {
    return { ...range, kind: 'pause', value: String(Number(time) * (unit === 's' ? 1000 : 1)), isEnd: false };
  }
  if (lasting !== undefined) return { ...range, kind: lasting as LastingTag, value: value!, isEnd: false };
  return { ...range, kind: 'spell', value: '', isEnd: slash === '/' };
}

/**
 * In their order. A tag that brings back what was in force before the last one of its kind is no mark, but the end of that one.
 * @param usual what holds where no tag says anything
 */
export function marksIn(text: string, usual: Readonly<Record<LastingTag, string>>): readonly Mark[] {
  const open = new Map<MarkKind, OpenMark>();
  const values = new Map<MarkKind, string>(Object.entries(usual) as [LastingTag, string][]);
  const marks: Mark[] = [];
  const end = (kind: MarkKind, at: number, closing?: TextRange): void => {
    const mark = open.get(kind);
    if (mark === undefined) return;
    open.delete(kind);
    const { start, end: behind, value } = mark.tag;
    marks.push({ kind, value, opening: { start, end: behind }, closing, words: spoken(text.slice(behind, at)) });
  };
  for (const match of text.matchAll(tags)) {
    const tag = tagOf(match);
    const { kind, value, start } = tag;
    if (kind === 'pause') {
      marks.push({ kind, value, opening: { start, end: tag.end }, closing: undefined, words: '' });
      continue;
    }
    const before = values.get(kind) ?? '';
    const isBack = tag.isEnd || (kind !== 'spell' && open.get(kind)?.before === value);
    end(kind, start, isBack ? { start, end: tag.end } : undefined);
    values.set(kind, value);
    if (!isBack) open.set(kind, { tag, before });
  }
  for (const kind of [...open.keys()]) end(kind, text.length);
  return marks.sort((a, b) => a.opening.start - b.opening.start);
}

function spoken(text: string): string {
  return text
    .replaceAll(/<[^<>]*>/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}

/** The text between the tags stays. Of the spaces on both sides of a pause one stays. */
export function withoutMark(text: string, { opening, closing }: Mark): TextEdit {
  if (closing !== undefined) {
    return { start: opening.start, end: closing.end, text: text.slice(opening.end, closing.start) };
  }
  const isBehindSpace = /(?:^|\s)$/u.test(text.slice(0, opening.start));
  const isBeforeSpace = text.startsWith(' ', opening.end);
  return { start: opening.start, end: opening.end + (isBehindSpace && isBeforeSpace ? 1 : 0), text: '' };
}

/** @param value as {@link Mark.value} */
export function withValue({ kind, opening }: Mark, value: string): TextEdit {
  if (kind === 'spell') return { ...opening, text: '<spell>' };
  return { ...opening, text: kind === 'pause' ? pauseTag(Number(value)) : lastingTag(kind, value) };
}
