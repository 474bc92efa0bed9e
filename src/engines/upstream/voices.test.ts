import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { afterEach, describe, it } from 'node:test';
import type { EngineDescriptor, VoiceGender } from '../adapter.ts';
import { readUpstreams, upstreamEngines, type UpstreamOptions, type Upstreams } from './index.ts';
import { UpstreamServer } from './testing.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function enginesOf(entry: object, options?: UpstreamOptions): Promise<Upstreams> {
  const text = JSON.stringify([{ id: 'gpu', url: 'http://127.0.0.1:9/v1', model: 'kokoro', ...entry }]);
  return upstreamEngines(await readUpstreams(text), options);
}

async function engineOf(entry: object, options?: UpstreamOptions): Promise<EngineDescriptor> {
  const { engines, problems } = await enginesOf(entry, options);
  assert.deepEqual(problems, []);
  return engines[0]!;
}

async function listing(voices: (answer: ServerResponse) => void): Promise<UpstreamServer> {
  const server = await UpstreamServer.open({ voices });
  closing.push(() => server.close());
  return server;
}

function rows(engine: EngineDescriptor): unknown[] {
  return engine.voices().map(({ key, name, gender, language, accent, speaker }) => {
    assert.deepEqual([key, speaker], [`upstream:gpu/${name}`, { engine: 'upstream:gpu', name }]);
    return [name, gender, language, accent ?? null];
  });
}

function cast(engine: EngineDescriptor, language: string, gender: VoiceGender | null, base?: string): unknown {
  const own = base === undefined ? undefined : { engine: engine.id, name: base };
  return engine.cast({ language, gender, accent: 'x', base: own })?.name;
}

describe('the voices of an upstream', () => {
  it('are those of its setting, which is not asked of the server then', async () => {
    const voices = ['one', { name: 'two', gender: 'masculine', language: 'de' }, 'nova', 'bf_emma'];
    const engine = await engineOf({ voices, languages: ['fr', 'de', 'en'] });
    assert.deepEqual(rows(engine), [
      ['one', null, 'fr', null],
      ['two', 'masculine', 'de', null],
      ['nova', 'feminine', 'fr', null],
      ['bf_emma', 'feminine', 'en', 'british'],
    ]);
    assert.deepEqual(engine.capabilities.languages, ['fr', 'de', 'en']);
  });

  it('speak what the setting says, although a name looks like another language', async () => {
    const engine = await engineOf({ voices: ['jf_alpha'], languages: ['en'] });
    assert.deepEqual(rows(engine), [['jf_alpha', 'feminine', 'en', null]]);
  });

  const shapes: readonly (readonly [string, unknown])[] = [
    ['a list of names', ['af_sky', 'b']],
    ['an object with a list of names', { voices: ['af_sky', 'b', 'b'] }],
    ['an object with a list of objects', { voices: [{ id: 'af_sky', size: 7 }, { name: 'b' }] }],
    ['a list of objects with voice ids', [{ voice_id: 'af_sky', model_id: 'k' }, { voice_id: 'b' }]],
    ['a list as data', { object: 'list', data: [{ id: 'af_sky' }, 'b'] }],
    ['an object of names', { voices: { af_sky: {}, b: { language: 'x' } } }],
  ];
  for (const [shape, body] of shapes) {
    it(`are what the server says: ${shape}`, async () => {
      const server = await listing((answer) => void answer.end(JSON.stringify(body)));
      const engine = await engineOf({ url: server.url, key: 'sk-1' });
      assert.deepEqual(rows(engine), [
        ['af_sky', 'feminine', 'en', 'general-american'],
        ['b', null, 'en', null],
      ]);
      assert.deepEqual(
        server.received.map(({ method, path, headers }) => [method, path, headers.authorization]),
        [['GET', '/v1/audio/voices', 'Bearer sk-1']],
      );
    });
  }

  it('have the names, languages and genders that a server tells, where they can be understood', async () => {
    const listed = [
      { id: '1', name: 'Anke', language: 'de-DE', gender: 'feminine' },
      { id: '2', name: 'Otto', language: 'German', gender: 'male' },
      { id: '3', language: 7, gender: ['x'] },
      { id: '4', language: 'xx' },
    ];
    const server = await listing((answer) => void answer.end(JSON.stringify(listed)));
    const engine = await engineOf({ url: server.url }, { languages: ['en', 'de'] });
    assert.deepEqual(
      engine.voices().map(({ key, name, gender, language, speaker }) => [key, name, gender, language, speaker.name]),
      [
        ['upstream:gpu/1', 'Anke', 'feminine', 'de', '1'],
        ['upstream:gpu/2', 'Otto', 'masculine', 'de', '2'],
        ['upstream:gpu/3', '3', null, 'de', '3'],
      ],
    );
  });

  it('of a server are left out where they speak no language that is wanted', async () => {
    const server = await listing((answer) => void answer.end('["jf_alpha","af_sky","other","zm_yunxi"]'));
    assert.deepEqual(
      (await engineOf({ url: server.url, languages: ['en', 'zh'] })).voices().map(({ name }) => name),
      ['af_sky', 'other', 'zm_yunxi'],
    );
    const all = await engineOf({ url: server.url });
    assert.deepEqual(all.capabilities.languages, ['ja', 'en', 'zh']);
    assert.deepEqual((await engineOf({ url: server.url }, { languages: ['en'] })).capabilities.languages, ['en']);
  });

  const silent: readonly (readonly [string, (answer: ServerResponse) => void, RegExp])[] = [
    ['an error', (answer) => answer.writeHead(404).end(), /answered 404/u],
    ['a redirect', (answer) => answer.writeHead(302, { location: '/x' }).end(), /answered 302/u],
    ['a page', (answer) => answer.end('<html>'), /its list of voices is none/u],
    ['another shape', (answer) => answer.end('{"voices": 7}'), /its list of voices is none/u],
    ['a name that cannot be one', (answer) => answer.end('["a\\u0000b"]'), /its list of voices is none/u],
    ['nothing', (answer) => answer.end('{"voices": []}'), /lists no voices/u],
    ['a cut connection', (answer) => answer.destroy(), /cannot be asked/u],
    [
      'too many',
      (answer) => answer.end(JSON.stringify(Array.from({ length: 2001 }, (_, index) => `v${index}`))),
      /lists 2001 voices/u,
    ],
    ['too much', (answer) => answer.end(`["${'a'.repeat(2000)}"]`), /longer than 1000 bytes/u],
    ['no answer', () => undefined, /did not tell its voices within 100 ms/u],
  ];
  for (const [what, voices, reason] of silent) {
    it(`are none where the server gives ${what}: the others start, and the reason is told`, async () => {
      const server = await listing(voices);
      const text = JSON.stringify([
        { id: 'gpu', url: server.url, model: 'm', key: 'sk-secret' },
        { id: 'b', url: 'http://127.0.0.1:9/v1', model: 'm', voices: ['v'] },
      ]);
      // Only what is to be short is.
      const options = {
        ...(what === 'no answer' && { voiceListMs: 100 }),
        ...(what === 'too much' && { maxVoiceListBytes: 1000 }),
      };
      const { engines, problems } = await upstreamEngines(await readUpstreams(text), options);
      assert.deepEqual(
        engines.map((engine) => [engine.id, engine.voices().length]),
        [
          ['upstream:gpu', 0],
          ['upstream:b', 1],
        ],
      );
      assert.deepEqual([cast(engines[0]!, 'en', null), problems.length, problems[0]?.upstream], [undefined, 1, 'gpu']);
      assert.match(problems[0]!.reason, reason);
      assert.doesNotMatch(problems[0]!.reason, /secret/u);
    });
  }
});

