/** Servers of OpenAI's shape for tests, well-behaved and hostile ones. */
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { client, httpServer } from '../../outbound/testing.ts';
import type { TestClock } from '../../timing/testing.ts';
import type { LanguageModel, LanguageModelEvent, LanguageModelRequest } from '../adapter.ts';
import { openAiModel } from './index.ts';
import { OpenAiModel, type OpenAiModelLimits } from './model.ts';

/** What the server was asked. */
export interface Asked {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
}

/** @param count of requests so far, this one among them */
export type Answer = (response: ServerResponse, count: number, asked: Asked) => unknown;

/** A server, its model, and what was asked of it. */
export async function serve(
  answer: Answer,
  { key, clock, ...limits }: OpenAiModelLimits & { readonly key?: string | undefined; readonly clock?: TestClock } = {},
) {
  const asked: Asked[] = [];
  const server = await httpServer((request, response) => {
    const chunks: Buffer[] = [];
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const body = JSON.parse(Buffer.concat(chunks).toString()) as Asked['body'];
        const one = { path: request.url!, headers: request.headers, body };
        asked.push(one);
        answer(response, asked.length, one);
      });
  });
  const setting = { id: 'local', url: `${server.url}v1`, model: 'llama3', key };
  const http = client({ reach: 'any', clock });
  return {
    model: new OpenAiModel(setting, http, limits, clock),
    descriptor: openAiModel(setting, http, limits),
    asked,
    sockets: server.sockets,
  };
}

/** Begins an answer of events. */
export function stream(response: ServerResponse): ServerResponse {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
  return response;
}

/** One event with these members. */
export function event(piece: unknown): string {
  return `data: ${typeof piece === 'string' ? piece : JSON.stringify(piece)}\n\n`;
}

/** A piece of text, or whatever else a delta has. */
export function delta(members: string | object, finish: string | null = null): unknown {
  const content = typeof members === 'string' ? { content: members } : members;
  return { id: 'chatcmpl-1', choices: [{ index: 0, delta: content, finish_reason: finish }] };
}

/** A whole answer, as OpenAI's own servers end it. */
export function answering(...pieces: readonly unknown[]): Answer {
  return (response) => stream(response).end([...pieces.map(event), event('[DONE]')].join(''));
}

/** A refusal, whose body is an error of OpenAI's form. */
export function refusing(
  status: number,
  error: string | object,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  const body = typeof error === 'string' ? { error: { message: error, type: 'invalid_request_error' } } : error;
  return (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

export const hello: LanguageModelRequest = { system: 'Be brief.', messages: [{ role: 'user', text: 'Hello?' }] };

/** All events of an answer. */
export async function eventsOf(
  model: LanguageModel,
  request: LanguageModelRequest = hello,
  signal = new AbortController().signal,
): Promise<LanguageModelEvent[]> {
  const events: LanguageModelEvent[] = [];
  for await (const one of model.generate(request, signal)) events.push(one);
  return events;
}

export function textOf(events: readonly LanguageModelEvent[]): string {
  return events.map((one) => (one.type === 'text' ? one.text : '')).join('');
}
