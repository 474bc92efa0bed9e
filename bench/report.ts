/** The report as a page of the documentation. */
import { cpus, release, totalmem, type } from 'node:os';
import { notes } from './notes.ts';
import { renderMarkdown, type Row, type Table } from './table.ts';

export interface Run {
  readonly quick: boolean;
  readonly parts: 'all' | readonly string[];
  readonly tables: readonly Table[];
  readonly cores: number;
  /** Load average of the minute before. */
  readonly loadBefore: number;
  readonly minutes: number;
}

/** @param versions the engines' packages and versions */
export function renderReport(run: Run, versions: string): string {
  const options = [...(run.quick ? ['--quick'] : []), ...(run.parts === 'all' ? [] : ['--only', run.parts.join(',')]), '--write', 'docs/performance.md'];
  const memory = Math.round(totalmem() / 2 ** 30);
  return [
    '# Performance',
    '',
    'This page is written by the bench; do not edit it. It is made by',
    '',
    '```sh',
    `npm run bench -- ${options.join(' ')}`,
    '```',
    '',
    `- Machine: ${run.cores} core${run.cores > 1 ? 's' : ''} (${cpus()[0]?.model.trim() ?? 'unknown'}), ${memory} GB of memory, ${type()} ${release()}; load average before the run ${run.loadBefore.toFixed(2)}`,
    `- Node ${process.versions.node}, ${versions}`,
    `- Duration: ${run.minutes.toFixed(0)} minutes${run.quick ? '. **A quick run: its figures mean little.**' : ''}`,
    '',
    'The server, the load generator and the bare engine run in three processes of one machine, so what the load generator uses is missing to the server. The voice is that of the quick start, which eSpeak speaks as `en-us+m7` and flite as `rms`; the server has its default settings but for the number of workers where a table says so, and for the limits of contexts, which are raised.',
    '',
    run.tables.map((table) => `${renderMarkdown(table)}${missed(table)}`).join('\n\n'),
    '',
  ].join('\n');
}

function missed({ rows }: Table): string {
  const misses = rows.filter(({ pass }) => pass === false);
  if (misses.length === 0) return '';
  return `\n\nWhere the time of the missed aims goes:\n\n${misses.map((row) => `- ${row.what}: ${noteOn(row)}`).join('\n')}`;
}

const noteOn = ({ id }: Row): string => notes.filter(({ row }) => row.test(id)).map(({ note }) => note).join(' ') || 'not looked into yet.';
