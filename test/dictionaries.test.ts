import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openTestStore } from '../src/store/testing.ts';
import { clientOf, expectJson } from './support/resources.ts';
import { apiKey, audioOf, readSse, speech, start, type TestServer, type WireEvent } from './support/server.ts';

const transcript = 'Sonorant speaks in New York, and GIF is read as it is told.';
const items = [
  { text: 'sonorant', alias: 'so no rant' },
  { text: 'New York', pronunciation: 'the big apple' },
  { text: 'GIF', pronunciation: '<<dʒ|ɪ|f>>', case_sensitive: true },
];

describe('a pronunciation dictionary in speech', () => {
  let server: TestServer;
  let id: string;
  before(async () => {
    server = await start({ SONORANT_ENGINES: 'espeak' });
    id = (
      await expectJson<{ id: string }>(
        clientOf(server.url, apiKey)('POST', '/pronunciation-dicts/', { name: 'Names', items }),
        200,
      )
    ).id;
  });
  after(() => server.close());

  const bytes = async (more: object = {}, headers: Record<string, string> = {}): Promise<Buffer> => {
    const response = await server.post('/tts/bytes', { ...speech, transcript, ...more }, headers);
    assert.equal(response.status, 200);
    return Buffer.from(await response.arrayBuffer());
  };
  const words = (events: readonly WireEvent[]): string[] =>
    events.flatMap((event) => event.word_timestamps?.words ?? []);

  it('is heard the same on all three transports, and the times are those of the caller’s words', async () => {
    const heard = await bytes({ pronunciation_dict_id: id });
    assert.ok(!heard.equals(await bytes()), 'it changes the speech');
    const sse = readSse(
      await (
        await server.post('/tts/sse', { ...speech, transcript, pronunciation_dict_id: id, add_timestamps: true })
      ).text(),
    );
    assert.ok(audioOf(sse).equals(heard));
    assert.deepEqual(words(sse), transcript.split(' '));
    const socket = await server.open();
    socket.speak('whole', transcript, { pronunciation_dict_id: id, add_timestamps: true });
    const whole = await socket.ended('whole');
    assert.ok(audioOf(whole).equals(heard));
    assert.deepEqual(words(whole), transcript.split(' '));
    socket.close();
  });

  it('is found across the messages that cut its words', async () => {
    const heard = await bytes({ pronunciation_dict_id: id });
    const socket = await server.open();
    const pieces = ['Sono', 'rant speaks in New', ' Yo', 'rk, and G', 'IF is read', ' as it is told.'];
    pieces.forEach((piece, index) =>
      socket.speak('cut', piece, {
        continue: index < pieces.length - 1,
        ...(index === 0 && { pronunciation_dict_id: id }),
      }),
    );
    assert.ok(audioOf(await socket.ended('cut')).equals(heard));
    socket.close();
  });

  it('says its own words in normalized timestamps', async () => {
    const events = readSse(
      await (
        await server.post('/tts/sse', {
          ...speech,
          transcript: 'Sonorant in New York.',
          pronunciation_dict_id: id,
          add_timestamps: true,
          use_normalized_timestamps: true,
        })
      ).text(),
    );
    assert.deepEqual(words(events), ['so', 'no', 'rant', 'in', 'the', 'big', 'apple.']);
  });

  it('may not change inside a context', async () => {
    const socket = await server.open();
    socket.speak('c', 'One ', { continue: true, pronunciation_dict_id: id });
    socket.speak('c', 'two.', { pronunciation_dict_id: 'pdict_other' });
    const [error] = (await socket.ended('c')).filter((event) => event.type === 'error');
    assert.deepEqual([error?.status_code, error?.done], [400, true]);
    assert.match(error!.message!, /pronunciation_dict_id/);
    socket.close();
  });

  it('that is unknown or another organization’s is 404, before 2026-03-01 400, unless it is public', async () => {
    const store = await openTestStore({ dataDir: server.dataDir });
    const { id: theirs } = await store.organizations.create('Theirs');
    const content = {
      name: 'Theirs',
      description: '',
      items: [{ text: 'GIF', pronunciation: 'ghif', case_sensitive: false }],
    };
    const [secret, open] = await Promise.all(
      (['private', 'public'] as const).map((access) => store.pronunciationDicts.create(theirs, { ...content, access })),
    );
    await store.close();
    for (const unknown of ['pdict_nothing', secret!.id, '']) {
      for (const [version, status] of [
        ['2026-08-14', 404],
        ['2026-03-01', 404],
        ['2025-04-16', 400],
      ] as const) {
        for (const path of ['/tts/bytes', '/tts/sse']) {
          const response = await server.post(
            path,
            { ...speech, transcript, voice: { mode: 'id', id: speech.voice }, pronunciation_dict_id: unknown },
            { 'service-version': version },
          );
          assert.equal(response.status, status, `${path} ${version}`);
          assert.match(await response.text(), /pronunciation dictionary/);
        }
      }
    }
    const socket = await server.open();
    socket.speak('c', 'One.', { pronunciation_dict_id: 'pdict_nothing' });
    const [error] = await socket.ended('c');
    assert.deepEqual([error?.type, error?.status_code, error?.error_code], ['error', 404, 'not_found']);
    socket.close();
    assert.ok((await bytes({ pronunciation_dict_id: open!.id })).length > 0);
  });

  it('is forgotten with null', async () => {
    assert.ok((await bytes({ pronunciation_dict_id: null })).equals(await bytes()));
  });
});

