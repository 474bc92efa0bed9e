import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer, type TestServer } from '../../http/testing.ts';
import { accentRoutes } from './index.ts';

interface WireAccent {
  readonly id: string;
  readonly locale: string;
  readonly is_locale_default: boolean;
}

let server: TestServer;
before(async () => {
  server = await startTestServer({ routes: (app) => void app.register(accentRoutes()) });
});
after(() => server.close());

async function list(query = ''): Promise<WireAccent[]> {
  return (await server.inject({ url: `/accents?${query}` })).json<{ accents: WireAccent[] }>().accents;
}

async function ids(query: string): Promise<string[]> {
  return (await list(query)).map((accent) => accent.id);
}

describe('GET /accents', () => {
  it('gives all accents sorted by id', async () => {
    const all = await ids('');
    assert.deepEqual(all, [...all].sort());
    assert.ok(all.length > 70);
  });

  it('says all about an accent', async () => {
    assert.deepEqual(await list('language=nl'), [
      {
        id: 'randstad',
        name: 'Randstad',
        language: 'nl',
        locale: 'nl-NL',
        is_locale_default: true,
        is_localizable: true,
      },
    ]);
  });

  it('has one default accent in every locale', async () => {
    const all = await list();
    const defaults = all.filter((accent) => accent.is_locale_default).map((accent) => accent.locale);
    assert.deepEqual(defaults.toSorted(), [...new Set(all.map((accent) => accent.locale))].sort());
  });

  it('narrows by all conditions together', async () => {
    assert.equal((await ids('is_localizable=true')).length, 29);
    assert.deepEqual(await ids('language=de&is_localizable=false'), ['swiss-standard']);
    assert.deepEqual(await ids('locale=EN_us&is_localizable=true'), ['general-american', 'southern-us']);
    assert.deepEqual(await ids('language=fr&locale=en-GB'), []);
  });

  it('answers 400 that names the field for a bad value', async () => {
    for (const [field, value] of [
      ['is_localizable', 'yes'],
      ['language', 'xx'],
      ['language', 'en-GB'],
      ['locale', 'en'],
      ['locale', 'en-XX'],
    ] as const) {
      const response = await server.inject({ url: `/accents?${field}=${value}` });
      assert.equal(response.statusCode, 400, `${field}=${value}`);
      assert.match(response.json<{ message: string }>().message, new RegExp(`at ${field}$`));
    }
  });

  it('needs an API key', async () =>
    assert.equal((await server.inject({ url: '/accents', headers: { 'x-api-key': undefined } })).statusCode, 401));
});
