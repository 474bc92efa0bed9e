import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConnectionRegistry } from './connection-registry.ts';

/** A registry, and what was revoked in it. */
function start() {
  const registry = new ConnectionRegistry();
  const revoked: string[] = [];
  const current = new Map<string, boolean | Error>();
  const add = (name: string, keyId: string | undefined, checkedAt = performance.now()) => {
    const connection = {
      drain: () => Promise.resolve(),
      revoke() {
        revoked.push(name);
        registry.delete(connection);
      },
    };
    const isCurrent = (): Promise<boolean> => {
      const answer = current.get(keyId!) ?? true;
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    };
    registry.add(connection, keyId === undefined ? undefined : { ids: [keyId], checkedAt, isCurrent });
  };
  return { registry, revoked, current, add };
}

async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

describe('a revocation', () => {
  it('ends the connections of its key at once, and no others', () => {
    const { registry, revoked, add } = start();
    for (const [name, key] of [
      ['one', 'a'],
      ['two', 'b'],
      ['three', 'a'],
      ['public', undefined],
    ] as const) {
      add(name, key);
    }
    registry.revoke('a');
    assert.deepEqual(revoked, ['one', 'three']);
    assert.equal(registry.size, 2);
  });

  it('that may have been missed ends those whose credential no longer holds, where the database can tell', async () => {
    const { registry, revoked, current, add } = start();
    for (let index = 0; index < 50; index++) add(`good ${index}`, 'good');
    add('bad', 'bad');
    add('unknown', 'unknown');
    add('public', undefined);
    current.set('bad', false).set('unknown', new Error('the database is away'));
    registry.revoke(undefined);
    await settle();
    assert.deepEqual(revoked, ['bad']);
  });

  it('between the check of a credential and the opening of its connection is not missed', async () => {
    const { registry, revoked, current, add } = start();
    const checkedAt = performance.now();
    registry.revoke('a');
    current.set('a', false);
    add('opened before', 'a', checkedAt);
    add('good', 'b', checkedAt);
    await settle();
    assert.deepEqual(revoked, ['opened before']);
  });
});
