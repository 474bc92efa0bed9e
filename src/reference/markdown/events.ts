/** The events that webhooks get, in Markdown. */
import { envelopeOf, eventOperationsOf, eventRules } from '../events-view.ts';
import { schemaOf, type ApiDocument, type ApiOperation } from '../openapi-document.ts';
import { fieldsMarkdown, schemaMarkdown } from './schema.ts';
import { jsonFence, paragraphs } from './text.ts';

export function eventMarkdown(document: ApiDocument): string {
  const operations = eventOperationsOf(document);
  const headers = operations[0]?.[1].parameters ?? [];
  return paragraphs(
    '## Events',
    eventRules,
    headers.map(({ name, description = '' }) => `- \`${name}\`: ${description}`).join('\n'),
    '### Body',
    fieldsMarkdown(envelopeOf(operations), {}),
    ...operations.map(([type, operation]) => oneMarkdown(type, operation, document)),
  );
}

function oneMarkdown(type: string, { summary, requestBody }: ApiOperation, document: ApiDocument): string {
  const data = schemaOf(requestBody?.content)?.properties?.data;
  const example = Object.values(requestBody?.content ?? {})[0]?.example;
  const fields = data === undefined ? undefined : schemaMarkdown(data, document.components?.schemas ?? {}, false);
  return paragraphs(
    `## \`${type}\``,
    summary,
    fields !== undefined && `Fields of \`data\`:\n\n${fields}`,
    example !== undefined && jsonFence(example),
  );
}