describe('how an upstream speaks a voice', () => {
  it('is with its own one, or that which is nearest in gender', async () => {
    const engine = await engineOf({ voices: ['plain', 'onyx', 'nova'], languages: ['en', 'fr'] });
    assert.equal(cast(engine, 'en', 'masculine'), 'onyx');
    assert.equal(cast(engine, 'fr', 'feminine'), 'nova');
    assert.equal(cast(engine, 'en', null), 'plain');
    assert.equal(cast(engine, 'en', 'gender_neutral'), 'plain');
    assert.equal(cast(engine, 'fr', 'masculine', 'nova'), 'nova');
    assert.equal(cast(engine, 'de', 'masculine'), undefined);
    const men = await engineOf({ voices: ['onyx'] });
    assert.equal(cast(men, 'en', 'feminine'), 'onyx');
  });

  it('is with a voice of the language before one of the gender, also in place of its own', async () => {
    const engine = await engineOf({ voices: ['am_adam', 'af_sky', 'jf_alpha', 'jm_kumo', 'any'] });
    assert.equal(cast(engine, 'ja', 'masculine'), 'jm_kumo');
    assert.equal(cast(engine, 'ja', null, 'af_sky'), 'jf_alpha');
    assert.equal(cast(engine, 'ja', null, 'any'), 'any');
    assert.equal(cast(engine, 'en', 'feminine', 'am_adam'), 'am_adam');
    const german = await engineOf({ voices: ['am_adam', 'any'], languages: ['en', 'de'] });
    assert.equal(cast(german, 'de', 'masculine'), 'any');
    assert.equal(cast(german, 'de', 'masculine', 'am_adam'), 'am_adam');
  });
});
