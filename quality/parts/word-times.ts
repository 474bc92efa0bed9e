/** How far the times of the words are from what an acoustic model finds. */
import { median, quantile } from '../../bench/report/statistics.ts';
import { fixed, milliseconds, type Row, type Table } from '../../bench/report/table.ts';
import type { Voice } from '../../src/voices/voice.ts';
import { defaultVoices } from '../sources/default-voices.ts';
import { alignWords } from '../measures/forced-alignment.ts';
import { harvardLists } from '../../bench/speech/harvard.ts';
import { inParallel } from '../parallel.ts';
import type { Part, Quality } from '../quality.ts';
import { recognizerPackages, wordsOf } from '../../bench/pocketsphinx.ts';
import type { LocalSynthesizer } from '../sources/local-synthesizer.ts';
import { rowOf, targets } from '../targets.ts';

const sentences = harvardLists.flat().slice(0, 30);

interface Errors {
  /** Seconds, of the start and the end of each word. */
  readonly errors: readonly number[];
  /** Sentences that could not be aligned. */
  readonly lost: number;
  /** Sentences whose words have not one time each. */
  readonly untimed: number;
  /** Words that begin before the one before has ended, or end before they begin. */
  readonly disorder: number;
}

export const wordTimes: Part = {
  title: 'Word times',
  packages: recognizerPackages,
  isShort: false,
  measure: (quality) => measureWordTimes(quality, alignWords),
};

/** @param align finds the words, or not */
export async function measureWordTimes(
  { synthesizer, progress }: Quality,
  align: typeof alignWords,
): Promise<Omit<Table, 'title'>> {
  const rows: Row[] = [];
  const byEngine = new Map<string, Errors[]>();
  for (const voice of defaultVoices(synthesizer, false)) {
    progress(`Word times of ${voice.name}`);
    const found = await errorsOf(synthesizer, voice, align);
    const { engine } = voice.speaker;
    byEngine.set(engine, [...(byEngine.get(engine) ?? []), found]);
    rows.push(rowOf(`word-times.${voice.name.toLowerCase()}`, `${voice.name} (${engine})`, describe(found)));
  }
  for (const [engine, all] of byEngine) {
    const found = {
      errors: all.flatMap(({ errors }) => errors),
      lost: all.reduce((sum, { lost }) => sum + lost, 0),
      untimed: all.reduce((sum, { untimed }) => sum + untimed, 0),
      disorder: all.reduce((sum, { disorder }) => sum + disorder, 0),
    };
    rows.push(
      rowOf(`word-times.${engine}`, `All of ${engine}`, describe(found), [
        { value: median(found.errors), target: targets.wordTimeMedian },
        { value: quantile(found.errors, 0.95), target: targets.wordTime95 },
        { value: found.lost / (all.length * sentences.length), target: targets.notAligned },
        { value: found.untimed + found.disorder, target: targets.none },
      ]),
    );
  }
  return {
    method: `${sentences.length} Harvard sentences (IEEE, 1969) by each voice, at 16 kHz. PocketSphinx aligns them with its model of American English, frames of 10 ms and a grammar that allows the sentence alone; the differences of the starts and ends of all words are given as median and 95th percentile. What the model takes formant synthesis for is part of the figure: it is an upper bound. Sentences whose words do not have one time each, and words out of order, count against the target of 0; so many sentences may be lost to the aligner as the share says.`,
    rows,
  };
}

async function errorsOf(synthesizer: LocalSynthesizer, voice: Voice, align: typeof alignWords): Promise<Errors> {
  const results = await inParallel(sentences, async (text) => {
    const { samples, sampleRate, words } = await synthesizer.speak({ voice, text }, 16_000);
    const disorder = words.filter(
      ({ start, end }, index) => end < start || start < (words[index - 1]?.end ?? 0),
    ).length;
    if (words.length !== wordsOf(text).length) return { errors: [], lost: 0, untimed: 1, disorder };
    const aligned = await align({ text, samples, sampleRate });
    if (aligned === undefined) return { errors: [], lost: 1, untimed: 0, disorder };
    const errors = words.flatMap(({ start, end }, index) => [
      Math.abs(start - aligned[index]!.start),
      Math.abs(end - aligned[index]!.end),
    ]);
    return { errors, lost: 0, untimed: 0, disorder };
  });
  return {
    errors: results.flatMap(({ errors }) => errors),
    lost: results.reduce((sum, { lost }) => sum + lost, 0),
    untimed: results.reduce((sum, { untimed }) => sum + untimed, 0),
    disorder: results.reduce((sum, { disorder }) => sum + disorder, 0),
  };
}

function describe({ errors, lost, untimed, disorder }: Errors): string {
  const notes = [
    untimed > 0 && `${untimed} sentences without a time for each word`,
    lost > 0 && `${lost} sentences not aligned`,
    disorder > 0 && `${disorder} words out of order`,
  ].filter((note) => note !== false);
  const spread = `${milliseconds(1000 * median(errors))}, ${milliseconds(1000 * quantile(errors, 0.95))}`;
  return [spread, `${fixed(errors.length / 2, 0)} words`, ...notes].join('; ');
}
