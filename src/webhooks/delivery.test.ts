import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { deliveryJobKind, openSecrets, type Store } from '../store/index.ts';
import { sqliteInFolder, using } from '../store/testing.ts';
import { deliverWebhooks, retryDelayMs, type AttemptOutcome } from './delivery.ts';
import { emitEvent } from './envelope.ts';
import { inTurn, Receiver, type Received } from './testing.ts';
import { createWebhook, updateWebhook, type WebhookFields } from './webhooks.ts';

const secrets = openSecrets();
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const never = new AbortController().signal;
const hour = 3_600_000;

/** A webhook with one event to deliver, and a handler about to deliver it, on a clock that stands still. */
interface Scene {
  readonly store: Store;
  readonly receiver: Receiver;
  readonly organizationId: string;
  readonly webhookId: string;
  readonly outcomes: AttemptOutcome[];
  /** One run of the job. */
  readonly run: (given?: {
    readonly signal?: AbortSignal;
    readonly secrets?: typeof secrets;
  }) => Promise<{ readonly runAt: Date } | undefined>;
  readonly delivery: () => Promise<Awaited<ReturnType<Store['webhookDeliveries']['find']>> & {}>;
  readonly emit: () => Promise<void>;
  readonly clock: { at: number };
}

function scene(answers: readonly number[], body: (scene: Scene) => Promise<void>, fields: Partial<WebhookFields> = {}) {
  return async (): Promise<void> => {
    const clock = { at: Date.now() };
    const now = (): Date => new Date(clock.at);
    await using(
      sqliteInFolder,
      async (store) => {
        const receiver = new Receiver(inTurn(...answers));
        const { id: organizationId } = await store.organizations.create('Ours');
        const { id: webhookId } = await createWebhook({ store, secrets, allowPrivate: true, now }, organizationId, {
          url: await receiver.open(),
          secret,
          ...fields,
        });
        const outcomes: AttemptOutcome[] = [];
        const emit = (): Promise<void> =>
          store.transaction((repositories) =>
            emitEvent(repositories, { organizationId, type: 'voice.created', data: { id: 'v1', name: 'Zoë' } }),
          );
        await emit();
        const [job] = await store.jobs.claim({
          kind: deliveryJobKind,
          limit: 1,
          owner: 'test',
          until: new Date(clock.at + hour),
        });
        const payload = JSON.parse(job!.payload) as { delivery_id: string };
        try {
          await body({
            store,
            receiver,
            organizationId,
            webhookId,
            outcomes,
            emit,
            clock,
            run: (given = {}) =>
              deliverWebhooks({
                store,
                secrets: given.secrets ?? secrets,
                allowPrivate: true,
                now,
                random: () => 0.5,
                onAttempt: (outcome) => outcomes.push(outcome),
              })({ payload }, { signal: given.signal ?? never }),
            delivery: async () => (await store.webhookDeliveries.find(organizationId, payload.delivery_id))!,
          });
        } finally {
          receiver.close();
        }
      },
      { now },
    );
  };
}

