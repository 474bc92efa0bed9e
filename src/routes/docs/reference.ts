/** The reference page: every operation of the OpenAPI document with its fields, answers and a command to try. */
import { errorStatuses } from './errors-page.ts';
import { curl, exampleRequest, examples } from './examples.ts';
import { html, prose, slug, type Html } from './html.ts';
import { copyable, groupOf, heading, layout, section, type NavigationGroup } from './layout.ts';
import {
  operationsOf,
  schemaOf,
  type ApiDocument,
  type ApiOperation,
  type ListedOperation,
} from './openapi-document.ts';
import { fieldList, nameOfRef, schemaView, typeText, type Field, type Schemas } from './schema-view.ts';

export interface ReferenceOptions {
  readonly document: ApiDocument;
  /** Address of the server, for the commands. */
  readonly baseUrl: string;
  /** The version the examples speak. */
  readonly version: string;
}

const otherTag = 'Other';
function tagOf({ operation }: ListedOperation): string {
  return operation.tags?.[0] ?? otherTag;
}

function anchorOf({ method, path }: ListedOperation): string {
  return slug(`${method} ${path}`);
}

function badge(method: string): Html {
  return html`<span class="method ${method.toLowerCase()}">${method}</span>`;
}

/** The order of the sections: speech first, monitoring last. */
function byImportance(a: string, b: string): number {
  const rank = (tag: string): number => (tag === 'Speech' ? 0 : tag === 'Status' ? 2 : 1);
  return rank(a) - rank(b);
}

export function referencePage(options: ReferenceOptions): string {
  const operations = operationsOf(options.document);
  const tags = [...new Set(operations.map(tagOf))].sort(byImportance);
  const navigation: NavigationGroup[] = [
    groupOf('Start', ['Requests', 'Credentials', 'Versions', 'Lists']),
    ...tags.map((tag) => ({
      title: tag,
      links: operations
        .filter((one) => tagOf(one) === tag)
        .map((one) => ({ anchor: anchorOf(one), label: html`${badge(one.method)}<span>${one.path}</span>` })),
    })),
  ];
  const content = html`${introduction(options)}${tags.map(
    (tag) =>
      html`<section class="group" id="${slug(`tag ${tag}`)}">
        ${heading(slug(`tag ${tag}`), tag)}${tag === 'Speech' && html`<p>Text can be streamed in as well: <a href="/docs/websocket">the WebSocket has its own page</a>.</p>`}${operations.filter((one) => tagOf(one) === tag).map((one) => operationView(one, options))}
      </section>`,
  )}`;
  return layout({ path: '/docs', title: 'API reference', navigation, content });
}

function introduction({ document, baseUrl, version }: ReferenceOptions): Html {
  return html` <p>
      ${document.info.description} Server version ${document.info.version}. This page is made from
      <a href="/docs/openapi.json">the OpenAPI document</a>, which clients and code generators can read.
    </p>
    ${section('Requests', html`<p>All addresses below follow <code>${baseUrl}</code>. Bodies are JSON; a field this page does not name is ignored. Every answer carries <code>Service-Request-Id</code>, which finds the request in the log. Errors have <a href="/docs/errors">one body and one list of codes</a>.</p>`)}
    ${section('Credentials', html`<p>Send the API key as <code>Authorization: Bearer …</code> or <code>X-API-Key: …</code>. The server prints it at its first start; <code>SONORANT_API_KEY</code> sets it. The commands on this page take it from the variable of that name. Admin keys and API keys are disjoint: each opens its own routes only.</p>`)}
    ${section('Versions', html`<p>Every request names the version of the interface it speaks, a date: <code>Service-Version: ${version}</code> (<code>Cartesia-Version</code> is read as well). Older dates get the older forms of voices and errors. Only the routes marked “no credential” and those in OpenAI’s shape need none.</p>`)}
    ${section('Lists', html`<p>Lists come in pages of <code>limit</code> items. <code>has_more</code> says whether more follow; the id of the last item as <code>starting_after</code> gives the next page.</p>`)}`;
}

