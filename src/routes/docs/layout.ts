/** The frame of every page: head, navigation, content. */
import { html, slug, type Html, type Part } from './html.ts';

const pages = [
  ['/docs', 'Reference'],
  ['/docs/websocket', 'WebSocket'],
  ['/docs/errors', 'Errors'],
  ['/docs/settings', 'Settings'],
] as const;

export type PagePath = (typeof pages)[number][0];

/** A group of the side bar: each entry links to a section of the page. */
export interface NavigationGroup {
  readonly title: string;
  readonly links: readonly { readonly anchor: string; readonly label: Part }[];
}

export interface Page {
  readonly path: PagePath;
  readonly title: string;
  readonly navigation: readonly NavigationGroup[];
  readonly content: Part;
}

/** A whole page as text. */
export function layout({ path, title, navigation, content }: Page): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Sonorant</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/docs/style.css" />
        <script src="/docs/script.js" defer></script>
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <header>
          <a class="name" href="/docs">Sonorant</a>
          <nav aria-label="Documentation">
            ${pages.map(([href, label]) => html`<a href="${href}" ${href === path && html` aria-current="page"`}>${label}</a>`)}<a
              href="/docs/openapi.json"
              >OpenAPI</a
            ><a href="/docs/asyncapi.json">AsyncAPI</a>
          </nav>
        </header>
        <div class="frame">
          <aside>
            <div hidden>
              <label for="filter" class="quiet">Filter <kbd>/</kbd></label
              ><input id="filter" type="search" autocomplete="off" spellcheck="false" />
              <p id="found" class="quiet" role="status"></p>
            </div>
            <nav aria-label="On this page">
              ${navigation.map(
                ({ title: heading, links }) =>
                  html`<div class="group">
                    <h2>${heading}</h2>
                    <ul>
                      ${links.map(({ anchor, label }) => html`<li><a href="#${anchor}">${label}</a></li>`)}
                    </ul>
                  </div>`,
              )}
            </nav>
          </aside>
          <main id="content" tabindex="-1">
            <h1>${title}</h1>
            ${content}
          </main>
        </div>
      </body>
    </html> `.text;
}

/** A heading that links to itself. */
export function heading(anchor: string, text: Part): Html {
  return html`<h2><a class="here" href="#${anchor}">${text}</a></h2>`;
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
