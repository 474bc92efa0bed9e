/**
 * What is found out about a call after its end, by jobs that its end has made: its summary, and an answer for each metric that was
 * attached to its agent (`judgements.ts`). The language model of the agent is asked, once for each.
 */
import { z } from 'zod';
import type { JobContext, JobKind, JobOutcome, RunningJob } from '../jobs/runner.ts';
import { LanguageModelError, type LanguageModelDescriptor } from '../language-models/adapter.ts';
import { languageModelOf } from '../language-models/registry.ts';
import type { CallRow, CallTurnRow, Store } from '../store/index.ts';
import { emitCallEvent } from '../webhooks/envelope.ts';
import { summarize, type JudgeOptions } from './judge.ts';
import { wireCall } from './wire.ts';

/** Kind of the job that summarizes a call and tells its webhook so. */
export const analysisJobKind = 'calls.analyse';
/** Kind of the job that asks one metric about one call. */
export const judgementJobKind = 'calls.judge';

export interface AnalysisOptions extends JudgeOptions {
  readonly store: Store;
  /** Those that agents can name. */
  readonly models: readonly LanguageModelDescriptor[];
  /** Whether calls are summarized. Default true. */
  readonly summaries?: boolean | undefined;
  /** How often the metrics of an organization ask models on one UTC day; then results fail. Default 10,000. */
  readonly judgementsPerDay?: number | undefined;
  /** How long a question may wait behind others until it is looked whether its call and metric are still there. Default 1,000 ms. */
  readonly staleMs?: number | undefined;
  readonly now?: (() => Date) | undefined;
}

/** Of `calls.analyse`. */
const callPayload = z.object({ organization_id: z.string(), call_id: z.string() });
/** Of `calls.judge`. */
export const metricPayload = callPayload.extend({ metric_id: z.string() });

type CallPayload = z.output<typeof callPayload>;
export type MetricPayload = z.output<typeof metricPayload>;

/** A model that is away, or asked too often, is asked again after so long where it does not say when. */
const awayMs = 30_000;
/** A question that has waited for longer does not wait for a model that is away. */
const patienceMs = 3_600_000;
/** Of a job. */
export const attempts = 3;
export const maxRunMs = 300_000;

export const noTranscript = 'Nothing was said in the call.';
const noModel = 'This server does not have the model of the agent any more, or the agent is gone.';

interface CallToJudge {
  readonly call: CallRow;
  readonly turns: readonly CallTurnRow[];
  /** The model to ask; or why there is none. */
  readonly model: LanguageModelDescriptor | string;
}

/** Makes the job of a call that has ended, and one for each metric of its agent; in the transaction of the end. */
export async function enqueueAnalysis(
  { metrics, jobs }: Pick<Store, 'metrics' | 'jobs'>,
  { id, organization_id, agent_id: agentId }: CallRow,
): Promise<void> {
  const payload: CallPayload = { organization_id, call_id: id };
  await jobs.enqueue({ kind: analysisJobKind, payload });
  for (const metric of await metrics.ofAgent(organization_id, agentId)) {
    await enqueueJudgement({ jobs }, { ...payload, metric_id: metric.id });
  }
}

/** Asks the metric about the call, unless there is a result by then. */
export async function enqueueJudgement({ jobs }: Pick<Store, 'jobs'>, payload: MetricPayload): Promise<void> {
  await jobs.enqueue({ kind: judgementJobKind, payload, lane: payload.organization_id });
}

/** The job `calls.analyse`. An agent by rules, or a model that fails, leaves the summary null; the webhook is told all the same. */
export function analysisJob(options: AnalysisOptions): JobKind {
  const { store, summaries = true } = options;
  const whenAnswered = patience(options);
  const run = async (job: RunningJob, { signal }: JobContext): Promise<JobOutcome> => {
    const payload = callPayload.parse(job.payload);
    const found = await callToJudge(options, payload);
    if (found === undefined) return undefined;
    const { call, turns, model } = found;
    if (call.analysed_at !== null) return undefined;
    if (!summaries || typeof model === 'string') return conclude(store, call, null);
    return whenAnswered(job, async () => conclude(store, call, await summarize(model, turns, signal, options)));
  };
  const onExhausted = async (job: RunningJob): Promise<void> => {
    const found = await callToJudge(options, callPayload.parse(job.payload));
    if (found !== undefined) await conclude(store, found.call, null);
  };
  return { run, onExhausted, maxAttempts: attempts, concurrency: 2, maxRunMs };
}

/** Stores the summary and tells the webhook, once. */
async function conclude(
  store: Store,
  { organization_id: organizationId, agent_id: agentId, id }: CallRow,
  summary: string | null,
): Promise<undefined> {
  await store.transaction(async (repositories) => {
    const call = await repositories.calls.analysed(organizationId, id, summary);
    if (call === undefined) return;
    const members = { call: wireCall(call), analysis: { summary } };
    await emitCallEvent(repositories, { organizationId, agentId, type: 'post_call_analysis', members });
  }, 'locked');
  return undefined;
}

/** Undefined where the call is gone, or its contents are. */
async function callToJudge(
  { store, models }: AnalysisOptions,
  { organization_id: organizationId, call_id: id }: CallPayload,
): Promise<CallToJudge | undefined> {
  const call = await store.calls.find(organizationId, id);
  if (call?.redacted_at !== null) return undefined;
  const turns = await store.calls.turns(organizationId, [id]);
  if (isSilent(turns)) return { call, turns, model: noTranscript };
  const version = await store.agents.findVersion(organizationId, call.agent_id, call.agent_version_id);
  return { call, turns, model: modelOf(version?.config ?? null, models) };
}

/** Whether nothing was said. */
export function isSilent(turns: readonly CallTurnRow[]): boolean {
  return turns.every(({ text }) => text.trim() === '');
}

/** The model to ask; or why there is none. @param config of the agent, JSON */
export function modelOf(
  config: string | null,
  models: readonly LanguageModelDescriptor[],
): LanguageModelDescriptor | string {
  const named = config === null ? undefined : configSchema.parse(JSON.parse(config)).model.id;
  const model = named === undefined ? undefined : languageModelOf(models, named);
  if (model === undefined) return noModel;
  return model.capabilities.prose ? model : `The agent answers by "${model.displayName}", which judges nothing.`;
}

/** What is read of the configuration of an agent. */
const configSchema = z.object({ model: z.object({ id: z.string() }) });

/**
 * Waits for a model that is away. What is thrown counts as a failed attempt. The time that a server was away itself, when nothing
 * could be asked, does not count.
 */
export function patience({ now = () => new Date() }: AnalysisOptions) {
  const startedAt = now().getTime();
  return async ({ waitsSince }: RunningJob, ask: () => Promise<undefined>): Promise<JobOutcome> => {
    try {
      await ask();
      return;
    } catch (error) {
      if (!(error instanceof LanguageModelError)) throw error;
      const { kind, retryAfterMs = awayMs } = error;
      const at = now().getTime();
      const since = Math.max(waitsSince?.getTime() ?? at, startedAt);
      if (isAway(error) && at - since < patienceMs) return { runAt: new Date(at + Math.max(retryAfterMs, 1000)) };
      // The message of the error is for the operator; this one is shown to the owner of the metric.
      throw new Error(`The language model did not answer: ${kind.replaceAll('_', ' ')}.`, { cause: error });
    }
  };
}

/** Whether the model did not hear the question: what failed says nothing about it. */
export function isAway(error: unknown): boolean {
  return error instanceof LanguageModelError && ['rate_limited', 'unavailable', 'unreachable'].includes(error.kind);
}
