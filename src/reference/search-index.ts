/** The index of all pages, which browsers search in. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import MiniSearch from 'minisearch';
import { html } from './html.ts';
import type { Page } from './layout.ts';

/** A part of a page that can be found. */
export interface SearchEntry {
  readonly id: number;
  readonly title: string;
  /** The page it stands on, with method and path of a route. */
  readonly where: string;
  readonly href: string;
  readonly text: string;
}

/** Elements with an id that begin a new entry; fields of a route belong to it. */
const beginning = /<(?:section|h2|h3|tr|li)\b[^>]*? id="([^"]+)"[^>]*>/g;
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Words of an entry that are indexed: those of the first characters, which hold its description and its fields. */
const maxText = 3000;

function plain(markup: string): string {
  return markup
    .replaceAll(/<(pre|form|script)\b[^]*?<\/\1>/g, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name]!)
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function titleOf(markup: string, fallback: string): string {
  const [, heading, row, item] =
    /<h[23]\b[^>]*>([^]*?)<\/h[23]>|<td>([^]*?)<\/td>|class="route">([^]*?)<\/span>/.exec(markup) ?? [];
  return plain(heading ?? row ?? item ?? '') || fallback;
}

/** Method and path, where an entry is of a route. */
function routeOf(markup: string): string {
  const [, method, path] =
    /<span class="method \w+">(\w+)<\/span>\s*<span class="route">([^<]*)<\/span>/.exec(markup) ?? [];
  return method === undefined ? '' : ` · ${method} ${plain(path!)}`;
}

function entriesOf({ path, title, description = '', content }: Page): Omit<SearchEntry, 'id'>[] {
  const markup = html`${content}`.text;
  const starts = [...markup.matchAll(beginning)].map((match) => ({ anchor: match[1]!, at: match.index }));
  const parts = starts.map(({ anchor, at }, number) => ({ anchor, text: markup.slice(at, starts[number + 1]?.at) }));
  // Its address has the word that people know it by: `telephony`.
  const first = `${path} ${description} ${plain(markup.slice(0, starts[0]?.at))}`;
  const page = { title, where: title, href: path, text: first.slice(0, maxText) };
  return [
    page,
    ...parts.map(({ anchor, text }) => ({
      title: titleOf(text, anchor),
      where: `${title}${routeOf(text)}`,
      href: `${path}#${anchor}`,
      text: plain(text).slice(0, maxText),
    })),
  ];
}

/** The index as JSON, for `MiniSearch.loadJSON` with the same fields. */
export function searchIndex(pages: readonly Page[]): string {
  const index = new MiniSearch<SearchEntry>({
    fields: ['title', 'where', 'text'],
    storeFields: ['title', 'where', 'href'],
  });
  // The overview repeats the routes of the other pages.
  const entries = pages.flatMap((page) =>
    entriesOf(page).filter(({ href }) => page.path !== '/docs' || !/#(?:get|post|patch|put|delete)-/.test(href)),
  );
  index.addAll(entries.map((entry, id) => ({ id, ...entry })));
  return JSON.stringify(index);
}

/** The library that reads it, as a module for browsers. */
export function searchLibrary(): string {
  return readFileSync(fileURLToPath(import.meta.resolve('minisearch')), 'utf8');
}
