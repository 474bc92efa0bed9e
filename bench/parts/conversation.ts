/** What a conversation costs beside its recognizer and its model, when it is interrupted, and how many go on at once. */
import { setTimeout as sleep } from 'node:timers/promises';
import { defaultWorkers, onStage, warmUp, type Bench, type Part, type Stage } from '../bench.ts';
import { Child } from '../processes/child.ts';
import type { ModelTasks } from '../processes/language-model.ts';
import { callerRate, callerWords } from '../load/callers.ts';
import type { ConversationsResult, TalkResult } from '../load/conversations.ts';
import { frameMs } from '../load/pacer.ts';
import { patienceMs } from '../load/sentences.ts';
import type { Memory } from '../processes/live-memory.ts';
import { headers, voiceId } from '../speech/requests.ts';
import { spread } from '../report/statistics.ts';
import { answerAt, answerCount } from '../speech/texts.ts';
import {
  conversationRows,
  crowdRows,
  errorRows,
  historiesOf,
  rulesRows,
  type Crowd,
  type Figures,
  type Talked,
} from './conversation-rows.ts';

/** Runs of each, at most: other work of the machine makes a run worse and never better. */
const runs = 3;
const few = { conversations: 8, interruptions: 6, staggerSeconds: 3 } as const;
const crowd = { conversations: 50, interruptions: 6, staggerSeconds: 6 } as const;
/** Seconds after the beginning of a run at which its memory is measured. */
const memorySeconds = 14;

export const conversation: Part = async (bench) => {
  const model = new Child<ModelTasks>(new URL('../processes/language-model.ts', import.meta.url));
  try {
    const entry = { id: 'bench', url: await model.call('address', null), model: 'bench' };
    const settings = { SONORANT_ENGINES: 'espeak', SONORANT_AGENT_MODELS: JSON.stringify([entry]) };
    const stage = { workers: defaultWorkers(bench), hears: callerWords, settings };
    const rows = await onStage(bench, stage, async (on) => {
      await warmUp(bench, on, 'espeak');
      const talks = new Talks(bench, on, model);
      const [byModel, byRules] = [await talks.agent('bench', '{{conversation}}'), await talks.agent('rules', rules)];
      await talks.run(byModel, { ...few, interruptions: 1 });
      const small = bench.quick ? { ...few, interruptions: 1 } : few;
      const share = await talks.best(byModel, small, 'answers', ({ shareMs }) => spread(shareMs).p95);
      const ruled = await talks.best(byRules, small, 'rules', ({ beyondMs }) => spread(beyondMs).p95);
      const many = bench.quick ? { ...crowd, conversations: 10, interruptions: 1 } : crowd;
      const full = await talks.best(byModel, many, 'at once', ({ clearMs }) => spread(clearMs).p95);
      const memory = await talks.memory(byModel, many);
      const histories = historiesOf(full.all, await talks.wordEnds());
      return [
        ...conversationRows(share.best),
        ...rulesRows(ruled.best),
        ...crowdRows(full.best, { histories, memory, ...many, runs: full.all.length }),
        ...errorRows(talks.errors),
      ];
    });
    return {
      title: 'Conversations',
      method: `Callers talk to agents over \`/v1/agents/websocket\` in real time: frames of ${frameMs} ms at ${callerRate} Hz both ways, at speaking pace. They say sentences spoken by flite, listen to each answer for one to four seconds and interrupt it. The recognizer costs nothing: it always hears the same words. The language model is a process of its own that answers at once, a word each 10 ms; eSpeak speaks. The turn of a caller ends after ${patienceMs} ms of silence; when that is due is known beforehand, by the same detectors over the same audio. The caller’s first sound is the first sample above −40 dB of full scale, and counts from when its frame was due to be sent; the client plays what it gets in real time from the first frame on. What was heard of an interrupted answer is held against the word times of \`POST /tts/sse\` for the same text: a word was heard when it had ended before \`audio_output_clear\` came; one that ended within a frame of that may count or not. The clear that counts is the one that stood: before it the answer may pause for a sound and go on, as long as that is not sure to be a voice. Live memory is JavaScript heap and buffers of the main thread after a garbage collection in the middle of another run, against that before it. ${few.conversations} conversations at once, ${crowd.conversations} where it says so; of each at most ${runs} runs: times are those of the best one, histories and errors those of all.`,
      rows,
    };
  } finally {
    await model.stop();
  }
};

/** The rules of an agent that always answers the same. */
const rules = `An agent of the bench, in the conversation {{conversation}}.\n\nOtherwise: ${answerAt(0)}`;

interface Load {
  readonly conversations: number;
  /** Of each. */
  readonly interruptions: number;
  readonly staggerSeconds: number;
}

/** Runs of the same kind. */
interface Runs {
  readonly all: readonly Figures[];
  readonly best: Figures;
}

