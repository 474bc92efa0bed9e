/** What is particular to each kind of model when it is installed or listed. A new way to run models adds its functions here. */
import { copyFile, mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { checkVoiceManifest } from '../engines/neural/manifest.ts';
import { prepareModel } from '../engines/neural/prepare.ts';
import { manifestFile, readManifest, type ModelKind, type ModelManifest } from '../model-files/manifest.ts';
import { ModelError } from '../model-files/model-error.ts';
import { checksumsOf } from './checksum.ts';

/** What the files of a model do not say. */
interface ModelDetails {
  readonly name: string;
  readonly licence: string;
  readonly source: string;
}

interface KindOfModel {
  /**
   * Writes an installed model into a folder that is not there.
   * @throws {ModelError} when the files are no model of this kind, or are damaged
   */
  prepare(source: string, target: string, details: ModelDetails): Promise<ModelManifest>;
  /** @throws {ModelError} when the part of the manifest that this kind has of its own is not as it should be */
  check?(manifest: ModelManifest): void;
}

/** Recognizers and voice activity have nothing yet that runs them: they are installed as they state themselves. */
export const kinds: Readonly<Record<ModelKind, KindOfModel>> = {
  voice: { prepare: prepareModel, check: checkVoiceManifest },
  recognizer: { prepare: copyStated },
  vad: { prepare: copyStated },
};

/** Copies the files that the manifest of a package states, and verifies them. */
async function copyStated(source: string, target: string, details: ModelDetails): Promise<ModelManifest> {
  const manifest = { ...(await readManifest(source)), ...details };
  await mkdir(target);
  for (const { path, bytes, sha256 } of manifest.files) {
    if (normalize(path) === manifestFile) throw new ModelError(`${manifestFile} states itself as a file of the model`);
    const [from, to] = [join(source, path), join(target, path)];
    const found = await stat(from).catch(() => undefined);
    if (found?.isFile() !== true) throw new ModelError(`${path} is missing`);
    if (found.size !== bytes) throw new ModelError(`${path} has ${found.size} bytes instead of ${bytes}`);
    await mkdir(dirname(to), { recursive: true });
    await copyFile(from, to);
    if ((await checksumsOf(to)).sha256 !== `sha256:${sha256}`) {
      throw new ModelError(`${path} is not the file that ${manifestFile} states: its SHA-256 is another one`);
    }
  }
  await writeFile(join(target, manifestFile), `${JSON.stringify(manifest, undefined, 2)}\n`);
  return manifest;
}
