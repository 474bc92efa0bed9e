/**
 * How often a stream of a PDF is packed: ISO 32000-1, 7.3.8.2. PDF.js unpacks one as often as it says, each time a thousandfold, so
 * a few hundred bytes that were packed three times fill any memory.
 */
import { DocumentError, shown } from '../document.ts';

/** Packed, and written as text: no program has a reason for more. */
const mostFilters = 2;
/** Those of pictures are not run for text. */
const pictures = /\/(?:DCT|JPX|CCITTFax|JBIG2)Decode\b/u;
const chain = /^\/Filter\s*\[((?:\s*\/[\w#]+)*)/u;
/** Bytes that are looked at from its beginning. */
const window = 512;

/**
 * Streams stand in a file as they are, never within a packed one, and so do their filters.
 * @throws {DocumentError} `too_large`
 */
export function requireShortChains(bytes: Uint8Array): void {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = file.indexOf('/Filter'); at !== -1; at = file.indexOf('/Filter', at + 1)) {
    const filters = chain.exec(file.toString('latin1', at, at + window))?.[1];
    if (filters === undefined || pictures.test(filters)) continue;
    const count = filters.split('/').length - 1;
    if (count > mostFilters) {
      throw new DocumentError(
        'too_large',
        `A part of the PDF is packed ${shown(count)} times over, and the limit is ${shown(mostFilters)}`,
      );
    }
  }
}
