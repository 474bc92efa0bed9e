/** What judging a call costs beside the language model. */
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { Sonorant } from '#client';
import { defaultWorkers, onStage, type Part, type Stage } from '../bench.ts';
import { Child } from '../child.ts';
import type { ModelTasks } from '../language-model.ts';
import { apiKey, voiceId } from '../speech.ts';
import { fixed, milliseconds, type Row } from '../table.ts';

const aimMs = 1;
const most = { calls: 30, metrics: 20 } as const;
/** Calls at once. */
const atOnce = 5;
const patienceMs = 60_000;

export const metrics: Part = async (bench) => {
  const model = new Child<ModelTasks>(new URL('../language-model.ts', import.meta.url));
  const { calls, metrics: count } = bench.quick ? { calls: 3, metrics: 5 } : most;
  try {
    const entry = { id: 'bench', url: await model.call('address', null), model: 'bench' };
    const settings = {
      SONORANT_ENGINES: 'espeak',
      SONORANT_AGENT_MODELS: JSON.stringify([entry]),
      SONORANT_CALL_SUMMARIES: 'false',
      SONORANT_RECORD_CALLS: 'false',
      SONORANT_MAX_METRICS_PER_AGENT: String(most.metrics),
    };
    const rows = await onStage(bench, { workers: defaultWorkers(bench), settings }, async (stage) => {
      const judging = new Judging(stage, model);
      const [plain, judged] = [await judging.agent(0), await judging.agent(count)];
      bench.progress('calls to warm up');
      await judging.run(judged, { calls: atOnce, metrics: count });
      bench.progress('calls without metrics');
      const without = await judging.run(plain, { calls, metrics: 0 });
      bench.progress('calls with metrics');
      return rowsOf(without, await judging.run(judged, { calls, metrics: count }), calls * count);
    });
    return {
      title: 'Metrics of calls',
      method: `${calls} calls of one typed turn, ${atOnce} at once, to an agent without metrics and to one with ${count}. The language model is a process of its own that answers at once. The processor time of the whole server for the calls with metrics, less that of those without, for each judgement: taking the job, reading the call, asking over HTTP, reading the answer and storing it. On the clock: the time of an attempt (\`sonorant_job_attempt_seconds\`), four of which run at once, less what the model took.`,
      rows,
    };
  } finally {
    await model.stop();
  }
};

interface Judged {
  readonly cpuMs: number;
  /** What the attempts of all judgements took, and what the model took of it. */
  readonly attemptMs: number;
  readonly modelMs: number;
}

class Judging {
  readonly #stage: Stage;
  readonly #model: Child<ModelTasks>;
  readonly #client: Sonorant;

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
    }
    return id;
  }

  async run(agentId: string, { calls, metrics: count }: { calls: number; metrics: number }): Promise<Judged> {
    const { server } = this.#stage;
    await this.#model.call('takeJudged', null);
    const before = await this.#attemptMs();
    await server.call('reset', null);
    const begunAt = performance.now();
    let begun = 0;
    const talk = async (): Promise<void> => {
      while (begun++ < calls) await this.#talk(agentId);
    };
    await Promise.all(Array.from({ length: atOnce }, talk));
    const modelMs = await this.#judged(calls * count);
    const { allCores } = await server.call('usage', null);
    const cpuMs = allCores * (performance.now() - begunAt);
    return { cpuMs, attemptMs: (await this.#attemptMs()) - before, modelMs };
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
    return 1000 * Number(sum?.[1] ?? 0);
  }
}

function rowsOf(without: Judged, judged: Judged, count: number): Row[] {
  const cpuMs = (judged.cpuMs - without.cpuMs) / count;
  const beyondMs = (judged.attemptMs - judged.modelMs) / count;
  return [
    {
      id: 'metrics.cost',
      what: `Processor time of a judgement (of ${count})`,
      aim: `≤ ${aimMs} ms`,
      measured: milliseconds(cpuMs),
      pass: cpuMs <= aimMs,
    },
    {
      id: 'metrics.clock',
      what: 'An attempt on the clock beyond the model’s answer, and the model’s answer',
      aim: '',
      measured: `${milliseconds(beyondMs)}, ${fixed(judged.modelMs / count, 2)} ms`,
    },
  ];
}
