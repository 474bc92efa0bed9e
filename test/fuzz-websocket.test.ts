import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from './support/characters.ts';
import { fakeEngine } from '../src/engines/fake/index.ts';
import { flite } from '../src/engines/flite/index.ts';
import { mutated, prototypeNames, type Json } from './support/fuzz.ts';
import { runs } from './support/property-runs.ts';
import { frame, openRaw, opcodes } from './support/clients/raw-websocket.ts';
import { eventually } from './support/eventually.ts';
import {
  audioOf,
  metric,
  speech,
  start,
  typesOf,
  type TestServer,
  type TestSocket,
  type WireEvent,
} from './support/server.ts';

const text = 'Hello there, my friend. How are you today? I paid $12.50 for it.';
const ids = [...prototypeNames, 'a', 'ÿ\u0000', '👨‍👩‍👧', '\u202eb', 'x'.repeat(256)];

let server: TestServer;
let whole: Buffer;
before(async () => {
  // By the name of the engine that `speech` asks for.
  server = await start({ SONORANT_MESSAGE_BURST: '100000' }, [flite, fakeEngine({ id: 'espeak' })]);
  whole = Buffer.from(await (await server.post('/tts/bytes', { ...speech, transcript: text })).arrayBuffer());
});
after(() => server.close());

/** Waits until the server has read everything sent so far on this socket. */
async function settled(ws: TestSocket): Promise<void> {
  const id = randomUUID();
  ws.send({ context_id: id, transcript: '', continue: false });
  await ws.ended(id);
}

function isEnd(event: WireEvent): boolean {
  return event.done;
}

/** One message and, where it can be read, the context it is for. */
interface Sent {
  readonly frame: string | Buffer;
  readonly contextId: string | undefined;
  /** A message that can only be answered without a context id. */
  readonly isStray: boolean;
}

const transcript = fc.oneof(
  fc.constantFrom(
    'Hi.',
    'One two three.',
    '',
    ' ',
    '\n\n',
    '<spe',
    'ed ratio="1.2"/>',
    '<<a|',
    '[laugh',
    '12',
    '.50',
    '\ud83d',
    '\ude00',
    '\u0000',
    'a\u0301\u0301',
    '<break time="10ms"/>',
    '你好。',
    'مرحبا',
    'constructor',
  ),
  fc.string({ unit: anyCharacter, maxLength: 12 }),
);

const valid = fc
  .record({
    transcript,
    continue: fc.boolean(),
    flush: fc.boolean(),
    max_buffer_delay_ms: fc.constantFrom(0, 5, 5000),
    add_timestamps: fc.boolean(),
    generation_config: fc.constantFrom({}, { speed: 1.5 }, { volume: 0.5 }, null),
  })
  .map((fields) => ({ ...speech, ...fields }));

const contextMessage = fc.constantFrom(...ids).chain((contextId) =>
  fc
    .oneof(
      { weight: 5, arbitrary: valid.map((message): Json => ({ ...message, context_id: contextId })) },
      { weight: 1, arbitrary: fc.constant<Json>({ context_id: contextId, cancel: true }) },
      {
        weight: 3,
        arbitrary: mutated({
          ...speech,
          transcript: 'Hi.',
          continue: true,
          flush: false,
          generation_config: { speed: 1 },
        }).map((value): Json => ({ ...(value as object), context_id: contextId })),
      },
    )
    .map((message): Sent => ({ frame: JSON.stringify(message), contextId, isStray: false })),
);

const stray = fc
  .oneof(
    fc.constantFrom<(string | Buffer)[]>(
      '',
      '{',
      'null',
      '[]',
      '7',
      '"x"',
      '{"context_id":7}',
      '{"context_id":""}',
      `{"context_id":"${'x'.repeat(257)}"}`,
      '{"context_id":{"__proto__":"a"}}',
      '['.repeat(30_000),
      '\u0000',
      '{"context_id":"a"',
      Buffer.from('{}'),
      Buffer.alloc(0),
    ),
    fc.uint8Array({ maxLength: 30 }).map((bytes) => Buffer.from(bytes)),
  )
  .map((content): Sent => ({ frame: content, contextId: undefined, isStray: true }));

