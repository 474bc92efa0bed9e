/** The events that webhooks get, on the page of webhooks. */
import { html, prose, slug, type Html } from './html.ts';
import { heading, type NavigationGroup } from './layout.ts';
import { schemaOf, type ApiDocument, type ApiOperation } from './openapi-document.ts';
import { fieldList, schemaView, type Field, type JsonSchema } from './schema-view.ts';

const anchor = 'events';

/** What stands above the headers of a delivery. */
export const eventRules =
  'A webhook gets the events that it names as a `POST` of JSON with these headers. Those of calls (`call_…`, `post_call_analysis`) are not named: the webhook that is attached to an agent, as its `webhook_id`, gets all of them, and no other one does. Any 2xx within 15 seconds counts as delivered; everything else is tried again for a day, and 410 disables the webhook.';

export function eventOperationsOf({ webhooks = {} }: ApiDocument): [string, ApiOperation][] {
  return Object.entries(webhooks).flatMap(([type, methods]): [string, ApiOperation][] =>
    methods.post === undefined ? [] : [[type, methods.post]],
  );
}

function anchorOf(type: string): string {
  return slug(`event ${type}`);
}

export function eventNavigation(document: ApiDocument): NavigationGroup {
  return {
    title: 'Events',
    links: eventOperationsOf(document).map(([type]) => ({ anchor: anchorOf(type), label: type })),
  };
}

/** What all events have in common. */
export function envelopeOf(operations: readonly [string, ApiOperation][]): Field[] {
  const common = schemaOf(operations[0]?.[1].requestBody?.content)?.properties ?? {};
  return Object.entries(common).map(([name, schema]): Field => {
    if (name === 'type') return { name, schema: { type: 'string' }, required: false, description: 'The event.' };
    if (name !== 'data') return { name, schema, required: false };
    return {
      name,
      schema: { type: 'object' },
      required: false,
      description:
        'What it happened to; each event has its own. Events of calls have `call`, `turn` or `analysis` in its place.',
    };
  });
}

/** What an event has beside the envelope, by name: `data`, or what events of calls have in its place. */
export function ownMembersOf(
  { requestBody }: ApiOperation,
  envelope: readonly Field[],
): readonly (readonly [name: string, schema: JsonSchema])[] {
  const common = new Set(envelope.map(({ name }) => name).filter((name) => name !== 'data'));
  const members = Object.entries(schemaOf(requestBody?.content)?.properties ?? {});
  return members.filter(([name]) => !common.has(name));
}

/** What receivers are sent: the headers, which all events have, then each event with its fields and an example. */
export function eventsView(document: ApiDocument): Html {
  const operations = eventOperationsOf(document);
  const headers = operations[0]?.[1].parameters ?? [];
  const envelope = envelopeOf(operations);
  return html`<section id="${anchor}">
      ${heading(anchor, 'Events')}
      <p>${prose(eventRules)}</p>
      <dl class="fields">
        ${headers.map(
          ({ name, description = '' }) =>
            html`<div>
              <dt><code>${name}</code></dt>
              <dd>${prose(description)}</dd>
            </div>`,
        )}
      </dl>
      <h3>Body</h3>
      ${fieldList(envelope, {}, anchor)}
    </section>
    ${operations.map(([type, operation]) => eventView(type, operation, { document, envelope }))}`;
}

interface Shared {
  readonly document: ApiDocument;
  readonly envelope: readonly Field[];
}

function eventView(type: string, operation: ApiOperation, { document, envelope }: Shared): Html {
  const { summary = '', requestBody } = operation;
  const here = anchorOf(type);
  const schemas = document.components?.schemas ?? {};
  const example = Object.values(requestBody?.content ?? {})[0]?.example;
  return html`<section id="${here}" class="operation">
    <div class="about">
      ${heading(here, html`<code>${type}</code>`)}
      <p>${prose(summary)}</p>
      ${ownMembersOf(operation, envelope).map(
        ([name, schema]) =>
          html`<h3>Fields of <code>${name}</code></h3>
            ${schemaView(schema, schemas, `${here}.${name}`, false)}`,
      )}
    </div>
    <div class="sample">
      ${example !== undefined && html`<pre tabindex="0">${JSON.stringify(example, undefined, 2)}</pre>`}
    </div>
  </section>`;
}
