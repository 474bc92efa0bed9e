import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { libavOf, mp3Of, voiceLike, wavOf } from '../../audio/decoding/testing.ts';
import type { EngineVoice } from '../../engines/adapter.ts';
import { fakeEngine } from '../../engines/fake/index.ts';
import { createCatalogue } from '../../voices/catalogue.ts';
import type { SpeakerProfile } from './schema.ts';
import { clipOf, sampleRate, startVoiceServer, type VoiceServer } from './testing.ts';
import { seededRandom } from '../../../test/support/random.ts';

const { voices: builtInVoices } = createCatalogue();

interface WireError {
  readonly error_code: string;
  readonly message: string;
}

describe('POST /voices/clone', () => {
  let server: VoiceServer;
  before(async () => {
    server = await startVoiceServer();
  });
  after(() => server.close());
  beforeEach(() => clear());

  const clear = async (): Promise<void> => {
    await server.store.database.db.deleteFrom('voices').execute();
    for (const key of await server.blobs.keys()) await server.blobs.delete(key);
  };

  const rows = async () =>
    (await server.store.voices.page(server.organizationId, { limit: 100, includeArchived: true })).rows;
  const speakerOf = async (id: string): Promise<EngineVoice> =>
    JSON.parse((await server.store.voices.findOwn(server.organizationId, id))!.speaker) as EngineVoice;
  const refused = async (
    answer: ReturnType<VoiceServer['clone']>,
    status: number,
    code: string,
    said: RegExp,
  ): Promise<void> => {
    const response = await answer;
    const { error_code, message } = response.json<WireError>();
    assert.deepEqual([response.statusCode, error_code], [status, code], message);
    assert.match(message, said);
    assert.deepEqual([await rows(), await server.blobs.keys()], [[], []], 'nothing is left of it');
  };

  it('answers 200 with the metadata and keeps the clip', async () => {
    const response = await server.clone({ tagline: 'A test', description: 'Of a voice', access: 'public' });
    assert.equal(response.statusCode, 200);
    const { id, created_at, ...rest } = response.json<Record<string, unknown>>();
    assert.match(id as string, /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    assert.ok(!Number.isNaN(Date.parse(created_at as string)));
    assert.deepEqual(rest, {
      access: 'public',
      visibility: 'all',
      name: 'Mine',
      tagline: 'A test',
      description: 'Of a voice',
      language: 'en',
      user_id: `org_${server.organizationId}`,
    });
    assert.deepEqual(
      await server.blobs.keys(),
      (await rows()).map(({ clip }) => clip),
    );
  });

  it('needs a clip, a name and a language only', async () => {
    const { tagline, description, access, visibility } = (await server.clone()).json<Record<string, unknown>>();
    assert.deepEqual(
      { tagline, description, access, visibility },
      { tagline: '', description: '', access: 'private', visibility: 'owner' },
    );
    for (const field of ['name', 'language']) {
      assert.equal((await server.clone({ [field]: undefined })).statusCode, 400, field);
    }
  });

  it('means version 2026-08-14 where none is given, and answers older ones in their form', async () => {
    assert.ok('visibility' in (await server.clone({}, clipOf(), { 'service-version': '' })).json<object>());
    for (const version of ['2024-06-10', '2024-11-13', '2025-04-16', '2026-03-01']) {
      const answer = (
        await server.clone({ mode: 'similarity', enhance: 'true' }, clipOf(), { 'service-version': version })
      ).json<object>();
      assert.deepEqual(
        Object.keys(answer),
        ['id', 'user_id', 'is_public', 'name', 'description', 'created_at', 'language'],
        version,
      );
    }
  });

  it('recognises every format by its content, whatever the name and the type say', async () => {
    const speech = voiceLike({ seconds: 1.5, sampleRate: 24_000, pitch: 140 });
    const clips = [
      wavOf(speech, 24_000),
      await mp3Of(speech, 24_000),
      await libavOf(speech, 24_000, { encoder: 'flac', container: 'flac' }),
      await libavOf(speech, 24_000, { encoder: 'libvorbis', container: 'ogg' }),
      await libavOf(speech, 24_000, { encoder: 'libvorbis', container: 'webm' }),
    ];
    for (const clip of clips) assert.equal((await server.clone({}, clip)).statusCode, 200);
    await clear();
    await refused(
      server.clone({}, Buffer.from('%PDF-1.7')),
      400,
      'invalid_request',
      /flac, mp3, mpeg, mpga, oga, ogg, wav, webm[^→]*→ at clip/u,
    );
  });

  it('speaks with the median pitch of the clip, in a voice of the gender it suggests', async () => {
    for (const [language, pitch, gender, ...expected] of [
      ['en', 110, 'masculine', 'flite', 'rms', undefined],
      ['en', 215, 'feminine', 'flite', 'slt', undefined],
      ['de', 110, 'masculine', 'espeak', 'de', 'masculine1'],
      ['de', 215, 'feminine', 'espeak', 'de', 'f5'],
    ] as const) {
      const { id } = (await server.clone({ language }, clipOf(pitch))).json<{ id: string }>();
      const speaker = await speakerOf(id);
      assert.deepEqual([speaker.engine, speaker.name, speaker.variant], expected);
      assert.ok(Math.abs(speaker.profile!.medianPitch / pitch - 1) < 0.02);
      assert.equal((await server.ask('GET', `/voices/${id}`)).json<{ gender: string }>().gender, gender);
    }
  });

  it('takes the timbre of its base voice: built in, own or public', async () => {
    const henry = builtInVoices.find(({ name }) => name === 'Henry')!;
    const first = await server.cloned({ base_voice_id: builtInVoices.find(({ name }) => name === 'Gianna')!.id });
    assert.equal((await speakerOf(first)).variant, 'f2');
    assert.equal((await speakerOf(await server.cloned({ base_voice_id: first }))).variant, 'f2');
    const speaker = await speakerOf(await server.cloned({ base_voice_id: henry.id, accent: 'british' }));
    assert.deepEqual([speaker.name, speaker.variant], ['en-gb', 'masculine1']);
    const recorded = await speakerOf(await server.cloned({ base_voice_id: builtInVoices[0]!.id }));
    assert.deepEqual([recorded.engine, recorded.name], ['flite', builtInVoices[0]!.speaker.name]);
  });

  it('shows what was measured of the speaker, on request', async () => {
    const id = await server.cloned();
    const asked = await server.ask('GET', `/voices/${id}?expand[]=speaker_profile`);
    const { speaker_profile: profile } = asked.json<{ speaker_profile: SpeakerProfile }>();
    assert.ok(profile.pitch_hz > 60);
    assert.equal(profile.spectrum_db!.length, 24);
    assert.ok(profile.formants_hz!.length >= 3 && Array.isArray(profile.notes));
    const builtIn = await server.ask('GET', `/voices/${builtInVoices[0]!.id}?expand[]=speaker_profile`);
    assert.equal(builtIn.json<{ speaker_profile: unknown }>().speaker_profile, null);
    const plain = await server.ask('GET', `/voices/${id}`);
    assert.ok(!('speaker_profile' in plain.json<Record<string, unknown>>()));
  });

  it('keeps its base when its accent is said to be unknown or the one it speaks', async () => {
    const id = await server.cloned({ base_voice_id: builtInVoices.find(({ name }) => name === 'Alasdair')!.id });
    for (const accent of [null, 'general-american', null]) {
      assert.equal((await server.ask('PATCH', `/voices/${id}`, { accent })).statusCode, 200);
      const { engine, name } = await speakerOf(id);
      assert.deepEqual([engine, name], ['flite', 'awb']);
    }
    assert.equal((await server.ask('PATCH', `/voices/${id}`, { accent: 'irish' })).statusCode, 200);
    assert.equal((await speakerOf(id)).engine, 'espeak');
  });

  it('answers 404 for a base voice that is unknown or private to others', async () => {
    const theirs = await server.cloned({}, { 'x-api-key': await server.otherKey() });
    for (const id of ['nobody', theirs]) {
      const response = await server.clone({ base_voice_id: id });
      assert.deepEqual([response.statusCode, response.json<WireError>().error_code], [404, 'voice_not_found']);
    }
    assert.equal((await server.blobs.keys()).length, 1, 'theirs');
  });

  it('takes nothing, an empty text and the word null for a field that may be null', async () => {
    for (const nothing of ['', 'null']) {
      const id = await server.cloned({ description: nothing, accent: nothing, base_voice_id: nothing });
      const { description, accent, accents } = (await server.ask('GET', `/voices/${id}`)).json<
        Record<string, unknown>
      >();
      assert.deepEqual({ description, accent, accents }, { description: '', accent: null, accents: [] });
    }
  });

  it('takes the accents of the language and their aliases, and no other', async () => {
    for (const [tag, alias, id] of [
      ['en', 'southern-us', 'southern-us'],
      ['de', 'high-german', 'standard-german'],
      ['hi', 'hindi', 'standard-hindi'],
      ['it', 'italian', 'standard-italian'],
      ['ja', 'japanese', 'standard-japanese'],
      ['id', 'jakarta', 'standard-indonesian'],
      ['ar', 'arabic', 'modern-standard-arabic'],
    ] as const) {
      const made = await server.cloned({ language: tag, accent: alias });
      assert.equal((await server.ask('GET', `/voices/${made}`)).json<{ accent: string }>().accent, id);
    }
    await clear();
    for (const accent of ['parisian', 'nowhere']) {
      await refused(server.clone({ accent }), 400, 'invalid_request', /general-american[^→]*→ at accent/u);
    }
  });

  it('lets access win over its old name', async () => {
    const accessOf = async (fields: Record<string, string>): Promise<string> =>
      (await server.clone(fields)).json<{ access: string }>().access;
    assert.equal(await accessOf({ 'access[type]': 'public' }), 'public');
    assert.equal(await accessOf({ 'access[type]': 'public', access: 'private' }), 'private');
    assert.equal(await accessOf({ access: 'public', 'access[type]': 'private' }), 'public');
  });

  it('takes a tagline of 32 characters and not of 33', async () => {
    for (const character of ['a', 'é', '\u{1f600}']) {
      const response = await server.clone({ tagline: character.repeat(32) });
      assert.equal(response.json<{ tagline: string }>().tagline, character.repeat(32));
    }
    assert.equal((await server.ask('GET', '/voices')).statusCode, 200);
    await clear();
    await refused(server.clone({ tagline: 'a'.repeat(33) }), 400, 'invalid_request', /32 characters[^→]*→ at tagline/u);
  });

  it('refuses fields that are out of range, naming each', async () => {
    const bad = {
      name: ['', 'n'.repeat(257)],
      language: ['xx', 'EN', ''],
      access: ['secret', ''],
      'access[type]': ['x'],
      description: ['d'.repeat(10_001)],
    };
    for (const [field, values] of Object.entries(bad)) {
      for (const value of values) {
        await refused(
          server.clone({ [field]: value }),
          400,
          'invalid_request',
          new RegExp(`at .*${field.slice(0, 6)}`, 'u'),
        );
      }
    }
  });

  it('says what it heard in a clip that is no good, and what it needs', async () => {
    const speech = voiceLike({ seconds: 2, sampleRate, pitch: 150 });
    const hiss = seededRandom();
    const clips: readonly (readonly [samples: Float32Array, said: RegExp])[] = [
      [speech.subarray(0, 8000), /too short: it lasts 0.50 s; at least 1 s of speech is needed/u],
      [
        speech.map((sample) => sample / 1000),
        /silent: its loud parts lie \d+ dB below full scale; at most 50 dB may be/u,
      ],
      [new Float32Array(2 * sampleRate), /silent/u],
      [
        speech.map((sample) => Math.max(-1, Math.min(1, 50 * sample))),
        /clipped: \d+ % of its samples are at full scale; at most 2.0 % may be/u,
      ],
      [speech.map(() => hiss() - 0.5), /no speech: [\d.]+ % of its sound is voiced; at least 20 % must be/u],
      [speech.map((_, index) => 0.5 * Math.sin(index / 10)), /no speech: its sound is steady like a tone/u],
      [
        Float32Array.from({ length: 5 * sampleRate }, (_, index) => (index < 0.9 * sampleRate ? speech[index]! : 0)),
        /too little speech: 0\.\d\d s without pauses; at least 1 s of speech is needed/u,
      ],
    ];
    for (const [samples, said] of clips) {
      await refused(server.clone({}, wavOf(samples, sampleRate)), 400, 'invalid_request', said);
    }
  });

  it('takes a clip of exactly the limit, and refuses one byte more with 413', async () => {
    const limit = 1 << 20;
    const padded = (size: number): Uint8Array => Buffer.concat([clipOf(), Buffer.alloc(size - clipOf().length)]);
    assert.equal((await server.clone({}, padded(limit))).statusCode, 200);
    await clear();
    await refused(server.clone({}, padded(limit + 1)), 413, 'file_too_large', /1048576 bytes/u);
  });

  it('tells the organization’s webhooks, in the transaction that makes the voice', async () => {
    const { id: webhookId } = await server.store.webhooks.create(server.organizationId, {
      url: 'https://example.org/',
      secret: 'x',
      displayName: null,
      clearSecret: false,
    });
    const made = (await server.clone()).json<object>();
    const { rows: deliveries } = await server.store.webhookDeliveries.page(server.organizationId, webhookId, {
      limit: 10,
    });
    assert.deepEqual(
      deliveries.map(({ type, body }) => [type, (JSON.parse(body) as { data: unknown }).data]),
      [['voice.created', made]],
    );
    await server.store.webhooks.remove(server.organizationId, webhookId);
  });

  it('makes one voice of a request that is repeated with its key', async () => {
    const headers = { 'idempotency-key': 'once' };
    const [first, second] = [await server.clone({}, clipOf(), headers), await server.clone({}, clipOf(), headers)];
    assert.deepEqual(second.json(), first.json());
    assert.equal((await rows()).length, 1);
  });

  it('takes multipart/form-data only', async () => {
    assert.equal((await server.ask('POST', '/voices/clone', { name: 'x' })).statusCode, 415);
  });
});

describe('a server without an engine that clones', () => {
  it('says so before anything is kept', async () => {
    const server = await startVoiceServer({ engines: [fakeEngine()] });
    try {
      const response = await server.clone();
      assert.deepEqual([response.statusCode, response.json<WireError>().error_code], [501, 'not_implemented']);
      assert.deepEqual(await server.blobs.keys(), []);
    } finally {
      await server.close();
    }
  });
});
