/** What happens to speech that the engines cannot speak in time (docs/rules.md#admission). */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fakeEngine } from '../src/engines/fake/index.ts';
import { audioOf, metric, start, type TestServer } from './support/server.ts';

const raw = { container: 'raw', encoding: 'pcm_s16le', sample_rate: 24_000 } as const;
const voice = { mode: 'id', id: 'a0e99841-438c-4a64-b679-ae501e7d6091' } as const;
/** 40 words: ten seconds of audio, which take this engine one second. */
const text = 'word '.repeat(40).trim() + '.';

describe('an engine that is asked for more than it can speak in time', () => {
  let server: TestServer;
  before(async () => {
    const engine = fakeEngine({ placement: { threads: 1 }, synthesizer: { waits: true, cost: 0.1 } });
    server = await start({ SONORANT_ADMISSION_MS: '1000', SONORANT_ADMISSION_TOLERANCE_MS: '0' }, [engine]);
  });
  after(() => server.close());

  const speak = (body: object = {}): Promise<Response> =>
    server.post('/tts/bytes', { model_id: 'sonorant-1', transcript: text, voice, output_format: raw, ...body });

  it('takes everything as long as its rate is not known', async () => {
    const answers = await Promise.all([speak(), speak()]);
    for (const answer of answers) {
      assert.equal(answer.status, 200);
      assert.equal((await answer.arrayBuffer()).byteLength, 2 * 40 * 6000);
    }
    assert.equal(await metric(server.url, 'sonorant_admitted_contexts'), 0);
  });

  it('refuses on a socket with one terminal error of that context, and speaks what it admitted to the end', async () => {
    const ws = await server.open();
    const ids = Array.from({ length: 12 }, (_, index) => `c${index}`);
    for (const id of ids) ws.speak(id, text, { model_id: 'fake', voice, output_format: raw });
    const ends = await Promise.all(ids.map((id) => ws.ended(id)));
    const spoken = ends.filter((events) => events.at(-1)!.type === 'done');
    const refused = ends.filter((events) => events.at(-1)!.type === 'error');
    // How many it can speak depends on the rate that was measured, which a busy machine lowers; src/engines/scheduling counts them by hand.
    assert.ok(spoken.length >= 1 && refused.length >= 4, `${spoken.length} spoken, ${refused.length} refused`);
    for (const events of spoken) assert.equal(audioOf(events).length, 2 * 40 * 6000);
    for (const events of refused) {
      assert.deepEqual(
        events.map(({ error_code, status_code, done }) => [error_code, status_code, done]),
        [['unavailable', 503, true]],
      );
    }
    ws.close();
  });

  it('refuses over HTTP with 503 and Retry-After, and takes the next when all have ended', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => speak()));
    const statuses = answers.map(({ status }) => status);
    assert.ok(statuses.includes(200) && statuses.includes(503), statuses.join(' '));
    for (const answer of answers) {
      const body = await answer.arrayBuffer();
      if (answer.status === 200) assert.equal(body.byteLength, 2 * 40 * 6000);
      else assert.ok(Number(answer.headers.get('retry-after')) >= 1);
    }
    assert.equal(await metric(server.url, 'sonorant_admitted_contexts'), 0);
    assert.equal((await speak()).status, 200);
  });

  it('takes a context however slow it is when nothing else is admitted; cancelled ones do not count', async () => {
    const ws = await server.open();
    for (let round = 0; round < 3; round++) {
      ws.speak(`long${round}`, text.repeat(20), { model_id: 'fake', voice, output_format: raw });
      await ws.until((event) => event.context_id === `long${round}` && event.type === 'chunk');
      ws.send({ context_id: `long${round}`, cancel: true });
      assert.equal((await ws.ended(`long${round}`)).at(-1)!.type, 'done');
    }
    ws.close();
  });

  it('says how many it admitted and refused, and why', async () => {
    assert.ok((await metric(server.url, 'sonorant_admissions_total')) >= 2 + 12 + 12 + 1 + 3);
    const text = await (await fetch(`${server.url}/metrics`)).text();
    assert.match(text, /sonorant_admissions_total\{engine="fake",outcome="admitted"\} \d+/);
    assert.match(text, /sonorant_admissions_total\{engine="fake",outcome="refused_(start|lateness)"\} \d+/);
  });
});

describe('a burst that can be spoken in time', () => {
  let server: TestServer;
  before(async () => {
    // 15 ms for a text, 300 for a cold one: 17 as they are weighed, 72 if they were not. The limit allows 63, so that a busy machine may
    // add 46 to each.
    const synthesizer = { waits: true, cost: 0.06, coldSegments: 8 };
    const engine = fakeEngine({ placement: { threads: 1 }, synthesizer });
    server = await start({ SONORANT_ADMISSION_MS: '4000', SONORANT_ADMISSION_TOLERANCE_MS: '0' }, [engine]);
  });
  after(() => server.close());

  it('is not refused because the first texts of a thread took long', async () => {
    const sockets = [await server.open(), await server.open()];
    const say = async (id: string, index: number): Promise<string> => {
      const socket = sockets[index % 2]!;
      socket.speak(id, 'Hello', { model_id: 'fake', voice, output_format: raw });
      return (await socket.ended(id)).at(-1)!.type;
    };
    // The last ones weigh the most: a few more where the machine held one of them up.
    for (let round = 0, slowest = Infinity; round < 6 && slowest > 150; round++) {
      slowest = 0;
      for (let index = 0; index < (round === 0 ? 40 : 20); index++) {
        const begun = performance.now();
        assert.equal(await say(`before${round}-${index}`, index), 'done');
        if (round > 0 || index >= 24) slowest = Math.max(slowest, performance.now() - begun);
      }
    }
    const ends = await Promise.all(Array.from({ length: 63 }, (_, index) => say(`burst${index}`, index)));
    assert.deepEqual(new Set(ends), new Set(['done']));
    for (const socket of sockets) socket.close();
  });
});
