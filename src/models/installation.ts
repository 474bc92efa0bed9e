/** From the files of a model, wherever they are, to an installed model. */
import { createHash } from 'node:crypto';
import { access, copyFile, link, mkdir, rm, statfs, utimes } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { ModelManifest } from '../model-files/manifest.ts';
import { ModelError } from '../model-files/model-error.ts';
import type { PublishedFile } from './catalogue-entry.ts';
import type { Checksum } from './checksum.ts';
import { defaultMaxBytes, type DownloadOptions } from './download.ts';
import { fetchVerified } from './fetch.ts';
import { downloadsFolder, install, withStaging } from './folder.ts';
import { KnownFiles } from './known-files.ts';
import { licenceIn, unknownLicence } from './licence.ts';
import { NotFetchedError, type ByHand } from './problems.ts';
import type { FoundSource, ModelSource } from './source.ts';
import { runInThread } from './thread/run.ts';
import type { UnpackOptions } from './unpack.ts';

/** What is being done, for a progress bar. */
export type AddStep = 'downloading' | 'verifying' | 'unpacking' | 'preparing';

export interface InstallationOptions {
  /** Default false: a model of that name that is installed is kept, and the call fails. */
  readonly replace?: boolean | undefined;
  /**
   * Of each file that is downloaded; twice as much may come out of an archive. Default 4 GiB; for a file of the table half as much
   * again as the table says, and 1 MB.
   */
  readonly maxBytes?: number | undefined;
  readonly download?: Omit<DownloadOptions, 'maxBytes' | 'signal' | 'onProgress'>;
  readonly unpack?: Omit<UnpackOptions, 'maxBytes' | 'signal' | 'onProgress'>;
  /** ISO 639-1 codes of what a recognizer hears; by default what the table, its files or its source say. */
  readonly languages?: readonly string[] | undefined;
  readonly signal?: AbortSignal;
  /** Both are bytes; `total` is 0 when it is not known. */
  readonly onProgress?: (step: AddStep, done: number, total: number) => void;
}

type Settled = InstallationOptions & { readonly name: string; readonly licence: string };

export interface AddedModel {
  readonly manifest: ModelManifest;
  readonly folder: string;
  /** Files without a recorded checksum, and what they turned out to be. */
  readonly unverified: readonly { readonly url: string; readonly checksum: Checksum }[];
}

/**
 * Installs what was found. Only under the lock of the folder.
 * @throws {ModelError} as `addModel` does
 */
export async function installFound(models: string, found: FoundSource, options: Settled): Promise<AddedModel> {
  await requireSpace(models, found.source);
  const downloads = partsFolder(models, options.name, found.origin);
  try {
    return await withStaging(models, (staging) => new Installation(models, staging, downloads, options).run(found));
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    await rm(downloads, { recursive: true, force: true });
    throw new ModelError(`no space is left on the disk of ${models}; nothing was installed`, { cause: error });
  }
}

/** Where the files of a model are until all of it has come: by what they are of, so that neither another model nor a mirror goes on with them. */
export function partsFolder(models: string, name: string, origin: string): string {
  const key = createHash('sha256').update(origin).digest('hex').slice(0, 16);
  return join(downloadsFolder(models), `${name}-${key}`);
}

function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EFBIG'].includes((error as NodeJS.ErrnoException).code ?? '');
}

/**
 * Bytes that a file may have. The size in the table is exact where a checksum is recorded; elsewhere it is what the publisher had
 * once, who may have trained the voice anew or added to its settings. A mirror that sends more sends another file, for which no
 * space was asked.
 */
function mostOf({ size }: PublishedFile): number {
  return Math.ceil(1.5 * size) + 1_000_000;
}

/** How much more than its archive a model takes while it is unpacked and prepared. */
const archiveGrowth = 2.6;

/** @throws {ModelError} when the disk would be filled */
async function requireSpace(models: string, source: ModelSource): Promise<void> {
  const bytes =
    source.kind === 'published'
      ? source.files.reduce((sum, { url, size }) => sum + size * (isArchive(url) ? 1 + archiveGrowth : 2), 0)
      : source.bytes * (source.kind === 'archive' ? archiveGrowth : 1);
  const { bavail, bsize } = await statfs(models);
  if (bavail * bsize >= bytes) return;
  const [needed, left] = [bytes, bavail * bsize].map((value) => `${(value / 1e6).toFixed(1)} MB`);
  throw new ModelError(
    `this takes about ${needed} while it is installed, and on the disk of ${models} are ${left} left`,
  );
}

/** Everything that is not one file of a model is taken for an archive. */
function isArchive(url: string): boolean {
  return !/\.(?:onnx|json|bin|txt)$/i.test(new URL(url).pathname);
}

/** One of them, in a folder that is gone behind it. */
class Installation {
  readonly #models: string;
  readonly #staging: string;
  readonly #downloads: string;
  readonly #options: Settled;
  readonly #unverified: { url: string; checksum: Checksum }[] = [];

  constructor(models: string, staging: string, downloads: string, options: Settled) {
    this.#models = models;
    this.#staging = staging;
    this.#downloads = downloads;
    this.#options = options;
  }

