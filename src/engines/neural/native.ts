/** Models that sherpa-onnx runs with its own text front end: which options they take, and what they say of themselves. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { kokoroSpeakers, speakerNames } from './kokoro.ts';
import type { Family, ModelSpeaker, NativeSettings } from './manifest.ts';
import { ModelError } from '../../model-files/model-error.ts';
import { inspectModel } from '../../model-files/onnx/inspect.ts';
import { accentOf, kokoroSpeaker } from './speakers.ts';

/** A model of native mode, as far as its files tell. */
export interface NativePlan {
  readonly sampleRate: number;
  readonly languages: readonly string[];
  readonly speakers: readonly ModelSpeaker[];
  readonly cloning: boolean;
  readonly needsTranscript: boolean;
  readonly native: Omit<NativeSettings, 'files'>;
  /** Further files for options of sherpa-onnx, comma-separated. */
  readonly files?: Readonly<Record<string, string>>;
  /** Files of rules. */
  readonly rules: readonly string[];
}

/** What the names of a package's files lead to. */
interface Sources {
  readonly folder: string;
  readonly names: readonly string[];
  readonly files: Readonly<Record<string, string>>;
}

const planners: Readonly<Record<Exclude<Family, 'piper'>, (sources: Sources) => Promise<NativePlan>>> = {
  kokoro: planKokoroNative,
  kitten: planKitten,
  matcha: planMatcha,
  zipvoice: planZipvoice,
  pocket: planPocket,
  supertonic: planSupertonic,
};

/** @throws {ModelError} when the files are not those of the family */
export function planNative(family: Exclude<Family, 'piper'>, sources: Sources): Promise<NativePlan> {
  return planners[family](sources);
}

const plain = { cloning: false, needsTranscript: false, rules: [] } as const;

/** Chinese and Japanese are read by lexicons of the package. */
async function planKokoroNative({ folder, names, files }: Sources): Promise<NativePlan> {
  const metadata = await metadataOf(folder, files.model!);
  const speakers = kokoroSpeakers(speakerNames(files.model!, metadata));
  const lexicons = names.filter((name) => /^lexicon.*\.txt$/u.test(name) && !name.includes('gb'));
  return {
    ...plain,
    sampleRate: sampleRateOf(files.model!, metadata),
    languages: [...new Set(speakers.map(({ language }) => language))],
    speakers,
    ...(lexicons.length > 0 && { files: { lexicon: lexicons.join(',') } }),
    rules: names.filter((name) => name.endsWith('.fst')),
    native: { options: {}, takesLanguage: false },
  };
}

async function planKitten({ folder, files }: Sources): Promise<NativePlan> {
  requireFile(files, 'dataDir', 'espeak-ng-data');
  const metadata = await metadataOf(folder, files.model!);
  const speakers = speakerNames(files.model!, metadata).map((name, id): ModelSpeaker => {
    // `expr-voice-2-f`: the last letter is the gender.
    const gender = /-([fm])$/u.exec(name)?.[1];
    const known = gender === 'f' ? 'feminine' : gender === 'm' ? 'masculine' : null;
    return { id, name, gender: known, language: 'en', accent: 'general-american' };
  });
  return {
    ...plain,
    sampleRate: sampleRateOf(files.model!, metadata),
    languages: ['en'],
    speakers,
    native: { options: {}, takesLanguage: false },
  };
}

async function planMatcha({ folder, names, files }: Sources): Promise<NativePlan> {
  const metadata = await metadataOf(folder, files.acousticModel!);
  const voice = metadata.get('voice') ?? '';
  const isChinese = files.lexicon !== undefined || /zh|chinese/iu.test(metadata.get('language') ?? '');
  if (!isChinese) requireFile(files, 'dataDir', 'espeak-ng-data');
  const locale = isChinese ? 'zh-cn' : voice === '' ? 'en-us' : voice;
  const language = locale.slice(0, 2).toLowerCase();
  const speakers = speakerNames(files.acousticModel!, metadata).map((name, id) => ({
    id,
    name,
    gender: null,
    language,
    accent: accentOf(locale),
  }));
  return {
    ...plain,
    sampleRate: sampleRateOf(files.acousticModel!, metadata),
    languages: [language],
    speakers,
    rules: names.filter((name) => name.endsWith('.fst')),
    native: { options: {}, takesLanguage: false },
  };
}

