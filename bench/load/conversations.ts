/** Conversations in real time: callers who interrupt each answer of their agent. */
import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '../../test/support/random.ts';
import { headers } from '../speech/requests.ts';
import { quantile } from '../report/statistics.ts';
import { Pacer } from './pacer.ts';
import { callerSentences, wordEnds, type Sentence } from './sentences.ts';
import { Talk, type HeardAnswer, type Interruption } from './talk.ts';

export interface ConversationsParams {
  readonly url: string;
  readonly agentId: string;
  readonly conversations: number;
  /** Of each. */
  readonly interruptions: number;
  readonly staggerSeconds: number;
}

/** One conversation, by the name that its agent's instructions had. */
export interface TalkResult {
  readonly name: string;
  readonly answers: readonly HeardAnswer[];
  readonly interruptions: readonly Interruption[];
  readonly underrunMs: readonly number[];
  /** What the agent said, as the call has kept it. */
  readonly kept: readonly string[];
  readonly errors: readonly string[];
}

export interface ConversationsResult {
  readonly talks: readonly TalkResult[];
  /** How late frames were sent, 99th percentile, and cores of the load generator. */
  readonly ownDelayMs: number;
  readonly ownCores: number;
}

let sentences: readonly Sentence[] | undefined;
let runs = 0;

export async function loadConversations(params: ConversationsParams): Promise<ConversationsResult> {
  const { url, conversations } = params;
  sentences ??= await callerSentences();
  const pacer = new Pacer();
  const [begunAt, cpu] = [performance.now(), process.cpuUsage()];
  const run = ++runs;
  const talks = Array.from({ length: conversations }, (_, index) => {
    const name = `r${run}c${index}`;
    return { name, talk: new Talk(name, { ...params, pacer, sentences: sentences!, random: seededRandom(index + 1) }) };
  });
  await Promise.all(talks.map(({ talk }) => talk.run()));
  pacer.close();
  const { user, system } = process.cpuUsage(cpu);
  const ownCores = (user + system) / 1000 / (performance.now() - begunAt);
  const results: TalkResult[] = [];
  for (const { name, talk } of talks) {
    const { answers, interruptions, underrunMs, errors } = talk;
    results.push({
      name,
      answers,
      interruptions,
      underrunMs,
      errors,
      kept: talk.callId === '' ? [] : await keptOf(url, talk.callId),
    });
  }
  return { talks: results, ownDelayMs: quantile(pacer.lateMs, 0.99), ownCores };
}

/** What the agent said in a call that has ended. @throws {Error} when the call does not end within 10 s, or is not there */
export async function keptOf(url: string, callId: string): Promise<string[]> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const answer = await fetch(`${url}/agents/calls/${callId}`, { headers });
    if (!answer.ok) throw new Error(`GET /agents/calls/{id} answered ${answer.status}: ${await answer.text()}`);
    const call = (await answer.json()) as {
      readonly status: string;
      readonly transcript?: readonly { readonly role: string; readonly text: string }[];
    };
    if (!['created', 'started'].includes(call.status)) {
      return (call.transcript ?? []).flatMap(({ role, text }) => (role === 'assistant' ? [text] : []));
    }
    await sleep(100);
  }
  throw new Error('a call has not ended');
}

/** When the words of each text have been heard. */
export async function loadWordEnds({
  url,
  texts,
}: {
  readonly url: string;
  readonly texts: readonly string[];
}): Promise<number[][]> {
  const ends: number[][] = [];
  for (const text of texts) ends.push(await wordEnds(url, text));
  return ends;
}
