/** Books: opened from a file or an address, spoken by the server while pages come and go, cancelled, gone on with, saved, deleted. */
import assert from 'node:assert/strict';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { epubOf, pdfOf } from '../../../src/documents/testing.ts';
import { openStore } from '../../../src/store/index.ts';
import { passwordCost } from '../../../src/store/testing.ts';
import { settled, startConsole, type Console } from '../support/browser.ts';
import { fliteVoice } from '../../support/server.ts';
import { proxyTo } from '../support/tcp-proxy.ts';
import { ask, checkUnharmed, checkWidths, hostileName } from '../support/pages.ts';

const sentence = 'One two three four five six seven eight nine ten.';

function chapterOf(title: string, sentences: number) {
  return { title, body: `<p>${Array<string>(sentences).fill(sentence).join(' ')}</p>` };
}

function epub(buffer: Buffer, name = 'book.epub') {
  return { name, mimeType: 'application/epub+zip', buffer };
}

/** Chooses a file on the page of books; it is sent at once. */
function openFile(page: Page, file: ReturnType<typeof epub>): Promise<void> {
  return page.locator('input[type=file]').setInputFiles(file);
}

function chapter(page: Page, title: string): Locator {
  return page.locator('.book-chapter').filter({ hasText: title });
}

async function saved(page: Page, link: string): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const coming = page.waitForEvent('download');
  await page.getByRole('link', { name: link }).click();
  const download = await coming;
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

