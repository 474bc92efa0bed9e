/** Attempts on calls: one that is carried by a socket while the server is killed, its cancelling, and the removal of its contents. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import WebSocket from 'ws';
import { eventually } from '../support/eventually.ts';
import type { Answer } from '../support/resources.ts';
import { apiKey, version } from '../support/server.ts';
import { create, read, some, type Attempt, type Check, type Members, type Plan, type Session } from './attempts.ts';

/** What a call of a server that is gone is ended by, at the latest. */
const lostMs = 60_000;
const socketRoute = 'GET /v1/agents/websocket/{agent_id}';

interface Message {
  readonly type: string;
  readonly role?: string;
  readonly text?: string;
  readonly call_id?: string;
}

/** An agent that answers at once, without a language model. */
const talker: Plan = (writer) => {
  const shown = { name: some(writer) };
  const body = { ...shown, config: { instructions: 'Otherwise: Yes.' } };
  const path = (id: string): string => `/v1/agents/${id}`;
  return {
    ...create({ route: 'POST /v1/agents', list: '/v1/agents', status: 201, body, shown, path }),
    isKeyed: false,
  };
};

/** A call under way. */
class CarriedCall {
  readonly #socket: WebSocket;
  readonly #messages: Message[] = [];
  readonly #ended: Promise<never>;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data: Buffer) => this.#messages.push(JSON.parse(data.toString()) as Message));
    // As fetch has it when the line is cut.
    this.#ended = new Promise((_resolve, reject) => {
      socket.on('error', (error) => reject(new TypeError('the socket failed', { cause: error })));
      socket.on('close', (code) => reject(new TypeError(`the socket closed with ${code}`)));
    });
    this.#ended.catch(() => undefined);
  }

  static async begin({ url }: Session, agentId: string): Promise<CarriedCall> {
    const address = `${url.replace('http', 'ws')}/v1/agents/websocket/${agentId}`;
    const socket = new WebSocket(`${address}?api_key=${apiKey}&cartesia_version=${version}`);
    const call = new CarriedCall(socket);
    await Promise.race([once(socket, 'open'), call.#ended]);
    call.send({ type: 'session_create', audio: { input_format: 'pcm_16000', output_delivery: 'as_available' } });
    await call.until('session_ready');
    return call;
  }

  get id(): string {
    return this.#messages.find(({ type }) => type === 'session_ready')!.call_id!;
  }

  send(message: object): void {
    this.#socket.send(JSON.stringify(message));
  }

  async until(type: string, role?: string): Promise<void> {
    const fits = (message: Message): boolean => message.type === type && (role === undefined || message.role === role);
    while (!this.#messages.some(fits)) await Promise.race([once(this.#socket, 'message'), this.#ended]);
  }

  close(): void {
    this.#socket.close(1000);
  }
}

/** Says something, hears the answer and leaves; the answer is the call as it is stored. */
async function talkTo(session: Session, agentPath: string): Promise<Answer> {
  const call = await CarriedCall.begin(session, agentPath.split('/').at(-1)!);
  // A second of sound, which is recorded.
  const audio = Buffer.alloc(32_000, 1).toString('base64');
  call.send({ type: 'audio_input', audio });
  call.send({ type: 'user_text', text: 'Hello' });
  await call.until('turn_ended', 'assistant');
  call.close();
  return endedCall(session, call.id);
}

async function endedCall({ ask }: Session, id: string): Promise<Answer> {
  for (;;) {
    const answer = await ask('GET', `/agents/calls/${id}`);
    if (answer.status !== 200 || !isActive(JSON.parse(answer.text) as Members)) return answer;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function isActive({ status }: Members): boolean {
  return status === 'created' || status === 'started';
}

/** It has ended so, with its two turns and its recording. */
function isWhole(path: string): Check {
  return async (session) => {
    const call = await read(session.ask, path);
    assert.ok(call !== undefined, `${path} is lost`);
    assert.equal(call.status, 'completed', path);
    const transcript = call.transcript as readonly Members[];
    assert.deepEqual(
      transcript.map(({ role, text }) => [role, text]),
      [
        ['user', 'Hello'],
        ['assistant', 'Yes.'],
      ],
      path,
    );
    // It is stored before the end is, or given to the call within a minute of the next start.
    await eventually(
      `the recording of ${path}`,
      async () => (await session.bytes(`${path}/audio`)).length > 44,
      lostMs,
    );
  };
}

/** No call of an agent goes on, and each has its turns in order, or none. */
function noneGoesOn(agentPath: string): Check {
  const id = agentPath.split('/').at(-1)!;
  return async (session) => {
    const list = `/agents/calls?agent_id=${id}&limit=100&expand=transcript`;
    let calls: readonly Members[] = [];
    await eventually(
      `the calls of ${agentPath} have ended`,
      async () => {
        const found = await read(session.ask, list);
        calls = (found?.data ?? []) as readonly Members[];
        return !calls.some(isActive);
      },
      lostMs,
    );
    for (const call of calls) {
      assert.ok(['completed', 'failed'].includes(String(call.status)), `${String(call.id)} is ${String(call.status)}`);
      const texts = (call.transcript as readonly Members[]).map(({ text }) => text);
      assert.deepEqual(texts, ['Hello', 'Yes.'].slice(0, texts.length), String(call.id));
      await recordingIsWhole(session, String(call.id));
    }
  };
}

/** There is none, or a file whose length is what its head says. */
async function recordingIsWhole(session: Session, id: string): Promise<void> {
  const path = `/agents/calls/${id}/audio`;
  if ((await session.ask('GET', path)).status === 404) return;
  const bytes = await session.bytes(path);
  assert.equal(bytes.toString('latin1', 0, 4), 'RIFF', path);
  assert.equal(bytes.readUInt32LE(4) + 8, bytes.length, path);
}

/** A call from its beginning to its end: a server that is killed meanwhile leaves one that has failed. */
export const talk: Plan = async (writer) => {
  const { path: agentPath } = await writer.make(await talker(writer));
  return {
    route: socketRoute,
    send: (session) => talkTo(session, agentPath),
    status: 200,
    outcome: ({ text }) => {
      const path = `/agents/calls/${String((JSON.parse(text) as Members).id)}`;
      return { path, check: isWhole(path) };
    },
    either: noneGoesOn(agentPath),
  };
};

/** A call of its own that has ended. */
async function callOf(writer: Parameters<Plan>[0]): Promise<string> {
  return (await writer.make(await talk(writer))).path;
}

export const cancelCall: Plan = async (writer) => {
  const { path: agentPath } = await writer.make(await talker(writer));
  let id = '';
  return {
    route: 'POST /agents/calls/{call_id}/cancel',
    async send(session) {
      const call = await CarriedCall.begin(session, agentPath.split('/').at(-1)!);
      ({ id } = call);
      return session.ask('POST', `/agents/calls/${id}/cancel`, {});
    },
    status: 200,
    outcome: () => {
      const path = `/agents/calls/${id}`;
      const check: Check = async ({ ask }) => {
        await eventually(`${path} has ended`, async () => !isActive((await read(ask, path))!), lostMs);
        // Killed between the answer and the end, it has failed.
        const { status, end_reason: reason } = (await read(ask, path))!;
        assert.ok(reason === 'api_cancelled' || status === 'failed', `${path}: ${String(status)}, ${String(reason)}`);
      };
      return { path, check };
    },
    either: noneGoesOn(agentPath),
  };
};

export const redactCall: Plan = async (writer): Promise<Attempt> => {
  const path = await callOf(writer);
  const isRedacted: Check = async (session) => {
    const call = await read(session.ask, path);
    assert.ok(call !== undefined, `${path} is lost`);
    const { redacted_at: at, transcript, dynamic_variables: variables, summary } = call;
    assert.ok(typeof at === 'string', `${path} has its contents`);
    assert.deepEqual([transcript, variables, summary], [[], null, null], path);
    assert.equal((await session.ask('GET', `${path}/audio`)).status, 404, `the recording of ${path}`);
  };
  const isUntouched: Check = async (session) => {
    assert.equal((await read(session.ask, path))?.redacted_at, null, path);
    await isWhole(path)(session);
  };
  return {
    route: 'DELETE /agents/calls/{call_id}',
    changes: [path],
    send: ({ ask }) => ask('DELETE', path),
    status: 200,
    outcome: () => ({ path, check: isRedacted }),
    // One transaction: nothing of it is gone, or all of it.
    async either(session) {
      const isGone = (await read(session.ask, path))?.redacted_at !== null;
      await (isGone ? isRedacted : isUntouched)(session);
    },
  };
};
