/** Bytes to text, by the encoding that the file or its server declares. */

const charset = /charset\s*=\s*["']?\s*([\w.:-]+)/iu;

/**
 * In this order: a byte order mark, the media type, a declaration in the first bytes (XML, HTML), UTF-8 where it fits, else
 * Windows-1252, which most other texts are in.
 */
export function decodeText(bytes: Uint8Array, mediaType = ''): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return decoded(bytes, 'utf-16le')!;
  if (first === 0xfe && second === 0xff) return decoded(bytes, 'utf-16be')!;
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).toString('latin1');
  const declared =
    charset.exec(mediaType)?.[1] ?? /^<\?xml[^>]*encoding\s*=\s*["']([\w.:-]+)/iu.exec(head)?.[1] ?? inHead(head);
  const utf8 = strict(bytes);
  if (utf8 !== undefined && (declared === undefined || !/^utf-?16/iu.test(declared))) {
    // Bytes that are UTF-8 and not ASCII are so by intent, whatever is declared of them.
    return utf8;
  }
  return (declared === undefined ? undefined : decoded(bytes, declared)) ?? decoded(bytes, 'windows-1252')!;
}

function inHead(head: string): string | undefined {
  return /<meta\b[^>]*>/iu.test(head) ? charset.exec(head)?.[1] : undefined;
}

function strict(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function decoded(bytes: Uint8Array, label: string): string | undefined {
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return undefined;
  }
}
