/** `npm run quality`: speaks, measures what is heard, and prints it against the targets. */
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { engineVersions } from '../bench/report/page.ts';
import { showProgress } from '../bench/report/progress.ts';
import { renderText, type Table } from '../bench/report/table.ts';
import { installPackages } from './packages.ts';
import { cloneWords } from './parts/clone-words.ts';
import { clones } from './parts/clones.ts';
import { controls } from './parts/controls.ts';
import { formatErrors } from './parts/format-error.ts';
import { hearing } from './parts/hearing.ts';
import { infill } from './parts/infill.ts';
import { interruptions } from './parts/interruptions.ts';
import { languages } from './parts/languages.ts';
import { levels } from './parts/levels.ts';
import { melody } from './parts/melody.ts';
import { normalisation } from './parts/normalisation.ts';
import { pauses } from './parts/pauses.ts';
import { reading } from './parts/reading.ts';
import { turns } from './parts/turns.ts';
import { voiceChanger } from './parts/voice-changer.ts';
import { wordErrors } from './parts/word-error.ts';
import { wordTimes } from './parts/word-times.ts';
import type { Part } from './quality.ts';
import { renderReport, type Run } from './report.ts';
import { LocalSynthesizer } from './sources/local-synthesizer.ts';

/** In the order of the page. */
const parts: Readonly<Record<string, Part>> = {
  levels,
  pauses,
  melody,
  'word-times': wordTimes,
  'word-error': wordErrors,
  'format-error': formatErrors,
  controls,
  clones,
  'clone-words': cloneWords,
  'voice-changer': voiceChanger,
  infill,
  normalisation,
  reading,
  languages,
  hearing,
  turns,
  interruptions,
};

const help = `npm run quality -- [options]

  --short         under a minute, without packages of Debian: ${Object.keys(parts)
    .filter((name) => parts[name]!.isShort)
    .join(', ')} of a few voices
  --only <parts>  some of ${Object.keys(parts).join(', ')} (with commas)
  --clips <dir>   voice-changer and infill by the recordings of this folder in place of those made here; what is said in
                  <name>.wav stands in <name>.txt
  --json          prints one JSON object instead of the tables
  --write <file>  also writes the parts into a Markdown page (docs/quality.md), where the others stay
  --help

Ends with 1 when a figure misses its target.
`;

interface Options {
  readonly short: boolean;
  readonly json: boolean;
  readonly names: readonly string[];
  readonly clips: string | undefined;
  readonly write: string | undefined;
}

/** @throws {Error} for an option or a part that does not exist, or a part that has no short form */
function readOptions(args: readonly string[]): Options | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      short: { type: 'boolean' },
      json: { type: 'boolean' },
      help: { type: 'boolean' },
      only: { type: 'string' },
      clips: { type: 'string' },
      write: { type: 'string' },
    },
  });
  if (values.help === true) return undefined;
  const short = values.short === true;
  const able = Object.keys(parts).filter((name) => !short || parts[name]!.isShort);
  const names = values.only?.split(',') ?? able;
  const unknown = names.find((name) => !able.includes(name));
  if (unknown !== undefined) {
    throw new Error(`no part${short ? ' of the short form' : ''} is named ${unknown}; there are ${able.join(', ')}`);
  }
  return { short, json: values.json === true, names, clips: values.clips, write: values.write };
}

async function run({ short, json, names, clips, write }: Options): Promise<void> {
  const startedAt = performance.now();
  if (!short) {
    const packages = new Set(names.flatMap((name) => parts[name]!.packages));
    installPackages([...packages], (line) => console.error(line));
  }
  const tables: Record<string, Table> = {};
  const synthesizer = await LocalSynthesizer.open();
  try {
    for (const name of names) {
      const part = parts[name]!;
      const measured = await part.measure({ short, clips, synthesizer, progress: showProgress });
      const table = { title: part.title, ...measured };
      showProgress('');
      tables[name] = table;
      // Each part when it is measured: one that fails costs none of those before it.
      if (write !== undefined) await writePage(write, { short, clips, tables: { [name]: table } });
      if (!json) console.log(`\n${renderText(table)}`);
    }
  } finally {
    await synthesizer.close();
  }
  const seconds = (performance.now() - startedAt) / 1000;
  if (json) console.log(JSON.stringify({ short, tables, seconds }, undefined, 2));
  const rows = Object.values(tables).flatMap((table) => table.rows);
  const misses = rows.filter(({ pass }) => pass === false);
  console.error(
    `\n${misses.length} of ${rows.filter(({ pass }) => pass !== undefined).length} targets are missed, in ${seconds.toFixed(0)} s${misses.map(({ id }) => `\n  ${id}`).join('')}`,
  );
  if (misses.length > 0) process.exitCode = 1;
}

async function writePage(file: string, measured: Omit<Run, 'cores'>): Promise<void> {
  const previous = await readFile(file, 'utf8').catch(() => '');
  const titles = Object.values(parts).map(({ title }) => title);
  const page = { versions: await engineVersions(), titles, previous };
  await writeFile(file, renderReport({ ...measured, cores: availableParallelism() }, page));
}

try {
  const options = readOptions(process.argv.slice(2));
  if (options === undefined) console.log(help);
  else await run(options);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
