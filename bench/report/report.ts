/** The report as a page of the documentation. */
import { notes } from './notes.ts';
import { describeMachine, renderPage } from './page.ts';
import { renderMarkdown, type Row, type Table } from './table.ts';

export interface Run {
  readonly quick: boolean;
  /** By the name of their part, in the order of the page. */
  readonly tables: Readonly<Record<string, Table>>;
  readonly cores: number;
  /** Load average of the minute before. */
  readonly loadBefore: number;
}

const heading = [
  '# Performance',
  '',
  'This page is written by the bench, each part by the command that stands in it; do not edit it. `npm run bench -- --write docs/performance.md` measures them all.',
  '',
  'The server, the load generator and the bare engine run in three processes of one machine, so what the load generator uses is missing to the server. The voice is that of the quick start, which eSpeak speaks as `en-us+masculine1` and flite as `rms`; the server has its default settings but for the number of workers where a table says so, and for the limits of contexts, which are raised.',
].join('\n');

/**
 * @param versions the engines' packages and versions
 * @param previous the page as it was: what was not measured now is kept from it
 */
export function renderReport(run: Run, versions: string, previous = ''): string {
  const machine = `${describeMachine(run.cores)}, ${versions}; load average before the run ${run.loadBefore.toFixed(2)}`;
  const sections = new Map<string, string>();
  for (const [name, table] of Object.entries(run.tables)) {
    const command = `npm run bench -- ${run.quick ? '--quick ' : ''}--only ${name} --write docs/performance.md`;
    const warning = run.quick ? ' **A quick run: its figures mean little.**' : '';
    sections.set(
      table.title,
      `${renderMarkdown(table)}${missed(table)}\n\nMeasured by \`${command}\` on ${machine}.${warning}`,
    );
  }
  return renderSections(sections, previous);
}

/** The page with these sections, by their titles, and all others as they were. */
export function renderSections(sections: ReadonlyMap<string, string>, previous: string): string {
  return renderPage({ heading, sections, previous });
}

/** Options of a command that are not its defaults, as they were given to it: `--rounds 4 `. */
export function changedOptions(
  options: Readonly<Record<string, number>>,
  defaults: Readonly<Record<string, number>>,
): string {
  const changed = Object.entries(options).filter(([name, value]) => value !== defaults[name]);
  return changed.map(([name, value]) => `--${name} ${value} `).join('');
}

function missed({ rows }: Table): string {
  const misses = rows.filter(({ pass }) => pass === false);
  if (misses.length === 0) return '';
  return `\n\nWhere the time of the missed aims goes:\n\n${misses.map((row) => `- ${row.what}: ${noteOn(row)}`).join('\n')}`;
}

function noteOn({ id }: Row): string {
  return (
    notes
      .filter(({ row }) => row.test(id))
      .map(({ note }) => note)
      .join(' ') || 'not looked into yet.'
  );
}
