/** Names of the entries of an archive: what may become a path, on every system. */
import { ModelError } from '../model-files/model-error.ts';

/** Bytes of one part of a path that every file system takes. */
const maxPartBytes = 255;
const maxParts = 16;

/** Devices of Windows, with any ending. */
const reserved = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;
const forbidden = /[<>:"|?*\\\ufffd]|\p{Cc}/u;

/**
 * The parts of a relative path; none for the folder itself (`./`).
 * @throws {ModelError} for a path that leads out of the folder, or a name that not every system takes
 */
export function pathParts(name: string): readonly string[] {
  const refuse = (problem: string): never => {
    throw new ModelError(`the archive holds ${JSON.stringify(name.slice(0, 200))}, ${problem}`);
  };
  if (name.startsWith('/') || /^[a-z]:/i.test(name)) refuse('an absolute path');
  if (name.startsWith('\\\\')) refuse('an absolute path');
  const parts = name.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.some((part) => part.split('\\').includes('..'))) refuse('a path that leads out of the folder');
  if (parts.length > maxParts) refuse(`a path of more than ${maxParts} folders`);
  for (const part of parts) {
    if (forbidden.test(part)) refuse('a name with characters that not every system takes');
    if (part !== part.trim() || part.endsWith('.')) refuse('a name with a space at an end or a dot at its end');
    if (reserved.test(part)) refuse('a name that is a device on Windows');
    if (Buffer.byteLength(part) > maxPartBytes) refuse(`a name longer than ${maxPartBytes} bytes`);
  }
  return parts;
}

/** Keeps two entries from becoming one file, also where the file system ignores case. */
export class EntryNames {
  readonly #kinds = new Map<string, 'file' | 'folder'>();

  /** @throws {ModelError} when a path stands for two things */
  add(parts: readonly string[], kind: 'file' | 'folder'): void {
    parts.forEach((_, index) => {
      const path = parts.slice(0, index + 1).join('/');
      const key = path.normalize('NFC').toLowerCase();
      const is = index === parts.length - 1 ? kind : 'folder';
      const was = this.#kinds.get(key);
      if (was !== undefined && (was === 'file' || is === 'file')) {
        throw new ModelError(`the archive holds ${JSON.stringify(path)} twice, or names that differ in case only`);
      }
      this.#kinds.set(key, is);
    });
  }
}
