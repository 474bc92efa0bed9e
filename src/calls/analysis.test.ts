/** Summaries and metrics of calls that have ended: when they are made, by what, and what becomes of those that fail. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '../../test/support/eventually.ts';
import type { JobKinds } from '../jobs/runner.ts';
import { until } from '../../test/support/eventually.ts';
import { running } from '../jobs/testing.ts';
import { LanguageModelError, type LanguageModelDescriptor } from '../language-models/adapter.ts';
import { fakeLanguageModel, type FakeLanguageModelOptions } from '../language-models/fake/index.ts';
import { rules } from '../language-models/rules/index.ts';
import type { MetricResultRow } from '../store/index.ts';
import { databases, sqliteInFolder } from '../store/testing.ts';
import { analysisJob, analysisJobKind, judgementJob, judgementJobKind, type AnalysisOptions } from './analysis.ts';
import { MetricService } from './metrics.ts';
import { onCalls, turnOf, type Scene } from './testing.ts';

const hour = 3_600_000;
const day = 24 * hour;
const hungUp = { status: 'completed', reason: 'client_hangup' } as const;

/** Summarizes a call by these words, and answers a metric by what its question asks to say. */
function judging(more: Partial<FakeLanguageModelOptions> = {}) {
  return fakeLanguageModel({
    script: ({ system, messages }) => {
      if (system.startsWith('You summarize')) return ['Ada asked for the time.'];
      const { text } = messages[0] as { text: string };
      return [JSON.stringify({ result: /say (\w+)/u.exec(text)![1], reason: 'It was asked for.' })];
    },
    ...more,
  });
}

function kindsOf({ store }: Scene, models: readonly LanguageModelDescriptor[], more: Partial<AnalysisOptions> = {}) {
  const options = { store, models, ...more };
  return { [analysisJobKind]: analysisJob(options), [judgementJobKind]: judgementJob(options) } satisfies JobKinds;
}

/** Those of the jobs that are not done. */
function jobsLeft({ store }: Scene) {
  const { db } = store.database;
  const ours = db.selectFrom('jobs').selectAll().where('kind', 'in', [analysisJobKind, judgementJobKind]);
  return ours.where('status', 'in', ['pending', 'running']).execute();
}

/** Runs the jobs on a server until none is left; a job that waits for its time is what the clock goes on to. */
async function analyse(scene: Scene, models: readonly LanguageModelDescriptor[], more: Partial<AnalysisOptions> = {}) {
  await finish(scene, kindsOf(scene, models, { now: scene.now, ...more }));
}

/** The same on a server that has started before. */
async function finish(scene: Scene, kinds: JobKinds) {
  const { store, now, pass } = scene;
  const isDone = async (): Promise<boolean> => {
    const left = await jobsLeft(scene);
    const wait = Math.min(...left.map(({ run_at: at }) => Date.parse(at))) - now().getTime();
    if (left.every(({ status }) => status === 'pending') && wait > 0 && wait < Infinity) pass(wait);
    return left.length === 0;
  };
  await running(store, kinds, () => until(isDone), { now });
}

async function metric({ store, organizationId, agentId }: Scene, name: string, prompt: string): Promise<string> {
  const metrics = new MetricService({ store });
  const { id } = await metrics.create(organizationId, { name, prompt, display_name: null });
  await metrics.attach(organizationId, agentId, id);
  return id;
}

/** A call of the agent that has ended, with these turns. */
async function endedCall({ calls, newCall, agentVersionId }: Scene, ...texts: string[]): Promise<string> {
  const call = await calls.begin(newCall({ agentVersionId }));
  texts.forEach((text, index) => call.turn(turnOf(index + 1, text)));
  await call.end(hungUp);
  return call.id;
}

/** Deletes all results, so that they are made again. */
async function askAgain(scene: Scene): Promise<void> {
  const service = new MetricService({ store: scene.store });
  for (const { id } of await resultsOf(scene)) await service.removeResult(scene.organizationId, id);
}

async function resultsOf({ store, organizationId }: Scene, callId?: string): Promise<readonly MetricResultRow[]> {
  const { rows } = await store.metricResults.page(organizationId, { limit: 100, callId });
  return rows.toSorted((one, other) => (one.metric_name < other.metric_name ? -1 : 1));
}

