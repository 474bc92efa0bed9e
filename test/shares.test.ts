/** Links to takes on a real server: made and ended by the member, played by whoever has them, and gone for every reason alike. */
import assert from 'node:assert/strict';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { voiceLike, wavOf } from '../src/audio/decoding/testing.ts';
import type { Store } from '../src/store/index.ts';
import { openTestStore } from '../src/store/testing.ts';
import { Browser } from './support/clients/console.ts';
import { eventually } from './support/eventually.ts';
import { apiKey, start, version, type TestServer } from './support/server.ts';

const password = 'correct horse battery';
const hostile = '<img src=x onerror=alert(1)>"\'';

interface Share {
  readonly id: string;
  readonly url: string;
  readonly expires_at: string;
  readonly take_id: string;
}

function wav(seconds: number): Buffer {
  return Buffer.from(wavOf(voiceLike({ seconds, sampleRate: 24_000, pitch: 140 }), 24_000));
}

const sound = wav(0.5);

async function keep(browser: Browser, text: string, audio = sound): Promise<string> {
  const body = new FormData();
  const take = {
    ...{ origin: 'speak', title: hostile, text, voice_id: null, voice_name: 'Sadie', model_id: null, language: 'en' },
    ...{ settings: {}, seconds: 0.5, words: [['Hello', 0, 0.4]] },
  };
  body.set('take', JSON.stringify(take));
  body.set('file', new Blob([new Uint8Array(audio)]), 'take.wav');
  const answer = await browser.send('/history', { body });
  assert.equal(answer.status, 201, await answer.clone().text());
  return ((await answer.json()) as { id: string }).id;
}

async function share(browser: Browser, takeId: string, body: object = {}): Promise<Share> {
  const answer = await browser.send(`/history/${takeId}/share`, { body });
  assert.equal(answer.status, 201, await answer.clone().text());
  return (await answer.json()) as Share;
}

async function listed(browser: Browser): Promise<readonly Omit<Share, 'url'>[]> {
  const answer = await browser.send('/history/shares');
  const text = await answer.text();
  assert.ok(!/\/s\/|url|hash|token/.test(text), text);
  return (JSON.parse(text) as { data: Share[] }).data;
}

