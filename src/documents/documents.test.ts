import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { swept } from '../../test/support/sweeps.ts';
import { DocumentError, readDocument, type Document } from './index.ts';
import { docxOf, epubOf, pdfOf, pixel, readHere, zipOf, type ReadHereOptions, type TestLine } from './testing.ts';

function text(chapters: Document['chapters']): unknown {
  return chapters.map(({ title, paragraphs }) => [title, ...paragraphs]);
}

/** What a file is refused with. */
async function refusal(
  bytes: Uint8Array,
  options: ReadHereOptions = {},
  read = readHere,
): Promise<readonly [string, string]> {
  try {
    await read(bytes, options);
  } catch (error) {
    assert.ok(error instanceof DocumentError, String(error));
    return [error.fault, error.message];
  }
  return assert.fail('the file was read');
}

describe('an EPUB', () => {
  it('is its chapters by the table of contents, without notes, their marks and page numbers', async () => {
    const book = epubOf([
      {
        title: 'One',
        body: '<p>It was <em>night</em>.<a epub:type="noteref" href="#n1">1</a> The sec\u00adond<sup><a href="notes.xhtml#n2">2</a></sup> sentence,<span epub:type="pagebreak" title="7">7</span> 5 m<sup>2</sup> wide.</p><p>* * *</p><aside epub:type="footnote" id="n1"><p>A note.</p></aside><p>End &amp; out.</p><script>alert(1)</script>',
      },
      { title: 'Two', body: '<section><h2>Scene</h2><p>More.</p></section>' },
    ]);
    const { chapters, cover, ...about } = await readDocument(book);
    assert.deepEqual(about, { kind: 'epub', title: 'The Book', author: 'Ada Author', language: 'en' });
    assert.deepEqual([cover?.mediaType, Buffer.from(cover!.bytes).equals(pixel)], ['image/png', true]);
    assert.deepEqual(text(chapters), [
      ['One', 'One', 'It was night. The second sentence, 5 m² wide.', 'End & out.'],
      ['Two', 'Two', 'Scene', 'More.'],
    ]);
  });

  it('without a table of contents has a chapter for each file', async () => {
    const chapters = ['First', 'Second'].map((title) => ({ title, body: '<p>Text.</p>' }));
    const read = await readHere(epubOf(chapters, { hasNavigation: false }));
    assert.deepEqual(
      read.chapters.map(({ title }) => title),
      ['First', 'Second'],
    );
  });

  it('that is locked by DRM is refused with a reason; hidden fonts are no lock', async () => {
    const encrypted = (algorithm: string) =>
      epubOf([{ title: 'One', body: '<p>Text.</p>' }], {
        more: [
          {
            name: 'META-INF/encryption.xml',
            content: `<encryption><enc:EncryptedData xmlns:enc="e"><enc:EncryptionMethod Algorithm="${algorithm}"/></enc:EncryptedData></encryption>`,
          },
        ],
      });
    const [fault, message] = await refusal(encrypted('http://www.w3.org/2001/04/xmlenc#aes128-cbc'));
    assert.equal(fault, 'protected');
    assert.match(message, /digital rights management/);
    assert.equal((await readHere(encrypted('http://www.idpf.org/2008/embedding'))).chapters.length, 1);
  });

  it('that is a bomb is refused before it is unpacked, by each of the limits', async () => {
    const bomb = { name: 'OEBPS/zeros.xhtml', content: Buffer.alloc(60_000_000) };
    const book = epubOf([{ title: 'One', body: '<p>Text.</p>' }], { more: [bomb] });
    assert.ok(book.length < 100_000);
    const before = process.memoryUsage.rss();
    assert.match((await refusal(book)).join(), /^too_large,.*100 times its size/);
    assert.match((await refusal(book, { maxUnpackedBytes: 1_000_000 })).join(), /more than 1,000,000 bytes/);
    assert.match((await refusal(book, { maxEntries: 3 })).join(), /has 7 entries, and the limit is 3/);
    assert.ok(process.memoryUsage.rss() - before < 100_000_000);
  });

  it('that lies about its sizes, or is cut off, is damaged', async () => {
    const content = `<html><body>${'<p>Text.</p>'.repeat(5000)}</body></html>`;
    const parts = [
      { name: 'mimetype', content: 'application/epub+zip' },
      { name: 'META-INF/container.xml', content: '<rootfile full-path="a.opf"/>' },
      {
        name: 'a.opf',
        content:
          '<package><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>',
      },
    ];
    const lying = zipOf([...parts, { name: 'a.xhtml', content, declaredBytes: 100 }]);
    assert.equal((await refusal(lying, {}, readDocument))[0], 'damaged');
    const whole = zipOf([...parts, { name: 'a.xhtml', content }]);
    assert.equal((await readHere(whole)).chapters.length, 1);
    assert.equal((await refusal(whole.subarray(0, whole.length - 500)))[0], 'damaged');
    assert.equal((await refusal(zipOf([...parts, { name: 'a.xhtml', content, isLocked: true }])))[0], 'protected');
  });
});

