/** RFC 5987 leaves these unencoded; everything else of UTF-8 goes as `%XX`. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /['()*]/gu,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/**
 * The header that names a download (https://www.rfc-editor.org/rfc/rfc6266): in ASCII for old clients, in full for all others.
 * @param filename well-formed text
 */
export function attachment(filename: string): string {
  const ascii = filename.replaceAll(/[^\x20-\x7e]|["\\%]/gu, '_');
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encode(filename)}`;
}
