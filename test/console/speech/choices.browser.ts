/** Speak: voices and models that its lists do not hold, and what a person does beside the speaking. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { expectJson } from '../../support/resources.ts';
import { eventually, openSpeak, speakButton, speakText, startConsole, type Console } from '../support/browser.ts';
import { ask } from '../support/pages.ts';

describe('what is chosen for speaking', () => {
  let console_: Console;
  before(async () => (console_ = await startConsole()));
  after(() => console_.close());
  afterEach(() => console_.leave());

  it('speaks with a voice that the list of a page does not hold, and says of one that is gone that another one stands in', async () => {
    const { page } = await openSpeak(console_);
    const visited = page.getByRole('button', { name: /^Voice: / });
    // More than are read for the list, which does not have the one that the search finds.
    const all = await expectJson<{ data: readonly object[] }>(ask(console_)('GET', '/voices?limit=1'), 200);
    const many = Array.from({ length: 100 }, (_, index) => ({ ...all.data[0], id: `other-${index}` }));
    await page.route(
      ({ pathname, searchParams }) => pathname === '/console/api/voices' && !searchParams.has('q'),
      (route) => route.fulfill({ json: { data: many, has_more: true, next_page: 'other-99' } }),
    );
    await page.reload();
    await visited.click();
    await page.getByRole('searchbox', { name: 'Search' }).fill('scottish');
    await page.getByRole('row', { name: /Alasdair/ }).click();
    await page.getByRole('button', { name: /^Voice: .*Alasdair/ }).waitFor();
    const found = await expectJson<{ data: readonly { id: string }[] }>(
      ask(console_)('GET', '/voices?q=Alasdair'),
      200,
    );
    const spoken = async (press: string): Promise<string> => {
      const coming = page.waitForRequest(/\/tts\/sse/);
      await page.getByRole('button', { name: press, exact: true }).click();
      return String((await coming).postData());
    };
    assert.ok((await spoken('Speak')).includes(found.data[0]!.id));
    await page.goto(`${console_.server.url}/console/compare`);
    await page.getByRole('button', { name: /^Voice A: / }).click();
    await page.getByRole('searchbox', { name: 'Search' }).fill('scottish');
    await page.getByRole('row', { name: /Alasdair/ }).click();
    await page.getByRole('button', { name: /^Voice A: .*Alasdair/ }).waitFor();
    assert.ok((await spoken('Hear A')).includes(found.data[0]!.id));

    await page.goto(`${console_.server.url}/console/speak?voice=00000000-0000-4000-8000-000000000000`);
    await page.getByText('The voice that was chosen is gone').waitFor();
  });

  it('names a model that is not installed any more, and leaves it when another one is chosen', async () => {
    const { page } = await openSpeak(console_);
    await page.evaluate(`
      for (const key of Object.keys(sessionStorage).filter((name) => name.includes('speech-settings'))) {
        sessionStorage.setItem(key, JSON.stringify({ ...JSON.parse(sessionStorage.getItem(key)), model: 'neural:gone' }));
      }
    `);
    await page.reload();
    const model = page.getByRole('button', { name: /Model$/ });
    await model.filter({ hasText: 'neural:gone, not installed' }).click();
    await page.getByRole('option', { name: /^Automatic/ }).click();
    const [request] = await Promise.all([page.waitForRequest(/\/tts\/sse/), speakButton(page).click()]);
    assert.notEqual((request.postDataJSON() as { model_id?: string }).model_id, 'neural:gone');
  });

  it('does not sound a sample that was stopped while it was loaded', async () => {
    const { page } = await openSpeak(console_);
    await page.evaluate(`
      globalThis.starts = 0;
      globalThis.decoding = Promise.withResolvers();
      const { decodeAudioData } = BaseAudioContext.prototype;
      BaseAudioContext.prototype.decodeAudioData = async function (bytes) {
        const buffer = await decodeAudioData.call(this, bytes);
        globalThis.isDecoded = true;
        await decoding.promise;
        return buffer;
      };
      const { start } = AudioBufferSourceNode.prototype;
      AudioBufferSourceNode.prototype.start = function (...at) { starts++; return start.apply(this, at); };
    `);
    await page.getByRole('button', { name: /^Voice: / }).click();
    await page.getByRole('row').first().getByRole('button').click();
    await eventually('it is decoded', () => page.evaluate<boolean>('globalThis.isDecoded === true'));
    await page.getByRole('button', { name: /^Stop the sample/ }).click();
    await page.evaluate('decoding.resolve(); new Promise((resolve) => setTimeout(resolve))');
    assert.equal(await page.evaluate('starts'), 0);
  });

  it('keeps the offer for a file that was dropped while other things are dragged over the text', async () => {
    const { page } = await openSpeak(console_);
    const drag = (kind: string) =>
      page.evaluate(`(() => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(['Some words.'], 'words.txt', { type: 'text/plain' }));
        // While it is dragged, a page is told that there are files and not which.
        if ('${kind}' === 'dragover') Object.defineProperty(dataTransfer, 'files', { value: [] });
        const event = new DragEvent('${kind}', { dataTransfer, bubbles: true, cancelable: true });
        if ('${kind}' === 'dragover') Object.defineProperty(event, 'dataTransfer', { value: { types: ['Files'], files: [] } });
        document.querySelector('section[aria-label=Text]').dispatchEvent(event);
      })()`);
    await drag('drop');
    const offer = page.getByText('words.txt').first();
    await offer.waitFor();
    await drag('dragover');
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
    assert.equal(await offer.count(), 1);
  });

  it('makes nothing anew for a selection that has no words', async () => {
    const { page } = await openSpeak(console_);
    await speakText(page).fill('Made once.');
    await speakButton(page).click();
    await page.getByText('Complete').waitFor();
    await page.evaluate('document.querySelector("textarea").setSelectionRange(0, 0)');
    await speakText(page).fill(' ');
    await speakText(page).press('Alt+KeyH');
    await speakText(page).fill('Made once.');
    let asked = 0;
    page.on('request', (request) => (asked += request.url().includes('/tts/') ? 1 : 0));
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    await download;
    assert.equal(asked, 0);
  });
});
