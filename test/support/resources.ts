/** One resource of every family, made over HTTP as a client would. */
import assert from 'node:assert/strict';
import { epubOf } from '../../src/documents/testing.ts';
import { carrierOf, endedCall } from './calls.ts';
import { eventually } from './eventually.ts';
import { adminKey, apiKey, fliteVoice, speech, version, type TestServer } from './server.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** @param body an object goes as JSON, a form as multipart */
export type Ask = (method: string, path: string, body?: object) => Promise<Answer>;

export function clientOf(url: string, key: string, more: Record<string, string> = {}): Ask {
  return async (method, path, body) => {
    const json = body !== undefined && !(body instanceof FormData);
    const headers = {
      'service-version': version,
      authorization: `Bearer ${key}`,
      ...(json && { 'content-type': 'application/json' }),
      ...more,
    };
    const response = await fetch(url + path, {
      method,
      headers,
      ...(body !== undefined && { body: json ? JSON.stringify(body) : body }),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
}

/** @returns the answer's JSON, which must have the status */
export async function expectJson<T>(answer: Promise<Answer>, status: number): Promise<T> {
  const { status: given, text } = await answer;
  assert.equal(given, status, text);
  return JSON.parse(text) as T;
}

/** A few seconds of speech as a WAV file, made by the server itself. */
export async function speechClip(server: Pick<TestServer, 'post'>): Promise<Blob> {
  const transcript = 'The quick brown fox jumps over the lazy dog, and then it runs away through the tall green grass.';
  const response = await server.post('/tts/bytes', {
    ...speech,
    transcript,
    output_format: { container: 'wav', encoding: 'pcm_s16le', sample_rate: 24_000 },
  });
  assert.equal(response.status, 200);
  return new Blob([await response.arrayBuffer()], { type: 'application/octet-stream' });
}

export function form(fields: Readonly<Record<string, string | Blob>>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') data.append(name, value);
    else data.append(name, value, 'speech.wav');
  }
  return data;
}

/** Ids by path template, in the order in which they stand in it. */
export type Ids = Readonly<Record<string, readonly string[]>>;

/** A tool of an agent. */
export const tool = {
  type: 'client',
  name: 'open_door',
  description: 'Opens the door.',
  pre_tool_speech: 'auto',
  execution_mode: 'immediate',
  expects_response: true,
  parameters: { type: 'object', properties: {}, required: [] },
};

/** Makes one of everything. */
export async function makeResources(server: TestServer): Promise<Ids> {
  const ask = clientOf(server.url, apiKey);
  const admin = clientOf(server.url, adminKey);
  const make = async (path: string, body: object, status = 200): Promise<string> =>
    (await expectJson<{ id: string }>(ask('POST', path, body), status)).id;
  const clip = await speechClip(server);
  const voice = await make('/voices/clone', form({ clip, name: 'Mine', language: 'en', accent: 'general-american' }));
  await expectJson(ask('PATCH', `/voices/${voice}/accents`, { accents: ['british'] }), 200);
  const file = await make('/files', form({ file: clip, purpose: 'fine_tune' }), 201);
  const dataset = await make('/datasets', { name: 'Set', description: 'Of clips' });
  assert.equal((await ask('POST', `/datasets/${dataset}/files`, form({ file: clip }))).status, 204);
  const {
    data: [datasetFile],
  } = await expectJson<{ data: { id: string }[] }>(ask('GET', `/datasets/${dataset}/files`), 200);
  const tune = await make('/fine-tunes', { name: 'Tune', description: 'Of a set', language: 'en', dataset });
  const dict = await make('/pronunciation-dicts', { name: 'Dict', items: [{ text: 'Sonorant', alias: 'so no rant' }] });
  const agent = await expectJson<{ id: string; version: { id: string } }>(
    ask('POST', '/v1/agents', { name: 'Agent', config: { audio: { output: { voice_id: fliteVoice } } } }),
    201,
  );
  const toolId = await make('/v1/agents/tools', tool, 201);
  const webhook = await make('/agents/webhooks', {
    url: 'https://example.org/hook',
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  });
  const metric = await make('/agents/metrics', { name: 'polite', prompt: 'Was the agent polite?' });
  assert.equal((await ask('POST', `/agents/${agent.id}/metrics/${metric}`)).status, 204);
  await using carrier = await carrierOf(server);
  const call = await endedCall(carrier, agent.id);
  const judged = `/agents/metrics/results?call_id=${call}`;
  const results = () => expectJson<{ data: { id: string }[] }>(ask('GET', judged), 200);
  await eventually('the call is judged', async () => (await results()).data.length === 1);
  const result = (await results()).data[0]!.id;
  const book = await make(
    '/books/upload',
    form({ file: new Blob([new Uint8Array(epubOf([{ title: 'One', body: '<p>Text.</p>' }]))]) }),
    201,
  );
  await expectJson(ask('POST', `/books/${book}/start`, { voice_id: fliteVoice, model_id: 'espeak' }), 202);
  const spoken = () => expectJson<{ status: string }>(ask('GET', `/books/${book}`), 200);
  await eventually('the book is spoken', async () => (await spoken()).status === 'completed');
  const [invite] = await expectJson<{ id: string }[]>(
    admin('POST', '/organizations/invites', { emails: ['ada@example.org'] }),
    201,
  );
  const first = async (path: string): Promise<string> =>
    (await expectJson<{ data: { id: string }[] }>(admin('GET', path), 200)).data[0]!.id;
  const user = await first('/organizations/users');
  const key = await first('/api-keys');
  return {
    '/voices/{id}': [voice],
    '/voices/{id}/preview': [voice],
    '/voices/{id}/similarity': [voice],
    '/voices/{id}/accents': [voice],
    '/voices/{id}/accents/{id}': [voice, 'british'],
    '/files/{id}': [file],
    '/files/{id}/info': [file],
    '/files/{id}/download': [file],
    '/datasets/{id}': [dataset],
    '/datasets/{id}/files': [dataset],
    '/datasets/{id}/files/{id}': [dataset, datasetFile!.id],
    '/fine-tunes/{id}': [tune],
    '/fine-tunes/{id}/voices': [tune],
    '/pronunciation-dicts/{id}': [dict],
    '/v1/agents/{id}': [agent.id],
    '/v1/agents/{id}/versions': [agent.id],
    '/v1/agents/websocket/{id}/sessions': [agent.id],
    '/v1/agents/{id}/versions/{id}': [agent.id, agent.version.id],
    '/v1/agents/tools/{id}': [toolId],
    '/agents/{id}': [agent.id],
    '/agents/{id}/phone-numbers': [agent.id],
    '/agents/{id}/deployments': [agent.id],
    '/agents/calls/{id}': [call],
    '/agents/calls/{id}/audio': [call],
    '/agents/calls/{id}/cancel': [call],
    '/agents/metrics/{id}': [metric],
    '/agents/metrics/results/{id}': [result],
    '/agents/{id}/metrics/{id}': [agent.id, metric],
    '/books/{id}': [book],
    '/books/{id}/start': [book],
    '/books/{id}/cancel': [book],
    '/books/{id}/audio': [book],
    '/books/{id}/subtitles': [book],
    '/books/{id}/cover': [book],
    '/agents/webhooks/{id}': [webhook],
    '/agents/webhooks/{id}/deliveries': [webhook],
    '/agents/webhooks/{id}/resume': [webhook],
    '/agents/webhooks/{id}/test': [webhook],
    '/agents/webhooks/{id}/deliveries/{id}/resend': [webhook, 'msg_none'],
    '/organizations/users/{id}': [user],
    '/organizations/users/{id}/password-reset': [user],
    '/organizations/invites/{id}': [invite!.id],
    '/api-keys/{id}': [key],
    '/api-keys/{id}/rotate': [key],
  };
}
