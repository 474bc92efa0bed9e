import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RecentlyUsed } from './recently-used.ts';

function filled(...keys: string[]): RecentlyUsed<string> {
  const map = new RecentlyUsed<string>(2);
  for (const key of keys) map.set(key, key);
  return map;
}

describe('a map of what was used last', () => {
  it('forgets the entry that was set first', () => {
    const map = filled('a', 'b', 'c');
    assert.deepEqual(
      ['a', 'b', 'c'].map((key) => map.get(key)),
      [undefined, 'b', 'c'],
    );
  });

  it('counts reading, setting anew and getting or making as a use', () => {
    const uses: ((map: RecentlyUsed<string>) => void)[] = [
      (map) => map.get('a'),
      (map) => map.set('a', 'a'),
      (map) => map.getOrInsertComputed('a', () => assert.fail('it is kept')),
    ];
    for (const use of uses) {
      const map = filled('a', 'b');
      use(map);
      map.set('c', 'c');
      assert.equal(map.get('b'), undefined);
      assert.equal(map.get('a'), 'a');
    }
  });

  it('makes what is missing once, and nothing where making it fails', () => {
    const map = filled();
    assert.throws(() => map.getOrInsertComputed('a', () => assert.fail('no')), /no/);
    assert.equal(map.get('a'), undefined);
    assert.equal(
      map.getOrInsertComputed('a', () => 'made'),
      'made',
    );
    assert.equal(map.get('a'), 'made');
  });

  it('forgets one entry, or all, when asked to', () => {
    const map = filled('a', 'b');
    map.delete('a');
    assert.deepEqual([map.get('a'), map.get('b')], [undefined, 'b']);
    map.clear();
    assert.equal(map.get('b'), undefined);
  });
});
