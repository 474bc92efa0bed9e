import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createCatalogue } from '../../voices/catalogue.ts';
import { startVoiceServer, type VoiceServer } from './testing.ts';

const { voices: builtInVoices } = createCatalogue();

interface WirePage {
  readonly data: readonly Readonly<Record<string, unknown> & { id: string; name: string }>[];
  readonly has_more: boolean;
  readonly next_page: string | null;
}

const total = builtInVoices.length;
const rms = builtInVoices[1]!;

let server: VoiceServer;
/** A private voice of the organization, without an accent. */
let own: string;
before(async () => {
  server = await startVoiceServer();
  const { store, organizationId } = server;
  const draft = {
    name: 'Mine',
    tagline: '',
    description: rms.description,
    gender: 'masculine',
    language: 'en',
    accents: [],
    access: 'private',
    speaker: rms.speaker,
  } as const;
  own = (await store.voices.create(organizationId, draft)).id;
  const { id } = await store.voices.create(organizationId, { ...draft, name: 'Retired' });
  await store.database.db
    .updateTable('voices')
    .set({ status: 'archived', created_at: '2020-01-01T00:00:00.000Z' })
    .where('id', '=', id)
    .execute();
});
after(() => server.close());

function get(url: string, version = '2026-08-14') {
  return server.inject({ url, headers: { 'service-version': version } });
}

async function list(query: string): Promise<WirePage> {
  return (await get(`/voices?${query}`)).json<WirePage>();
}

async function names(query: string): Promise<string[]> {
  return (await list(query)).data.map((voice) => voice.name);
}

describe('GET /voices', () => {
  it('gives pages of ten, own voices first and archived ones left out', async () => {
    const page = await list('');
    assert.equal(page.data.length, 10);
    assert.deepEqual(
      page.data.slice(0, 3).map((voice) => voice.name),
      ['Mine', 'Sadie', 'Russell'],
    );
    assert.equal(page.has_more, true);
    assert.equal(page.next_page, page.data[9]?.id);
  });

  it('is walked to an empty page by the id of the last voice, each voice once', async () => {
    const ids: string[] = [];
    let { data } = await list('limit=40');
    while (data.length > 0) {
      ids.push(...data.map((voice) => voice.id));
      ({ data } = await list(`limit=40&starting_after=${data.at(-1)!.id}`));
    }
    assert.equal(ids.length, total + 1);
    assert.equal(new Set(ids).size, total + 1);
  });

  it('is walked backwards by the id of the first voice', async () => {
    const all = (await list('limit=100')).data.map((voice) => voice.id);
    assert.deepEqual(
      (await list(`limit=3&ending_before=${all[5]!}`)).data.map((voice) => voice.id),
      all.slice(2, 5),
    );
    assert.deepEqual((await list(`ending_before=${all[0]!}`)).data, []);
  });

  it('narrows by text, owner, gender, language and locale together', async () => {
    assert.deepEqual(await names('q=lodie'), ['Élodie']);
    assert.deepEqual(await names('is_owner=true'), ['Mine']);
    assert.ok(!(await names('is_owner=false&limit=100')).includes('Mine'));
    assert.deepEqual(await names('language=fr&gender=masculine'), ['Julien', 'Thibault']);
    for (const locale of ['fr-BE', 'FR_be']) assert.deepEqual(await names(`language=${locale}`), ['Manon', 'Thibault']);
    assert.deepEqual(await names('is_owner=true&include_archived=true'), ['Mine', 'Retired']);
  });

  it('keeps its filter while it is walked', async () => {
    const { data } = await list('language=ja&limit=1');
    assert.deepEqual(await names(`language=ja&limit=1&starting_after=${data[0]!.id}`), ['Haruto']);
  });

  it('adds the preview with expand in every encoding, and only then', async () => {
    for (const expand of [
      'expand[]=preview_file_url',
      'expand%5B%5D=preview_file_url',
      'expand=preview_file_url',
      'expand[]=is_starred&expand[]=preview_file_url',
      'expand=is_starred&expand=preview_file_url',
    ]) {
      assert.equal(
        (await list(`limit=1&${expand}`)).data[0]?.preview_file_url,
        `https://voices.example/voices/${own}/preview`,
        expand,
      );
    }
    assert.ok(!('preview_file_url' in (await list('limit=1')).data[0]!));
  });

  it('answers 400 that names the field for a bad value', async () => {
    const bad = {
      limit: ['0', '101', 'ten'],
      starting_after: ['nobody'],
      ending_before: ['nobody'],
      gender: ['male'],
      language: ['xx', 'en-XX'],
      is_owner: ['yes'],
      include_archived: ['1'],
      'expand[]': ['everything'],
    };
    for (const [field, values] of Object.entries(bad)) {
      for (const value of values) {
        const response = await get(`/voices?${field}=${value}`);
        assert.equal(response.statusCode, 400, `${field}=${value}`);
        assert.ok(response.json<{ message: string }>().message.includes(field), response.body);
      }
    }
  });

  it('needs an API key', async () => {
    assert.equal((await server.inject({ url: '/voices', headers: { 'x-api-key': undefined } })).statusCode, 401);
    assert.equal((await server.inject({ url: '/voices', headers: { 'x-api-key': server.adminKey } })).statusCode, 403);
  });
});

