/** What judging a call costs beside the language model. */
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { Sonorant } from '#client';
import { defaultWorkers, onStage, type Part, type Stage } from '../bench.ts';
import { Child } from '../processes/child.ts';
import type { ModelTasks } from '../processes/language-model.ts';
import { apiKey, voiceId } from '../speech/requests.ts';
import { fixed, milliseconds, type Row } from '../report/table.ts';

const aimMs = 1;
const most = { calls: 10, metrics: 20, rounds: 3 } as const;
/** Calls, and results that are deleted, at once. */
const atOnce = 4;
const patienceMs = 60_000;

export const metrics: Part = async (bench) => {
  const model = new Child<ModelTasks>(new URL('../processes/language-model.ts', import.meta.url));
  const { calls, metrics: count, rounds } = bench.quick ? { calls: 2, metrics: 5, rounds: 1 } : most;
  try {
    const entry = { id: 'bench', url: await model.call('address', null), model: 'bench' };
    const settings = {
      SONORANT_ENGINES: 'espeak',
      SONORANT_AGENT_MODELS: JSON.stringify([entry]),
      SONORANT_CALL_SUMMARIES: 'false',
      SONORANT_RECORD_CALLS: 'false',
    };
    const rows = await onStage(bench, { workers: defaultWorkers(bench), settings }, async (stage) => {
      const judging = new Judging(stage, model);
      bench.progress('calls');
      const agent = await judging.agent(count);
      await judging.talk(agent, calls, calls * count);
      const found: Judged[] = [];
      // The first round brings the code to its speed.
      for (let round = 0; round <= rounds; round++) {
        bench.progress(`round ${round}`);
        const judged = await judging.judge(true);
        if (round > 0) found.push(judged);
      }
      await judging.removeMetrics();
      bench.progress('requests alone');
      return rowsOf(found, await judging.judge(false));
    });
    return {
      title: 'Metrics of calls',
      method: `The ${calls * count} results of ${count} metrics for ${calls} calls are deleted by requests, ${atOnce} at once, after which the model is asked again; the language model is a process of its own that answers at once. The processor time of the whole server for that, less that of the same requests where the metrics are gone and nothing is asked, for each judgement: taking the job, reading the call, asking over HTTP, reading the answer and storing it. On the clock: the time of an attempt (\`sonorant_job_attempt_seconds\`), several of which run at once beside the requests, less what the model took. The best of ${rounds} rounds.`,
      rows,
    };
  } finally {
    await model.stop();
  }
};

interface Judged {
  readonly count: number;
  readonly cpuMs: number;
  /** What the attempts of all judgements took, and what the model took of it. */
  readonly attemptMs: number;
  readonly modelMs: number;
}

class Judging {
  readonly #stage: Stage;
  readonly #model: Child<ModelTasks>;
  readonly #client: Sonorant;
  readonly #metrics: string[] = [];

  constructor(stage: Stage, model: Child<ModelTasks>) {
    this.#stage = stage;
    this.#model = model;
    this.#client = new Sonorant({ baseUrl: stage.url, apiKey, WebSocket });
  }

