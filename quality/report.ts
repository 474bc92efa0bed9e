/** The page of the documentation that the measurements write. */
import { describeMachine, renderPage } from '../bench/report/page.ts';
import { renderMarkdown, type Table } from '../bench/report/table.ts';

export interface Run {
  readonly short: boolean;
  /** The folder of `--clips`. */
  readonly clips: string | undefined;
  /** By the name of their part. */
  readonly tables: Readonly<Record<string, Table>>;
  readonly cores: number;
}

const heading = [
  '# Quality',
  '',
  'How Sonorant sounds. This page is written by `npm run quality -- --write docs/quality.md`, each section by the command that stands below it; do not edit it. `npm run quality -- --help` names the parts.',
  '',
  'Speech is made as a server makes it, by the same reader, engine threads, pipeline and containers, with their default settings, in the process that measures. Each part says how it measures; the targets stand in `quality/targets.ts`. A figure that misses its target is marked, and ends the command with exit code 1. No ear took part: what is measured here can be repeated by anyone, and says less than listening does.',
  '',
  'Recogniser, aligner and second opinions are packages of Debian, which the command installs when it runs as root and names otherwise. `npm run quality -- --short` needs none of them and takes less than a minute: it runs with every change.',
].join('\n');

/**
 * @param versions the engines' packages and versions
 * @param titles   of all parts, in the order of the page
 * @param previous the page as it was: what was not measured now is kept from it
 */
export function renderReport(
  run: Run,
  { versions, titles, previous }: { versions: string; titles: readonly string[]; previous: string },
): string {
  const sections = new Map<string, string>();
  for (const [name, table] of Object.entries(run.tables)) {
    const options = `${run.short ? '--short ' : ''}--only ${name}${run.clips === undefined ? '' : ' --clips <folder>'}`;
    const command = `npm run quality -- ${options} --write docs/quality.md`;
    const source = `Measured by \`${command}\` on ${describeMachine(run.cores)}, ${versions}.`;
    sections.set(table.title, `${renderMarkdown(table)}${missed(table)}\n\n${source}`);
  }
  return renderPage({ heading, sections, previous, order: titles });
}

function missed({ rows }: Table): string {
  const misses = rows.filter(({ pass }) => pass === false);
  if (misses.length === 0) return '';
  return `\n\n**Misses: ${misses.length} of ${rows.filter(({ pass }) => pass !== undefined).length} targets.**`;
}
