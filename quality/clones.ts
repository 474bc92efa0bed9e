/**
 * How much clones sound like their clips: `node quality/clones.ts [WAV…]`. Without files, of the speakers that the engines bring:
 * flite's four voices and four variants of eSpeak that the fit knows nothing of, with texts of their own.
 */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { measureSpeech, type SpeechMeasures } from '../src/audio/clip/measures.ts';
import { wavOf } from '../src/audio/decoding/testing.ts';
import { loudnessOf } from '../src/audio/loudness.ts';
import type { EngineVoice, SpeakerProfile, Synthesizer } from '../src/engines/adapter.ts';
import { EspeakSynthesizer } from '../src/engines/espeak/synthesizer.ts';
import { load as loadFlite } from '../src/engines/flite/synthesizer.ts';
import { allEngines } from '../src/engines/registry.ts';
import { analyseClip } from '../src/voices/clip-analysis.ts';
import { cloneSpeaker, profileOf } from '../src/voices/cloning.ts';
import { similarityOf, spectralDistance, voiceDistance } from '../src/voices/similarity.ts';
import { rateOf, samplesOf } from './clones/speech.ts';
import { largestStep } from './measures/speech-figures.ts';

/** What clones say. */
const texts = [
  'The birch canoe slid on the smooth planks.',
  'These days a chicken leg is a rare dish.',
  'A rod is used to catch pink salmon.',
  'The source of the huge river is the clear spring.',
  'Help the woman get back to her feet.',
  'The salt breeze came across from the sea.',
];
/** What the speakers of the engines say in their clips. */
const clipTexts = [
  'Nine men were hired to dig the ruins, and they found a box of old coins under the wall.',
  'Her purse was full of useless trash, so she left it in the car and walked home slowly.',
];
const engineSpeakers: readonly EngineVoice[] = [
  ...['slt', 'rms', 'awb', 'kal16'].map((name) => ({ engine: 'flite', name })),
  ...['m8', 'Andrea', 'steph', 'edward'].map((variant) => ({ engine: 'espeak', name: 'en-us', variant })),
];

export interface CloneResult {
  readonly clip: string;
  /** The voice that spoke it: engine and base. */
  readonly voice: string;
  /** Relative error of the median pitch, and of each formant. */
  readonly pitchError: number;
  readonly formantErrors: readonly number[];
  /** Root mean square difference of the long-term spectra in dB, of the clone and of the voice that it is made from. */
  readonly spectralDistance: number;
  readonly baseDistance: number;
  /** As the service tells its owner, 0–1. */
  readonly similarity: number;
  /** The clip whose profile is nearest to that of the clone. */
  readonly identified: string;
  /** LUFS. */
  readonly loudness: number;
  /** Largest step between two samples as a share of the full scale, of the clone and of its base at the same loudness. */
  readonly largestStep: number;
  readonly baseStep: number;
  /** Samples at full scale. */
  readonly clipped: number;
}

interface Clip {
  readonly name: string;
  readonly profile: SpeakerProfile;
}

/**
 * Measures clones of clips.
 * @param clips files by name; the engines' own speakers when absent
 * @param base the voice they are made from; by gender when absent
 */
export async function measureClones(
  clips?: Readonly<Record<string, Uint8Array>>,
  base?: EngineVoice,
): Promise<CloneResult[]> {
  const engines: Readonly<Record<string, Synthesizer>> = {
    espeak: await EspeakSynthesizer.load(),
    flite: await loadFlite(),
  };
  const files = clips ?? Object.fromEntries(engineSpeakers.map((voice) => [nameOf(voice), clipOf(engines, voice)]));
  const known: Clip[] = [];
  for (const [name, bytes] of Object.entries(files)) {
    known.push({ name, profile: profileOf(await analyseClip(bytes)) });
  }
  return known.map((clip) => measureClone(engines, known, clip, base));
}

