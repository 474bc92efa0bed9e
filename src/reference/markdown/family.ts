/** A family of operations in Markdown. */
import { recordedAnswer } from '../examples/recorded.ts';
import { exampleCode } from '../examples/code.ts';
import { eventMarkdown } from './events.ts';
import type { FamilyPageOptions } from '../families.ts';
import { answerText, credentialsOf, isSocket, parametersOf, statusesOf } from '../operation.ts';
import { schemaOf, type ApiOperation, type ListedOperation } from '../openapi-document.ts';
import type { Schemas } from '../schema-view.ts';
import { fieldsMarkdown, schemaMarkdown } from './schema.ts';
import { fence, paragraphs } from './text.ts';

/** What stands on `/docs/api/<family>`, with the examples by curl only. */
export function familyMarkdown(options: FamilyPageOptions): string {
  const { title, operations } = options.family;
  return paragraphs(
    title === 'Speech' && 'Text can be streamed in as well: [the WebSocket has its own page](/docs/websocket).',
    ...operations.map((one) => operationMarkdown(one, options)),
    title === 'Webhooks' && eventMarkdown(options.document),
  );
}

function operationMarkdown(listed: ListedOperation, options: FamilyPageOptions): string {
  const { method, path, operation } = listed;
  const schemas = options.document.components?.schemas ?? {};
  const credentials = credentialsOf(operation);
  const body = schemaOf(operation.requestBody?.content);
  return paragraphs(
    `## ${operation.summary ?? path}`,
    `\`${method} ${path}\``,
    `Credential: ${credentials.length === 0 ? 'none' : credentials.join(' or ')}.${operation.deprecated === true ? ' Deprecated.' : ''}`,
    operation.description,
    isSocket(operation) && '[What is said over the socket has its own page.](/docs/websocket)',
    parametersMarkdown('Path', listed, 'path', schemas),
    parametersMarkdown('Query', listed, 'query', schemas),
    body !== undefined && bodyMarkdown(operation, schemas),
    `### Answer\n\n${answersMarkdown(operation, schemas)}`,
    exampleMarkdown(`${method} ${path}`, options),
  );
}

function parametersMarkdown(
  title: string,
  listed: ListedOperation,
  place: string,
  schemas: Schemas,
): string | undefined {
  const fields = parametersOf(listed, place);
  return fields.length === 0 ? undefined : `### ${title}\n\n${fieldsMarkdown(fields, schemas)}`;
}

function bodyMarkdown({ requestBody }: ApiOperation, schemas: Schemas): string {
  const { content = {} } = requestBody ?? {};
  const schema = schemaOf(content);
  const types = Object.keys(content)
    .map((type) => `\`${type}\``)
    .join(' or ');
  return paragraphs(`### Body`, types, schema === undefined ? undefined : schemaMarkdown(schema, schemas));
}

function answersMarkdown({ responses }: ApiOperation, schemas: Schemas): string {
  const { good, bad } = statusesOf(responses);
  return paragraphs(
    ...good.map((status) => {
      const { description, content } = responses[status]!;
      const schema = schemaOf(content);
      const types = Object.keys(content ?? {}).map((type) => `\`${type}\``);
      return paragraphs(
        [`**${status}**`, types.join(' or '), description === 'Default Response' ? '' : description]
          .filter((part) => part !== '')
          .join(' '),
        schema === undefined ? undefined : schemaMarkdown(schema, schemas, false),
      );
    }),
    bad.length > 0 &&
      `[Errors](/docs/errors): ${bad.map((status) => `${status} ${responses[status]!.description}`).join(', ')}`,
  );
}

function exampleMarkdown(operation: string, options: FamilyPageOptions): string | undefined {
  const code = exampleCode(operation, options).find(({ language }) => language === 'curl')?.code;
  if (code === undefined) return undefined;
  const { status, type, bytes } = recordedAnswer(operation) ?? {};
  const shown = answerText(operation, options.baseUrl);
  const what = `${type === undefined ? 'without content' : `\`${type}\``}${bytes === undefined ? '' : `, ${bytes} bytes`}`;
  return paragraphs(
    '### Example',
    fence(code, 'sh'),
    status !== undefined && `Answers ${status}, ${what}${shown === undefined ? '.' : ':'}`,
    shown !== undefined && fence(shown, type === 'application/json' ? 'json' : ''),
  );
}
