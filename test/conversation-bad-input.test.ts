/** What models, tools and callers should not do to a conversation, on a real server. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { voiceLike } from '../src/audio/decoding/testing.ts';
import { allEngines } from '../src/engines/registry.ts';
import { RecognizerError } from '../src/recognizers/adapter.ts';
import { fakeRecognizer } from '../src/recognizers/fake/index.ts';
import { audioInput, ConversationClient, makeAgent, ofType } from './support/clients/conversations.ts';
import { eventually } from './support/eventually.ts';
import { mainThreadWaitMs } from './support/processor-wait.ts';
import { apiKey, start, tonesOf, version, type TestServer } from './support/server.ts';

const headers = { 'service-version': version, 'x-api-key': apiKey };
const recognizer = fakeRecognizer({ script: () => ({ text: 'tell me more' }) });

interface StoredCall {
  readonly status: string;
  readonly end_reason: string | null;
  readonly transcript: readonly { readonly role: string; readonly text: string; readonly was_interrupted: boolean }[];
}

async function endedCall(server: TestServer, id: unknown): Promise<StoredCall> {
  let call: StoredCall | undefined;
  await eventually('the call has ended', async () => {
    const answer = await fetch(`${server.url}/agents/calls/${String(id)}`, { headers });
    call = (await answer.json()) as StoredCall;
    return ['completed', 'failed'].includes(call.status);
  });
  return call!;
}

async function metric(server: TestServer, name: string): Promise<number> {
  const metrics = await (await fetch(`${server.url}/metrics`, { headers })).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'mu').exec(metrics)?.[1]);
}

/** A server of OpenAI's shape that writes a hundred thousand tokens as fast as they are taken. */
async function endlessModel(): Promise<{ server: Server; url: string; written: () => number; left: Promise<unknown> }> {
  const tokens = 100_000;
  let written = 0;
  const left = Promise.withResolvers<unknown>();
  const server = createServer((_request, response) => {
    response.on('close', () => left.resolve(undefined));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const chunk = (choice: object): string =>
      `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, ...choice }] })}\n\n`;
    const write = (): void => {
      for (; written < tokens && !response.destroyed; written++) {
        const content = written % 12 === 11 ? 'word. ' : 'word ';
        if (response.write(chunk({ delta: { content } }))) continue;
        written++;
        response.once('drain', write);
        return;
      }
      response.end(`${chunk({ delta: {}, finish_reason: 'stop' })}data: [DONE]\n\n`);
    };
    write();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return { server, url, written: () => written, left: left.promise };
}

describe('a model that writes a hundred thousand tokens', () => {
  it('is read as far as its answer may be heard soon, and left when the caller interrupts', async (t) => {
    const model = await endlessModel();
    t.after(() => model.server.close());
    const models = JSON.stringify([{ id: 'endless', url: model.url, model: 'm' }]);
    const server = await start({ SONORANT_AGENT_MODELS: models }, tonesOf(0.05), [recognizer]);
    t.after(() => server.close());
    const agentId = await makeAgent(server, { instructions: 'Talk.', model: { id: 'endless' } });
    const talk = await new ConversationClient(server, agentId).begin();
    talk.send({ type: 'user_text', text: 'tell me everything' });
    await talk.until(ofType('audio_output'), 50);
    const text = talk.messages.filter(ofType('turn_output_text_delta')).map((message) => String(message.text));
    // 30 s of speech ahead, 15 letters a second, and what one read of the socket brings.
    assert.ok(text.join('').length < 3000, `${text.join('').length} characters after a second`);
    talk.send({ type: 'user_text', text: 'stop' });
    const ended = await talk.until(ofType('turn_ended', 'assistant'));
    assert.equal(ended.interrupted, true);
    assert.ok(String(ended.text).length < text.join('').length, 'only what was heard is kept');
    await model.left;
    assert.ok(model.written() < 100_000, `${model.written()} tokens were taken`);
    await talk.leave();
    const call = await endedCall(server, talk.messages.find(ofType('session_ready'))!.call_id);
    assert.equal(call.transcript.find(({ role }) => role === 'assistant')!.text, ended.text);
  });
});

describe('a model that answers in another language', { concurrency: true }, () => {
  let server: TestServer;
  before(async () => (server = await start({ SONORANT_ENGINES: 'espeak,flite' }, allEngines, [recognizer])));
  after(() => server.close());

  for (const [name, answer] of [
    ['Chinese', '我们九点开门。'],
    ['Arabic', 'نحن نفتح في التاسعة.'],
    ['Greek and English', 'Ανοίγουμε at nine, στις εννέα.'],
  ] as const) {
    it(`is heard as well as the voice can, or says that it cannot, and the call goes on: ${name}`, async () => {
      const agentId = await makeAgent(server, {
        instructions: `When the user says: hours\nSay: ${answer}\nOtherwise: Good.`,
      });
      const talk = await new ConversationClient(server, agentId).begin();
      talk.send({ type: 'user_text', text: 'hours' });
      const first = await talk.until(ofType('turn_ended', 'assistant'));
      assert.equal(first.interrupted, false);
      talk.send({ type: 'user_text', text: 'and?' });
      assert.equal((await talk.until(ofType('turn_ended', 'assistant'), 2)).text, 'Good.');
      await talk.leave();
      const call = await endedCall(server, talk.messages.find(ofType('session_ready'))!.call_id);
      assert.equal(call.status, 'completed');
      assert.deepEqual(
        call.transcript.map(({ text }) => text),
        ['hours', first.text, 'and?', 'Good.'],
      );
    });
  }

  it('says nothing of emoji alone, and the call goes on', async () => {
    const agentId = await makeAgent(server, { instructions: 'When the user says: hours\nSay: 🎉🎉\nOtherwise: Good.' });
    const talk = await new ConversationClient(server, agentId).begin();
    talk.send({ type: 'user_text', text: 'hours' });
    await talk.until(ofType('turn_ended', 'user'));
    talk.send({ type: 'user_text', text: 'and?' });
    assert.equal((await talk.until(ofType('turn_ended', 'assistant'))).text, 'Good.');
    await talk.leave();
    const call = await endedCall(server, talk.messages.find(ofType('session_ready'))!.call_id);
    assert.deepEqual(
      call.transcript.map(({ text }) => text),
      ['hours', 'and?', 'Good.'],
    );
  });
});

describe('a caller', () => {
  let server: TestServer;
  let agentId: string;
  before(async () => {
    server = await start({}, tonesOf(0.05), [recognizer]);
    agentId = await makeAgent(server, { instructions: 'Otherwise: Yes.' });
  });
  after(() => server.close());

  it('who sends audio of another rate is heard as far as there is time for it, and what is typed is answered', async () => {
    const talk = await new ConversationClient(server, agentId).begin();
    const beganAt = performance.now();
    // 48 kHz where 16 kHz were agreed: three times as much as there is time, 20 s of it at once.
    const wrong = new Float32Array(voiceLike({ seconds: 20, sampleRate: 48_000, pitch: 150 }));
    for (let at = 0; at < wrong.length; at += 16_000) talk.send(audioInput(wrong.subarray(at, at + 16_000)));
    talk.send({ type: 'user_text', text: 'hello' });
    await talk.until(ofType('turn_ended', 'assistant'));
    await talk.leave();
    const call = await endedCall(server, talk.messages.find(ofType('session_ready'))!.call_id);
    assert.equal(call.status, 'completed');
    // What is more than 5 s ahead of real time was not said.
    const id = String(talk.messages.find(ofType('session_ready'))!.call_id);
    const recording = await (await fetch(`${server.url}/agents/calls/${id}/audio`, { headers })).arrayBuffer();
    const seconds = recording.byteLength / 4 / 16_000;
    const passed = (performance.now() - beganAt) / 1000;
    assert.ok(seconds > 1 && seconds < passed + 5.5, `${seconds} s of ${passed} s are recorded`);
    const dropped = await metric(server, 'sonorant_caller_audio_dropped_seconds_total');
    assert.ok(Math.abs(dropped + seconds - 60) < 0.1, `${dropped} s of 60 are dropped, ${seconds} recorded`);
  });

  it('whose words cannot be heard is asked for them again, and counted', async () => {
    const deaf = await start({}, tonesOf(0.05), [
      fakeRecognizer({ script: () => Promise.reject(new RecognizerError('failed', 'it broke')) }),
    ]);
    try {
      const talk = await new ConversationClient(
        deaf,
        await makeAgent(deaf, { instructions: 'Otherwise: Yes.' }),
      ).begin();
      talk.send(audioInput(new Float32Array(voiceLike({ seconds: 2, sampleRate: 16_000, pitch: 150 }))));
      talk.send(audioInput(new Float32Array(32_000)));
      const { text } = await talk.until(ofType('turn_ended', 'assistant'));
      assert.match(String(text), /sorry/iu);
      assert.equal(await metric(deaf, 'sonorant_caller_speech_unheard_total'), 1);
      assert.equal(await metric(deaf, 'sonorant_answers_failed_total'), 0);
      await talk.leave();
    } finally {
      await deaf.close();
    }
  });

  it('who floods with messages is told so, and answered', async () => {
    const talk = await new ConversationClient(server, agentId).begin();
    for (let index = 0; index < 40; index++) talk.send({ type: 'user_text', text: `message ${index}` });
    await talk.until(ofType('error'), 20);
    await talk.until(ofType('turn_ended', 'assistant'));
    const turns = talk.messages.filter(ofType('turn_ended', 'user')).length;
    assert.ok(turns <= 14, `${turns} turns of 40 messages`);
    await talk.leave();
  });

  it('who sends a message that no socket takes has broken the protocol: the call is completed', async () => {
    const talk = await new ConversationClient(server, agentId).begin();
    talk.socket.send('x'.repeat(1_048_577));
    assert.equal(await talk.closed, 1009);
    assert.deepEqual(
      talk.messages.filter(ofType('error')).map(({ code, fatal }) => [code, fatal]),
      [['invalid_event', true]],
    );
    const call = await endedCall(server, talk.messages.find(ofType('session_ready'))!.call_id);
    assert.deepEqual([call.status, call.end_reason], ['completed', 'client_disconnected']);
  });

  it('who begins with a binary frame is refused at once, with 1008', async () => {
    const talk = new ConversationClient(server, agentId);
    assert.equal(await talk.upgraded, 101);
    talk.socket.send(Buffer.alloc(10));
    assert.equal(await talk.closed, 1008);
    assert.deepEqual(
      talk.messages.map(({ type, code, fatal }) => [type, code, fatal]),
      [['error', 'invalid_event', true]],
    );
  });

  it('who sends nothing but silence gets no answer, and stays', async () => {
    const talk = await new ConversationClient(server, agentId).begin();
    for (let at = 0; at < 100; at++) talk.send(audioInput(new Float32Array(320)));
    talk.send({ type: 'user_text', text: 'hello' });
    await talk.until(ofType('turn_ended', 'assistant'));
    assert.deepEqual(
      talk.messages.filter(ofType('turn_ended')).map(({ text }) => text),
      ['hello', 'Yes.'],
    );
    await talk.leave();
  });
});

describe('two hundred sessions that are opened at once', () => {
  it('begin or are refused with 429, or 503 on a busy machine, and five calls beside them notice nothing', async (t) => {
    const server = await start({ SONORANT_MAX_CALLS: '64' }, tonesOf(0.1), [recognizer]);
    t.after(() => server.close());
    const agentId = await makeAgent(server, { instructions: `Otherwise: ${'One two three four five. '.repeat(60)}` });
    const healthy = await Promise.all(Array.from({ length: 5 }, () => new ConversationClient(server, agentId).begin()));
    const waitedBefore = mainThreadWaitMs();
    for (const talk of healthy) talk.send({ type: 'user_text', text: 'count' });
    await Promise.all(healthy.map((talk) => talk.until(ofType('audio_output'), 10)));
    const burst = Array.from({ length: 200 }, () => new ConversationClient(server, agentId));
    const statuses = await Promise.all(burst.map(({ upgraded }) => upgraded));
    const [begun, full, busy] = [101, 429, 503].map((status) => statuses.filter((other) => other === status).length);
    assert.equal(begun! + full! + busy!, 200);
    // A machine that others keep busy takes fewer than there is room for, rather than have them all late.
    if (busy === 0) assert.deepEqual([begun, full], [59, 141]);
    else assert.ok(begun! <= 59, `${begun} calls where there is room for 59`);
    const open = burst.filter((_, index) => statuses[index] === 101);
    await Promise.all(open.map((talk) => talk.begin()));
    // Half a second behind the last that has begun: what was late because of them has come.
    const { length } = healthy[0]!.messages.filter(ofType('audio_output'));
    await Promise.all(healthy.map((talk) => talk.until(ofType('audio_output'), length + 25)));
    // A machine that is short of processors delays audio by itself; on one that is not, nothing is late.
    const waitedMs = mainThreadWaitMs() - waitedBefore;
    const allowedMs = Math.min(5000, (busy === 0 ? 100 : 1000) + waitedMs);
    const late = healthy.flatMap((talk) => lateness(talk)).filter((ms) => ms > allowedMs);
    assert.equal(late.length, 0, `late: ${late.join(', ')} ms; it waited ${waitedMs} ms for a processor`);
    await Promise.all([...open, ...healthy].map((talk) => talk.leave()));
    // What they held is free again.
    const again = await new ConversationClient(server, agentId).begin();
    await again.leave();
  });
});

/** How late audio came that follows on other audio, in ms, where that had played out 100 ms ago. */
function lateness({ messages, times }: ConversationClient): number[] {
  const late: number[] = [];
  let endsAt: number | undefined;
  messages.forEach((message, index) => {
    if (message.type !== 'audio_output') return;
    const now = times[index]!;
    if (endsAt !== undefined && now > endsAt + 100) late.push(Math.round(now - endsAt));
    const samples = Buffer.from(String(message.audio), 'base64').length / 2;
    endsAt = Math.max(endsAt ?? 0, now) + samples / 16;
  });
  return late;
}
