/** Speech over bytes, SSE and the client library of OpenAI, compared with what an undisturbed node says. */
import { createHash } from 'node:crypto';
import OpenAI, { APIError } from 'openai';
import { audioOf, fliteVoice, readSse, speech } from '../../support/server.ts';
import { keys } from '../cluster.ts';
import { Http, NoAnswer, shown } from './http.ts';
import type { Journal } from './journal.ts';

/** From one sentence to some. */
export const transcripts: readonly string[] = Array.from({ length: 8 }, (_, index) => {
  const sentences = [
    `This is transcript number ${index + 1}, spoken by a node of the cluster.`,
    'Whatever happens to the others, it sounds the same.',
    'A socket that was opened stays open, and a stream that has begun is spoken to its end.',
    'Numbers like 1,234.5 and dates like 3 May 2026 are read as words.',
  ];
  return sentences.slice(0, 1 + (index % 4)).join(' ');
});

export type Kind = 'speech' | 'openai';

/** Digests of the audio of each transcript, made before anything is disturbed. */
export class References {
  readonly #digests = new Map<string, Set<string>>();
  readonly #journal: Journal;
  readonly #others: { readonly key: string; readonly digest: string; readonly where: string }[] = [];

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  /** Nodes of one version: what they say is right from now on. @throws {Error} when two of them do not say the same */
  async learn(nodes: readonly Http[]): Promise<void> {
    const heard = new Map<string, string>();
    for (const node of nodes) {
      const client = openAi(node.url);
      const learn = async (transcript: string, index: number): Promise<void> => {
        const answer = await node.ask('/tts/bytes', { method: 'POST', body: { ...speech, transcript } });
        if (answer.status !== 200) throw new Error(`no reference from ${node.url}: ${shown(answer)}`);
        for (const [kind, audio] of [
          ['speech', answer.body],
          ['openai', await askOpenAi(client, index)],
        ] as const) {
          this.#learnOne(heard, `${kind} ${index}`, audio, node.url);
        }
      };
      await Promise.all(transcripts.map(learn));
    }
  }

  /** @param where what was asked, for the message */
  compare(kind: Kind, index: number, audio: Buffer, where: string): void {
    const key = `${kind} ${index}`;
    const digest = digestOf(audio);
    if (this.#digests.get(key)?.has(digest) !== true) this.#others.push({ key, digest, where });
  }

  /** Reports what was not what any undisturbed node said. */
  report(): void {
    for (const { key, digest, where } of this.#others) {
      if (this.#digests.get(key)?.has(digest) !== true) {
        this.#journal.problem(`${where}: other audio for ${key}: ${digest}`);
      }
    }
  }

  #learnOne(heard: Map<string, string>, key: string, audio: Buffer, url: string): void {
    const digest = digestOf(audio);
    if ((heard.get(key) ?? digest) !== digest) throw new Error(`${url} says ${key} in another way`);
    heard.set(key, digest);
    const known = this.#digests.get(key) ?? new Set();
    this.#digests.set(key, known.add(digest));
  }
}

/** Its length, to see what is cut, and its hash. */
function digestOf(audio: Buffer): string {
  return `${audio.length} ${createHash('sha256').update(audio).digest('hex')}`;
}

/** With its own defaults: two repeats. */
export function openAi(url: string): OpenAI {
  return new OpenAI({ apiKey: keys.api, baseURL: `${url}/v1`, timeout: 60_000 });
}

async function askOpenAi(client: OpenAI, index: number): Promise<Buffer> {
  const input = transcripts[index]!;
  const response = await client.audio.speech.create({
    model: 'espeak',
    voice: fliteVoice,
    input,
    response_format: 'pcm',
  });
  return Buffer.from(await response.arrayBuffer());
}

export interface SpeechLoad {
  readonly http: Http;
  readonly journal: Journal;
  readonly references: References;
  readonly random: () => number;
}

function pick(random: () => number): number {
  return Math.floor(random() * transcripts.length);
}

/** One transcript by bytes or SSE, with the usual repeats. */
export async function speakOnce(
  { http, journal, references, random }: SpeechLoad,
  family: 'bytes' | 'sse',
): Promise<void> {
  const index = pick(random);
  const beganAt = Date.now();
  try {
    const body = { ...speech, transcript: transcripts[index]! };
    const answer = await http.ask(`/tts/${family}`, { method: 'POST', body });
    if (answer.status !== 200) {
      journal.failed(family, beganAt, shown(answer), answer.node);
      return;
    }
    const audio = family === 'bytes' ? answer.body : audioOfSse(answer.body, journal);
    references.compare('speech', index, audio, `${family} on ${answer.node}`);
    journal.ok(family, beganAt);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    journal.failed(family, beganAt, error.message, error.node);
  }
}

function audioOfSse(body: Buffer, journal: Journal): Buffer {
  const events = readSse(body.toString());
  const terminal = events.filter(({ done }) => done).length;
  if (terminal !== 1 || events.at(-1)?.done !== true) journal.problem(`sse: ${terminal} terminal events`);
  return audioOf(events);
}

/** One transcript by the library of OpenAI with its own repeats. */
export async function speakOpenAi(client: OpenAI, { journal, references, random }: SpeechLoad): Promise<void> {
  const index = pick(random);
  const beganAt = Date.now();
  try {
    const audio = await askOpenAi(client, index);
    references.compare('openai', index, audio, 'openai');
    journal.ok('openai', beganAt);
  } catch (error) {
    const headers = error instanceof APIError ? (error.headers as Headers | undefined) : undefined;
    const node = headers?.get('x-served-by') ?? undefined;
    journal.failed('openai', beganAt, error instanceof Error ? error.message : String(error), node);
  }
}
