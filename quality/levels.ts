/**
 * How loud the bare engines are, and how loud the voices are that listeners hear. `node quality/levels.ts --write` measures the
 * former and writes the tables of the engines; without the option the latter are measured.
 */
import { writeFile } from 'node:fs/promises';
import { decibels, loudnessOf, speechLoudness } from '../src/audio/loudness.ts';
import { createSegmentPipeline } from '../src/audio/pipeline.ts';
import { truePeakOf } from '../src/audio/true-peak.ts';
import type { EngineVoice, Synthesizer } from '../src/engines/adapter.ts';
import { espeak } from '../src/engines/espeak/index.ts';
import { voiceFiles, variants } from '../src/engines/espeak/language-files.ts';
import { writtenVariants } from '../src/engines/espeak/variants.ts';
import { EspeakSynthesizer } from '../src/engines/espeak/synthesizer.ts';
import { flite } from '../src/engines/flite/index.ts';
import { fliteVoices } from '../src/engines/flite/speakers.ts';
import { load as loadFlite } from '../src/engines/flite/synthesizer.ts';
import type { Language } from '../src/voices/languages.ts';
import { sampleText } from '../src/voices/sample-text.ts';
import { sentences as corpus } from '../src/voices/sentences.ts';
import { harvardLists } from '../bench/speech/harvard.ts';
import { segmentsOf, speechOf } from './sources/speech.ts';

/** How loud one built-in voice is behind the pipeline. */
export interface VoiceLevel {
  /** Its key in the catalogue. */
  readonly voice: string;
  /** LUFS. */
  readonly loudness: number;
  /** dBTP. */
  readonly truePeak: number;
}

const outputRate = 24_000;

/** What a language is measured with. */
function textsOf(language: string): readonly string[] {
  const texts = [sampleText(language as Language), ...corpus[language as Language]];
  return language === 'en' ? [...texts, ...harvardLists[0]!] : texts;
}

/** All built-in voices of the embedded engines, each in its language, at volume 1. */
export async function measureLevels(): Promise<VoiceLevel[]> {
  const levels: VoiceLevel[] = [];
  for (const [engine, synthesizer] of [
    [espeak, await EspeakSynthesizer.load()],
    [flite, await loadFlite()],
  ] as const) {
    for (const { key, speaker, language } of engine.voices()) {
      const samples = await heardOf(synthesizer, speaker, language, engine.capabilities.sampleRate, (text) => {
        const [segment] = segmentsOf([text], language);
        return synthesizer.level?.(segment!, speaker) ?? speechLoudness;
      });
      levels.push({ voice: key, loudness: loudnessOf(samples, outputRate), truePeak: truePeakOf(samples) });
    }
  }
  return levels;
}

/** What a listener gets, sentence by sentence. */
async function heardOf(
  synthesizer: Synthesizer,
  voice: EngineVoice,
  language: string,
  inputRate: number,
  levelOf: (text: string) => number,
): Promise<Int16Array> {
  const parts: Uint8Array[] = [];
  for (const text of textsOf(language)) {
    const gain = decibels(speechLoudness - levelOf(text));
    const pipeline = createSegmentPipeline({ inputRate, sampleRate: outputRate, encoding: 'pcm_s16le', gain });
    parts.push(pipeline.write(await speechOf(synthesizer, voice, [text], language)), pipeline.end());
  }
  return new Int16Array(new Uint8Array(Buffer.concat(parts)).buffer);
}

/** The variants that voices have, built-in and stored ones: measured with every language file, since any of them may speak any language. */
const common: readonly string[] = [
  '',
  ...Object.keys(writtenVariants),
  ...'m1 m2 m3 m4 m5 m6 m7 m8 f1 f2 f3 f4 f5'.split(' '),
];

/**
 * How loud a bare voice counts, in LUFS: as loud as it is, and less by what the limiter takes from it where its level is brought to
 * that of speech, so that it is as loud as others behind it.
 */
async function bareLevel(
  synthesizer: Synthesizer,
  voice: EngineVoice,
  language: string,
  inputRate: number,
): Promise<number> {
  const bare = loudnessOf(await speechOf(synthesizer, voice, textsOf(language), language), inputRate);
  const heard = loudnessOf(await heardOf(synthesizer, voice, language, inputRate, () => bare), outputRate);
  return Number((bare + heard - speechLoudness).toFixed(1));
}

async function writeTables(): Promise<void> {
  const synthesizer = await EspeakSynthesizer.load();
  const measure = (name: string, variant: string): Promise<number> => {
    const voice = { engine: 'espeak', name, ...(variant !== '' && { variant }) };
    return bareLevel(synthesizer, voice, voiceFiles[name]!.language, espeak.capabilities.sampleRate);
  };
  const rows: Record<string, number[]> = {};
  for (const name of Object.keys(voiceFiles)) {
    rows[name] = [];
    for (const variant of common) rows[name].push(await measure(name, variant));
  }
  const others: Record<string, number> = {};
  for (const variant of [...variants.masculine, ...variants.feminine].filter((each) => !common.includes(each))) {
    others[variant] = await measure('en-us', variant);
  }
  await writeTable('espeak', [
    '/** Variants of the columns of {@link levels}; the first is the plain voice. */\n' +
      `export const measuredVariants: readonly string[] = ${JSON.stringify(common)};`,
    '/** LUFS by language file, one for each of {@link measuredVariants}. */\n' +
      `export const levels: Readonly<Record<string, readonly number[]>> = ${JSON.stringify(rows)};`,
    '/** LUFS of other variants with the file `en-us`. */\n' +
      `export const otherVariants: Readonly<Record<string, number>> = ${JSON.stringify(others)};`,
  ]);
  const speakers = await loadFlite();
  const found: Record<string, number> = {};
  for (const name of Object.keys(fliteVoices)) {
    found[name] = await bareLevel(speakers, { engine: 'flite', name }, 'en', flite.capabilities.sampleRate);
  }
  await writeTable('flite', [
    "import type { FliteVoiceName } from './speakers.ts';",
    '/** LUFS by voice. */\n' +
      `export const levels: Readonly<Record<FliteVoiceName, number>> = ${JSON.stringify(found)};`,
  ]);
}

async function writeTable(engine: string, lines: readonly string[]): Promise<void> {
  const head =
    '/** How loud the bare voices are at volume 1, less what the limiter takes where they are as loud as speech: made by `node quality/levels.ts --write`, then `npm run format`. */';
  await writeFile(new URL(`../src/engines/${engine}/levels.ts`, import.meta.url), `${[head, ...lines].join('\n\n')}\n`);
}

if (import.meta.main) {
  if (process.argv.includes('--write')) await writeTables();
  else console.table(await measureLevels());
}
