/** Signatures of deliveries by the Standard Webhooks specification, version 1 (https://www.standardwebhooks.com). */
import { createHmac } from 'node:crypto';

const prefix = 'whsec_';

/** Whether the part behind the prefix is base64 of at least one byte; secrets without the prefix are always usable. */
export function isUsableSecret(secret: string): boolean {
  if (!secret.startsWith(prefix)) return secret !== '';
  return (
    /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(secret.slice(prefix.length)) &&
    secret.length > prefix.length
  );
}

/** The key that a secret stands for: the base64 behind `whsec_`, or else the UTF-8 bytes of the whole text. */
export function keyOf(secret: string): Buffer {
  return secret.startsWith(prefix) ? Buffer.from(secret.slice(prefix.length), 'base64') : Buffer.from(secret, 'utf8');
}

/** The specification asks for 24 to 64 random bytes. */
export const strongBytes = 24;

/** Whether a secret can be found by trying; it is usable all the same. */
export function isWeak(secret: string): boolean {
  return keyOf(secret).length < strongBytes;
}

/**
 * The three headers of a signed message.
 * @param secrets each gives a signature: two while a new secret replaces an old one
 * @param at      when this attempt is made; receivers refuse what is older than five minutes
 */
export function signatureHeaders(
  id: string,
  at: Date,
  body: string,
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  );
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