function send(ws: TestSocket, { frame: content }: Sent): void {
  if (typeof content === 'string') ws.send(content);
  else ws.socket.send(content, { binary: true });
}

describe('fuzz: garbage on the speech WebSocket', () => {
  it('never closes it, ends each life of a context once, and disturbs no other context', async () => {
    const ws = await server.open();
    let witnesses = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof({ weight: 5, arbitrary: contextMessage }, { weight: 1, arbitrary: stray }), {
          minLength: 1,
          maxLength: 40,
        }),
        async (messages) => {
          const from = ws.events.length;
          const witness = `witness ${witnesses++}`;
          const cut = Math.ceil(text.length / messages.length);
          for (const [index, message] of messages.entries()) {
            ws.speak(witness, text.slice(index * cut, (index + 1) * cut), {
              continue: true,
              max_buffer_delay_ms: 5000,
            });
            send(ws, message);
          }
          ws.speak(witness, '', { continue: false });
          await ws.until((event) => event.context_id === witness && event.done, from);
          for (const contextId of ids) ws.send({ context_id: contextId, cancel: true });
          await settled(ws);
          checkLives(messages, ws.events.slice(from), witness);
          const end = ws.events.length;
          await settled(ws);
          assert.equal(ws.events.length, end + 1, 'an event after the end');
        },
      ),
      { seed: 20_260_814, ...runs(25, 8) },
    );
    assert.equal(ws.socket.readyState, ws.socket.OPEN);
    ws.close();
    await eventually('no context runs', async () => (await metric(server.url, 'sonorant_contexts')) === 0);
  });

  const checkLives = (messages: readonly Sent[], events: readonly WireEvent[], witness: string): void => {
    const own = events.filter((event) => event.context_id === witness);
    assert.deepEqual(typesOf(own), ['chunk', 'done'], JSON.stringify(own.at(-1)));
    assert.ok(audioOf(own).equals(whole), 'the witness lost audio');
    for (const event of events) assert.ok(event.type !== 'error' || event.status_code < 500, JSON.stringify(event));
    assert.equal(
      events.filter((event) => event.context_id === undefined).length,
      messages.filter((message) => message.isStray).length,
      'one answer without an id for each message without one',
    );
    for (const contextId of ids) {
      const heard = events.filter((event) => event.context_id === contextId);
      const sent = messages.filter((message) => message.contextId === contextId).length;
      assert.ok(heard.length === 0 || isEnd(heard.at(-1)!), `${contextId} did not end`);
      // Every life began with a message of its own.
      assert.ok(heard.filter(isEnd).length <= sent, `${contextId} ended more often than it was used`);
    }
  };

  it('of characters: lone surrogates and NUL in a transcript do no harm, and a pair cut in two is whole', async () => {
    const ws = await server.open();
    const wordsOf = (events: readonly WireEvent[]): string =>
      events.flatMap((event) => event.word_timestamps?.words ?? []).join(' ');
    ws.speak('odd', 'Hello \ud800 there\u0000, \udfff my friend. \u202eHow are you?', { add_timestamps: true });
    assert.equal(wordsOf(await ws.ended('odd')), 'Hello \ufffd there\u0000, \ufffd my friend. \u202eHow are you?');
    ws.speak('pair', 'Hi \ud83d', { continue: true, max_buffer_delay_ms: 5000, add_timestamps: true });
    ws.speak('pair', '\ude00 there.');
    assert.equal(wordsOf(await ws.ended('pair')), 'Hi 😀 there.');
    for (const id of ['odd', 'pair']) assert.ok(ws.of(id).at(-1)!.type === 'done' && audioOf(ws.of(id)).length > 0);
    ws.close();
  });

  it('of a storm: each of 1,000 flushes is acknowledged in order, and the context goes on', async () => {
    const ws = await server.open();
    for (let index = 0; index < 1000; index++) {
      ws.speak('storm', index % 100 === 0 ? 'Hi.' : '', { continue: true, flush: true });
    }
    ws.speak('storm', 'Bye.', { continue: false });
    const events = await ws.ended('storm');
    assert.deepEqual(
      events.filter((event) => event.type === 'flush_done').map((event) => event.flush_id),
      Array.from({ length: 1000 }, (_, index) => index + 1),
    );
    assert.equal(events.at(-1)!.type, 'done');
    ws.close();
  });

  it('of a crowd: contexts opened and cancelled by the thousand end once each, one place taken by turns', async () => {
    const ws = await server.open();
    const crowd = runs(10_000, 1000).numRuns;
    for (let index = 0; index < crowd; index++) {
      ws.speak(`c${index}`, text);
      ws.send({ context_id: `c${index}`, cancel: true });
    }
    ws.speak('last', text);
    assert.ok(audioOf(await ws.ended('last')).equals(whole));
    const ends = ws.events.filter(isEnd);
    assert.equal(ends.length, crowd + 1);
    assert.equal(new Set(ends.map((event) => event.context_id)).size, crowd + 1);
    assert.ok(ends.every((event) => event.type === 'done'));
    ws.close();
    await eventually('no context runs', async () => (await metric(server.url, 'sonorant_contexts')) === 0);
    await eventually('no engine works', async () => (await metric(server.url, 'sonorant_engine_jobs')) === 0);
  });

  it('of finals: text between them is refused, and the speech is that of the first', async () => {
    const ws = await server.open();
    for (let index = 0; index < 20; index++) {
      ws.speak('finals', index === 0 ? text : 'no', { continue: index % 3 === 1 });
    }
    const events = await ws.ended('finals');
    assert.ok(audioOf(events).equals(whole));
    assert.deepEqual(
      events.filter((event) => event.type === 'error').map((event) => [event.error_code, event.done]),
      Array.from({ length: 19 }, () => ['context_closed', false]),
    );
    assert.equal(events.filter(isEnd).length, 1);
    ws.close();
  });
});

