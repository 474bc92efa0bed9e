/** The marks of a text as chips on Speak: shown, changed and removed by keyboard and mouse, with one undo each. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import {
  checkAccessible,
  checkFits,
  eventually,
  startConsole,
  voicesAreRead,
  type Console,
} from '../support/browser.ts';

const marked = 'One <break time="500ms"/> <speed ratio="0.85"/>two three<speed ratio="1"/> <spell>AB</spell>.';

describe('the marks of a text', () => {
  let console_: Console;
  before(async () => (console_ = await startConsole()));
  after(() => console_.close());
  afterEach(() => console_.leave());

  for (const width of [1280, 390]) {
    it(`are chips that are changed and removed, ${width} px`, async () => {
      const { page, problems } = await console_.visit({ path: '/speak', viewport: { width, height: 800 } });
      await voicesAreRead(page);
      const text = page.getByRole('textbox', { name: 'Text' });
      const holds = (expected: string): Promise<void> =>
        eventually(expected, async () => (await text.inputValue()) === expected);
      const chips = page.getByRole('toolbar', { name: 'Marks in the text' });
      await text.fill('Without any.');
      await chips.waitFor({ state: 'detached' });
      await text.fill(marked);
      await chips.waitFor();
      const names = await chips.getByRole('button').allInnerTexts();
      assert.deepEqual(
        names.map((name) => name.replace('\n', ' ')),
        ['Pause 0.5 s', 'Slower two three', 'Spelled AB'],
      );
      await checkFits(page);
      await checkAccessible(page);

      // By mouse.
      await chips.getByRole('button', { name: 'Slower' }).click();
      await page.getByRole('menuitem', { name: 'Show in the text' }).click();
      const selected = (): Promise<string> =>
        page.evaluate<string>(`(({ value, selectionStart, selectionEnd }) => value.slice(selectionStart, selectionEnd))(
          document.querySelector('textarea'),
        )`);
      await eventually('the tag is selected', async () => (await selected()) === '<speed ratio="0.85"/>');
      await chips.getByRole('button', { name: 'Slower' }).click();
      await page.getByRole('menuitem', { name: 'Much faster' }).click();
      await holds(marked.replace('0.85', '1.35'));
      await chips.getByRole('button', { name: 'Much faster' }).waitFor();

      // By keys: the first chip, one to the right, its menu, the last of it.
      await chips.getByRole('button', { name: 'Pause' }).focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      await page.getByRole('menu').waitFor();
      await page.keyboard.press('End');
      await page.keyboard.press('Enter');
      await holds('One <break time="500ms"/> two three <spell>AB</spell>.');
      await chips.getByRole('button', { name: 'Pause' }).click();
      await page.getByRole('menuitem', { name: 'Remove' }).click();
      await holds('One two three <spell>AB</spell>.');
      await text.press('Control+z');
      await holds('One <break time="500ms"/> two three <spell>AB</spell>.');
      assert.deepEqual(problems, []);
    });
  }

  it('leave letters to those who type them with Option on a Mac', async () => {
    const userAgent = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/150.0.0.0';
    const { page } = await console_.visit({ path: '/speak', userAgent });
    await voicesAreRead(page);
    const text = page.getByRole('textbox', { name: 'Text' });
    await text.fill('word');
    // Whether the key is left to the field.
    const send = (keys: string): Promise<unknown> =>
      page.evaluate(
        `document.querySelector('textarea').dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyL', bubbles: true, cancelable: true, ${keys} }))`,
      );
    assert.equal(await send("key: '@', altKey: true"), true);
    assert.equal(await send("key: 'l', altKey: true, ctrlKey: true"), false);
    await page.getByRole('dialog', { name: 'Say it like …' }).waitFor();
  });

  it('say where their script did not arrive, and lose nothing that is typed until it does', async () => {
    const { page } = await console_.visit({ path: '/speak' });
    await voicesAreRead(page);
    const script = /\/markup-[^/]*\.js$/;
    await page.route(script, (route) => route.abort());
    await page.getByRole('button', { name: 'Hear the selection' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'The marks could not be loaded' });
    await alert.waitFor();
    await page.unroute(script);

    await page.reload();
    await voicesAreRead(page);
    const arrival = Promise.withResolvers<undefined>();
    await page.route(script, async (route) => {
      await arrival.promise;
      await route.continue();
    });
    const text = page.getByRole('textbox', { name: 'Text' });
    await text.fill('One two');
    await text.press('Home');
    await text.press('Alt+KeyP');
    await page.keyboard.type('abc');
    arrival.resolve(undefined);
    await eventually('the pause is there', async () => (await text.inputValue()).includes('<break'));
    const caret = await page.evaluate('document.querySelector("textarea").selectionStart');
    const value = await text.inputValue();
    assert.equal(value.replace(/\s*<break[^>]*>\s*/u, ''), 'abcOne two');
    assert.ok(Number(caret) >= 3 && value.slice(0, Number(caret)).startsWith('abc'), `${value} at ${String(caret)}`);
  });
});
