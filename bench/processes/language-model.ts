/** A language model in OpenAI's shape in a process of its own that costs next to nothing: it writes sentences that were made before. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerCalls } from './child.ts';
import { sharedMs } from './clock.ts';
import { answerAt } from '../speech/texts.ts';

/** One request, and the answer to it. Times are those of {@link sharedMs}. */
export interface ModelRequest {
  /** What the instructions of the agent are: they name the conversation. */
  readonly system: string;
  /** What the model is told that it has said, in order. */
  readonly said: readonly string[];
  readonly askedAt: number;
  /** When the first sentence had been written. */
  readonly sentenceAt: number;
  readonly answer: string;
}

export interface ModelTasks {
  /** Base address. */
  address(params: null): Promise<string>;
  /** Requests since the last call. */
  take(params: null): readonly ModelRequest[];
  /** Milliseconds that each judgement since the last call took here. */
  takeJudged(params: null): readonly number[];
}

/** Between two words, of which each is a message: a hundred words a second. */
const wordMs = 10;

interface Body {
  readonly messages: readonly { readonly role: string; readonly content: string | null }[];
}

const server = createServer((request, answer) => void write(request, answer));
server.listen(0, '127.0.0.1');
const isListening = once(server, 'listening');
let requests: ModelRequest[] = [];
let judgedMs: number[] = [];
let asked = 0;
/** What a metric is answered. */
const judgement = JSON.stringify({ result: 7, reason: 'The caller was answered at once.' });

async function write(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const askedAt = sharedMs();
  const { messages } = JSON.parse(await text(request)) as Body;
  const said = messages.flatMap(({ role, content }) => (role === 'assistant' && content !== null ? [content] : []));
  const system = messages.find(({ role }) => role === 'system')?.content ?? '';
  if (system.startsWith('You judge')) {
    end(response, event({ delta: { content: judgement }, index: 0, finish_reason: null }));
    judgedMs.push(sharedMs() - askedAt);
    return;
  }
  const answer = answerAt(asked++);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  let sentenceAt: number | undefined;
  for (const word of answer.split(/(?<= )/u)) {
    if (response.destroyed) break;
    response.write(event({ delta: { content: word }, index: 0, finish_reason: null }));
    if (sentenceAt === undefined && word.includes('.')) {
      sentenceAt = sharedMs();
      requests.push({ system, said, askedAt, sentenceAt, answer });
    }
    await sleep(wordMs);
  }
  end(response);
}

/** @param text events that stand before the end */
function end(response: ServerResponse, text = ''): void {
  if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(`${text}${event({ delta: {}, index: 0, finish_reason: 'stop' })}data: [DONE]\n\n`);
}

function event(choice: object): string {
  const chunk = { id: 'bench', object: 'chat.completion.chunk', created: 0, model: 'bench', choices: [choice] };
  return `data: ${JSON.stringify(chunk)}\n\n`;
}

answerCalls<ModelTasks>(
  {
    async address() {
      await isListening;
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    },
    take() {
      const taken = requests;
      requests = [];
      return taken;
    },
    takeJudged() {
      const taken = judgedMs;
      judgedMs = [];
      return taken;
    },
  },
  () => {
    server.closeAllConnections();
    return Promise.resolve();
  },
);
