/** `/docs`: where to start, what every request has in common, and all routes by family. */
import { anchorOf, badge, type Family } from './families.ts';
import type { Guide } from './guides.ts';
import { guideLinks } from './guides-page.ts';
import { html, slug, type Html } from './html.ts';
import { renderGuide } from './guide-markdown.ts';
import { groupOf, section, type Page, type WrittenSection } from './layout.ts';
import { paragraphs } from './markdown/text.ts';
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

export function overviewPage(options: OverviewOptions): Page {
  const { document, families, guides, baseUrl } = options;
  const written = introduction(options);
  return {
    path: '/docs',
    title: 'Documentation',
    description: document.info.description,
    navigation: [
      groupOf(
        'On this page',
        written.map(({ title }) => title),
      ),
    ],
    markdown: () => overviewMarkdown(options, written),
    content: html`<p>
        ${document.info.description} Server version ${document.info.version}. Press <kbd>/</kbd> to search all pages.
      </p>
      ${written.map(({ title, text }) => section(title, renderGuide(text, baseUrl)))}
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

/** What every request has in common, in Markdown. */
function introduction({ baseUrl, version }: OverviewOptions): readonly WrittenSection[] {
  return [
    {
      title: 'First words',
      text: `A key and a text are enough. The server prints its keys at the first start; \`npx sonorant keys create\` makes another one.

\`\`\`sh
export SONORANT_API_KEY=sk_…
curl -sS ${baseUrl}/v1/audio/speech \\
  -H "Authorization: Bearer $SONORANT_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"input":"Hello from your own machine."}' \\
  -o hello.mp3
\`\`\`

Without a line of code: [the console](/console) speaks, and the routes below have forms that send their requests through the console’s session.`,
    },
    {
      title: 'Examples',
      text: `Every example runs as it stands: what it needs, it makes in the lines before. The keys come from the variables \`SONORANT_API_KEY\` and, for people, keys and usage, \`SONORANT_ADMIN_KEY\`.

- curl: a POSIX shell.
- TypeScript: \`npm install ${baseUrl}/client.tgz\`, which this server gives away; Node 22.18 and later, Bun or Deno run the files as they are. As JavaScript the client runs in Node 20, too.
- Python: \`pip install requests\`; for the WebSocket \`pip install websockets\`.`,
    },
    {
      title: 'Requests',
      text: `All addresses follow \`${baseUrl}\`. Bodies are JSON. A field that the server does not know is accepted and named in the response header \`sonorant-ignored-fields\`. Every answer carries \`Service-Request-Id\`, which finds the request in the log. Errors have [one body and one list of codes](/docs/errors). [The OpenAPI document](/docs/openapi.json) and [the AsyncAPI document of the WebSockets](/docs/asyncapi.json) are what these pages are made from. Each page is served as Markdown too, with \`.md\` behind its address; [llms.txt](/llms.txt) lists all of them.`,
    },
    {
      title: 'Credentials',
      text: `Send the API key as \`Authorization: Bearer …\` or \`X-API-Key: …\`. Admin keys and API keys are disjoint: each opens its own routes only. Browsers and apps get short-lived access tokens from \`POST /access-token\`.`,
    },
    {
      title: 'Versions',
      text: `Every request names the version of the interface it speaks, a date: \`Service-Version: ${version}\` (\`Cartesia-Version\` is read as well). Older dates get the older forms of voices and errors. Only the routes marked “no credential”, but not the acceptance of an invite, and those in OpenAI’s shape need none.`,
    },
    {
      title: 'Lists',
      text: `Lists come in pages of \`limit\` items. \`has_more\` says whether more follow; the id of the last item as \`starting_after\` gives the next page.`,
    },
  ];
}

function overviewMarkdown({ document, families, guides }: OverviewOptions, written: readonly WrittenSection[]): string {
  return paragraphs(
    `Server version ${document.info.version}.`,
    ...written.map(({ title, text }) => `## ${title}\n\n${text}`),
    guides.length > 0 && `## Guides\n\n${guideLinks(guides)}`,
    ...families.map(({ title, path, summary, operations }) =>
      paragraphs(
        `## [${title}](${path})`,
        summary,
        operations.map((one) => `- \`${one.method} ${one.path}\`: ${one.operation.summary ?? ''}`).join('\n'),
      ),
    ),
    'What the interface has and this server does not yet [stands on a page of its own](/docs/not-yet).',
  );
}
