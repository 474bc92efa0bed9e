/**
 * Plain HTTP under a name that the browser does not take for local, so that the page has no secure context: no audio worklet, no
 * microphone, no clipboard.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { apiKey, hears, settled, startConsole, voicesAreRead, type Console } from '../support/browser.ts';

describe('plain HTTP', () => {
  let console_: Console;
  let origin: string;
  before(async () => {
    console_ = await startConsole({ args: ['--host-resolver-rules=MAP speech.example 127.0.0.1'] });
    origin = `http://speech.example:${new URL(console_.server.url).port}`;
  });
  after(() => console_.close());

  it('signs in, and the cookie is not Secure', async () => {
    const { page, context } = await console_.visit({ as: false, origin });
    assert.equal(await page.evaluate('isSecureContext'), false);
    await page.getByRole('textbox', { name: 'Key' }).fill(apiKey);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Speak', level: 1 }).waitFor();
    const [cookie] = await context.cookies(`${origin}/console/api`);
    assert.equal(cookie?.secure, false);
    // What follows needs the name: requests of the test itself do not know it.
    await voicesAreRead(page);
    await page.getByRole('textbox', { name: 'Text' }).fill('One two three four five six.');
    await page.getByRole('button', { name: 'Speak', exact: true }).click();
    await hears(page, 1);
    await page.getByText('Complete').waitFor();
    await page.getByRole('button', { name: 'Hear it again' }).waitFor();
    assert.equal(await page.locator('.word[data-state=heard]').count(), 6);

    await page.goto(`${origin}/console/live`);
    await voicesAreRead(page);
    await page.getByRole('textbox', { name: 'Type here' }).pressSequentially('Over the socket too. ');
    await page.keyboard.press('Enter');
    await hears(page, 0.4);

    await page.goto(`${origin}/console/voices/clone`);
    await settled(page);
    await page.getByRole('tab', { name: 'From the microphone' }).click();
    const problem = page.getByRole('alert').filter({ hasText: 'The microphone needs TLS or localhost' });
    await problem.waitFor();
    assert.match(
      (await problem.textContent()) ?? '',
      /SONORANT_TLS_PORT.*ssh -L \d+:127\.0\.0\.1:\d+ speech\.example/s,
    );
    assert.equal(await page.getByRole('button', { name: 'Record' }).isDisabled(), true);

    await page.goto(`${origin}/console/speak`);
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('button', { name: /mark and copy/ }).waitFor();
  });
});
