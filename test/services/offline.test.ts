/** Speech from outside while the database of a real server is away. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { allEngines } from '../../src/engines/registry.ts';
import { openStore } from '../../src/store/index.ts';
import { FaultyProxy } from '../../src/store/blobs/proxy-testing.ts';
import { databases, withDatabase } from '../../src/store/testing.ts';
import { clientOf, expectJson } from '../support/resources.ts';
import { eventually } from '../support/eventually.ts';
import { stopwatch } from '../support/processor-wait.ts';
import { apiKey, audioOf, fliteVoice, raw24, readSse, start, type TestServer } from '../support/server.ts';

const transcript = 'Sonorant speaks on.';

/** The same sentence over the three transports. */
async function spoken(server: TestServer, request: object): Promise<Buffer[]> {
  const body = { model_id: 'espeak', output_format: raw24, transcript, ...request };
  const bytes = await server.post('/tts/bytes', body);
  assert.equal(bytes.status, 200, bytes.ok ? '' : await bytes.text());
  const events = await server.post('/tts/sse', body);
  assert.equal(events.status, 200);
  const socket = await server.open();
  try {
    socket.send({ ...body, context_id: 'one' });
    const received = await socket.ended('one');
    assert.equal(received.at(-1)!.type, 'done', JSON.stringify(received.at(-1)));
    return [Buffer.from(await bytes.arrayBuffer()), audioOf(readSse(await events.text())), audioOf(received)];
  } finally {
    socket.close();
  }
}

async function refusal(response: Response): Promise<readonly [number, string, boolean]> {
  const { error_code: code } = (await response.json()) as { error_code: string };
  return [response.status, code, Number(response.headers.get('retry-after')) > 0];
}

const unavailable = [503, 'unavailable', true] as const;

async function ready(server: TestServer, path = '/readyz'): Promise<{ status: number; text: string }> {
  const response = await fetch(server.url + path, { signal: AbortSignal.timeout(20_000) });
  return { status: response.status, text: await response.text() };
}

for (const [name, database] of Object.entries(databases)) {
  if (name !== 'PostgreSQL') continue;
  describe(`a server whose ${name} is away`, () => {
    for (const [how, take] of [
      ['is stopped', (proxy: FaultyProxy) => proxy.close()],
      [
        'hangs',
        (proxy: FaultyProxy) => {
          proxy.fault = { hang: true };
          return Promise.resolve();
        },
      ],
    ] as const) {
      it(`goes on speaking what it knows when it ${how}, refuses the rest honestly, and counts all of it later`, () =>
        withDatabase(database, async ({ databaseUrl }) => {
          const direct = new URL(databaseUrl!);
          const proxy = new FaultyProxy({ host: direct.hostname, port: Number(direct.port) });
          await proxy.open();
          const through = new URL(direct);
          through.host = `127.0.0.1:${proxy.port}`;
          const server = await start(
            {
              SONORANT_DATABASE_URL: through.href,
            },
            allEngines,
            [],
            { databaseTimeoutMs: 1000, keyCacheMs: 0, usageFlushMs: 200 },
          );
          try {
            await eventually('ready', async () => (await ready(server)).status === 200);
            const ask = clientOf(server.url, apiKey);
            const localized = (title: string) =>
              expectJson<{ id: string }>(
                ask('POST', '/voices/localize', { voice_id: fliteVoice, name: title, accent: 'british' }),
                200,
              );
            const [mine, unseen] = [await localized('Mine'), await localized('Unseen')];
            const items = [{ text: 'Sonorant', alias: 'so no rant' }];
            const dict = await expectJson<{ id: string }>(
              ask('POST', '/pronunciation-dicts', { name: 'Used', items }),
              200,
            );
            const unusedDict = await expectJson<{ id: string }>(
              ask('POST', '/pronunciation-dicts', { name: 'Unused', items }),
              200,
            );
            const byId = { voice: mine.id, pronunciation_dict_id: dict.id };
            const byName = { voice: 'mine' };
            const builtIn = { voice: fliteVoice };
            const before = [await spoken(server, byId), await spoken(server, byName), await spoken(server, builtIn)];
            await take(proxy);

            const away = [await spoken(server, byId), await spoken(server, byName), await spoken(server, builtIn)];
            assert.ok(away.every((three, at) => three.every((audio, index) => audio.equals(before[at]![index]!))));
            const body = { model_id: 'espeak', output_format: raw24, transcript };
            assert.deepEqual(
              await refusal(await server.post('/tts/bytes', { ...body, voice: unseen.id })),
              unavailable,
            );
            assert.deepEqual(
              await refusal(
                await server.post('/tts/bytes', { ...body, voice: fliteVoice, pronunciation_dict_id: unusedDict.id }),
              ),
              unavailable,
            );
            const saving = await server.post('/tts/bytes', { ...body, voice: fliteVoice, save: true });
            assert.deepEqual(await refusal(saving), unavailable);
            const elapsedMs = stopwatch();
            const { status, text } = await ready(server);
            assert.ok(elapsedMs() < 2000, 'it is told in time');
            assert.equal(status, 503);
            assert.match(text, /the database does not answer/u);
            assert.equal((await ready(server, '/readyz/speech')).status, 200);

            if (how === 'is stopped') await proxy.open();
            else proxy.fault = {};
            await eventually('ready again', async () => (await ready(server)).status === 200, 30_000);
            assert.equal((await server.post('/tts/bytes', { ...body, voice: unseen.id })).status, 200);
            const store = await openStore({ databaseUrl });
            try {
              const organization = (await store.organizations.first())!;
              const utterances = 2 * 9 + 1;
              await eventually(
                'all is counted, and nothing twice',
                async () => {
                  const days = await store.usage.daily(organization.id, { from: '2000-01-01', to: '9999-01-01' });
                  const sum = days.reduce((total, { credits }) => total + credits, 0);
                  assert.ok(sum <= utterances * transcript.length, `${sum} credits`);
                  return sum === utterances * transcript.length;
                },
                30_000,
              );
            } finally {
              await store.close();
            }
          } finally {
            if (how === 'hangs') proxy.fault = {};
            await server.close();
            await proxy.close();
          }
        }));
    }
  });
}
