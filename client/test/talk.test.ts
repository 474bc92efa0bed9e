/** Talking to an agent: what is told and given, tools, how it is refused, and that it ends whichever side ends it. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import WebSocket from 'ws';
import { eventually } from '../../test/support/eventually.ts';
import { apiKey, start, tonesOf, type TestServer } from '../../test/support/server.ts';
import { hearing, piecesOf, rate, voice } from '../../test/support/voice.ts';
import {
  ConnectionError,
  Sonorant,
  SonorantError,
  type Conversation,
  type ConversationEvent,
  type Schemas,
  type TurnEndedEvent,
} from '../src/index.ts';
import type { WebSocketClass } from '../src/websocket.ts';
import { proxyTo } from './support/cuttable.ts';

const instructions = `When the user says: opening hours | when are you open
Say: We are open from nine to five.

When the user says: where is my order | track a parcel
Ask for {{order}} (digits): Which number?
Call: find_order(order={{order}})
If it fails: Our list is closed.
Say: It is {{result.state}}.

When the user says: connect me to accounts
Call: send_dtmf(digits="12#")

When the user says: good bye
End: Good bye {{name}}.

Otherwise: I did not understand.`;

const findOrder: Schemas['NewAgentTool'] = {
  type: 'client',
  name: 'find_order',
  description: 'Finds an order',
  parameters: { type: 'object', properties: { order: { type: 'string' } }, required: ['order'] },
  expects_response: true,
  response_timeout_secs: 10,
};

/** Of the voice of these tests. */
const wordSeconds = 0.05;

interface Read {
  readonly events: readonly ConversationEvent[];
  readonly error: unknown;
}

/** Reads all of it. */
async function read(
  conversation: AsyncIterable<ConversationEvent>,
  each: (event: ConversationEvent) => void = () => undefined,
): Promise<Read> {
  const events: ConversationEvent[] = [];
  try {
    for await (const event of conversation) {
      events.push(event);
      each(event);
    }
    return { events, error: undefined };
  } catch (error) {
    return { events, error };
  }
}

function turns(events: readonly ConversationEvent[]): TurnEndedEvent[] {
  return events.filter((event) => event.type === 'turn_ended');
}

function texts(events: readonly ConversationEvent[]): (readonly [string, string])[] {
  return turns(events).map(({ role, text }) => [role, text]);
}

/** Types these texts, each when the turn of the agent before it is over. */
function typing(conversation: Conversation, ...typed: readonly string[]): (event: ConversationEvent) => void {
  const rest = [...typed];
  return (event) => {
    if (event.type !== 'turn_ended' || event.role !== 'assistant') return;
    const next = rest.shift();
    if (next !== undefined) conversation.sendText(next);
  };
}

async function refusal(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => assert.fail('it was not refused'),
    (error: unknown) => error,
  );
}

function assertCode(error: unknown, code: string): void {
  assert.ok(error instanceof SonorantError, String(error));
  assert.equal(error.code, code);
}

