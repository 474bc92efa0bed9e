/** How many words a recogniser mistakes of clones, beside the voices that they are made on. */
import { fixed, type Row } from '../../bench/report/table.ts';
import type { EngineVoice, Synthesizer } from '../../src/engines/adapter.ts';
import { EspeakSynthesizer } from '../../src/engines/espeak/synthesizer.ts';
import { load as loadFlite } from '../../src/engines/flite/synthesizer.ts';
import { allEngines } from '../../src/engines/registry.ts';
import { wavOf } from '../../src/audio/decoding/testing.ts';
import { analyseClip } from '../../src/voices/clip-analysis.ts';
import { cloneSpeaker, profileOf } from '../../src/voices/cloning.ts';
import { clipsOf, type Clip } from '../sources/clips.ts';
import { rateOf, samplesOf } from '../clones/speech.ts';
import { harvardLists } from '../../bench/speech/harvard.ts';
import type { Part, Quality } from '../quality.ts';
import { recognizerPackages, wordError } from '../../bench/pocketsphinx.ts';
import { rowOf, targets } from '../targets.ts';

type Engines = Readonly<Record<string, Synthesizer>> & { readonly espeak: Synthesizer };

/** What clones say. */
const sentences = harvardLists.flat().slice(0, 20);
/** Speakers of eSpeak, whom no clone in American English is made on, and what they say in their clips. */
const variants = ['m8', 'Andrea', 'steph', 'edward'] as const;
const clipTexts = harvardLists[2]!.slice(0, 3);

export const cloneWords: Part = {
  title: 'Words of clones',
  packages: recognizerPackages,
  isShort: false,
  async measure(quality: Quality) {
    const engines: Engines = { espeak: await EspeakSynthesizer.load(), flite: await loadFlite() };
    const clips =
      quality.clips === undefined ? variants.map((name) => clipOfVariant(engines, name)) : await clipsOf(quality);
    const beneath = new Map<string, number>();
    const found: { readonly clone: number; readonly base: number; readonly row: Row }[] = [];
    for (const { name, bytes } of clips) {
      quality.progress(`Words of a clone of ${name}`);
      const profile = profileOf(await analyseClip(bytes));
      const voice = cloneSpeaker({ profile, language: 'en', accent: null }, allEngines);
      const { engine, name: speaker, variant } = voice;
      const plain: EngineVoice = { engine, name: speaker, ...(variant !== undefined && { variant }) };
      const key = [engine, speaker, variant].filter(Boolean).join(' ');
      const base = beneath.get(key) ?? (await errorOf(engines, plain));
      beneath.set(key, base);
      const clone = await errorOf(engines, voice);
      const measured = `${fixed(clone, 3)}, beneath (${key}) ${fixed(base, 3)}`;
      found.push({ clone, base, row: rowOf(`clone-words.${name}`, `A clone of ${name}`, measured, []) });
    }
    const mean = (of: 'clone' | 'base'): number => found.reduce((sum, each) => sum + each[of], 0) / found.length;
    const cost = mean('clone') - mean('base');
    return {
      method: `Substitutions, insertions and deletions for a word that was said, by PocketSphinx, where each word of ${sentences.length} Harvard sentences may follow each other. Clones are those of a server with its usual engines, for American English and without a base. ${quality.clips === undefined ? 'Clips are by variants of eSpeak' : 'Clips are recordings of a folder (`--clips`)'}.`,
      rows: [
        ...found.map(({ row }) => row),
        rowOf(
          'clone-words.cost',
          'What clones cost, mean',
          `${fixed(mean('clone'), 3)}, beneath ${fixed(mean('base'), 3)} (${fixed(cost, 3)} more)`,
          [{ value: cost, target: targets.cloneWords }],
        ),
      ],
    };
  },
};

function clipOfVariant(engines: Engines, variant: string): Pick<Clip, 'name' | 'bytes'> {
  const voice: EngineVoice = { engine: 'espeak', name: 'en-us', variant };
  return {
    name: variant,
    bytes: Uint8Array.from(wavOf(samplesOf(engines.espeak, clipTexts, 'en', voice), rateOf(voice))),
  };
}

function errorOf(engines: Engines, voice: EngineVoice): Promise<number> {
  const sampleRate = rateOf(voice);
  return wordError(
    sentences.map((text) => {
      const samples = samplesOf(engines[voice.engine]!, [text], 'en', voice);
      return { text, sampleRate, samples: Int16Array.from(samples, (sample) => Math.round(sample * 32_767)) };
    }),
    'closed',
  );
}
