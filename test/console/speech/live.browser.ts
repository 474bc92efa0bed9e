/** Live: typing is spoken as continuations of one context, with the messages of the socket beside it. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { metric } from '../../support/server.ts';
import { proxyTo } from '../support/tcp-proxy.ts';
import {
  eventually,
  forgetHeard,
  heard,
  hears,
  startConsole,
  voicesAreRead,
  type Console,
} from '../support/browser.ts';

describe('live', () => {
  let console_: Console;
  before(async () => (console_ = await startConsole()));
  after(() => console_.close());
  // A page that is left ends its contexts.
  afterEach(() => console_.leave());

  const field = (page: Page) => page.getByRole('textbox', { name: 'Type here' });
  const open = async (origin = console_.server.url) => {
    const visit = await console_.visit({ path: '/live', origin });
    await voicesAreRead(visit.page);
    return visit;
  };
  const kinds = (page: Page, direction: string): Promise<string[]> =>
    page.evaluate(
      `Array.from(document.querySelectorAll('.message-list li[data-direction=${direction}]'), (item) => item.dataset.kind)`,
    );
  const texts = async (page: Page): Promise<string> => {
    const codes = await page.locator('.message-list li[data-direction=sent] code').allTextContents();
    return codes.map((code) => (JSON.parse(code) as { transcript?: string }).transcript ?? '').join('');
  };

  it('speaks while one types, word by word, in one context', async () => {
    const { page, problems } = await open();
    await field(page).pressSequentially('The first words are heard, before the last ones', { delay: 20 });
    // The last word has no end yet.
    await eventually(
      'all but the last word were sent',
      async () => (await texts(page)) === 'The first words are heard, before the last ',
    );
    await hears(page, 0.5);
    await page.getByText('connected', { exact: true }).waitFor();
    await field(page).press('Enter');
    await eventually('the rest was sent', async () => (await texts(page)).endsWith('before the last ones'));
    await page.locator('.word', { hasText: 'ones' }).waitFor();
    const messages = await page.locator('.message-list code').allTextContents();
    const contexts = messages.map((code) => (JSON.parse(code) as { context_id?: string }).context_id);
    assert.equal(new Set(contexts).size, 1);
    const received = new Set(await kinds(page, 'received'));
    for (const kind of ['chunk', 'timestamps', 'flush_done']) assert.ok(received.has(kind), [...received].join());
    assert.ok((await kinds(page, 'sent')).includes('flush'));
    assert.deepEqual(problems, []);
  });

  it('does not take back what was sent, and says so', async () => {
    const { page } = await open();
    await field(page).pressSequentially('Sent already and');
    await field(page).press('Home');
    await field(page).press('Delete');
    await page.getByText('cannot be taken back').waitFor();
    assert.equal(await field(page).inputValue(), 'Sent already and');
  });

  it('goes on in the same sound after a pause', async () => {
    const { page } = await open();
    await field(page).pressSequentially('First part. ');
    await field(page).press('Enter');
    await hears(page, 0.3);
    await eventually(
      'it is quiet',
      async () => (await page.evaluate<number>('performance.now() - audioProbe.lastHeardAt')) > 2_500,
    );
    await forgetHeard(page);
    await field(page).pressSequentially('Second part. ');
    await field(page).press('Enter');
    await hears(page, 0.3);
    await page.locator('.word', { hasText: 'Second' }).waitFor();
  });

  it('cancels on the server too, and begins anew', async () => {
    const { page } = await open();
    const contexts = () => metric(console_.server.url, 'sonorant_contexts');
    await field(page).fill('Word after word after word. '.repeat(200));
    await hears(page, 0.3);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await eventually('the context has ended', async () => (await contexts()) === 0);
    assert.ok((await kinds(page, 'sent')).includes('cancel'));
    const { seconds } = await heard(page);
    await page.waitForTimeout(400);
    assert.ok((await heard(page)).seconds - seconds < 0.2, 'sound went on after cancel');
    await field(page).fill('');
    await field(page).pressSequentially('Again. ');
    await field(page).press('Enter');
    await forgetHeard(page);
    await hears(page, 0.2);
  });

  it('tells that the socket was cut, keeps the text and speaks it again', async (t) => {
    const proxy = await proxyTo(console_.server.url);
    t.after(() => proxy.close());
    const { page } = await open(proxy.origin);
    await field(page).fill('Some words that go out, and more of them follow. ');
    await hears(page, 0.2);
    proxy.cut();
    await page.getByRole('alert').filter({ hasText: 'broke off' }).waitFor();
    assert.equal(await field(page).inputValue(), 'Some words that go out, and more of them follow. ');
    await forgetHeard(page);
    await page.getByRole('button', { name: 'Speak the text again' }).click();
    await hears(page, 0.5);
    assert.equal(await page.getByRole('alert').count(), 0);
  });

  it('sends what an input method has composed, and not what it shows until then', async () => {
    const { page, context } = await open();
    await field(page).fill('今日は ');
    await field(page).focus();
    await page.keyboard.press('End');
    const devtools = await context.newCDPSession(page);
    const compose = (text: string) =>
      devtools.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
    await compose('に');
    await compose('にほん');
    const press = (how: string) =>
      page.evaluate(`document.querySelector('textarea').dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', ${how}, bubbles: true, cancelable: true }),
      )`);
    await press('isComposing: true');
    // As WebKit sends it, behind the end of the composition.
    await press('keyCode: 229');
    assert.equal(await texts(page), '今日は ');
    await devtools.send('Input.insertText', { text: '日本' });
    await eventually('it was sent', async () => (await texts(page)) === '今日は 日本');
    assert.equal(await field(page).inputValue(), '今日は 日本');
  });

  it('takes the next text as another utterance, which is heard behind the one that has ended', async () => {
    const { page } = await open();
    await field(page).fill('Word after word after word. '.repeat(200));
    await hears(page, 0.2);
    await page.getByRole('button', { name: 'End of the text' }).click();
    await field(page).press('Control+End');
    await page.keyboard.type('Next. ');
    await page.locator('.word', { hasText: 'Next' }).waitFor();
    await hears(page, 4);
    assert.equal(await page.getByRole('alert').count(), 0);
    const sent = await page.locator('.message-list li[data-direction=sent] code').allTextContents();
    const contexts = sent.map((code) => (JSON.parse(code) as { context_id?: string }).context_id);
    assert.equal(new Set(contexts).size, 2);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await eventually('nothing is spoken', async () => (await metric(console_.server.url, 'sonorant_contexts')) === 0);
  });
});
