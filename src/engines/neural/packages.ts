/** Recognises the files of a model as it is published, by their names. */
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { ModelError } from '../../model-files/model-error.ts';
import { innerFolder } from '../../model-files/package-files.ts';
import type { Family } from './manifest.ts';

/** A model as published: which family it is, and its files by what they are. */
export interface ModelPackage {
  readonly family: Family;
  /** Holds the files. */
  readonly folder: string;
  /** Options of sherpa-onnx (for Piper: `model` and `config`), each the path of a file or folder inside {@link folder}. */
  readonly files: Readonly<Record<string, string>>;
}

/** What a family's package holds: for each option of sherpa-onnx the names that its file may have, the best one first. */
interface Layout {
  readonly family: Family;
  readonly required: Readonly<Record<string, readonly RegExp[]>>;
  readonly optional?: Readonly<Record<string, readonly RegExp[]>>;
}

const tokens = [/^tokens\.txt$/u];
const dataDir = [/^espeak-ng-data$/u];

function graph(name: string): readonly RegExp[] {
  return [new RegExp(`^${name}\\.onnx$`, 'u'), new RegExp(`^${name}[._-](?:fp16|fp32|int8|q8)\\.onnx$`, 'u')];
}

/** The most particular ones first: what a layout requires, a later one may have too. */
const layouts: readonly Layout[] = [
  {
    family: 'supertonic',
    required: {
      durationPredictor: graph('duration_predictor'),
      textEncoder: graph('text_encoder'),
      vectorEstimator: graph('vector_estimator'),
      vocoder: graph('vocoder'),
      ttsJson: [/^tts\.json$/u],
      unicodeIndexer: [/^unicode_indexer\.bin$/u],
      voiceStyle: [/^voice\.bin$/u],
    },
  },
  {
    family: 'pocket',
    required: {
      lmFlow: graph('lm_flow'),
      lmMain: graph('lm_main'),
      encoder: graph('encoder'),
      decoder: graph('decoder'),
      textConditioner: graph('text_conditioner'),
      vocabJson: [/^vocab\.json$/u],
      tokenScoresJson: [/^token_scores\.json$/u],
    },
  },
  {
    family: 'zipvoice',
    required: {
      tokens,
      encoder: [...graph('encoder'), ...graph('text_encoder')],
      decoder: [...graph('decoder'), ...graph('fm_decoder')],
      vocoder: [/^(?:vocos|vocoder|hifigan).*\.onnx$/u],
      dataDir,
    },
    optional: { lexicon: [/^lexicon\.txt$/u] },
  },
  {
    family: 'matcha',
    required: {
      tokens,
      acousticModel: [/^model-steps-\d+\.onnx$/u, /^(?:acoustic|matcha).*\.onnx$/u],
      vocoder: [/^(?:vocos|vocoder|hifigan).*\.onnx$/u],
    },
    optional: { lexicon: [/^lexicon\.txt$/u], dataDir },
  },
  {
    // Kokoro or Kitten: which one, the metadata of the graph tells.
    family: 'kokoro',
    required: {
      tokens,
      model: [...graph('model'), /^(?:kokoro|kitten).*\.onnx$/u],
      voices: [/^voices.*\.bin$/u],
    },
    optional: { dataDir },
  },
];

/**
 * Finds out which voice a folder holds. Archives have all of it in one folder, which is looked into.
 * @throws {ModelError} when it is no voice that is known here, or a file of it is missing
 */
export async function recognizePackage(source: string): Promise<ModelPackage> {
  const found = await voicePackage(source);
  if (found !== undefined) return found;
  const voice = (await readdir(await innerFolder(source))).sort().find((name) => name.endsWith('.onnx'));
  if (voice !== undefined) {
    throw new ModelError(`${voice} has no ${voice}.json beside it, and fits no other known model`);
  }
  throw new ModelError('the folder holds no model that is known here');
}

/**
 * As {@link recognizePackage}, for a folder that may hold something else.
 * @returns undefined where nothing in it looks like a voice
 */
export async function voicePackage(source: string): Promise<ModelPackage | undefined> {
  const folder = await innerFolder(source);
  const names = (await readdir(folder)).sort();
  const piper = await piperPackage(folder, names);
  if (piper !== undefined) return piper;
  let nearest: { readonly layout: Layout; readonly missing: string[] } | undefined;
  for (const layout of layouts) {
    const { files, missing } = match(layout, names);
    if (missing.length === 0) return { family: layout.family, folder, files };
    if (missing.length < Object.keys(layout.required).length / 2 && (nearest?.missing.length ?? 99) > missing.length) {
      nearest = { layout, missing };
    }
  }
  if (nearest === undefined) return undefined;
  throw new ModelError(
    `this looks like a model of the family ${nearest.layout.family}, but has no ${nearest.missing.join(', ')}`,
  );
}

async function piperPackage(folder: string, names: readonly string[]): Promise<ModelPackage | undefined> {
  const configs = names.filter((name) => name.endsWith('.onnx.json') && names.includes(name.slice(0, -5)));
  if (configs.length === 0) return undefined;
  if (configs.length > 1) {
    throw new ModelError(`the folder holds several voices (${configs.join(', ')}): a model is one of them`);
  }
  const config = configs[0]!;
  const model = config.slice(0, -5);
  if (!(await stat(path.join(folder, model))).isFile()) throw new ModelError(`${model} is not a file`);
  return { family: 'piper', folder, files: { model, config } };
}

function match(
  { required, optional = {} }: Layout,
  names: readonly string[],
): { files: Record<string, string>; missing: string[] } {
  const files: Record<string, string> = {};
  const missing: string[] = [];
  const find = (patterns: readonly RegExp[]): string | undefined => {
    for (const pattern of patterns) {
      const found = names.find((name) => pattern.test(name));
      if (found !== undefined) return found;
    }
    return undefined;
  };
  for (const [option, patterns] of Object.entries(required)) {
    const found = find(patterns);
    if (found === undefined) missing.push(option);
    else files[option] = found;
  }
  for (const [option, patterns] of Object.entries(optional)) {
    const found = find(patterns);
    if (found !== undefined) files[option] = found;
  }
  return { files, missing };
}