describe('a DOCX', () => {
  it('is read by the styles of its headings, without notes, deleted text and its table of contents', async () => {
    const run = (value: string): string => `<w:r><w:t xml:space="preserve">${value}</w:t></w:r>`;
    const read = await readHere(
      docxOf(
        `<w:p><w:pPr><w:pStyle w:val="TOC1"/></w:pPr>${run('One 3')}</w:p>
        <w:p><w:pPr><w:pStyle w:val="berschrift1"/></w:pPr>${run('One')}</w:p>
        <w:p>${run('A sen')}${run('tence')}<w:r><w:footnoteReference w:id="1"/></w:r><w:del><w:r><w:delText>gone</w:delText></w:r></w:del>${run(' here.')}</w:p>
        <w:p><w:pPr><w:pStyle w:val="berschrift1"/></w:pPr>${run('Two')}</w:p>
        <w:tbl><w:tr><w:tc><w:p>${run('Cell &amp; cell')}</w:p></w:tc></w:tr></w:tbl>`,
      ),
    );
    assert.deepEqual([read.kind, read.title, read.author], ['docx', 'Report', 'Ada']);
    assert.deepEqual(text(read.chapters), [
      ['One', 'One', 'A sentence here.'],
      ['Two', 'Two', 'Cell & cell'],
    ]);
  });
});

/** A page of prose with a running head, a number and a note. */
function page(number: number, words: string, heading?: string): TestLine[] {
  return [
    { text: number % 2 === 0 ? 'A TREATISE' : `ADA AUTHOR ${number}`, y: 800, size: 9 },
    ...(heading === undefined ? [] : [{ text: heading, y: 740, size: 18 }]),
    { text: `${words} goes on over the end of the line and is bro-`, y: 700 },
    { text: 'ken there, as lines of a book that is set in columns are.', y: 686 },
    { text: `A second paragraph ${words}.`, x: 90, y: 672 },
    { text: '1 A note at the foot of the page.', y: 90, size: 8 },
    { text: String(number), x: 290, y: 40, size: 9 },
  ];
}

