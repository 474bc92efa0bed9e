/** Real files for tests, made byte by byte. */
import { constants, crc32, deflateRawSync, deflateSync } from 'node:zlib';
import { defaultLimits, DocumentError, type Document, type ReadLimits } from './document.ts';
import type { FileName } from './kind.ts';
import { answerTo } from './read.ts';

/** The limits that differ from the defaults. */
export type ReadHereOptions = FileName & Partial<ReadLimits>;

/**
 * Reads as the process of a reader does, in the thread of the test: starting that process takes far longer than reading.
 * @throws {DocumentError}
 */
export async function readHere(
  bytes: Uint8Array,
  { name, mediaType, title, kind, ...limits }: ReadHereOptions = {},
): Promise<Document> {
  // PDF.js takes the memory of what it reads.
  const file = { bytes: Uint8Array.from(bytes), name, mediaType, title, kind };
  const answer = await answerTo({ ...file, limits: { ...defaultLimits, ...limits } });
  if (answer.kind === 'refused') throw new DocumentError(answer.fault, answer.message);
  return answer.document;
}

export interface ZipEntry {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** What the archive says that it unpacks to. Default: the truth. */
  readonly declaredBytes?: number;
  readonly isLocked?: boolean;
}

/** An archive (PKWARE's APPNOTE, 4.3); all but the first entry are deflated. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [index, { name, content, declaredBytes, isLocked = false }] of entries.entries()) {
    const bytes = Buffer.from(content as string);
    const packed = index === 0 ? bytes : deflateRawSync(bytes);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(isLocked ? 1 : 0, 2);
    common.writeUInt16LE(index === 0 ? 0 : 8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(declaredBytes ?? bytes.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const file = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, rest, Buffer.from(name));
    files.push(file);
    offset += file.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, listed, end]);
}

export interface TestChapter {
  readonly title: string;
  /** XHTML behind the heading. */
  readonly body: string;
}

/** One black pixel. */
export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A book as publishers make them: EPUB 3 with a cover, a table of contents, and a file for each chapter. */
export function epubOf(
  chapters: readonly TestChapter[],
  { title = 'The Book', more = [] as readonly ZipEntry[], hasNavigation = true } = {},
): Buffer {
  const page = (head: string, body: string): string =>
    `<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>${head}</title></head><body>${body}</body></html>`;
  const items = chapters.map(
    (_, index) => `<item id="c${index}" href="text/c%20${index}.xhtml" media-type="application/xhtml+xml"/>`,
  );
  const navigation = hasNavigation
    ? '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>'
    : '';
  const list = chapters.map((chapter, index) => `<li><a href="text/c%20${index}.xhtml">${chapter.title}</a></li>`);
  return zipOf([
    { name: 'mimetype', content: 'application/epub+zip' },
    {
      name: 'META-INF/container.xml',
      content:
        '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
    },
    {
      name: 'OEBPS/book.opf',
      content: `<package xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata><dc:title>${title}</dc:title><dc:creator>Ada Author</dc:creator><dc:language>en</dc:language></metadata><manifest>${navigation}<item id="cover" href="cover.png" media-type="image/png" properties="cover-image"/>${items.join('')}</manifest><spine>${hasNavigation ? '<itemref idref="nav"/>' : ''}${chapters.map((_, index) => `<itemref idref="c${index}"/>`).join('')}</spine></package>`,
    },
    ...(hasNavigation
      ? [{ name: 'OEBPS/nav.xhtml', content: page('Contents', `<nav epub:type="toc"><ol>${list.join('')}</ol></nav>`) }]
      : []),
    { name: 'OEBPS/cover.png', content: pixel },
    ...chapters.map((chapter, index) => ({
      name: `OEBPS/text/c ${index}.xhtml`,
      content: page(chapter.title, `<h1>${chapter.title}</h1>${chapter.body}`),
    })),
    ...more,
  ]);
}

/** A document as Word writes it. @param paragraphs XML within `w:body` */
export function docxOf(paragraphs: string): Buffer {
  const namespaces = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
  return zipOf([
    { name: '[Content_Types].xml', content: '<Types/>' },
    { name: 'word/document.xml', content: `<w:document ${namespaces}><w:body>${paragraphs}</w:body></w:document>` },
    {
      name: 'word/styles.xml',
      content: `<w:styles ${namespaces}><w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style></w:styles>`,
    },
    {
      name: 'docProps/core.xml',
      content:
        '<cp:coreProperties xmlns:dc="d"><dc:title>Report</dc:title><dc:creator>Ada</dc:creator></cp:coreProperties>',
    },
  ]);
}

