/** History: what a member made is kept, found, heard with its words, downloaded, used again, compared, deleted; and made once only. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { openStore } from '../../../src/store/index.ts';
import { passwordCost } from '../../../src/store/testing.ts';
import {
  adminKey,
  eventually,
  forgetHeard,
  heard,
  hears,
  settled,
  startConsole,
  voicesAreRead,
  type Console,
} from '../support/browser.ts';
import { checkUnharmed, checkWidths, clipFile, hostileName } from '../support/pages.ts';
import { version } from '../../support/server.ts';

const password = 'correct horse battery';

/** Makes a member of the server's organization. */
async function addMember({ server }: Console, email: string): Promise<void> {
  const store = await openStore({ dataDir: server.dataDir, passwordCost });
  const { id: organizationId } = (await store.organizations.first())!;
  const { id } = await store.users.create({ organizationId, role: 'member', email });
  await store.accounts.setPassword(id, password);
  await store.close();
}

/** Characters that the organization was counted. */
async function credits({ server }: Console): Promise<number> {
  const headers = { authorization: `Bearer ${adminKey}`, 'service-version': version };
  const answer = await fetch(`${server.url}/usage/credits`, { headers });
  const text = await answer.text();
  assert.equal(answer.status, 200, text);
  return [...text.matchAll(/"credits":\s*(\d+)/gu)].reduce((sum, [, number]) => sum + Number(number), 0);
}

