/** The events that webhooks get, in Markdown. */
import { envelopeOf, eventOperationsOf, eventRules, ownMembersOf } from '../events-view.ts';
import type { ApiDocument, ApiOperation } from '../openapi-document.ts';
import type { Field } from '../schema-view.ts';
import { fieldsMarkdown, schemaMarkdown } from './schema.ts';
import { jsonFence, paragraphs } from './text.ts';

export function eventMarkdown(document: ApiDocument): string {
  const operations = eventOperationsOf(document);
  const headers = operations[0]?.[1].parameters ?? [];
  const envelope = envelopeOf(operations);
  return paragraphs(
    '## Events',
    eventRules,
    headers.map(({ name, description = '' }) => `- \`${name}\`: ${description}`).join('\n'),
    '### Body',
    fieldsMarkdown(envelope, {}),
    ...operations.map(([type, operation]) => oneMarkdown(type, operation, { document, envelope })),
  );
}

function oneMarkdown(
  type: string,
  operation: ApiOperation,
  { document, envelope }: { readonly document: ApiDocument; readonly envelope: readonly Field[] },
): string {
  const { summary, requestBody } = operation;
  const schemas = document.components?.schemas ?? {};
  const example = Object.values(requestBody?.content ?? {})[0]?.example;
  return paragraphs(
    `## \`${type}\``,
    summary,
    ...ownMembersOf(operation, envelope).map(
      ([name, schema]) => `Fields of \`${name}\`:\n\n${schemaMarkdown(schema, schemas, false)}`,
    ),
    example !== undefined && jsonFence(example),
  );
}
