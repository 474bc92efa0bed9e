/** Throughput of `POST /tts/bytes`: so many requests at once, each followed by the next. */
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { headers, speechFields, type Engine } from '../speech/requests.ts';
import { paragraphAt, sentences } from '../speech/texts.ts';

export interface BytesParams {
  readonly url: string;
  readonly engine: Engine;
  readonly sampleRate: number;
  readonly requests: number;
  /** Seconds before the count begins. */
  readonly warmSeconds: number;
  readonly seconds: number;
}

export interface BytesResult {
  readonly audioSeconds: number;
  readonly wallSeconds: number;
  /** Seconds of audio that all sentences of `speech/texts.ts` have, each once: what one request carries. */
  readonly passSeconds: number;
  /** Processor time of the load generator. */
  readonly cpuSeconds: number;
}

export interface Download {
  readonly url: string;
  readonly transcript: string;
  readonly engine: Engine;
  readonly sampleRate: number;
  /** Id of the voice, in place of that of the quick start. */
  readonly voice?: string;
  readonly agent?: Agent;
  /** Called with the size of each piece of the body in bytes; true ends the request. */
  readonly received: (bytes: number) => boolean;
}

/**
 * One request; one that the server is too busy for is sent again when it says.
 * @throws {Error} when the answer is neither 200 nor 503, or breaks off
 */
export async function download(options: Download): Promise<void> {
  for (;;) {
    const retryAfterMs = await downloadOnce(options);
    if (retryAfterMs === undefined) return;
    await sleep(retryAfterMs);
  }
}

/** @returns after how many milliseconds to try again, when it was refused */
function downloadOnce({
  url,
  transcript,
  engine,
  sampleRate,
  voice,
  agent,
  received,
}: Download): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const body = JSON.stringify({ ...speechFields(engine, sampleRate, voice), transcript });
    const options = {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      ...(agent && { agent }),
    };
    const outgoing = request(`${url}/tts/bytes`, options, (response) => {
      if (response.statusCode === 503) {
        response.resume();
        return resolve(1000 * Number(response.headers['retry-after'] ?? 1));
      }
      if (response.statusCode !== 200) reject(new Error(`POST /tts/bytes answered ${response.statusCode}`));
      response.on('data', (piece: Buffer) => {
        if (!received(piece.byteLength)) return;
        resolve(undefined);
        response.destroy();
      });
      response.on('end', () => resolve(undefined));
      response.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

const sampleBytes = 2;

export async function loadBytes({
  url,
  engine,
  sampleRate,
  requests,
  warmSeconds,
  seconds,
}: BytesParams): Promise<BytesResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: requests });
  let bytes = 0;
  let running = true;
  const isRunning = (): boolean => running;
  const reader = async (index: number): Promise<void> => {
    for (let turn = index; isRunning(); turn += 7) {
      const received = (count: number): boolean => {
        bytes += count;
        return !isRunning();
      };
      await download({ url, engine, sampleRate, agent, received, transcript: paragraphAt(turn, sentences.length) });
    }
  };
  const whole = (count: number): boolean => {
    passBytes += count;
    return false;
  };
  let passBytes = 0;
  await download({ url, engine, sampleRate, agent, received: whole, transcript: paragraphAt(0, sentences.length) });
  const readers = Promise.all(Array.from({ length: requests }, (_, index) => reader(index)));
  const measure = async (): Promise<Omit<BytesResult, 'passSeconds'>> => {
    await sleep(warmSeconds * 1000);
    const [startedAt, startBytes, cpu] = [performance.now(), bytes, process.cpuUsage()];
    await sleep(seconds * 1000);
    const { user, system } = process.cpuUsage(cpu);
    const audioSeconds = (bytes - startBytes) / (sampleBytes * sampleRate);
    return { audioSeconds, wallSeconds: (performance.now() - startedAt) / 1000, cpuSeconds: (user + system) / 1e6 };
  };
  try {
    // A reader that fails ends the run.
    const result = await Promise.race([
      measure(),
      readers.then(() => Promise.reject(new Error('the readers ended too early'))),
    ]);
    return { ...result, passSeconds: passBytes / (sampleBytes * sampleRate) };
  } finally {
    running = false;
    await readers.catch(() => undefined);
    agent.destroy();
  }
}