describe('frames of the speech WebSocket', () => {
  it('take a message of 64 KiB and no more: a longer one is 1009, and only its socket', async () => {
    const other = await server.open();
    const ws = await server.open();
    const empty = JSON.stringify({ ...speech, context_id: 'big', transcript: 'Hi.', pad: '' });
    const sized = (bytes: number): string => empty.replace('"pad":""', `"pad":"${'x'.repeat(bytes - empty.length)}"`);
    ws.send(sized(65_536));
    assert.deepEqual(typesOf(await ws.ended('big')), ['chunk', 'done']);
    other.speak('other', text, { continue: true, max_buffer_delay_ms: 5000 });
    ws.send(sized(65_537));
    assert.equal((await ws.closed).code, 1009);
    other.speak('other', '', { continue: false });
    assert.ok(audioOf(await other.ended('other')).equals(whole));
    other.close();
  });

  it('may be cut anywhere, also inside a character, with pings between them', async () => {
    const ws = await openRaw(server);
    const message = Buffer.from(JSON.stringify({ ...speech, context_id: 'é👨‍👩‍👧', transcript: text }));
    ws.write(frame(opcodes.text, message.subarray(0, 0), false));
    for (let at = 0; at < message.length; at++) {
      ws.write(frame(opcodes.continuation, message.subarray(at, at + 1), at === message.length - 1));
      if (at % 50 === 0) ws.write(frame(opcodes.ping, Buffer.from('x')));
    }
    const events = await ws.ended('é👨‍👩‍👧');
    assert.ok(audioOf(events).equals(whole));
    ws.end();
  });

  it('take a context id of 256 characters, not of 257', async () => {
    const ws = await server.open();
    ws.speak('x'.repeat(256), 'Hi.');
    assert.equal((await ws.ended('x'.repeat(256))).at(-1)!.type, 'done');
    ws.speak('x'.repeat(257), 'Hi.');
    const error = await ws.until((event) => event.type === 'error');
    assert.match(error.message!, /1 to 256 characters\n {2}→ at context_id/);
    assert.equal(error.context_id, undefined);
    ws.close();
  });
});