describe('speech with save', () => {
  let server: TestServer;
  before(async () => {
    server = await start({});
  });
  after(() => server.close());

  it('is a file of the same bytes when its answer has ended', async () => {
    for (const output_format of [
      { container: 'wav' },
      { container: 'mp3', sample_rate: 24_000, bit_rate: 64_000 },
      speech.output_format,
    ]) {
      const response = await server.post('/tts/bytes', { ...speech, transcript, output_format, save: true });
      const id = response.headers.get('cartesia-file-id')!;
      const audio = Buffer.from(await response.arrayBuffer());
      const ask = clientOf(server.url, apiKey);
      const file = await expectJson<{ purpose: string; size: number; filename: string }>(
        ask('GET', `/files/${id}/info`),
        200,
      );
      assert.deepEqual([file.purpose, file.size], ['tts_generation', audio.length]);
      const download = await fetch(`${server.url}/files/${id}/download`, {
        headers: { 'service-version': '2026-08-14', 'x-api-key': apiKey },
      });
      assert.ok(Buffer.from(await download.arrayBuffer()).equals(audio));
    }
    assert.equal(
      (await expectJson<{ data: object[] }>(clientOf(server.url, apiKey)('GET', '/files?purpose=tts_generation'), 200))
        .data.length,
      3,
    );
  });

  it('has no file where it was refused or not asked for', async () => {
    const ask = clientOf(server.url, apiKey);
    const before = (await expectJson<{ data: object[] }>(ask('GET', '/files'), 200)).data.length;
    for (const [change, status] of [
      [{ save: true, model_id: 'nothing' }, 400],
      [{ save: false }, 200],
      [{ save: null }, 200],
    ] as const) {
      const response = await server.post('/tts/bytes', { ...speech, transcript, ...change });
      assert.deepEqual([response.status, response.headers.get('cartesia-file-id')], [status, null]);
      await response.arrayBuffer();
    }
    assert.equal((await expectJson<{ data: object[] }>(ask('GET', '/files'), 200)).data.length, before);
  });

  it('needs an API key: a token only speaks', async () => {
    const { token } = await expectJson<{ token: string }>(
      clientOf(server.url, apiKey)('POST', '/access-token', { grants: { tts: true } }),
      200,
    );
    const response = await server.post(
      '/tts/bytes',
      { ...speech, transcript, save: true },
      { authorization: `Bearer ${token}` },
    );
    assert.deepEqual(
      [response.status, ((await response.json()) as { error_code: string }).error_code],
      [403, 'forbidden'],
    );
  });
});
