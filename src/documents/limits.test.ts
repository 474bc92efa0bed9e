/** Files that are made to take memory or time, and the limits that end them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { busyFor } from '../../test/support/busy-for.ts';
import { swept } from '../../test/support/sweeps.ts';
import { DocumentError, readDocument } from './index.ts';
import { docxOf, epubOf, packedPdf, pdfOf, readHere, zipOf, type ReadHereOptions } from './testing.ts';

/** What a file is refused with. */
async function refusal(bytes: Uint8Array, options: ReadHereOptions = {}, read = readHere): Promise<string> {
  try {
    await read(bytes, options);
  } catch (error) {
    assert.ok(error instanceof DocumentError, String(error));
    return `${error.fault}: ${error.message}`;
  }
  return assert.fail('the file was read');
}

/** Reads a file and tells how long that took, in ms. */
async function msFor(text: string, name: string): Promise<number> {
  const startedAt = performance.now();
  await readHere(Buffer.from(text), { name });
  return performance.now() - startedAt;
}

describe('time', () => {
  it('that this process was busy for is none of the file', { timeout: 30_000 }, async () => {
    const reading = readDocument(Buffer.from('Some words.'), { name: 'a.txt', deadlineMs: 2500 });
    reading.catch(() => undefined);
    // Behind these turns the process has been started and given its task.
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    busyFor(6000);
    assert.equal((await reading).kind, 'text');
  });
});

describe('memory', () => {
  for (const [limits, name] of swept(
    [
      [{}, 'the default limit'],
      [{ maxMemoryBytes: 300_000_000 }, 'another limit'],
    ] as const,
    ([, each]) => each === 'another limit',
  )) {
    it(`a PDF whose pages unpack to any size is refused, and the process of its caller does not grow: ${name}`, async () => {
      const file = packedPdf(3000, 2);
      assert.ok(file.length < 8000, `${file.length} bytes in the file`);
      const before = process.memoryUsage.rss();
      let most = 0;
      const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20);
      const refused = await refusal(file, limits, readDocument);
      clearInterval(watch);
      assert.equal(refused, 'too_large: The file takes more memory to read than there is for one file');
      assert.ok(most - before < 100_000_000, `${most - before} bytes more`);
    });
  }

  it('a PDF that is packed more than twice is refused before it is unpacked', async () => {
    assert.match(await refusal(packedPdf(1, 3)), /^too_large: .*packed 3 times over, and the limit is 2/);
    assert.match(await refusal(packedPdf(1, 80)), /^too_large: .*packed \d\d times over/);
    // What is not a bomb has no text, and that is all.
    assert.match(await refusal(packedPdf(1, 2)), /^scan: /);
  });

  it('the limit of the memory is an option', async () => {
    const text = Buffer.from('Words that are read. '.repeat(1000));
    assert.match(await refusal(text, { maxMemoryBytes: 20_000_000 }, readDocument), /^too_large: .*more memory/);
    assert.equal((await readDocument(text)).chapters.length, 1);
  });
});

describe('time', () => {
  it('comments before the first element take no more of it with each one', async () => {
    const comments = '<!---->'.repeat(200);
    const ms = await msFor(`${comments}x, and words.`, 'a.txt');
    assert.ok(ms < 10_000, `${ms} ms`);
    const page = await readHere(Buffer.from(`${comments} <!-- a --><?xml version="1.0"?>\n<html><p>Text.</p>`));
    assert.equal(page.kind, 'html');
  });

  it('many paragraphs of one article, commas, and open notes are read in the time of their length', async () => {
    const files = [
      [`<html><body><article>${'<p>Some words.</p>'.repeat(100_000)}`, 'a.html'],
      [`<p>Words${', '.repeat(300_000)}end.</p>`, 'a.html'],
      [`Words ${'[^'.repeat(300_000)}`, 'a.md'],
      [`---\nauthor: a${' '.repeat(300_000)}b\n---\nWords.`, 'a.md'],
    ] as const;
    for (const [text, name] of files) {
      const ms = await msFor(text, name);
      assert.ok(ms < 12_000, `${text.slice(0, 30)}: ${ms} ms`);
    }
  });
});

