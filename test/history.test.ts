/** `/console/api/history` on a real server: what a member keeps, and that no other member sees it. */
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { voiceLike, wavOf } from '../src/audio/decoding/testing.ts';
import type { Store } from '../src/store/index.ts';
import { openTestStore } from '../src/store/testing.ts';
import { Browser, type Sending } from './support/clients/console.ts';
import { eventually } from './support/eventually.ts';
import { exchangeBytes } from './support/clients/raw-http.ts';
import { adminKey, apiKey, start, toneEngines, version, type TestServer } from './support/server.ts';

const password = 'correct horse battery';

interface Kept {
  readonly id: string;
  readonly title: string | null;
  readonly starred: boolean;
  readonly excerpt: string;
  readonly text: string;
  readonly words: unknown;
  readonly voice: { readonly id: string; readonly name: string };
  readonly settings: unknown;
  readonly size: number;
}

interface State {
  readonly is_on: boolean;
  readonly is_wanted: boolean;
  readonly takes: number;
  readonly bytes: number;
  readonly limit_bytes: number;
}

const sound = Buffer.from(wavOf(voiceLike({ seconds: 0.5, sampleRate: 24_000, pitch: 140 }), 24_000));

function takeOf(text: string, more: object = {}) {
  return {
    ...{ origin: 'speak', text, voice_id: 'voice_1', voice_name: 'Sadie', model_id: 'sonorant-1', language: 'en' },
    ...{ settings: { speed: 1.2, format: 'wav-24' }, seconds: 0.5, words: [['Hello', 0, 0.4]] },
    ...more,
  };
}

function formOf(text: string, more: object = {}, bytes: Uint8Array = sound): FormData {
  const body = new FormData();
  body.set('take', JSON.stringify(takeOf(text, more)));
  body.set('file', new Blob([new Uint8Array(bytes)]), 'take.wav');
  return body;
}

async function keep(browser: Browser, text: string, more: object = {}, headers: Sending['headers'] = {}) {
  return browser.send('/history', { body: formOf(text, more), headers });
}

async function kept(browser: Browser, text: string, more: object = {}): Promise<Kept> {
  const answer = await keep(browser, text, more);
  assert.equal(answer.status, 201, await answer.clone().text());
  return (await answer.json()) as Kept;
}

async function listed(browser: Browser, query = ''): Promise<readonly string[]> {
  const { data } = (await (await browser.send(`/history${query}`)).json()) as { data: Kept[] };
  return data.map(({ excerpt }) => excerpt);
}

async function stateOf(browser: Browser): Promise<State> {
  return (await (await browser.send('/history/settings')).json()) as State;
}

async function problem(response: Response): Promise<{ readonly error_code: string; readonly message: string }> {
  return (await response.json()) as { error_code: string; message: string };
}

/** Objects of takes on the disk. */
async function objects({ dataDir }: TestServer): Promise<number> {
  const folder = join(dataDir, 'blobs', 'takes');
  const files = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return files.filter((file) => file.isFile()).length;
}

/** A server with two members. */
async function withMembers(settings: Record<string, string> = {}) {
  const server = await start(settings, toneEngines);
  const store: Store = await openTestStore({ dataDir: server.dataDir });
  const { id: organizationId } = (await store.organizations.first())!;
  const member = async (name: string): Promise<{ readonly id: string; readonly browser: Browser }> => {
    const email = `${name}@example.org`;
    const { id } = await store.users.create({ organizationId, role: 'member', email });
    await store.accounts.setPassword(id, password);
    const browser = new Browser(server.url);
    await browser.signIn({ email, password });
    return { id, browser };
  };
  const [ann, bob] = [await member('ann'), await member('bob')];
  const close = async (): Promise<void> => {
    await store.close();
    await server.close();
  };
  return { server, store, ann, bob, close };
}

