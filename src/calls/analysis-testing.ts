/** For tests of what is found out about calls: a model that judges, jobs that are run until none is left, metrics and calls to ask about. */
import { until } from '../../test/support/eventually.ts';
import { running } from '../jobs/testing.ts';
import type { JobKinds } from '../jobs/runner.ts';
import type { LanguageModelDescriptor } from '../language-models/adapter.ts';
import { fakeLanguageModel, type FakeLanguageModelOptions } from '../language-models/fake/index.ts';
import type { MetricResultRow } from '../store/index.ts';
import { analysisJob, analysisJobKind, judgementJobKind, type AnalysisOptions } from './analysis.ts';
import { judgementJob } from './judgements.ts';
import { MetricService } from './metrics.ts';
import { turnOf, type Scene } from './testing.ts';

const hungUp = { status: 'completed', reason: 'client_hangup' } as const;

/** Summarizes a call by these words, and answers a metric by what its question asks to say. */
export function judging(more: Partial<FakeLanguageModelOptions> = {}) {
  return fakeLanguageModel({
    script: ({ system, messages }) => {
      if (system.startsWith('You summarize')) return ['Ada asked for the time.'];
      const { text } = messages[0] as { text: string };
      return [JSON.stringify({ result: /say (\w+)/u.exec(text)![1], reason: 'It was asked for.' })];
    },
    ...more,
  });
}

export function kindsOf(
  { store }: Scene,
  models: readonly LanguageModelDescriptor[],
  more: Partial<AnalysisOptions> = {},
) {
  const options = { store, models, ...more };
  return { [analysisJobKind]: analysisJob(options), [judgementJobKind]: judgementJob(options) } satisfies JobKinds;
}

/** Those of the jobs that are not done. */
export function jobsLeft({ store }: Scene) {
  const { db } = store.database;
  const ours = db.selectFrom('jobs').selectAll().where('kind', 'in', [analysisJobKind, judgementJobKind]);
  return ours.where('status', 'in', ['pending', 'running']).execute();
}

/** Runs the jobs on a server until none is left; a job that waits for its time is what the clock goes on to. */
export async function analyse(
  scene: Scene,
  models: readonly LanguageModelDescriptor[],
  more: Partial<AnalysisOptions> = {},
) {
  await finish(scene, kindsOf(scene, models, { now: scene.now, ...more }));
}

/** The same on a server that has started before. */
export async function finish(scene: Scene, kinds: JobKinds) {
  const { store, now, pass } = scene;
  const isDone = async (): Promise<boolean> => {
    const left = await jobsLeft(scene);
    const wait = Math.min(...left.map(({ run_at: at }) => Date.parse(at))) - now().getTime();
    if (left.every(({ status }) => status === 'pending') && wait > 0 && wait < Infinity) pass(wait);
    return left.length === 0;
  };
  await running(store, kinds, () => until(isDone), { now });
}

export async function metric({ store, organizationId, agentId }: Scene, name: string, prompt: string): Promise<string> {
  const metrics = new MetricService({ store });
  const { id } = await metrics.create(organizationId, { name, prompt, display_name: null });
  await metrics.attach(organizationId, agentId, id);
  return id;
}

/** A call of the agent that has ended, with these turns. */
export async function endedCall({ calls, newCall, agentVersionId }: Scene, ...texts: string[]): Promise<string> {
  const call = await calls.begin(newCall({ agentVersionId }));
  texts.forEach((text, index) => call.turn(turnOf(index + 1, text)));
  await call.end(hungUp);
  return call.id;
}

/** Deletes all results, so that they are made again. */
export async function askAgain(scene: Scene): Promise<void> {
  const service = new MetricService({ store: scene.store });
  for (const { id } of await resultsOf(scene)) await service.removeResult(scene.organizationId, id);
}

export async function resultsOf(
  { store, organizationId }: Scene,
  callId?: string,
): Promise<readonly MetricResultRow[]> {
  const { rows } = await store.metricResults.page(organizationId, { limit: 100, callId });
  return rows.toSorted((one, other) => (one.metric_name < other.metric_name ? -1 : 1));
}
