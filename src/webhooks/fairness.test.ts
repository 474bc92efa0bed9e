import { describe, it } from 'node:test';
import type { JobKinds } from '../jobs/runner.ts';
import { until } from '../../test/support/eventually.ts';
import { running } from '../jobs/testing.ts';
import { deliveryJobKind, openSecrets, type Store } from '../store/index.ts';
import { databases, using } from '../store/testing.ts';
import { deliverWebhooks } from './delivery.ts';
import { emitEvent } from './envelope.ts';
import { Receiver } from './testing.ts';
import { createWebhook } from './webhooks.ts';

const secrets = openSecrets();
const share = { perLane: 4, perOrganization: 256, youngPerOrganization: 16, youngMs: 25 };

/** Kinds whose deliveries wait for an answer as long as the test runs. */
function kinds(store: Store): JobKinds {
  const run = deliverWebhooks({ store, secrets, allowPrivate: true, timeoutMs: 600_000 });
  return { [deliveryJobKind]: { run, concurrency: 32, maxRunning: 512, share } };
}

async function webhookAt(store: Store, organizationId: string, url: string): Promise<string> {
  const options = { store, secrets, allowPrivate: true };
  return (await createWebhook(options, organizationId, { url, secret: 'x' })).id;
}

async function emit(store: Store, organizationId: string, count: number): Promise<void> {
  await store.transaction(async (repositories) => {
    for (let index = 0; index < count; index++) {
      await emitEvent(repositories, { organizationId, type: 'voice.created', data: { index } });
    }
  });
}

async function withReceivers(use: (silent: string, good: Receiver, goodUrl: string) => Promise<void>): Promise<void> {
  const [silent, good] = [new Receiver(() => undefined), new Receiver(() => 204)];
  try {
    await use(await silent.open(), good, await good.open());
  } finally {
    silent.close();
    good.close();
  }
}

for (const [name, database] of Object.entries(databases)) {
  describe(`40 webhooks that never answer, on ${name}`, { timeout: 60_000 }, () => {
    for (const [what, organizations] of [
      ['of one organization', 1],
      ['of many organizations', 40],
    ] as const) {
      it(`${what} do not keep a delivery to another from being sent`, () =>
        using(database, (store) =>
          withReceivers(async (silent, good, goodUrl) => {
            const owners: string[] = [];
            for (let count = 0; count < organizations; count++) {
              owners.push((await store.organizations.create('Silent')).id);
            }
            for (let count = 0; count < 40; count++) {
              await webhookAt(store, owners[count % owners.length]!, silent);
            }
            for (const owner of owners) await emit(store, owner, 20);
            await running(store, kinds(store), async (runner) => {
              await until(() => runner.running >= 32);
              // A webhook of the same organization, which also gets an event for each of the others.
              await webhookAt(store, owners[0]!, goodUrl);
              await emit(store, owners[0]!, 1);
              await until(() => good.received.length === 1);
            });
          }),
        ));
    }

    it('nor do thousands of waiting deliveries of another organization', () =>
      using(database, (store) =>
        withReceivers(async (silent, good, goodUrl) => {
          const [many, one] = [(await store.organizations.create('A')).id, (await store.organizations.create('B')).id];
          await webhookAt(store, many, silent);
          await webhookAt(store, one, goodUrl);
          await emit(store, many, 2000);
          await running(store, kinds(store), async (runner) => {
            await until(() => runner.running === share.perLane);
            await emit(store, one, 1);
            await until(() => good.received.length === 1);
          });
        }),
      ));
  });
}
