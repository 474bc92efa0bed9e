import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fakeEngine } from '../src/engines/fake/index.ts';
import { flite } from '../src/engines/flite/index.ts';
import { start, speech, type TestServer, type WireEvent } from './support/server.ts';

let server: TestServer;
before(async () => {
  // A quarter of a second for each word, by the name of the engine that `speech` asks for.
  server = await start({}, [flite, fakeEngine({ id: 'espeak' })]);
});
after(() => server.close());

const transcript = 'One two three four five, six seven eight nine ten. And here is another sentence.';
const old = { 'cartesia-version': '2025-11-04', 'service-version': '' };
const rate = 24_000;

/** Samples of an answer. */
async function samples(body: object, headers: Record<string, string> = old): Promise<Buffer> {
  const response = await server.post('/tts/bytes', { ...speech, transcript, ...body }, headers);
  assert.equal(response.status, 200);
  return Buffer.from(await response.arrayBuffer());
}

/** Of a context, its audio, its words and when they end. */
function read(events: readonly WireEvent[]): { audio: Buffer; words: readonly string[]; ends: readonly number[] } {
  const timestamps = events.flatMap(({ word_timestamps: words }) => words ?? []);
  return {
    audio: Buffer.concat(events.flatMap(({ data }) => (data === undefined ? [] : [Buffer.from(data, 'base64')]))),
    words: timestamps.flatMap(({ words }) => words),
    ends: timestamps.flatMap(({ end }) => end),
  };
}

describe('the duration of a request in a version before 2026', () => {
  it('bounds its audio: it ends with the word that is spoken then, and its bytes are those of the beginning', async () => {
    const whole = await samples({});
    for (const duration of [0.1, 0.8, 1.5]) {
      const cut = await samples({ duration });
      const seconds = cut.length / 2 / rate;
      assert.ok(seconds >= duration && seconds < duration + 0.7, `${duration} s gave ${seconds} s`);
      assert.ok(cut.equals(whole.subarray(0, cut.length)));
    }
    assert.ok((await samples({ duration: 60 })).equals(whole));
  });

  it('may end behind the first sentence', async () => {
    const first = await samples({ transcript: 'One two three four five, six seven eight nine ten. ' });
    const seconds = first.length / 2 / rate;
    const cut = await samples({ duration: seconds + 0.5 });
    assert.ok(cut.length > first.length);
    assert.ok(cut.length / 2 / rate < seconds + 1.2);
  });

  it('bounds every container, and its length is the one that the file tells', async () => {
    const wav = await samples({
      duration: 0.5,
      output_format: { container: 'wav', encoding: 'pcm_s16le', sample_rate: rate },
    });
    assert.equal(wav.readUInt32LE(40), wav.length - 44);
    assert.ok((wav.length - 44) / 2 / rate < 1.2);
    const mp3 = { container: 'mp3', sample_rate: 44_100, bit_rate: 128_000 };
    const [short, long] = await Promise.all([
      samples({ duration: 0.5, output_format: mp3 }),
      samples({ output_format: mp3 }),
    ]);
    assert.ok(short.length > 4000 && short.length < long.length / 3, `${short.length} of ${long.length}`);
  });

  it('cuts off the words of a context too, which ends as any other, and begins anew with the next one', async () => {
    const socket = await server.open('?cartesia_version=2025-11-04');
    const more = { add_timestamps: true };
    socket.speak('whole', transcript, more);
    const whole = read(await socket.ended('whole'));
    socket.speak('cut', transcript, { ...more, duration: 1, continue: true });
    socket.send({ ...speech, ...more, context_id: 'cut', transcript: ' This is not spoken any more.' });
    const events = await socket.ended('cut');
    assert.equal(events.at(-1)!.type, 'done');
    const cut = read(events);
    assert.ok(cut.words.length >= 3 && cut.words.length < 8, cut.words.join(' '));
    assert.deepEqual(cut.words, whole.words.slice(0, cut.words.length));
    assert.deepEqual(cut.ends, whole.ends.slice(0, cut.ends.length));
    assert.ok(cut.audio.equals(whole.audio.subarray(0, cut.audio.length)));
    assert.ok(Math.abs(cut.audio.length / 2 / rate - cut.ends.at(-1)!) < 0.001);
    socket.speak('again', transcript, more);
    assert.deepEqual(read(await socket.ended('again')).words, whole.words);
    socket.socket.close();
    await socket.closed;
  });

  it('holds for the text of its message and what follows, and counts from the beginning of the context', async () => {
    const socket = await server.open('?cartesia_version=2025-11-04');
    const said = async (id: string, ...pieces: readonly (readonly [string, object])[]) => {
      for (const [index, [text, more]] of pieces.entries()) {
        socket.speak(id, text, { add_timestamps: true, continue: index < pieces.length - 1, ...more });
      }
      return read(await socket.ended(id));
    };
    const [first, second, third] = ['One two three four. ', 'Five six seven eight nine ten. ', 'And eleven.'] as const;
    const whole = await said('whole', [first, {}], [second, {}], [third, {}]);
    const lowered = await said('lowered', [first, {}], [second, { duration: 2 }], [third, {}]);
    assert.deepEqual(lowered.words, whole.words.slice(0, lowered.words.length));
    assert.ok(lowered.audio.equals(whole.audio.subarray(0, lowered.audio.length)));
    assert.ok(lowered.words.length > 4 && lowered.words.length < 10, lowered.words.join(' '));
    assert.ok(lowered.ends.at(-1)! >= 2 && lowered.ends.at(-1)! < 2.5);
    const late = await said('late', [first, {}], [second, { duration: 0.1 }]);
    assert.deepEqual(late.words, whole.words.slice(0, 4));
    const raised = await said('raised', [first, { duration: 0.3 }], [second, { duration: 60 }]);
    assert.ok(raised.words.length > 6 && raised.words.length < 10, raised.words.join(' '));
    assert.deepEqual([raised.words[0], raised.words.at(-6), raised.words.at(-1)], ['One', 'Five', 'ten.']);
    socket.socket.close();
    await socket.closed;
  });

  it('is a number above 0', async () => {
    const socket = await server.open('?cartesia_version=2025-11-04');
    for (const [index, duration] of [0, -1, '1', {}].entries()) {
      const response = await server.post('/tts/bytes', { ...speech, transcript, duration }, old);
      assert.equal(response.status, 400);
      assert.match(await response.text(), /→ at duration/);
      const id = `c${index}`;
      socket.speak(id, 'One. ', { continue: true });
      socket.speak(id, 'Two.', { duration });
      const last = (await socket.ended(id)).at(-1)!;
      assert.deepEqual([last.type, last.status_code], ['error', 400]);
      assert.match(last.message!, /→ at duration/);
    }
    socket.socket.close();
    await socket.closed;
  });

  it('has no effect from 2026 on, whatever it is', async () => {
    const newest = { 'service-version': '2026-03-01' };
    const whole = await samples({}, newest);
    const socket = await server.open('?cartesia_version=2026-03-01');
    for (const [index, duration] of [0.1, 0, -1, '1', {}].entries()) {
      assert.ok((await samples({ duration }, newest)).equals(whole));
      socket.speak(`c${index}`, transcript, { duration });
      assert.ok(read(await socket.ended(`c${index}`)).audio.equals(whole));
    }
    socket.socket.close();
    await socket.closed;
  });
});
