/** What the tests of the console's pages share: an administrator, texts that must not be interpreted, both widths. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { voiceLike, wavOf } from '../../../src/audio/decoding/testing.ts';
import { clientOf, type Ask } from '../../support/resources.ts';
import { apiKey, checkAccessible, checkFits, settled, widths, type Console, type Visit } from './browser.ts';

/** Markup, and a character that turns round what follows it. 60 characters of 64 that a name of an agent may have. */
export const hostileName = '<img src=x onerror="window.injected=1">\u202Ecitsongaid';

/** Two seconds of something like speech: a WAV file. */
export function clip(pitch = 140, seconds = 2): Buffer {
  return Buffer.from(wavOf(voiceLike({ seconds, sampleRate: 16_000, pitch }), 16_000));
}

/** For Playwright's `setInputFiles`. */
export function clipFile(name = 'clip.wav', pitch = 140): { name: string; mimeType: string; buffer: Buffer } {
  return { name, mimeType: 'audio/wav', buffer: clip(pitch) };
}

/** A page as the administrator sees it, who came by the link of the start. */
export function visitAsAdmin({ server, visit }: Console, path: string): Promise<Visit> {
  const link = new URL(server.consoleUrl(true)).hash.replace('#link=', '');
  return visit({ as: { link }, path });
}

/** The public interface, with the API key of the test server. */
export function ask({ server }: Console): Ask {
  return clientOf(server.url, apiKey);
}

/** Fails where a text of a person became markup or code, where the page broke, or where the policy had to refuse something. */
export async function checkUnharmed({ page, problems }: Visit): Promise<void> {
  assert.equal(await page.evaluate('window.injected'), undefined);
  assert.equal(await page.locator('img[src=x]').count(), 0);
  assert.deepEqual(problems, []);
}

/** The page at both widths: nothing serious for axe, nothing wider than the window. */
export async function checkWidths(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await settled(page);
    await checkFits(page);
    await checkAccessible(page);
  }
}
