import assert from 'node:assert/strict';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { after, before, describe, it } from 'node:test';
import { Registry } from 'prom-client';
import { createLogger } from '../../http/index.ts';
import { startTestServer, type TestServer } from '../../http/testing.ts';
import type { SpeechSettings } from '../../speech/settings.ts';
import { ManualScheduler, testSettings, testVoices } from '../../speech/testing.ts';
import { fakeEngine } from '../../engines/fake/index.ts';
import { previewRoutes, speechMetrics, ttsRoutes, type SpeechRouteOptions } from './index.ts';
import { format } from './multiplexer-testing.ts';

const body = { model_id: 'sonorant-1', transcript: 'Hello there.', voice: 'Tonia', output_format: format };

/** Some turns of the event loop: what an answer needs on its way through the hooks. */
async function settle(): Promise<void> {
  for (let i = 0; i < 20; i++) await turn();
}

describe('a client that leaves before its first audio', () => {
  const logged: { level: number; msg: string }[] = [];
  const scheduler = new ManualScheduler();
  let lookup = Promise.withResolvers<SpeechSettings>();
  let asked = Promise.withResolvers<undefined>();
  let server: TestServer;
  before(async () => {
    const destination = { write: (line: string) => void logged.push(JSON.parse(line) as (typeof logged)[number]) };
    const options = {
      scheduler,
      reader: {
        read: () => {
          asked.resolve(undefined);
          return lookup.promise;
        },
      },
      metrics: speechMetrics(new Registry()),
      usage: { add: () => undefined },
      saving: {},
      limits: { maxCharacters: 100, contextExpiryMs: 1000, maxContextsPerSocket: 50 },
    } as unknown as SpeechRouteOptions;
    server = await startTestServer({
      server: { logger: createLogger({ destination }) },
      routes: async (app) => {
        await app.register(ttsRoutes(options));
        await app.register(previewRoutes(options));
      },
    });
    await server.app.listen({ port: 0, host: '127.0.0.1' });
  });
  after(() => server.close());

  /** A request that has asked for its voice, and a way to leave it; resolves when the server has heard of that. */
  const ask = async (path: string): Promise<() => Promise<void>> => {
    lookup = Promise.withResolvers();
    asked = Promise.withResolvers();
    const gone = Promise.withResolvers<undefined>();
    const { port } = server.app.server.address() as AddressInfo;
    const headers = { 'x-api-key': server.apiKey, 'service-version': '2026-08-14', 'content-type': 'application/json' };
    const isPreview = path.endsWith('preview');
    server.app.server.once('request', (_request, response) => response.once('close', () => gone.resolve(undefined)));
    const client = request({ port, path, method: isPreview ? 'GET' : 'POST', headers, agent: false });
    client.on('error', () => undefined).end(isPreview ? undefined : JSON.stringify(body));
    await asked.promise;
    return async () => {
      client.destroy();
      await gone.promise;
      await settle();
    };
  };
  const found = async (): Promise<void> => {
    lookup.resolve(testSettings(testVoices.fake, {}, fakeEngine()));
    await settle();
  };
  const assertNoTrace = async (): Promise<void> => {
    assert.deepEqual([server.app.connections.size, scheduler.open.length, scheduler.admitted.size], [0, 0, 0]);
    assert.deepEqual(
      logged.filter(({ level }) => level > 30),
      [],
    );
    assert.doesNotMatch(await server.app.metrics.registry.metrics(), /sonorant_requests_total\{.*status="5/);
  };

  for (const path of ['/tts/bytes', '/tts/sse', '/voices/x/preview']) {
    it(`${path}: while its voice is looked up, leaves nothing behind and is no fault of the server`, async () => {
      const leave = await ask(path);
      await leave();
      await found();
      await assertNoTrace();
    });

    it(`${path}: while its text is spoken, ends the work and is no fault of the server`, async () => {
      const leave = await ask(path);
      await found();
      assert.deepEqual([server.app.connections.size, scheduler.open.length], [1, 1]);
      await leave();
      await assertNoTrace();
    });
  }
});