describe('talking to an agent', () => {
  let server: TestServer;
  let sonorant: Sonorant;
  let agentId: string;
  const agents: string[] = [];
  before(async () => {
    // Turns are played to their end, in real time.
    server = await start({}, tonesOf(wordSeconds), [hearing('when are you open')]);
    sonorant = new Sonorant({ baseUrl: server.url, apiKey, retries: 0 });
    const { id } = await sonorant.post('/v1/agents/tools', { body: findOrder });
    agentId = await agent({ tools: [{ id }] });
  });
  after(() => server.close());

  async function agent(config: Schemas['AgentConfigPatch'] = {}): Promise<string> {
    const { id } = await sonorant.post('/v1/agents', {
      body: {
        name: 'Reception',
        config: {
          instructions,
          initial_message: 'Good morning {{name}}.',
          dynamic_variable_placeholders: { name: 'Ada' },
          ...config,
        },
      },
    });
    agents.push(id);
    return id;
  }

  const fast = { delivery: 'as_available' } as const;

  function isIdle(): Promise<void> {
    return eventually('no call is left', async () => {
      for (const agent_id of agents) {
        const { data } = await sonorant.get('/agents/calls', { query: { agent_id } });
        if (data.some(({ status }) => status === 'created' || status === 'started')) return false;
      }
      return true;
    });
  }

  it('tells of each turn, its text and its sound, until the agent hangs up', async () => {
    for (const options of [{}, { WebSocket: WebSocket as unknown as WebSocketClass }]) {
      const guest = new Sonorant({ baseUrl: server.url, apiKey, ...options });
      const conversation = await guest.talk(agentId, { ...fast, variables: { name: 'Grace' } });
      assert.deepEqual([conversation.agentId, conversation.sampleRate], [agentId, 24_000]);
      const { events, error } = await read(conversation, typing(conversation, 'When are you open?', 'good bye'));
      assert.equal(error, undefined);
      assert.deepEqual(texts(events), [
        ['assistant', 'Good morning Grace.'],
        ['user', 'When are you open?'],
        ['assistant', 'We are open from nine to five.'],
        ['user', 'good bye'],
        ['assistant', 'Good bye Grace.'],
      ]);
      const said = events.map((event) => (event.type === 'text' && event.turn === 3 ? event.text : '')).join('');
      assert.equal(said, 'We are open from nine to five.');
      const audio = events.filter((event) => event.type === 'audio');
      const samples = audio.reduce((sum, piece) => sum + piece.samples.length, 0);
      const words = texts(events).flatMap(([role, text]) => (role === 'assistant' ? text.split(' ') : []));
      assert.ok(samples >= words.length * wordSeconds * 24_000, `${samples} samples for ${words.length} words`);
      assert.ok(audio.some((piece) => piece.samples.some((sample) => Math.abs(sample) > 0.05)));
      assert.deepEqual(events.at(-1), { type: 'end', reason: 'agent_hangup' });
      assert.deepEqual(await conversation.closed, { reason: 'agent_hangup', error: undefined });
      await conversation.disconnected;
      assert.throws(() => conversation.sendText('more'), ConnectionError);
      assert.throws(() => conversation[Symbol.asyncIterator](), TypeError);
      let call: Schemas['AgentCall'] | undefined;
      await eventually('the call is kept', async () => {
        call = await sonorant.get('/agents/calls/{call_id}', { path: { call_id: conversation.callId } });
        return call.status === 'completed';
      });
      assert.equal(call?.agent_version_id, conversation.agentVersionId);
      assert.equal(call.transcript?.length, 5);
    }
  });

  it('hears audio that is given, and audio that is sent in pieces that cut samples', async () => {
    const said = voice(-0.5, 2, -2.5);
    async function* paced(): AsyncGenerator<Uint8Array, void, undefined> {
      for (const piece of piecesOf(said)) {
        yield piece;
        await new Promise(setImmediate);
      }
    }
    const audio = { open: () => Promise.resolve({ sampleRate: rate }), [Symbol.asyncIterator]: paced };
    const given = await sonorant.talk(await agent({ initial_message: null }), { audio });
    assert.equal(given.format, 'pcm_16000');
    const toEnd = (conversation: Conversation) => (event: ConversationEvent) => {
      if (event.type === 'turn_ended' && event.role === 'assistant') conversation.close();
    };
    const { events } = await read(given, toEnd(given));
    assert.deepEqual(texts(events)[0], ['user', 'when are you open']);
    assert.ok(events.some((event) => event.type === 'heard' && event.text.startsWith('when')));
    assert.deepEqual(events.at(-1), { type: 'end', reason: 'client_hangup' });
    const sent = await sonorant.talk(await agent({ initial_message: null }), { format: 'pcm_16000' });
    const heard = read(sent, toEnd(sent));
    for (let at = 0; at < said.length; at += 3333) await sent.sendAudio(said.subarray(at, at + 3333));
    assert.deepEqual(texts((await heard).events)[0], ['user', 'when are you open']);
    await isIdle();
  });

  it('takes a format of telephones, and speaks it', async () => {
    const conversation = await sonorant.talk(agentId, { format: 'mulaw_8000', ...fast });
    const { events } = await read(conversation, typing(conversation, 'good bye'));
    const audio = events.filter((event) => event.type === 'audio');
    assert.ok(audio.every(({ bytes, samples }) => bytes.length === samples.length));
    assert.ok(audio.some(({ samples }) => samples.some((sample) => Math.abs(sample) > 0.05)));
  });

  it('takes back what was not played when the user interrupts', async () => {
    const long = `Otherwise: ${'We are open from nine to five on every day of the week. '.repeat(6)}`;
    const conversation = await sonorant.talk(await agent({ instructions: long, initial_message: null }), fast);
    conversation.sendText('hello');
    let heardAudio = 0;
    const { events } = await read(conversation, (event) => {
      if (event.type === 'audio' && ++heardAudio === 2) conversation.sendText('wait');
      if (event.type === 'clear') conversation.close();
    });
    assert.ok(events.some(({ type }) => type === 'clear'));
    const cut = turns(events).find(({ role }) => role === 'assistant');
    assert.equal(cut?.interrupted, true);
  });

  it('runs client tools and gives their result or their failure', async () => {
    const asked: unknown[] = [];
    const talk = (run: (parameters: unknown) => unknown) =>
      sonorant.talk(agentId, { ...fast, tools: { find_order: run } });
    const first = await talk((parameters) => {
      asked.push(parameters);
      return Promise.resolve({ state: 'on its way' });
    });
    const { events } = await read(first, typing(first, 'where is my order', '4 7 1 1', 'good bye'));
    assert.deepEqual(asked, [{ order: '4711' }]);
    assert.ok(texts(events).some(([, text]) => text === 'It is on its way.'));
    const ran = turns(events).flatMap(({ tools }) => tools);
    assert.deepEqual(
      ran.map(({ name, arguments: given, result }) => [name, given, result]),
      [
        ['find_order', { order: '4711' }, '{"state":"on its way"}'],
        ['end_call', ran[1]?.arguments, ran[1]?.result],
      ].slice(0, ran.length),
    );
    const second = await talk(() => {
      throw new Error('no orders today');
    });
    const failed = await read(second, typing(second, 'where is my order', '4711', 'good bye'));
    assert.ok(texts(failed.events).some(([, text]) => text.includes('Our list is closed.')));
    // Without a handler the reader of the events answers.
    const third = await sonorant.talk(agentId, fast);
    const type = typing(third, 'where is my order', '4711', 'good bye');
    const answered = await read(third, (event) => {
      type(event);
      if (event.type !== 'tool_call') return;
      assert.deepEqual([event.call.name, event.call.expectsResponse], ['find_order', true]);
      event.call.reply('{"state":"lost"}');
      event.call.reply('{"state":"found"}');
    });
    assert.ok(texts(answered.events).some(([, text]) => text === 'It is lost.'));
  });

  it('gives and takes digits', async () => {
    const id = await agent({ system_tools: { send_dtmf: {} } });
    const conversation = await sonorant.talk(id, fast);
    assert.throws(() => conversation.sendDigits('12a'), TypeError);
    const type = typing(conversation, 'connect me to accounts');
    let ended = 0;
    const { events } = await read(conversation, (event) => {
      type(event);
      if (event.type !== 'turn_ended') return;
      ended++;
      if (event.tools.length > 0) conversation.sendDigits('42#');
      if (event.role === 'user' && event.text === '**') conversation.close();
      assert.ok(ended < 10, 'the digits are a turn');
    });
    const pressed = events.flatMap((event) => (event.type === 'digit' ? [event.digit] : []));
    assert.deepEqual(pressed.join(''), '12#');
    assert.ok(texts(events).some(([role, text]) => role === 'user' && text === '**'));
  });

  it('opens with the token of a session, and makes one where the agent is to be otherwise', async () => {
    const path = { agent_id: agentId };
    const { token } = await sonorant.post('/v1/agents/websocket/{agent_id}/sessions', {
      path,
      body: { dynamic_variables: { name: 'Alan' } },
    });
    const page = new Sonorant({ baseUrl: server.url, accessToken: token, retries: 0 });
    const conversation = await page.talk(agentId, fast);
    const { events } = await read(conversation, typing(conversation, 'good bye'));
    assert.deepEqual(texts(events)[0], ['assistant', 'Good morning Alan.']);
    assert.ok((await refusal(page.talk(agentId))) instanceof Error, 'a token opens one conversation');
    const changed = await sonorant.talk(agentId, {
      ...fast,
      overrides: { initialMessage: 'Good evening.', instructions: 'Otherwise: Not today.', speed: 1.2 },
    });
    const { events: overridden } = await read(changed, (event) => {
      typing(changed, 'hello')(event);
      if (texts([event])[0]?.[1] === 'Not today.') changed.close();
    });
    assert.deepEqual(texts(overridden)[0], ['assistant', 'Good evening.']);
  });

  it('is refused with what the server says', async () => {
    assertCode(await refusal(sonorant.talk('agent_none')), 'not_found');
    const wrong = new Sonorant({ baseUrl: server.url, apiKey: 'sk_wrong' });
    assertCode(await refusal(wrong.talk(agentId)), 'unauthorized');
    const problem = await refusal(sonorant.talk(agentId, { variables: { colour: 'red' } }));
    assertCode(problem, 'dynamic_variables_not_allowed');
    assert.match((problem as Error).message, /colour/);
    const needy = await agent({ instructions: 'Otherwise: Your order is {{order}}.' });
    assertCode(await refusal(sonorant.talk(needy)), 'missing_dynamic_variables');
    const audio = { open: () => Promise.resolve({ sampleRate: 22_050 }), [Symbol.asyncIterator]: () => assert.fail() };
    assert.ok((await refusal(sonorant.talk(agentId, { audio }))) instanceof Error);
    const lost = new Sonorant({ baseUrl: 'http://127.0.0.1:1', apiKey, retries: 0 });
    assert.ok((await refusal(lost.talk(agentId))) instanceof ConnectionError);
  });

  it('is refused with the reason where a browser would not tell it: no place', async () => {
    const small = await start({ SONORANT_MAX_CALLS: '1' });
    const guest = new Sonorant({ baseUrl: small.url, apiKey, retries: 0 });
    const { id } = await guest.post('/v1/agents', { body: { name: 'Reception' } });
    const first = await guest.talk(id);
    assertCode(await refusal(guest.talk(id)), 'concurrency_limited');
    first.close();
    await small.close();
  });

  it('tells of messages that were not understood, and goes on', async () => {
    const conversation = await sonorant.talk(agentId, fast);
    assert.throws(() => conversation.sendText('x'.repeat(4001)), TypeError);
    assert.throws(() => conversation.sendText('  '), TypeError);
    for (let count = 0; count < 12; count++) conversation.sendText('opening hours');
    const { events, error } = await read(conversation, (event) => {
      if (event.type === 'error') conversation.sendDigits('1#');
      if (event.type === 'turn_ended' && event.text === '*') conversation.close();
    });
    assert.equal(error, undefined);
    const complaint = events.find((event) => event.type === 'error');
    assertCode(complaint?.error, 'invalid_event');
    assert.ok(texts(events).some(([, text]) => text === '*'));
  });

  it('hangs up when it is left, closed or aborted, and leaves its audio', async () => {
    let left = 0;
    async function* endless(): AsyncGenerator<Uint8Array, void, undefined> {
      try {
        for (;;) {
          yield new Uint8Array(960);
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
      } finally {
        left++;
      }
    }
    const audio = () => ({ [Symbol.asyncIterator]: endless });
    const broken = await sonorant.talk(agentId, { audio: audio() });
    for await (const event of broken) if (event.type === 'audio') break;
    assert.equal((await broken.closed).reason, 'client_hangup');
    const closed = await sonorant.talk(agentId, { audio: audio() });
    closed.close();
    assert.equal((await read(closed)).error, undefined);
    await closed.disconnected;
    const [abort, reason] = [new AbortController(), new Error('enough')];
    const aborted = await sonorant.talk(agentId, { audio: audio(), signal: abort.signal });
    abort.abort(reason);
    assert.equal((await read(aborted)).error, reason);
    assert.equal(await refusal(sonorant.talk(agentId, { audio: audio(), signal: abort.signal })), reason);
    await eventually('the audio is left', () => left === 3);
    await isIdle();
  });

  it('is told when the call is cancelled, and throws when the connection is lost', async () => {
    const conversation = await sonorant.talk(agentId);
    const reading = read(conversation);
    await sonorant.post('/agents/calls/{call_id}/cancel', { path: { call_id: conversation.callId } });
    assert.deepEqual((await reading).events.at(-1), { type: 'end', reason: 'api_cancelled' });
    const proxy = await proxyTo(server.url);
    const far = await new Sonorant({ baseUrl: proxy.url, apiKey }).talk(agentId);
    const lost = read(far);
    proxy.cut();
    const { error } = await lost;
    assert.ok(error instanceof ConnectionError, String(error));
    assert.equal((await far.closed).reason, 'error');
    await far.disconnected;
    await proxy.close();
  });

  it('ends where nobody reads the agent', async () => {
    const long = `Otherwise: ${'We are open from nine to five. '.repeat(10)}`;
    const id = await agent({ instructions: long, initial_message: null });
    const conversation = await sonorant.talk(id, { ...fast, maxUnreadBytes: 100_000 });
    conversation.sendText('hello');
    const { reason, error } = await conversation.closed;
    assert.equal(reason, 'error');
    assert.match(String(error), /100000 bytes of the agent's voice wait/);
    await isIdle();
  });
});
