/** What was made is paused, sought and played from a word, without asking the server again; a dictionary is heard in Speak. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { expectJson } from '../../support/resources.ts';
import {
  eventually,
  forgetHeard,
  heard,
  hears,
  startConsole,
  voicesAreRead,
  type Console,
} from '../support/browser.ts';
import { ask, checkWidths } from '../support/pages.ts';

const sentence = 'One two three four five, six seven eight nine ten.';
const twice = `${sentence} ${sentence}`;

describe('playback', () => {
  let console_: Console;
  before(async () => (console_ = await startConsole()));
  after(() => console_.close());
  afterEach(() => console_.leave());

  const speak = async (page: Page, text: string): Promise<void> => {
    await page.getByRole('textbox', { name: 'Text' }).fill(text);
    await page.getByRole('button', { name: 'Speak', exact: true }).click();
  };
  const open = async () => {
    const visit = await console_.visit({ path: '/speak' });
    await voicesAreRead(visit.page);
    return visit;
  };
  const complete = (page: Page) => page.getByRole('status').filter({ hasText: 'Complete' }).waitFor();
  const words = (page: Page) => page.getByRole('group', { name: 'Words' }).locator('.word');

  it('pauses, and goes on where it was', async () => {
    const { page } = await open();
    await speak(page, `${twice} ${twice}`);
    await hears(page, 0.5);
    await page.getByRole('group', { name: 'Playback' }).getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Go on' }).waitFor();
    await complete(page);
    const { seconds } = await heard(page);
    await page.waitForTimeout(600);
    assert.ok((await heard(page)).seconds - seconds < 0.1, 'sound went on in the pause');
    await checkWidths(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('button', { name: 'Go on' }).click();
    await hears(page, seconds + 0.5);
  });

  it('plays from a word, by the mouse and by the keyboard, and asks the server for nothing', async () => {
    const { page, problems } = await open();
    await speak(page, twice);
    await complete(page);
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    let asked = 0;
    page.on('request', () => asked++);
    await forgetHeard(page);
    await words(page).nth(17).click();
    await hears(page, 0.2);
    const before = (await words(page).count()) - (await page.locator('.word[data-state=ahead]').count());
    assert.ok(before >= 18, `only ${before} words were passed`);
    await page.getByRole('button', { name: 'Speak', exact: true }).waitFor();
    await words(page).nth(19).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await eventually('it begins anew', async () => (await words(page).nth(5).getAttribute('data-state')) === 'ahead');
    await page.getByRole('button', { name: 'Forward 5 s' }).click();
    await eventually(
      'it is near the end',
      async () => (await words(page).nth(10).getAttribute('data-state')) === 'heard',
    );
    assert.equal(asked, 0);
    assert.deepEqual(problems, []);
  });

  it('says words as a chosen dictionary has them, and shows it in the code', async () => {
    const body = {
      name: 'Letters',
      items: [{ text: 'A', alias: 'a much longer way to say one letter of the alphabet' }],
    };
    const { id } = await expectJson<{ id: string }>(ask(console_)('POST', '/pronunciation-dicts', body), 200);
    const { page } = await open();
    await speak(page, 'A.');
    await complete(page);
    const seconds = async () => Number.parseFloat((await page.locator('[data-figure=seconds]').textContent()) ?? '');
    const plain = await seconds();
    await page.getByRole('button', { name: /Dictionary$/ }).click();
    await page.getByRole('option', { name: 'Letters' }).click();
    await page.getByText('The same request in code').click();
    assert.match(await page.getByRole('tabpanel').innerText(), new RegExp(id));
    await page.getByRole('button', { name: 'Speak', exact: true }).click();
    await eventually('the alias is said', async () => (await seconds()) > plain + 1.5);
  });

  it('marks a selection by buttons and keys, and plays the selection alone', async () => {
    const { page, problems } = await open();
    const field = page.getByRole('textbox', { name: 'Text' });
    await field.fill(`${sentence} Quiet now. ${sentence}`);
    const from = sentence.length + 1;
    await field.evaluate(
      (area: { setSelectionRange(start: number, end: number): void }, at) => area.setSelectionRange(at, at + 10),
      from,
    );
    await page.getByRole('button', { name: 'Hear the selection' }).click();
    await complete(page);
    assert.deepEqual(await words(page).allTextContents(), ['Quiet', 'now.']);

    await page.getByRole('button', { name: 'Marks' }).click();
    await page.getByRole('button', { name: 'Volume' }).click();
    await page.getByRole('menuitem', { name: 'Quieter', exact: true }).click();
    const marked = `${sentence} <volume ratio="0.8"/>Quiet now.<volume ratio="1"/> ${sentence}`;
    await eventually('the tags are there', async () => (await field.inputValue()) === marked);
    await field.fill(sentence);
    await field.press('Control+Home');
    await field.press('Alt+p');
    assert.match(await field.inputValue(), /^<break time="500ms"\/> One/);
    await field.press('Control+End');
    await field.press('Alt+s');
    assert.match(await field.inputValue(), /<spell>ten<\/spell>\.$/);
    await checkWidths(page);
    assert.deepEqual(problems, []);
  });
});
