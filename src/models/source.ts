/** What a user may name as a model: an entry of the table, an address, an archive or a folder. */
import { lstat, readdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { catalogue, entryNamed } from './catalogue.ts';
import type { CatalogueEntry, PublishedFile } from './catalogue-entry.ts';
import type { Checksum } from './checksum.ts';
import { ModelError } from '../model-files/model-error.ts';
import { basicCredentials } from '../outbound/http-client.ts';
import { httpAddress } from './http-get.ts';

/** Where the files of a model come from. */
export type ModelSource =
  | { readonly kind: 'published'; readonly entry: CatalogueEntry | undefined; readonly files: readonly PublishedFile[] }
  | { readonly kind: 'archive' | 'folder'; readonly path: string; readonly bytes: number };

/** A source, and the name of the model when none is given. */
export interface FoundSource {
  readonly source: ModelSource;
  readonly name: string;
  /** What stands in the manifest: an address, or the name of a file or folder. */
  readonly origin: string;
}

export interface SourceOptions {
  /** Base of the addresses in place of the publishers' hosts; their paths stay. */
  readonly from?: string | undefined;
  /** What the file at an address must be. */
  readonly checksum?: Checksum | undefined;
}

/**
 * @throws {ModelError} when it is none of what may be named
 * @throws {Error} (system error) when it cannot be read
 */
export async function findSource(given: string, { from, checksum }: SourceOptions = {}): Promise<FoundSource> {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(given)) return addressed(given, from, checksum);
  const entry = /[/\\]/.test(given) ? undefined : entryNamed(given);
  if (entry !== undefined) return fromTable(entry, from, checksum);
  if (from !== undefined) {
    throw new ModelError(`--from goes with names of the table and addresses, and '${given}' is neither`);
  }
  if (checksum !== undefined) {
    throw new ModelError(`--sha256 goes with addresses and names of the table, and '${given}' is neither`);
  }
  const path = resolve(given);
  const stats = await stat(path).catch(() => undefined);
  if (stats === undefined) throw unknown(given);
  if (stats.isDirectory()) {
    return {
      source: { kind: 'folder', path, bytes: await folderBytes(path) },
      name: basename(path),
      origin: basename(path),
    };
  }
  if (!stats.isFile()) throw new ModelError(`${given}: is neither a file nor a folder`);
  if (/\.onnx(?:\.json)?$/i.test(path)) {
    throw new ModelError(`${given}: is one file of a model; name the folder that holds all of them`);
  }
  return {
    source: { kind: 'archive', path, bytes: stats.size },
    name: withoutEnding(basename(path)),
    origin: basename(path),
  };
}

function unknown(given: string): ModelError {
  const near = catalogue.filter(({ name }) => name.includes(given.toLowerCase())).map(({ name }) => name);
  const hint = near.length === 0 ? '"sonorant models list" shows the table' : `did you mean ${near.join(', ')}?`;
  return new ModelError(`'${given}' is no model of the table, no address, and no file or folder; ${hint}`);
}

function fromTable(entry: CatalogueEntry, from: string | undefined, checksum: Checksum | undefined): FoundSource {
  const [main, ...others] = entry.files.map((file) => mirrored(file, from));
  const files = [checksum === undefined ? main! : { ...main!, checksums: [checksum] }, ...others];
  return {
    source: { kind: 'published', entry, files },
    name: entry.name,
    origin: files[0]!.url,
  };
}

/**
 * The same path at another host, or below another address.
 * @throws {ModelError} for a base that is no http or https address, or has a query or fragment
 */
export function mirrored(file: PublishedFile, from: string | undefined): PublishedFile {
  if (from === undefined) return file;
  const base = httpAddress(from);
  const { origin, pathname, search, hash } = base;
  if (search !== '' || hash !== '') {
    throw new ModelError(
      `--from: ${origin}${pathname} is followed by ${search}${hash}, and paths are put behind the address`,
    );
  }
  const url = `${origin}${pathname.replace(/\/+$/, '')}${new URL(file.url).pathname}`;
  return { ...file, url, authorization: basicCredentials(base) };
}

function addressed(given: string, from: string | undefined, checksum: Checksum | undefined): FoundSource {
  const address = httpAddress(given);
  const authorization = basicCredentials(address);
  // The address is shown, and recorded with the model.
  [address.username, address.password] = ['', ''];
  const { href, pathname } = address;
  const checksums = checksum === undefined ? null : [checksum];
  const file = mirrored({ url: href, authorization, size: 0, checksums }, from);
  const last = unescaped(pathname.split('/').at(-1)!, href);
  // A Piper voice is two files, of which one names the other; Silero is one.
  const settings =
    /\.onnx$/i.test(pathname) && !/silero/i.test(last)
      ? [{ ...file, url: settingsAddress(file.url), checksums: null }]
      : [];
  return {
    source: { kind: 'published', entry: undefined, files: [file, ...settings] },
    name: withoutEnding(last),
    origin: file.url,
  };
}

function unescaped(name: string, address: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    throw new ModelError(`${address}: "%" begins no escape of UTF-8 in '${name}'`);
  }
}

function settingsAddress(model: string): string {
  const url = new URL(model);
  url.pathname += '.json';
  return url.href;
}

function withoutEnding(name: string): string {
  return name.replace(/\.(?:tar\.(?:bz2|gz)|tbz2?|tgz|tar|onnx)$/i, '');
}

/** Files and folders in a folder of a model. */
const maxFolderEntries = 10_000;

/**
 * Bytes of the files in a folder that a user names.
 * @throws {ModelError} for a folder that holds what reading could hang on, or lead elsewhere
 */
async function folderBytes(folder: string): Promise<number> {
  let bytes = 0;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  if (entries.length > maxFolderEntries) {
    throw new ModelError(`${folder}: holds more than ${maxFolderEntries} files and folders`);
  }
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) continue;
    // Caches of models hold links to their files.
    const stats = entry.isSymbolicLink() ? await stat(path).catch(() => lstat(path)) : await lstat(path);
    if (!stats.isFile()) throw new ModelError(`${path}: is neither a file nor a folder, nor a link to a file`);
    bytes += stats.size;
  }
  return bytes;
}
