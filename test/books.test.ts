/** `/books` on a real server: read, spoken by a job over restarts and cancels, downloaded, deleted. */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { epubOf, pdfOf, pixel } from '../src/documents/testing.ts';
import { eventually } from './support/eventually.ts';
import { clientOf, expectJson, type Ask } from './support/resources.ts';
import { apiKey, fliteVoice, start, tonesOf, version, type TestServer } from './support/server.ts';

interface Book {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly error: string | null;
  readonly has_cover: boolean;
  readonly audio_bytes: number | null;
  readonly progress: { readonly characters: number; readonly done_characters: number; readonly percent: number };
  readonly chapters: readonly {
    readonly number: number;
    readonly title: string;
    readonly is_selected: boolean;
    readonly is_spoken: boolean;
  }[];
}

const sentence = 'One two three four five six seven eight nine ten.';

function chapterOf(title: string, sentences: number) {
  return { title, body: `<p>${Array<string>(sentences).fill(sentence).join(' ')}</p>` };
}

function uploadOf(bytes: Uint8Array, name = 'book.epub'): FormData {
  const body = new FormData();
  body.set('file', new Blob([new Uint8Array(bytes)]), name);
  return body;
}

async function bookOf(ask: Ask, id: string): Promise<Book> {
  return expectJson<Book>(ask('GET', `/books/${id}`), 200);
}

async function untilEnded(ask: Ask, id: string): Promise<Book> {
  let book: Book | undefined;
  await eventually(
    'the book is spoken',
    async () => {
      book = await bookOf(ask, id);
      return !['queued', 'speaking'].includes(book.status);
    },
    60_000,
  );
  return book!;
}

async function objects(dataDir: string): Promise<string[]> {
  const folder = join(dataDir, 'blobs', 'books');
  const files = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return files.filter((file) => file.isFile()).map(({ name }) => name);
}

const request = { voice_id: fliteVoice, model_id: 'espeak' };

