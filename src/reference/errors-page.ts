/** The page of error codes. */
import { STATUS_CODES } from 'node:http';
import { errorRegistry, type ErrorEntry } from '../errors/registry.ts';
import { renderGuide } from './guide-markdown.ts';
import { html, prose, type Html } from './html.ts';
import { heading, type Page } from './layout.ts';
import { paragraphs } from './markdown/text.ts';

const entries = Object.entries<ErrorEntry>(errorRegistry);
/** The statuses that have a section, `status-404`. */
export const errorStatuses = [...new Set(entries.map(([, { status }]) => status))].sort((a, b) => a - b);
function nameOf(status: number): string {
  return `${status} ${STATUS_CODES[status] ?? ''}`;
}

const example = {
  error_code: 'voice_not_found',
  title: errorRegistry.voice_not_found.title,
  message: 'No voice has this id. GET /voices lists the voices you can use.',
  request_id: 'ce1d5b2c-6d5c-4b7a-9b7e-1f0d7f1c9a55',
  doc_url: '/docs/errors#voice_not_found',
};

const introduction = `A failed request is answered with its status and this body. Versions before 2026-03-01 get the plain text \`title: message\` instead.

\`\`\`json
${JSON.stringify(example, undefined, 2)}
\`\`\`

On the WebSocket and, once the answer has begun, on SSE an error is [an event with the same fields](/docs/websocket#error). What can be tried again says so: 429 and 503 carry \`Retry-After\` in seconds; server errors that would only fail again carry \`X-Should-Retry: false\`.`;

function errorsMarkdown(): string {
  const sections = errorStatuses.map((status) => {
    const codes = entries.filter(([, entry]) => entry.status === status);
    const items = codes.map(
      ([code, { title, retryable, description }]) =>
        `- \`${code}\` ${title}${retryable ? ' (may be tried again)' : ''}: ${description}`,
    );
    return `## ${nameOf(status)}\n\n${items.join('\n')}`;
  });
  return paragraphs(introduction, ...sections);
}

/** Every code of the registry at the anchor that `doc_url` names. */
export function errorsPage(): Page {
  return {
    path: '/docs/errors',
    title: 'Errors',
    description: 'Every error code, when it comes and what to do.',
    navigation: errorStatuses.map((status) => ({
      title: nameOf(status),
      links: entries.filter(([, entry]) => entry.status === status).map(([code]) => ({ anchor: code, label: code })),
    })),
    markdown: errorsMarkdown,
    content: html`${renderGuide(introduction, '')}
    ${errorStatuses.map((status) => html`<section class="group" id="status-${status}">${heading(`status-${status}`, nameOf(status))}${entries.filter(([, entry]) => entry.status === status).map(entryView)}</section>`)}`,
  };
}

function entryView([code, { title, retryable, description }]: [string, ErrorEntry]): Html {
  return html`<section id="${code}">
    <h3>
      <a class="here" href="#${code}"><code>${code}</code></a>
      ${title}${retryable && html` <span class="chip">may be tried again</span>`}
    </h3>
    <p>${prose(description)}</p>
  </section>`;
}
