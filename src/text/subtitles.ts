/**
 * Subtitles from word times, as SubRip (.srt) or WebVTT (.vtt, https://www.w3.org/TR/webvtt1/). A subtitle has at most two lines of 42
 * characters and stands for at most 7 s, which is what broadcasters and streaming services ask for; it ends with a sentence or a
 * pause where it can. The console makes its downloads with it as well: nothing of Node is used here.
 */
/** A word and when it is spoken, in seconds. */
export interface TimedWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** What is shown at one time. */
export interface Cue {
  readonly start: number;
  readonly end: number;
  /** One or two. */
  readonly lines: readonly string[];
}

/** SubRip or WebVTT. */
export type SubtitleFormat = 'srt' | 'vtt';

const lineLength = 42;
const maxLines = 2;
const maxSeconds = 7;
/** A pause that a new subtitle begins behind. */
const pauseSeconds = 0.7;
/** A shorter one is read with difficulty: it stays until here, or until the next one. */
const minSeconds = 1;

/** By the ending of a file's name; undefined for another one. */
export function subtitleFormat(file: string): SubtitleFormat | undefined {
  return /\.(srt|vtt)$/iu.exec(file)?.[1]?.toLowerCase() as SubtitleFormat | undefined;
}

/** Words into subtitles, each word in one of them, in their order. */
export function cuesOf(words: readonly TimedWord[]): readonly Cue[] {
  const groups: TimedWord[][] = [];
  for (const word of words) {
    const group = groups.at(-1);
    if (group === undefined || endsBefore(group, word)) groups.push([word]);
    else group.push(word);
  }
  return groups.map((group, index) => {
    const [start, end] = [group[0]!.start, group.at(-1)!.end];
    const next = groups[index + 1]?.[0]?.start ?? Infinity;
    return { start, end: Math.max(end, Math.min(start + minSeconds, next)), lines: linesOf(group) };
  });
}

function endsBefore(group: readonly TimedWord[], next: TimedWord): boolean {
  const last = group.at(-1)!;
  if (next.start - last.end >= pauseSeconds || next.end - group[0]!.start > maxSeconds) return true;
  if (/[.!?…。！？।]["'”’»)]*$/u.test(last.word) && textOf(group).length > lineLength / 2) return true;
  return linesOf([...group, next]).length > maxLines;
}

/** Words in a row. Languages that are written without spaces have no space between them. */
export function textOf(words: readonly Pick<TimedWord, 'word'>[]): string {
  return words.reduce(
    (text, { word }) => (text === '' || isUnspaced(text, word) ? text + word : `${text} ${word}`),
    '',
  );
}

const unspacedLetter =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}々〇ー]/u;
/** The other scripts without spaces between words have them around numbers and marks. */
const ideograph = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}々〇ー]/u;
/** Marks that bring the white space around them along. */
const wideMark = /[\u3001-\u303f\uff01-\uff60・]/u;
const narrowMark = /[\p{P}\p{N}]/u;

/** Whether no space stands between two words, by the script they are written in: digits and quotes take after ideographs and kana beside them. */
export function isUnspaced(before: string, after: string): boolean {
  const ends = [Array.from(before.slice(-2)).at(-1) ?? '', Array.from(after.slice(0, 2))[0] ?? ''];
  if (ends.some((end) => wideMark.test(end))) return true;
  const isMarked = ends.some((end) => ideograph.test(end)) && ends.some((end) => narrowMark.test(end));
  return isMarked || ends.every((end) => unspacedLetter.test(end));
}

/** A word longer than a line stands alone in one. */
function linesOf(words: readonly TimedWord[]): readonly string[] {
  const lines: TimedWord[][] = [];
  for (const word of words) {
    const line = lines.at(-1);
    if (line === undefined || textOf([...line, word]).length > lineLength) lines.push([word]);
    else line.push(word);
  }
  return lines.map(textOf);
}

/** The text of a subtitle file. */
export function subtitleFile(cues: readonly Cue[], format: SubtitleFormat): string {
  const blocks = cues.map(({ start, end, lines }, index) => {
    const times = `${timeOf(start, format)} --> ${timeOf(end, format)}`;
    const text = lines.map((line) => (format === 'vtt' ? escaped(line) : line)).join('\n');
    return format === 'srt' ? `${index + 1}\n${times}\n${text}\n` : `${times}\n${text}\n`;
  });
  return (format === 'vtt' ? ['WEBVTT\n', ...blocks] : blocks).join('\n');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** SubRip has a comma before the milliseconds, WebVTT a point. */
function timeOf(seconds: number, format: SubtitleFormat): string {
  const ms = Math.round(seconds * 1000);
  const part = (value: number, digits = 2): string => String(Math.floor(value)).padStart(digits, '0');
  const mark = format === 'srt' ? ',' : '.';
  return `${part(ms / 3_600_000)}:${part((ms / 60_000) % 60)}:${part((ms / 1000) % 60)}${mark}${part(ms % 1000, 3)}`;
}
