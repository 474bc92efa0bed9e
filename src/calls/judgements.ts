/**
 * The jobs that ask one metric about one call each. Those of one call, and of one organization, that run at the same time share what
 * they read and write: the transcript, the count of questions, and the transaction of their results.
 */
import { Gathering } from '../collections/gathering.ts';
import { JobLostError, type JobContext, type JobKind, type JobOutcome, type RunningJob } from '../jobs/handler.ts';
import type { LanguageModelDescriptor } from '../language-models/adapter.ts';
import type { CallToJudgeRow, NewMetricResult } from '../store/index.ts';
import {
  attempts,
  isAway,
  isSilent,
  maxRunMs,
  metricPayload,
  modelOf,
  noTranscript,
  patience,
  type AnalysisOptions,
} from './analysis.ts';
import { judge, transcriptOf } from './judge.ts';

/** Questions that one server asks at once. */
const askedAtOnce = 4;
/** Those that it has claimed, so that they are claimed, read and counted together. */
const claimedAtOnce = 16;
const defaultStaleMs = 1000;

/** The job `calls.judge`. Writes the result once; one that fails each time is `failed` with the reason as its summary. */
export function judgementJob(options: AnalysisOptions): JobKind {
  const judgements = new Judgements(options);
  return {
    run: (job, context) => judgements.run(job, context),
    onExhausted: (job, summary) => judgements.giveUp(job, summary),
    maxAttempts: attempts,
    concurrency: askedAtOnce,
    claimedAtOnce,
    maxRunMs,
  };
}

interface JudgementToMake extends Omit<CallToJudgeRow, 'config'> {
  readonly job: RunningJob;
  readonly transcript: string;
  /** The model to ask; or why there is none. */
  readonly model: LanguageModelDescriptor | string;
}

/** One that may be asked on this day. */
interface Question {
  readonly organizationId: string;
  /** `YYYY-MM-DD`. */
  readonly day: string;
}

type Finding = Pick<NewMetricResult, 'summary'> &
  Partial<Pick<NewMetricResult, 'status' | 'result' | 'value' | 'json_result' | 'model_id'>>;

interface FoundResult {
  readonly organizationId: string;
  readonly result: NewMetricResult;
  readonly complete: JobContext['complete'];
}

/** Of the turns of a call, while jobs of it run. */
interface SharedTranscript {
  jobs: number;
  text: Promise<string> | undefined;
}