async function planZipvoice({ folder, files }: Sources): Promise<NativePlan> {
  const metadata = await metadataOf(folder, files.decoder!, files.encoder!);
  return {
    sampleRate: Number(metadata.get('sample_rate') ?? 24_000),
    languages: ['en', 'zh'],
    speakers: [],
    cloning: true,
    needsTranscript: true,
    rules: [],
    // Four steps are what the distilled model was made for.
    native: { options: { numSteps: 4 }, takesLanguage: false },
  };
}

function planPocket(): Promise<NativePlan> {
  return Promise.resolve({
    sampleRate: 24_000,
    languages: ['en'],
    speakers: [],
    cloning: true,
    needsTranscript: false,
    rules: [],
    native: { options: { numSteps: 5, seed: 1 }, takesLanguage: false },
  });
}

/** Languages of Supertonic 3; older ones speak English only. */
const supertonicLanguages = ['en', 'ko', 'es', 'pt', 'fr'] as const;

async function planSupertonic({ folder, files }: Sources): Promise<NativePlan> {
  const config = await readJson(folder, files.ttsJson!);
  const rate = (config as { ae?: { sample_rate?: unknown } }).ae?.sample_rate;
  if (typeof rate !== 'number') {
    throw new ModelError(`${files.ttsJson!} does not say the sample rate (ae.sample_rate)`);
  }
  const count = await styleCount(path.join(folder, files.voiceStyle!));
  return {
    ...plain,
    sampleRate: rate,
    languages: supertonicLanguages,
    speakers: Array.from({ length: count }, (_, id) => ({
      id,
      name: `style ${id + 1}`,
      gender: null,
      language: 'en',
      accent: kokoroSpeaker('af')!.accent,
    })),
    native: { options: { numSteps: 5 }, takesLanguage: true },
  };
}

/** The first number of the header is how many voices there are: 64-bit, lowest byte first. */
async function styleCount(file: string): Promise<number> {
  const bytes = await readFile(file);
  const count = bytes.length < 8 ? 0 : Number(bytes.readBigInt64LE(0));
  if (!(count >= 1 && count <= 1000)) {
    throw new ModelError(`${path.basename(file)} does not say how many voices it has`);
  }
  return count;
}

async function metadataOf(folder: string, ...files: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const all = new Map<string, string>();
  for (const file of files) {
    for (const [key, value] of readSummary(file, await readFile(path.join(folder, file)))) all.set(key, value);
  }
  return all;
}

/** @throws {ModelError} that names the file */
function readSummary(file: string, bytes: Uint8Array): ReadonlyMap<string, string> {
  try {
    return inspectModel(bytes).metadata;
  } catch (error) {
    throw error instanceof ModelError ? new ModelError(`${file}: ${error.message}`, { cause: error }) : error;
  }
}

function sampleRateOf(file: string, metadata: ReadonlyMap<string, string>): number {
  const rate = Number(metadata.get('sample_rate'));
  if (Number.isInteger(rate) && rate >= 8000) return rate;
  throw new ModelError(`${file} does not say its sample rate: take the model from sherpa-onnx, which adds it`);
}

function requireFile(files: Readonly<Record<string, string>>, option: string, name: string): void {
  if (files[option] === undefined) throw new ModelError(`the folder has no ${name}`);
}

async function readJson(folder: string, name: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path.join(folder, name), 'utf8'));
  } catch (error) {
    throw new ModelError(`${name} is not JSON`, { cause: error });
  }
}
