/** Speech to text over the socket on which the client says when it is done, by a recognizer whose words are known. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import WebSocket from 'ws';
import { voiceLike } from '../src/audio/decoding/testing.ts';
import { encodeSamples } from '../src/audio/pcm.ts';
import { RecognizerError, type Recognized } from '../src/recognizers/adapter.ts';
import { fakeRecognizer } from '../src/recognizers/fake/index.ts';
import { messageThat } from './support/messages.ts';
import { apiKey, start, toneEngines, version, type TestServer } from './support/server.ts';

const rate = 16_000;
const voice = voiceLike({ seconds: 2, sampleRate: rate, pitch: 130 });
const pause = new Float32Array(rate);
const speech = Buffer.from(encodeSamples(Float32Array.from([...voice, ...pause, ...voice, ...pause]), 'pcm_s16le'));

interface Event {
  readonly type: string;
  readonly text?: string;
  readonly is_final?: boolean;
  readonly words?: readonly { readonly word: string; readonly start: number; readonly end: number }[];
  readonly error_code?: string;
  readonly status_code?: number;
  readonly request_id?: string;
}

interface Listening {
  readonly socket: WebSocket;
  readonly events: Event[];
  /** Resolves with the code. */
  readonly closed: Promise<number>;
  readonly until: (type: string, count?: number) => Promise<Event>;
  /** The text of all final events. */
  readonly text: () => string;
}

const defaultQuery = `encoding=pcm_s16le&sample_rate=${rate}`;

async function listen(server: TestServer, query = defaultQuery, key = apiKey): Promise<Listening> {
  const address = `${server.url.replace('http', 'ws')}/stt/websocket?${query}`;
  const socket = new WebSocket(address, { headers: { 'service-version': version, 'x-api-key': key } });
  const events: Event[] = [];
  socket.on('message', (data: Buffer) => events.push(JSON.parse(data.toString()) as Event));
  const closed = once(socket, 'close').then(([code]) => code as number);
  // Of a socket that was refused nothing is awaited.
  closed.catch(() => undefined);
  await once(socket, 'open', { signal: AbortSignal.timeout(20_000) });
  return {
    socket,
    events,
    closed,
    until: (type, count) => messageThat({ socket, messages: events }, (event) => event.type === type, count),
    text: () => events.map(({ is_final, text = '' }) => (is_final === true ? text : '')).join(''),
  };
}

function sendAll(socket: WebSocket, bytes: Buffer, frame = 3200): void {
  for (let at = 0; at < bytes.length; at += frame) socket.send(bytes.subarray(at, at + frame));
}

/** The status with which the upgrade is refused. */
async function refused(server: TestServer, query: string, key = apiKey): Promise<string> {
  return listen(server, query, key).then(
    () => 'opened',
    (error: unknown) => String(error).replace(/^.*: /u, ''),
  );
}

