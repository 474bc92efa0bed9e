import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PronunciationDictRow } from '../../store/index.ts';
import { storedDictionaries } from './dictionaries.ts';

function row(id: string, pronunciation: string): PronunciationDictRow {
  return {
    id,
    organization_id: 'ours',
    name: '',
    description: '',
    access: 'private',
    pinned: 0,
    created_at: '',
    updated_at: '',
    items: JSON.stringify([{ text: 'gif', pronunciation, case_sensitive: false }]),
  };
}

describe('the dictionaries that requests name', () => {
  const rows = new Map<string, PronunciationDictRow>();
  const library = storedDictionaries({
    find: (organizationId, id) => Promise.resolve(organizationId === 'ours' ? rows.get(id) : undefined),
  });
  const spoken = async (id: string) =>
    (await library.get(id, 'ours'))?.find([{ text: 'GIF', glued: false }], 0)?.pronunciation;

  it('are made ready once, until their items change', async () => {
    rows.set('a', row('a', 'jif'));
    assert.equal(await spoken('a'), 'jif');
    assert.equal(await library.get('a', 'ours'), await library.get('a', 'ours'));
    rows.set('a', row('a', 'ghif'));
    assert.equal(await spoken('a'), 'ghif');
  });

  it('are asked for each time: who may not use one any more does not', async () => {
    rows.set('b', row('b', 'jif'));
    assert.equal(await spoken('b'), 'jif');
    assert.equal(await library.get('b', 'theirs'), undefined);
    rows.delete('b');
    assert.equal(await spoken('b'), undefined);
  });

  it('are not all remembered for ever', async () => {
    rows.set('first', row('first', 'x'));
    const first = await library.get('first', 'ours');
    for (let index = 0; index < 300; index++) {
      rows.set(`${index}`, row(`${index}`, 'x'));
      await library.get(`${index}`, 'ours');
    }
    assert.notEqual(await library.get('first', 'ours'), first);
  });
});
