import { createHash, randomBytes } from 'node:crypto';

/** Digits of base62, least first. */
export const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Random text of base62 digits; 22 of them hold 131 bits. */
export function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    // 248 is the largest multiple of 62 in a byte: what is above would make some digits likelier.
    for (const byte of randomBytes(length)) if (byte < 248 && text.length < length) text += base62[byte % 62]!;
  }
  return text;
}

/** The id under which clients see an organization as the owner of something: `org_…`. */
export function ownerId(organizationId: string): string {
  return `org_${organizationId}`;
}

/** An id with the kind of its object as prefix: `file_4fKq…`. */
export function newId(prefix: string): string {
  return `${prefix}_${randomText(22)}`;
}

/**
 * UUID version 5 (RFC 9562, section 5.5): the same namespace and name always give the same id.
 * @param namespace a UUID in its text form
 */
export function uuidV5(namespace: string, name: string): string {
  const bytes = createHash('sha1')
    .update(Buffer.from(namespace.replaceAll('-', ''), 'hex'))
    .update(name, 'utf8')
    .digest()
    .subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x50;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
