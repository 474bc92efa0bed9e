/** Models by a click: the offer on Speak with its progress, cancel and resume; what is heard; the table of the server; by hand. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { isLibraryInstalled } from '../../../src/model-files/sherpa-onnx.ts';
import { piperSite, type PiperSite } from '../../../src/models/testing.ts';
import { adminKey } from '../../support/server.ts';
import { clientOf } from '../../support/resources.ts';
import {
  checkAccessible,
  checkFits,
  eventually,
  forgetHeard,
  hears,
  settled,
  startConsole,
  type Console,
  type Visit,
} from '../support/browser.ts';
import { checkWidths, visitAsAdmin } from '../support/pages.ts';

/** What is recommended for Italian where models may take little memory; it has no recorded checksum. */
const paola = 'it_it-paola-medium';
const small = { SONORANT_MODELS_MEMORY: '300MB' };

describe('models by a click', () => {
  const closing: (() => Promise<void>)[] = [];
  let console_: Console;
  let site: PiperSite;
  before(async () => {
    site = await piperSite({ after: (close) => void closing.push(close as () => Promise<void>) });
    console_ = await startConsole({ settings: small, args: ['--lang=it-IT'] });
  });
  after(async () => {
    await console_.close();
    for (const close of closing) await close();
  });
  afterEach(() => console_.leave());

  const visitItalian = (path: string): Promise<Visit> => {
    const link = new URL(console_.server.consoleUrl(true)).hash.replace('#link=', '');
    return console_.visit({ as: { link }, path, locale: 'it-IT' });
  };
  const offer = (page: Page) => page.getByRole('region', { name: 'Give it a natural voice' });
  const useMirror = async (page: Page, url: string): Promise<void> => {
    await page.getByText('From a mirror').click();
    await page.getByLabel('Address of the mirror').fill(url);
  };
  const remove = () => clientOf(console_.server.url, adminKey)('DELETE', `/models/${paola}`);

  it('offers the model for the language of the browser, with its licence, size and memory', async () => {
    const { page, problems } = await visitItalian('/speak');
    await offer(page).waitFor();
    const text = (await offer(page).textContent())!;
    assert.match(text, /Language.*Italian/);
    assert.match(text, /it_it-paola-medium/);
    assert.match(text, /1 voice · 63\.5 MB to download/);
    assert.match(text, /about 149\.8 MB of memory, of 300\.0 MB that models may take/);
    assert.match(text, /Licence: CC0-1\.0\. Free to use for everything/);
    await checkWidths(page);
    assert.deepEqual(problems, []);
  });

  it('offers nothing to those who do not run the server, and nothing that was put away', async () => {
    const { page } = await console_.visit({ path: '/speak' });
    await settled(page);
    assert.equal(await offer(page).count(), 0);
    const admin = await visitItalian('/speak');
    await offer(admin.page).getByRole('button', { name: 'Not now' }).click();
    await offer(admin.page).waitFor({ state: 'detached' });
    await admin.page.reload();
    await settled(admin.page);
    assert.equal(await offer(admin.page).count(), 0);
  });

  it('installs with progress, goes on behind a closed tab, is cancelled and resumed, and is heard', async (t) => {
    t.after(remove);
    site.serve({ stallAfter: 2000 });
    const first = await visitItalian('/speak');
    await useMirror(first.page, site.url);
    await first.page.getByRole('button', { name: 'Accept the licence and install' }).click();
    await first.page.getByText('Downloading, 2.0 kB of 63.5 MB').waitFor();
    await console_.leave();

    const { page, problems } = await visitItalian('/speak');
    await page.getByText('Downloading, 2.0 kB of 63.5 MB').waitFor();
    assert.equal(await page.getByRole('progressbar').getAttribute('aria-valuenow'), '0');
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await checkFits(page);
      await checkAccessible(page);
    }
    await page.getByRole('button', { name: `Cancel ${paola}` }).click();
    await page.getByText('Cancelled').waitFor();
    site.serve({});
    await page.getByRole('button', { name: `Resume: ${paola}` }).click();
    await page.getByRole('heading', { name: 'It is installed' }).waitFor();
    assert.deepEqual(site.ranges(), ['bytes=2000-']);

    await page.getByRole('heading', { name: 'Hear the difference' }).waitFor();
    await checkWidths(page);
    await page.getByRole('button', { name: 'The voice before' }).click();
    await hears(page, 1);
    if (isLibraryInstalled()) {
      await page.getByRole('button', { name: 'The voice before' }).waitFor();
      await forgetHeard(page);
      await page.getByRole('button', { name: 'The new voice' }).click();
      await hears(page, 0.3);
    }
    assert.deepEqual(problems, []);

    // Without a new start it stands among the models that one may choose.
    await page.getByRole('button', { name: /Automatic/ }).click();
    await page.getByRole('option', { name: `neural:${paola}` }).waitFor();
    await page.keyboard.press('Escape');
    await page.reload();
    await settled(page);
    assert.equal(await offer(page).count(), 0);
  });

  it('says what to carry where while nothing can be downloaded', async () => {
    const { page } = await visitItalian('/speak');
    // Nothing listens there.
    await useMirror(page, 'http://127.0.0.1:9');
    await page.getByRole('button', { name: 'Accept the licence and install' }).click();
    await page.getByText('Without a connection').waitFor();
    const link = page.getByRole('link', { name: 'it_IT-paola-medium.onnx', exact: true });
    assert.match((await link.getAttribute('href'))!, /^https:\/\/huggingface\.co\/rhasspy\/piper-voices\/resolve\//);
    await page.getByRole('button', { name: `Try again: ${paola}` }).waitFor();
    await checkWidths(page);
  });

  it('has a table on Server, from which models are installed and removed', async () => {
    const api = clientOf(console_.server.url, adminKey);
    site.serve({});
    assert.equal((await api('POST', '/models', { name: paola, accept_licence: true, from: site.url })).status, 202);
    const { page, problems } = await visitAsAdmin(console_, '/server');
    const installed = page.getByRole('region', { name: 'Installed models: table' });
    await installed.getByText(paola).waitFor();
    const available = page.getByRole('region', { name: 'Models that can be added: table' });
    await page.getByLabel('Find a model').fill('detects');
    await eventually('one model is found', async () => (await available.getByRole('row').count()) === 2);
    await available.getByRole('button', { name: 'Install silero-vad' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('643.9 kB to download').waitFor();
    await dialog.getByText('Its text').waitFor();
    await checkAccessible(page);
    await dialog.getByRole('button', { name: 'Not now' }).click();
    await checkWidths(page);
    await installed.getByRole('button', { name: `Remove ${paola}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No model is installed.').waitFor();
    assert.deepEqual(problems, []);
  });
});

describe('models of a server that adds none over HTTP', () => {
  let console_: Console;
  before(async () => {
    console_ = await startConsole({ settings: { SONORANT_MODEL_ROUTES: 'false' } });
  });
  after(() => console_.close());

  it('are commands to copy, and no offer', async () => {
    const { page, problems } = await visitAsAdmin(console_, '/server');
    await page.getByText('npx sonorant models add de_de-thorsten-medium').waitFor();
    await page.goto(`${console_.server.url}/console/speak`);
    await settled(page);
    assert.equal(await page.getByText('Give it a natural voice').count(), 0);
    assert.deepEqual(problems, []);
  });
});
