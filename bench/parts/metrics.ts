/** What judging a call costs beside the language model. */
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { Sonorant, type Conversation } from '#client';
import { defaultWorkers, onStage, type Part, type Stage } from '../bench.ts';
import { Child } from '../processes/child.ts';
import type { ModelTasks } from '../processes/language-model.ts';
import { apiKey, voiceId } from '../speech/requests.ts';
import { median } from '../report/statistics.ts';
import { fixed, milliseconds, type Row } from '../report/table.ts';

const aimMs = 1;
const most = { calls: 10, metrics: 20, rounds: 5 } as const;
/** Rounds that bring the code to its speed. */
const warmUps = 2;
/** Calls that end at once. */
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
      const [judged, silent] = [await judging.agent(count), await judging.agent(0)];
      const found: Round[] = [];
      for (let round = 0; round < rounds + (bench.quick ? 0 : warmUps); round++) {
        bench.progress(`round ${round}`);
        const without = await judging.end(silent, calls, 0);
        const ended = await judging.end(judged, calls, count);
        found.push({ ...ended, judgements: calls * count, endsMs: without.cpuMs });
      }
      return rowsOf(found.slice(-rounds));
    });
    return {
      title: 'Metrics of calls',
      method: `${calls} calls of an agent with ${count} metrics end, ${atOnce} at once, and their metrics are judged; the language model is a process of its own that answers at once. The processor time of the whole server from before the first end until a moment after the last judgement, less that of the ends of as many calls of an agent without metrics, for each judgement: making, claiming and ending its job, reading the call, asking over HTTP, reading the answer and storing it. On the clock: the time of an attempt (\`sonorant_job_attempt_seconds\`), ${atOnce} of which run at once, less what the model took. The median of ${rounds} rounds.`,
      rows,
    };
  } finally {
    await model.stop();
  }
};

interface Ended {
  readonly cpuMs: number;
  /** What the attempts of all judgements took, and what the model took of it. */
  readonly attemptMs: number;
  readonly modelMs: number;
}

interface Round extends Ended {
  readonly judgements: number;
  /** Of the same ends without metrics. */
  readonly endsMs: number;
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

  /** Ends so many calls, and waits until each was judged by so many metrics. */
  async end(agentId: string, calls: number, metrics: number): Promise<Ended> {
    const { server } = this.#stage;
    const open: Conversation[] = [];
    while (open.length < calls) open.push(await this.#talk(agentId));
    // Until the answers are spoken, if not played: what is made of them is no part of the ends.
    await sleep(1000);
    const [attemptsMs, before] = [await this.#attemptMs(), await server.call('cpuSeconds', null)];
    await inParallel(open, (conversation) => {
      conversation.close();
      return conversation.closed;
    });
    const modelMs = await this.#judged(calls * metrics);
    const cpuMs = 1000 * ((await server.call('cpuSeconds', null)) - before);
    return { cpuMs, attemptMs: (await this.#attemptMs()) - attemptsMs, modelMs };
  }

  /** A call whose user has said something; its agent begins to answer, which the end cuts off. */
  async #talk(agentId: string): Promise<Conversation> {
    const conversation = await this.#client.talk(agentId);
    conversation.sendText('When are you open?');
    const events = conversation[Symbol.asyncIterator]();
    for (;;) {
      const { done, value } = await events.next();
      if (done === true) throw new Error('a call has ended before its turn');
      if (value.type === 'turn_ended' && value.role === 'user') return conversation;
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
    await sleep(500);
    return sum;
  }

  /** Of all judgements that were done so far. */
  async #attemptMs(): Promise<number> {
    const text = await (await fetch(`${this.#stage.url}/metrics`)).text();
    const sum = /^sonorant_job_attempt_seconds_sum\{[^}]*kind="calls\.judge"[^}]*outcome="done"[^}]*\} (\S+)$/m.exec(
      text,
    );
    return sum === null ? 0 : 1000 * Number(sum[1]);
  }
}

async function inParallel<T>(items: readonly T[], task: (item: T) => Promise<unknown>): Promise<void> {
  const waiting = items.values();
  const work = async (): Promise<void> => {
    for (const item of waiting) await task(item);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

function rowsOf(rounds: readonly Round[]): Row[] {
  const cpuOf = ({ cpuMs, endsMs, judgements }: Round): number => (cpuMs - endsMs) / judgements;
  const cpuMs = median(rounds.map(cpuOf));
  const attemptMs = median(rounds.map(({ attemptMs: all, modelMs, judgements }) => (all - modelMs) / judgements));
  const modelMs = median(rounds.map(({ modelMs: all, judgements }) => all / judgements));
  const endsMs = median(rounds.map(({ endsMs: all, judgements }) => all / judgements));
  return [
    {
      id: 'metrics.cost',
      what: `Processor time of a judgement (of ${rounds[0]!.judgements})`,
      aim: `≤ ${aimMs} ms`,
      measured: `${milliseconds(cpuMs)} (the rounds ${rounds.map((round) => fixed(cpuOf(round), 2)).join(', ')}; the ends alone, in the same measure, ${fixed(endsMs, 2)})`,
      pass: cpuMs <= aimMs,
    },
    {
      id: 'metrics.clock',
      what: 'An attempt on the clock beyond the model’s answer; the model’s answer',
      aim: '',
      measured: `${milliseconds(attemptMs)}; ${fixed(modelMs, 2)} ms`,
    },
  ];
}