describe('books', () => {
  let console_: Console;
  before(async () => {
    console_ = await startConsole({ settings: { SONORANT_BOOK_MAX_BYTES: '500000' }, choices: { bookMaxPages: 2 } });
  });
  after(() => console_.close());
  afterEach(() => console_.leave());

  it('opens a file, has two chapters spoken, and gives audio and subtitles; then it is deleted', async () => {
    const visit = await console_.visit({ path: '/books' });
    const { page } = visit;
    const file = epubOf([chapterOf('One', 1), chapterOf('Two', 1), chapterOf('Three', 1)], { title: hostileName });
    await openFile(page, epub(file));
    await page.getByText('3 of 3 chosen').waitFor();
    await page.getByRole('checkbox', { name: /Two/ }).uncheck();
    await page.getByText('2 of 3 chosen').waitFor();
    await checkWidths(page);
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByText('Done', { exact: true }).waitFor();
    await page.reload();
    await chapter(page, 'One').getByText('Made').waitFor();
    assert.equal(await chapter(page, 'Two').getByText('Made').count(), 0);
    assert.equal(await page.getByRole('checkbox', { name: /Two/ }).isChecked(), false);
    await checkWidths(page);
    const audio = await saved(page, 'Download MP3');
    assert.match(audio.name, /\.mp3$/);
    assert.equal(audio.bytes.subarray(0, 3).toString(), 'ID3');
    assert.match((await saved(page, 'Subtitles SRT')).bytes.toString(), /^1\n00:00:0/);
    assert.match((await saved(page, 'Subtitles VTT')).bytes.toString(), /^WEBVTT/);
    await page.getByRole('button', { name: /^Delete / }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('No book yet.').waitFor();
    await checkWidths(page);
    await checkUnharmed(visit);
  });

  it('is opened behind a page that was gone to meanwhile, which stays', async () => {
    const { page } = await console_.visit({ path: '/books' });
    const { promise: isElsewhere, resolve: leave } = Promise.withResolvers<undefined>();
    await page.route('**/console/api/books/upload', async (route) => {
      await isElsewhere;
      await route.continue();
    });
    await openFile(page, epub(epubOf([chapterOf('One', 1)], { title: 'Elsewhere' })));
    await page.getByRole('link', { name: 'Agents', exact: true }).click();
    await page.getByText('No agent yet.').waitFor();
    leave(undefined);
    await page.getByText(/Elsewhere.* was opened: it is among the books\./).waitFor();
    assert.equal(new URL(page.url()).pathname, '/console/agents');
    await page.getByRole('link', { name: 'Books', exact: true }).click();
    await page.getByRole('button', { name: /^Delete / }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('No book yet.').waitFor();
  });

  it('goes on while its page is closed; cancelled, it is gone on with behind the chapters that are made', async () => {
    const { page } = await console_.visit({ path: '/books' });
    await openFile(page, epub(epubOf([chapterOf('One', 1), chapterOf('Two', 150), chapterOf('Three', 1)])));
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await chapter(page, 'One').getByText('Made').waitFor();
    const address = page.url();
    await page.close();
    const { page: later } = await console_.visit({ path: new URL(address).pathname.replace('/console', '') });
    await later.getByText('You can close this page; the server goes on.').waitFor();
    assert.equal(await later.getByRole('checkbox', { name: /One/ }).isDisabled(), true);
    assert.equal(await later.getByRole('button', { name: 'Start', exact: true }).isDisabled(), true);
    await later.getByRole('button', { name: 'Cancel' }).click();
    await later.getByText('1 chapter is made, and kept for when you go on.').waitFor();
    const id = address.split('/').at(-1)!;
    const { text } = await ask(console_)('GET', `/books/${id}`);
    assert.match(text, /"status":"cancelled"/);
    await later.getByRole('button', { name: 'Resume' }).click();
    await later.getByText('Done', { exact: true }).waitFor({ timeout: 100_000 });
    assert.equal(await later.locator('.book-chapter').getByText('Made').count(), 3);
    await later.getByRole('link', { name: 'All books' }).click();
    await later
      .getByRole('row', { name: /The Book/ })
      .getByText('Done')
      .waitFor();
    await checkWidths(later);
    assert.equal((await ask(console_)('DELETE', `/books/${id}`)).status, 204);
  });

  it('shows what it knew while the server is away, and how far the book came when it is back', async (t) => {
    const proxy = await proxyTo(console_.server.url);
    t.after(() => proxy.close());
    const { page } = await console_.visit({ path: '/books', origin: proxy.origin });
    await openFile(page, epub(epubOf([chapterOf('One', 1), chapterOf('Two', 40)])));
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByText('You can close this page; the server goes on.').waitFor();
    proxy.setDown(true);
    await page.getByText('The book: what is shown may be old.').waitFor({ timeout: 60_000 });
    await page.getByText('Speaking').or(page.getByText('Waits for its turn')).first().waitFor();
    proxy.setDown(false);
    await page.getByText('Done', { exact: true }).waitFor({ timeout: 60_000 });
    await page.getByText('The book: what is shown may be old.').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Delete / }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('No book yet.').waitFor();
  });

  it('says in words that the disk of the server is full, and can be gone on with', async () => {
    const { page } = await console_.visit({ path: '/books' });
    await openFile(page, epub(epubOf([chapterOf('One', 1)])));
    await page.getByText('1 of 1 chosen').waitFor();
    const id = page.url().split('/').at(-1)!;
    // As the job leaves it after its last try (src/books/book-job.ts).
    const store = await openStore({ dataDir: console_.server.dataDir, passwordCost });
    const { id: organizationId } = (await store.organizations.first())!;
    const voice = fliteVoice;
    const request = { voice, modelId: 'sonorant-1', language: null, speed: 1, container: 'mp3', bitRate: 64_000 };
    const error =
      'It was not spoken to its end: ENOSPC: no space left on device, write. The chapters that are made are kept.';
    await store.database.db
      .updateTable('books')
      .set({ status: 'failed', error, request: JSON.stringify(request) })
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .execute();
    await store.close();
    await page.reload();
    await page.getByText(/^The disk of the server is full\./).waitFor();
    assert.equal(await page.getByText('ENOSPC').count(), 0);
    await checkWidths(page);
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('Done', { exact: true }).waitFor();
    assert.equal((await ask(console_)('DELETE', `/books/${id}`)).status, 204);
  });

  it('says in words what it cannot open: a scan, a bomb, too many pages, a private address, a file that is too large', async () => {
    const { page } = await console_.visit({ path: '/books' });
    await settled(page);
    await openFile(page, { name: 'scan.pdf', mimeType: 'application/pdf', buffer: pdfOf([[], []]) });
    await page.getByText(/^The PDF is a scan: .*text recognition/).waitFor();
    const many = pdfOf([[], [], []]);
    await openFile(page, { name: 'many.pdf', mimeType: 'application/pdf', buffer: many });
    await page.getByText(/The PDF has 3 pages, and the limit is 2/).waitFor();
    const bomb = epubOf([chapterOf('One', 1)], { more: [{ name: 'zeros', content: Buffer.alloc(20_000_000) }] });
    await openFile(page, epub(bomb));
    await page.getByText(/unpacks to more than 100 times its size/).waitFor();
    await openFile(page, epub(Buffer.alloc(600_000)));
    await page.getByText(/this server takes at most 488 KiB. Split it/).waitFor();
    const address = page.getByRole('textbox', { name: 'A web address' });
    await address.fill('https://127.0.0.1/book.html');
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByText(/no public network, which may not be read/).waitFor();
    assert.equal(await address.getAttribute('aria-invalid'), 'true');
    await checkWidths(page);
    assert.equal(await page.getByText('No book yet.').count(), 1);
  });

  it('offers M4B only where the server can make it', async () => {
    const { page } = await console_.visit({ path: '/books' });
    await openFile(page, { name: 'text.md', mimeType: 'text/markdown', buffer: Buffer.from('# One\n\nText.') });
    await page.getByText('1 of 1 chosen').waitFor();
    const offered = async (): Promise<string[]> => {
      await page.getByRole('button', { name: /File format/ }).click();
      const names = await page.getByRole('option').allTextContents();
      await page.keyboard.press('Escape');
      return names;
    };
    const folder = await mkdtemp(join(tmpdir(), 'sonorant-ffmpeg-'));
    const { PATH: before } = process.env;
    try {
      process.env.PATH = folder;
      await page.reload();
      await page.getByText('For M4B this server needs the program ffmpeg.').waitFor();
      assert.deepEqual(await offered(), ['MP3 with chapters']);
      await writeFile(join(folder, 'ffmpeg'), '#!/bin/sh\n');
      await chmod(join(folder, 'ffmpeg'), 0o755);
      await page.reload();
      await page.getByRole('button', { name: /File format/ }).waitFor();
      await settled(page);
      assert.deepEqual(await offered(), ['MP3 with chapters', 'M4B audiobook']);
    } finally {
      process.env.PATH = before;
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('opens a document that is dropped on Speak', async () => {
    const { page } = await console_.visit({ path: '/speak' });
    await settled(page);
    const transfer = await page.evaluateHandle(`(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['# Dropped\\n\\nText.'], 'dropped.md', { type: 'text/markdown' }));
      return transfer;
    })()`);
    await page.getByRole('textbox', { name: 'Text' }).dispatchEvent('drop', { dataTransfer: transfer });
    await page.getByRole('button', { name: 'Open as a book' }).click();
    await page.getByRole('heading', { name: 'Dropped', level: 1 }).waitFor();
    await page.getByText('1 of 1 chosen').waitFor();
  });
});