describe('a PDF', () => {
  const pages = Array.from({ length: 8 }, (_, index) =>
    page(index + 1, `Text ${'abcdefgh'[index]!}`, index % 4 === 0 ? `Chapter ${index / 4 + 1}` : undefined),
  );

  it('loses running heads, page numbers and notes, and gets its words and paragraphs back', async () => {
    const { chapters, title, author } = await readDocument(pdfOf(pages));
    assert.deepEqual([title, author], ['A Treatise', 'Ada Author']);
    assert.deepEqual(
      chapters.map((chapter) => [chapter.title, chapter.paragraphs.length]),
      [
        ['Chapter 1', 9],
        ['Chapter 2', 9],
      ],
    );
    assert.deepEqual(chapters[0]!.paragraphs.slice(0, 3), [
      'Chapter 1',
      'Text a goes on over the end of the line and is broken there, as lines of a book that is set in columns are.',
      'A second paragraph Text a.',
    ]);
    assert.doesNotMatch(JSON.stringify(chapters), /TREATISE|AUTHOR|note at the foot/);
  });

  it('has the chapters of its outline', async () => {
    const outline = [
      { title: 'Beginning', page: 0 },
      { title: 'End', page: 6 },
    ];
    const { chapters } = await readHere(pdfOf(pages, { outline }));
    assert.deepEqual(
      chapters.map((chapter) => chapter.title),
      ['Beginning', 'End'],
    );
    assert.match(chapters[1]!.paragraphs[0]!, /^Text g/);
  });

  it('that is only a scan, is locked, is damaged, or has too many pages is refused in clear words', async () => {
    const [fault, message] = await refusal(pdfOf(Array.from({ length: 5 }, () => [])));
    assert.equal(fault, 'scan');
    assert.match(message, /pictures of pages without text.*OCR/);
    assert.match((await refusal(pdfOf(pages, { isLocked: true }))).join(), /^protected,.*password/);
    assert.match((await refusal(Buffer.from('%PDF-1.7\nnonsense'))).join(), /^damaged,/);
    assert.match((await refusal(pdfOf(pages), { maxPages: 7 })).join(), /^too_large,.*has 8 pages, and the limit is 7/);
  });

  for (const count of swept([300, 3000], (each) => each === 300)) {
    it(`of ${count} pages is read`, async () => {
      const many = Array.from({ length: count }, (_, index) =>
        page(index + 1, `Text ${index}`, index % 100 === 0 ? `Chapter ${index / 100 + 1}` : undefined),
      );
      const { chapters } = await readDocument(pdfOf(many));
      assert.equal(chapters.length, count / 100);
      assert.equal(chapters.at(-1)!.title, `Chapter ${count / 100}`);
    });
  }
});

describe('a page of the web', () => {
  const source = `<!DOCTYPE html><html lang="de"><head><title>Der Titel – Zeitung</title><meta name="author" content="A. B."><meta charset="utf-8"></head><body>
    <header><a href="/">Zeitung</a></header><nav><ul><li>Politik</li></ul></nav>
    <main><article><h1>Der Titel</h1><p>Erster Absatz mit einem <a href="/x">Verweis</a>.</p><ul><li>Punkt eins<li>Punkt zwei</ul><p>Zweiter Absatz, lang genug, dass er zählt.</p></article>
    <aside>Werbung</aside><article><h2>Mehr</h2></article></main><footer>Impressum</footer></body></html>`;

  it('is its article, without menus, advertisements and feet', async () => {
    const { title, author, language, chapters } = await readHere(Buffer.from(source), { mediaType: 'text/html' });
    assert.deepEqual([title, author, language], ['Der Titel – Zeitung', 'A. B.', 'de']);
    assert.deepEqual(text(chapters), [
      [
        'Der Titel',
        'Der Titel',
        'Erster Absatz mit einem Verweis.',
        'Punkt eins',
        'Punkt zwei',
        'Zweiter Absatz, lang genug, dass er zählt.',
      ],
    ]);
  });

  it('is decoded by what the server, the page or its bytes tell', async () => {
    const html = '<html><body><p>Größe</p></body></html>';
    const paragraphs = async (bytes: Buffer, mediaType: string) =>
      (await readHere(bytes, { mediaType })).chapters[0]!.paragraphs;
    assert.deepEqual(await paragraphs(Buffer.from(html, 'latin1'), 'text/html; charset=iso-8859-1'), ['Größe']);
    assert.deepEqual(await paragraphs(Buffer.from(html), 'text/html'), ['Größe']);
    assert.deepEqual(await paragraphs(Buffer.from(`\ufeff${html}`, 'utf16le'), 'text/html'), ['Größe']);
  });

  it('of any depth is read within its deadline', async () => {
    const deep = `${'<div>'.repeat(20_000)}<p>Text.</p>`;
    const { chapters } = await readDocument(Buffer.from(deep), { mediaType: 'text/html' });
    assert.deepEqual(chapters[0]!.paragraphs, ['Text.']);
  });
});

