import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openSecrets, type Store, type WebhookDelivery, type WebhookRow } from '../store/index.ts';
import { databases, using } from '../store/testing.ts';
import { deliverWebhooks, type DeliveryOptions } from './delivery.ts';
import { emitEvent } from './envelope.ts';
import { deliverDue, Receiver, type Received, type ReceiverAnswer } from './testing.ts';
import { createWebhook, resendDelivery, resumeWebhook, updateWebhook } from './webhooks.ts';

const secrets = openSecrets();
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

type Answer = number | ReceiverAnswer;

/** One webhook, its receiver and the handler of its deliveries, on a clock that stands still. */
class Scene {
  at = Date.parse('2026-01-01T00:00:00Z');
  /** What the receiver answers to an event, by the text of its data. */
  answer: (text: string) => Answer = () => 204;
  readonly paused: WebhookRow[] = [];
  readonly receiver = new Receiver((_count, request) => this.answer(textOf(request)));
  store!: Store;
  organizationId = '';
  webhookId = '';
  url = '';

  readonly now = (): Date => new Date(this.at);

  async open(store: Store): Promise<void> {
    this.store = store;
    this.organizationId = (await store.organizations.create('Ours')).id;
    this.url = await this.receiver.open();
    const fields = { url: this.url, secret: 'x' };
    this.webhookId = (await createWebhook(this.options, this.organizationId, fields)).id;
  }

  get options() {
    return { store: this.store, secrets, allowPrivate: true, now: this.now };
  }

  /** An event of an object. */
  emit(id: string, text: string): Promise<void> {
    const { organizationId } = this;
    return this.store.transaction((repositories) =>
      emitEvent(repositories, { organizationId, type: 'voice.created', data: { id, text } }),
    );
  }

  deliver(more: Partial<DeliveryOptions> = {}): Promise<number> {
    const handler = deliverWebhooks({
      ...this.options,
      random: () => 0.5,
      onPaused: (webhook) => this.paused.push(webhook),
      ...more,
    });
    return deliverDue(this.store, handler, this.now);
  }

  /** Texts in the order they came. */
  get texts(): string[] {
    return this.receiver.received.map(textOf);
  }

  async deliveries(): Promise<readonly WebhookDelivery[]> {
    return (await this.store.webhookDeliveries.page(this.organizationId, this.webhookId, { limit: 100 })).rows;
  }

  async webhook(): Promise<WebhookRow> {
    return (await this.store.webhooks.find(this.organizationId, this.webhookId))!;
  }

  async nextAttemptMs(): Promise<number> {
    const [waiting] = (await this.deliveries()).filter(({ status }) => status === 'pending');
    return Date.parse(waiting!.next_attempt_at!) - this.at;
  }
}

function textOf({ body }: Received): string {
  return (JSON.parse(body) as { data: { text: string } }).data.text;
}

