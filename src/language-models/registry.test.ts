import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { HttpClient } from '../outbound/http-client.ts';
import { LanguageModelError } from './adapter.ts';
import { languageModelOf, readLanguageModels } from './registry.ts';

const key = 'sk-very-secret-key';
const http = new HttpClient({ reach: 'any' });
after(() => http.close());

const llama = { id: 'llama', url: 'http://127.0.0.1:11434/v1', model: 'llama3' };

async function ids(text: string | undefined): Promise<string[]> {
  return (await readLanguageModels(text, http)).map(({ id }) => id);
}

describe('SONORANT_AGENT_MODELS', () => {
  it('always has rules, which are the default where nothing else is named', async () => {
    for (const text of [undefined, '', ' ', '[]', 'rules']) assert.deepEqual(await ids(text), ['rules']);
    assert.deepEqual(await ids('small, meta-llama/Llama-3.1:8b'), ['small', 'meta-llama/Llama-3.1:8b', 'rules']);
    assert.deepEqual(await ids('rules,small'), ['rules', 'small']);
    const [first] = await readLanguageModels(undefined, http);
    assert.equal(first?.displayName, 'Rules, not a language model');
  });

  it('is a list of servers and names, in its order', async () => {
    const second = {
      ...llama,
      id: 'gpt',
      url: 'https://example.com/v1beta/openai/',
      key,
      display_name: 'The large one',
    };
    const models = await readLanguageModels(JSON.stringify([second, 'rules', llama, 'named']), http);
    assert.deepEqual(
      models.map(({ id, displayName }) => [id, displayName]),
      [
        ['gpt', 'The large one'],
        ['rules', 'Rules, not a language model'],
        ['llama', 'llama'],
        ['named', 'named'],
      ],
    );
    assert.ok(!JSON.stringify(models).includes(key));
  });

  it('is the path of a file with one', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'models-'));
    try {
      for (const file of ['models.json', 'models']) {
        await writeFile(join(folder, file), JSON.stringify([llama]));
        assert.deepEqual(await ids(join(folder, file)), ['llama', 'rules']);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('keeps names without an address, which say that they cannot answer', async () => {
    const [named] = await readLanguageModels('named', http);
    const model = named!.open();
    await assert.rejects(
      async () => {
        for await (const event of model.generate({ system: '', messages: [] }, new AbortController().signal)) {
          assert.fail(event.type);
        }
      },
      (error) =>
        error instanceof LanguageModelError && error.kind === 'not_configured' && error.message.includes('"url"'),
    );
  });

  it('is found by what configurations name; what was the default before is the first one', async () => {
    const models = await readLanguageModels('small', http);
    assert.equal(languageModelOf(models, 'rules')?.id, 'rules');
    assert.equal(languageModelOf(models, 'default')?.id, 'small');
    assert.equal(languageModelOf(await readLanguageModels('small,default', http), 'default')?.id, 'default');
    assert.equal(languageModelOf(models, 'gone'), undefined);
  });

  for (const [what, value, message] of [
    ['one object', JSON.stringify(llama), /one JSON object; a list of them is expected/],
    ['no JSON', '[{', /is not JSON: it breaks/],
    ['a file that is not there', './models.json', /path of a file that can be read \(ENOENT\): \.\/models\.json/],
    ['a name with spaces', 'my model', /entry 1 takes letters, digits and/],
    ['a name twice', 'a,b,a', /entry 3: another entry before it/],
    [
      'an address without /v1',
      JSON.stringify([{ ...llama, url: 'http://a', key }]),
      /entry 1 \("llama"\): url: has no \/v1/,
    ],
    [
      'a key that is none',
      JSON.stringify([{ ...llama, key: 'Bearer x y' }]),
      /entry 1 \("llama"\): key: has characters/,
    ],
    ['a field that it does not have', JSON.stringify([{ ...llama, apikey: key }]), /does not take "apikey"/],
    ['the name of rules', JSON.stringify([{ ...llama, id: 'rules' }]), /a model that is built in has this name/],
    ['a number', '[7]', /entry 1/],
  ] as const) {
    it(`is refused with ${what}`, async () => {
      await assert.rejects(readLanguageModels(value, http), (error) => {
        assert.match((error as Error).message, message);
        assert.ok(!(error as Error).message.includes(key));
        return true;
      });
    });
  }
});