describe('the socket that hears', () => {
  let server: TestServer;
  before(async () => {
    server = await start({}, toneEngines, [fakeRecognizer()]);
  });
  after(() => server.close());

  it('tells what is said, finally at pauses, and ends with done', async () => {
    const { socket, events, closed, text } = await listen(server);
    sendAll(socket, speech);
    socket.send('close');
    assert.equal(await closed, 1000);
    assert.equal(events.at(-1)!.type, 'done');
    const finals = events.filter(({ is_final }) => is_final === true);
    assert.equal(finals.length, 2);
    assert.match(finals[0]!.text!, /^one two three/);
    assert.match(finals[1]!.text!, /^ one two three/);
    assert.equal(text(), finals.map((final) => final.text).join(''));
    // Times count from the first sample of the socket.
    assert.ok(finals[1]!.words![0]!.start > 2.5 && finals[1]!.words![0]!.start < 3.3);
    assert.ok(events.every((event) => event.request_id === events[0]!.request_id && event.request_id !== undefined));
  });

  it('tells what has been said so far, which the final text begins with', async () => {
    const { socket, events, closed, until } = await listen(server);
    for (let at = 0; at < 4 * rate; at += 3200) {
      socket.send(speech.subarray(at, at + 3200));
      await new Promise(setImmediate);
    }
    await until('transcript');
    const [interim] = events;
    assert.equal(interim!.is_final, false);
    assert.equal(interim!.words, undefined);
    socket.send('close');
    await closed;
    assert.ok(events.find(({ is_final }) => is_final)!.text!.startsWith(interim!.text!));
  });

  it('makes final what was said when it is asked to, and answers each time once', async () => {
    const { socket, events, closed, until, text } = await listen(server);
    sendAll(socket, speech.subarray(0, 2 * 1.5 * rate));
    socket.send('finalize');
    await until('flush_done');
    assert.match(text(), /^one two/);
    const before = text();
    for (let count = 0; count < 50; count++) socket.send('finalize');
    await until('flush_done', 51);
    assert.equal(text(), before);
    socket.send('done');
    assert.equal(await closed, 1000);
    assert.equal(events.filter(({ type }) => type === 'flush_done').length, 51);
  });

  it('takes samples in frames of any length, half a sample included, in every encoding', async () => {
    const expected = await heardIn(speech, defaultQuery, 3200);
    assert.match(expected, /^one two/);
    assert.equal(await heardIn(speech, defaultQuery, 3201), expected);
    assert.equal(await heardIn(speech, defaultQuery, 60_000), expected);
    const floats = Float32Array.from([...voice, ...pause, ...voice, ...pause]);
    for (const encoding of ['pcm_f32le', 'pcm_mulaw'] as const) {
      const bytes = Buffer.from(encodeSamples(floats, encoding));
      assert.equal(await heardIn(bytes, `encoding=${encoding}&sample_rate=${rate}`, 3200), expected, encoding);
    }
  });

  it('takes a frame of 1 MiB, and closes with 1009 at a longer one', async () => {
    const short = await listen(server);
    short.socket.send(Buffer.concat([speech, Buffer.alloc(1_048_576 - speech.length)]));
    short.socket.send('done');
    assert.equal(await short.closed, 1000);
    assert.equal(short.events.filter(({ is_final }) => is_final === true).length, 2);
    const long = await listen(server);
    long.socket.send(Buffer.alloc(1_048_577));
    assert.equal(await long.closed, 1009);
    assert.deepEqual(
      long.events.map(({ type, error_code }) => [type, error_code]),
      [['error', 'body_too_large']],
    );
  });

  it('sends interim text once, however often it is heard', async () => {
    const same = await start({}, toneEngines, [fakeRecognizer({ script: () => ({ text: 'one two' }) })]);
    try {
      const { socket, events, closed } = await listen(same);
      // Read as a whole at one, one and a half, and more than two seconds.
      sendAll(socket, Buffer.from(encodeSamples(Float32Array.from([...voice, ...voice]), 'pcm_s16le')));
      socket.send('done');
      assert.equal(await closed, 1000);
      const interim = events.filter(({ is_final }) => is_final === false);
      assert.deepEqual(
        interim.map(({ text }) => text),
        ['one two'],
      );
    } finally {
      await same.close();
    }
  });

  it('loses nothing of frames that come faster than the message rate, one byte each', async () => {
    const slow = await start({ SONORANT_MESSAGE_RATE: '2000', SONORANT_MESSAGE_BURST: '1000' }, toneEngines, [
      fakeRecognizer(),
    ]);
    try {
      const bytes = Buffer.from(encodeSamples(Float32Array.from([...voice.subarray(0, rate)]), 'pcm_mulaw'));
      const query = `encoding=pcm_mulaw&sample_rate=${rate}`;
      const { socket, events, closed, text } = await listen(slow, query);
      sendAll(socket, bytes.subarray(0, 6000), 1);
      sendAll(socket, bytes.subarray(6000));
      socket.send('close');
      assert.equal(await closed, 1000);
      assert.ok(events.every(({ type }) => type !== 'error'));
      assert.match(text(), /^one/);
    } finally {
      await slow.close();
    }
  });

  it('hears nothing in silence and noise', async () => {
    const noise = Buffer.from(Uint8Array.from({ length: 4 * rate }, (_, index) => (index * 2_654_435_761) >>> 24));
    assert.equal(await heardIn(Buffer.alloc(4 * rate), defaultQuery, 3200), '');
    assert.equal(await heardIn(noise, 'encoding=pcm_mulaw&sample_rate=16000', 3200), '');
  });

  it('answers another word with an error, and stays open', async () => {
    const { socket, events, closed, until } = await listen(server);
    for (const word of ['hello', '{"type":"close"}', '']) socket.send(word);
    await until('error', 3);
    assert.deepEqual(
      events.map(({ error_code: code, status_code: status }) => [code, status]),
      Array.from({ length: 3 }, () => ['invalid_request', 400]),
    );
    sendAll(socket, speech);
    socket.send('close');
    assert.equal(await closed, 1000);
    assert.equal(events.filter(({ is_final }) => is_final === true).length, 2);
  });

  for (const [what, query, status] of [
    ['without an encoding', `sample_rate=${rate}`, '400'],
    ['with an encoding that is none', `encoding=mp3&sample_rate=${rate}`, '400'],
    ['with a rate that is none', 'encoding=pcm_s16le&sample_rate=12', '400'],
    ['for a language that nothing hears', `${defaultQuery}&language=de`, '400'],
    ['for a model that is none', `${defaultQuery}&model=siri`, '400'],
    ['with too many terms', `${defaultQuery}&${'keyterm=a&'.repeat(101)}`, '400'],
  ] as const) {
    it(`${what} is refused before the upgrade: ${status}`, async () => {
      assert.equal(await refused(server, query), status);
    });
  }

  it('takes the model and the language of real clients', async () => {
    for (const more of [
      'model=ink-2',
      'model=ink-whisper&language=en_US',
      'language=en-GB&keyterm=a&keyterm=b',
      'min_volume=0.1',
    ]) {
      const { socket, closed } = await listen(server, `${defaultQuery}&${more}`);
      socket.send('close');
      assert.equal(await closed, 1000, more);
    }
  });

  async function heardIn(bytes: Buffer, query: string, frame: number): Promise<string> {
    const { socket, closed, text } = await listen(server, query);
    sendAll(socket, bytes, frame);
    socket.send('close');
    assert.equal(await closed, 1000);
    return text();
  }
});

