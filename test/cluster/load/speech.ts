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
  readonly #digests = new Map<string, string>();

  /** @throws {Error} when two nodes do not say the same */
  async learn(nodes: readonly Http[]): Promise<void> {
    for (const node of nodes) {
      const client = openAi(node.url);
      const learn = async (transcript: string, index: number): Promise<void> => {
        const answer = await node.ask('/tts/bytes', { method: 'POST', body: { ...speech, transcript } });
        if (answer.status !== 200) throw new Error(`no reference from ${node.url}: ${shown(answer)}`);
        this.#learnOne('speech', index, answer.body, node.url);
        this.#learnOne('openai', index, await askOpenAi(client, index), node.url);
      };
      await Promise.all(transcripts.map(learn));
    }
  }

  /** @returns whether it is what the undisturbed nodes said */
  isSame(kind: Kind, index: number, audio: Buffer): boolean {
    return this.#digests.get(`${kind} ${index}`) === digestOf(audio);
  }

  #learnOne(kind: Kind, index: number, audio: Buffer, url: string): void {
    const digest = digestOf(audio);
    const known = this.#digests.get(`${kind} ${index}`);
    if (known !== undefined && known !== digest) throw new Error(`${url} says transcript ${index} in another way`);
    this.#digests.set(`${kind} ${index}`, digest);
  }
}

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
    if (!references.isSame('speech', index, audio)) {
      journal.problem(`${family}: other audio for transcript ${index} from ${answer.node}, ${audio.length} bytes`);
    }
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
    if (!references.isSame('openai', index, audio)) {
      journal.problem(`openai: other audio for transcript ${index}, ${audio.length} bytes`);
    }
    journal.ok('openai', beganAt);
  } catch (error) {
    const headers = error instanceof APIError ? (error.headers as Headers | undefined) : undefined;
    const node = headers?.get('x-served-by') ?? undefined;
    journal.failed('openai', beganAt, error instanceof Error ? error.message : String(error), node);
  }
}
