/** Runs the tools of an agent that are requests to others. */
import type { ToolDefinition } from '../agents/tool-definition.ts';
import { readText } from '../outbound/answer.ts';
import { HttpClient } from '../outbound/http-client.ts';
import { HttpError } from '../outbound/http-error.ts';
import type { Secrets } from '../store/index.ts';
import { givenValue } from './tool-arguments.ts';
import type { Variables, VariableValue } from './variables.ts';

type WebhookTool = Extract<ToolDefinition, { readonly type: 'webhook' }>;
type Given = Readonly<Record<string, unknown>>;

/** What a tool gave. */
export interface ToolResult {
  /** JSON or text. */
  readonly result: string;
  readonly isError: boolean;
  readonly updates?: Variables;
}

/** What takes the place of a result that is larger than allowed. */
export const tooLarge: ToolResult = { result: 'result_too_large', isError: true };

/** Runs a call. Rejects only with the reason of the signal. */
export type WebhookCaller = (
  tool: WebhookTool,
  given: Given,
  variables: Variables,
  signal: AbortSignal,
) => Promise<ToolResult>;

export interface WebhookToolOptions {
  readonly secrets: Pick<Secrets, 'open'>;
  /** Whether private addresses may be reached. */
  readonly allowPrivate: boolean;
  /** Bytes of an answer. Default 65,536. */
  readonly maxBytes?: number;
}

/** Makes what calls tools over HTTP. A redirect is an error: the address of a tool is what its owner has written. */
export function webhookCaller({ secrets, allowPrivate, maxBytes = 65_536 }: WebhookToolOptions): WebhookCaller {
  return async (tool, given, variables, signal) => {
    const reach = allowPrivate ? 'private' : 'public';
    const seconds = tool.response_timeout_secs;
    // Of its own: a connection kept from before would go to an address that was checked then.
    const http = new HttpClient({ reach, totalMs: seconds * 1000, idleMs: 0 });
    try {
      const answer = await http.send(requestOf(tool, given, variables, secrets), signal);
      const text = await readText(answer, maxBytes);
      if (text === undefined) {
        answer.destroy();
        return tooLarge;
      }
      if (answer.status < 200 || answer.status > 299) {
        return { result: JSON.stringify({ status: answer.status, body: text }), isError: true };
      }
      return { result: text, isError: false, updates: updatesOf(tool, text) };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof CallProblem) return { result: error.message, isError: true };
      if (!(error instanceof HttpError)) throw error;
      const isLate = error.kind.endsWith('timeout');
      // The reason is for a model that speaks to strangers: nothing of the network is in it.
      return { result: isLate ? `No answer came within ${seconds} s.` : 'The request failed.', isError: true };
    } finally {
      void http.close();
    }
  };
}

/** A call cannot be made of what was given; the message is for the model. */
class CallProblem extends Error {}

/** A segment of a path that leads upwards or stays, however it is written (WHATWG URL, 4.1). */
const dots = /^(?:\.|%2e){1,2}$/iu;

function requestOf(
  { api_schema: api }: WebhookTool,
  given: Given,
  variables: Variables,
  secrets: Pick<Secrets, 'open'>,
) {
  const { path_params_schema: path, query_params_schema: query, request_body_schema: body } = api;
  const inPath = valuesOf(path, given, variables);
  const address = api.url.replaceAll(/\{([A-Za-z_][A-Za-z0-9_-]*)\}/gu, (_whole, name: string) =>
    pathPart(inPath[name]),
  );
  const [, segments = ''] = /^\w+:\/*[^/?#]*([^?#]*)/u.exec(address) ?? [];
  if (segments.split('/').some((segment) => dots.test(segment))) {
    throw new CallProblem('A parameter of the path may not be "." or "..".');
  }
  const url = new URL(address);
  for (const [name, value] of Object.entries(query === null ? {} : valuesOf(query.properties, given, variables))) {
    url.searchParams.set(name, String(value));
  }
  const hasBody = body !== null;
  return {
    url: url.href,
    method: api.method,
    headers: {
      accept: 'application/json, text/plain;q=0.9, */*;q=0.1',
      ...(hasBody && { 'content-type': 'application/json' }),
      ...headersOf(api.request_headers, variables, secrets),
      ...credentialOf(api.authentication, secrets),
    },
    ...(hasBody && { body: JSON.stringify(bodyOf(body, given, variables)) }),
  };
}

