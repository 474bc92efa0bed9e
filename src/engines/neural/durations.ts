/** From the durations of ids to the marks of words and phonemes. */
import type { Mark } from '../adapter.ts';
import { alignWords, wordMarks, type Span, type SpokenWord, type WordReport } from '../alignment/words.ts';
import type { IdRun } from './phoneme-ids.ts';

/** A run that was spoken. */
export interface SpokenRun {
  readonly run: IdRun;
  /** That the model gave. */
  readonly samples: number;
  /** Of those, left out at the start. */
  readonly skipped: number;
  /** That are heard of it, the pause behind it included. */
  readonly heard: number;
  /** Of each id, in units of the model. */
  readonly durations: Int32Array;
}

/**
 * The marks of a segment: exact where a word has sounds of its own. One that eSpeak runs together with its neighbour shares the
 * span with it, cut at a phoneme.
 * @param hopLength samples for each unit
 * @throws {Error} when the durations are not those of the audio
 */
export function marksOf(words: readonly SpokenWord[], spoken: readonly SpokenRun[], hopLength: number): Mark[] {
  const reports: WordReport[] = [];
  const phonemes: Extract<Mark, { kind: 'phoneme' }>[] = [];
  let from = 0;
  for (const each of spoken) {
    const spans = symbolSpans(each, hopLength, from);
    for (const [index, { word }] of each.run.symbols.entries()) {
      if (word !== undefined) reports.push({ word, ...spans[index]! });
    }
    phonemes.push(...phonemeMarks(each.run, spans));
    from += each.heard;
  }
  const texts = words.map(({ text }) => text);
  const borders = phonemes.map(({ start }) => start);
  return [...wordMarks(words, alignWords(texts, reports, from, borders)), ...phonemes];
}

/** Where each symbol is, with the padding behind it. */
function symbolSpans({ run, samples, skipped, heard, durations }: SpokenRun, hopLength: number, from: number): Span[] {
  const total = durations.reduce((sum, each) => sum + each, 0);
  if (durations.length !== run.ids.length || Math.abs(total * hopLength - samples) > hopLength) {
    throw new Error(
      `it gave ${durations.length} durations for ${run.ids.length} ids, of ${total * hopLength} samples for ${samples}`,
    );
  }
  const spans: { start: number; end: number }[] = [];
  const place = (units: number): number => from + Math.max(0, Math.min(heard, units * hopLength - skipped));
  let units = 0;
  for (const [index, owner] of run.owners.entries()) {
    const start = place(units);
    units += durations[index]!;
    const end = place(units);
    if (owner < 0) continue;
    const known = spans[owner];
    if (known === undefined) spans[owner] = { start, end };
    else known.end = end;
  }
  return spans;
}

/** A letter with the marks around it is one phoneme: stress before it, length and accents behind. */
function phonemeMarks({ symbols }: IdRun, spans: readonly Span[]): Extract<Mark, { kind: 'phoneme' }>[] {
  const marks: { kind: 'phoneme'; phoneme: string; start: number; end: number }[] = [];
  let start: number | undefined;
  let canGrow = false;
  for (const [index, { sound, word }] of symbols.entries()) {
    const span = spans[index]!;
    const last = marks.at(-1);
    if (sound === 'ˈ' || sound === 'ˌ') start ??= span.start;
    else if (canGrow && last !== undefined && word !== undefined && /^(?:[\p{M}\p{Lm}]|\p{N}|)$/u.test(sound)) {
      // Numbers for tones are no letters.
      last.phoneme += sound;
      last.end = span.end;
    } else if (/^\p{L}/u.test(sound)) {
      marks.push({ kind: 'phoneme', phoneme: sound, start: start ?? span.start, end: span.end });
      start = undefined;
    }
    canGrow = sound !== '' && word !== undefined;
  }
  return marks;
}
