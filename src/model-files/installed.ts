/** The models in a folder, as far as their manifests tell. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { manifestFile, readManifest, type ModelManifest } from './manifest.ts';

/** A model that can be read. */
export interface InstalledManifest {
  readonly name: string;
  /** Absolute. */
  readonly folder: string;
  readonly manifest: ModelManifest;
}

/** A model that cannot be used, and why. */
export interface ModelProblem {
  readonly model: string;
  readonly reason: string;
}

/**
 * Reads the manifest of each model and makes something of it, in the order of their names. A folder that is not there holds none.
 * @param folder holds a folder for each model
 * @param use undefined for a model that is not meant; what it throws makes the model a problem
 */
export async function readInstalled<T>(
  folder: string,
  use: (model: InstalledManifest) => T | undefined,
): Promise<{ readonly found: readonly T[]; readonly problems: readonly ModelProblem[] }> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  });
  // Folders that begin with a dot are being written.
  const names = entries.filter((entry) => !entry.isFile() && !entry.name.startsWith('.')).map(({ name }) => name);
  const found: T[] = [];
  const problems: ModelProblem[] = [];
  for (const name of names.sort()) {
    try {
      const inside = path.resolve(folder, name);
      const manifest = await readManifest(inside);
      if (manifest.name !== name) throw new Error(`its ${manifestFile} is that of the model ${manifest.name}`);
      const made = use({ name, folder: inside, manifest });
      if (made !== undefined) found.push(made);
    } catch (error) {
      problems.push({ model: name, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  return { found, problems };
}
