/** When words are found to be heard, how late speech is noticed, and what is taken for speech. */
import { median, quantile } from '../../bench/report/statistics.ts';
import { milliseconds, type Row } from '../../bench/report/table.ts';
import { vadRate } from '../../src/audio/vad/detectors.ts';
import { VoiceActivity } from '../../src/audio/vad/voice-activity.ts';
import { WordAligner } from '../../src/hearing/word-aligner.ts';
import { defaultVoices } from '../sources/default-voices.ts';
import { harvardLists } from '../../bench/speech/harvard.ts';
import type { Speech } from '../sources/local-synthesizer.ts';
import { musicKinds, musicSeconds, pieceOf } from '../sources/music.ts';
import type { Part, Quality } from '../quality.ts';
import { rowOf, targets } from '../targets.ts';

const sentences = harvardLists.flat().slice(0, 20);
/** Pieces of each kind of music. */
const pieces = 10;
/** Samples of silence on either side of a sentence. */
const pause = vadRate / 2;
const { signal } = new AbortController();

interface Sentence {
  readonly text: string;
  readonly samples: Int16Array;
  readonly words: Speech['words'];
}

export const hearing: Part = {
  title: 'Hearing',
  packages: [],
  isShort: false,
  async measure({ synthesizer, progress }: Quality) {
    progress('Speech to be heard');
    const spoken: Sentence[] = [];
    // Of the engine that is not the reference.
    for (const voice of defaultVoices(synthesizer, false).filter(({ speaker }) => speaker.engine === 'flite')) {
      for (const text of sentences) {
        const { samples, words } = await synthesizer.speak({ voice, text }, vadRate);
        const offset = pause / vadRate;
        spoken.push({
          text,
          samples: Int16Array.from([...new Int16Array(pause), ...samples, ...new Int16Array(pause)]),
          words: words.map((word) => ({ ...word, start: offset + word.start, end: offset + word.end })),
        });
      }
    }
    const aligner = new WordAligner();
    try {
      progress('Words by alignment');
      const rows = [await wordsSaid(aligner, spoken)];
      progress('Onsets');
      rows.push(...(await onsets(spoken)));
      progress('Music');
      rows.push(...(await music()));
      return {
        method: `${sentences.length} Harvard sentences (IEEE, 1969) by each default voice of flite at 16 kHz, half a second of silence on either side. Words are found by alignment with eSpeak, as for a recognizer that knows no times; their starts and ends are compared with those of the engine. An onset is late by the audio that has come when it is known, less the beginning of the first word. Music is made here: ${pieces} pieces of ${musicSeconds} s of each kind, with its largest sample at half of full scale; a piece counts when speech begins in it.`,
        rows,
      };
    } finally {
      await aligner.close();
    }
  },
};

interface Times {
  readonly start: number;
  readonly end: number;
}

function differences(found: readonly Times[], expected: readonly Times[]): number[] {
  return found.flatMap(({ start, end }, index) => [
    Math.abs(start - expected[index]!.start),
    Math.abs(end - expected[index]!.end),
  ]);
}

function spreadOf(errors: readonly number[]): string {
  return `${milliseconds(1000 * median(errors))}, ${milliseconds(1000 * quantile(errors, 0.95))}`;
}

/** A sentence that is not found counts as a miss. */
export async function wordsSaid(aligner: Pick<WordAligner, 'align'>, spoken: readonly Sentence[]): Promise<Row> {
  const errors: number[] = [];
  let lost = 0;
  for (const { text, samples, words } of spoken) {
    const found = await aligner.align(samples, text, 'en', signal);
    if (found?.length === words.length) errors.push(...differences(found, words));
    else lost++;
  }
  const measured = `${spreadOf(errors)}; ${errors.length / 2} words; ${lost} of ${spoken.length} sentences not found`;
  return rowOf('hearing.words', 'Words of a known text: median, 95th percentile', measured, [
    { value: median(errors), target: targets.heardWordMedian },
    { value: quantile(errors, 0.95), target: targets.heardWord95 },
    { value: lost, target: targets.none },
  ]);
}

async function onsets(spoken: readonly Sentence[]): Promise<Row[]> {
  const late: number[] = [];
  const off: number[] = [];
  for (const { samples, words } of spoken) {
    const activity = await VoiceActivity.create();
    for (let at = 0; at < samples.length; at += vadRate / 50) {
      const [first] = activity.write(samples.slice(at, at + vadRate / 50));
      if (first === undefined) continue;
      late.push((at + vadRate / 50) / vadRate - words[0]!.start);
      off.push(first.at / vadRate - words[0]!.start);
      break;
    }
    activity.close();
  }
  const missed = spoken.length - late.length;
  return [
    rowOf(
      'hearing.onset.late',
      'An onset is known behind the beginning of the first word: median, 95th percentile',
      `${spreadOf(late)}; ${missed} of ${spoken.length} missed`,
    ),
    rowOf(
      'hearing.onset.place',
      'Where it is said to be, behind the beginning of the first word: median, 95th percentile',
      spreadOf(off),
    ),
  ];
}

async function music(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const kind of musicKinds) {
    let counted = 0;
    for (let seed = 1; seed <= pieces; seed++) {
      const activity = await VoiceActivity.create();
      if (activity.write(pieceOf(kind, seed)).length > 0) counted++;
      activity.close();
    }
    rows.push(
      rowOf(`hearing.music.${kind.replaceAll(' ', '-')}`, `Music taken for speech: ${kind}`, `${counted} of ${pieces}`),
    );
  }
  return rows;
}
