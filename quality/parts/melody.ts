/** How far the melody of each voice spreads, and where the sentences of a paragraph lie. */
import { median } from '../../bench/report/statistics.ts';
import { fixed, type Row } from '../../bench/report/table.ts';
import type { Voice } from '../../src/voices/voice.ts';
import { sentences as corpus } from '../../src/voices/sentences.ts';
import { defaultVoices } from '../sources/default-voices.ts';
import { harvardLists } from '../../bench/speech/harvard.ts';
import { inParallel } from '../parallel.ts';
import type { Part, Quality } from '../quality.ts';
import { pitchesOf } from '../measures/speech-figures.ts';
import type { LocalSynthesizer, Speech } from '../sources/local-synthesizer.ts';
import { rowOf, targets } from '../targets.ts';

/** Statements, each spoken by itself. */
const texts = harvardLists.slice(2, 4).flat();
const shortTexts = texts.slice(0, 4);
/** A paragraph has five of them. */
const sentencesOfParagraph = 5;

export const melody: Part = {
  title: 'Melody',
  packages: [],
  isShort: true,
  async measure({ synthesizer, short, progress }: Quality) {
    const sentences = short ? shortTexts : texts;
    const english = short
      ? defaultVoices(synthesizer, true)
      : (['flite', 'espeak'] as const).flatMap((engine) => synthesizer.voicesOf(engine, 'en'));
    const rows: Row[] = [];
    for (const voice of english) {
      progress(`Melody of ${voice.name}`);
      rows.push(await rowOfVoice(synthesizer, voice, sentences));
    }
    if (!short) {
      progress('Melody of the other languages');
      rows.push(await others(synthesizer));
    }
    return {
      method: `The fundamental frequency each 10 ms of ${sentences.length} Harvard sentences (IEEE, 1969), each by itself, by the finder of pitches that clones are measured with: median of the standard deviations within a sentence, and distance of the 10th and 90th percentile of all, in semitones. Readers have a deviation of 2.2 to 4.4. Then paragraphs of five of them: how far the median of their first sentence lies above, and of their last one below, those between. The voices of the other languages speak the first article of the Declaration of Human Rights; the median of their deviations is given, and the smallest.`,
      rows,
    };
  },
};

async function rowOfVoice(synthesizer: LocalSynthesizer, voice: Voice, sentences: readonly string[]): Promise<Row> {
  const spoken = await inParallel(sentences, (text) => synthesizer.speak({ voice, text }));
  const spread = median(spoken.map((speech) => deviation(semitonesOf(speech))));
  const all = spoken.flatMap((speech) => semitonesOf(speech));
  const range = percentile(all, 0.9) - percentile(all, 0.1);
  const [first, last] = await paragraphsOf(synthesizer, voice, sentences);
  return rowOf(
    `melody.${voice.name.toLowerCase()}`,
    `${voice.name} (${voice.speaker.engine})`,
    `deviation ${fixed(spread, 2)}, range ${fixed(range, 2)} semitones at ${fixed(2 ** (median(all) / 12), 0)} Hz; first sentence ${signed(first)}, last ${signed(last)}`,
    [
      { value: spread, target: targets.pitchSpread },
      { value: first - last, target: targets.paragraphFall },
    ],
  );
}

/** Semitones by which the first and the last sentence of paragraphs lie above the others, each held against itself in the middle. */
async function paragraphsOf(
  synthesizer: LocalSynthesizer,
  voice: Voice,
  sentences: readonly string[],
): Promise<[number, number]> {
  const between = 'It was here.';
  const found = await inParallel(sentences.slice(0, sentencesOfParagraph), async (text) => {
    const [first, middle, last] = await Promise.all(
      [`${text} ${between}`, `${between} ${text} ${between}`, `${between} ${text}`].map(async (paragraph, place) => {
        const { samples, sampleRate, words } = await synthesizer.speak({ voice, text: paragraph });
        const skipped = place === 0 ? 0 : between.split(' ').length;
        const own = words.slice(skipped, skipped + text.split(' ').length);
        const [from, to] = [own[0]!.start, own.at(-1)!.end].map((time) => Math.round(time * sampleRate));
        return median(semitonesOf({ samples: samples.slice(from, to), sampleRate, words: [] }));
      }),
    );
    return [first! - middle!, last! - middle!] as const;
  });
  return [median(found.map(([first]) => first)), median(found.map(([, last]) => last))];
}

async function others(synthesizer: LocalSynthesizer): Promise<Row> {
  const voices = synthesizer.voicesOf('espeak').filter(({ language }) => language !== 'en');
  const found = await inParallel(voices, async (voice) => {
    const spoken = await Promise.all(corpus[voice.language].map((text) => synthesizer.speak({ voice, text })));
    return { name: voice.name, spread: median(spoken.map((speech) => deviation(semitonesOf(speech)))) };
  });
  const [flattest] = found.toSorted((a, b) => a.spread - b.spread);
  return rowOf(
    'melody.others',
    `${voices.length} voices of other languages (espeak)`,
    `deviation ${fixed(median(found.map(({ spread }) => spread)), 2)} semitones; smallest ${fixed(flattest!.spread, 2)} (${flattest!.name})`,
  );
}

/** Pitches each 10 ms, in semitones above 1 Hz. */
function semitonesOf({ samples, sampleRate }: Speech): number[] {
  const floats = Float32Array.from(samples, (sample) => sample / 32_768);
  return pitchesOf(floats, sampleRate).flatMap((pitch) => (pitch === undefined ? [] : [12 * Math.log2(pitch)]));
}

function deviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}

function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))]!;
}

function signed(semitones: number): string {
  return `${semitones < 0 ? '−' : '+'}${fixed(Math.abs(semitones), 2)}`;
}
