/**
 * Writes the generated documents; with `--check` it writes nothing and fails with a line for each that is stale, and for
 * everything a running server says of itself that is incomplete.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { renderSettings } from '../src/server/config.ts';
import { errorRegistry, type ErrorEntry } from '../src/errors/registry.ts';
import { checkExports } from './checks/exports.ts';
import { allEventTypes } from '../src/webhooks/events.ts';
import { checkDecisions, checkFolders, checkMarkdown, checkModules, checkRules } from './checks/files.ts';
import { checkFloors, renderFloors } from './checks/floors.ts';
import { checkServer } from './checks/server.ts';

const folder = new URL('./', import.meta.url);
const made = '<!-- Made by `npm run docs`; edit the source instead. -->';

function settings(): string {
  return `${made}

# Settings

Every setting is an environment variable; an empty one counts as absent. A value that is not allowed stops the start with a
line that names it. A running server shows this page at \`/docs/settings\`.

${renderSettings()}`;
}

function errors(): string {
  const rows = Object.entries<ErrorEntry>(errorRegistry).map(
    ([code, { status, title, retryable, description }]) =>
      `| \`${code}\` | ${status} | ${title} | ${retryable ? 'yes' : 'no'} | ${description.replaceAll('|', '\\|')} |`,
  );
  return `${made}

# Errors

The code is \`error_code\` in the body of a failed request and in \`error\` events. A running server shows this page at
\`/docs/errors\`; the \`doc_url\` of each error leads to its code there.

| Code | Status | Title | May be tried again | When, and what to do |
|---|---|---|---|---|
${rows.join('\n')}
`;
}

/** A page that is written by hand, with one part that is not. */
async function withPart(page: string, part: string, source: string, text: string): Promise<string> {
  const [begin, end] = [`<!-- ${part}: made by \`npm run docs\` from ${source} -->\n`, `<!-- /${part} -->\n`];
  const [before, , after] = (await readFile(new URL(page, folder), 'utf8')).split(
    new RegExp(`(?<=${begin})([^]*)(?=${end})`),
  );
  if (after === undefined) throw new Error(`docs/${page} lacks the lines ${begin}${end}`);
  return `${before!}\n${text}\n\n${after}`;
}

async function architecture(): Promise<string> {
  return withPart('architecture.md', 'floors', 'the imports', await renderFloors());
}

function webhooks(): Promise<string> {
  const rows = Object.entries(allEventTypes).map(([type, { when, gives }]) => `| \`${type}\` | ${when} | ${gives} |`);
  const table = ['| Event | When | It gives |', '|---|---|---|', ...rows].join('\n');
  return withPart('webhooks.md', 'events', 'src/webhooks/events.ts', table);
}

const documents: Readonly<Record<string, () => string | Promise<string>>> = {
  'settings.md': settings,
  'errors.md': errors,
  'architecture.md': architecture,
  'webhooks.md': webhooks,
};

async function staleDocuments(): Promise<string[]> {
  const problems = await Promise.all(
    Object.entries(documents).map(async ([name, render]) => {
      const text = await readFile(new URL(name, folder), 'utf8').catch(() => '');
      return text === (await render()) ? [] : [`docs/${name} is stale: run npm run docs`];
    }),
  );
  return problems.flat();
}

async function write(): Promise<void> {
  for (const [name, render] of Object.entries(documents)) await writeFile(new URL(name, folder), await render());
}

async function check(): Promise<void> {
  const checks = [
    staleDocuments(),
    checkModules(),
    checkMarkdown(),
    checkRules(),
    checkDecisions(),
    checkFloors(),
    checkServer(),
  ];
  const problems = [...(await Promise.all(checks)).flat(), ...checkExports(), ...checkFolders()];
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
  else console.log('The documentation is complete and up to date.');
}

if (process.argv.includes('--check')) await check();
else await write();