async function takeFiles({ dataDir }: TestServer): Promise<readonly string[]> {
  const folder = join(dataDir, 'blobs', 'takes');
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  return files.filter((file) => file.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

async function removeObject(server: TestServer, key: string): Promise<void> {
  const found = (await takeFiles(server)).filter((path) => path.includes(key.split('/').at(-1)!));
  assert.equal(found.length, 1, `${key}: ${found.join()}`);
  await rm(found[0]!);
}

async function withMembers(settings: Record<string, string> = {}) {
  const server: TestServer = await start(settings);
  const store: Store = await openTestStore({ dataDir: server.dataDir });
  const { id: organizationId } = (await store.organizations.first())!;
  const member = async (name: string) => {
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
  return { server, store, organizationId, ann, bob, close };
}

describe('a link to a take', () => {
  let all: Awaited<ReturnType<typeof withMembers>>;
  before(async () => (all = await withMembers()));
  after(() => all.close());

  it('plays the take to whoever has it, with its words, for seven days', async () => {
    const { browser } = all.ann;
    const text = `Hello ${hostile} world`;
    const takeId = await keep(browser, text);
    const link = await share(browser, takeId);
    assert.match(link.url, new RegExp(`^${all.server.url}/s/[0-9A-Za-z]{43}$`));
    const days = (Date.parse(link.expires_at) - Date.now()) / 86_400_000;
    assert.ok(days > 6.99 && days <= 7, `${days} days`);
    const page = await fetch(link.url);
    assert.equal(page.status, 200);
    assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
    const markup = await page.text();
    assert.ok(markup.includes('<span data-from="0" data-to="0.4">Hello</span>'));
    assert.ok(markup.includes('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;'));
    assert.ok(!markup.includes('<img'));
    assert.ok(markup.includes(link.expires_at));
    assert.ok(!markup.includes('ann@example.org') && !markup.includes(takeId));
    const audio = await fetch(`${link.url}/audio`);
    assert.deepEqual(Buffer.from(await audio.arrayBuffer()), sound);
    const part = await fetch(`${link.url}/audio`, { headers: { range: 'bytes=0-3' } });
    assert.deepEqual([part.status, await part.text()], [206, 'RIFF']);
    for (const headers of [page.headers, audio.headers, part.headers]) {
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.equal(headers.get('referrer-policy'), 'no-referrer');
      assert.equal(headers.get('x-robots-tag'), 'noindex, nofollow');
    }
  });

  it('is made, seen and ended by the member alone; an api key, and a session of one, are not asked', async () => {
    const { ann, bob, server } = all;
    const takeId = await keep(ann.browser, 'Hello mine');
    const link = await share(ann.browser, takeId, { days: 30 });
    const status = async (browser: Browser, path: string, method: string, body?: object) =>
      (await browser.send(path, { method, body })).status;
    assert.equal(await status(bob.browser, `/history/${takeId}/share`, 'POST', {}), 404);
    assert.deepEqual(await listed(bob.browser), []);
    assert.equal(await status(bob.browser, `/history/shares/${link.id}`, 'DELETE'), 404);
    const byKey = new Browser(server.url);
    await byKey.signIn({ key: apiKey });
    assert.equal(await status(byKey, `/history/${takeId}/share`, 'POST', {}), 403);
    const stranger = new Browser(server.url);
    assert.equal(await status(stranger, `/history/${takeId}/share`, 'POST', {}), 401);
    const headers = { authorization: `Bearer ${apiKey}`, 'service-version': version };
    assert.equal((await fetch(`${server.url}/console/api/history/shares`, { headers })).status, 401);
    assert.ok((await listed(ann.browser)).some(({ id, take_id }) => id === link.id && take_id === takeId));
    for (const days of [0, 31, 1.5, '7']) {
      assert.equal(await status(ann.browser, `/history/${takeId}/share`, 'POST', { days }), 400);
    }
    assert.equal(await status(ann.browser, `/history/shares/${link.id}`, 'DELETE'), 204);
    assert.ok(!(await listed(ann.browser)).some(({ id }) => id === link.id));
  });

  it('leads to the same page, whatever it is that ended it', async () => {
    const { ann, bob, server, store, organizationId } = all;
    const make = async (browser: Browser) => {
      const takeId = await keep(browser, 'Hello again');
      return { takeId, ...(await share(browser, takeId)) };
    };
    const [ended, deleted, expired, left] = [
      await make(ann.browser),
      await make(ann.browser),
      await make(ann.browser),
      await make(bob.browser),
    ];
    assert.equal((await ann.browser.send(`/history/shares/${ended.id}`, { method: 'DELETE' })).status, 204);
    assert.equal((await ann.browser.send(`/history/${deleted.takeId}`, { method: 'DELETE' })).status, 204);
    const past = new Date(Date.now() - 1).toISOString();
    await store.database.db.updateTable('take_shares').set({ expires_at: past }).where('id', '=', expired.id).execute();
    const lost = await make(ann.browser);
    const { blob } = (await store.takes.find({ organizationId, userId: ann.id }, lost.takeId))!;
    await removeObject(server, blob);
    assert.equal((await fetch(left.url)).status, 200);
    await store.users.remove(organizationId, bob.id);
    const unknown = `${server.url}/s/${'A'.repeat(43)}`;
    const seen = new Set<string>();
    const gone = [ended.url, deleted.url, expired.url, left.url, unknown, `${server.url}/s/no`];
    for (const address of [...gone.flatMap((url) => [url, `${url}/audio`]), `${lost.url}/audio`]) {
      const answer = await fetch(address, { headers: { range: 'bytes=0-9' } });
      const headers = [...answer.headers].filter(([name]) => !/^date$|-request-id$/.test(name));
      seen.add(JSON.stringify([answer.status, headers, await answer.text()]));
    }
    assert.equal(seen.size, 1, [...seen].join('\n'));
    assert.match([...seen][0]!, /^\[404,.*Nothing plays here/);
  });

  it('lets what is being played come to its end when the take is deleted, and then leads nowhere', async () => {
    const { ann, server } = all;
    // More than the sockets between hold.
    const large = wav(240);
    const takeId = await keep(ann.browser, 'Hello long', large);
    const { blob } = (await all.store.takes.find({ organizationId: all.organizationId, userId: ann.id }, takeId))!;
    assert.ok((await takeFiles(server)).some((path) => path.includes(blob.split('/').at(-1)!)));
    const link = await share(ann.browser, takeId);
    const playing = await fetch(`${link.url}/audio`, { headers: { range: 'bytes=0-' } });
    const reader = playing.body!.getReader();
    const first = await reader.read();
    assert.equal((await ann.browser.send(`/history/${takeId}`, { method: 'DELETE' })).status, 204);
    await eventually('its object is gone', async () => {
      const names = await takeFiles(server);
      return !names.some((path) => path.includes(blob.split('/').at(-1)!));
    });
    const parts = [Buffer.from(first.value)];
    for (let part = await reader.read(); !part.done; part = await reader.read()) parts.push(Buffer.from(part.value));
    assert.deepEqual(Buffer.concat(parts), large);
    assert.equal((await fetch(`${link.url}/audio`)).status, 404);
  });
});

describe('a server that shares nothing', () => {
  it('makes no links, and says so', async () => {
    const { ann, close } = await withMembers({ SONORANT_SHARE_MAX_DAYS: '0' });
    try {
      const takeId = await keep(ann.browser, 'Hello');
      const answer = await ann.browser.send(`/history/${takeId}/share`, { body: {} });
      assert.equal(answer.status, 403);
      assert.match(await answer.text(), /SONORANT_SHARE_MAX_DAYS is 0/);
      const state = (await (await ann.browser.send('/history/settings')).json()) as { share_max_days: number };
      assert.equal(state.share_max_days, 0);
    } finally {
      await close();
    }
  });
});
