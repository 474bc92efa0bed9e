/** `npm run bench`: starts a server, loads it from another process, and prints what it measures against the aims. */
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { Bench, Part } from './bench.ts';
import { alignment } from './parts/alignment.ts';
import { conversation } from './parts/conversation.ts';
import { firstAudio } from './parts/first-audio.ts';
import { hearing } from './parts/hearing.ts';
import { history } from './parts/history.ts';
import { limits } from './parts/limits.ts';
import { memory } from './parts/memory.ts';
import { metrics } from './parts/metrics.ts';
import { neural } from './parts/neural.ts';
import { overload } from './parts/overload.ts';
import { pipeline } from './parts/pipeline.ts';
import { recognizer } from './parts/recognizer.ts';
import { recordings } from './parts/recordings.ts';
import { shortRequests } from './parts/short-requests.ts';
import { streams } from './parts/streams.ts';
import { textLength } from './parts/text-length.ts';
import { throughput } from './parts/throughput.ts';
import { upstream } from './parts/upstream.ts';
import { engineVersions } from './report/page.ts';
import { showProgress } from './report/progress.ts';
import { renderReport, type Run } from './report/report.ts';
import { renderText, type Table } from './report/table.ts';

const parts: Readonly<Record<string, Part>> = {
  throughput,
  'short-requests': shortRequests,
  'first-audio': firstAudio,
  streams,
  overload,
  pipeline,
  limits,
  alignment,
  upstream,
  neural,
  memory,
  'text-length': textLength,
  hearing,
  recognizer,
  conversation,
  recordings,
  metrics,
  history,
};

const help = `npm run bench -- [options]

  --quick           under three minutes: shows that everything works; its figures mean little
  --only <parts>    some of ${Object.keys(parts).join(', ')} (with commas)
  --json            prints one JSON object instead of the tables
  --write <file>    also writes the parts into a Markdown page (docs/performance.md), where the others stay
  --profile <dir>   also writes a processor profile of each thread of the servers
  --help

Ends with 1 when a part fails; its section of the page stays as it was.
`;

interface Options {
  readonly quick: boolean;
  readonly json: boolean;
  readonly names: readonly string[];
  readonly write: string | undefined;
  readonly profile: string | undefined;
}

/** @throws {Error} for an option or a part that does not exist */
function readOptions(args: readonly string[]): Options | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean' },
      json: { type: 'boolean' },
      help: { type: 'boolean' },
      only: { type: 'string' },
      write: { type: 'string' },
      profile: { type: 'string' },
    },
  });
  if (values.help === true) return undefined;
  const names = values.only?.split(',') ?? Object.keys(parts);
  const unknown = names.find((name) => !Object.hasOwn(parts, name));
  if (unknown !== undefined) throw new Error(`no part is named ${unknown}; there are ${Object.keys(parts).join(', ')}`);
  return {
    quick: values.quick === true,
    json: values.json === true,
    names,
    write: values.write,
    profile: values.profile,
  };
}

async function run({ quick, json, names, write, profile }: Options): Promise<void> {
  const cores = availableParallelism();
  const loadBefore = loadavg()[0]!;
  const startedAt = performance.now();
  if (loadBefore > cores / 4) {
    console.error(`The machine is busy (load ${loadBefore.toFixed(2)}): the figures will be worse than they could be.`);
  }
  const bench: Bench = { quick, cores, profileDir: profile, progress: showProgress };
  const tables: Record<string, Table> = {};
  for (const name of names) {
    const table = await measured(name, bench);
    showProgress('');
    if (table === undefined) continue;
    tables[name] = table;
    // Each part when it is measured: a run takes more than an hour, and one that is stopped has what it had.
    if (write !== undefined) await writePage(write, { quick, tables: { [name]: table }, cores, loadBefore });
    if (!json) console.log(`\n${renderText(table)}`);
  }
  const minutes = (performance.now() - startedAt) / 60_000;
  if (json) console.log(JSON.stringify({ quick, tables, cores, loadBefore, minutes }, undefined, 2));
}

/** Undefined for a part that fails, for instance without the program that it measures against: the others do not depend on it. */
async function measured(name: string, bench: Bench): Promise<Table | undefined> {
  try {
    return await parts[name]!(bench);
  } catch (error) {
    showProgress('');
    console.error(`${name}:`, error);
    process.exitCode = 1;
    return undefined;
  }
}

async function writePage(file: string, run: Run): Promise<void> {
  await writeFile(file, renderReport(run, await engineVersions(), await readFile(file, 'utf8').catch(() => '')));
}

try {
  const options = readOptions(process.argv.slice(2));
  if (options === undefined) console.log(help);
  else await run(options);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
