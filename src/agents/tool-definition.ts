/** A tool as it is stored: complete, with its secrets sealed; how it is made, changed and shown. */
import { isAllowedAddress, literalAddress, schemesOf } from '../outbound/address.ts';
import { invalidFields, type FieldProblem } from './validation-issues.ts';
import {
  isSystemTool,
  reservedName,
  type GivenApi,
  type GivenAuthentication,
  type GivenHeaders,
  type GivenSecret,
  type NewTool,
  type ShownTool,
  type ToolPatch,
} from './tool-schema.ts';

interface StoredSecret {
  readonly type: 'secret';
  readonly sealed: string;
  readonly secret_description: string | null;
}

type Stored<T> = T extends GivenSecret
  ? StoredSecret
  : T extends object
    ? { readonly [K in keyof T]: Stored<T[K]> }
    : T;

type StoredHeaders = Stored<GivenHeaders>;
type StoredAuthentication = Stored<GivenAuthentication>;

interface StoredApi extends Pick<GivenApi, 'url' | 'method'> {
  readonly path_params_schema: NonNullable<GivenApi['path_params_schema']>;
  readonly query_params_schema: NonNullable<GivenApi['query_params_schema']> | null;
  readonly request_body_schema: NonNullable<GivenApi['request_body_schema']> | null;
  readonly request_headers: StoredHeaders;
  readonly authentication: StoredAuthentication | null;
}

type ClientDefinition = Extract<NewTool, { readonly type: 'client' }>;
type WebhookDefinition = Omit<Extract<NewTool, { readonly type: 'webhook' }>, 'api_schema'> & {
  readonly api_schema: StoredApi;
};

/** A tool in its stored form, of either kind. */
export type ToolDefinition = ClientDefinition | WebhookDefinition;

export interface ToolOptions {
  readonly seal: (secret: string) => string;
  /** Whether addresses may be private, and may begin with `http://`. */
  readonly allowPrivate: boolean;
}

/**
 * A new tool in its stored form.
 * @throws {ServiceError} `invalid_request` naming every member that does not go with the others
 */
export function defineTool(tool: NewTool, options: ToolOptions): ToolDefinition {
  if (tool.type === 'client') return tool;
  return { ...tool, api_schema: storeApi(tool.api_schema, undefined, options) };
}

/**
 * The tool after a change. Members that are left out stay; of `api_schema` so does each of its own members.
 * @throws {ServiceError} as {@link defineTool}, and for members that the kind of tool does not have
 */
export function changeTool(current: ToolDefinition, patch: ToolPatch, options: ToolOptions): ToolDefinition {
  const { api_schema: api, type, ...rest } = patch;
  if (type !== undefined && type !== current.type) {
    throw invalidFields([['type', `The type of a tool cannot be changed; it is "${current.type}"`]]);
  }
  const foreign = (current.type === 'client' ? webhookMembers : clientMembers).filter(
    (name) => patch[name] !== undefined,
  );
  if (foreign.length > 0) {
    throw invalidFields(foreign.map((name) => [name, `A ${current.type} tool has no such member`]));
  }
  const changed = { ...current, ...rest } as ToolDefinition;
  if (changed.name !== current.name && isSystemTool(changed.name)) throw invalidFields([['name', reservedName]]);
  if (changed.type === 'client' || api === undefined) return changed;
  return {
    ...changed,
    api_schema: storeApi({ ...withoutSecrets(changed.api_schema), ...api } as GivenApi, changed.api_schema, options),
  };
}

const webhookMembers = ['api_schema', 'assignments'] as const;
const clientMembers = ['expects_response', 'parameters'] as const;

type WithoutFacts<T> = T extends ShownTool ? Omit<T, 'id' | 'created_at' | 'updated_at'> : never;
export type ShownDefinition = WithoutFacts<ShownTool>;

/** The public members of a tool beside its id and times. */
export function showTool(tool: ToolDefinition): ShownDefinition {
  return tool.type === 'client' ? tool : { ...tool, api_schema: withoutSecrets(tool.api_schema) };
}

type ShownApi = Extract<ShownTool, { readonly type: 'webhook' }>['api_schema'];
type ShownSecret = Omit<StoredSecret, 'sealed'>;

function hide({ type, secret_description }: StoredSecret): ShownSecret {
  return { type, secret_description };
}

function withoutSecrets(api: StoredApi): ShownApi {
  const { authentication: given, request_headers: headers } = api;
  const authentication =
    given === null
      ? null
      : given.mode === 'bearer'
        ? { ...given, token: hide(given.token) }
        : { ...given, password: hide(given.password) };
  const shown = Object.entries(headers).map(([name, value]) => [name, isSecret(value) ? hide(value) : value] as const);
  return { ...api, authentication, request_headers: Object.fromEntries(shown) };
}

function isSecret<T extends { readonly type: string }>(
  value: T | string,
): value is Extract<T, { readonly type: 'secret' }> {
  return typeof value === 'object' && value.type === 'secret';
}

