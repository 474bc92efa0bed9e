import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer, type TestServer } from '../../http/testing.ts';
import { locales } from '../../voices/locales.ts';
import { localeRoutes } from './index.ts';

interface WireLocale {
  readonly locale: string;
  readonly language: string;
  readonly display_name: string;
  readonly accents: readonly { id: string; label: string; is_default: boolean }[];
}

let server: TestServer;
before(async () => {
  server = await startTestServer({ routes: (app) => void app.register(localeRoutes()) });
});
after(() => server.close());

describe('GET /locales', () => {
  it('gives every locale of the catalogue, sorted by code, in every version', async () => {
    for (const version of ['2025-04-16', '2026-03-01', '2026-08-14']) {
      const response = await server.inject({ url: '/locales', headers: { 'service-version': version } });
      assert.equal(response.statusCode, 200);
      assert.deepEqual(
        response.json<{ locales: WireLocale[] }>().locales.map((item) => item.locale),
        locales.map((item) => item.code).sort(),
      );
    }
  });

  it('names each locale and its accents for people and marks the default one', async () => {
    const all = (await server.inject({ url: '/locales' })).json<{ locales: WireLocale[] }>().locales;
    assert.deepEqual(
      all.find((item) => item.locale === 'hi-IN'),
      {
        locale: 'hi-IN',
        language: 'hi',
        display_name: 'Hindi (India)',
        accents: [
          { id: 'standard-hindi', label: 'Standard Hindi', is_default: true },
          { id: 'bagheli', label: 'Bagheli', is_default: false },
        ],
      },
    );
  });

  it('needs an API key', async () =>
    assert.equal((await server.inject({ url: '/locales', headers: { 'x-api-key': undefined } })).statusCode, 401));
});
