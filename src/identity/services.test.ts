/** What the services promise beside what their routes and commands show: a change and its event are one. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openTestStore } from '../store/testing.ts';
import type { Repositories, Store } from '../store/index.ts';
import { KeyService } from './keys.ts';
import { PeopleService } from './people.ts';

/** The store, but every event fails to be written. */
function withoutEvents(store: Store): Store {
  const webhookDeliveries: Repositories['webhookDeliveries'] = {
    ...store.webhookDeliveries,
    emit: () => Promise.reject(new Error('no event')),
  };
  return {
    ...store,
    transaction: (work, isolation) =>
      store.transaction((repositories) => work({ ...repositories, webhookDeliveries }), isolation),
  };
}

describe('a change whose event cannot be written', () => {
  it('is not made, whatever it is', async () => {
    const store = await openTestStore();
    const { organization } = await store.bootstrap();
    const actor = { organizationId: organization.id };
    const [keys, people] = [new KeyService(store), new PeopleService(store)];
    const { key } = await keys.create(actor, { kind: 'api', description: 'kept' });
    const user = await store.users.create({
      organizationId: organization.id,
      role: 'member',
      email: 'ada@example.org',
    });
    const [made] = await people.invite(actor, ['eve@example.org']);
    const [otherKeys, otherPeople] = [new KeyService(withoutEvents(store)), new PeopleService(withoutEvents(store))];
    const state = async () => ({
      keys: await store.apiKeys.list(organization.id),
      users: await store.users.list(organization.id),
      invites: await store.invites.page(organization.id, { limit: 10, state: 'pending' }),
    });

    const before = await state();
    for (const change of [
      () => otherKeys.create(actor, { kind: 'api', description: 'new' }),
      () => otherKeys.change(actor, key.id, { name: 'other' }),
      () => otherKeys.rotate(actor, key.id, { overlapMs: 0 }),
      () => otherKeys.revoke(actor, key.id),
      () => otherPeople.invite(actor, ['bob@example.org']),
      () => otherPeople.cancelInvite(actor, made!.invite.id),
      () => otherPeople.accept(made!.token, { name: 'Eve' }, { requestId: 'r', attempt: undefined }),
      () => otherPeople.setRole(actor, user.id, 'admin'),
      () => otherPeople.remove(actor, user.id),
    ]) {
      await assert.rejects(change(), /no event/u, change.toString());
      assert.deepEqual(await state(), before, change.toString());
    }
    await store.close();
  });
});

describe('an expired key', () => {
  it('is ended by a command, which takes any key, and not by a request, which takes those that work', async () => {
    const store = await openTestStore({ now: () => new Date('2020-01-01') });
    const { organization } = await store.bootstrap();
    const keys = new KeyService(store);
    const actor = { organizationId: organization.id };
    const made = {
      organizationId: organization.id,
      kind: 'api',
      description: '',
      expiresAt: new Date('2020-01-02'),
    } as const;
    const { key } = await store.apiKeys.create(made);
    await assert.rejects(keys.revoke(actor, key.id), { code: 'api_key_not_found' });
    assert.equal((await store.apiKeys.find(organization.id, key.id))?.revoked_at, null);
    assert.notEqual((await keys.revoke(actor, key.id, 'any')).revoked_at, null);
    await store.close();
  });
});
