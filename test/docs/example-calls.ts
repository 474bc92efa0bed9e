/** Real calls for the examples that show some: one that has ended, or one that goes on, is the newest of its agent. */
import { once } from 'node:events';
import WebSocket from 'ws';
import { eventually } from '../support/eventually.ts';
import { apiKey, version, type TestServer } from '../support/server.ts';

const instructions = `When the user says: opening hours | when are you open
Say: We are open from nine to five.

Otherwise: I did not understand.`;

interface Message {
  readonly type: string;
  readonly role?: string;
  readonly call_id?: string;
}

/** See the head of this file. */
export class ExampleCalls {
  readonly #server: TestServer;
  readonly #agentId: string;
  /** Examples of several languages see the same calls: one after the other. */
  #last: Promise<unknown> = Promise.resolve();

  private constructor(server: TestServer, agentId: string) {
    this.#server = server;
    this.#agentId = agentId;
  }

  /** Makes the agent that the examples look for by its name. */
  static async open(server: TestServer): Promise<ExampleCalls> {
    const config = { instructions, initial_message: 'Good morning.' };
    const answer = await server.post('/v1/agents', { name: 'Opening hours', config });
    if (answer.status !== 201) throw new Error(`the agent of the examples: ${await answer.text()}`);
    return new ExampleCalls(server, ((await answer.json()) as { readonly id: string }).id);
  }

  /** Carries out an example while the newest call is one for it. */
  around<T>(operation: string, run: () => Promise<T>): Promise<T> {
    if (!operation.includes('/agents/calls')) return run();
    const result = this.#last.then(async () => {
      const isCancel = operation.endsWith('/cancel');
      const socket = await this.#talk(isCancel);
      try {
        return await run();
      } finally {
        socket.terminate();
      }
    });
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** @param goesOn whether the call is still there when this resolves */
  async #talk(goesOn: boolean): Promise<WebSocket> {
    const address = `${this.#server.url.replace('http', 'ws')}/v1/agents/websocket/${this.#agentId}`;
    const socket = new WebSocket(`${address}?api_key=${apiKey}&cartesia_version=${version}`);
    const messages: Message[] = [];
    socket.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString()) as Message));
    await once(socket, 'open');
    const send = (message: object): void => socket.send(JSON.stringify(message));
    const said = (count: number): boolean =>
      messages.filter(({ type, role }) => type === 'turn_ended' && role === 'assistant').length >= count;
    send({ type: 'session_create', audio: { input_format: 'pcm_16000', output_delivery: 'as_available' } });
    const until = (what: string, isSo: () => boolean): Promise<void> => eventually(what, () => Promise.resolve(isSo()));
    await until('the call begins', () => messages.some(({ type }) => type === 'session_ready'));
    if (goesOn) return socket;
    await until('the agent has greeted', () => said(1));
    send({ type: 'user_text', text: 'When are you open?' });
    await until('the agent has answered', () => said(2));
    socket.close(1000);
    await eventually('the call has ended', () =>
      this.#hasEnded(messages.find(({ type }) => type === 'session_ready')!.call_id!),
    );
    return socket;
  }

  async #hasEnded(callId: string): Promise<boolean> {
    const headers = { 'service-version': version, authorization: `Bearer ${apiKey}` };
    const answer = await fetch(`${this.#server.url}/agents/calls/${callId}`, { headers });
    return ((await answer.json()) as { readonly status: string }).status === 'completed';
  }
}
