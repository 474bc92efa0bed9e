/**
 * `model.json`: what stands beside the files of an installed model. What all kinds of models share is read here; what else it says
 * is the business of what runs that kind. Made once, when the model is installed, and read at every start.
 */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { ModelError } from './model-error.ts';

/** Name of the manifest in the folder of its model. */
export const manifestFile = 'model.json';

/** What a model is for. `vad`: it tells speech from silence. */
export const modelKinds = ['voice', 'recognizer', 'vad'] as const;
/** See {@link modelKinds}. */
export type ModelKind = (typeof modelKinds)[number];

/** Inside the model's folder, with `/`. */
export const relativePath = z.string().min(1).max(500).refine(isInside, 'is a path inside the folder of the model');

/** Whether a path with `/` stays inside its folder, on every system. */
export function isInside(name: string): boolean {
  return name !== '' && !path.isAbsolute(name) && !/[\\\0:]/u.test(name) && !name.split('/').includes('..');
}

/** A language that a model knows. */
export const modelLanguage = z.string().regex(/^[a-z]{2}$/u, 'is an ISO 639-1 code');

/** The part that all kinds share. */
export const sharedManifest = z.object({
  format: z.literal(1),
  /** Manifests that were written before there were other kinds do not say it. */
  kind: z.enum(modelKinds).default('voice'),
  name: z
    .string()
    .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/u, 'has small letters, digits, dots, dashes and underscores, at most 64'),
  licence: z.string().min(1).max(500),
  /** Where it came from: an address or a name. */
  source: z.string().max(2000),
  /** Empty for a model to which they make no difference. */
  languages: z.array(modelLanguage),
  /** About what it takes while it is loaded. */
  memoryBytes: z.int().min(0),
  files: z.array(z.object({ path: relativePath, bytes: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/u) })),
});

const schema = z.looseObject(sharedManifest.shape);

/** What `model.json` holds, with the part of its kind unread. */
export type ModelManifest = z.infer<typeof schema>;

/**
 * The manifest of the model in a folder.
 * @param maxBytes of its file. Default 32 MiB, which is more than 100,000 speakers take
 * @throws {ModelError} when there is none, or it is not one
 */
export async function readManifest(folder: string, maxBytes?: number): Promise<ModelManifest> {
  return parseManifest(await readText(folder, maxBytes));
}

/** The kind that a folder states itself to be of; undefined where it has no manifest, or a file of that name that says nothing of it. */
export async function statedKind(folder: string): Promise<ModelKind | undefined> {
  try {
    return z.object({ kind: z.enum(modelKinds) }).safeParse(parseJson(await readText(folder))).data?.kind;
  } catch (error) {
    if (error instanceof ModelError) return undefined;
    throw error;
  }
}

async function readText(folder: string, maxBytes = 32 * 2 ** 20): Promise<string> {
  const file = path.join(folder, manifestFile);
  const absent = (error: unknown): never => {
    throw new ModelError(`there is no ${manifestFile}`, { cause: error });
  };
  const found = await stat(file).catch(absent);
  // Opening a pipe would wait for a writer, and a device may have no end.
  if (!found.isFile()) throw new ModelError(`${manifestFile} is no file`);
  if (found.size > maxBytes) throw new ModelError(`${manifestFile} is longer than ${maxBytes} bytes`);
  return readFile(file, 'utf8').catch(absent);
}

/** @throws {ModelError} when it is no manifest; the message names the first thing that is wrong */
export function parseManifest(text: string): ModelManifest {
  return checkManifest(schema, parseJson(text));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ModelError(`${manifestFile} is not JSON`, { cause: error });
  }
}

/**
 * @param part schema of the whole manifest, or of the part that a kind has of its own
 * @throws {ModelError} as {@link parseManifest} does
 */
export function checkManifest<T>(part: z.ZodType<T>, data: unknown): T {
  const result = part.safeParse(data);
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  const field = issue.path.length === 0 ? 'it' : issue.path.join('.');
  throw new ModelError(`${manifestFile} is not valid: ${field}: ${issue.message}`);
}
