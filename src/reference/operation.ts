/** What a page says of an operation, in whichever form. */
import { recordedAnswer, recordedBase, recordedJson } from './examples/recorded.ts';
import { schemaOf, type ApiOperation, type ListedOperation } from './openapi-document.ts';
import { nameOfRef, type Field } from './schema-view.ts';

const credentialNames: Readonly<Record<string, string>> = {
  apiKey: 'API key',
  apiKeyHeader: 'API key',
  accessToken: 'access token',
  adminKey: 'admin key',
};

/** The kinds of credentials that open it; none for a public one. */
export function credentialsOf({ security = [] }: ApiOperation): string[] {
  return [...new Set(security.flatMap((one) => Object.keys(one)).map((scheme) => credentialNames[scheme] ?? scheme))];
}

/** Whether it is the handshake of a WebSocket. */
export function isSocket({ responses }: ApiOperation): boolean {
  return '101' in responses;
}

/** @param place `path`, `query` or `header` */
export function parametersOf({ operation }: ListedOperation, place: string): Field[] {
  return (operation.parameters ?? [])
    .filter((parameter) => parameter.in === place)
    .map(({ name, schema = {}, required = false, description }) => ({ name, schema, required, description }));
}

/** Which statuses have the one error body, and which not. */
export function statusesOf(responses: ApiOperation['responses']): { readonly good: string[]; readonly bad: string[] } {
  const isError = (status: string): boolean =>
    /^Error(Input)?$/.test(nameOfRef(schemaOf(responses[status]?.content)?.$ref ?? ''));
  const statuses = Object.keys(responses);
  return { good: statuses.filter((status) => !isError(status)), bad: statuses.filter(isError) };
}

/** The content of a recorded answer that is text, as a server at this address gives it. */
export function answerText(operation: string, baseUrl: string): string | undefined {
  const json = recordedJson(operation);
  const shown = json === undefined ? recordedAnswer(operation)?.text : JSON.stringify(json, undefined, 2);
  return shown?.replaceAll(recordedBase, baseUrl);
}
