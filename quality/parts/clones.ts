/** How much a voice made from a clip resembles the clip, by the service's own routes. */
import { fixed, type Row } from '../../bench/report/table.ts';
import { medianPitch } from '../../src/engines/testing.ts';
import type { Language } from '../../src/voices/languages.ts';
import { sentences } from '../../src/voices/sentences.ts';
import type { Voice } from '../../src/voices/voice.ts';
import { harvardLists } from '../../bench/speech/harvard.ts';
import { longTermSpectrum, spectralDistance } from '../measures/long-term-spectrum.ts';
import type { Part, Quality } from '../quality.ts';
import { cloneOf, withService, type Service } from '../sources/service.ts';
import { rowOf, targets } from '../targets.ts';

const sampleRate = 24_000;
/** What the clip says, and what its clone and the voice beneath it say. */
const clipText = harvardLists[1]!.join(' ');
const spokenText = harvardLists[0]!.join(' ');
/** Clones of the same clips speak these too: eSpeak is the only engine that every installation has for them. */
const otherLanguages: readonly Language[] = ['de', 'fr', 'es', 'it'];

/** What is compared of a voice. */
interface Traits {
  /** Hz. */
  readonly pitch: number;
  readonly spectrum: readonly number[];
}

interface Clone {
  readonly speaker: Voice;
  readonly language: Language;
  readonly clip: Traits;
  readonly clone: Traits;
  readonly base: Traits;
}

export const clones: Part = {
  title: 'Clones',
  packages: [],
  isShort: true,
  async measure({ synthesizer, short, progress }: Quality) {
    // A clone is spoken by another engine than the speaker of the clip, so that it starts from another voice.
    const speakers = synthesizer.voicesOf('flite', 'en').slice(0, short ? 1 : undefined);
    const made: Clone[] = [];
    await withService(async (service) => {
      for (const speaker of speakers) {
        progress(`A clone of ${speaker.name}`);
        const languages: readonly Language[] = short ? ['en'] : ['en', ...otherLanguages];
        const wav = { container: 'wav', encoding: 'pcm_s16le', sampleRate } as const;
        const bytes = await synthesizer.bytes({ voice: speaker, text: clipText }, wav);
        const clip = traitsOf((await synthesizer.speak({ voice: speaker, text: clipText }, sampleRate)).samples);
        for (const language of languages) {
          const base = synthesizer.voicesOf('espeak', language).find((voice) => voice.gender === speaker.gender)!;
          const id = await cloneOf(service, { bytes }, base.id, language);
          const text = language === 'en' ? spokenText : sentences[language].join(' ');
          const [clone, own] = [await speechOf(service, id, text), await speechOf(service, base.id, text)];
          made.push({ speaker, language, clip, clone: traitsOf(clone), base: traitsOf(own) });
        }
      }
    });
    return {
      method: `Ten Harvard sentences by each voice of flite are the clip, uploaded to \`POST /voices/clone\`; the clone says ten others. It is made on a voice of eSpeak, so that nothing of the speaker comes from the voice beneath. Median fundamental frequency by autocorrelation; distance of the long-term spectra in 16 bands of a third of an octave from 160 Hz, level left out, against the distance of the voice beneath from the clip; and whose clip is the nearest to each clone. ${short ? '' : `Clones of the same clips that are made for ${otherLanguages.join(', ')} say the Declaration of Human Rights, article 1: their vowels are others than those of the clip, which is part of the distance. `}Clips are synthetic: recordings of people are not part of this repository.`,
      rows: [
        ...made.flatMap(rowsOfClone),
        ...(short ? [] : [identification(made.filter(({ language }) => language === 'en'))]),
      ],
    };
  },
};

function traitsOf(samples: Int16Array): Traits {
  return { pitch: medianPitch(samples, sampleRate), spectrum: longTermSpectrum(samples, sampleRate) };
}

function rowsOfClone({ speaker, language, clip, clone, base }: Clone): Row[] {
  const pitchError = Math.abs(clone.pitch / clip.pitch - 1);
  const distance = spectralDistance(clone.spectrum, clip.spectrum);
  const before = spectralDistance(base.spectrum, clip.spectrum);
  const isEnglish = language === 'en';
  const id = `clones.${speaker.name.toLowerCase()}${isEnglish ? '' : `.${language}`}`;
  const what = `A clone of ${speaker.name}${isEnglish ? '' : `, ${language}`}`;
  return [
    rowOf(
      `${id}.pitch`,
      `${what}: fundamental frequency of clip, clone`,
      `${fixed(clip.pitch)} Hz, ${fixed(clone.pitch)} Hz (${fixed(100 * pitchError)} %)`,
      [{ value: pitchError, target: targets.clonePitch }],
    ),
    rowOf(
      `${id}.spectrum`,
      `${what}: spectral distance of clone, of the voice beneath`,
      `${fixed(distance)} dB, ${fixed(before)} dB (ratio ${fixed(distance / before, 2)})`,
      [{ value: distance / before, target: targets.cloneDistance }],
    ),
  ];
}

/** How many clones are nearest to the clip that they were made of. */
function identification(made: readonly Clone[]): Row {
  const right = made.filter(({ clone, clip }) => {
    const distances = made.map((other) => spectralDistance(clone.spectrum, other.clip.spectrum));
    return Math.min(...distances) === spectralDistance(clone.spectrum, clip.spectrum);
  });
  return rowOf('clones.identification', 'Clones nearest to their own clip', `${right.length} of ${made.length}`, [
    { value: right.length / made.length, target: targets.cloneIdentified },
  ]);
}

async function speechOf(service: Service, id: string, text: string): Promise<Int16Array> {
  const bytes = await service.json('/tts/bytes', {
    model_id: 'sonorant-1',
    transcript: text,
    voice: { mode: 'id', id },
    output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: sampleRate },
  });
  return new Int16Array(bytes.buffer);
}
