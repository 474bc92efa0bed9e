/** What is particular to each kind of model when it is installed or listed. A new way to run models adds its functions here. */
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { checkVoiceManifest } from '../engines/neural/manifest.ts';
import { recognizePackage, voicePackage } from '../engines/neural/packages.ts';
import { prepareModel } from '../engines/neural/prepare.ts';
import { manifestFile, readManifest, statedKind, type ModelKind, type ModelManifest } from '../model-files/manifest.ts';
import { ModelError } from '../model-files/model-error.ts';
import { copyWritable } from '../model-files/package-files.ts';
import { checkRecognizerManifest } from '../recognizers/sherpa/manifest.ts';
import { recognizerPackage } from '../recognizers/sherpa/packages.ts';
import { prepareRecognizer } from '../recognizers/sherpa/prepare.ts';
import { checkVadManifest, prepareVad, vadPackage } from '../recognizers/silero/package.ts';
import { checksumsOf } from './checksum.ts';

/** What the files of a model do not say. */
export interface ModelDetails {
  readonly name: string;
  readonly licence: string;
  readonly source: string;
  /** ISO 639-1 codes that a recognizer hears; undefined: what its files or its source say. */
  readonly languages?: readonly string[] | undefined;
}

/** Checks the part of the manifest that a kind has of its own, which throws a {@link ModelError}. */
const checks: Readonly<Record<ModelKind, (manifest: ModelManifest) => unknown>> = {
  voice: checkVoiceManifest,
  recognizer: checkRecognizerManifest,
  vad: checkVadManifest,
};

/** @throws {ModelError} when the part of the manifest that its kind has of its own is not as it should be */
export function checkOfKind(manifest: ModelManifest): void {
  checks[manifest.kind](manifest);
}

/**
 * Writes an installed model of whatever kind into a folder that is not there.
 * @param source folder of its files as they are published, or of a model that states itself to be a recognizer or a vad
 * @throws {ModelError} when the files are those of no model that is known here, or are damaged
 */
export async function prepareOfKind(source: string, target: string, details: ModelDetails): Promise<ModelManifest> {
  const stated = await statedKind(source);
  if (stated !== undefined && stated !== 'voice') return copyStated(source, target, details);
  const near: string[] = [];
  // Voices first: the graphs of some are called like those of recognizers.
  if ((await unlessNear(voicePackage(source), near)) !== undefined) return prepareModel(source, target, details);
  const recognizer = await unlessNear(recognizerPackage(source), near);
  if (recognizer !== undefined) return prepareRecognizer(recognizer, target, details);
  const vad = await vadPackage(source);
  if (vad !== undefined) return prepareVad(vad, target, details);
  if (near.length > 0) throw new ModelError(near.join('; '));
  // Says what is there.
  await recognizePackage(source);
  throw new ModelError('the folder holds no model that is known here');
}

/** What is missing of a model that the files look like is told of only where they are not whole as another one. */
async function unlessNear<T>(found: Promise<T | undefined>, near: string[]): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    near.push(error.message);
    return undefined;
  }
}

/** Copies the files that the manifest of a package states, and verifies them. */
async function copyStated(source: string, target: string, details: ModelDetails): Promise<ModelManifest> {
  const { languages, ...known } = details;
  const manifest = { ...(await readManifest(source)), ...known, ...(languages && { languages: [...languages] }) };
  await mkdir(target);
  for (const { path, bytes, sha256 } of manifest.files) {
    if (normalize(path) === manifestFile) throw new ModelError(`${manifestFile} states itself as a file of the model`);
    const [from, to] = [join(source, path), join(target, path)];
    const found = await stat(from).catch(() => undefined);
    if (found?.isFile() !== true) throw new ModelError(`${path} is missing`);
    if (found.size !== bytes) throw new ModelError(`${path} has ${found.size} bytes instead of ${bytes}`);
    await mkdir(dirname(to), { recursive: true });
    await copyWritable(from, to);
    if ((await checksumsOf(to)).sha256 !== `sha256:${sha256}`) {
      throw new ModelError(`${path} is not the file that ${manifestFile} states: its SHA-256 is another one`);
    }
  }
  checkOfKind(manifest);
  await writeFile(join(target, manifestFile), `${JSON.stringify(manifest, undefined, 2)}\n`);
  return manifest;
}

/** What only some kinds have. */
export interface PartOfKind {
  readonly family: string;
  /** Of voices. */
  readonly speakers?: number | undefined;
  readonly cloning?: boolean;
  /** Of recognizers. */
  readonly streaming?: boolean | undefined;
}

/**
 * What the manifest of a model says beside what all kinds say.
 * @throws {ModelError} when that part is not as it should be
 */
export function partOfKind(manifest: ModelManifest): PartOfKind {
  if (manifest.kind === 'voice') {
    const { family, speakers, cloning } = checkVoiceManifest(manifest);
    return { family, speakers: speakers.length, cloning };
  }
  if (manifest.kind === 'vad') return { family: checkVadManifest(manifest).vad.family };
  const { family, streaming } = checkRecognizerManifest(manifest).recognizer;
  return { family, streaming };
}
