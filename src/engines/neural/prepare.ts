/** Makes an installed model out of the files of a published one. */
import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isLibraryInstalled } from '../../model-files/sherpa-onnx.ts';
import { planKokoro } from './kokoro.ts';
import { checkVoiceManifest, type NativeSettings, type VoiceManifest } from './manifest.ts';
import { manifestFile } from '../../model-files/manifest.ts';
import { ModelError } from '../../model-files/model-error.ts';
import {
  copyInto,
  filesBelow,
  inspectGraph,
  memoryOfGraphs,
  namingFile,
  readGraph,
} from '../../model-files/package-files.ts';
import { planNative } from './native.ts';
import { rewriteModel } from './onnx/rewrite.ts';
import { measureModel } from './probe.ts';
import { recognizePackage, type ModelPackage } from './packages.ts';
import { firstIdCodePoint } from './phoneme-ids.ts';
import { planPiper, type DirectPlan } from './piper.ts';

/** What the files of a model do not say. */
export interface ModelDetails {
  /** Small letters, digits, dots, dashes and underscores: the engine is called `neural:<name>`. */
  readonly name: string;
  /** Under which licence it may be used. */
  readonly licence: string;
  /** Where it came from: an address or a name. */
  readonly source: string;
}

/** The names of the files that a graph of direct mode is written to. */
const directFiles = { model: 'model.onnx', tokens: 'tokens.txt' } as const;

/** The speakers of a Kokoro package are spoken directly, unless most of them read scripts that eSpeak has no phonemes of Kokoro for. */
const leastDirectShare = 0.5;

/**
 * Recognises the files of a published model (a Piper voice with its configuration, or an archive of sherpa-onnx, unpacked),
 * rewrites the graph where the mode is direct, and writes what is needed, with its manifest, into another folder. A model of
 * direct mode is run with each of its speakers, where the library is installed: what does not speak is refused, durations that do not
 * add up to the audio are not used, and the speakers' loudness is kept.
 *
 * @param source folder of the files as they are published
 * @param target folder to write to; is made, must be empty, and is gone again after an error
 * @throws {ModelError} when the files are no model that is known here, or are damaged: the message names the file
 */
export async function prepareModel(source: string, target: string, details: ModelDetails): Promise<VoiceManifest> {
  const found = await refineFamily(await recognizePackage(source));
  const parts = await manifestParts(found, target);
  const manifest = checkVoiceManifest({
    format: 1,
    name: details.name,
    licence: details.licence,
    source: details.source,
    ...parts,
    files: [],
  });
  await mkdir(target, { recursive: true });
  if ((await readdir(target)).length > 0) throw new ModelError(`${target} is not empty`);
  try {
    const files = await parts.write();
    const whole = checkVoiceManifest({ ...(await measured(manifest, target)), files });
    await writeFile(path.join(target, manifestFile), `${JSON.stringify(whole, undefined, 2)}\n`);
    return whole;
  } catch (error) {
    await rm(target, { recursive: true, force: true });
    throw error;
  }
}

/** The manifest with what a run of the model tells of its durations and its speakers; as it is where it cannot be run. */
async function measured(manifest: VoiceManifest, folder: string): Promise<VoiceManifest> {
  if (manifest.direct === undefined || !isLibraryInstalled()) return manifest;
  const { hopLength: stated, ...direct } = manifest.direct;
  const { hopLength, levels } = await measureModel(manifest, path.resolve(folder));
  return {
    ...manifest,
    direct: { ...direct, ...(stated !== undefined && hopLength !== undefined && { hopLength }) },
    speakers: manifest.speakers.map((speaker) => ({ ...speaker, level: levels.get(speaker.name) })),
  };
}

type ManifestParts = Omit<VoiceManifest, 'format' | 'kind' | 'name' | 'licence' | 'source' | 'files'> & {
  /** Writes the files into the target. */
  readonly write: () => Promise<VoiceManifest['files']>;
};

async function manifestParts(found: ModelPackage, target: string): Promise<ManifestParts> {
  if (found.family === 'piper') return directParts(found, target, planPiper);
  if (found.family === 'kokoro') {
    const parts = await directParts(found, target, planKokoro);
    const all = Number((await inspectFile(found, 'model')).metadata.get('n_speakers'));
    if (parts.speakers.length >= all * leastDirectShare) return parts;
  }
  return nativeParts(found, target);
}

