/** The page of settings. */
import { html, prose, slug, type Html } from './html.ts';
import { heading, type Page } from './layout.ts';

interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

function cellsOf(line: string): string[] {
  return line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));
}

/** Reads what the settings render to: `## title`, a table head, a rule, rows. */
function readTables(markdown: string): Table[] {
  return markdown
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [title = '', ...lines] = part.split('\n');
      const [head = '', , ...rows] = lines.filter((line) => line.startsWith('|'));
      return { title, head: cellsOf(head), rows: rows.map(cellsOf) };
    });
}

function rowView(row: readonly string[]): Html {
  const anchor = (row[0] ?? '').replaceAll('`', '');
  return html`<tr id="${anchor}">
    ${row.map((cell) => html`<td>${prose(cell)}</td>`)}
  </tr>`;
}

const introduction =
  'Every setting is an environment variable; an empty one counts as absent. A value that is not allowed stops the start with a line that names it.';

/** @param markdown the settings as `docs/settings.md` has them */
export function settingsPage(markdown: string): Page {
  const tables = readTables(markdown);
  return {
    path: '/docs/settings',
    title: 'Settings',
    description: 'Every setting of the server with its default.',
    navigation: [{ title: 'Settings', links: tables.map(({ title }) => ({ anchor: slug(title), label: title })) }],
    markdown: () => `${introduction}\n\n${markdown.slice(Math.max(0, markdown.search(/^## /m)))}`,
    content: html`<p>${introduction}</p>
      ${tables.map(
        ({ title, head, rows }) =>
          html`<section id="${slug(title)}">
            ${heading(slug(title), title)}
            <div class="scroll" role="region" aria-label="${title}" tabindex="0">
              <table>
                <thead>
                  <tr>
                    ${head.map((cell) => html`<th scope="col">${cell}</th>`)}
                  </tr>
                </thead>
                <tbody>
                  ${rows.map(rowView)}
                </tbody>
              </table>
            </div>
          </section>`,
      )}`,
  };
}
