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
  /** What a page is for; empty for its parts. */
  readonly about: string;
  readonly text: string;
  /** How much a hit counts; 1 when absent. */
  readonly weight?: number;
  /** Whether the server lacks it: it is shown behind everything else. */
  readonly isLater?: true;
}

/** What is looked in; the script of the search names the same. */
const searchFields: readonly string[] = ['title', 'where', 'about', 'text'];

/**
 * A page answers a word better than one of its parts, where both have it, and a guide better than a list.
 */
const weights = { guide: 3.5, family: 1.5, page: 2 } as const;

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

/** What stands below the title of a page, which is not its title again, and how much a hit of the page counts. */
function kindOf(path: string): { readonly kind: string; readonly weight: number } {
  if (path.startsWith('/docs/guides/')) return { kind: 'Guide', weight: weights.guide };
  if (path.startsWith('/docs/api/')) return { kind: 'Routes', weight: weights.family };
  return { kind: 'Page', weight: weights.page };
}

function entriesOf({ path, title, description = '', content }: Page, host: string): readonly Omit<SearchEntry, 'id'>[] {
  const markup = html`${content}`.text.replaceAll(host, '');
  const starts = [...markup.matchAll(beginning)].map((match) => ({ anchor: match[1]!, at: match.index }));
  const parts = starts.map(({ anchor, at }, number) => ({ anchor, text: markup.slice(at, starts[number + 1]?.at) }));
  const isLater = path === '/docs/not-yet';
  const { kind, weight } = kindOf(path);
  // Its address has the word that people know it by: `telephony`.
  const about = `${path} ${description}`;
  const page = {
    ...{ title, where: kind, href: path, about },
    text: plain(markup.slice(0, starts[0]?.at)).slice(0, maxText),
    weight,
    ...(isLater && { isLater }),
  };
  return [
    page,
    ...parts.map(({ anchor, text }) => ({
      title: titleOf(text, anchor),
      where: `${title}${routeOf(text)}`,
      href: `${path}#${anchor}`,
      about: '',
      text: plain(text).slice(0, maxText),
      ...(isLater && { isLater }),
    })),
  ];
}

/**
 * The index as JSON, for `MiniSearch.loadJSON` with the same fields.
 * @param base the address that the pages name; its host is not indexed
 */
export function searchIndex(pages: readonly Page[], base: string): string {
  const host = base === '' ? '' : new URL(base).host;
  const index = new MiniSearch<SearchEntry>({
    fields: [...searchFields],
    storeFields: ['title', 'where', 'href', 'weight', 'isLater'],
  });
  // The overview repeats the routes of the other pages.
  const entries = pages.flatMap((page) =>
    entriesOf(page, host).filter(({ href }) => page.path !== '/docs' || !/#(?:get|post|patch|put|delete)-/.test(href)),
  );
  index.addAll(entries.map((entry, id) => ({ id, ...entry })));
  return JSON.stringify(index);
}

/** The library that reads it, as a module for browsers. */
export function searchLibrary(): string {
  return readFileSync(fileURLToPath(import.meta.resolve('minisearch')), 'utf8');
}