describe('Markdown and plain text', () => {
  /** Read in some seconds. */
  const many = pdfOf(Array.from({ length: 2000 }, (_, index) => page(index, 'Text')));

  it('are cut at their headings', async () => {
    const markdown =
      '---\ntitle: "The Title"\nauthor: Ada\n---\n\n# One\n\nText with *stress* and a note.[^1]\n\n# Two\n\n- a\n- b\n\n[^1]: The note.\n';
    const read = await readHere(Buffer.from(markdown), { name: 'a.md' });
    assert.deepEqual([read.title, read.author], ['The Title', 'Ada']);
    assert.deepEqual(text(read.chapters), [
      ['One', 'One', 'Text with stress and a note.'],
      ['Two', 'Two', 'a', 'b'],
    ]);
    const plain = 'CHAPTER I. The Night\r\n\r\nIt was dark,\r\nand late.\r\n\r\nChapter II\r\n\r\nMorning came.\r\n';
    assert.deepEqual(text((await readHere(Buffer.from(plain), { name: 'the_old-house.txt' })).chapters), [
      ['CHAPTER I. The Night', 'CHAPTER I. The Night', 'It was dark, and late.'],
      ['Chapter II', 'Chapter II', 'Morning came.'],
    ]);
  });

  it('may begin with the letters that files of other kinds begin with', async () => {
    const texts = [
      'ID3 is a tag format for music.',
      'RIFF is short for a format of files.',
      'GIF89a was a format of pictures.',
      'Rar! she said.\nÄh.',
      'A document begins with %PDF-1.7, which is its version.',
      '%PDF-1.7 is how a document begins.',
    ];
    for (const words of texts) {
      for (const name of ['a.txt', 'a.md', undefined]) {
        const { chapters } = await readHere(Buffer.from(words), { name });
        assert.equal(chapters.flatMap(({ paragraphs }) => paragraphs).join(' '), words.replaceAll('\n', ' '));
      }
      assert.equal((await readHere(Buffer.from(words), { kind: 'markdown' })).kind, 'markdown');
    }
    const name = 'a.txt';
    for (const bytes of ['ID3\x04\0\0\0', 'GIF89a\x10\0\x10\0', 'OggS\0\x02', 'ID3 M\xfcsik', 'RIFF\x24\x01\0\0WAVE']) {
      assert.match((await refusal(Buffer.from(bytes, 'latin1'), { name })).join(), /^unsupported,The file is/, bytes);
    }
    assert.match((await refusal(Buffer.from('{\\rtf1\\ansi Words.}'), { name })).join(), /an RTF document/);
    assert.equal((await refusal(Buffer.from('%PDF-1.4\n1 0 obj'), { name }))[0], 'damaged');
  });

  it('that are something else, empty, too long or too slow are refused', async () => {
    assert.match(
      (await refusal(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))).join(),
      /^unsupported,The file is a picture\. EPUB, PDF/,
    );
    assert.match((await refusal(zipOf([{ name: 'a.txt', content: 'a' }]))).join(), /archive without a book/);
    assert.equal((await refusal(Buffer.from(''), {}, readDocument))[0], 'empty');
    assert.equal((await refusal(Buffer.from(' \n*\n')))[0], 'empty');
    assert.match(
      (await refusal(Buffer.from('a '.repeat(100)), { maxCharacters: 100 })).join(),
      /more than 100 characters, the limit/,
    );
    assert.match((await refusal(Buffer.from('abc'), { maxBytes: 2 }, readDocument)).join(), /larger than 2 bytes/);
    const startedAt = performance.now();
    assert.match((await refusal(many, { deadlineMs: 300 }, readDocument)).join(), /^too_slow,/);
    assert.ok(performance.now() - startedAt < 5000);
  });

  it('end when the caller gives up', async () => {
    await assert.rejects(readDocument(many, { signal: AbortSignal.timeout(50) }), { name: 'TimeoutError' });
  });
});
