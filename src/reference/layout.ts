/** The frame of every page: head, search, the list of all pages, content. */
import { html, slug, type Html, type Part } from './html.ts';

/** A page as the side bar names it. */
export interface SitePage {
  readonly path: string;
  readonly label: string;
}

/** All pages in the order of the side bar; the first group has no heading of its own. */
export interface Site {
  readonly groups: readonly { readonly title: string; readonly pages: readonly SitePage[] }[];
}

/** A group of what stands on a page: each entry links to the element with this id. */
export interface NavigationGroup {
  readonly title: string;
  readonly links: readonly { readonly anchor: string; readonly label: Part }[];
}

export interface Page {
  /** From the root of the server: `/docs/errors`. */
  readonly path: string;
  readonly title: string;
  /** One sentence for search engines and previews of links. */
  readonly description?: string | undefined;
  /** Shown in the side bar below the page's own name. Anchors are unique on the page. */
  readonly navigation: readonly NavigationGroup[];
  readonly content: Part;
  /**
   * The same in Markdown, without the title; made when it is asked for. Links lead to pages by their address from the root,
   * or to files of docs/ from the folder.
   */
  readonly markdown: () => string;
  /** Of the file that the Markdown comes from, where it is one: `docs/guides`. */
  readonly folder?: string | undefined;
}

/** Where a page stands in Markdown: its address with `.md` behind it. */
export function markdownPath(path: string): string {
  return `${path}.md`;
}

const top: readonly SitePage[] = [
  { path: '/docs', label: 'Reference' },
  { path: '/docs/guides', label: 'Guides' },
  { path: '/docs/websocket', label: 'WebSocket' },
  { path: '/docs/errors', label: 'Errors' },
  { path: '/docs/settings', label: 'Settings' },
  { path: '/console', label: 'Console' },
];

/** Which of the links at the top a page belongs to. */
function topOf(path: string): string {
  if (path.startsWith('/docs/api')) return '/docs';
  return path.startsWith('/docs/guides') ? '/docs/guides' : path;
}

/**
 * A whole page as text. It loads a style sheet and scripts of this server, has nothing inline, and is readable without
 * the scripts: they add the search, the choice of a language, copy buttons and requests from the page.
 */
export function page(site: Site, { path, title, description, navigation, content }: Page): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${path === '/docs' ? 'Sonorant' : `${title} · Sonorant`}</title>
        ${description !== undefined && html`<meta name="description" content="${description}" />`}
        <link rel="icon" href="/docs/icon.svg" type="image/svg+xml" />
        <link rel="alternate" type="text/markdown" href="${markdownPath(path)}" />
        <link rel="stylesheet" href="/docs/style.css" />
        <script src="/docs/theme.js"></script>
        <script src="/docs/script.js" type="module"></script>
        <script src="/docs/search.js" type="module"></script>
        ${path.startsWith('/docs/api/') && html`<script src="/docs/try.js" type="module"></script>`}
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <header>
          <button type="button" class="menu" popovertarget="menu">Menu</button>
          <a class="name" href="/docs">${sign}Sonorant</a>
          ${search()}
          <nav aria-label="Main">
            ${top.map((one) => html`<a href="${one.path}" ${one.path === topOf(path) && html` aria-current="${one.path === path ? 'page' : 'true'}"`}>${one.label}</a>`)}
          </nav>
        </header>
        <div class="frame">
          <aside id="menu" popover>${contents(site, path, navigation)}</aside>
          <main id="content" tabindex="-1">
            <h1>${title}</h1>
            <p class="formats"><a href="${markdownPath(path)}">View as Markdown</a></p>
            ${content}
          </main>
        </div>
      </body>
    </html> `.text;
}

/** The sign of the product, as the console's `Brand` draws it. */
const sign = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <path d="M4 10v4M8 6v12M12 3v18M16 7v10M20 10v4" />
</svg>`;

/** A combobox over the index of all pages (ARIA Authoring Practices, "Combobox"); shown by the script that fills it. */
function search(): Html {
  return html`<div class="search" role="search" hidden>
    <label for="search">Search <kbd>/</kbd></label>
    <input
      id="search"
      type="search"
      role="combobox"
      aria-expanded="false"
      aria-controls="found"
      aria-autocomplete="list"
      autocomplete="off"
      spellcheck="false"
    />
    <ul id="found" role="listbox" aria-label="Found" hidden></ul>
    <p id="found-count" class="unseen" role="status"></p>
  </div>`;
}

function contents(site: Site, path: string, navigation: readonly NavigationGroup[]): Html {
  return html`<nav aria-label="Documentation">
    ${site.groups.map(
      ({ title, pages }) =>
        html`<div class="group">
          <h2>${title}</h2>
          <ul>
            ${pages.map((one) => html`<li><a href="${one.path}" ${one.path === path && html` aria-current="page"`}>${one.label}</a>${one.path === path && onThisPage(navigation)}</li>`)}
          </ul>
        </div>`,
    )}
  </nav>`;
}

function onThisPage(navigation: readonly NavigationGroup[]): Part {
  return navigation.map(
    ({ title, links }) =>
      html`<p class="on-page">${title}</p>
        <ul class="on-page">
          ${links.map(({ anchor, label }) => html`<li><a href="#${anchor}">${label}</a></li>`)}
        </ul>`,
  );
}

/** A heading that links to itself. */
export function heading(anchor: string, text: Part): Html {
  return html`<h2><a class="here" href="#${anchor}">${text}</a></h2>`;
}

/** A part of a page that is written in Markdown. */
export interface WrittenSection {
  readonly title: string;
  readonly text: string;
}

export function section(title: string, ...content: readonly Part[]): Html {
  const anchor = slug(title);
  return html`<section id="${anchor}">${heading(anchor, title)}${content}</section>`;
}

/** A group of the side bar that leads to sections made by {@link section}. */
export function groupOf(title: string, sections: readonly string[]): NavigationGroup {
  return {
    title,
    links: sections.map((name) => ({ anchor: slug(name), label: name })),
  };
}

/** Text to copy, such as a command. */
export function copyable(text: string): Html {
  return html`<div class="copy"><pre tabindex="0">${text}</pre></div>`;
}
