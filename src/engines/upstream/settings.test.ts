import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readUpstreams } from './settings.ts';

const key = 'sk-very-secret';
const least = { id: 'gpu', url: 'http://gpu:8880/v1', model: 'kokoro' };

function read(...entries: readonly unknown[]): ReturnType<typeof readUpstreams> {
  return readUpstreams(JSON.stringify(entries));
}

describe('the setting of upstreams', () => {
  it('may be absent or empty', async () => {
    for (const text of [undefined, '', '  ', '[]']) assert.deepEqual(await readUpstreams(text), []);
  });

  it('is a JSON list, with defaults for what is left out', async () => {
    const voices = ['alloy', { name: 'x', gender: 'feminine', language: 'de' }];
    const all = { languages: ['en', 'de'], voices, sample_rate: 16_000, concurrency: 2, key };
    assert.deepEqual(await read(least, { ...least, id: 'b_2-x', url: 'https://b/api/v1/', ...all }), [
      {
        ...least,
        key: undefined,
        languages: undefined,
        voices: undefined,
        sampleRate: 24_000,
        concurrency: 8,
      },
      {
        id: 'b_2-x',
        url: 'https://b/api/v1',
        model: 'kokoro',
        key,
        languages: ['en', 'de'],
        voices: [
          { name: 'alloy', gender: null, language: undefined },
          { name: 'x', gender: 'feminine', language: 'de' },
        ],
        sampleRate: 16_000,
        concurrency: 2,
      },
    ]);
  });

  it('is the path of a file with such a list', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'upstreams-'));
    try {
      const path = join(folder, 'upstreams.json');
      await writeFile(path, JSON.stringify([least]));
      assert.equal((await readUpstreams(path))[0]?.id, 'gpu');
      await assert.rejects(readUpstreams(join(folder, 'none.json')), /SONORANT_UPSTREAMS .*ENOENT.*none\.json/u);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  const wrong: readonly (readonly [string, unknown, RegExp])[] = [
    ['an entry that is none', 7, /entry 1: /u],
    ['no id', { url: least.url, model: 'x' }, /entry 1: id: /u],
    ['an id with capitals', { ...least, id: 'GPU' }, /entry 1 \("GPU"\): id: takes lower-case letters/u],
    ['an id with a comma', { ...least, id: 'a,b' }, /entry 1: id: takes/u],
    ['a url that is none', { ...least, url: 'gpu:8880' }, /entry 1 \("gpu"\): url: /u],
    ['a url of another scheme', { ...least, url: 'ftp://gpu/v1' }, /url: takes http and https only/u],
    ['a url without /v1', { ...least, url: 'http://gpu:8880' }, /url: does not end in \/v1/u],
    ['a url with a password', { ...least, url: `http://me:${key}@gpu/v1` }, /url: has a user or a password/u],
    ['a url with a query', { ...least, url: `http://gpu/v1?key=${key}` }, /url: has a "\?"/u],
    ['no model', { id: 'gpu', url: least.url }, /model: /u],
    ['a key with a line break', { ...least, key: `${key}\n` }, /key: has characters/u],
    ['a member that does not exist', { ...least, api_key: key }, /entry 1 \("gpu"\): does not take "api_key"/u],
    ['a language that is no code', { ...least, languages: ['english'] }, /languages\[0\]: is no ISO 639-1 code/u],
    ['no languages', { ...least, languages: [] }, /languages: /u],
    ['a voice without a name', { ...least, voices: [{ gender: 'feminine' }] }, /voices\[0\]\.name: /u],
    ['an unknown gender', { ...least, voices: ['a', { name: 'x', gender: key }] }, /voices\[1\]\.gender: .*feminine/u],
    ['a voice twice', { ...least, voices: ['a', { name: 'a' }] }, /voices\[1\]: another voice/u],
    [
      'a voice of another language',
      { ...least, languages: ['en'], voices: [{ name: 'x', language: 'de' }] },
      /voices\[0\]\.language: "de" is none of the entry's languages/u,
    ],
    ['a rate as a text', { ...least, sample_rate: '24000' }, /sample_rate: .*expected/u],
    ['a rate that cannot be', { ...least, sample_rate: 24 }, /sample_rate: /u],
    ['a rate that no format can be made of', { ...least, sample_rate: 44_101 }, /sample_rate: cannot be converted/u],
    ['no concurrency', { ...least, concurrency: 0 }, /concurrency: /u],
  ];
  for (const [what, entry, message] of wrong) {
    it(`names entry and field, and no secret: ${what}`, async () => {
      await assert.rejects(read(entry), (error: Error) => {
        assert.match(error.message, /^SONORANT_UPSTREAMS: entry 1/u);
        assert.match(error.message, message);
        assert.doesNotMatch(error.message, /secret/u);
        return true;
      });
    });
  }

  it('refuses an id that another entry has, and names the second one', async () => {
    await assert.rejects(read(least, { ...least, id: 'b' }, least), /entry 3 \("gpu"\): id: another entry/u);
  });

  it('takes the languages that there are', async () => {
    const options = { languages: ['en', 'de'] };
    const text = (code: string): string => JSON.stringify([{ ...least, languages: [code] }]);
    assert.equal((await readUpstreams(text('de'), options)).length, 1);
    await assert.rejects(
      readUpstreams(text('xx'), options),
      /languages\[0\]: "xx" is no language here; there are en, de/u,
    );
  });

  it('shows nothing of a text that is no JSON, or no list', async () => {
    for (const [text, message] of [
      [`[{"id": "gpu", "key": "${key}" "url": 1}]`, /is not JSON: it breaks at position 39/u],
      [`[{"id": "gpu", "key": "${key}"`, /is not JSON: it breaks/u],
      [`{"id": "gpu", "key": "${key}"}`, /one JSON object; a list of them/u],
      [`'[{"id": "gpu", "key": "${key}"}]'`, /is neither a JSON list nor the path of a file .*\(ENOENT\)$/u],
      [key, /is neither a JSON list nor the path of a file .*\(ENOENT\)$/u],
    ] as const) {
      await assert.rejects(readUpstreams(text), (error: Error) => {
        assert.match(error.message, message);
        assert.doesNotMatch(error.message, /secret/u);
        return true;
      });
    }
  });
});
