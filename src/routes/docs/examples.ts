/** What the reference sends in its examples, by operation; operations without an entry get values from their schema. */
import { exampleOf, type JsonSchema, type Schemas } from './schema-view.ts';

export interface Example {
  readonly body?: unknown;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** File that the answer is written to. */
  readonly output?: string;
}

const voice = 'a0e99841-438c-4a64-b679-ae501e7d6091';

export const examples: Readonly<Record<string, Example>> = {
  'POST /tts/bytes': {
    body: {
      model_id: 'sonorant-1',
      transcript: 'Hello from your own machine.',
      voice,
      output_format: { container: 'wav' },
    },
    output: 'hello.wav',
  },
  'POST /tts/sse': {
    body: {
      model_id: 'sonorant-1',
      transcript: 'Hello from your own machine.',
      voice,
      output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: 24_000 },
      add_timestamps: true,
    },
  },
  'POST /v1/audio/speech': { body: { input: 'Hello from your own machine.', voice: 'nova' }, output: 'hello.mp3' },
  'GET /v1/models/{id}': { params: { id: 'tts-1' } },
  'GET /voices': { query: { language: 'de', limit: '2' } },
  'GET /voices/{id}': { params: { id: voice } },
  'GET /accents': { query: { language: 'en' } },
};

export interface ExampleRequest {
  readonly method: string;
  /** With parameters and query put in. */
  readonly path: string;
  readonly body?: unknown;
}

export interface ExampleSource {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema?: JsonSchema }[];
  readonly body: JsonSchema | undefined;
  readonly schemas: Schemas;
}

export function exampleRequest({ method, path, parameters, body, schemas }: ExampleSource): ExampleRequest {
  const example = examples[`${method} ${path}`] ?? {};
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = parameters.find((one) => one.in === 'path' && one.name === name);
    return encodeURIComponent(example.params?.[name] ?? String(exampleOf(parameter?.schema ?? {}, schemas)));
  });
  const query = new URLSearchParams(example.query).toString();
  const sent = example.body ?? (body === undefined ? undefined : exampleOf(body, schemas));
  return { method, path: query === '' ? filled : `${filled}?${query}`, ...(sent === undefined ? {} : { body: sent }) };
}

/** One argument of a shell command; text without single quotes stays as it is. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

export interface CurlOptions {
  readonly baseUrl: string;
  /** None for routes that have none. */
  readonly version: string | undefined;
  /** The variable that holds the credential; none for public routes. */
  readonly credential: 'SONORANT_API_KEY' | 'SONORANT_ADMIN_KEY' | undefined;
  readonly output?: string | undefined;
  /** Print what arrives when it arrives. */
  readonly streams?: boolean | undefined;
}

/** The request as a curl command over several lines. */
export function curl(
  { method, path, body }: ExampleRequest,
  { baseUrl, version, credential, output, streams = false }: CurlOptions,
): string {
  const address = baseUrl + path;
  const parts = [
    `curl -sS${streams ? 'N' : ''}${method === 'GET' || method === 'POST' ? '' : ` -X ${method}`} ${/^[\w:/.~-]+$/.test(address) ? address : quote(address)}`,
    ...(credential === undefined ? [] : [`-H "Authorization: Bearer $${credential}"`]),
    ...(credential === undefined || version === undefined ? [] : [`-H 'Service-Version: ${version}'`]),
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${quote(JSON.stringify(body))}`]),
    ...(method === 'POST' && body === undefined ? ['-X POST'] : []),
    ...(output === undefined ? [] : [`-o ${output}`]),
  ];
  return parts.join(' \\\n  ');
}