const credentialNames: Readonly<Record<string, string>> = {
  apiKey: 'API key',
  apiKeyHeader: 'API key',
  accessToken: 'access token',
  adminKey: 'admin key',
};

function credentialsOf({ security = [] }: ApiOperation): string[] {
  return [...new Set(security.flatMap((one) => Object.keys(one)).map((scheme) => credentialNames[scheme] ?? scheme))];
}

function isSocket({ responses }: ApiOperation): boolean {
  return '101' in responses;
}

function operationView(listed: ListedOperation, options: ReferenceOptions): Html {
  const { method, path, operation } = listed;
  const schemas = options.document.components?.schemas ?? {};
  const anchor = anchorOf(listed);
  const credentials = credentialsOf(operation);
  const body = schemaOf(operation.requestBody?.content);
  return html`<section id="${anchor}">
    <h3><a class="here" href="#${anchor}">${operation.summary ?? path}</a></h3>
    <p>
      ${badge(method)} <span class="route">${path}</span>
      <span class="chip">${credentials.length === 0 ? 'no credential' : credentials.join(' or ')}</span
      >${operation.deprecated === true && html` <span class="chip">deprecated</span>`}
    </p>
    ${operation.description !== undefined && html`<p>${prose(operation.description)}</p>`}
    ${parametersView('Path', listed, 'path', schemas)}${parametersView('Query', listed, 'query', schemas)}
    ${
      body !== undefined &&
      html`<h4>Body</h4>
        ${schemaView(body, schemas, anchor) ?? html`<p class="type">${typeText(body, schemas)}</p>`}`
    }
    <h4>Answer</h4>
    ${answersView(operation, schemas, anchor)}
    ${isSocket(operation) ? html`<p><a href="/docs/websocket">What is said over the socket has its own page.</a></p>` : copyable(command(listed, schemas, options))}
  </section>`;
}

function parametersView(title: string, listed: ListedOperation, place: string, schemas: Schemas): Html | undefined {
  const fields: Field[] = (listed.operation.parameters ?? [])
    .filter((parameter) => parameter.in === place)
    .map(({ name, schema = {}, required = false, description }) => ({ name, schema, required, description }));
  return fields.length === 0
    ? undefined
    : html`<h4>${title}</h4>
        ${fieldList(fields, schemas, anchorOf(listed))}`;
}

/** Statuses with the one error body are links to its page; the others are shown with their fields. */
function answersView({ responses }: ApiOperation, schemas: Schemas, anchor: string): Html {
  const isError = (status: string): boolean =>
    /^Error(Input)?$/.test(nameOfRef(schemaOf(responses[status]?.content)?.$ref ?? ''));
  const statuses = Object.keys(responses);
  const good = statuses.filter((status) => !isError(status));
  const bad = statuses.filter(isError);
  return html`${good.map((status) => {
    const { description, content } = responses[status]!;
    const schema = schemaOf(content);
    const shown =
      schema === undefined
        ? undefined
        : (schemaView(schema, schemas, `${anchor}-${status}`) ??
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

function command(listed: ListedOperation, schemas: Schemas, { baseUrl, version }: ReferenceOptions): string {
  const { method, path, operation } = listed;
  const request = exampleRequest({
    method,
    path,
    parameters: operation.parameters ?? [],
    body: schemaOf(operation.requestBody?.content),
    schemas,
  });
  const names = credentialsOf(operation);
  const credential =
    names.length === 0 ? undefined : names.includes('admin key') ? 'SONORANT_ADMIN_KEY' : 'SONORANT_API_KEY';
  return curl(request, {
    baseUrl,
    version: (operation.parameters ?? []).some(({ name }) => name === 'Service-Version') ? version : undefined,
    credential,
    output: examples[`${method} ${path}`]?.output,
    streams: path === '/tts/sse',
  });
}
