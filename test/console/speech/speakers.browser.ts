/** Speak with several speakers: names and voices, words that say who speaks, the code, the history, keys and a narrow window. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import {
  checkAccessible,
  checkFits,
  eventually,
  hears,
  startConsole,
  voicesAreRead,
  type Console,
} from '../support/browser.ts';

describe('several speakers on Speak', () => {
  let console_: Console;
  before(async () => (console_ = await startConsole()));
  after(() => console_.close());
  afterEach(() => console_.leave());

  const field = (page: Page) => page.getByRole('textbox', { name: 'Text' });
  const toggle = (page: Page) => page.getByRole('button', { name: /^Speakers/ });

  it('puts names into the text, shows who says each word, and has them in the code', async () => {
    const { page, problems } = await console_.visit({ path: '/speak', viewport: { width: 390, height: 800 } });
    await voicesAreRead(page);
    await field(page).fill('Once. ');
    await toggle(page).focus();
    await page.keyboard.press('Enter');
    const add = page.getByRole('button', { name: 'Add a speaker' });
    await add.click();
    await add.click();
    await page.getByRole('textbox', { name: 'Name 1' }).fill('Anna');
    await page.getByRole('textbox', { name: 'Name 2' }).fill('Anna');
    await page.getByText('Another speaker has this name').waitFor();
    await page.getByRole('textbox', { name: 'Name 2' }).fill('Ben');
    await field(page).press('End');
    await page.getByRole('button', { name: /^Insert .*Anna/ }).click();
    await eventually('the name stands in the text', async () => (await field(page).inputValue()) === 'Once. [Anna] ');
    await page.keyboard.type('Hello there. ');
    await page.getByRole('button', { name: /^Insert .*Ben/ }).click();
    await eventually('both do', async () => (await field(page).inputValue()).endsWith('there. [Ben] '));
    await page.keyboard.type('Hi.');
    await checkFits(page);
    await checkAccessible(page);
    await page.getByRole('button', { name: 'Speak', exact: true }).click();
    await hears(page, 0.5);
    const words = page.getByRole('group', { name: 'Words' }).locator('.word');
    await eventually('all words are there', async () => (await words.count()) === 4);
    const shown = (await words.allTextContents()).map((word) => word.replaceAll(/[\u2066-\u2069]/gu, ''));
    assert.deepEqual(shown, ['Narrator: Once.', 'Anna: Hello', 'there.', 'Ben: Hi.']);
    await checkAccessible(page);
    await page.getByText('The same request in code').click();
    const code = page.locator('pre code, pre').first();
    await eventually('the code names them', async () =>
      /"speakers":\{"Ben":"[^"]+","Anna":"[^"]+"\}/.test((await code.textContent()) ?? ''),
    );
    assert.deepEqual(problems, []);
  });

  it('hears a selection by who speaks it, and keeps the speakers over a reload', async () => {
    const { page } = await console_.visit({ path: '/speak' });
    await voicesAreRead(page);
    await toggle(page).click();
    await page.getByRole('button', { name: 'Add a speaker' }).click();
    await page.getByRole('textbox', { name: 'Name 1' }).fill('Anna');
    await field(page).fill('Before. [Anna] Hello there. Bye.');
    const [request] = await Promise.all([page.waitForRequest(/\/tts\/sse/), field(page).press('Alt+KeyH')]);
    const body = request.postDataJSON() as { transcript: string; speakers: Record<string, string> };
    assert.equal(body.transcript, '[Anna]Bye');
    assert.deepEqual(Object.keys(body.speakers), ['Anna']);
    await page.reload();
    await toggle(page).click();
    assert.equal(await page.getByRole('textbox', { name: 'Name 1' }).inputValue(), 'Anna');
  });

  it('takes marks and names back and puts them again by the keys of the browser', async () => {
    const { page } = await console_.visit({ path: '/speak' });
    await voicesAreRead(page);
    await field(page).fill('One two');
    await field(page).press('End');
    await field(page).press('Alt+KeyP');
    const marked = 'One two <break time="500ms"/> ';
    const is = (text: string) =>
      eventually(`the text is ${text}`, async () => (await field(page).inputValue()) === text);
    await is(marked);
    await toggle(page).click();
    await page.getByRole('button', { name: 'Add a speaker' }).click();
    await page.getByRole('button', { name: /^Insert / }).click();
    await is(`${marked}[Speaker 1] `);
    await field(page).press('Control+KeyZ');
    await is(marked);
    await field(page).press('Control+KeyZ');
    await is('One two');
    await field(page).press('Control+Shift+KeyZ');
    await is(marked);
    await field(page).press('Control+KeyY');
    await is(`${marked}[Speaker 1] `);
  });

  it('leaves who removes a speaker with the keyboard at the speakers', async () => {
    const { page } = await console_.visit({ path: '/speak' });
    await voicesAreRead(page);
    await toggle(page).click();
    const add = page.getByRole('button', { name: 'Add a speaker' });
    await add.click();
    await page.getByRole('button', { name: /^Remove / }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^Remove / }).waitFor({ state: 'detached' });
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Add a speaker');
  });
});
