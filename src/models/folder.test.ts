import assert from 'node:assert/strict';
import { cp, mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { bytesBelow, listInstalled } from './folder.ts';
import { temporaryFolder, writeRecognizer } from './testing.ts';

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
