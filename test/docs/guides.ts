/**
 * Runs every code block of the guides: `npm run test:guides [-- <name>…] [-- --without nginx,caddy] [-- --keep]`. Names are
 * those of files in docs/guides. `--without` allows checks to be left out whose program is not installed; `--keep` keeps
 * the folders.
 */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { readGuides } from '../../src/reference/guides.ts';
import { runGuide, stopGuides, type GuideResult } from './guide-run.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { without: { type: 'string', default: '' }, keep: { type: 'boolean', default: false } },
});
const known = readGuides().map(({ name }) => name);
const unknown = positionals.filter((name) => !known.includes(name));
if (unknown.length > 0) throw new Error(`docs/guides has no ${unknown.join(', ')}`);
const without = new Set(values.without.split(',').filter((program) => program !== ''));

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void stopGuides().finally(() => process.exit(1)));
}

const results: GuideResult[] = [];
for (const name of positionals.length > 0 ? positionals : known) {
  const begun = performance.now();
  const text = await readFile(new URL(`../../docs/guides/${name}.md`, import.meta.url), 'utf8');
  const result = await runGuide({ name, text, without, keepsFolder: values.keep });
  results.push(result);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  const { run, checked, marked, unchecked, failure } = result;
  console.log(
    `${failure === undefined ? '✔' : '✖'} ${name}: ${run} run, ${checked} checked, ${marked} marked (${seconds} s)`,
  );
  for (const line of unchecked) console.log(`  not checked: ${line}`);
  if (failure !== undefined) console.log(failure.replaceAll(/^/gm, '  '));
}

function sum(key: 'run' | 'checked' | 'marked'): number {
  return results.reduce((total, result) => total + result[key], 0);
}

const failed = results.filter(({ failure }) => failure !== undefined).length;
const unchecked = results.reduce((total, result) => total + result.unchecked.length, 0);
console.log(
  `${results.length} guides: ${sum('run')} blocks run, ${sum('checked')} checked, ${sum('marked')} marked as not to be run here, ${unchecked} left out; ${failed} guides failed`,
);
if (failed > 0) process.exitCode = 1;