/** @param current what is stored already: a secret without a value keeps the one at its place */
function storeApi(api: GivenApi, current: StoredApi | undefined, { seal, allowPrivate }: ToolOptions): StoredApi {
  const problems = apiProblems(api, allowPrivate);
  const sealSecret = (secret: GivenSecret, stored: StoredSecret | undefined, path: string): StoredSecret => {
    const sealed = secret.secret_value === undefined ? stored?.sealed : seal(secret.secret_value);
    if (sealed === undefined) problems.push([`${path}.secret_value`, 'Required: no secret is stored here yet']);
    return { type: 'secret', sealed: sealed ?? '', secret_description: secret.secret_description ?? null };
  };
  const stored: StoredApi = {
    url: api.url,
    method: api.method,
    path_params_schema: api.path_params_schema ?? {},
    query_params_schema: api.query_params_schema ?? null,
    request_body_schema: api.request_body_schema ?? null,
    request_headers: storeHeaders(api.request_headers ?? {}, current?.request_headers ?? {}, sealSecret),
    authentication: storeAuthentication(api.authentication ?? null, current?.authentication ?? null, sealSecret),
  };
  if (problems.length > 0) throw invalidFields(problems);
  return stored;
}

type SealSecret = (secret: GivenSecret, stored: StoredSecret | undefined, path: string) => StoredSecret;

function storeAuthentication(
  given: GivenAuthentication | null,
  current: StoredAuthentication | null,
  sealSecret: SealSecret,
): StoredAuthentication | null {
  if (given === null) return null;
  const path = 'api_schema.authentication';
  if (given.mode === 'bearer') {
    return {
      mode: 'bearer',
      token: sealSecret(given.token, current?.mode === 'bearer' ? current.token : undefined, `${path}.token`),
    };
  }
  const { mode, username, password } = given;
  return {
    mode,
    username,
    password: sealSecret(password, current?.mode === 'basic_auth' ? current.password : undefined, `${path}.password`),
  };
}

function storeHeaders(given: GivenHeaders, current: StoredHeaders, sealSecret: SealSecret): StoredHeaders {
  const stored = Object.entries(given).map(([name, value]): [string, StoredHeaders[string]] => {
    if (!isSecret(value)) return [name, value];
    const known = current[name];
    return [
      name,
      sealSecret(
        value,
        known !== undefined && isSecret(known) ? known : undefined,
        `api_schema.request_headers.${name}`,
      ),
    ];
  });
  return Object.fromEntries(stored);
}

const methodsWithBody: readonly string[] = ['POST', 'PUT', 'PATCH'];

/** What does not go together in a webhook tool's request. */
function apiProblems(api: GivenApi, allowPrivate: boolean): FieldProblem[] {
  const urlProblem = problemOfUrl(api.url, allowPrivate);
  const problems: FieldProblem[] = urlProblem === undefined ? [] : [['api_schema.url', urlProblem]];
  const inUrl = namesIn(api.url);
  const known = Object.keys(api.path_params_schema ?? {});
  if (inUrl.some((name) => !known.includes(name))) {
    problems.push(['api_schema.path_params_schema', 'Each "{name}" of the url needs a parameter here']);
  }
  if (known.some((name) => !inUrl.includes(name))) {
    problems.push(['api_schema.path_params_schema', 'Each parameter needs its "{name}" in the url']);
  }
  if ((api.request_body_schema ?? null) !== null && !methodsWithBody.includes(api.method)) {
    problems.push(['api_schema.request_body_schema', `Only ${methodsWithBody.join(', ')} have a body`]);
  }
  const hasHeader = Object.keys(api.request_headers ?? {}).some((name) => name.toLowerCase() === 'authorization');
  if (hasHeader && (api.authentication ?? null) !== null) {
    problems.push(['api_schema.request_headers', 'The header "authorization" and "authentication" exclude each other']);
  }
  return problems;
}

const placeholder = /\{([A-Za-z_][A-Za-z0-9_-]{0,63})\}/g;

function namesIn(url: string): string[] {
  return [...url.matchAll(placeholder)].map((match) => match[1]!);
}

function problemOfUrl(text: string, allowPrivate: boolean): string | undefined {
  const plain = text.replaceAll(placeholder, 'x');
  const url = URL.canParse(plain) && !/[\s\p{Cc}]/u.test(plain) ? new URL(plain) : undefined;
  const schemes = schemesOf(allowPrivate);
  if (url === undefined || !schemes.includes(url.protocol)) {
    return `Expected an address that starts with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}, such as "https://api.example.org/orders/{order}"`;
  }
  if (url.username !== '' || url.password !== '') return 'An address carries no credentials; use "authentication"';
  // Read as "/", it could hide where the host ends and let a parameter stand in it.
  if (text.includes('\\')) return 'A backslash stands in no address; write "%5C"';
  if (/[{}]/.test(plain)) {
    return 'Braces stand around the names of parameters only: a letter or "_", then letters, digits, "_" or "-"';
  }
  if (namesIn(text).length > namesInPath(text).length) return 'Parameters stand in the path only';
  return isPublic(url, allowPrivate)
    ? undefined
    : 'Tools of this server may not call this address, which belongs to no public network';
}

/** A parameter in the host would let the content of a conversation choose where the secrets are sent. */
function namesInPath(text: string): string[] {
  return namesIn(/^\w+:\/*[^/?#]*([^?#]*)/.exec(text)?.[1] ?? '');
}

function isPublic(url: URL, allowPrivate: boolean): boolean {
  const literal = literalAddress(url);
  return literal === undefined
    ? allowPrivate || !/(^|\.)localhost\.?$/.test(url.hostname)
    : isAllowedAddress(literal, allowPrivate);
}