class Talks {
  readonly #bench: Bench;
  readonly #stage: Stage;
  readonly #model: Child<ModelTasks>;
  /** Of all runs. */
  readonly errors: string[] = [];

  constructor(bench: Bench, stage: Stage, model: Child<ModelTasks>) {
    this.#bench = bench;
    this.#stage = stage;
    this.#model = model;
  }

  /** Makes an agent. @returns its id */
  async agent(model: string, instructions: string): Promise<string> {
    const config = {
      model: { id: model },
      instructions,
      dynamic_variable_placeholders: { conversation: 'none' },
      turn_taking: { min_ms: patienceMs, finished_ms: patienceMs, max_ms: patienceMs },
      audio: { output: { voice_id: voiceId } },
    };
    const answer = await fetch(`${this.#stage.url}/v1/agents`, {
      method: 'POST',
      headers: { ...headers, 'cartesia-version': '2026-08-14', 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Bench', config }),
    });
    if (answer.status !== 201) throw new Error(`POST /v1/agents answered ${answer.status}: ${await answer.text()}`);
    return ((await answer.json()) as { readonly id: string }).id;
  }

  async run(agentId: string, load: Load): Promise<Figures> {
    const { url, server } = this.#stage;
    await this.#model.call('take', null);
    await server.call('reset', null);
    const result = await this.#stage.load.call('conversations', { url, agentId, ...load });
    this.#noteErrors(result);
    const usage = await server.call('usage', null);
    return figuresOf({ ...result, usage, requests: await this.#model.call('take', null) });
  }

  async best(agentId: string, load: Load, name: string, figure: (figures: Figures) => number): Promise<Runs> {
    const all: Figures[] = [];
    for (let run = 1; run <= (this.#bench.quick ? 1 : runs); run++) {
      this.#bench.progress(`${load.conversations} conversations, ${name}, run ${run}`);
      all.push(await this.run(agentId, load));
    }
    return { all, best: all.reduce((one, other) => (figure(other) < figure(one) ? other : one)) };
  }

  /** @returns bytes of a conversation */
  async memory(agentId: string, load: Load): Promise<Crowd> {
    const { url, server } = this.#stage;
    this.#bench.progress('memory');
    const before = await server.call('memory', null);
    const [result, during] = await Promise.all([
      this.#stage.load.call('conversations', { url, agentId, ...load, interruptions: 3 }),
      sleep(this.#bench.quick ? 4000 : memorySeconds * 1000).then(() => server.call('memory', null)),
    ]);
    this.#noteErrors(result);
    const each = (key: keyof Memory): number => (during[key] - before[key]) / load.conversations;
    return { live: each('liveBytes'), resident: each('residentBytes') };
  }

  #noteErrors({ talks }: ConversationsResult): void {
    this.errors.push(...talks.flatMap(({ errors }) => errors));
  }

  /** When the words of each answer have been heard, by its text. */
  async wordEnds(): Promise<ReadonlyMap<string, readonly number[]>> {
    const texts = Array.from({ length: answerCount }, (_, index) => answerAt(index));
    const ends = await this.#stage.load.call('wordEnds', { url: this.#stage.url, texts });
    return new Map(texts.map((text, index) => [text, ends[index]!]));
  }
}

export function figuresOf(talked: Talked): Figures {
  const asked: number[] = [];
  const voiced: number[] = [];
  let leftOut = 0;
  const { talks, requests } = talked;
  for (const { name, answers } of talks) {
    const own = requests.filter(({ system }) => system === name);
    // One that was interrupted before it sounded would have no answer, and those behind it the wrong one.
    if (own.length !== answers.length) {
      leftOut++;
      continue;
    }
    for (const [index, { askedAt, sentenceAt }] of own.entries()) {
      asked.push(askedAt - answers[index]!.dueAt);
      voiced.push(answers[index]!.firstAudioAt - sentenceAt);
    }
  }
  const answers = talks.flatMap((talk) => talk.answers);
  const interruptions = talks
    .flatMap((talk: TalkResult) => talk.interruptions)
    .filter(({ clearMs }) => !Number.isNaN(clearMs));
  return {
    ...talked,
    askedMs: asked,
    voicedMs: voiced,
    leftOut,
    shareMs: asked.map((ms, index) => ms + voiced[index]!),
    beyondMs: answers.map(({ firstAudioAt, dueAt }) => firstAudioAt - dueAt),
    soundMs: answers.map(({ firstAudioAt, soundUntil }) => firstAudioAt - soundUntil - patienceMs),
    clearMs: interruptions.map(({ clearMs }) => clearMs),
    sureMs: interruptions.map(({ sureMs }) => sureMs),
    restMs: interruptions.map(({ clearMs, sureMs }) => clearMs - sureMs),
    underrunMs: talks.flatMap(({ underrunMs }) => underrunMs),
  };
}
