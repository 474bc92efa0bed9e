import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newId } from '../ids.ts';
import type { Share } from './fair-claim.ts';
import type { Job, Store } from '../index.ts';
import { databases, using } from '../testing.ts';

const share: Share = { perLane: 4, perOrganization: 64, youngPerOrganization: 16, youngMs: 500 };
const kind = 'send';

/** A store on a clock that stands still, with webhooks as lanes. */
class Scene {
  at = Date.parse('2026-01-01T00:00:00Z');
  readonly store: Store;

  constructor(store: Store) {
    this.store = store;
  }

  async organization(): Promise<string> {
    return (await this.store.organizations.create('One')).id;
  }

  async lane(organizationId: string): Promise<string> {
    const fields = { url: 'https://example.org', secret: 's', displayName: null, clearSecret: false };
    return (await this.store.webhooks.create(organizationId, fields)).id;
  }

  async enqueue(lane: string, count = 1, runAt?: Date): Promise<void> {
    await this.store.transaction(async ({ jobs }) => {
      for (let index = 0; index < count; index++) await jobs.enqueue({ kind, lane, payload: index, runAt });
    });
  }

  claim(limit = 32, more: Partial<Share> = {}): Promise<readonly Job[]> {
    return this.store.jobs.claim({
      kind,
      limit,
      owner: newId('owner'),
      until: new Date(this.at + 30_000),
      share: { ...share, ...more },
    });
  }

  set(lane: string, values: { paused_at?: string; failing_since?: string; not_before?: string }): Promise<unknown> {
    return this.store.database.db.updateTable('webhooks').set(values).where('id', '=', lane).execute();
  }
}

function countByLane(jobs: readonly Job[]): Record<string, number> {
  return Object.fromEntries(Object.entries(Object.groupBy(jobs, ({ lane }) => lane)).map(([k, v]) => [k, v!.length]));
}