describe('a delivery', () => {
  it(
    'is signed, names its kind, and carries the exact text that was written',
    scene([204], async ({ run, receiver, delivery, outcomes }) => {
      assert.equal(await run(), undefined);
      const [{ headers, body }] = receiver.received as [Received];
      assert.equal(headers['content-type'], 'application/json');
      assert.equal(headers['user-agent'], 'Sonorant');
      assert.equal(headers['x-webhook-secret'], undefined);
      const { id, body: written, status, attempts, response_status: code, error } = await delivery();
      assert.equal(headers['webhook-id'], id);
      assert.equal(body, written);
      assert.deepEqual(
        (new Webhook(secret).verify(body, headers as Record<string, string>) as { data: unknown }).data,
        { id: 'v1', name: 'Zoë' },
      );
      assert.deepEqual([status, attempts, code, error, outcomes], ['delivered', 1, 204, null, ['delivered']]);
    }),
  );

  it(
    'carries the secret in clear only for a webhook that wants it',
    scene(
      [200],
      async ({ run, receiver }) => {
        await run();
        assert.equal(receiver.received[0]!.headers['x-webhook-secret'], secret);
      },
      { send_secret_header: true },
    ),
  );

  it(
    'is tried ten times over a day, under the same id with a new time, and then fails',
    scene([500], async ({ run, receiver, delivery, outcomes, clock }) => {
      const start = clock.at;
      const offsets: number[] = [];
      for (let next = await run(); next !== undefined; next = await run()) {
        assert.equal((await delivery()).next_attempt_at, next.runAt.toISOString());
        offsets.push((next.runAt.getTime() - start) / 1000);
        clock.at = next.runAt.getTime();
      }
      assert.deepEqual(offsets, [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]);
      assert.equal(receiver.received.length, 10);
      assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1);
      assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-timestamp'])).size, 10);
      const { status, attempts, response_status: code, error, next_attempt_at: next } = await delivery();
      assert.deepEqual([status, attempts, code, next], ['failed', 10, 500, null]);
      assert.match(error!, /answered 500/);
      assert.deepEqual(outcomes, [...Array<string>(9).fill('retried'), 'failed']);
    }),
  );

  it(
    'succeeds at a later try',
    scene([503, 302, 400, 201], async ({ run, delivery, clock }) => {
      for (let next = await run(); next !== undefined; next = await run()) clock.at = next.runAt.getTime();
      const { status, attempts, response_status: code, error } = await delivery();
      assert.deepEqual([status, attempts, code, error], ['delivered', 4, 201, null]);
    }),
  );

  it(
    'is tried again when there is no answer',
    scene([200], async ({ run, receiver, delivery }) => {
      receiver.close();
      assert.ok(await run());
      const { status, response_status: code, error } = await delivery();
      assert.deepEqual([status, code, error], ['pending', null, 'The connection failed (ECONNREFUSED).']);
    }),
  );

  it(
    'is not sent again before its time, when the job comes early after a crash',
    scene([500], async ({ run, receiver }) => {
      const first = await run();
      assert.deepEqual(await run(), first);
      assert.equal(receiver.received.length, 1);
    }),
  );

  it(
    'is not sent again once it has ended',
    scene([200], async ({ run, receiver }) => {
      await run();
      assert.equal(await run(), undefined);
      assert.equal(receiver.received.length, 1);
    }),
  );

  it(
    'ends with all others of its webhook when the receiver answers 410, until the address is given anew',
    scene([410, 200], async ({ run, emit, delivery, store, receiver, organizationId, webhookId }) => {
      await emit();
      assert.equal(await run(), undefined);
      assert.equal((await delivery()).status, 'failed');
      assert.ok((await store.webhooks.find(organizationId, webhookId))?.disabled_at);
      await emit();
      const { rows } = await store.webhookDeliveries.page(organizationId, webhookId, { limit: 10 });
      assert.deepEqual(
        rows.map(({ status }) => status),
        ['failed', 'failed'],
      );
      assert.ok(rows.every(({ error }) => error?.includes('410')));
      await updateWebhook({ store, secrets, allowPrivate: true }, organizationId, webhookId, {
        url: (await store.webhooks.find(organizationId, webhookId))!.url,
      });
      await emit();
      assert.equal(
        (await store.webhookDeliveries.page(organizationId, webhookId, { limit: 10, status: 'pending' })).rows.length,
        1,
      );
      assert.equal(receiver.received.length, 1);
    }),
  );

  it(
    'vanishes with its webhook',
    scene([200], async ({ run, receiver, store, organizationId, webhookId }) => {
      await store.transaction(({ webhooks }) => webhooks.remove(organizationId, webhookId));
      assert.equal(await run(), undefined);
      assert.equal(receiver.received.length, 0);
    }),
  );

  it(
    'goes to the address that is set when it is sent, and is signed by both secrets for a day after a change',
    scene([200], async ({ run, receiver, store, organizationId, webhookId, clock, emit }) => {
      const moved = new Receiver(inTurn(200));
      const fresh = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
      const now = (): Date => new Date(clock.at);
      const changes = { url: await moved.open(), secret: fresh };
      // A client whose answer is lost sends the same change again.
      for (let sent = 0; sent < 2; sent++) {
        await updateWebhook({ store, secrets, allowPrivate: true, now }, organizationId, webhookId, changes);
      }
      await run();
      const headers = moved.received[0]!.headers as Record<string, string>;
      for (const key of [secret, fresh]) new Webhook(key).verify(moved.received[0]!.body, headers);
      assert.equal(receiver.received.length, 0);
      await emit();
      clock.at += 24 * hour;
      const { id } = (await store.webhookDeliveries.page(organizationId, webhookId, { limit: 1, status: 'pending' }))
        .rows[0]!;
      await deliverWebhooks({ store, secrets, allowPrivate: true, now })(
        { payload: { organization_id: organizationId, delivery_id: id } },
        { signal: never },
      );
      assert.equal(moved.received[1]!.headers['webhook-signature']!.split(' ').length, 1);
      moved.close();
    }),
  );

  it(
    'is left for the next process when the server stops in the middle',
    scene([200], async ({ run, delivery }) => {
      await assert.rejects(run({ signal: AbortSignal.abort(new Error('stopping')) }), /stopping/);
      assert.deepEqual([(await delivery()).status, (await delivery()).attempts], ['pending', 0]);
    }),
  );

  it(
    'says so when the secret can no longer be read',
    scene([200], async ({ run, receiver, delivery }) => {
      assert.ok(await run({ secrets: openSecrets({ secretKey: 'another key' }) }));
      assert.match((await delivery()).error!, /SONORANT_SECRET_KEY/);
      assert.equal(receiver.received.length, 0);
    }),
  );
});

describe('the wait for the next try', () => {
  it('is spread by chance, a tenth of it to both sides, and ends after the tenth try', () => {
    assert.deepEqual(
      [0, 0.5, 1].map((random) => Math.round(retryDelayMs(1, random)!)),
      [4500, 5000, 5500],
    );
    assert.equal(retryDelayMs(10, 0.5), undefined);
    assert.equal(retryDelayMs(0, 0.5), undefined);
  });
});
