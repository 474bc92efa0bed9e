/** A tool as its form has it: what the server gives and takes, checked by the server. */
import type { Options } from '@sonorant/client';
import type { Tool } from './agents.ts';
import type { Parameter, Parameters } from './parameters.ts';

export type NewTool = Options<'/v1/agents/tools', 'post'>['body'];
export type ToolPatch = Options<'/v1/agents/tools/{tool_id}', 'patch'>['body'];

/** A secret is shown without its value; one that is sent without it stays what it was. */
export interface Secret {
  readonly type: 'secret';
  readonly secret_description?: string | null;
  readonly secret_value?: string;
}

export type Header = string | Secret | { readonly type: 'dynamic_variable'; readonly name: string };

export type Authentication =
  | { readonly mode: 'basic_auth'; readonly username: string; readonly password: Secret }
  | { readonly mode: 'bearer'; readonly token: Secret };

/** The request of a webhook tool. */
export interface ApiSchema {
  readonly url: string;
  readonly method: string;
  readonly path_params_schema?: Readonly<Record<string, Parameter>> | null;
  readonly query_params_schema?: Parameters | null;
  readonly request_body_schema?: (Parameters & { readonly type?: string }) | null;
  readonly request_headers?: Readonly<Record<string, Header>> | null;
  readonly authentication?: Authentication | null;
}

export interface Assignment {
  readonly dynamic_variable: string;
  readonly value_path: string;
}

export interface ToolForm {
  readonly type: string;
  readonly name: string;
  readonly description: string;
  readonly pre_tool_speech: string;
  readonly execution_mode: string;
  readonly response_timeout_secs: number | string | null;
  /** Of webhooks, as `assignments`. */
  readonly api_schema?: ApiSchema;
  readonly assignments?: readonly Assignment[];
  /** Of clients, as `parameters`. */
  readonly expects_response?: boolean;
  readonly parameters?: Parameters;
}

const common = {
  name: '',
  description: '',
  pre_tool_speech: 'auto',
  execution_mode: 'immediate',
  response_timeout_secs: 20,
};

/** What a new tool of each kind begins with. */
export const begin = {
  webhook: { type: 'webhook', ...common, api_schema: { url: 'https://', method: 'GET' }, assignments: [] },
  client: {
    type: 'client',
    ...common,
    expects_response: true,
    parameters: { type: 'object', properties: {}, required: [] } as Parameters,
  },
} as const satisfies Record<string, ToolForm>;

export function formOf(tool: Tool): ToolForm {
  const { name, description, pre_tool_speech, execution_mode, response_timeout_secs } = tool;
  const shared = { name, description, pre_tool_speech, execution_mode, response_timeout_secs };
  return tool.type === 'webhook'
    ? { type: tool.type, ...shared, api_schema: tool.api_schema, assignments: tool.assignments }
    : { type: tool.type, ...shared, expects_response: tool.expects_response, parameters: tool.parameters };
}

/** Names in the path of an address: `{name}`. */
export function pathNames(url: string): readonly string[] {
  const path = url.split(/[?#]/u)[0] ?? '';
  return [...new Set([...path.matchAll(/\{([^{}]+)\}/gu)].map(([, name = '']) => name))];
}

export function pathParameter({ path_params_schema: schema }: ApiSchema, name: string): Parameter {
  return schema?.[name] ?? { type: 'string' };
}

/** What is sent: of the parameters of a path those that stand in it. The form keeps the others, as an address may be typed anew. */
export function bodyOf(form: ToolForm): ToolForm {
  const { api_schema: api } = form;
  if (api === undefined) return form;
  const names = pathNames(api.url);
  const isEmpty = names.length === 0 && (api.path_params_schema ?? undefined) === undefined;
  const schema = Object.fromEntries(names.map((name) => [name, pathParameter(api, name)]));
  return { ...form, api_schema: { ...api, ...(!isEmpty && { path_params_schema: schema }) } };
}