describe('the history of a member', () => {
  let all: Awaited<ReturnType<typeof withMembers>>;
  before(async () => (all = await withMembers()));
  after(() => all.close());

  it('keeps what was made as it came, and gives it back whole, in parts, and by its words', async () => {
    const { browser } = all.ann;
    const take = await kept(browser, 'Hello, “world”!', { title: null });
    assert.deepEqual(
      [take.text, take.voice, take.settings, take.words, take.size],
      [
        'Hello, “world”!',
        { id: 'voice_1', name: 'Sadie' },
        { speed: 1.2, format: 'wav-24' },
        [['Hello', 0, 0.4]],
        sound.length,
      ],
    );
    const got = (await (await browser.send(`/history/${take.id}`)).json()) as Kept;
    assert.deepEqual(got, take);
    const audio = await browser.send(`/history/${take.id}/audio`);
    assert.deepEqual(Buffer.from(await audio.arrayBuffer()), sound);
    assert.equal(audio.headers.get('content-type'), 'audio/wav');
    assert.match(audio.headers.get('content-disposition') ?? '', /filename="Hello-world-Sadie\.wav"/);
    const part = await browser.send(`/history/${take.id}/audio`, { headers: { range: 'bytes=40-99' } });
    assert.equal(part.status, 206);
    assert.deepEqual(Buffer.from(await part.arrayBuffer()), sound.subarray(40, 100));
    assert.equal(
      (await browser.send(`/history/${take.id}/audio`, { headers: { range: 'bytes=9999999-' } })).status,
      416,
    );
  });

  it('is closed to another member, to keys, and to pages of other origins', async () => {
    const { browser } = all.ann;
    const { id } = await kept(browser, 'Only mine');
    for (const [path, sending] of [
      [`/history/${id}`, {}],
      [`/history/${id}/audio`, {}],
      [`/history/${id}`, { method: 'PATCH', body: { starred: true } }],
      [`/history/${id}`, { method: 'DELETE' }],
    ] as const) {
      assert.equal((await all.bob.browser.send(path, sending)).status, 404, JSON.stringify([path, sending]));
    }
    assert.deepEqual(await listed(all.bob.browser), []);
    assert.deepEqual(await (await all.bob.browser.send('/history', { method: 'DELETE' })).json(), { deleted: 0 });
    assert.equal((await browser.send(`/history/${id}`)).status, 200);

    const byKey = new Browser(all.server.url);
    await byKey.signIn({ key: apiKey });
    const refused = await byKey.send('/history/settings');
    assert.equal(refused.status, 403);
    assert.match((await problem(refused)).message, /a key belongs to no one in particular/);
    assert.equal((await keep(byKey, 'Of nobody')).status, 403);
    const byAdminKey = new Browser(all.server.url);
    await byAdminKey.signIn({ key: adminKey });
    assert.equal((await byAdminKey.send('/history')).status, 403);
    const headers = { authorization: `Bearer ${apiKey}`, 'service-version': version };
    assert.equal((await fetch(`${all.server.url}/console/api/history`, { headers })).status, 401);
    assert.equal((await fetch(`${all.server.url}/history`, { headers })).status, 404);
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    assert.equal((await browser.send('/history', { method: 'DELETE', headers: foreign })).status, 403);
  });

  it('belongs to the first admin where the link of the start signed in', async () => {
    const link = /#link=(.+)$/.exec(all.server.consoleUrl(true))![1]!;
    const browser = new Browser(all.server.url);
    await browser.signIn({ link });
    const { id } = await kept(browser, 'By the link');
    await browser.send('/account', { body: { name: 'Ada', email: 'ada@example.org', password } });
    const later = new Browser(all.server.url);
    await later.signIn({ email: 'ada@example.org', password });
    assert.equal((await later.send(`/history/${id}`)).status, 200);
  });

  it('is listed in pages, newest first, found by text, and narrowed to stars and voices', async () => {
    const { browser } = all.bob;
    const texts = ['first', 'zweites Stück', 'third'];
    const ids: string[] = [];
    for (const text of texts) ids.push((await kept(browser, text, { voice_id: `voice of ${text}` })).id);
    assert.deepEqual(await listed(browser), texts.toReversed());
    assert.deepEqual(await listed(browser, `?limit=1&starting_after=${ids[2]!}`), ['zweites Stück']);
    assert.deepEqual(await listed(browser, '?q=stuck'), ['zweites Stück']);
    assert.deepEqual(await listed(browser, `?voice_id=${encodeURIComponent('voice of third')}`), ['third']);
    const starred = await browser.send(`/history/${ids[0]!}`, {
      method: 'PATCH',
      body: { starred: true, title: 'Best' },
    });
    const { starred: hasStar, title } = (await starred.json()) as Kept;
    assert.deepEqual([hasStar, title], [true, 'Best']);
    assert.deepEqual(await listed(browser, '?starred=true'), ['first']);
    assert.deepEqual(await listed(browser, '?q=best'), ['first']);
    assert.equal((await browser.send('/history?limit=101')).status, 400);
    assert.equal((await browser.send(`/history/${ids[0]!}`, { method: 'PATCH', body: { text: 'x' } })).status, 400);
  });

  it('is kept once however often it is sent', async () => {
    const { browser } = all.ann;
    const before = (await stateOf(browser)).takes;
    const headers = { 'idempotency-key': 'one take' };
    const answers = await Promise.all(Array.from({ length: 5 }, () => keep(browser, 'Once', {}, headers)));
    const again = await keep(browser, 'Once', {}, headers);
    assert.equal(again.status, 201);
    assert.equal(again.headers.get('idempotency-replayed'), 'true');
    assert.ok(answers.every(({ status }) => status === 201 || status === 409));
    assert.equal((await stateOf(browser)).takes, before + 1);
    assert.equal((await keep(browser, 'Another', {}, headers)).status, 422);
  });

  it('refuses what is no take, naming the field, and keeps nothing of it', async () => {
    const { browser } = all.ann;
    const before = await objects(all.server);
    const send = (body: FormData) => browser.send('/history', { body });
    for (const [body, message] of [
      [formOf('x', {}, Buffer.from('no sound at all, whatever its name may be; not even a header')), /Not audio/],
      [formOf('x', { origin: 'elsewhere' }), /origin/],
      [formOf('x'.repeat(100_001)), /text/],
      [formOf('x', { words: [['a', -1, 0]] }), /words/],
    ] as const) {
      const answer = await send(body);
      assert.equal(answer.status, 400);
      assert.match((await problem(answer)).message, message);
    }
    const noJson = formOf('x');
    noJson.set('take', '{');
    assert.match((await problem(await send(noJson))).message, /Not JSON/);
    assert.equal(await objects(all.server), before);
    // A text as long as a request may have, with its words.
    const long = 'word '.repeat(19_000);
    const words = Array.from({ length: 19_000 }, (_, index) => ['word', index, index + 0.5]);
    assert.equal((await kept(browser, long, { words })).text, long);
  });

  it('is deleted singly and as a whole, with every object, and says so of what is gone', async () => {
    const { browser } = all.ann;
    const { id } = await kept(browser, 'To be deleted');
    const before = await objects(all.server);
    assert.equal((await browser.send(`/history/${id}`, { method: 'DELETE' })).status, 204);
    for (const path of [`/history/${id}`, `/history/${id}/audio`]) {
      const gone = await browser.send(path);
      assert.equal(gone.status, 404);
      assert.match((await problem(gone)).message, /it was deleted/);
    }
    await eventually('its object is gone', async () => (await objects(all.server)) === before - 1);
    const others = (await stateOf(all.bob.browser)).takes;
    const { takes } = await stateOf(browser);
    assert.deepEqual(await (await browser.send('/history', { method: 'DELETE' })).json(), { deleted: takes });
    assert.deepEqual([await listed(browser), (await stateOf(browser)).bytes], [[], 0]);
    assert.equal((await stateOf(all.bob.browser)).takes, others);
    // What is left is of Bob, and of the admin who came by the link.
    await eventually('all objects are gone', async () => (await objects(all.server)) === others + 1);
  });

  it('is switched off and on by the member alone, and keeps what was there', async () => {
    const { browser } = all.bob;
    const { takes } = await stateOf(browser);
    const switched = await browser.send('/history/settings', { method: 'PATCH', body: { is_wanted: false } });
    assert.equal(((await switched.json()) as State).is_wanted, false);
    const refused = await keep(browser, 'Not wanted');
    assert.equal(refused.status, 403);
    assert.match((await problem(refused)).message, /switched off/);
    assert.equal((await stateOf(browser)).takes, takes);
    assert.equal((await stateOf(all.ann.browser)).is_wanted, true);
    await browser.send('/history/settings', { method: 'PATCH', body: { is_wanted: true } });
    await kept(browser, 'Wanted again');
  });

  it('goes with the member', async () => {
    const { store, bob } = all;
    const objectsBefore = await objects(all.server);
    const { takes } = await stateOf(bob.browser);
    assert.ok(takes > 0);
    const removed = await fetch(`${all.server.url}/organizations/users/${bob.id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${adminKey}`, 'service-version': version },
    });
    assert.ok(removed.ok, await removed.text());
    const { id: organizationId } = (await store.organizations.first())!;
    assert.deepEqual(await store.takes.sums({ organizationId, userId: bob.id }), { takes: 0, bytes: 0 });
    await eventually('their objects are gone', async () => (await objects(all.server)) === objectsBefore - takes);
  });
});

