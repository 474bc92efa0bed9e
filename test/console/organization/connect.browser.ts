/** Connect: settings of programs with address and key filled in, a key made for one, a check that speaks with it; and the search for pages. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { clientOf } from '../../support/resources.ts';
import { apiKey, hears, startConsole, type Console } from '../support/browser.ts';
import { ask, checkUnharmed, checkWidths, hostileName, visitAsAdmin } from '../support/pages.ts';

function key(page: Page) {
  return page.getByRole('textbox', { name: 'Key' });
}

async function choose(page: Page, program: string): Promise<void> {
  await page.getByRole('button', { name: /Program$/ }).click();
  await page.getByRole('option', { name: program, exact: true }).click();
}

/** The settings of the program as they are shown. */
async function settings(page: Page): Promise<string> {
  return page.getByRole('region', { name: 'Open WebUI' }).innerText();
}

describe('connect', () => {
  let console_: Console;
  before(async () => (console_ = await startConsole()));
  after(() => console_.close());
  afterEach(() => console_.leave());

  it('makes a key for a program, fills it in, and speaks with it over the interface of the program', async () => {
    const visit = await visitAsAdmin(console_, '/connect');
    const { page } = visit;
    await page.getByRole('button', { name: 'Make a key for Open WebUI' }).click();
    await page.getByText('Made: “Open WebUI”').waitFor();
    const secret = await key(page).inputValue();
    const use = clientOf(console_.server.url, secret);
    assert.equal((await use('GET', '/v1/audio/voices')).status, 200);
    assert.equal((await use('GET', '/v1/agents')).status, 403, 'it opens speech only');
    assert.match(await settings(page), new RegExp(`API Base URL\\s+${console_.server.url}/v1`));

    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText(/It works: first audio after \d+ ms/).waitFor();
    await page.getByRole('button', { name: 'Play what was spoken' }).click();
    await hears(page, 0.3);
    await checkWidths(page);
    await page.setViewportSize({ width: 1280, height: 900 });

    await choose(page, 'LiveKit Agents');
    assert.match(await page.getByRole('tabpanel').innerText(), new RegExp(secret));
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText(/It works: first audio after \d+ ms/).waitFor();
    await checkUnharmed(visit);
  });

  it('says what is wrong with a key, over both interfaces', async () => {
    const visit = await visitAsAdmin(console_, '/connect');
    const { page } = visit;
    assert.equal(await page.getByRole('button', { name: 'Check', exact: true }).isDisabled(), true);
    await key(page).fill('sk_wrong');
    for (const program of ['SillyTavern', 'Pipecat']) {
      await choose(page, program);
      await page.getByRole('button', { name: 'Check', exact: true }).click();
      await page.getByRole('alert').getByText('It does not work').waitFor();
      assert.match(await page.getByRole('alert').innerText(), /credential is not known/);
    }
  });

  it('names the host of a container, and what the server needs for it', async () => {
    const { page } = await visitAsAdmin(console_, '/connect');
    await page.getByRole('checkbox', { name: /runs in a container/ }).check();
    assert.match(await settings(page), /http:\/\/host\.docker\.internal:\d+\/v1/);
    await page.getByText('SONORANT_HOST=0.0.0.0').waitFor();
  });

  it('a member without the right to make keys enters one', async () => {
    const { page } = await console_.visit({ as: { key: apiKey }, path: '/connect' });
    await key(page).fill(apiKey);
    assert.equal(await page.getByRole('button', { name: /^Make a key/ }).count(), 0);
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText(/It works/).waitFor();
  });
});

describe('the search for pages', () => {
  let console_: Console;
  before(async () => (console_ = await startConsole()));
  after(() => console_.close());
  afterEach(() => console_.leave());

  it('opens by the keyboard, finds a page, a voice and an agent, and goes there', async () => {
    const agent = await ask(console_)('POST', '/v1/agents', { name: hostileName });
    assert.equal(agent.status, 201);
    const visit = await visitAsAdmin(console_, '/speak');
    const { page } = visit;
    await page.getByRole('heading', { name: 'Speak', level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog', { name: 'Go to' });
    await dialog.getByRole('searchbox').waitFor();
    await dialog.getByRole('menuitem', { name: 'Usage' }).waitFor();
    await checkWidths(page);
    await page.keyboard.type('webh');
    await dialog.getByRole('menuitem', { name: 'Voices' }).waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();

    await page.keyboard.press('Control+k');
    await page.keyboard.type('onerror');
    await dialog.getByRole('menuitem', { name: /onerror/ }).click();
    await page.getByRole('heading', { name: /onerror/, level: 1 }).waitFor();

    await page.keyboard.press('Control+k');
    await page.keyboard.type('no such thing');
    await dialog.getByText('Nothing has this name.').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await checkUnharmed(visit);
  });
});