export interface TestLine {
  readonly text: string;
  /** Points from the lower left corner. */
  readonly x?: number;
  readonly y: number;
  /** Points. Default 11. */
  readonly size?: number;
}

/** PDF 1.4 with the text of its pages in Helvetica; 595 × 842 points each. */
export function pdfOf(
  pages: readonly (readonly TestLine[])[],
  { outline = [] as readonly { readonly title: string; readonly page: number }[], isLocked = false } = {},
): Buffer {
  const objects: string[] = [];
  const add = (body: string): number => objects.push(body);
  const reserve = (): number => objects.push('');
  const catalog = reserve();
  const tree = reserve();
  const font = add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  const ids = pages.map((lines) => {
    const text = lines
      .map(
        ({ text: line, x = 72, y, size = 11 }) =>
          `BT /F1 ${size} Tf ${x} ${y} Td (${line.replaceAll(/[()\\]/gu, '\\$&')}) Tj ET`,
      )
      .join('\n');
    const content = add(`<< /Length ${Buffer.byteLength(text, 'latin1')} >>\nstream\n${text}\nendstream`);
    return add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 ${font} 0 R >> >> /Contents ${content} 0 R >>`,
    );
  });
  objects[tree - 1] = `<< /Type /Pages /Count ${ids.length} /Kids [${ids.map((id) => `${id} 0 R`).join(' ')}] >>`;
  const root = outline.length === 0 ? 0 : reserve();
  const entries = outline.map(() => reserve());
  for (const [index, { title, page }] of outline.entries()) {
    const next = entries[index + 1] === undefined ? '' : `/Next ${entries[index + 1]!} 0 R`;
    objects[entries[index]! - 1] = `<< /Title (${title}) /Parent ${root} 0 R ${next} /Dest [${ids[page]!} 0 R /Fit] >>`;
  }
  if (root > 0) {
    objects[root - 1] =
      `<< /Type /Outlines /First ${entries[0]!} 0 R /Last ${entries.at(-1)!} 0 R /Count ${entries.length} >>`;
  }
  objects[catalog - 1] = `<< /Type /Catalog /Pages ${tree} 0 R ${root > 0 ? `/Outlines ${root} 0 R` : ''} >>`;
  const info = add('<< /Title (A Treatise) /Author (Ada Author) >>');
  const key = '0'.repeat(64);
  const encrypt = isLocked ? add(`<< /Filter /Standard /V 1 /R 2 /O <${key}> /U <${key}> /P -4 >>`) : 0;
  const parts: string[] = ['%PDF-1.4\n'];
  const offsets: number[] = [];
  let length = parts[0]!.length;
  for (const [index, body] of objects.entries()) {
    offsets.push(length);
    const part = `${index + 1} 0 obj\n${body}\nendobj\n`;
    parts.push(part);
    length += part.length;
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const locked = isLocked ? `/Encrypt ${encrypt} 0 R /ID [<00> <00>]` : '';
  parts.push(
    `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer << /Size ${objects.length + 1} /Root ${catalog} 0 R /Info ${info} 0 R ${locked} >>\nstartxref\n${length}\n%%EOF`,
  );
  return Buffer.from(parts.join(''), 'latin1');
}

/** So many million spaces packed by zlib (RFC 1950), without having them: a million in blocks that may be repeated. */
function packedSpaces(millions: number): Buffer {
  const finishFlush = constants.Z_FULL_FLUSH;
  const blocks = deflateRawSync(Buffer.alloc(1_000_000, ' '), { level: 9, finishFlush });
  const end = Buffer.from([1, 0, 0, 255, 255, 0, 0, 0, 0]);
  const [count, modulus] = [BigInt(millions) * 1_000_000n, 65_521n];
  end.writeUInt16BE(Number((count + 16n * count * (count + 1n)) % modulus), 5);
  end.writeUInt16BE(Number((1n + 32n * count) % modulus), 7);
  return Buffer.concat([Buffer.from([0x78, 0xda]), ...Array.from({ length: millions }, () => blocks), end]);
}

/** A PDF of one page whose content is so many million spaces. @param layers how often that is packed */
export function packedPdf(millions: number, layers: number): Buffer {
  let content = packedSpaces(millions);
  for (let layer = 1; layer < layers; layer++) content = deflateSync(content, { level: 9 });
  const filters = '/FlateDecode '.repeat(layers);
  return Buffer.concat([
    Buffer.from(
      `%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << >> >>\nendobj\n4 0 obj\n<< /Length ${content.length} /Filter [${filters}] >>\nstream\n`,
    ),
    content,
    // Without a table of places a reader looks for the objects itself.
    Buffer.from('\nendstream\nendobj\ntrailer << /Root 1 0 R /Size 5 >>\n%%EOF'),
  ]);
}
