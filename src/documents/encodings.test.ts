import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DocumentError } from './index.ts';
import { readHere, type ReadHereOptions } from './testing.ts';

async function paragraphs(bytes: Uint8Array, options: ReadHereOptions): Promise<readonly string[]> {
  return (await readHere(bytes, options)).chapters.flatMap((chapter) => chapter.paragraphs);
}

/** 日本語 */
const iso2022 = Buffer.from('\x1b$BF|K\\8l\x1b(B', 'latin1');
/** 日本語の文章です */
const shiftJis = Buffer.from('93fa967b8cea82cc95b68fcd82c582b7', 'hex');
/** Глава */
const windows1251 = Buffer.from('c3ebe0e2e0', 'hex');

describe('the encoding of a text', () => {
  it('is the declared one also where its bytes are ASCII alone', async () => {
    const mediaType = 'text/plain; charset=iso-2022-jp';
    assert.deepEqual(await paragraphs(iso2022, { mediaType }), ['日本語']);
    const page = Buffer.concat([Buffer.from('<html><meta charset="iso-2022-jp"><p>'), iso2022, Buffer.from('</p>')]);
    assert.deepEqual(await paragraphs(page, { name: 'a.html' }), ['日本語']);
  });

  it('may be UTF-16 without a byte order mark where a server says so', async () => {
    for (const mediaType of ['text/plain; charset=utf-16le', 'text/html; charset="UTF-16LE"']) {
      assert.deepEqual(await paragraphs(Buffer.from('Words, Größe', 'utf16le'), { mediaType }), ['Words, Größe']);
    }
    await assert.rejects(paragraphs(Buffer.from('Words', 'utf16le'), { mediaType: 'text/plain' }), DocumentError);
  });

  it('is not UTF-16 where the declaration itself stands in single bytes', async () => {
    const page = Buffer.from('<html><meta charset="utf-16"><p>Plain words.</p>');
    assert.deepEqual(await paragraphs(page, { name: 'a.html' }), ['Plain words.']);
  });

  it('is UTF-8 or Windows-1252 where nothing is declared, and an unknown one is refused', async () => {
    for (const text of ['Größe', 'Ça été où? «Là», à l’été.', 'ÜBERGRÖSSE']) {
      assert.deepEqual(await paragraphs(Buffer.from(text), { name: 'a.txt' }), [text]);
      const western = Buffer.from(text.replaceAll('’', '\x92'), 'latin1');
      assert.deepEqual(await paragraphs(western, { name: 'a.txt' }), [text]);
    }
    for (const bytes of [windows1251, shiftJis]) {
      await assert.rejects(paragraphs(bytes, { name: 'a.txt' }), ({ fault, message }: DocumentError) => {
        assert.match(message, /neither in UTF-8 nor says its encoding: save it as UTF-8/);
        return fault === 'unsupported';
      });
    }
    assert.deepEqual(await paragraphs(windows1251, { mediaType: 'text/plain; charset=windows-1251' }), ['Глава']);
    assert.deepEqual(await paragraphs(shiftJis, { mediaType: 'text/plain; charset=Shift_JIS' }), ['日本語の文章です']);
  });
});
