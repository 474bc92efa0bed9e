import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Gathering } from './gathering.ts';

/** A gathering of words by their first letter, whose work ends when it is told to. */
function words() {
  const begun: { readonly items: readonly string[]; readonly end: (results: readonly string[]) => void }[] = [];
  const gathering = new Gathering({
    key: (word: string) => word[0]!,
    work: (items) => {
      const { promise, resolve } = Promise.withResolvers<readonly string[]>();
      begun.push({ items, end: resolve });
      return promise;
    },
  });
  return { gathering, begun, itemsOf: () => begun.map(({ items }) => items) };
}

function turn(): Promise<unknown> {
  return new Promise(setImmediate);
}

describe('a gathering', () => {
  it('does work once for all who ask at the same time, and gives each its own', async () => {
    const { gathering, begun, itemsOf } = words();
    const results = Promise.all([gathering.add('a1'), gathering.add('a2')]);
    await turn();
    assert.deepEqual(itemsOf(), [['a1', 'a2']]);
    begun[0]!.end(['one', 'two']);
    assert.deepEqual(await results, ['one', 'two']);
  });

  it('does it once more for all who came meanwhile, key by key', async () => {
    const { gathering, begun, itemsOf } = words();
    const first = gathering.add('a1');
    await turn();
    const later = Promise.all(['b1', 'a2', 'b2', 'a3'].map((word) => gathering.add(word)));
    await turn();
    assert.deepEqual(itemsOf(), [['a1']]);
    for (let done = 0; done < 3; done++) {
      begun[done]!.end(begun[done]!.items.map((word) => word.toUpperCase()));
      await turn();
    }
    assert.deepEqual(itemsOf(), [['a1'], ['b1', 'b2'], ['a2', 'a3']]);
    assert.deepEqual([await first, ...(await later)], ['A1', 'B1', 'A2', 'B2', 'A3']);
  });

  it('fails all for whom the work fails, and goes on with the others', async () => {
    const gathering = new Gathering({
      key: (word: string) => word[0]!,
      work: (items) => (items[0] === 'bad' ? Promise.reject(new Error('no luck')) : Promise.resolve(items)),
    });
    const [bad, worse, good] = await Promise.allSettled(['bad', 'b', 'good'].map((word) => gathering.add(word)));
    assert.deepEqual([bad!.status, worse!.status], ['rejected', 'rejected']);
    assert.deepEqual(good, { status: 'fulfilled', value: 'good' });
    assert.equal(await gathering.add('later'), 'later');
  });
});