for (const [name, database] of Object.entries(databases)) {
  describe(`a call that has ended, on ${name}`, () => {
    it('is summarized, and judged by the metrics of its agent then, each once, by the model of the agent', () =>
      onCalls(database, async (scene) => {
        const { organizationId, agentId, agentVersionId, store, deliveries, row } = scene;
        const polite = await metric(scene, 'polite', 'How polite? say 4');
        await metric(scene, 'solved', 'Was it solved? say yes');
        const gone = await metric(scene, 'gone', 'say nothing');
        const service = new MetricService({ store });
        await service.detach(organizationId, agentId, gone);
        const model = judging();
        const id = await endedCall(scene, 'What time is it?', 'Three.');
        await service.detach(organizationId, agentId, polite);
        await metric(scene, 'late', 'say late');
        await analyse(scene, [model]);

        assert.equal((await row(id)).summary, 'Ada asked for the time.');
        const delivered = (await deliveries()).slice(-2);
        assert.deepEqual(
          delivered.map(({ type }) => type),
          ['call_completed', 'post_call_analysis'],
        );
        assert.deepEqual(delivered[1]!.body.analysis, { summary: 'Ada asked for the time.' });
        assert.equal(delivered[1]!.body.call.summary, 'Ada asked for the time.');
        const [first, second, ...rest] = await resultsOf(scene);
        assert.deepEqual(rest, []);
        const { id: resultId, run_id: runId, created_at: time } = first!;
        assert.match(runId, /^job_/u);
        assert.deepEqual(first, {
          id: resultId,
          run_id: runId,
          created_at: time,
          organization_id: organizationId,
          metric_id: polite,
          metric_name: 'polite',
          metric_display_name: null,
          agent_id: agentId,
          agent_version_id: agentVersionId,
          call_id: id,
          status: 'completed',
          summary: 'It was asked for.',
          result: '4',
          json_result: '4',
          value: 4,
          model_id: 'fake',
        });
        assert.deepEqual([second!.metric_name, second!.value], ['solved', 1]);
        const { status, error } = (await store.database.db
          .selectFrom('jobs')
          .selectAll()
          .where('id', '=', runId)
          .executeTakeFirst())!;
        assert.deepEqual([status, error], ['done', null]);
        assert.equal(model.requests.length, 3);
      }));

    it('is judged again only when its result is removed', () =>
      onCalls(database, async (scene) => {
        const { store, organizationId } = scene;
        const id = await metric(scene, 'polite', 'say 1');
        const call = await endedCall(scene, 'Hello');
        const model = judging();
        await analyse(scene, [model]);
        const payload = { organization_id: organizationId, call_id: call, metric_id: id };
        await store.jobs.enqueue({ kind: judgementJobKind, payload });
        await store.jobs.enqueue({ kind: analysisJobKind, payload });
        await analyse(scene, [model]);
        assert.equal(model.requests.length, 2, 'a job that runs twice asks once');
        const [before] = await resultsOf(scene);
        const service = new MetricService({ store });
        await service.removeResult(organizationId, before!.id);
        await analyse(scene, [model]);
        const [after, ...others] = await resultsOf(scene);
        assert.deepEqual([others.length, after!.result, model.requests.length], [0, '1', 3]);
        assert.notEqual(after!.id, before!.id);
        await assert.rejects(service.removeResult(organizationId, before!.id), { code: 'not_found' });
      }));

    it('is asked about again for an hour from when the model is first away, however long ago it ended', () =>
      onCalls(database, async (scene) => {
        const { store, organizationId, pass, now } = scene;
        const away = judging({ script: () => [new LanguageModelError('rate_limited', 'the model fake: not now')] });
        /** A server asks for each of so many jobs, which then wait. */
        const waits = (what: string, kinds: JobKinds, jobs: number): Promise<void> => {
          const asked = away.requests.length + jobs;
          const areWaiting = async (): Promise<boolean> => {
            const later = now().getTime() + 20_000;
            const left = (await jobsLeft(scene)).filter(({ run_at: at }) => Date.parse(at) > later);
            return left.length === jobs && away.requests.length === asked;
          };
          return running(store, kinds, () => eventually(what, areWaiting), { now });
        };
        await metric(scene, 'polite', 'say 1');
        await endedCall(scene, 'Hello');
        pass(2 * hour);
        const afterOutage = kindsOf(scene, [away], { now });
        await waits('left over an outage', afterOutage, 2);
        pass(hour - 60_000);
        await waits('for less than an hour', afterOutage, 2);
        pass(2 * hour);
        await waits('over one more outage', kindsOf(scene, [away], { now }), 2);
        await analyse(scene, [judging()]);
        const [before] = await resultsOf(scene);
        assert.equal(before!.result, '1');

        pass(2 * hour);
        await new MetricService({ store }).removeResult(organizationId, before!.id);
        await waits('asked again', afterOutage, 1);
        await analyse(scene, [judging()]);
        assert.deepEqual(
          (await resultsOf(scene)).map(({ result }) => result),
          ['1'],
        );
      }));

    it('is judged as often as the limit of the day allows, whatever is deleted meanwhile', () =>
      onCalls(database, async (scene) => {
        const { organizationId, calls, pass, now } = scene;
        pass(day - (now().getTime() % day));
        await metric(scene, 'polite', 'say 1');
        const model = judging();
        const judged = async (judgementsPerDay: number) => {
          await analyse(scene, [model], { judgementsPerDay, summaries: false });
          return (await resultsOf(scene)).map(({ status }) => status).sort();
        };
        const call = await endedCall(scene, 'Hello');
        assert.deepEqual(await judged(3), ['completed']);
        await askAgain(scene);
        assert.deepEqual(await judged(3), ['completed']);
        await calls.redact(organizationId, call);
        for (let ended = 0; ended < 2; ended++) await endedCall(scene, 'Hello');
        assert.deepEqual(await judged(3), ['completed', 'failed']);
        await askAgain(scene);
        assert.deepEqual(await judged(3), ['failed', 'failed']);
        for (const { summary } of await resultsOf(scene)) assert.match(summary!, /3 times today, which is the limit/u);
        assert.equal(model.requests.length, 3);
        pass(day);
        await askAgain(scene);
        assert.deepEqual(await judged(3), ['completed', 'completed'], 'on another day');
      }));

    it('is not judged beyond the limit of the day by several servers at once', () =>
      onCalls(database, async (scene) => {
        const { pass, now, store } = scene;
        pass(day - (now().getTime() % day));
        await metric(scene, 'polite', 'say 1');
        for (let ended = 0; ended < 8; ended++) await endedCall(scene, 'Hello');
        const models = [judging(), judging()];
        const judge = (model: LanguageModelDescriptor) =>
          running(
            store,
            kindsOf(scene, [model], { now, judgementsPerDay: 5, summaries: false }),
            () => until(async () => (await resultsOf(scene)).length === 8),
            { now },
          );
        await Promise.all(models.map(judge));
        assert.equal(models.flatMap(({ requests }) => requests).length, 5);
        const found = (await resultsOf(scene)).map(({ status }) => status);
        assert.equal(found.filter((status) => status === 'completed').length, 5);
      }));

    it('has no results when its contents are removed, also none that come late', () =>
      onCalls(database, async (scene) => {
        const { calls, organizationId, store } = scene;
        const id = await metric(scene, 'polite', 'say 1');
        const [call, other] = [await endedCall(scene, 'Hello'), await endedCall(scene, 'Hello')];
        await analyse(scene, [judging()]);
        await calls.redact(organizationId, call);
        assert.deepEqual(await resultsOf(scene, call), []);
        const [kept] = await resultsOf(scene, other);
        assert.equal(kept!.result, '1');
        await store.jobs.enqueue({
          kind: judgementJobKind,
          payload: { organization_id: organizationId, call_id: call, metric_id: id },
        });
        const late = judging();
        await analyse(scene, [late]);
        assert.equal(late.requests.length, 0);
        const written = await store.transaction(({ metricResults }) =>
          metricResults.record(organizationId, { ...kept!, call_id: call }),
        );
        assert.equal(written, undefined, 'one that was asked before, and answers after');
        assert.deepEqual(await resultsOf(scene, call), []);
      }));
  });
}