/** A value never leaves its place in the path. */
function pathPart(value: unknown): string {
  return encodeURIComponent(String(value).toWellFormed());
}

interface Parameter {
  readonly constant_value?: VariableValue | undefined;
  readonly dynamic_variable?: string | undefined;
}

function valuesOf(parameters: Readonly<Record<string, Parameter>>, given: Given, variables: Variables) {
  const values = Object.entries(parameters).map(([name, parameter]) => [
    name,
    valueOf(parameter, givenValue(given, name), variables),
  ]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as Readonly<Record<string, unknown>>;
}

function valueOf(
  { constant_value: constant, dynamic_variable: name }: Parameter,
  given: unknown,
  variables: Variables,
): unknown {
  if (constant !== undefined) return constant;
  return name === undefined ? given : variableOf(name, variables);
}

function variableOf(name: string, variables: Variables): VariableValue {
  const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
  if (value === undefined) throw new CallProblem(`The variable "${name}" has no value.`);
  return value;
}

type BodySchema = NonNullable<WebhookTool['api_schema']['request_body_schema']>;

function bodyOf({ properties }: Pick<BodySchema, 'properties'>, given: Given, variables: Variables): Given {
  const members = Object.entries(properties).map(([name, parameter]) => {
    const own = givenValue(given, name);
    if (parameter.type === 'object') return [name, innerOf(parameter, own as Given | undefined, variables)];
    return [name, parameter.type === 'array' ? own : valueOf(parameter, own, variables)];
  });
  return Object.fromEntries(members.filter(([, value]) => value !== undefined)) as Given;
}

/** One that the model left out is sent only where what is fixed in it makes it whole. */
function innerOf(parameter: Pick<BodySchema, 'properties' | 'required'>, own: Given | undefined, variables: Variables) {
  const inner = bodyOf(parameter, own ?? {}, variables);
  if (own !== undefined) return inner;
  const isWhole = parameter.required.every((name) => Object.hasOwn(inner, name));
  return isWhole && Object.keys(inner).length > 0 ? inner : undefined;
}

function headersOf(
  headers: WebhookTool['api_schema']['request_headers'],
  variables: Variables,
  secrets: Pick<Secrets, 'open'>,
): Record<string, string> {
  const own = Object.entries(headers).map(([name, value]) => {
    if (typeof value === 'string') return [name.toLowerCase(), value];
    const text = value.type === 'secret' ? secrets.open(value.sealed) : String(variableOf(value.name, variables));
    // What a variable holds comes from outside: it may not begin another header.
    return [name.toLowerCase(), text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/gu, ' ')];
  });
  return Object.fromEntries(own) as Record<string, string>;
}

function credentialOf(
  authentication: WebhookTool['api_schema']['authentication'],
  secrets: Pick<Secrets, 'open'>,
): Record<string, string> {
  if (authentication === null) return {};
  if (authentication.mode === 'bearer') return { authorization: `Bearer ${secrets.open(authentication.token.sealed)}` };
  const pair = `${authentication.username}:${secrets.open(authentication.password.sealed)}`;
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

/** Variables by where their values stand in an answer of JSON; those that are not there, and no plain values, stay as they are. */
function updatesOf({ assignments }: WebhookTool, text: string): Variables {
  if (assignments.length === 0) return {};
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return {};
  }
  const found = assignments.map(({ dynamic_variable: name, value_path: path }) => [name, at(answer, path.split('.'))]);
  return Object.fromEntries(found.filter(([, value]) => isPlain(value))) as Variables;
}

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, name)
        ? (inner as Readonly<Record<string, unknown>>)[name]
        : undefined,
    value,
  );
}

function isPlain(value: unknown): value is VariableValue {
  return ['string', 'number', 'boolean'].includes(typeof value);
}
