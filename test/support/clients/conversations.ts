/** Clients of conversations: open sockets on which one talks to an agent of a test server. */
import assert from 'node:assert/strict';
import WebSocket from 'ws';
import { messageThat } from '../messages.ts';
import { apiKey, version, type TestServer } from '../server.ts';

export interface ConversationMessage {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** Makes an agent. @returns its id */
export async function makeAgent(server: TestServer, config: object): Promise<string> {
  const response = await server.post('/v1/agents', { name: 'Reception', config });
  assert.equal(response.status, 201, await response.clone().text());
  return ((await response.json()) as { readonly id: string }).id;
}

/** Whether a message is of this type, and of this role where one is given. */
export function ofType(type: string, role?: string) {
  return (message: ConversationMessage): boolean =>
    message.type === type && (role === undefined || message.role === role);
}

/** The start of a session at speaking pace, 16 kHz. */
export const speakingPace = {
  type: 'session_create',
  audio: { input_format: 'pcm_16000', output_delivery: 'speaking_pace' },
} as const;

/** Of samples within ±1, at 16 kHz. */
export function audioInput(samples: Float32Array): object {
  const bytes = Buffer.alloc(2 * samples.length);
  samples.forEach((sample, index) => bytes.writeInt16LE(Math.round(sample * 32_767), 2 * index));
  return { type: 'audio_input', audio: bytes.toString('base64') };
}

/** One open socket, with all its messages and when they came. */
export class ConversationClient {
  readonly socket: WebSocket;
  readonly messages: ConversationMessage[] = [];
  /** Of each message, in ms. */
  readonly times: number[] = [];
  /** Resolves with the code. */
  readonly closed: Promise<number>;
  /** The status of an upgrade that is refused; 101 where it is not. */
  readonly upgraded: Promise<number>;

  constructor({ url }: TestServer, agentId: string) {
    const address = `${url.replace('http', 'ws')}/v1/agents/websocket/${agentId}`;
    this.socket = new WebSocket(`${address}?api_key=${apiKey}&cartesia_version=${version}`);
    this.socket.on('message', (data: Buffer) => {
      this.messages.push(JSON.parse(data.toString()) as ConversationMessage);
      this.times.push(performance.now());
    });
    this.closed = new Promise((resolve) => this.socket.once('close', resolve));
    this.upgraded = new Promise((resolve) => {
      this.socket.once('open', () => resolve(101));
      this.socket.on('error', () => resolve(0));
      this.socket.once('unexpected-response', (request, response) => {
        resolve(response.statusCode ?? 0);
        request.destroy();
      });
    });
  }

  send(message: object): void {
    this.socket.send(JSON.stringify(message));
  }

  /** Opens, and begins a session. */
  async begin(): Promise<this> {
    assert.equal(await this.upgraded, 101);
    this.send(speakingPace);
    await this.until(ofType('session_ready'));
    return this;
  }

  /** Resolves with the message of this number that fits. */
  until(fits: (message: ConversationMessage) => boolean, count = 1): Promise<ConversationMessage> {
    return messageThat(this, fits, count, 30_000);
  }

  async leave(): Promise<void> {
    this.socket.close(1000);
    await this.closed;
  }
}