function measureClone(
  engines: Readonly<Record<string, Synthesizer>>,
  clips: readonly Clip[],
  { name, profile }: Clip,
  base?: EngineVoice,
): CloneResult {
  const voice: EngineVoice =
    base === undefined ? cloneSpeaker({ profile, language: 'en', accent: null }, allEngines) : { ...base, profile };
  const { engine, name: speaker, variant } = voice;
  const plain: EngineVoice = { engine, name: speaker, ...(variant !== undefined && { variant }) };
  const spoken = (by: EngineVoice): Float32Array => samplesOf(engines[by.engine]!, texts, 'en', by);
  const [clone, own] = [spoken(voice), spoken(plain)];
  const rate = rateOf(voice);
  const [heard, before] = [measureSpeech(clone, rate), measureSpeech(own, rate)];
  const { formants, spectrum } = profile.timbre!;
  const [loudness, baseLoudness] = [loudnessOf(clone, rate), loudnessOf(own, rate)];
  return {
    clip: name,
    voice: nameOf(plain),
    pitchError: heard.pitch!.median / profile.medianPitch - 1,
    formantErrors: formants.map((formant, index) => heard.timbre!.formants[index]! / formant - 1),
    spectralDistance: spectralDistance(heard.timbre!.spectrum, spectrum)!,
    baseDistance: spectralDistance(before.timbre!.spectrum, spectrum)!,
    similarity: similarityOf(profile, { medianPitch: heard.pitch!.median, timbre: heard.timbre }).overall!,
    identified: nearest(heard, clips as [Clip, ...Clip[]]).name,
    loudness,
    largestStep: largestStep(clone),
    baseStep: largestStep(own) * 10 ** ((loudness - baseLoudness) / 20),
    clipped: clone.reduce((count, sample) => count + (Math.abs(sample) >= 0.9999 ? 1 : 0), 0),
  };
}

/** The clip whose speaker is the nearest. */
export function nearest<T extends { readonly profile: SpeakerProfile }>(
  { pitch, timbre }: SpeechMeasures,
  clips: readonly [T, ...T[]],
): T {
  const spoken = { medianPitch: pitch!.median, timbre };
  const far = ({ profile }: T): number => voiceDistance(profile, spoken) ?? Infinity;
  return clips.reduce((best, clip) => (far(clip) < far(best) ? clip : best));
}

/** The scale of `src/voices/similarity.ts`: how far recordings of one speaker are from each other, and those of two. */
async function distancesOfSpeakers(): Promise<string> {
  const engines = { espeak: await EspeakSynthesizer.load(), flite: await loadFlite() };
  const profiles = (sentences: readonly string[]) =>
    Promise.all(
      engineSpeakers.map(async (voice) => {
        const samples = samplesOf(engines[voice.engine as keyof typeof engines], sentences, 'en', voice);
        return profileOf(await analyseClip(wavOf(samples, rateOf(voice))));
      }),
    );
  const [clips, others] = [await profiles(clipTexts), await profiles(texts)];
  const distances = (isWanted: (clip: number, other: number) => boolean): string => {
    const found = clips.flatMap((clip, one) =>
      others.flatMap((other, two) => (isWanted(one, two) ? [voiceDistance(clip, other)!] : [])),
    );
    const sorted = found.toSorted((a, b) => a - b);
    const [least, median, most] = [sorted[0]!, sorted[sorted.length >> 1]!, sorted.at(-1)!];
    return `${median.toFixed(2)} (${least.toFixed(2)}–${most.toFixed(2)})`;
  };
  return `distance of one speaker in two recordings ${distances((a, b) => a === b)}, of two speakers ${distances((a, b) => a !== b)}`;
}

function clipOf(engines: Readonly<Record<string, Synthesizer>>, voice: EngineVoice): Uint8Array {
  return wavOf(samplesOf(engines[voice.engine]!, clipTexts, 'en', voice), rateOf(voice));
}

function nameOf({ engine, name, variant }: EngineVoice): string {
  return [engine, name, ...(variant === undefined ? [] : [variant])].join('/');
}

async function main(paths: readonly string[]): Promise<void> {
  const files = await Promise.all(paths.map(async (path) => [basename(path), await readFile(path)] as const));
  const results = await measureClones(paths.length === 0 ? undefined : Object.fromEntries(files));
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
  console.table(
    results.map((result) => ({
      clip: result.clip,
      voice: result.voice,
      pitch: percent(result.pitchError),
      formants: result.formantErrors.map((error) => (100 * error).toFixed(0)).join(' '),
      'spectrum, dB': `${result.spectralDistance.toFixed(1)} of ${result.baseDistance.toFixed(1)}`,
      similarity: percent(result.similarity),
      identified: result.identified === result.clip ? 'yes' : result.identified,
      LUFS: result.loudness.toFixed(1),
      'largest step': `${result.largestStep.toFixed(2)} / ${result.baseStep.toFixed(2)}`,
      clipped: result.clipped,
    })),
  );
  const right = results.filter(({ clip, identified }) => clip === identified).length;
  console.log(`identified ${right} of ${results.length}`);
  if (paths.length === 0) console.log(await distancesOfSpeakers());
}

if (import.meta.main) await main(process.argv.slice(2));
