/** Opens a page of a guide in a browser, does what its reader would, and hears whether it speaks. */
import { accessSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { MissingProgram } from './guide-checks.ts';

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const probe = fileURLToPath(new URL('../console/support/audio-probe.js', import.meta.url));

/**
 * @param button selector of what starts the speech
 * @throws {Error} for a page that has an error or stays silent
 */
export async function hearPage(url: string, button: string): Promise<void> {
  try {
    accessSync(executablePath);
  } catch {
    throw new MissingProgram('chromium', 'chromium');
  }
  const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(20_000);
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(String(error)));
    await page.addInitScript({ path: probe });
    await page.goto(url);
    await page.click(button);
    const seconds = (): Promise<number> => page.evaluate<number>('audioProbe.seconds');
    await eventually('sound comes out of the page', async () => (await seconds()) > 0.3, 20_000);
    if (problems.length > 0) throw new Error(problems.join('\n'));
  } finally {
    await browser.close();
  }
}
