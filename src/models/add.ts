/** Adds a model: found, agreed to, then installed under the lock of the models' folder. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CatalogueEntry } from './catalogue-entry.ts';
import type { Checksum } from './checksum.ts';
import { ModelError } from '../model-files/model-error.ts';
import { fetchVerified } from './fetch.ts';
import { alreadyThere, findInstalled, modelName, modelsFolder, sweep } from './folder.ts';
import { installFound, type AddedModel, type InstallationOptions } from './installation.ts';
import { licenceIn, unknownLicence } from './licence.ts';
import { withLock } from './lock.ts';
import { findSource, mirrored, type FoundSource, type ModelSource } from './source.ts';

/** What is asked about before anything large is downloaded. */
export interface ModelPlan {
  readonly name: string;
  /** Undefined for what is not in the table. */
  readonly entry: CatalogueEntry | undefined;
  /** SPDX identifier or text. */
  readonly licence: string;
  /** An address, or the name of a file or folder. */
  readonly origin: string;
  /** Bytes to download or read; 0 when that is not known. */
  readonly bytes: number;
  /** Some of the files have no recorded checksum. */
  readonly isUnverified: boolean;
}

export interface AddOptions extends InstallationOptions {
  /** A licence that the table does not state is agreed to even where the model card that states it cannot be fetched. Default false. */
  readonly agreesUnread?: boolean | undefined;
  /** Of the installed model; by default that of the table, the file or the folder. */
  readonly name?: string | undefined;
  /** Stands in the manifest in place of what is known of it. */
  readonly licence?: string | undefined;
  /** Base of a mirror's addresses: the path behind the publisher's host is the same there. */
  readonly from?: string | undefined;
  /** What the (first) file must be, in place of what the table and earlier runs say. */
  readonly checksum?: Checksum | undefined;
  /** Whether to go on; the licence is agreed to by it. */
  readonly confirm: (plan: ModelPlan) => Promise<boolean>;
}

/**
 * Adds a model to those of a data folder.
 * @param given a name of the table, an address, an archive or a folder
 * @returns undefined when it was not agreed to
 * @throws {ModelError} when it cannot be had or is no model: then nothing is installed, and what was is untouched
 * @throws {Error} (system error) when a file or folder cannot be read or written
 */
export async function addModel(dataDir: string, given: string, options: AddOptions): Promise<AddedModel | undefined> {
  const models = modelsFolder(dataDir);
  const found = await findSource(given, options);
  const name = modelName(options.name ?? found.name);
  await refuseExisting(models, name, options);
  const licence = options.licence ?? (await licenceOf(found.source, options));
  if (!(await options.confirm(planOf(found, name, licence)))) return undefined;
  return withLock(models, async () => {
    await sweep(models);
    await refuseExisting(models, name, options);
    const languages = options.languages ?? languagesHeard(found);
    return installFound(models, found, { ...options, name, licence, languages });
  });
}

async function refuseExisting(models: string, name: string, { replace = false }: AddOptions): Promise<void> {
  if (!replace && (await findInstalled(models, name)) !== undefined) throw alreadyThere(name);
}

/** Of a recognizer of the table, which knows better than the name of its archive. */
function languagesHeard({ source }: FoundSource): readonly string[] | undefined {
  const entry = source.kind === 'published' ? source.entry : undefined;
  return entry?.kind === 'recognizer' && entry.languages.length > 0 ? entry.languages : undefined;
}

function planOf({ source, origin }: FoundSource, name: string, licence: string): ModelPlan {
  const files = source.kind === 'published' ? source.files : [];
  return {
    name,
    entry: source.kind === 'published' ? source.entry : undefined,
    licence,
    origin,
    bytes: source.kind === 'published' ? files.reduce((sum, { size }) => sum + size, 0) : source.bytes,
    isUnverified: files.some(({ checksums }) => checksums === null),
  };
}

/** Model cards have some hundred bytes. */
const maxCardBytes = 100_000;

/** The licence that the table states, else the one of the model card, which is fetched for it. */
async function licenceOf(source: ModelSource, options: AddOptions): Promise<string> {
  if (source.kind === 'folder') return (await licenceIn(source.path)) ?? unknownLicence();
  if (source.kind !== 'published' || source.entry === undefined) return unknownLicence();
  const { licence, modelCard, cardFile } = source.entry;
  if (licence !== null) return licence;
  if (cardFile === undefined) return unknownLicence(modelCard);
  const folder = await mkdtemp(join(tmpdir(), 'sonorant-card-'));
  try {
    const file = join(folder, 'MODEL_CARD');
    await fetchVerified(mirrored(cardFile, options.from), file, {
      ...options.download,
      // Not worth a wait where it goes on without.
      ...(options.agreesUnread === true && { retries: 1 }),
      maxBytes: maxCardBytes,
      // Nothing verifies it, and its text is shown.
      staysAtOrigin: options.from !== undefined,
      ...(options.signal && { signal: options.signal }),
    });
    return (await licenceIn(folder)) ?? unknownLicence(modelCard);
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    if (options.agreesUnread === true) return unknownLicence(modelCard);
    throw new ModelError(`${error.message}; the licence is read from that file, unless --licence says what it is`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
