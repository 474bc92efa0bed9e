/** `/docs`: where to start, what every request has in common, and all routes by family. */
import { anchorOf, badge, type Family } from './families.ts';
import type { Guide } from './guides.ts';
import { html, slug, type Html } from './html.ts';
import { copyable, groupOf, section, type Page } from './layout.ts';
import type { ApiDocument } from './openapi-document.ts';

export interface OverviewOptions {
  readonly document: ApiDocument;
  readonly families: readonly Family[];
  readonly guides: readonly Guide[];
  /** Address of the server, for the commands. */
  readonly baseUrl: string;
  /** The version the examples speak. */
  readonly version: string;
}

const sections = ['First words', 'Examples', 'Requests', 'Credentials', 'Versions', 'Lists'] as const;

export function overviewPage(options: OverviewOptions): Page {
  const { document, families, guides } = options;
  return {
    path: '/docs',
    title: 'Documentation',
    description: document.info.description,
    navigation: [groupOf('On this page', sections)],
    content: html`<p>
        ${document.info.description} Server version ${document.info.version}. Press <kbd>/</kbd> to search all pages.
      </p>
      ${introduction(options)}
      ${
        guides.length > 0 &&
        section(
          'Guides',
          html`<ul>
            ${guides.map(({ name, title, summary }) => html`<li><a href="/docs/guides/${name}">${title}</a>: ${summary}</li>`)}
          </ul>`,
        )
      }
      ${families.map(familyView)}
      <p>
        What the interface has and this server does not yet <a href="/docs/not-yet">stands on a page of its own</a>.
      </p>`,
  };
}

function familyView({ title, path, summary, operations }: Family): Html {
  return html`<section id="${slug(title)}">
    <h2><a href="${path}">${title}</a></h2>
    <p>${summary}</p>
    <ul class="routes">
      ${operations.map((listed) => {
        const anchor = anchorOf(listed);
        return html`<li id="${anchor}">
          <a href="${path}#${anchor}">${badge(listed.method)} <span class="route">${listed.path}</span></a>
          <span class="quiet">${listed.operation.summary}</span>
        </li>`;
      })}
    </ul>
  </section>`;
}

function introduction({ baseUrl, version }: OverviewOptions): Html {
  return html`${section(
    sections[0],
    html`<p>
        A key and a text are enough. The server prints its keys at the first start;
        <code>npx sonorant keys create</code>
        makes another one.
      </p>
      ${copyable(`export SONORANT_API_KEY=sk_…\ncurl -sS ${baseUrl}/v1/audio/speech \\\n  -H "Authorization: Bearer $SONORANT_API_KEY" \\\n  -H 'Content-Type: application/json' \\\n  -d '{"input":"Hello from your own machine."}' \\\n  -o hello.mp3`)}
      <p>
        Without a line of code: <a href="/console">the console</a> speaks, and each route below has a form that sends
        its request through the console’s session.
      </p>`,
  )}
  ${section(
    sections[1],
    html`<p>
        Every example runs as it stands: what it needs, it makes in the lines before. The keys come from the variables
        <code>SONORANT_API_KEY</code> and, for people, keys and usage, <code>SONORANT_ADMIN_KEY</code>.
      </p>
      <ul>
        <li>curl: a POSIX shell.</li>
        <li>TypeScript: <code>npm install @sonorant/client</code>; Node 20 and later, Bun or Deno.</li>
        <li>Python: <code>pip install requests</code>; for the WebSocket <code>pip install websockets</code>.</li>
      </ul>`,
  )}
  ${section(
    sections[2],
    html`<p>
      All addresses follow <code>${baseUrl}</code>. Bodies are JSON. A field that the server does not know is accepted
      and named in the response header <code>sonorant-ignored-fields</code>. Every answer carries
      <code>Service-Request-Id</code>, which finds the request in the log. Errors have
      <a href="/docs/errors">one body and one list of codes</a>.
      <a href="/docs/openapi.json">The OpenAPI document</a> and
      <a href="/docs/asyncapi.json">the AsyncAPI document of the WebSockets</a> are what these pages are made from.
    </p>`,
  )}
  ${section(
    sections[3],
    html`<p>
      Send the API key as <code>Authorization: Bearer …</code> or <code>X-API-Key: …</code>. Admin keys and API keys are
      disjoint: each opens its own routes only. Browsers and apps get short-lived access tokens from
      <code>POST /access-token</code>.
    </p>`,
  )}
  ${section(
    sections[4],
    html`<p>
      Every request names the version of the interface it speaks, a date:
      <code>Service-Version: ${version}</code> (<code>Cartesia-Version</code> is read as well). Older dates get the
      older forms of voices and errors. Only the routes marked “no credential” and those in OpenAI’s shape need none.
    </p>`,
  )}
  ${section(
    sections[5],
    html`<p>
      Lists come in pages of <code>limit</code> items. <code>has_more</code> says whether more follow; the id of the
      last item as <code>starting_after</code> gives the next page.
    </p>`,
  )}`;
}