describe('an archive', () => {
  it('has no entry of text beyond a limit, and no file that is read twice', async () => {
    const chapter = { title: 'One', body: `<p>${'Text. '.repeat(10_000)}</p>` };
    const book = epubOf([chapter]);
    assert.match(await refusal(book, { maxEntryBytes: 50_000 }), /^too_large: .*unpacks to more than 50,000 bytes/);
    const parts = (times: number) =>
      zipOf([
        { name: 'mimetype', content: 'application/epub+zip' },
        { name: 'META-INF/container.xml', content: '<rootfile full-path="a.opf"/>' },
        {
          name: 'a.opf',
          content: `<package><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine>${'<itemref idref="a"/>'.repeat(times)}</spine></package>`,
        },
        { name: 'a.xhtml', content: '<html><body><p>Text.</p></body></html>' },
      ]);
    const paragraphs = async (file: Buffer) => (await readHere(file)).chapters.flatMap((each) => each.paragraphs);
    assert.deepEqual(await paragraphs(parts(1000)), ['Text.']);
  });

  it('ends where its text is beyond the limit, whatever comes behind it', async () => {
    const chapters = [
      { title: 'One', body: `<p>${'Text. '.repeat(100)}</p>` },
      { title: 'Two', body: '<p>More.</p>' },
    ];
    // The second file is damaged: it is reached only where the first is within the limit.
    const broken = epubOf(chapters);
    broken[broken.indexOf('OEBPS/text/c 1.xhtml') + 'OEBPS/text/c 1.xhtml'.length] = 0xff;
    assert.match(await refusal(broken), /^damaged: /);
    assert.match(await refusal(broken, { maxCharacters: 500 }), /^too_large: .*more than 500 characters, the limit/);
    const word = docxOf(`<w:p><w:r><w:t>${'Text. '.repeat(100)}</w:t></w:r></w:p>`);
    assert.match(await refusal(word, { maxCharacters: 500 }), /^too_large: .*more than 500 characters, the limit/);
  });
});

describe('what lists show', () => {
  it('author and language are bounded in every kind', async () => {
    const long = 'x'.repeat(100_000);
    const html = `<html lang="${long}"><head><meta name="author" content="${long}"></head><body><p>Text.</p></body></html>`;
    const front = `---\nauthor: ${long}\nlang: ${long}\n---\nText.`;
    for (const [text, name] of [
      [html, 'a.html'],
      [front, 'a.md'],
    ] as const) {
      const { author, language } = await readHere(Buffer.from(text), { name });
      assert.deepEqual([author?.length, language], [200, undefined]);
    }
    const short = await readHere(Buffer.from('---\nauthor: "Ada"\nlang: pt-BR\n---\nText.'), { name: 'a.md' });
    assert.deepEqual([short.author, short.language], ['Ada', 'pt-BR']);
  });

  it('there are no more chapters than the limit, and no text is lost', async () => {
    const text = Array.from({ length: 12 }, (_, index) => `# Number ${index}\n\nText ${index}.\n\n`).join('');
    const { chapters } = await readHere(Buffer.from(text), { name: 'a.md', maxChapters: 5 });
    assert.deepEqual(
      chapters.map(({ title }) => title),
      ['Number 0', 'Number 3', 'Number 6', 'Number 9'],
    );
    const read = chapters.flatMap(({ paragraphs }) => paragraphs).filter((paragraph) => paragraph.startsWith('Text'));
    assert.deepEqual(
      read,
      Array.from({ length: 12 }, (_, index) => `Text ${index}.`),
    );
    const many = await readHere(Buffer.from('# a\n\nb\n\n'.repeat(6000)), { name: 'a.md' });
    assert.equal(many.chapters.length, 3000);
  });

  it('control characters are left out', async () => {
    const pages = [[{ text: 'Words of a page that\u0000 are read aloud, and more of them.', y: 700 }]];
    const pdf = await readHere(pdfOf(pages));
    const text = await readHere(Buffer.from(`${'Words. '.repeat(400)}\n\nOne\u0000 two\u0007.`), { name: 'a.txt' });
    assert.doesNotMatch(JSON.stringify([pdf, text]), /\\u00/);
    assert.equal(text.chapters[0]!.paragraphs[1], 'One two.');
  });
});