for (const [name, database] of Object.entries(databases)) {
  describe(`a fair claim on ${name}`, { timeout: 60_000 }, () => {
    const test = (what: string, body: (scene: Scene) => Promise<void>): void => {
      const box: { scene?: Scene } = {};
      const now = (): Date => new Date(box.scene?.at ?? 0);
      it(what, () => using(database, (store) => body((box.scene = new Scene(store))), { now }));
    };

    test('takes a place for each lane before a second one for any, however many jobs wait', async (scene) => {
      const organization = await scene.organization();
      const [busy, other, third] = [
        await scene.lane(organization),
        await scene.lane(organization),
        await scene.lane(organization),
      ];
      await scene.enqueue(busy, 200);
      scene.at += 1;
      await scene.enqueue(other, 3);
      await scene.enqueue(third, 1);
      assert.deepEqual(countByLane(await scene.claim(3)), { [busy]: 1, [other]: 1, [third]: 1 });
      assert.deepEqual(countByLane(await scene.claim(32)), { [busy]: 3, [other]: 2 });
      assert.deepEqual(await scene.claim(32), []);
    });

    test('counts what runs anywhere, and takes again when a job has ended', async (scene) => {
      const lane = await scene.lane(await scene.organization());
      await scene.enqueue(lane, 20);
      const held = await scene.claim();
      assert.equal(held.length, share.perLane);
      assert.deepEqual(await scene.claim(), []);
      await scene.store.jobs.complete(held[0]!);
      assert.equal((await scene.claim()).length, 1);
    });

    test('takes jobs of a lane in their order', async (scene) => {
      const lane = await scene.lane(await scene.organization());
      for (const payload of ['first', 'second', 'third']) {
        await scene.store.jobs.enqueue({ kind, lane, payload });
        scene.at += 1;
      }
      assert.deepEqual((await scene.claim(2)).map(({ payload }) => JSON.parse(payload) as unknown).toSorted(), [
        'first',
        'second',
      ]);
    });

    test('gives an organization with one job its place beside one with many lanes', async (scene) => {
      const [many, one] = [await scene.organization(), await scene.organization()];
      for (let lane = 0; lane < 40; lane++) await scene.enqueue(await scene.lane(many), 10);
      const first = await scene.claim(32);
      assert.equal(first.length, share.youngPerOrganization);
      const lane = await scene.lane(one);
      await scene.enqueue(lane);
      assert.deepEqual(countByLane(await scene.claim(16)), { [lane]: 1 });
    });

    test('lets lanes that do not answer keep others from young places for a moment only', async (scene) => {
      const organization = await scene.organization();
      const silent: string[] = [];
      for (let lane = 0; lane < 40; lane++) silent.push(await scene.lane(organization));
      for (const lane of silent) await scene.enqueue(lane, 50);
      scene.at += 1;
      const good = await scene.lane(organization);
      await scene.enqueue(good);
      let claims = 0;
      for (let taken: readonly Job[] = []; taken.every(({ lane }) => lane !== good); claims++) {
        assert.ok(claims < 4, 'taken within 1.5 s');
        if (claims > 0) scene.at += share.youngMs;
        taken = await scene.claim(32);
      }
      assert.ok(claims > 1, 'it had to wait for a place');
    });

    test('holds an organization to its share, over all lanes', async (scene) => {
      const organization = await scene.organization();
      for (let lane = 0; lane < 30; lane++) await scene.enqueue(await scene.lane(organization), 4);
      let taken = 0;
      for (let turn = 0; turn < 10; turn++) {
        taken += (await scene.claim(32)).length;
        scene.at += share.youngMs;
      }
      assert.equal(taken, share.perOrganization);
    });

    test('passes over what is paused or at rest, and takes one job at a time of what fails', async (scene) => {
      const organization = await scene.organization();
      const [paused, resting, failing] = [
        await scene.lane(organization),
        await scene.lane(organization),
        await scene.lane(organization),
      ];
      for (const lane of [paused, resting, failing]) await scene.enqueue(lane, 3);
      const time = new Date(scene.at).toISOString();
      await scene.set(paused, { paused_at: time });
      await scene.set(failing, { failing_since: time });
      await scene.set(resting, { not_before: new Date(scene.at + 1000).toISOString() });
      assert.deepEqual(countByLane(await scene.claim()), { [failing]: 1 });
      assert.deepEqual(await scene.claim(), []);
      scene.at += 1000;
      assert.deepEqual(countByLane(await scene.claim()), { [resting]: 3 });
    });

    test('waits for the time of a job, and takes what a dead process held', async (scene) => {
      const lane = await scene.lane(await scene.organization());
      await scene.enqueue(lane, 1, new Date(scene.at + 5000));
      assert.deepEqual(await scene.claim(), []);
      scene.at += 5000;
      const [lost] = await scene.claim();
      scene.at += 30_000;
      const [again] = await scene.claim();
      assert.deepEqual([again?.id, again?.attempts], [lost!.id, 2]);
      assert.equal(await scene.store.jobs.complete(lost!), false);
    });

    test('takes each job once, and no more than the share, when many claim at once', async (scene) => {
      const organization = await scene.organization();
      const lanes = [await scene.lane(organization), await scene.lane(organization)];
      for (const lane of lanes) await scene.enqueue(lane, 40);
      const seen: string[] = [];
      while (seen.length < 80) {
        const taken = (await Promise.all(Array.from({ length: 6 }, () => scene.claim(5)))).flat();
        for (const count of Object.values(countByLane(taken))) assert.ok(count <= share.perLane, `${count}`);
        assert.ok(taken.length > 0);
        seen.push(...taken.map(({ id }) => id));
        await Promise.all(taken.map((job) => scene.store.jobs.complete(job)));
      }
      assert.equal(new Set(seen).size, 80);
    });

    test('takes jobs without a lane, as servers of the version before write them', async (scene) => {
      await scene.store.jobs.enqueue({ kind, payload: null });
      assert.equal((await scene.claim()).length, 1);
    });
  });
}