class Judgements {
  readonly #options: AnalysisOptions;
  readonly #now: () => Date;
  readonly #perDay: number;
  readonly #whenAnswered: ReturnType<typeof patience>;
  /** By the id of the call. */
  readonly #transcripts = new Map<string, SharedTranscript>();
  readonly #questions = new Gathering({
    key: ({ organizationId, day }: Question) => `${day} ${organizationId}`,
    work: (questions) => this.#take(questions),
  });
  readonly #results = new Gathering({
    key: ({ result }: FoundResult) => result.call_id,
    work: (found) => this.#write(found),
  });

  constructor(options: AnalysisOptions) {
    const { now = () => new Date(), judgementsPerDay: perDay = 10_000 } = options;
    this.#options = options;
    this.#now = now;
    this.#perDay = perDay;
    this.#whenAnswered = patience(options);
  }

  run(job: RunningJob, context: JobContext): Promise<JobOutcome> {
    return this.#reading(job, (found) => this.#judge(found, context));
  }

  /** Each try has failed. @param summary why */
  async giveUp(job: RunningJob, summary: string): Promise<void> {
    await this.#reading(job, async (found) => {
      const model_id = typeof found.model === 'string' ? null : found.model.id;
      return this.#record(found, { status: 'failed', summary, model_id });
    });
  }

  /** Calls back unless the call or the metric is gone, or there is a result. */
  async #reading(job: RunningJob, use: (found: JudgementToMake) => Promise<JobOutcome>): Promise<JobOutcome> {
    const { store, models } = this.#options;
    const { organization_id: organizationId, call_id: callId, metric_id: metricId } = metricPayload.parse(job.payload);
    const shared = this.#transcripts.get(callId) ?? { jobs: 0, text: undefined };
    this.#transcripts.set(callId, shared);
    shared.jobs++;
    try {
      const [found, transcript] = await Promise.all([
        store.metricResults.toJudge(organizationId, callId, metricId),
        (shared.text ??= this.#transcriptOf(organizationId, callId)),
      ]);
      if (found === undefined) return undefined;
      const { call, metric, config } = found;
      const model = transcript === '' ? noTranscript : modelOf(config, models);
      return await use({ call, metric, job, transcript, model });
    } catch (error) {
      // Where that is what failed, the next one reads it anew.
      shared.text = undefined;
      throw error;
    } finally {
      if (--shared.jobs === 0) this.#transcripts.delete(callId);
    }
  }

  /** Empty where nothing was said. */
  async #transcriptOf(organizationId: string, callId: string): Promise<string> {
    const turns = await this.#options.store.calls.turns(organizationId, [callId]);
    return isSilent(turns) ? '' : transcriptOf(turns, this.#options);
  }

  async #judge(found: JudgementToMake, context: JobContext): Promise<JobOutcome> {
    const { call, model, job } = found;
    if (typeof model === 'string') return this.#record(found, { summary: model }, context);
    const question = { organizationId: call.organization_id, day: this.#now().toISOString().slice(0, 10) };
    if (!(await this.#questions.add(question))) {
      const summary = `The metrics of the organization have asked language models ${this.#perDay} times today, which is the limit of this server.`;
      return this.#record(found, { status: 'failed', summary }, context);
    }
    return this.#whenAnswered(job, async () => {
      const finding = await this.#inTurn(found, question, context, () => this.#ask(found, model, context.signal));
      return finding === undefined ? undefined : this.#record(found, finding, context);
    });
  }

  /**
   * Asks when there is a place, and gives back the question where the model did not hear it.
   * @returns undefined where the call or the metric has gone while the question waited
   */
  async #inTurn(
    { call, metric }: JudgementToMake,
    { organizationId, day }: Question,
    { place }: JobContext,
    ask: () => Promise<Finding>,
  ): Promise<Finding | undefined> {
    const { store, staleMs = defaultStaleMs } = this.#options;
    const { metricQuestions, metricResults } = store;
    const since = performance.now();
    let isHeard = false;
    let leave: (() => void) | undefined;
    try {
      leave = await place?.();
      const isStale = performance.now() - since >= staleMs;
      if (isStale && (await metricResults.toJudge(organizationId, call.id, metric.id)) === undefined) return undefined;
      isHeard = true;
      return await ask();
    } catch (error) {
      isHeard &&= !isAway(error);
      throw error;
    } finally {
      leave?.();
      // One that was refused cost nothing, and may be asked a hundred times until it is answered.
      if (!isHeard) await metricQuestions.giveBack(organizationId, day);
    }
  }

  async #ask(
    { metric, transcript }: JudgementToMake,
    model: LanguageModelDescriptor,
    signal: AbortSignal,
  ): Promise<Finding> {
    const question = { prompt: metric.prompt, transcript };
    const { jsonResult: json_result, ...judgement } = await judge(model, question, signal, this.#options);
    return { ...judgement, json_result, model_id: model.id };
  }

  /** Takes all questions at once, or as many as are left. @returns which of them may be asked */
  async #take(questions: readonly Question[]): Promise<readonly boolean[]> {
    const { metricQuestions } = this.#options.store;
    const { organizationId, day } = questions[0]!;
    const take = async (count: number): Promise<boolean> =>
      (await metricQuestions.take(organizationId, day, this.#perDay, count)) !== undefined;
    if (await take(questions.length)) return questions.map(() => true);
    const taken: boolean[] = [];
    for (const _ of questions) taken.push(questions.length > 1 && (await take(1)));
    return taken;
  }

  async #record(
    { call, metric, job }: JudgementToMake,
    finding: Finding,
    { complete }: Partial<JobContext> = {},
  ): Promise<undefined> {
    const result: NewMetricResult = {
      metric_id: metric.id,
      metric_name: metric.name,
      metric_display_name: metric.display_name,
      agent_id: call.agent_id,
      agent_version_id: call.agent_version_id,
      call_id: call.id,
      run_id: job.id,
      created_at: this.#now().toISOString(),
      ...{ status: 'completed', result: null, value: null, json_result: null, model_id: null },
      ...finding,
    };
    const isWritten = await this.#results.add({ organizationId: call.organization_id, result, complete });
    if (!isWritten) throw new JobLostError();
    return undefined;
  }

  /** @returns which of them are still ours; only those are written */
  #write(found: readonly FoundResult[]): Promise<readonly boolean[]> {
    return this.#options.store.transaction(async ({ metricResults, jobs }) => {
      const areOurs = await Promise.all(found.map(({ complete }) => isStillOurs(complete?.(jobs))));
      const ours = found.filter((_, index) => areOurs[index]);
      if (ours.length > 0) {
        const { organizationId } = ours[0]!;
        await metricResults.record(
          organizationId,
          ours.map(({ result }) => result),
        );
      }
      return areOurs;
    }, 'locked');
  }
}

async function isStillOurs(completed: Promise<void> | undefined): Promise<boolean> {
  try {
    await completed;
    return true;
  } catch (error) {
    if (error instanceof JobLostError) return false;
    throw error;
  }
}