describe('the limits of a history', () => {
  it('make room by the oldest without a star, and refuse where stars fill it', async () => {
    const room = 3 * sound.length;
    const { ann, server, close } = await withMembers({ SONORANT_HISTORY_BYTES: String(room) });
    try {
      const { browser } = ann;
      const first = await kept(browser, 'one');
      await kept(browser, 'two');
      await kept(browser, 'three');
      assert.deepEqual(await listed(browser), ['three', 'two']);
      assert.equal((await browser.send(`/history/${first.id}`)).status, 404);
      const { data } = (await (await browser.send('/history')).json()) as { data: Kept[] };
      for (const { id } of data) await browser.send(`/history/${id}`, { method: 'PATCH', body: { starred: true } });
      const full = await keep(browser, 'four');
      assert.equal(full.status, 409);
      assert.equal((await problem(full)).error_code, 'history_full');
      assert.deepEqual(await listed(browser), ['three', 'two']);
      await eventually('only the objects of both are left', async () => (await objects(server)) === 2);
      const large = Buffer.alloc(room + 1);
      sound.copy(large);
      assert.equal((await browser.send('/history', { body: formOf('large', {}, large) })).status, 413);
      assert.equal(await objects(server), 2);
    } finally {
      await close();
    }
  });

  it('refuse before the upload what stars leave no room for, and not what fits', async () => {
    const { ann, server, close } = await withMembers({ SONORANT_HISTORY_BYTES: '20000000' });
    try {
      const { browser } = ann;
      const long = (bytes: number): Buffer => Buffer.concat([sound], bytes);
      // Nothing of the body is sent: it is not read.
      const announce = async (bytes: number) => {
        const head = [
          'POST /console/api/history HTTP/1.1',
          `host: ${new URL(server.url).host}`,
          'connection: close',
          `content-length: ${bytes}`,
          `origin: ${server.url}`,
          'sec-fetch-site: same-origin',
          `cookie: ${browser.cookie!}`,
          'content-type: multipart/form-data; boundary=end',
        ];
        const { status, body } = (await exchangeBytes(server.url, `${head.join('\r\n')}\r\n\r\n`))!;
        return [status, (JSON.parse(body.toString()) as { error_code: string }).error_code];
      };
      const first = await browser.send('/history', { body: formOf('long', {}, long(12_000_000)) });
      const { id } = (await first.json()) as Kept;
      await browser.send(`/history/${id}`, { method: 'PATCH', body: { starred: true } });
      assert.deepEqual(await announce(17_000_000), [409, 'history_full']);
      assert.deepEqual(await announce(100_000_000), [413, 'file_too_large']);
      assert.equal((await browser.send('/history', { body: formOf('fits', {}, long(7_900_000)) })).status, 201);
      assert.equal((await browser.send('/history', { body: formOf('does not', {}, long(8_100_000)) })).status, 409);
      assert.deepEqual(await listed(browser), ['fits', 'long']);
    } finally {
      await close();
    }
  });

  it('switch it off where they are 0, and the server says so', async () => {
    const { ann, close } = await withMembers({ SONORANT_HISTORY_DAYS: '0' });
    try {
      assert.equal((await stateOf(ann.browser)).is_on, false);
      const refused = await keep(ann.browser, 'Not kept');
      assert.equal(refused.status, 403);
      assert.match((await problem(refused)).message, /SONORANT_HISTORY_DAYS/);
      assert.deepEqual(await listed(ann.browser), []);
    } finally {
      await close();
    }
  });
});

