/** The page of error codes. */
import { STATUS_CODES } from 'node:http';
import { errorRegistry, type ErrorEntry } from '../errors/registry.ts';
import { html, prose, type Html } from './html.ts';
import { heading, type Page } from './layout.ts';

const entries = Object.entries<ErrorEntry>(errorRegistry);
/** The statuses that have a section, `status-404`. */
export const errorStatuses = [...new Set(entries.map(([, { status }]) => status))].sort((a, b) => a - b);
function nameOf(status: number): string {
  return `${status} ${STATUS_CODES[status] ?? ''}`;
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
    content: html` <p>
        A failed request is answered with its status and this body. Versions before 2026-03-01 get the plain text
        <code>title: message</code> instead.
      </p>
      <pre tabindex="0">
${JSON.stringify({ error_code: 'voice_not_found', title: errorRegistry.voice_not_found.title, message: 'No voice has this id. GET /voices lists the voices you can use.', request_id: 'ce1d5b2c-6d5c-4b7a-9b7e-1f0d7f1c9a55', doc_url: '/docs/errors#voice_not_found' }, undefined, 2)}</pre>
      <p>
        On the WebSocket and, once the answer has begun, on SSE an error is
        <a href="/docs/websocket#error">an event with the same fields</a>. What can be tried again says so: 429 and 503
        carry <code>Retry-After</code> in seconds; server errors that would only fail again carry
        <code>X-Should-Retry: false</code>.
      </p>
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