for (const [name, database] of Object.entries(databases)) {
  const test = (what: string, body: (scene: Scene) => Promise<void>): void => {
    it(what, { timeout: 30_000 }, () => {
      const scene = new Scene();
      return using(
        database,
        async (store) => {
          await scene.open(store);
          try {
            await body(scene);
          } finally {
            scene.receiver.close();
          }
        },
        { now: scene.now },
      );
    });
  };

  describe(`events of one object, on ${name}`, () => {
    test('arrive in their order, also when they were written in the same millisecond', async (scene) => {
      for (const text of ['a', 'b', 'c', 'd', 'e', 'f']) await scene.emit('v1', text);
      await scene.deliver();
      assert.deepEqual(scene.texts, ['a', 'b', 'c', 'd', 'e', 'f']);
    });

    test('wait while an earlier one is tried again, and those of other objects do not', async (scene) => {
      let isUp = false;
      scene.answer = (text) => (text === 'first' && !isUp ? 500 : 204);
      await scene.emit('v1', 'first');
      await scene.emit('v1', 'second');
      await scene.emit('v1', 'third');
      await scene.emit('v2', 'other');
      await scene.deliver();
      assert.deepEqual(scene.texts.toSorted(), ['first', 'other']);
      assert.equal((await scene.deliveries()).filter(({ held }) => held === 1).length, 2);
      isUp = true;
      scene.at += 10 * second;
      await scene.deliver();
      assert.deepEqual(scene.texts.slice(-3), ['first', 'second', 'third']);
      assert.ok((await scene.deliveries()).every(({ status, held }) => status === 'delivered' && held === 0));
    });

    test('go on when the earlier one has failed for good', async (scene) => {
      scene.answer = (text) => (text === 'first' ? 500 : 204);
      await scene.emit('v1', 'first');
      await scene.emit('v1', 'second');
      for (let hours = 0; hours < 30; hours++) {
        await scene.deliver();
        scene.at += hour;
      }
      assert.equal(scene.texts.filter((text) => text === 'first').length, 10);
      assert.equal(scene.texts.at(-1), 'second');
    });

    test('go on also when the end of the earlier one was written by a server that knows no order', async (scene) => {
      scene.answer = (text) => (text === 'first' ? 500 : 204);
      await scene.emit('v1', 'first');
      await scene.emit('v1', 'second');
      await scene.deliver();
      const { store } = scene;
      const { db } = store.database;
      assert.equal(await store.transaction(({ webhookDeliveries }) => webhookDeliveries.releaseLost()), 0);
      await db.updateTable('webhook_deliveries').set({ status: 'delivered' }).where('held', '=', 0).execute();
      assert.equal(await store.transaction(({ webhookDeliveries }) => webhookDeliveries.releaseLost()), 1);
      await scene.deliver();
      assert.equal(scene.texts.at(-1), 'second');
    });
  });

  describe(`a receiver that asks for time, on ${name}`, () => {
    test('is tried again when it said, in seconds or by a date', async (scene) => {
      for (const header of ['120', new Date(scene.at + 120 * second).toUTCString()]) {
        scene.answer = () => ({ status: 500, headers: { 'retry-after': header } });
        await scene.emit('v1', 'a');
        await scene.deliver();
        assert.equal(await scene.nextAttemptMs(), 120 * second);
        await scene.store.webhookDeliveries.failPending(scene.organizationId, scene.webhookId, 'over');
      }
    });

    test('is never tried earlier than the schedule says, and never later than the limit', async (scene) => {
      for (const [header, waitMs] of [
        ['1', 5 * second],
        ['soon', 5 * second],
        ['-7', 5 * second],
        [new Date(scene.at - hour).toUTCString(), 5 * second],
        ['86400', hour],
        ['9'.repeat(400), hour],
      ] as const) {
        scene.answer = () => ({ status: 500, headers: { 'retry-after': header } });
        await scene.emit('v1', 'a');
        await scene.deliver();
        assert.equal(await scene.nextAttemptMs(), waitMs, header);
        await scene.store.webhookDeliveries.failPending(scene.organizationId, scene.webhookId, 'over');
      }
    });

    test('gets nothing at all before that where it answered 429 or 503', async (scene) => {
      for (const status of [429, 503]) {
        const before = scene.texts.length;
        scene.answer = () => ({ status, headers: { 'retry-after': '90' } });
        await scene.emit('v1', 'a');
        await scene.deliver();
        scene.answer = () => 204;
        await scene.emit('v2', 'b');
        scene.at += 89 * second;
        await scene.deliver();
        assert.equal(scene.texts.length, before + 1);
        scene.at += second;
        await scene.deliver();
        assert.equal(scene.texts.length, before + 3);
      }
    });
  });

  describe(`a webhook that keeps failing, on ${name}`, () => {
    const pause = { failures: 3, ms: hour };

    /** Fails until it is paused. */
    async function failOn(scene: Scene): Promise<void> {
      scene.answer = () => 500;
      for (let count = 0; count < 3; count++) await scene.emit(`v${count}`, `${count}`);
      await scene.deliver({ pause });
      assert.deepEqual([(await scene.webhook()).paused_at, (await scene.webhook()).failures], [null, 3]);
      scene.at += hour;
      await scene.deliver({ pause });
    }

    test('is paused after so many failures for so long, which is told once', async (scene) => {
      await failOn(scene);
      const { paused_at: pausedAt, failing_since: since } = await scene.webhook();
      assert.deepEqual([pausedAt, since], [scene.now().toISOString(), new Date(scene.at - hour).toISOString()]);
      assert.equal(scene.paused.length, 1);
      assert.equal(await scene.store.webhooks.countPaused(), 1);
      const before = scene.texts.length;
      scene.at += 24 * hour;
      await scene.emit('v9', 'later');
      assert.equal(await scene.deliver({ pause }), 0);
      assert.equal(scene.texts.length, before);
      assert.ok((await scene.deliveries()).every(({ status }) => status === 'pending'));
    });

    test('gets at once what waits when it is resumed', async (scene) => {
      await failOn(scene);
      await scene.emit('v9', 'later');
      scene.answer = () => 204;
      const row = await resumeWebhook(scene.options, scene.organizationId, scene.webhookId);
      assert.deepEqual([row.paused_at, row.failing_since, row.failures], [null, null, 0]);
      await scene.deliver({ pause });
      assert.ok((await scene.deliveries()).every(({ status }) => status === 'delivered'));
    });

    test('gets it also when its address is set anew', async (scene) => {
      await failOn(scene);
      scene.answer = () => 204;
      await updateWebhook(scene.options, scene.organizationId, scene.webhookId, { url: scene.url });
      await scene.deliver({ pause });
      assert.ok((await scene.deliveries()).every(({ status }) => status === 'delivered'));
    });

    test('is not paused when one delivery in between has arrived', async (scene) => {
      scene.answer = (text) => (text === 'good' ? 204 : 500);
      for (let count = 0; count < 3; count++) await scene.emit(`v${count}`, 'bad');
      await scene.deliver({ pause });
      await scene.emit('v9', 'good');
      await scene.deliver({ pause });
      assert.deepEqual([(await scene.webhook()).failures, (await scene.webhook()).failing_since], [0, null]);
      scene.at += hour;
      await scene.deliver({ pause });
      assert.equal((await scene.webhook()).paused_at, null);
    });
  });

  describe(`a delivery that is sent once more, on ${name}`, () => {
    test('has the id and the body it had, whether it had arrived or failed', async (scene) => {
      await scene.emit('v1', 'a');
      await scene.deliver();
      const [{ id }] = (await scene.deliveries()) as [WebhookDelivery];
      const row = await resendDelivery(scene.options, scene.organizationId, scene.webhookId, id);
      assert.deepEqual([row.status, row.attempts], ['pending', 0]);
      await scene.deliver();
      const [first, again] = scene.receiver.received as [Received, Received];
      assert.equal(again.headers['webhook-id'], first.headers['webhook-id']);
      assert.equal(again.body, first.body);
      assert.equal(scene.texts.length, 2);
    });

    test('has its next try at once while it waits for it, and only one', async (scene) => {
      scene.answer = () => 500;
      await scene.emit('v1', 'a');
      await scene.deliver();
      const [{ id }] = (await scene.deliveries()) as [WebhookDelivery];
      scene.answer = () => 204;
      await resendDelivery(scene.options, scene.organizationId, scene.webhookId, id);
      await resendDelivery(scene.options, scene.organizationId, scene.webhookId, id);
      await scene.deliver();
      scene.at += 24 * hour;
      await scene.deliver();
      assert.equal(scene.texts.length, 2);
    });

    test('is refused where the webhook is disabled or has no such delivery', async (scene) => {
      await scene.emit('v1', 'a');
      const [{ id }] = (await scene.deliveries()) as [WebhookDelivery];
      const again = (webhookId: string, delivery: string) =>
        resendDelivery(scene.options, scene.organizationId, webhookId, delivery);
      await assert.rejects(again(scene.webhookId, 'msg_none'), { code: 'not_found' });
      await assert.rejects(again('agent_webhook_none', id), { code: 'not_found' });
      await scene.store.webhooks.disable(scene.organizationId, scene.webhookId);
      await assert.rejects(again(scene.webhookId, id), { code: 'webhook_disabled' });
    });
  });
}