describe('a server whose sockets hear', () => {
  it('without a recognizer, and with as many as it may have, refuses the upgrade', async () => {
    const none = await start();
    assert.equal(await refused(none, defaultQuery), '503');
    await none.close();
    const one = await start({ SONORANT_MAX_STT: '1' }, toneEngines, [fakeRecognizer()]);
    const first = await listen(one);
    assert.equal(await refused(one, defaultQuery), '429');
    first.socket.send('close');
    await first.closed;
    const again = await listen(one);
    again.socket.close();
    await again.closed;
    await one.close();
  });

  it('whose recognizers all fail says so and closes with 1011, behind what was heard', async () => {
    const script = ({ index }: { readonly index: number }): Promise<Recognized> =>
      index === 0
        ? Promise.resolve({ text: 'first' })
        : Promise.reject(new RecognizerError('unavailable', 'it is gone'));
    const server = await start({}, toneEngines, [fakeRecognizer({ script })]);
    try {
      const { socket, events, closed, text } = await listen(server);
      sendAll(socket, speech);
      assert.equal(await closed, 1011);
      assert.deepEqual([text(), events.at(-1)!.error_code], ['first', 'recognizer_unavailable']);
      assert.equal(events.at(-1)!.status_code, 503);
    } finally {
      await server.close();
    }
  });

  it('tells of a failure at once, also when no further frame comes', async () => {
    const script = () => Promise.reject(new RecognizerError('failed', 'it broke'));
    const server = await start({}, toneEngines, [fakeRecognizer({ script })]);
    try {
      const { socket, events, closed } = await listen(server);
      sendAll(socket, speech.subarray(0, 2 * 3 * rate));
      assert.equal(await closed, 1011);
      assert.equal(events.at(-1)!.error_code, 'recognizer_failed');
    } finally {
      await server.close();
    }
  });

  it('ends speech whose frames stop, and tells a socket that has nothing open of no error when it stops', async () => {
    const server = await start({}, toneEngines, [fakeRecognizer()]);
    const { socket, events, closed, until, text } = await listen(server);
    // In the middle of a word.
    sendAll(socket, speech.subarray(0, 2 * 1.4 * rate));
    while (text() === '') await until('transcript', events.length + 1);
    await server.close();
    assert.equal(await closed, 1001);
    assert.ok(events.every(({ type }) => type === 'transcript'));
  });

  it('with a rate that cannot be converted is refused before the upgrade, and stops in order', async () => {
    const server = await start({}, toneEngines, [fakeRecognizer()]);
    assert.equal(await refused(server, 'encoding=pcm_s16le&sample_rate=22051'), '400');
    await server.close();
  });

  it('is not held up by a client that leaves, and counts what it sent', async () => {
    const server = await start({}, toneEngines, [fakeRecognizer({ script: () => new Promise(() => undefined) })]);
    try {
      const { socket, closed } = await listen(server);
      sendAll(socket, speech);
      socket.send('finalize');
      await new Promise((resolve) => socket.send(Buffer.alloc(2), resolve));
      socket.close();
      await closed;
    } finally {
      // Would not end in time with a piece that is never heard.
      await server.close();
    }
  });
});
