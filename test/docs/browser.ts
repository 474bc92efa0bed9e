/** The system's Chromium, driven by Playwright, and the checker of accessibility that runs in its pages. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright-core';

const path = process.env.CHROMIUM ?? '/usr/bin/chromium';
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: path, args: ['--no-sandbox'] });
}

interface Finding {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly target: readonly unknown[]; readonly html: string }[];
}

/**
 * What axe finds on a page.
 * @param rules only these; all when absent
 */
export async function accessibilityFindings(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Not as a script of the page, which its content security policy forbids.
  await page.evaluate(axeSource);
  const options = { resultTypes: ['violations'], ...(rules !== undefined && { runOnly: rules }) };
  const findings = await page.evaluate<Finding[]>(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations.map(({ id, impact, nodes }) => ({ id, impact, nodes: nodes.slice(0, 3) })))`,
  );
  return findings.map(
    ({ id, impact, nodes }) => `${id} (${impact ?? '?'}): ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
  );
}
