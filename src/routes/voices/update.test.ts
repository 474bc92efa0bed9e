import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { EngineVoice } from '../../engines/adapter.ts';
import { finishDeletions } from '../../jobs/testing.ts';
import { createCatalogue } from '../../voices/catalogue.ts';
import { accents } from '../../voices/locales.ts';
import { startVoiceServer, type VoiceServer } from './testing.ts';

const { voices: builtInVoices } = createCatalogue();

interface WireVoice {
  readonly id: string;
  readonly accents: readonly { readonly accent: string; readonly is_native: boolean }[];
  readonly [name: string]: unknown;
}

let server: VoiceServer;
let theirKey: string;
before(async () => {
  server = await startVoiceServer();
  theirKey = await server.otherKey();
});
after(() => server.close());

async function get(id: string): Promise<WireVoice> {
  return (await server.ask('GET', `/voices/${id}`)).json<WireVoice>();
}

async function speakerOf(id: string): Promise<EngineVoice> {
  return JSON.parse((await server.store.voices.findOwn(server.organizationId, id))!.speaker) as EngineVoice;
}

async function refused(answer: ReturnType<VoiceServer['ask']>, status: number, said: RegExp): Promise<void> {
  const response = await answer;
  assert.equal(response.statusCode, status, response.body);
  assert.match(response.json<{ message: string }>().message, said);
}

function accentsOf(voice: WireVoice): string[] {
  return voice.accents.map(({ accent, is_native: native }) => (native ? `*${accent}` : accent));
}

describe('PATCH /voices/{id}', () => {
  it('changes what is given, leaves the rest and answers with the voice', async () => {
    const id = await server.cloned({ description: 'Before', tagline: 'Short' });
    const before = await get(id);
    const changes = [
      { name: 'Other' },
      { tagline: '' },
      { description: 'After' },
      { gender: 'gender_neutral' },
      { gender: null },
      { access: 'public' },
      { access: { type: 'private' } },
      {},
    ];
    let expected: Record<string, unknown> = { ...before };
    for (const change of changes) {
      const response = await server.ask('PATCH', `/voices/${id}`, change);
      assert.equal(response.statusCode, 200, response.body);
      const access =
        'access' in change ? (typeof change.access === 'object' ? change.access.type : change.access) : expected.access;
      expected = { ...expected, ...change, access, visibility: access === 'public' ? 'all' : 'owner' };
      assert.deepEqual(response.json<unknown>(), expected);
      assert.deepEqual(await get(id), expected);
    }
  });

  it('is found by its new name, and no longer by the old one', async () => {
    const id = await server.cloned({ name: 'Formerly' });
    await server.ask('PATCH', `/voices/${id}`, { name: 'Presently' });
    const found = async (q: string): Promise<unknown[]> =>
      (await server.ask('GET', `/voices?q=${q}`)).json<{ data: { id: string }[] }>().data.map((voice) => voice.id);
    assert.deepEqual([await found('presently'), await found('formerly')], [[id], []]);
  });

  it('gives it an accent of its own, in which it then speaks, and clears it', async () => {
    const id = await server.cloned();
    const patch = async (accent: string | null): Promise<[unknown, unknown, string]> => {
      const voice = (await server.ask('PATCH', `/voices/${id}`, { accent })).json<WireVoice>();
      return [voice.accent, voice.country, (await speakerOf(id)).name];
    };
    assert.deepEqual(await patch('british'), ['british', 'GB', 'en-gb']);
    assert.deepEqual(await patch('new-york'), ['new-york', 'US', 'en-us-nyc']);
    assert.deepEqual(await patch(null), [null, null, 'en-us']);
    assert.ok((await speakerOf(id)).profile);
    await refused(
      server.ask('PATCH', `/voices/${id}`, { accent: 'parisian' }),
      400,
      /general-american[^→]*→ at accent/u,
    );
  });

  it('refuses what is out of range, naming the field, and changes nothing', async () => {
    const id = await server.cloned();
    const before = await get(id);
    for (const change of [
      { name: '' },
      { name: 7 },
      { name: null },
      { tagline: 'a'.repeat(33) },
      { gender: 'male' },
      { access: 'secret' },
      { access: { type: 7 } },
      { accent: 7 },
    ]) {
      await refused(
        server.ask('PATCH', `/voices/${id}`, { description: 'New', ...change }),
        400,
        new RegExp(`at ${Object.keys(change)[0]!}`, 'u'),
      );
    }
    assert.deepEqual(await get(id), before);
  });

  it('answers 404 for a voice of others, public or not, a built-in one and none', async () => {
    const ids = [
      await server.cloned({}, { 'x-api-key': theirKey }),
      await server.cloned({ access: 'public' }, { 'x-api-key': theirKey }),
      builtInVoices[0]!.id,
      'nobody',
    ];
    for (const id of ids) {
      await refused(server.ask('PATCH', `/voices/${id}`, { name: 'Mine now' }), 404, /No voice/u);
      await refused(server.ask('DELETE', `/voices/${id}`), 404, /No voice/u);
      await refused(server.ask('PATCH', `/voices/${id}/accents`, { accents: ['british'] }), 404, /No voice/u);
      await refused(server.ask('DELETE', `/voices/${id}/accents/british`), 404, /No voice/u);
    }
  });

  it('loses none of many changes at once', async () => {
    const id = await server.cloned();
    await Promise.all(
      [
        { name: 'A' },
        { tagline: 'B' },
        { description: 'C' },
        { gender: null },
        { accent: 'irish' },
        { access: 'public' },
      ].map((change) => server.ask('PATCH', `/voices/${id}`, change)),
    );
    const { name, tagline, description, gender, accent, access } = await get(id);
    assert.deepEqual(
      { name, tagline, description, gender, accent, access },
      { name: 'A', tagline: 'B', description: 'C', gender: null, accent: 'irish', access: 'public' },
    );
  });
});