async function directParts(
  { family, folder, files }: ModelPackage,
  target: string,
  plan: (folder: string, files: Readonly<Record<string, string>>, file: Uint8Array) => Promise<DirectPlan>,
): Promise<ManifestParts> {
  const name = files.model!;
  const graph = await readGraph(folder, name);
  const { sampleRate, languages, speakers, direct, deterministic, rewrite } = await namingFile(name, () =>
    plan(folder, files, graph),
  );
  const pieces = await namingFile(name, () => Promise.resolve(rewriteModel(graph, rewrite)));
  const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
  return {
    family,
    mode: 'direct',
    sampleRate,
    languages: [...languages],
    speakers: [...speakers],
    cloning: false,
    needsTranscript: false,
    deterministic,
    direct,
    memoryBytes: memoryOfGraphs(bytes),
    write: async () => [
      await writePieces(target, directFiles.model, pieces),
      await writePieces(target, directFiles.tokens, [new TextEncoder().encode(idTokens(direct.ids))]),
    ],
  };
}

/** Every id up to the highest one as a code point of private use. */
function idTokens(ids: Readonly<Record<string, readonly number[]>>): string {
  const highest = Math.max(...Object.values(ids).flat());
  return Array.from({ length: highest + 1 }, (_, id) => `${String.fromCodePoint(firstIdCodePoint + id)} ${id}\n`).join(
    '',
  );
}

async function nativeParts({ family, folder, files }: ModelPackage, target: string): Promise<ManifestParts> {
  if (family === 'piper') throw new ModelError('a Piper voice is spoken directly only');
  const names = (await readdir(folder)).sort();
  const plan = await planNative(family, { folder, names, files });
  const options = { ...files, ...plan.files };
  const needed = [...new Set([...Object.values(options), ...plan.rules].flatMap((list) => list.split(',')))];
  const all = (await Promise.all(needed.map((name) => filesBelow(folder, name)))).flat();
  // A damaged graph would end the process that loads it.
  for (const name of all.filter((each) => each.endsWith('.onnx'))) {
    await inspectGraph(folder, name);
  }
  const sizes = await Promise.all(all.map(async (name) => (await stat(path.join(folder, name))).size));
  const graphBytes = sizes.reduce((sum, size, index) => sum + (all[index]!.endsWith('.onnx') ? size : 0), 0);
  const native: NativeSettings = {
    files: options,
    ...plan.native,
    ...(plan.rules.length > 0 && { ruleFsts: plan.rules.join(',') }),
  };
  return {
    family,
    mode: 'native',
    sampleRate: plan.sampleRate,
    languages: [...plan.languages],
    speakers: [...plan.speakers],
    cloning: plan.cloning,
    needsTranscript: plan.needsTranscript,
    deterministic: false,
    native,
    memoryBytes: memoryOfGraphs(graphBytes),
    write: async () => {
      const written: VoiceManifest['files'] = [];
      for (const name of all) written.push(await copyInto(folder, target, name));
      return written;
    },
  };
}

/** Kokoro and Kitten have the same files. */
async function refineFamily(found: ModelPackage): Promise<ModelPackage> {
  if (found.family !== 'kokoro') return found;
  const { metadata } = await inspectFile(found, 'model');
  return metadata.get('model_type') === 'kitten-tts' ? { ...found, family: 'kitten' } : found;
}

function inspectFile({ folder, files }: ModelPackage, option: string): ReturnType<typeof inspectGraph> {
  return inspectGraph(folder, files[option]!);
}

async function writePieces(
  target: string,
  name: string,
  pieces: readonly Uint8Array[],
): Promise<VoiceManifest['files'][number]> {
  const hash = createHash('sha256');
  const handle = await open(path.join(target, name), 'wx');
  let bytes = 0;
  try {
    for (const piece of gathered(pieces)) {
      hash.update(piece);
      bytes += piece.length;
      await handle.writeFile(piece);
    }
  } finally {
    await handle.close();
  }
  return { path: name, bytes, sha256: hash.digest('hex') };
}

/** Small pieces together, large ones as they are: a graph has some ten thousand small ones. */
function* gathered(pieces: readonly Uint8Array[]): Generator<Uint8Array> {
  let small: Uint8Array[] = [];
  let size = 0;
  for (const piece of pieces) {
    if (piece.length < 1 << 16) {
      small.push(piece);
      size += piece.length;
    }
    if (size > 1 << 20 || piece.length >= 1 << 16) {
      yield Buffer.concat(small);
      small = [];
      size = 0;
    }
    if (piece.length >= 1 << 16) yield piece;
  }
  if (size > 0) yield Buffer.concat(small);
}