describe('/books', () => {
  let server: TestServer;
  let ask: Ask;
  before(async () => {
    server = await start({}, tonesOf(0.05));
    ask = clientOf(server.url, apiKey);
  });
  after(() => server.close());

  const fetched = (path: string, headers: Record<string, string> = {}) =>
    fetch(server.url + path, {
      headers: { 'service-version': version, authorization: `Bearer ${apiKey}`, ...headers },
    });

  it('reads a book, speaks the chapters that are asked for, gives audio, subtitles and cover, and deletes all of it', async () => {
    const file = epubOf([chapterOf('One', 3), chapterOf('Two', 3), chapterOf('Three', 3)]);
    const book = await expectJson<Book>(ask('POST', '/books/upload', uploadOf(file)), 201);
    assert.deepEqual([book.title, book.status, book.has_cover], ['The Book', 'ready', true]);
    assert.deepEqual(
      book.chapters.map(({ number, title }) => [number, title]),
      [
        [1, 'One'],
        [2, 'Two'],
        [3, 'Three'],
      ],
    );
    for (const path of ['audio', 'subtitles']) assert.equal((await fetched(`/books/${book.id}/${path}`)).status, 404);
    await expectJson(ask('POST', `/books/${book.id}/start`, { ...request, chapters: [1, 3] }), 202);
    const spoken = await untilEnded(ask, book.id);
    assert.deepEqual([spoken.status, spoken.error, spoken.progress.percent], ['completed', null, 100]);
    assert.deepEqual(
      spoken.chapters.map((chapter) => [chapter.is_selected, chapter.is_spoken]),
      [
        [true, true],
        [false, false],
        [true, true],
      ],
    );
    const audio = await fetched(`/books/${book.id}/audio`);
    assert.equal(audio.headers.get('content-type'), 'audio/mpeg');
    assert.match(audio.headers.get('content-disposition') ?? '', /filename="The Book\.mp3"/);
    const bytes = Buffer.from(await audio.arrayBuffer());
    assert.equal(bytes.length, spoken.audio_bytes);
    const names = ['One', 'Two', 'Three'].map((title) => bytes.includes(Buffer.from(`\ufeff${title}`, 'utf16le')));
    assert.deepEqual(names, [true, false, true]);
    assert.ok(bytes.includes(pixel));
    // A client that sends it again gets what there is; what another request makes takes its place when it is finished.
    const again = await expectJson<Book>(ask('POST', `/books/${book.id}/start`, { ...request, chapters: [3, 1] }), 202);
    assert.deepEqual([again.status, again.audio_bytes], ['completed', bytes.length]);
    const other = await expectJson<Book>(ask('POST', `/books/${book.id}/start`, { ...request, chapters: [2] }), 202);
    assert.deepEqual([other.status, other.audio_bytes], ['queued', bytes.length]);
    assert.equal((await fetched(`/books/${book.id}/audio`)).status, 200);
    assert.equal((await untilEnded(ask, book.id)).status, 'completed');
    assert.notDeepEqual(Buffer.from(await (await fetched(`/books/${book.id}/audio`)).arrayBuffer()), bytes);
    await expectJson(ask('POST', `/books/${book.id}/start`, { ...request, chapters: [1, 3] }), 202);
    assert.equal((await untilEnded(ask, book.id)).status, 'completed');
    const part = await fetched(`/books/${book.id}/audio`, { range: 'bytes=0-2' });
    assert.deepEqual([part.status, await part.text()], [206, 'ID3']);
    const vtt = await (await fetched(`/books/${book.id}/subtitles?format=vtt`)).text();
    assert.match(vtt, /^WEBVTT\n\n00:00:0.*\n/);
    assert.match(vtt, /Three/);
    assert.doesNotMatch(vtt, /Two/);
    assert.deepEqual(Buffer.from(await (await fetched(`/books/${book.id}/cover`)).arrayBuffer()), pixel);
    const { data } = await expectJson<{ data: Book[] }>(ask('GET', '/books'), 200);
    assert.deepEqual(
      data.map(({ id }) => id),
      [book.id],
    );
    assert.equal((await ask('DELETE', `/books/${book.id}`)).status, 204);
    assert.equal((await ask('GET', `/books/${book.id}`)).status, 404);
    await eventually('its objects are gone', async () => (await objects(server.dataDir)).length === 0);
  });

  it('refuses what cannot be read or asked, in the words of the field, and keeps nothing', async () => {
    const refused = async (path: string, body: object, status: number): Promise<string> => {
      const { status: given, text } = await ask('POST', path, body);
      assert.equal(given, status, text);
      return (JSON.parse(text) as { message: string }).message;
    };
    const scan = pdfOf([[], [], []]);
    assert.match(await refused('/books/upload', uploadOf(scan, 'a.pdf'), 400), /scan.*OCR[^]*→ at file/);
    const bomb = epubOf([chapterOf('One', 1)], { more: [{ name: 'zeros', content: Buffer.alloc(20_000_000) }] });
    assert.match(await refused('/books/upload', uploadOf(bomb), 413), /100 times its size/);
    assert.match(
      await refused('/books', { url: 'http://127.0.0.1/book.html' }, 400),
      /not an https address[^]*→ at url/,
    );
    assert.match(await refused('/books', { url: 'https://127.0.0.1/book.html' }, 400), /no public network[^]*→ at url/);
    assert.match(await refused('/books', {}, 400), /either an address or a text/);
    assert.match(await refused('/books', { text: '***' }, 400), /no text in the file[^]*→ at text/);
    const book = await expectJson<Book>(ask('POST', '/books', { text: '# A\n\nText.\n\n# B\n\nMore.' }), 201);
    const to = `/books/${book.id}/start`;
    assert.match(await refused(to, { ...request, chapters: [3] }, 400), /no chapter 3, only 1 to 2[^]*→ at chapters/);
    assert.match(await refused(to, { ...request, voice_id: 'nobody' }, 404), /No voice 'nobody'/);
    assert.match(await refused(to, { ...request, speed: 9 }, 400), /speed/);
    assert.equal((await ask('DELETE', `/books/${book.id}`)).status, 204);
    await eventually('nothing is kept', async () => (await objects(server.dataDir)).length === 0);
  });

  it('of a text is Markdown, whatever it begins with, under the title that is given, to the letter, else its heading', async () => {
    const titleOf = async (body: object): Promise<string> => {
      const { id, title, chapters } = await expectJson<Book>(ask('POST', '/books', body), 201);
      assert.equal((await ask('DELETE', `/books/${id}`)).status, 204);
      return chapters.length === 1 ? title : assert.fail(`${chapters.length} chapters`);
    };
    for (const title of ['My book', 'AC/DC', 'Spider-Man', 'snake_case  v1.0', 'notes.md']) {
      for (const text of ['# Intro\n\nHi.', '---\ntitle: Other\n---\n\nHi.', 'Hi.']) {
        assert.equal(await titleOf({ text, title }), title);
      }
    }
    assert.equal(await titleOf({ text: '# Intro\n\nHi.' }), 'Intro');
    for (const text of [
      'ID3 is a tag format.',
      '%PDF-1.7',
      '{\\rtf1 is RTF.',
      'PK\x03\x04',
      'A <meta charset="utf-16">.',
    ]) {
      assert.equal(await titleOf({ text, title: 'Files' }), 'Files');
    }
    assert.equal(await titleOf({ text: 'Hi.' }), 'Untitled');
  });

  it('is cancelled and gone on with, without speaking again what is made', async () => {
    const file = epubOf([chapterOf('One', 2), chapterOf('Two', 2000), chapterOf('Three', 2)]);
    const { id } = await expectJson<Book>(ask('POST', '/books/upload', uploadOf(file)), 201);
    await expectJson(ask('POST', `/books/${id}/start`, request), 202);
    assert.equal((await ask('POST', `/books/${id}/start`, request)).status, 409);
    await eventually('the first chapter is spoken', async () => (await bookOf(ask, id)).chapters[0]!.is_spoken);
    const cancelled = await expectJson<Book>(ask('POST', `/books/${id}/cancel`), 200);
    assert.equal(cancelled.status, 'cancelled');
    const made = (await bookOf(ask, id)).chapters;
    assert.deepEqual([made[0]!.is_spoken, made[1]!.is_spoken], [true, false]);
    const before = new Set(await objects(server.dataDir));
    await expectJson(ask('POST', `/books/${id}/start`, { ...request, chapters: [1, 3] }), 202);
    await eventually('it goes on', async () => (await bookOf(ask, id)).chapters[2]!.is_spoken);
    assert.equal((await untilEnded(ask, id)).status, 'completed');
    assert.ok(before.size >= 3);
    assert.equal((await ask('DELETE', `/books/${id}`)).status, 204);
  });
});

