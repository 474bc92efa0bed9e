/** The server's one secret, and what is sealed with keys derived from it. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { linkSync, openSync, readFileSync, rmSync, writeSync, closeSync, fsyncSync } from 'node:fs';
import { join } from 'node:path';
import { makeDataFolder } from './data-folder.ts';

/** What is derived from the secret of the server: sealing of texts, and keys for other purposes. */
export interface Secrets {
  /** Encrypts and authenticates a text (AES-256-GCM); the same text gives another result each time. */
  readonly seal: (text: string) => string;
  /** @throws {Error} when the text was not sealed with this secret, or was changed */
  readonly open: (sealed: string) => string;
  /** 32 bytes that belong to this purpose only (HKDF-SHA-256, RFC 5869). */
  readonly key: (purpose: string) => Buffer;
  /** Tells whether two servers have the same secret, and nothing about it. */
  readonly fingerprint: string;
}

export interface SecretOptions {
  /** The secret itself; servers that share a database must share it. Any text; use at least 32 random characters. */
  readonly secretKey?: string | undefined;
  /** Where a secret is made and kept (mode 0600) when none is given; without both it ends with the process. */
  readonly dataDir?: string | undefined;
}

const fileName = 'secret.key';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Uses the given secret, else the one kept in the data folder, which is made when missing.
 * @throws {Error} when the data folder cannot be read or written
 */
export function openSecrets({ secretKey, dataDir }: SecretOptions = {}): Secrets {
  const secret = secretKey ?? (dataDir === undefined ? newSecret() : keptSecret(dataDir));
  const key = (purpose: string): Buffer => Buffer.from(hkdfSync('sha256', secret, 'sonorant', purpose, 32));
  const sealing = key('seal');
  return {
    key,
    fingerprint: key('archive').toString('hex').slice(0, 16),
    seal(text) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
    },
    open(text) {
      const bytes = Buffer.from(text, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8');
    },
  };
}

function newSecret(): string {
  return randomBytes(48).toString('base64');
}

/** The secret of the folder. Of two processes that make one at once, both get the one that was linked first. */
function keptSecret(dataDir: string): string {
  makeDataFolder(dataDir);
  const path = join(dataDir, fileName);
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const temporary = `${path}.${randomBytes(6).toString('hex')}`;
  const file = openSync(temporary, 'wx', 0o600);
  try {
    writeSync(file, `${newSecret()}\n`);
    fsyncSync(file);
    linkSync(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    closeSync(file);
    rmSync(temporary, { force: true });
  }
  return readFileSync(path, 'utf8').trim();
}