describe('POST /console/api/encode', () => {
  let all: Awaited<ReturnType<typeof withMembers>>;
  before(async () => (all = await withMembers()));
  after(() => all.close());

  const encode = (fields: Readonly<Record<string, string>>, bytes: Uint8Array = sound) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(`output_format[${name}]`, value);
    body.set('file', new Blob([new Uint8Array(bytes)]), 'take.wav');
    return all.ann.browser.send('/encode', { body });
  };

  it('gives the same samples in another format, counts nothing, and needs no history', async () => {
    const raw = await encode({ container: 'raw', encoding: 'pcm_s16le', sample_rate: '24000' });
    assert.equal(raw.status, 200);
    assert.deepEqual(Buffer.from(await raw.arrayBuffer()), sound.subarray(44));
    const wav = Buffer.from(
      await (await encode({ container: 'wav', encoding: 'pcm_s16le', sample_rate: '24000' })).arrayBuffer(),
    );
    assert.deepEqual(wav, sound);
    for (const [fields, magic] of [
      [{ container: 'flac' }, /^fLaC/],
      [{ container: 'mp3' }, /^(ID3|\u00ff[\u00e0-\u00ff])/],
      [{ container: 'opus' }, /^OggS/],
    ] as const) {
      assert.match(Buffer.from(await (await encode(fields)).arrayBuffer()).toString('latin1', 0, 4), magic);
    }
    const usage = await fetch(`${all.server.url}/usage/credits`, {
      headers: { authorization: `Bearer ${adminKey}`, 'service-version': version },
    });
    assert.doesNotMatch(await usage.text(), /"credits":[1-9]/);
  });

  it('names what is wrong with the file or the format', async () => {
    for (const answer of [
      await encode({ container: 'flac' }, Buffer.from('no sound')),
      await encode({ container: 'raw' }),
    ]) {
      assert.equal(answer.status, 400);
    }
    const body = new FormData();
    body.set('file', new Blob([new Uint8Array(sound)]), 'take.wav');
    const headers = { origin: undefined };
    assert.equal((await all.ann.browser.send('/encode', { body, headers })).status, 403);
  });
});