describe('a book and a server that stops', () => {
  it('is spoken to its end by the next one, and no chapter twice', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'sonorant-test-'));
    const settings = { SONORANT_DATA_DIR: dataDir };
    let server = await start(settings, tonesOf(0.05));
    try {
      let ask = clientOf(server.url, apiKey);
      const file = epubOf([chapterOf('One', 2), chapterOf('Two', 150)]);
      const { id } = await expectJson<Book>(ask('POST', '/books/upload', uploadOf(file)), 201);
      await expectJson(ask('POST', `/books/${id}/start`, request), 202);
      await eventually('the first chapter is spoken', async () => (await bookOf(ask, id)).chapters[0]!.is_spoken);
      const before = await objects(dataDir);
      await server.stop();
      server = await start(settings, tonesOf(0.05));
      ask = clientOf(server.url, apiKey);
      const { status, chapters } = await bookOf(ask, id);
      assert.ok(['queued', 'speaking'].includes(status), status);
      assert.equal(chapters[0]!.is_spoken, true);
      // Text, cover, audio and words of the first chapter are those of the server before.
      const kept = (await objects(dataDir)).filter((name) => before.includes(name));
      assert.ok(kept.length >= 4, `${kept.length}`);
      const { status: end, error } = await untilEnded(ask, id);
      assert.deepEqual([end, error], ['completed', null]);
      await eventually('the chapters are removed', async () => (await objects(dataDir)).length === 4);
    } finally {
      await server.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
