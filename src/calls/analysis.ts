/**
 * What is found out about a call after its end, by jobs that its end has made: its summary, and an answer for each metric that was
 * attached to its agent. The language model of the agent is asked, once for each.
 */
import { z } from 'zod';
import type { JobContext, JobKind, JobOutcome, RunningJob } from '../jobs/runner.ts';
import { LanguageModelError, type LanguageModelDescriptor } from '../language-models/adapter.ts';
import { languageModelOf } from '../language-models/registry.ts';
import type { CallRow, CallToJudgeRow, CallTurnRow, NewMetricResult, Store } from '../store/index.ts';
import { emitCallEvent } from '../webhooks/envelope.ts';
import { judge, summarize, type JudgeOptions } from './judge.ts';
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
  readonly now?: (() => Date) | undefined;
}

/** Of `calls.analyse`. */
const callPayload = z.object({ organization_id: z.string(), call_id: z.string() });
/** Of `calls.judge`. */
const metricPayload = callPayload.extend({ metric_id: z.string() });

type CallPayload = z.output<typeof callPayload>;
type MetricPayload = z.output<typeof metricPayload>;

/** A model that is away, or asked too often, is asked again after so long where it does not say when. */
const awayMs = 30_000;
/** A question that has waited for longer does not wait for a model that is away. */
const patienceMs = 3_600_000;
const attempts = 3;
const maxRunMs = 300_000;

const noTranscript = 'Nothing was said in the call.';
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

/** The job `calls.judge`. Writes the result once; one that fails each time is `failed` with the reason as its summary. */
export function judgementJob(options: AnalysisOptions): JobKind {
  const { store, judgementsPerDay: perDay = 10_000, now = () => new Date() } = options;
  const whenAnswered = patience(options);
  const run = async (job: RunningJob, { signal, complete }: JobContext): Promise<JobOutcome> => {
    const found = await judgementOf(options, job);
    if (found === undefined) return undefined;
    const { call, metric, turns, model } = found;
    if (typeof model === 'string') return record(options, found, { summary: model }, complete);
    const day = now().toISOString().slice(0, 10);
    if ((await store.metricQuestions.take(call.organization_id, day, perDay)) === undefined) {
      const summary = `The metrics of the organization have asked language models ${perDay} times today, which is the limit of this server.`;
      return record(options, found, { status: 'failed', summary }, complete);
    }
    return whenAnswered(job, async () => {
      const question = { prompt: metric.prompt, turns };
      const answer = await judge(model, question, signal, options).catch(async (error: unknown) => {
        // One that was refused cost nothing, and may be asked a hundred times until it is answered.
        if (isAway(error)) await store.metricQuestions.giveBack(call.organization_id, day);
        throw error;
      });
      const { jsonResult: json_result, ...judgement } = answer;
      return record(options, found, { ...judgement, json_result, model_id: model.id }, complete);
    });
  };
  const onExhausted = async (job: RunningJob, summary: string): Promise<void> => {
    const found = await judgementOf(options, job);
    if (found === undefined) return;
    const model_id = typeof found.model === 'string' ? null : found.model.id;
    await record(options, found, { status: 'failed', summary, model_id });
  };
  return { run, onExhausted, maxAttempts: attempts, concurrency: 4, maxRunMs };
}

interface JudgementToMake extends Omit<CallToJudgeRow, 'config'>, Pick<CallToJudge, 'turns' | 'model'> {
  readonly job: RunningJob;
}

/** Undefined where the call or the metric is gone, or there is a result. */
async function judgementOf({ store, models }: AnalysisOptions, job: RunningJob): Promise<JudgementToMake | undefined> {
  const { organization_id: organizationId, call_id: callId, metric_id: metricId } = metricPayload.parse(job.payload);
  const [found, turns] = await Promise.all([
    store.metricResults.toJudge(organizationId, callId, metricId),
    store.calls.turns(organizationId, [callId]),
  ]);
  if (found === undefined) return undefined;
  const { call, metric, config } = found;
  return { call, metric, turns, job, model: isSilent(turns) ? noTranscript : modelOf(config, models) };
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

function isSilent(turns: readonly CallTurnRow[]): boolean {
  return turns.every(({ text }) => text.trim() === '');
}

/** The model to ask; or why there is none. @param config of the agent, JSON */
function modelOf(config: string | null, models: readonly LanguageModelDescriptor[]): LanguageModelDescriptor | string {
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
function patience({ now = () => new Date() }: AnalysisOptions) {
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
function isAway(error: unknown): boolean {
  return error instanceof LanguageModelError && ['rate_limited', 'unavailable', 'unreachable'].includes(error.kind);
}

type Finding = Pick<NewMetricResult, 'summary'> &
  Partial<Pick<NewMetricResult, 'status' | 'result' | 'value' | 'json_result' | 'model_id'>>;

async function record(
  { store }: AnalysisOptions,
  { call, metric, job }: JudgementToMake,
  finding: Finding,
  complete?: JobContext['complete'],
): Promise<undefined> {
  const result: NewMetricResult = {
    metric_id: metric.id,
    metric_name: metric.name,
    metric_display_name: metric.display_name,
    agent_id: call.agent_id,
    agent_version_id: call.agent_version_id,
    call_id: call.id,
    run_id: job.id,
    ...{ status: 'completed', result: null, value: null, json_result: null, model_id: null },
    ...finding,
  };
  await store.transaction(async ({ metricResults, jobs }) => {
    await metricResults.record(call.organization_id, result);
    await complete?.(jobs);
  }, 'locked');
  return undefined;
}