describe('DELETE /voices/{id}', () => {
  it('answers 204 and deletes the voice with its clip', async () => {
    const id = await server.cloned();
    const { clip } = (await server.store.voices.findOwn(server.organizationId, id))!;
    const response = await server.ask('DELETE', `/voices/${id}`);
    assert.deepEqual([response.statusCode, response.body], [204, '']);
    assert.equal((await server.ask('GET', `/voices/${id}`)).statusCode, 404);
    await finishDeletions(server.store, server.blobs);
    assert.ok(!(await server.blobs.keys()).includes(clip!));
    assert.equal((await server.ask('DELETE', `/voices/${id}`)).statusCode, 404);
  });
});

describe('PATCH /voices/{id}/accents', () => {
  it('adds localizable accents behind the voice’s own, once', async () => {
    const id = await server.cloned({ accent: 'irish' });
    const add = async (...ids: string[]): Promise<string[]> => {
      const response = await server.ask('PATCH', `/voices/${id}/accents`, { accents: ids });
      assert.equal(response.statusCode, 200, response.body);
      return accentsOf(response.json<WireVoice>());
    };
    assert.deepEqual(await add('british', 'high-german'), ['*irish', 'british', 'standard-german']);
    assert.deepEqual(await add('british', 'parisian'), ['*irish', 'british', 'standard-german', 'parisian']);
    assert.deepEqual(accentsOf(await get(id)), ['*irish', 'british', 'standard-german', 'parisian']);
    assert.deepEqual(
      (await server.ask('PATCH', `/voices/${id}`, { accent: 'british' }))
        .json<WireVoice>()
        .accents.map(({ accent }) => accent),
      ['british', 'standard-german', 'parisian'],
    );
  });

  it('stops at ten', async () => {
    const id = await server.cloned({ accent: 'irish' });
    const localizable = accents.filter((accent) => accent.isLocalizable).map((accent) => accent.id);
    const add = (ids: string[]) => server.ask('PATCH', `/voices/${id}/accents`, { accents: ids });
    assert.equal((await add(localizable.slice(0, 9))).json<WireVoice>().accents.length, 10);
    await refused(add(localizable.slice(9, 10)), 400, /11 accents; allowed are 10[^→]*→ at accents/u);
    assert.equal((await add(localizable.slice(3, 9))).statusCode, 200);
  });

  it('refuses no accents, ten, one twice, and those that are not localizable or none', async () => {
    const id = await server.cloned({ accent: 'irish' });
    const add = (given: unknown) => server.ask('PATCH', `/voices/${id}/accents`, { accents: given });
    for (const given of [
      [],
      Array.from({ length: 10 }, (_, index) => `accent-${index}`),
      ['british', 'british'],
      'british',
      undefined,
    ]) {
      await refused(add(given), 400, /→ at accents/u);
    }
    await refused(add(['british', 'irish']), 400, /localized into[^→]*british[^→]*→ at accents\[1\]/u);
    await refused(add(['nowhere']), 400, /→ at accents\[0\]/u);
    assert.deepEqual(accentsOf(await get(id)), ['*irish']);
  });

  it('needs a voice that was cloned and has an accent of its own', async () => {
    await refused(
      server.ask('PATCH', `/voices/${await server.cloned()}/accents`, { accents: ['british'] }),
      400,
      /accent of its own first[^→]*PATCH/u,
    );
    const { id } = (
      await server.ask('POST', '/voices/localize', { voice_id: builtInVoices[0]!.id, name: 'L', accent: 'british' })
    ).json<{ id: string }>();
    await refused(server.ask('PATCH', `/voices/${id}/accents`, { accents: ['parisian'] }), 400, /cloned from a clip/u);
  });

  it('is undone by DELETE, which leaves the voice’s own accent', async () => {
    const id = await server.cloned({ accent: 'irish' });
    await server.ask('PATCH', `/voices/${id}/accents`, { accents: ['british', 'standard-german'] });
    const response = await server.ask('DELETE', `/voices/${id}/accents/high-german`);
    assert.equal(response.statusCode, 200);
    assert.deepEqual(accentsOf(response.json<WireVoice>()), ['*irish', 'british']);
    await refused(server.ask('DELETE', `/voices/${id}/accents/irish`), 400, /stays/u);
    for (const absent of ['standard-german', 'parisian', 'nowhere']) {
      await refused(server.ask('DELETE', `/voices/${id}/accents/${absent}`), 404, /no accent/u);
    }
    assert.deepEqual(accentsOf(await get(id)), ['*irish', 'british']);
  });
});

