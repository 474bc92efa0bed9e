/**
 * The form of a key: `sk_car_` (`sk_car_admin_` for admin keys), 28 base62 characters of randomness (166 bits), and a
 * 6-character checksum: CRC-32 (IEEE) of everything before it, in base62, most significant digit first. The prefix and the
 * checksum let a scanner tell a real key from chance without asking the server; the server itself never looks at them.
 */
import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { base62, randomText } from '../ids.ts';
import type { KeyKind } from './schema.ts';

const randomLength = 28;
const checksumLength = 6;

export const keyPrefixes: Readonly<Record<KeyKind, string>> = { api: 'sk_car_', admin: 'sk_car_admin_' };

/** A new key of the kind, in plain text: show it once and store {@link hashKey} of it. */
export function generateKey(kind: KeyKind): string {
  const body = keyPrefixes[kind] + randomText(randomLength);
  return body + checksum(body);
}

/** Whether the text has the form of a key of this kind, checksum included. Says nothing about whether the key exists. */
export function isWellFormedKey(text: string, kind: KeyKind): boolean {
  const prefix = keyPrefixes[kind];
  if (!text.startsWith(prefix) || text.length !== prefix.length + randomLength + checksumLength) return false;
  return (
    /^[0-9A-Za-z]+$/.test(text.slice(prefix.length)) &&
    checksum(text.slice(0, -checksumLength)) === text.slice(-checksumLength)
  );
}

/** SHA-256 of the key in hex. A key has too many bits to be guessed, so the hash needs no salt and can be an index. */
export function hashKey(key: string): string {
  return hash('sha256', key);
}

function checksum(body: string): string {
  let rest = crc32(body);
  let digits = '';
  for (let i = 0; i < checksumLength; i++) {
    digits = base62[rest % 62]! + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