  /** Makes an agent with so many metrics. @returns its id */
  async agent(count: number): Promise<string> {
    const config = {
      model: { id: 'bench' },
      instructions: 'An agent of the bench.',
      audio: { output: { voice_id: voiceId } },
    };
    const body = { name: `Bench ${count}`, config };
    const { id } = (await this.#client.request('POST', '/v1/agents', { body })) as { readonly id: string };
    for (let index = 0; index < count; index++) {
      const metric = { name: `metric-${index}`, prompt: `Question ${index}: how helpful was the agent, from 1 to 10?` };
      const made = (await this.#client.request('POST', '/agents/metrics', { body: metric })) as { readonly id: string };
      await this.#client.request('POST', `/agents/${id}/metrics/${made.id}`);
      this.#metrics.push(made.id);
    }
    return id;
  }

  /** So many calls; returns when they were judged. */
  async talk(agentId: string, calls: number, judgements: number): Promise<void> {
    await inParallel(Array.from({ length: calls }), () => this.#talk(agentId));
    await this.#judged(judgements);
  }

  async removeMetrics(): Promise<void> {
    for (const id of this.#metrics) await this.#client.request('DELETE', `/agents/metrics/${id}`);
  }

  /** Deletes all results. @param again whether the model is then asked once more */
  async judge(again: boolean): Promise<Judged> {
    const { server } = this.#stage;
    const results: string[] = [];
    for await (const { id } of this.#client.pages('/agents/metrics/results', { query: { limit: 100 } })) {
      results.push(id);
    }
    if (results.length === 0) throw new Error('no call has a judgement');
    const before = await this.#attemptMs();
    await server.call('reset', null);
    const begunAt = performance.now();
    await inParallel(results, (id) => this.#client.request('DELETE', `/agents/metrics/results/${id}`));
    const modelMs = await this.#judged(again ? results.length : 0);
    const { allCores } = await server.call('usage', null);
    const cpuMs = allCores * (performance.now() - begunAt);
    return { count: results.length, cpuMs, attemptMs: (await this.#attemptMs()) - before, modelMs };
  }

  /** A call of one turn. */
  async #talk(agentId: string): Promise<void> {
    const conversation = await this.#client.talk(agentId);
    conversation.sendText('When are you open?');
    for await (const event of conversation) {
      if (event.type === 'turn_ended' && event.role === 'assistant') return;
    }
  }

  /** Waits until so many were judged, and for what follows on the last. @returns what the model took for them */
  async #judged(count: number): Promise<number> {
    const until = performance.now() + patienceMs;
    let [found, sum] = [0, 0];
    while (found < count) {
      if (performance.now() > until) throw new Error(`${found} of ${count} judgements came`);
      await sleep(100);
      const taken = await this.#model.call('takeJudged', null);
      found += taken.length;
      sum += taken.reduce((all, ms) => all + ms, 0);
    }
    await sleep(300);
    return sum;
  }

  /** Of all judgements that were done so far. */
  async #attemptMs(): Promise<number> {
    const text = await (await fetch(`${this.#stage.url}/metrics`)).text();
    const sum = /^sonorant_job_attempt_seconds_sum\{[^}]*kind="calls\.judge"[^}]*outcome="done"[^}]*\} (\S+)$/m.exec(
      text,
    );
    if (sum === null) throw new Error('GET /metrics tells nothing of judgements that were done');
    return 1000 * Number(sum[1]);
  }
}

async function inParallel<T>(items: readonly T[], task: (item: T) => Promise<unknown>): Promise<void> {
  const waiting = items.values();
  const work = async (): Promise<void> => {
    for (const item of waiting) await task(item);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

function rowsOf(rounds: readonly Judged[], requests: Judged): Row[] {
  const cpuOf = ({ cpuMs, count }: Judged): number => cpuMs / count - requests.cpuMs / requests.count;
  const best = rounds.reduce((one, other) => (cpuOf(other) < cpuOf(one) ? other : one));
  const cpuMs = cpuOf(best);
  return [
    {
      id: 'metrics.cost',
      what: `Processor time of a judgement (of ${best.count})`,
      aim: `≤ ${aimMs} ms`,
      measured: `${milliseconds(cpuMs)} (the rounds ${rounds.map((round) => fixed(cpuOf(round), 2)).join(', ')}; a request alone ${fixed(requests.cpuMs / requests.count, 2)})`,
      pass: cpuMs <= aimMs,
    },
    {
      id: 'metrics.clock',
      what: 'An attempt on the clock beyond the model’s answer; the model’s answer',
      aim: '',
      measured: `${milliseconds((best.attemptMs - best.modelMs) / best.count)}; ${fixed(best.modelMs / best.count, 2)} ms`,
    },
  ];
}
