/**
 * `model.json`: what stands beside the files of an installed model and says how it is run. Made once, when it is installed
 * (`prepare.ts`), and read at every start.
 */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { isConvertible } from '../../audio/pipeline.ts';
import { ModelError } from './model-error.ts';

/** Name of the manifest in the folder of its model. */
export const manifestFile = 'model.json';

/** Kinds of models that are run here. */
export const families = ['piper', 'kokoro', 'matcha', 'kitten', 'zipvoice', 'pocket', 'supertonic'] as const;
/** How a model is built, which decides how it is run. */
export type Family = (typeof families)[number];

/** Inside the model's folder, with `/`. */
const relativePath = z.string().min(1).max(500).refine(isInside, 'is a path inside the folder of the model');

/** Such paths with commas between them. */
const relativePaths = z
  .string()
  .max(10_000)
  .refine((list) => list.split(',').every(isInside), 'has paths inside the folder of the model only');

function isInside(name: string): boolean {
  return name !== '' && !path.isAbsolute(name) && !/[\\\0:]/u.test(name) && !name.split('/').includes('..');
}

const language = z.string().regex(/^[a-z]{2}$/u, 'is an ISO 639-1 code');

const speaker = z.object({
  /** What the model calls it by. */
  id: z.int().min(0),
  /** Unique in the model: `amy`, `af_heart`. */
  name: z.string().min(1).max(100),
  gender: z.enum(['masculine', 'feminine', 'gender_neutral']).nullable(),
  language,
  /** Id of an accent of the interface; null when it is none of them. */
  accent: z.string().nullable(),
  /** Voice of eSpeak whose phonemes it was trained on; direct mode only. */
  phonemes: z.string().optional(),
  /** LUFS, as it was measured when the model was installed; direct mode only. */
  level: z.number().min(-70).max(10).optional(),
});

const direct = z.object({
  /** How phonemes become ids. */
  alphabet: z.enum(['piper', 'kokoro', 'misaki']),
  /** Ids of each symbol. */
  ids: z.record(z.string(), z.array(z.int().min(0).max(6399)).min(1).max(16)),
  /** Samples for each unit of a duration; absent where the model gives no durations. */
  hopLength: z.int().min(1).max(100_000).optional(),
  /** Most ids in one run. */
  maxIds: z.int().min(16).max(100_000),
  /** The model's own length of sounds: 2 is half as fast. */
  lengthScale: z.number().min(0.1).max(10),
  noiseScale: z.number().min(0).max(10),
  noiseScaleW: z.number().min(0).max(10),
  /** Version of the rewriting that the graph has gone through. */
  rewrite: z.int().min(1),
});

const native = z.object({
  /** Options of the family's configuration in sherpa-onnx that are files, comma-separated where there are several. */
  files: z.record(z.string(), relativePaths),
  /** Those that are none. */
  options: z.record(z.string(), z.union([z.number(), z.string()])),
  /** Files of rules that rewrite numbers and dates, comma-separated. */
  ruleFsts: relativePaths.optional(),
  /** Needs the language of each text as the option `lang`. */
  takesLanguage: z.boolean(),
});

const schema = z
  .object({
    format: z.literal(1),
    name: z
      .string()
      .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/u, 'has small letters, digits, dots, dashes and underscores, at most 64'),
    family: z.enum(families),
    mode: z.enum(['direct', 'native']),
    licence: z.string().min(1).max(500),
    /** Where it came from: an address or a name. */
    source: z.string().max(2000),
    /** Hz. */
    sampleRate: z.int().min(8000).max(192_000).refine(isConvertible, 'cannot be converted to the rates of responses'),
    languages: z.array(language).min(1),
    /** Empty for a model that speaks with voices of clips only. */
    speakers: z.array(speaker),
    /** Speaks with the voice of a clip. */
    cloning: z.boolean(),
    /** Needs what is said in the clip too. */
    needsTranscript: z.boolean(),
    /** The same text gives the same audio. */
    deterministic: z.boolean(),
    /** About what it takes while it is loaded. */
    memoryBytes: z.int().min(0),
    direct: direct.optional(),
    native: native.optional(),
    files: z.array(
      z.object({ path: relativePath, bytes: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/u) }),
    ),
  })
  .refine((manifest) => manifest[manifest.mode] !== undefined, 'does not say how it is run in its mode')
  .refine((manifest) => manifest.cloning || manifest.speakers.length > 0, 'has neither speakers nor cloning');

/** What `model.json` holds; {@link checkManifest} says what is allowed. */
export type ModelManifest = z.infer<typeof schema>;
export type ModelSpeaker = ModelManifest['speakers'][number];
export type DirectSettings = NonNullable<ModelManifest['direct']>;
export type NativeSettings = NonNullable<ModelManifest['native']>;

/**
 * The manifest of the model in a folder.
 * @param maxBytes of its file. Default 32 MiB, which is more than 100,000 speakers take
 * @throws {ModelError} when there is none, or it is not one
 */
export async function readManifest(folder: string, maxBytes = 32 * 2 ** 20): Promise<ModelManifest> {
  const file = path.join(folder, manifestFile);
  const absent = (error: unknown): never => {
    throw new ModelError(`there is no ${manifestFile}`, { cause: error });
  };
  const found = await stat(file).catch(absent);
  // Opening a pipe would wait for a writer, and a device may have no end.
  if (!found.isFile()) throw new ModelError(`${manifestFile} is no file`);
  if (found.size > maxBytes) throw new ModelError(`${manifestFile} is longer than ${maxBytes} bytes`);
  return parseManifest(await readFile(file, 'utf8').catch(absent));
}

/** @throws {ModelError} when it is no manifest; the message names the first thing that is wrong */
export function parseManifest(text: string): ModelManifest {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw new ModelError(`${manifestFile} is not JSON`, { cause: error });
  }
  return checkManifest(data);
}

/** @throws {ModelError} as {@link parseManifest} does */
export function checkManifest(data: unknown): ModelManifest {
  const result = schema.safeParse(data);
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  const place = issue.path.length === 0 ? 'it' : issue.path.join('.');
  throw new ModelError(`${manifestFile} is not valid: ${place}: ${issue.message}`);
}