describe('POST /voices/localize', () => {
  const localize = (body: object, version = '2026-08-14') =>
    server.ask('POST', '/voices/localize', body, { 'service-version': version });

  it('makes a new voice that keeps the timbre and the pitch and speaks with the accent', async () => {
    const source = await server.cloned({ accent: 'irish' });
    const response = await localize({
      voice_id: source,
      name: 'German',
      accent: 'standard-german',
      description: 'D',
      tagline: 'T',
      access: 'public',
    });
    assert.equal(response.statusCode, 200, response.body);
    const { id, created_at, ...rest } = response.json<Record<string, unknown> & { id: string }>();
    assert.ok(!Number.isNaN(Date.parse(created_at as string)));
    assert.deepEqual(rest, {
      access: 'public',
      visibility: 'all',
      name: 'German',
      tagline: 'T',
      description: 'D',
      language: 'de',
      user_id: `org_${server.organizationId}`,
    });
    assert.deepEqual(await speakerOf(id), { ...(await speakerOf(source)), name: 'de' });
    assert.deepEqual(accentsOf(await get(id)), ['*standard-german']);
  });

  it('takes built-in and public voices; one with a single accent is lent by one of its gender', async () => {
    const speaker = async (source: string, accent: string): Promise<unknown> =>
      speakerOf((await localize({ voice_id: source, name: 'L', accent })).json<{ id: string }>().id);
    assert.deepEqual(await speaker(builtInVoices[0]!.id, 'general-american'), { engine: 'flite', name: 'slt' });
    assert.deepEqual(await speaker('a0e99841-438c-4a64-b679-ae501e7d6091', 'british'), {
      engine: 'espeak',
      name: 'en-gb',
      variant: 'masculine1',
    });
    const gianna = builtInVoices.find(({ name }) => name === 'Gianna')!;
    assert.deepEqual(await speaker(gianna.id, 'castilian'), { ...gianna.speaker, name: 'es' });
    await speaker(await server.cloned({ access: 'public' }, { 'x-api-key': theirKey }), 'british');
  });

  it('takes each of the 29 localizable accents and no other', async () => {
    for (const accent of accents) {
      const response = await localize({ voice_id: builtInVoices[0]!.id, name: accent.id, accent: accent.id });
      assert.equal(response.statusCode, accent.isLocalizable ? 200 : 400, accent.id);
      if (accent.isLocalizable) assert.equal(response.json<{ language: string }>().language, accent.language);
    }
  });

  it('answers 404 for a voice that is not there or private to others, 400 for what is missing', async () => {
    for (const id of ['nobody', await server.cloned({}, { 'x-api-key': theirKey })]) {
      await refused(localize({ voice_id: id, name: 'L', accent: 'british' }), 404, /No voice/u);
    }
    const whole = { voice_id: builtInVoices[0]!.id, name: 'L', accent: 'british' };
    for (const field of Object.keys(whole)) {
      await refused(localize({ ...whole, [field]: undefined }), 400, new RegExp(`Required[^→]*→ at ${field}`, 'u'));
    }
  });

  it('ignores the members of the older form beside an accent', async () => {
    const response = await localize({
      voice_id: builtInVoices[0]!.id,
      name: 'L',
      accent: 'british',
      language: 'xx',
      dialect: 'yy',
      original_speaker_gender: 'zz',
    });
    assert.equal(response.json<{ language: string }>().language, 'en');
  });

  it('reads the older form before version 2026-08-14: a language, a dialect and the speaker’s gender', async () => {
    const older = { voice_id: builtInVoices[0]!.id, name: 'L', description: 'D', original_speaker_gender: 'male' };
    const cases = [
      ['en', 'au', 'australian'],
      ['en', 'uk', 'british'],
      ['es', 'pe', 'peruvian'],
      ['pt', 'eu', 'european-portuguese'],
      ['fr', 'ca', 'canadian-french'],
      ['ja', undefined, 'standard-japanese'],
      ['en', null, 'general-american'],
    ] as const;
    for (const [language, dialect, accent] of cases) {
      const response = await localize({ ...older, language, dialect }, '2025-04-16');
      assert.equal(response.statusCode, 200, response.body);
      assert.deepEqual(Object.keys(response.json<object>()), [
        'id',
        'user_id',
        'is_public',
        'name',
        'description',
        'created_at',
        'language',
      ]);
      const voice = await get(response.json<{ id: string }>().id);
      assert.deepEqual([voice.accent, voice.gender], [accent, 'masculine']);
    }
    const bad = [
      [{ language: 'fi' }, 'language'],
      [{}, 'language'],
      [{ language: 'en', dialect: 'xx' }, 'dialect'],
      [{ language: 'ja', dialect: 'us' }, 'dialect'],
      [{ language: 'en', original_speaker_gender: 'x' }, 'original_speaker_gender'],
    ] as const;
    for (const [more, field] of bad) {
      await refused(localize({ ...older, ...more }, '2026-03-01'), 400, new RegExp(`at ${field}`, 'u'));
    }
    await refused(localize({ ...older, language: 'en' }), 400, /→ at accent/u);
  });
});