describe('GET /voices/{id}', () => {
  it('gives the voice with every member a client of the newest version knows', async () => {
    assert.deepEqual((await get(`/voices/${rms.id}`)).json<unknown>(), {
      id: rms.id,
      is_owner: false,
      name: 'Russell',
      description: rms.description,
      gender: 'masculine',
      created_at: rms.createdAt,
      language: 'en',
      status: 'active',
      access: 'public',
      visibility: 'all',
      tagline: 'American English',
      accents: [{ accent: 'general-american', locale: 'en-US', is_native: true }],
      locales: [{ locale: 'en-US', is_native: true }],
      accent: 'general-american',
      country: 'US',
      is_pro: false,
    });
  });

  it('lists each locale once, the native one first', async () => {
    const nora = builtInVoices.find((voice) => voice.name === 'Nora')!;
    const voice = (await get(`/voices/${nora.id}`)).json<{ accents: { accent: string }[]; locales: unknown }>();
    assert.deepEqual(
      voice.accents.map((item) => item.accent),
      ['general-american', 'british', 'new-york'],
    );
    assert.deepEqual(voice.locales, [
      { locale: 'en-US', is_native: true },
      { locale: 'en-GB', is_native: false },
    ]);
  });

  it('shows an own voice as owned, private and without accents', async () => {
    const voice = (await get(`/voices/${own}`)).json<Record<string, unknown>>();
    assert.deepEqual(
      [voice.is_owner, voice.access, voice.visibility, voice.accent, voice.country, voice.accents, voice.locales],
      [true, 'private', 'owner', null, null, [], []],
    );
  });

  it('gives a voice by its alias under that alias', async () => {
    const voice = (await get('/voices/a0e99841-438c-4a64-b679-ae501e7d6091')).json<{ id: string; name: string }>();
    assert.deepEqual([voice.id, voice.name], ['a0e99841-438c-4a64-b679-ae501e7d6091', 'Russell']);
  });

  it('answers 404 for an unknown id', async () => {
    const response = await get('/voices/nobody');
    assert.equal(response.statusCode, 404);
    assert.equal(response.json<{ error_code: string }>().error_code, 'voice_not_found');
  });
});

describe('before version 2026-08-14', () => {
  it('a voice says is_public instead of access', async () => {
    for (const version of ['2024-11-13', '2025-04-16', '2025-11-04', '2026-03-01', '2026-04-03']) {
      const [voice] = (await get('/voices?limit=1&is_owner=false', version)).json<WirePage>().data;
      assert.deepEqual(
        [voice?.name, voice?.is_public, voice?.is_owner, voice?.access],
        ['Sadie', true, false, undefined],
        version,
      );
      assert.equal((await get(`/voices/${own}`, version)).json<{ is_public: boolean }>().is_public, false);
    }
  });

  it('a voice is starred only when that is asked for', async () => {
    const [voice] = (await get('/voices?limit=1&expand[]=is_starred', '2025-04-16')).json<WirePage>().data;
    assert.equal(voice?.is_starred, false);
  });

  it('a voice has an empty embedding when that is asked for, until the version that has none', async () => {
    const embeddings = await Promise.all(
      ['2024-11-13', '2025-04-16'].map(
        async (version) => (await get('/voices?limit=1&expand[]=embedding', version)).json<WirePage>().data[0],
      ),
    );
    assert.deepEqual(
      embeddings.map((voice) => (voice as unknown as { embedding?: unknown }).embedding),
      [[], undefined],
    );
  });

  it('an unknown voice is told in plain text', async () => {
    const response = await get('/voices/nobody', '2025-04-16');
    assert.deepEqual([response.statusCode, response.body.startsWith('Voice not found: ')], [404, true]);
  });
});

describe('in version 2024-06-10', () => {
  it('the list is an array of all voices with their owner', async () => {
    const voices = (await get('/voices', '2024-06-10')).json<Record<string, unknown>[]>();
    assert.equal(voices.length, total + 1);
    assert.deepEqual(voices[2], {
      id: rms.id,
      user_id: 'sonorant',
      is_public: true,
      name: 'Russell',
      description: rms.description,
      created_at: rms.createdAt,
      language: 'en',
      embedding: [],
    });
    assert.equal(voices[0]?.user_id, `org_${server.organizationId}`);
  });

  it('a single voice has the same form', async () => {
    const voice = (await get(`/voices/${rms.id}`, '2024-06-10')).json<Record<string, unknown>>();
    assert.deepEqual(Object.keys(voice), [
      'id',
      'user_id',
      'is_public',
      'name',
      'description',
      'created_at',
      'language',
      'embedding',
    ]);
  });
});
