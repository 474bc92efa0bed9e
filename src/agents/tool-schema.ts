/** The wire form of tools. */
import { z } from 'zod';
import { systemTools as names } from '../language-models/adapter.ts';
import { allOf, fewMembers, ownVariableName, preToolSpeech, variableName, type Finding } from './fields.ts';
import { bodyParameters, clientParameters, pathParameters, queryParameters } from './tool-parameters.ts';

/** `webhook`: the server sends a request; `client`: the client of the conversation runs it. */
export const toolTypes = ['webhook', 'client'] as const;
export type ToolType = (typeof toolTypes)[number];

/** Text that may stand in a header of HTTP. */
const headerText = z
  .string()
  .max(8192)
  .regex(/^[\t\x20-\x7e\x80-\xff]*$/, {
    error: 'Expected text that a header can carry: no line breaks and no other control characters',
  });
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/;

const common = {
  name: z.string().regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/, {
    error: 'Invalid name: expected a letter, then letters, digits, "_" or "-", 64 characters at most',
  }),
  description: z.string().min(1).max(2000).describe('Tells the language model what the tool does and when to use it.'),
  pre_tool_speech: preToolSpeech,
  execution_mode: z.enum(['immediate', 'async']).describe('Whether the agent waits for the result or goes on talking.'),
};

const systemTools: readonly string[] = Object.values(names);

/** Whether an agent has a tool of this name without one being made. */
export function isSystemTool(name: string): boolean {
  return systemTools.includes(name);
}

/** Of a tool that is made or renamed to one of {@link isSystemTool}: older ones may have any. */
export const reservedName = `Reserved: agents have tools of their own with the names ${systemTools.join(', ')}`;
const newName = common.name.refine((name) => !isSystemTool(name), { error: reservedName });

const timeout = z.int().min(1).max(120);

const client = {
  expects_response: z.boolean().describe('Whether the client answers with a result.'),
  parameters: clientParameters,
};

const secret = z.object({
  type: z.literal('secret'),
  secret_description: z.string().max(200).nullish(),
  secret_value: z
    .string()
    .min(1)
    .max(4096)
    .regex(/^[\x20-\x7e\x80-\xff]+$/, { error: 'Expected text that a header can carry: no control characters' })
    .optional()
    .describe(
      'The secret itself. It is stored encrypted and never given out again; left out in a change, the stored one stays.',
    ),
});

const shownSecret = z.object({ type: z.literal('secret'), secret_description: z.string().nullable() });

const username = z
  .string()
  .max(512)
  .regex(/^[^:\p{Cc}]*$/u, { error: 'Expected a name without colons and control characters' });
function authentication<S extends z.ZodType>(secretSchema: S) {
  return z.discriminatedUnion('mode', [
    z.object({ mode: z.literal('basic_auth'), username, password: secretSchema }),
    z.object({ mode: z.literal('bearer'), token: secretSchema }),
  ]);
}

const variableHeader = z.object({ type: z.literal('dynamic_variable'), name: variableName });
function headers<S extends z.ZodType>(secretSchema: S) {
  return z.record(z.string(), z.union([headerText, secretSchema, variableHeader]));
}

const maxHeaders = 64;
/** The client of the server sets these itself. */
const ownHeaders = [
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'upgrade',
  'expect',
  'te',
  'trailer',
  'keep-alive',
  'proxy-connection',
];

const givenHeaders = headers(secret).superRefine(
  allOf((value) => {
    const names = Object.keys(value);
    const problems = [
      names.length > maxHeaders && `Too many: at most ${maxHeaders} headers`,
      names.some((name) => !headerName.test(name)) &&
        'Names of headers have letters, digits and a few signs such as "-", 128 characters at most',
      names.some((name) => ownHeaders.includes(name.toLowerCase())) &&
        `These headers cannot be set: ${ownHeaders.join(', ')}`,
      new Set(names.map((name) => name.toLowerCase())).size < names.length && 'A header comes twice',
    ];
    return problems.filter((problem) => problem !== false).map((problem): Finding => [[], problem]);
  }),
);

const apiSchema = {
  url: z.string().max(2048).describe('Address with `https`; `{name}` in its path is a parameter.'),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
};

const givenApi = {
  path_params_schema: pathParameters.nullable().describe('The parameters in the path, each by its name.'),
  query_params_schema: queryParameters.nullable(),
  request_body_schema: bodyParameters.nullable().describe('With POST, PUT and PATCH only.'),
  request_headers: fewMembers(givenHeaders).nullable(),
  authentication: authentication(secret).nullable(),
};

const assignments = z
  .array(
    z.object({
      dynamic_variable: ownVariableName,
      value_path: z.string().min(1).max(256).describe('Where the value stands in the answer, as in `data.items.0.id`.'),
    }),
  )
  .max(64)
  .describe('Variables that are set from the answer.');

const partialApi = z.object(givenApi).partial().shape;

/** What a new tool has where it says nothing. */
const initial = {
  ...common,
  name: newName,
  pre_tool_speech: common.pre_tool_speech.default('auto'),
  execution_mode: common.execution_mode.default('immediate'),
  response_timeout_secs: timeout.default(20),
};

/** A new tool. */
export const newToolSchema = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('webhook'),
      ...initial,
      api_schema: z.object({ ...apiSchema, ...partialApi }),
      assignments: assignments.default([]),
    }),
    z.object({
      type: z.literal('client'),
      ...initial,
      expects_response: client.expects_response.default(false),
      parameters: clientParameters.default({ type: 'object', properties: {}, required: [] }),
    }),
  ])
  .meta({ id: 'NewAgentTool' });
export type NewTool = z.output<typeof newToolSchema>;

/** A change of a tool of either kind; members of the other kind are refused once the tool is known. */
export const toolPatchSchema = z
  .strictObject({
    type: z.enum(toolTypes).describe('Cannot be changed.'),
    ...common,
    response_timeout_secs: timeout,
    ...client,
    api_schema: z
      .strictObject({ ...apiSchema, ...givenApi })
      .partial()
      .describe('Members that are left out stay; the others are replaced whole.'),
    assignments,
  })
  .partial()
  .meta({ id: 'AgentToolPatch' });
export type ToolPatch = z.output<typeof toolPatchSchema>;

const toolFacts = {
  id: z.string(),
  created_at: z.string().describe('ISO 8601 date and time.'),
  updated_at: z.string(),
};

const shownApi = z.object({
  ...apiSchema,
  path_params_schema: pathParameters,
  query_params_schema: queryParameters.nullable(),
  request_body_schema: bodyParameters.nullable(),
  request_headers: headers(shownSecret),
  authentication: authentication(shownSecret).nullable(),
});

/** The public form: every member of the kind, of secrets all but the secret itself. */
export const shownToolSchemas = {
  webhook: z.object({
    ...toolFacts,
    type: z.literal('webhook'),
    ...common,
    response_timeout_secs: timeout,
    api_schema: shownApi,
    assignments,
  }),
  client: z.object({ ...toolFacts, type: z.literal('client'), ...common, response_timeout_secs: timeout, ...client }),
};

export type ShownTool = z.output<typeof shownToolSchemas.webhook> | z.output<typeof shownToolSchemas.client>;

export type GivenSecret = z.output<typeof secret>;
export type GivenHeaders = z.output<typeof givenHeaders>;
export type GivenAuthentication = z.output<ReturnType<typeof authentication<typeof secret>>>;
export type GivenApi = Extract<NewTool, { type: 'webhook' }>['api_schema'];