describe('history', () => {
  let console_: Console;
  let members = 0;
  before(async () => (console_ = await startConsole()));
  after(() => console_.close());
  afterEach(() => console_.leave());

  /** As a member of their own, whose history is empty. */
  const open = async (path: string, options: object = {}) => {
    const email = `member${++members}@example.org`;
    await addMember(console_, email);
    const visit = await console_.visit({ as: { email, password }, path, ...options });
    if (path === '/speak') await voicesAreRead(visit.page);
    return { ...visit, email };
  };
  const goTo = async (page: Page, path: string) => {
    await page.goto(`${console_.server.url}/console${path}`);
    await settled(page);
  };
  const speak = async (page: Page, text: string) => {
    await page.getByRole('textbox', { name: 'Text' }).fill(text);
    await page.getByRole('button', { name: 'Speak', exact: true }).click();
    await page.getByText('Kept in your history').waitFor();
    await page.getByRole('button', { name: 'Speak', exact: true }).waitFor();
    await takes(page).filter({ hasText: text }).waitFor();
  };
  const takes = (page: Page) => page.locator('.kept-take');
  const take = (page: Page, text: string) => takes(page).filter({ hasText: text });

  it('falls silent when the take that plays is filtered out', async () => {
    const { page } = await open('/speak');
    await speak(page, `${'A long sentence that goes on and on. '.repeat(4)}The end.`);
    await goTo(page, '/history');
    await takes(page)
      .getByRole('button', { name: /^Play: / })
      .click();
    await hears(page, 0.5);
    await page.getByRole('searchbox', { name: 'Search' }).fill('nothing like it');
    await page.getByText('No take fits.').waitFor();
    await page.evaluate('audioProbe.reset()');
    await page.getByRole('searchbox', { name: 'Search' }).fill('');
    await takes(page)
      .getByRole('button', { name: /^Play: / })
      .waitFor();
    await settled(page);
    assert.ok((await heard(page)).seconds < 0.2, 'it is heard on');
  });

  it('keeps what was spoken, and gives it back with its words, whoever reloads', async () => {
    const visit = await open('/speak');
    const { page } = visit;
    await page.getByRole('checkbox', { name: 'Keep what I make in my history' }).isChecked();
    await speak(page, `One two three ${hostileName}`);
    await goTo(page, '/history');
    await page.getByText(/^1 take, /).waitFor();
    await forgetHeard(page);
    const kept = take(page, 'One two three');
    await kept.getByRole('button', { name: /^Play: / }).click();
    await hears(page, 0.8);
    const words = kept.getByRole('group', { name: 'Words' });
    await eventually('words were lit', async () => (await words.locator('.word[data-state=heard]').count()) > 2);
    await kept.getByRole('button', { name: /^Play: / }).waitFor();
    // A word that is pressed is played from.
    await words.getByRole('button', { name: 'three' }).click();
    await eventually('it plays from there', async () => (await words.locator('.word[data-state=heard]').count()) >= 2);
    await checkUnharmed(visit);
  });

  it('downloads what was heard in any format, and what was not heard yet once: nothing is counted twice', async () => {
    const { page } = await open('/speak');
    const before = await credits(console_);
    const text = 'Counted once only.';
    await speak(page, text);
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname));
    const saved = async () => {
      const coming = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download', exact: true }).click();
      const download = await coming;
      return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
    };
    const wav = await saved();
    assert.equal(wav.name, 'Counted-once-only.wav');
    assert.deepEqual(sent, []);
    await page.getByRole('button', { name: /File format/ }).click();
    await page.getByRole('option', { name: 'Raw PCM, 16 bit, 24 kHz' }).click();
    const raw = await saved();
    assert.deepEqual(raw.bytes, wav.bytes.subarray(44));
    assert.deepEqual(sent, ['/console/api/encode']);
    await eventually('it is counted', async () => (await credits(console_)) >= before + text.length);
    await goTo(page, '/history');
    const coming = page.waitForEvent('download');
    await take(page, text)
      .getByRole('link', { name: /^Download / })
      .click();
    const file = await coming;
    assert.match(file.suggestedFilename(), /^Counted-once-only-.+\.wav$/);
    assert.deepEqual(await readFile(await file.path()), wav.bytes);
    assert.equal(await credits(console_), before + text.length);

    await goTo(page, '/speak');
    await voicesAreRead(page);
    const next = 'Downloaded first, heard later.';
    await page.getByRole('textbox', { name: 'Text' }).fill(next);
    assert.equal((await saved()).name, 'Downloaded-first-heard-later.pcm');
    await forgetHeard(page);
    await page.getByRole('button', { name: 'Hear it again' }).click();
    await hears(page, 0.5);
    await page.getByText('Kept in your history').waitFor();
    await eventually('it is counted', async () => (await credits(console_)) >= before + text.length + next.length);
    assert.equal(await credits(console_), before + text.length + next.length);
  });

  it('is searched and narrowed, has stars, and gives text, voice and settings back to Speak', async () => {
    const { page } = await open('/speak');
    await page.getByRole('slider', { name: 'Speed' }).focus();
    await page.keyboard.press('ArrowRight');
    await speak(page, 'The first of two.');
    await page.getByRole('slider', { name: 'Speed' }).focus();
    await page.keyboard.press('ArrowLeft');
    await speak(page, 'Another sentence.');
    await take(page, 'The first of two.')
      .getByRole('button', { name: /^Use again/ })
      .click();
    await eventually(
      'the text is back',
      async () => (await page.getByRole('textbox', { name: 'Text' }).inputValue()) === 'The first of two.',
    );
    assert.equal(await page.getByRole('slider', { name: 'Speed' }).inputValue(), '1.05');
    await goTo(page, '/history');
    assert.equal(await takes(page).count(), 2);
    await page.getByRole('searchbox', { name: 'Search' }).fill('FIRST');
    await eventually('one is found', async () => (await takes(page).count()) === 1);
    await take(page, 'The first')
      .getByRole('button', { name: /^Star: / })
      .click();
    await take(page, 'The first').locator('[aria-pressed=true]').waitFor();
    await page.getByRole('searchbox', { name: 'Search' }).fill('nothing of the kind');
    await page.getByText('No take fits.').waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByText('With a star only').click();
    await eventually('the starred one is left', async () => (await takes(page).count()) === 1);
    await take(page, 'The first')
      .getByRole('button', { name: /^Use again/ })
      .click();
    await page.getByRole('heading', { name: 'Speak', level: 1 }).waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'Text' }).inputValue(), 'The first of two.');
  });

  it('gives the speakers of a text back', async () => {
    const { page } = await open('/speak');
    const speakers = page.getByRole('button', { name: /^Speakers/ });
    await speakers.click();
    await page.getByRole('button', { name: 'Add a speaker' }).click();
    await page.getByRole('textbox', { name: 'Name 1' }).fill('Anna of Ely');
    await speak(page, '[Anna of Ely] Hello there.');
    await page.getByRole('button', { name: /^Remove .*Anna/ }).click();
    await speak(page, 'Without a speaker.');
    await take(page, '[Anna of Ely] Hello there.')
      .getByRole('button', { name: /^Use again/ })
      .click();
    await page.getByRole('button', { name: 'Speakers (1)' }).click();
    assert.equal(await page.getByRole('textbox', { name: 'Name 1' }).inputValue(), 'Anna of Ely');
  });

  it('puts two takes side by side, and goes on with the other at the same word', async () => {
    const { page } = await open('/speak');
    const text = 'One two three four five six seven eight nine ten eleven twelve.';
    await speak(page, text);
    await page.getByRole('slider', { name: 'Speed' }).focus();
    for (let press = 0; press < 4; press++) await page.keyboard.press('ArrowLeft');
    await page.getByRole('button', { name: 'Speak', exact: true }).click();
    await eventually('both are kept', async () => (await takes(page).count()) === 2);
    await goTo(page, '/history');
    for (const index of [0, 1]) {
      await page
        .getByRole('checkbox', { name: /^Compare: / })
        .nth(index)
        .check();
    }
    await page.getByRole('button', { name: 'Compare the two takes' }).click();
    const side = (name: string) => page.getByRole('region', { name: `Take ${name}` });
    const heardWords = (name: string) => side(name).locator('.word:not([data-state=ahead])').count();
    await eventually('both have words', async () => (await page.locator('.side .word').count()) === 24);
    await page.getByRole('button', { name: 'Hear A' }).click();
    await eventually('A has spoken four words', async () => (await heardWords('A')) >= 4);
    await page.getByRole('button', { name: 'Switch to B' }).click();
    await eventually('B is heard', async () => (await side('B').getAttribute('data-heard')) === 'true');
    const b = await heardWords('B');
    assert.ok(b >= 3 && b <= 9, `B goes on at word ${b}`);
    await checkWidths(page);
  });

  it('says so of a take that was deleted elsewhere while it was heard, and plays on what it has', async () => {
    const visit = await open('/speak');
    const { page, context } = visit;
    await speak(page, 'Deleted in another tab while it is heard in this one.');
    await goTo(page, '/history');
    const other = await context.newPage();
    await goTo(other, '/history');
    const kept = take(page, 'Deleted in another tab');
    await kept.getByRole('button', { name: /^Play: / }).click();
    await hears(page, 0.2);
    await take(other, 'Deleted in another tab')
      .getByRole('button', { name: /^Delete: / })
      .click();
    await other.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await other.getByText('No take yet.').waitFor();
    await kept.getByRole('button', { name: /^Play: / }).waitFor();
    await kept.getByRole('button', { name: /^Play: / }).click();
    await kept.getByRole('alert').filter({ hasText: 'it was deleted' }).waitFor();
    await checkUnharmed(visit);
  });

  it('is deleted as a whole, by the keyboard alone', async () => {
    const { page } = await open('/speak');
    await speak(page, 'Gone soon.');
    await goTo(page, '/history');
    await page.getByRole('button', { name: 'Delete all takes' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('alertdialog', { name: 'Delete the whole history?' });
    await dialog.getByRole('button', { name: 'Delete all' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('No take yet.').waitFor();
    await page.getByText(/^0 takes, /).waitFor();
  });

  it('keeps nothing once it is switched off, and the switch is the member’s in every browser', async () => {
    const { page, email } = await open('/speak');
    await page.getByText('Keep what I make in my history').click();
    await eventually('it is off', async () => !(await page.getByRole('checkbox', { name: /^Keep what/ }).isChecked()));
    await page.getByRole('textbox', { name: 'Text' }).fill('Not to be kept.');
    await page.getByRole('button', { name: 'Speak', exact: true }).click();
    await page.getByRole('button', { name: 'Hear it again' }).waitFor();
    const { page: elsewhere } = await console_.visit({ as: { email, password }, path: '/history' });
    await elsewhere.getByText('No take yet.').waitFor();
    assert.equal(await elsewhere.getByRole('checkbox', { name: /^Keep what/ }).isChecked(), false);
  });

  it('tells who signed in with a key why nothing is kept', async () => {
    const { page } = await console_.visit({ path: '/history' });
    const refused: string[] = [];
    page.on('response', (response) => response.status() >= 400 && refused.push(response.url()));
    await page.getByText('A key has no history.').waitFor();
    await goTo(page, '/speak');
    await page.getByText('this session began with a key').waitFor();
    assert.deepEqual(refused, []);
    await goTo(page, '/history');
    await checkWidths(page);
  });

  it('keeps a changed voice, too', async () => {
    const { page } = await open('/change');
    await voicesAreRead(page);
    await page.locator('input[type=file]').setInputFiles(clipFile('my clip.wav'));
    await page.getByRole('button', { name: 'Change the voice' }).click();
    await page.getByText('Kept in your history').waitFor();
    await goTo(page, '/history');
    await forgetHeard(page);
    await take(page, 'my clip')
      .getByRole('button', { name: /^Play: / })
      .click();
    await hears(page, 1);
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`fits and is accessible with a take that is open: ${colorScheme}`, async () => {
      const { page } = await open('/speak', { colorScheme });
      await speak(page, 'A take to look at.');
      await checkWidths(page);
      await goTo(page, '/history');
      await take(page, 'A take to look at.')
        .getByRole('button', { name: /^Play: / })
        .click();
      await page.getByRole('group', { name: 'Words' }).waitFor();
      await take(page, 'A take to look at.')
        .getByRole('button', { name: /^Play: / })
        .waitFor();
      await checkWidths(page);
    });
  }

  it('says so where a take could not be kept, and keeps it once when that is tried again', async () => {
    const { page } = await open('/speak');
    // The answer is lost on its way: the server has kept it, and the page does not know.
    await page.route('**/console/api/history', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('textbox', { name: 'Text' }).fill('Kept in spite of it.');
    await page.getByRole('button', { name: 'Speak', exact: true }).click();
    const problem = page.getByRole('alert').filter({ hasText: 'Not kept in the history' });
    await problem.waitFor({ timeout: 60_000 });
    await page.unroute('**/console/api/history');
    await problem.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Kept in your history').waitFor();
    await goTo(page, '/history');
    await page.getByText(/^1 take, /).waitFor();
  });

  it('shows an error with a way on where the list cannot be read', async () => {
    const { page } = await open('/speak');
    await page.route('**/console/api/history?*', (route) =>
      route.fulfill({ status: 503, json: { error_code: 'unavailable' } }),
    );
    await page.getByRole('link', { name: 'History', exact: true }).click();
    await page.getByText('Takes could not be read').waitFor({ timeout: 30_000 });
    await page.unroute('**/console/api/history?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('No take yet.').waitFor();
  });
});
