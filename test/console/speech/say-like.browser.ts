/** "Say it like …" on Speak: three variants to hear, kept in a dictionary that the page then speaks with. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { expectJson } from '../../support/resources.ts';
import {
  checkAccessible,
  checkFits,
  eventually,
  forgetHeard,
  heard,
  hears,
  startConsole,
  voicesAreRead,
  type Console,
} from '../support/browser.ts';
import { ask } from '../support/pages.ts';

interface Dictionaries {
  readonly data: readonly { readonly id: string; readonly name: string; readonly items: readonly object[] }[];
}

describe('say it like', () => {
  let console_: Console;
  before(async () => (console_ = await startConsole()));
  after(() => console_.close());
  afterEach(() => console_.leave());

  const dictionaries = async () =>
    (await expectJson<Dictionaries>(ask(console_)('GET', '/pronunciation-dicts'), 200)).data;

  it('hears a word in three ways, and keeps one in a new dictionary that is chosen then', async () => {
    const { page, problems } = await console_.visit({ path: '/speak', viewport: { width: 390, height: 800 } });
    await voicesAreRead(page);
    const text = page.getByRole('textbox', { name: 'Text' });
    await text.fill('This is SQL, then.');
    // The caret stands in the word; all of it by keys.
    await text.press('Home');
    for (let at = 0; at < 9; at++) await text.press('ArrowRight');
    await text.press('Alt+KeyL');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    assert.equal(await dialog.getByRole('textbox', { name: 'Word' }).inputValue(), 'SQL');
    assert.ok(await dialog.getByRole('button', { name: 'Save' }).isDisabled());

    const seconds = async (name: string): Promise<number> => {
      await forgetHeard(page);
      await dialog.getByRole('button', { name, exact: true }).click();
      await hears(page, 0.05);
      await dialog.getByRole('button', { name, exact: true }).waitFor();
      return (await heard(page)).seconds;
    };
    const before = await seconds('Hear it as it is read now');
    await dialog.getByRole('textbox', { name: 'Spelled by sound' }).fill('sequel of a much longer word than it was');
    assert.ok((await seconds('Hear it by sound')) > before);
    await dialog.getByRole('textbox', { name: 'Phonemes' }).fill('s iː k w ə l');
    assert.ok((await seconds('Hear the phonemes')) > 0.2);
    await dialog.getByRole('radio', { name: 'Phonemes' }).waitFor();
    assert.ok(await dialog.getByRole('radio', { name: 'Phonemes' }).isChecked(), 'what was typed last is kept');
    await checkFits(page);
    await checkAccessible(page);

    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const [dictionary] = await dictionaries();
    assert.equal(dictionary?.name, 'My words');
    assert.deepEqual(
      dictionary.items.map((item) => ({ ...item })),
      [{ ...dictionary.items[0], text: 'SQL', pronunciation: '<<s|iː|k|w|ə|l>>', case_sensitive: false }],
    );
    await page
      .getByRole('button', { name: /Dictionary/ })
      .filter({ hasText: 'My words' })
      .waitFor();
    const [request] = await Promise.all([
      page.waitForRequest(/\/tts\/sse/),
      page.getByRole('button', { name: 'Speak', exact: true }).click(),
    ]);
    assert.equal((request.postDataJSON() as { pronunciation_dict_id: string }).pronunciation_dict_id, dictionary.id);
    assert.deepEqual(problems, []);
  });

  it('takes the place of what the dictionary in force had for the word, and leaves its other entries', async () => {
    const { page } = await console_.visit({ path: '/speak' });
    await voicesAreRead(page);
    const text = page.getByRole('textbox', { name: 'Text' });
    const change = async (word: string, sound: string): Promise<void> => {
      await text.fill(word);
      await page.getByRole('button', { name: 'Say it like …' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Spelled by sound' }).fill(sound);
      await dialog
        .getByRole('button', { name: /Dictionary/ })
        .filter({ hasText: 'My words' })
        .waitFor();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'hidden' });
    };
    await change('Ely', 'eelee');
    await change('sql', 'squeal');
    await eventually('both are there', async () => (await dictionaries())[0]?.items.length === 2);
    const [dictionary] = await dictionaries();
    assert.deepEqual(
      dictionary?.items.map((item) =>
        Object.entries(item).filter(([name]) => name === 'text' || name === 'pronunciation'),
      ),
      [
        [
          ['text', 'Ely'],
          ['pronunciation', 'eelee'],
        ],
        [
          ['text', 'sql'],
          ['pronunciation', 'squeal'],
        ],
      ],
    );
  });

  it('says what the server has against an entry, and keeps what was typed', async () => {
    const { page } = await console_.visit({ path: '/speak' });
    await voicesAreRead(page);
    await page.getByRole('textbox', { name: 'Text' }).fill('Wort');
    await page.getByRole('button', { name: 'Say it like …' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Spelled by sound' }).fill('???');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').filter({ hasText: 'The word was not saved' }).waitFor();
    assert.equal(await dialog.getByRole('textbox', { name: 'Spelled by sound' }).inputValue(), '???');
  });

  it('makes no new dictionary while those that are there are not known', async () => {
    const { page } = await console_.visit({ path: '/speak' });
    await voicesAreRead(page);
    const list = /\/pronunciation-dicts\?limit=100/;
    await page.route(list, (route) => route.fulfill({ status: 503, json: {} }));
    await page.getByRole('textbox', { name: 'Text' }).fill('Wort');
    await page.getByRole('button', { name: 'Say it like …' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Spelled by sound' }).fill('vort');
    const alert = dialog.getByRole('alert').filter({ hasText: 'The dictionaries could not be read' });
    await alert.waitFor();
    assert.ok(await dialog.getByRole('button', { name: 'Save' }).isDisabled());
    await page.unroute(list);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await dialog
      .getByRole('button', { name: /Dictionary/ })
      .filter({ hasText: 'My words' })
      .waitFor();
    assert.ok(await dialog.getByRole('button', { name: 'Save' }).isEnabled());
  });
});