  async run({ source, origin }: FoundSource): Promise<AddedModel> {
    const { name, replace = false } = this.#options;
    const known = await KnownFiles.open(this.#models);
    // What is cut here is gone on with by the next run.
    const fetched = source.kind === 'published' ? await this.#fetch(source, known) : [];
    const prepared = join(this.#staging, 'prepared');
    try {
      const raw = await this.#rawFolder(source, fetched);
      const manifest = await this.#prepare(raw, prepared, origin);
      await install(this.#models, prepared, name, { staging: this.#staging, replace });
      await known.save();
      await rm(this.#downloads, { recursive: true, force: true });
      return { manifest, folder: join(this.#models, name), unverified: this.#unverified };
    } catch (error) {
      if (this.#options.signal?.aborted === true) throw error;
      // What is no model when it has come in full is not one the next time.
      await rm(this.#downloads, { recursive: true, force: true });
      throw error;
    }
  }

  /** Downloads into files that outlive this run. */
  async #fetch(source: PublishedSource, known: KnownFiles): Promise<readonly FetchedFile[]> {
    const { files, entry } = source;
    const { onProgress, maxBytes, signal } = this.#options;
    await mkdir(this.#downloads, { recursive: true });
    const now = new Date();
    await utimes(this.#downloads, now, now);
    const all = files.every(({ size }) => size > 0) ? files.reduce((sum, { size }) => sum + size, 0) : 0;
    const fetched: FetchedFile[] = [];
    let before = 0;
    for (const file of files) {
      const path = join(this.#downloads, fileName(file.url));
      const expected = known.expecting(file);
      // Until the server answers, which it may never.
      onProgress?.('downloading', before, all);
      const fetching = fetchVerified(expected, path, {
        ...this.#options.download,
        maxBytes: maxBytes ?? (entry === undefined ? defaultMaxBytes : mostOf(file)),
        ...(signal && { signal }),
        onProgress: (done, size) => onProgress?.('downloading', before + done, all === 0 ? (size ?? 0) : all),
        onVerify: () => onProgress?.('verifying', 0, 0),
      });
      const checksum = await fetching.catch(async (error: unknown) => {
        throw error instanceof NotFetchedError ? await this.#byHand(error, source) : error;
      });
      known.note(file, checksum);
      if (expected.checksums === null) this.#unverified.push({ url: file.url, checksum });
      before += file.size;
      fetched.push({ path, isArchive: isArchive(file.url) });
    }
    return fetched;
  }

  /** The same failure, with what a person can do about it: the next run takes files that lie here already. */
  async #byHand({ message }: Error, { entry, files }: PublishedSource): Promise<NotFetchedError> {
    const missing: ByHand['files'][number][] = [];
    for (const [index, file] of files.entries()) {
      const name = fileName(file.url);
      const { url, size } = entry?.files[index] ?? file;
      const isThere = await access(join(this.#downloads, name)).then(
        () => true,
        () => false,
      );
      if (!isThere) missing.push({ name, url, bytes: size });
    }
    const folder = resolve(this.#downloads);
    const [urls, names] = [missing.map(({ url }) => url), missing.map(({ name }) => name)].map((of) =>
      of.join(' and '),
    );
    const text = `To do without this connection, download ${urls} elsewhere, put ${names} into ${folder}, and try again`;
    return new NotFetchedError(message, { text, folder, files: missing });
  }

  /** One folder with all files of the model as they are published. */
  async #rawFolder(source: ModelSource, fetched: readonly FetchedFile[]): Promise<string> {
    if (source.kind === 'folder') return source.path;
    if (source.kind === 'archive') return this.#unpack(source.path);
    const archive = fetched.find((file) => file.isArchive);
    const raw = archive === undefined ? join(this.#staging, 'raw') : await this.#unpack(archive.path);
    await mkdir(raw, { recursive: true });
    for (const { path } of fetched.filter((file) => file !== archive)) {
      const to = join(raw, basename(path));
      // The file stays for the next run until this one has ended well.
      await link(path, to).catch(() => copyFile(path, to));
    }
    return raw;
  }

  #unpack(archive: string): Promise<string> {
    const { onProgress, maxBytes = defaultMaxBytes, signal } = this.#options;
    const limits = { maxBytes: 2 * maxBytes, ...this.#options.unpack };
    return runInThread<'unpack'>(
      { kind: 'unpack', archive, name: basename(archive), folder: join(this.#staging, 'raw'), limits },
      { signal, onProgress: (read, total) => onProgress?.('unpacking', read, total) },
    );
  }

  async #prepare(raw: string, prepared: string, origin: string): Promise<ModelManifest> {
    const { name, licence, languages, signal, onProgress } = this.#options;
    onProgress?.('preparing', 0, 0);
    const stated = licence === unknownLicence() ? ((await licenceIn(raw)) ?? licence) : licence;
    const details = { name, licence: stated.slice(0, 500), source: origin.slice(0, 2000), languages };
    const manifest = await runInThread<'prepare'>({ kind: 'prepare', source: raw, target: prepared, details });
    signal?.throwIfAborted();
    return manifest;
  }
}

type PublishedSource = Extract<ModelSource, { readonly kind: 'published' }>;

interface FetchedFile {
  readonly path: string;
  readonly isArchive: boolean;
}

/** The last part of an address, as a name that every system takes. */
function fileName(url: string): string {
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  const name = last
    .replaceAll(/[^A-Za-z0-9._-]+/g, '_')
    .slice(-100)
    .replace(/^\.+/, '');
  return name === '' ? 'model' : name;
}
