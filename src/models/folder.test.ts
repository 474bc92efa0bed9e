import assert from 'node:assert/strict';
import { cp, mkdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readInstalled } from '../model-files/installed.ts';
import { bytesBelow, findInstalled, listInstalled, modelsFolder, removeModel } from './folder.ts';
import { filesBelow, temporaryFolder, writeRecognizer } from './testing.ts';

describe('a folder among the models', () => {
  it('counts by the rule of the server, as a link and under any name', async (t) => {
    const root = await temporaryFolder(t);
    const models = modelsFolder(root);
    const elsewhere = join(root, 'ear');
    await writeRecognizer(elsewhere);
    const manifest = JSON.parse(await readFile(join(elsewhere, 'model.json'), 'utf8')) as object;
    await writeFile(join(elsewhere, 'model.json'), JSON.stringify({ ...manifest, name: 'linked' }));
    await mkdir(join(models, 'Foo'), { recursive: true });
    await symlink(elsewhere, join(models, 'linked'));
    const { found, problems } = await readInstalled(models, ({ name }) => name);
    assert.deepEqual([found, problems.map(({ model }) => model)], [['linked'], ['Foo']]);
    const listed = await listInstalled(models);
    assert.deepEqual(
      listed.map(({ name, problem }) => [name, problem === undefined]),
      [
        ['Foo', false],
        ['linked', true],
      ],
    );
    for (const { name } of listed) {
      assert.equal((await findInstalled(models, name))?.name, name);
      await removeModel(models, name);
    }
    assert.deepEqual(await listInstalled(models), []);
    assert.ok((await filesBelow(elsewhere)).includes('model.json'), 'what a link leads to is kept');
  });
});

describe('the folder of the models while models come and go', () => {
  it('lists those that are there, each whole', { timeout: 60_000 }, async (t) => {
    const models = await temporaryFolder(t);
    const [stays, goes, aside] = ['stated', 'other', '.aside'].map((name) => join(models, name)) as [
      string,
      string,
      string,
    ];
    await writeRecognizer(stays);
    await cp(stays, join(goes, 'inner'), { recursive: true });
    await mkdir(aside);
    const seen = new Set<string>();
    // Where in the reading it goes is left to chance; at every place the answer has to be one of two.
    for (let round = 0; round < 200; round++) {
      const [listed] = await Promise.all([listInstalled(models), rename(goes, join(aside, 'other'))]);
      seen.add(listed.map(({ name, problem }) => `${name}: ${problem}`).join(', '));
      await rename(join(aside, 'other'), goes);
    }
    const whole = 'stated: undefined';
    const allowed = [whole, `other: there is no model.json, ${whole}`];
    assert.deepEqual(
      [...seen].filter((each) => !allowed.includes(each)),
      [],
    );
  });

  it('has no bytes where nothing is', async (t) => {
    assert.equal(await bytesBelow(join(await temporaryFolder(t), 'gone')), 0);
  });
});