describe('a judge', () => {
  it('is asked within the limit of the day also where its answers are of no use, and as if not at all while it is away', () =>
    onCalls(sqliteInFolder, async (scene) => {
      await metric(scene, 'polite', 'say 1');
      await endedCall(scene, 'Hello');
      let count = 0;
      const away = new LanguageModelError('rate_limited', 'the model fake: not now');
      const model = judging({ script: () => [++count <= 5 ? away : 'Well …'] });
      await analyse(scene, [model], { judgementsPerDay: 2, summaries: false });
      const [{ status, summary }] = (await resultsOf(scene)) as [MetricResultRow];
      assert.equal(status, 'failed');
      assert.match(summary!, /2 times today/u);
      assert.equal(model.requests.length, 5 + 2);
    }));

  it('that answers nonsense thrice leaves a failed result with the reason, and a null summary', () =>
    onCalls(sqliteInFolder, async (scene) => {
      await metric(scene, 'polite', 'say 1');
      const call = await endedCall(scene, 'Hello');
      const model = judging({ script: ({ system }) => (system.startsWith('You summarize') ? [' '] : ['Well …']) });
      await analyse(scene, [model]);
      const [{ status, result, value, summary, model_id: asked }] = (await resultsOf(scene)) as [MetricResultRow];
      assert.deepEqual([status, result, value, asked], ['failed', null, null, 'fake']);
      assert.match(summary!, /not the JSON object/u);
      assert.equal(model.requests.length, 6);
      assert.equal((await scene.row(call)).summary, null);
      assert.deepEqual((await scene.deliveries()).at(-1)!.body.analysis, { summary: null });
    }));

  it('that is right at the third time is heard', () =>
    onCalls(sqliteInFolder, async (scene) => {
      await metric(scene, 'polite', 'say 1');
      await endedCall(scene, 'Hello');
      let count = 0;
      const model = judging({
        script: ({ system }) => {
          if (system.startsWith('You summarize')) return ['Fine.'];
          return ++count < 3 ? [new LanguageModelError('broken', 'the model fake: cut')] : ['{"result": 9}'];
        },
      });
      await analyse(scene, [model]);
      assert.deepEqual(
        (await resultsOf(scene)).map(({ result }) => result),
        ['9'],
      );
    }));

  it('that is away is waited for for an hour, and then is the reason, without what only the operator is told', () =>
    onCalls(sqliteInFolder, async (scene) => {
      const { store, pass, now } = scene;
      await metric(scene, 'polite', 'say 1');
      await endedCall(scene, 'Hello');
      const away = new LanguageModelError('unavailable', 'the model fake at http://10.0.0.1 is away', {
        retryAfterMs: 90_000,
      });
      const model = judging({ script: () => [away] });
      const kinds = kindsOf(scene, [model], { now });
      await running(store, kinds, () => until(() => model.requests.length === 2), { now });
      const waiting = await jobsLeft(scene);
      assert.equal(waiting.length, 2);
      for (const { run_at: at } of waiting) assert.ok(Date.parse(at) - now().getTime() > 80_000, at);
      assert.deepEqual(await resultsOf(scene), []);

      pass(3_700_000);
      await finish(scene, kinds);
      assert.equal(model.requests.length, 2 + 6, 'thrice more');
      const [{ status, summary }] = (await resultsOf(scene)) as [MetricResultRow];
      assert.deepEqual([status, summary], ['failed', 'The language model did not answer: unavailable.']);
    }));

  it('is not asked for an agent by rules, without words, without its model, or beyond the limit of the day; each says so', () =>
    onCalls(sqliteInFolder, async (scene) => {
      const { calls, newCall, row } = scene;
      await metric(scene, 'polite', 'say 1');
      const asked = judging();
      const silent = await endedCall(scene);
      await analyse(scene, [asked]);
      const limited = await endedCall(scene, 'Hello');
      await analyse(scene, [asked], { judgementsPerDay: 0, summaries: false });
      assert.equal(asked.requests.length, 0);
      const orphan = await calls.begin(newCall());
      orphan.turn(turnOf(1, 'Hello'));
      await orphan.end(hungUp);
      await analyse(scene, [asked]);
      const byRules = await endedCall(scene, 'Hello');
      await analyse(scene, [{ ...rules, id: 'fake' }]);
      const found = new Map((await resultsOf(scene)).map((result) => [result.call_id, result]));
      for (const [call, status, about] of [
        [silent, 'completed', /Nothing was said/u],
        [limited, 'failed', /0 times today, which is the limit/u],
        [orphan.id, 'completed', /not have the model/u],
        [byRules, 'completed', /"Rules.*judges nothing/u],
      ] as const) {
        const result = found.get(call)!;
        assert.deepEqual([result.status, result.result, result.model_id], [status, null, null]);
        assert.match(result.summary!, about);
        assert.equal((await row(call)).summary, null);
      }
      const analyses = (await scene.deliveries()).filter(({ type }) => type === 'post_call_analysis');
      assert.equal(analyses.length, 4, 'the webhook is told all the same');
      assert.equal(asked.requests.length, 0);
    }));
});
