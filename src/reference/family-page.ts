/** `/docs/api/<family>`: the operations of one family with their fields, answers and examples. */
import { eventNavigation, eventsView } from './events-view.ts';
import { errorStatuses } from './errors-page.ts';
import { codeTabs } from './code.ts';
import { exampleCode } from './examples/code.ts';
import { anchorOf, badge, type FamilyPageOptions } from './families.ts';
import { recordedAnswer } from './examples/recorded.ts';
import { html, prose, type Html } from './html.ts';
import type { Page } from './layout.ts';
import { familyMarkdown } from './markdown/family.ts';
import { schemaOf, type ApiOperation, type ListedOperation } from './openapi-document.ts';
import { answerText, credentialsOf, isSocket, parametersOf, statusesOf } from './operation.ts';
import { tryView } from './try-view.ts';
import { fieldList, schemaView, typeText, type Schemas } from './schema-view.ts';

export function familyPage(options: FamilyPageOptions): Page {
  const { title, path, summary, operations } = options.family;
  return {
    path,
    title,
    description: summary,
    navigation: [
      {
        title: 'Routes',
        links: operations.map((one) => ({
          anchor: anchorOf(one),
          label: html`${badge(one.method)}<span>${one.path}</span>`,
        })),
      },
      ...(title === 'Webhooks' ? [eventNavigation(options.document)] : []),
    ],
    markdown: () => familyMarkdown(options),
    content: html`<p>${summary}</p>
      ${title === 'Speech' && html`<p>Text can be streamed in as well: <a href="/docs/websocket">the WebSocket has its own page</a>.</p>`}
      ${operations.map((one) => operationView(one, options))} ${title === 'Webhooks' && eventsView(options.document)}`,
  };
}

function operationView(listed: ListedOperation, options: FamilyPageOptions): Html {
  const { path, operation } = listed;
  const schemas = options.document.components?.schemas ?? {};
  const anchor = anchorOf(listed);
  const credentials = credentialsOf(operation);
  const body = schemaOf(operation.requestBody?.content);
  return html`<section id="${anchor}" class="operation">
    <div class="about">
      <h2><a class="here" href="#${anchor}">${operation.summary ?? path}</a></h2>
      <p>
        ${badge(listed.method)} <span class="route">${path}</span>
        <span class="chip">${credentials.length === 0 ? 'no credential' : credentials.join(' or ')}</span
        >${operation.deprecated === true && html` <span class="chip">deprecated</span>`}
      </p>
      ${operation.description !== undefined && html`<p>${prose(operation.description)}</p>`}
      ${isSocket(operation) && html`<p><a href="/docs/websocket">What is said over the socket has its own page.</a></p>`}
      ${parametersView('Path', listed, 'path', schemas)}${parametersView('Query', listed, 'query', schemas)}
      ${
        body !== undefined &&
        html`<h3>Body</h3>
          ${schemaView(body, schemas, anchor) ?? html`<p class="type">${typeText(body, schemas)}</p>`}`
      }
      <h3>Answer</h3>
      ${answersView(operation, schemas, anchor)}
    </div>
    <div class="sample">
      ${codeTabs(`${anchor} example`, exampleCode(`${listed.method} ${path}`, options))}
      ${answerView(`${listed.method} ${path}`, options.baseUrl)} ${tryView(listed)}
    </div>
  </section>`;
}

/** What the example is answered with. */
function answerView(operation: string, baseUrl: string): Html | undefined {
  const { status, type, bytes } = recordedAnswer(operation) ?? {};
  if (status === undefined) return undefined;
  const shown = answerText(operation, baseUrl);
  return html`<p class="sample-answer">
      <strong>${status}</strong>
      <span class="quiet">${type ?? 'without content'}${bytes !== undefined && `, ${bytes} bytes`}</span>
    </p>
    ${shown !== undefined && html`<pre tabindex="0">${shown}</pre>`}`;
}

function parametersView(title: string, listed: ListedOperation, place: string, schemas: Schemas): Html | undefined {
  const fields = parametersOf(listed, place);
  return fields.length === 0
    ? undefined
    : html`<h3>${title}</h3>
        ${fieldList(fields, schemas, anchorOf(listed))}`;
}

/** Statuses with the one error body are links to its page; the others are shown with their fields. */
function answersView({ responses }: ApiOperation, schemas: Schemas, anchor: string): Html {
  const { good, bad } = statusesOf(responses);
  return html`${good.map((status) => {
    const { description, content } = responses[status]!;
    const schema = schemaOf(content);
    const shown =
      schema === undefined
        ? undefined
        : (schemaView(schema, schemas, `${anchor}-${status}`, false) ??
          (schema.type === undefined && schema.anyOf === undefined
            ? undefined
            : html`<p class="type">${typeText(schema, schemas)}</p>`));
    return html`<p><strong>${status}</strong> ${description !== 'Default Response' && prose(description)}</p>
      ${shown}`;
  })}${
    bad.length > 0 &&
    html`<ul class="chips" aria-label="Errors">
      ${bad.map((status) => html`<li><a href="/docs/errors${errorStatuses.includes(Number(status)) && `#status-${status}`}">${status} ${responses[status]!.description}</a></li>`)}
    </ul>`
  }`;
}
