import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deliveryJobKind, type NewWebhook, type Store } from '../index.ts';
import { databases, using } from '../testing.ts';

const webhook: NewWebhook = {
  url: 'https://example.org/hook',
  secret: 'sealed',
  displayName: null,
  clearSecret: false,
};

const event = { type: 'voice.created', data: { id: 'v1' } };

async function organizationsOf(store: Store): Promise<[string, string]> {
  return [(await store.organizations.create('Ours')).id, (await store.organizations.create('Theirs')).id];
}

/** What is pending for a webhook. */
async function pendingOf(store: Store, organizationId: string, webhookId: string) {
  return (await store.webhookDeliveries.page(organizationId, webhookId, { limit: 100, status: 'pending' })).rows;
}

function dueJobs(store: Store) {
  return store.jobs.claim({ kind: deliveryJobKind, limit: 100, owner: 'test', until: new Date(Date.now() + 60_000) });
}

for (const [name, database] of Object.entries(databases)) {
  describe(`webhooks on ${name}`, () => {
    const test = (what: string, body: (store: Store) => Promise<void>): void =>
      void it(what, () => using(database, body));

    test('are kept, listed newest first, and seen by their organization only', async (store) => {
      const [ours, theirs] = await organizationsOf(store);
      const row = await store.webhooks.create(ours, webhook);
      assert.match(row.id, /^agent_webhook_[0-9A-Za-z]{22}$/);
      assert.deepEqual(await store.webhooks.find(ours, row.id), row);
      assert.deepEqual((await store.webhooks.page(ours, { limit: 10 })).rows, [row]);
      assert.equal(await store.webhooks.find(theirs, row.id), undefined);
      assert.deepEqual((await store.webhooks.page(theirs, { limit: 10 })).rows, []);
      assert.equal(await store.webhooks.update(theirs, row.id, { url: 'https://evil.example' }), undefined);
      await store.webhooks.disable(theirs, row.id);
      assert.equal(await store.webhooks.remove(theirs, row.id), false);
      assert.deepEqual(await store.webhooks.find(ours, row.id), row);
    });

    test('change in what is given, and a new address enables them again', async (store) => {
      const [ours] = await organizationsOf(store);
      const { id } = await store.webhooks.create(ours, { ...webhook, displayName: 'CRM' });
      await store.webhooks.disable(ours, id);
      const renamed = await store.webhooks.update(ours, id, { displayName: null, secret: undefined });
      assert.deepEqual([renamed?.display_name, renamed?.secret, renamed?.url], [null, 'sealed', webhook.url]);
      assert.ok(renamed?.disabled_at);
      const moved = await store.webhooks.update(ours, id, { url: 'https://example.org/other', clearSecret: true });
      assert.deepEqual([moved?.url, moved?.disabled_at, moved?.clear_secret], ['https://example.org/other', null, 1]);
    });

    test('take their deliveries with them and leave the agents that used them without one', async (store) => {
      const [ours] = await organizationsOf(store);
      const { id } = await store.webhooks.create(ours, webhook);
      await store.transaction(({ webhookDeliveries }) =>
        webhookDeliveries.emit({ organizationId: ours, ...event }, JSON.stringify),
      );
      const at = new Date().toISOString();
      await store.database.db
        .insertInto('agents')
        .values({
          id: 'agent_1',
          organization_id: ours,
          name: 'A',
          description: null,
          webhook_id: id,
          version_id: 'v',
          search: 'a',
          created_at: at,
          updated_at: at,
        })
        .execute();
      const [delivery] = await pendingOf(store, ours, id);
      assert.equal(await store.transaction(({ webhooks }) => webhooks.remove(ours, id)), true);
      assert.equal(await store.webhooks.find(ours, id), undefined);
      assert.equal(await store.webhookDeliveries.find(ours, delivery!.id), undefined);
      assert.equal(
        (await store.database.db.selectFrom('agents').select('webhook_id').executeTakeFirst())?.webhook_id,
        null,
      );
    });
  });

  describe(`events on ${name}`, () => {
    const test = (what: string, body: (store: Store) => Promise<void>): void =>
      void it(what, () => using(database, body));

    test('are written for each enabled webhook of the organization, each with its job', async (store) => {
      const [ours, theirs] = await organizationsOf(store);
      const one = await store.webhooks.create(ours, webhook);
      const two = await store.webhooks.create(ours, webhook);
      const disabled = await store.webhooks.create(ours, webhook);
      await store.webhooks.disable(ours, disabled.id);
      const foreign = await store.webhooks.create(theirs, webhook);
      await store.transaction(({ webhookDeliveries }) =>
        webhookDeliveries.emit({ organizationId: ours, ...event, requestId: 'r1' }, JSON.stringify),
      );

      const deliveries = [...(await pendingOf(store, ours, one.id)), ...(await pendingOf(store, ours, two.id))];
      assert.deepEqual(
        deliveries.map(({ webhook_id: id }) => id),
        [one.id, two.id],
      );
      assert.equal(
        (await pendingOf(store, ours, disabled.id)).length + (await pendingOf(store, theirs, foreign.id)).length,
        0,
      );
      assert.deepEqual(JSON.parse(deliveries[0]!.body), {
        type: 'voice.created',
        requestId: 'r1',
        agentId: null,
        webhookId: one.id,
        timestamp: deliveries[0]!.created_at,
        data: { id: 'v1' },
      });
      const payloads = (await dueJobs(store)).map(({ payload }) => JSON.parse(payload) as unknown);
      assert.equal(payloads.length, 2);
      for (const { id } of deliveries) {
        assert.ok(
          payloads.some(
            (payload) => JSON.stringify(payload) === JSON.stringify({ organization_id: ours, delivery_id: id }),
          ),
        );
      }
    });

    test('reach the webhooks that name them, alone or by a pattern', async (store) => {
      const [ours] = await organizationsOf(store);
      const types = ['voice.created', 'voice.deleted', 'voices.created', 'fine_tune.failed', 'file.created'];
      const wanted: [events: readonly string[] | null | undefined, gets: readonly string[]][] = [
        [undefined, ['voice.created', 'fine_tune.failed']],
        [null, ['voice.created', 'fine_tune.failed']],
        [['*'], types],
        [['voice.*'], ['voice.created', 'voice.deleted']],
        [
          ['file.created', 'voice.deleted', 'voice.*'],
          ['voice.created', 'voice.deleted', 'file.created'],
        ],
        [['file.deleted'], []],
      ];
      const made = [];
      for (const [events] of wanted) made.push(await store.webhooks.create(ours, { ...webhook, events }));
      const changed = await store.webhooks.create(ours, { ...webhook, events: ['*'] });
      await store.webhooks.update(ours, changed.id, { events: ['file.created'] });
      await store.webhooks.update(ours, changed.id, { displayName: 'Files' });
      const reset = await store.webhooks.create(ours, { ...webhook, events: ['*'] });
      await store.webhooks.update(ours, reset.id, { events: null });
      for (const type of types) {
        await store.transaction(({ webhookDeliveries }) =>
          webhookDeliveries.emit({ organizationId: ours, ...event, type }, JSON.stringify),
        );
      }
      const gotBy = async ({ id }: { readonly id: string }) =>
        (await pendingOf(store, ours, id)).map(({ type }) => type).toSorted();
      for (const [index, [events, gets]] of wanted.entries()) {
        assert.deepEqual(await gotBy(made[index]!), gets.toSorted(), JSON.stringify(events));
      }
      assert.deepEqual(await gotBy(changed), ['file.created']);
      assert.deepEqual(await gotBy(reset), ['fine_tune.failed', 'voice.created']);
    });

    test('of an agent go to the webhook of that agent only', async (store) => {
      const [ours] = await organizationsOf(store);
      const [its, other] = [await store.webhooks.create(ours, webhook), await store.webhooks.create(ours, webhook)];
      const at = new Date().toISOString();
      await store.database.db
        .insertInto('agents')
        .values({
          id: 'agent_1',
          organization_id: ours,
          name: 'A',
          description: null,
          webhook_id: its.id,
          version_id: 'v',
          search: 'a',
          created_at: at,
          updated_at: at,
        })
        .execute();
      await store.transaction(({ webhookDeliveries }) =>
        webhookDeliveries.emit({ organizationId: ours, ...event, agentId: 'agent_1' }, JSON.stringify),
      );
      const [delivery] = await pendingOf(store, ours, its.id);
      assert.equal((JSON.parse(delivery!.body) as { agentId: string }).agentId, 'agent_1');
      assert.equal((await pendingOf(store, ours, other.id)).length, 0);
    });

    test('are refused outside of a transaction and vanish with one that fails', async (store) => {
      const [ours] = await organizationsOf(store);
      const { id } = await store.webhooks.create(ours, webhook);
      await assert.rejects(
        store.webhookDeliveries.emit({ organizationId: ours, ...event }, JSON.stringify),
        /transaction/,
      );
      await assert.rejects(
        store.transaction(async ({ webhookDeliveries }) => {
          await webhookDeliveries.emit({ organizationId: ours, ...event }, JSON.stringify);
          throw new Error('stop');
        }),
        /stop/,
      );
      assert.equal((await pendingOf(store, ours, id)).length, 0);
      assert.deepEqual(await dueJobs(store), []);
    });

    test('keep the count and outcome of their tries, and what has ended is not changed', async (store) => {
      const [ours, theirs] = await organizationsOf(store);
      const { id } = await store.webhooks.create(ours, webhook);
      await store.transaction(({ webhookDeliveries }) =>
        webhookDeliveries.emit({ organizationId: ours, ...event }, JSON.stringify),
      );
      const deliveryId = (await pendingOf(store, ours, id))[0]!.id;
      const outcome = async () => {
        const row = (await store.webhookDeliveries.find(ours, deliveryId))!;
        return [row.status, row.attempts, row.response_status, row.error, row.next_attempt_at];
      };
      const later = new Date('2026-01-02T00:00:00Z');
      await store.webhookDeliveries.record(theirs, deliveryId, {
        status: 'failed',
        responseStatus: 1,
        error: 'x',
        nextAttemptAt: null,
      });
      await store.webhookDeliveries.record(ours, deliveryId, {
        status: 'pending',
        responseStatus: 500,
        error: 'broken',
        nextAttemptAt: later,
      });
      assert.deepEqual(await outcome(), ['pending', 1, 500, 'broken', later.toISOString()]);
      await store.webhookDeliveries.record(ours, deliveryId, {
        status: 'delivered',
        responseStatus: 204,
        error: null,
        nextAttemptAt: null,
      });
      assert.deepEqual(await outcome(), ['delivered', 2, 204, null, null]);
      await store.webhookDeliveries.record(ours, deliveryId, {
        status: 'failed',
        responseStatus: null,
        error: 'late',
        nextAttemptAt: null,
      });
      await store.webhookDeliveries.failPending(ours, id, 'gone');
      assert.deepEqual(await outcome(), ['delivered', 2, 204, null, null]);
      assert.equal(await store.webhookDeliveries.find(theirs, deliveryId), undefined);
    });

    test('that ended are forgotten after their time, waiting ones never', async (store) => {
      const [ours] = await organizationsOf(store);
      const { id } = await store.webhooks.create(ours, { ...webhook, events: ['*'] });
      for (const type of ['one', 'two']) {
        await store.transaction(({ webhookDeliveries }) =>
          webhookDeliveries.emit({ organizationId: ours, ...event, type }, JSON.stringify),
        );
      }
      const ended = (await pendingOf(store, ours, id))[0]!.id;
      await store.webhookDeliveries.record(ours, ended, {
        status: 'delivered',
        responseStatus: 200,
        error: null,
        nextAttemptAt: null,
      });
      assert.equal(await store.webhookDeliveries.deleteEndedBefore(new Date(0)), 0);
      assert.equal(await store.webhookDeliveries.deleteEndedBefore(new Date(Date.now() + 1000)), 1);
      assert.equal(await store.webhookDeliveries.find(ours, ended), undefined);
      assert.equal((await pendingOf(store, ours, id)).length, 1);
    });
  });
}
