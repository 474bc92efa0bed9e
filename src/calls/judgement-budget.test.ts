import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { JudgementBudget } from './judgement-budget.ts';

/** A budget over results that the test stores, with a clock that it moves. */
class Scene {
  stored = 0;
  readonly counts: string[] = [];
  readonly budget: JudgementBudget;
  #now = Date.parse('2026-05-04T23:59:00Z');
  #open: (() => void)[] = [];

  constructor(perDay: number) {
    this.budget = new JudgementBudget({
      perDay,
      countMs: 10_000,
      now: () => new Date(this.#now),
      count: (organizationId, since) => {
        this.counts.push(`${organizationId} ${since.toISOString()}`);
        return Promise.resolve(this.stored);
      },
    });
  }

  pass(ms: number): void {
    this.#now += ms;
  }

  /** How many of so many questions may be asked at once; they are open until the test ends them. */
  async take(times: number): Promise<number> {
    const asked = await Promise.all(Array.from({ length: times }, () => this.budget.take('org')));
    const taken = asked.filter((end) => end !== undefined);
    this.#open.push(...taken);
    return taken.length;
  }

  /** All open questions end, with so many results. */
  end(results: number): void {
    for (const end of this.#open.splice(0)) end();
    this.stored += results;
  }
}

describe('the budget of judgements', () => {
  it('gives what is left of a day, however many ask at once', async () => {
    const scene = new Scene(10);
    scene.stored = 4;
    assert.equal(await scene.take(20), 6);
    assert.equal(await scene.take(5), 0, 'while there is no result yet');
    scene.end(6);
    assert.equal(await scene.take(5), 0);
  });

  it('counts once for many questions, and again after some time', async () => {
    const scene = new Scene(100);
    assert.equal(await scene.take(50), 50);
    assert.deepEqual(scene.counts, ['org 2026-05-04T00:00:00.000Z']);
    scene.end(50);
    scene.pass(10_000);
    scene.stored += 48;
    assert.equal(await scene.take(5), 2, 'what other processes asked');
  });

  it('gives again what left no result', async () => {
    const scene = new Scene(10);
    assert.equal(await scene.take(10), 10);
    scene.end(7);
    assert.equal(await scene.take(10), 3);
  });

  it('begins anew with each day in UTC, and for each organization', async () => {
    const scene = new Scene(1);
    assert.equal(await scene.take(2), 1);
    assert.ok(await scene.budget.take('other'));
    scene.end(1);
    scene.pass(60_000);
    scene.stored = 0;
    assert.equal(await scene.take(2), 1);
    assert.equal(scene.counts.at(-1), 'org 2026-05-05T00:00:00.000Z');
  });

  it('says so when counting fails, and counts anew', async () => {
    let fails = true;
    const count = () => (fails ? Promise.reject(new Error('no database')) : Promise.resolve(0));
    const budget = new JudgementBudget({ perDay: 5, count, now: () => new Date() });
    await assert.rejects(budget.take('org'), /no database/u);
    fails = false;
    assert.ok(await budget.take('org'));
  });
});
