/** Sockets of turns in real time: how much later than due the ends of turns are told. */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { seededRandom } from '../../test/support/random.ts';
import { sharedMs } from '../processes/clock.ts';
import { headers } from '../speech/requests.ts';
import { quantile } from '../report/statistics.ts';
import { sentenceAt } from '../speech/texts.ts';
import { callerRate, spoken, turnsOf, type FoundTurn } from './callers.ts';
import { frameMs, Pacer, type Paced } from './pacer.ts';

export interface TurnsParams {
  readonly url: string;
  readonly sockets: number;
  /** Seconds of the track that each socket is sent. */
  readonly seconds: number;
  /** They begin within so many seconds. */
  readonly staggerSeconds: number;
}

export interface TurnsResult {
  /** From when the end of a turn was due to its `turn.end`. */
  readonly lateMs: readonly number[];
  /** Turns of the tracks. */
  readonly turns: number;
  readonly errors: readonly string[];
  /** How late frames were sent, 99th percentile, and cores of the load generator. */
  readonly ownDelayMs: number;
  readonly ownCores: number;
}

/** Different tracks; several sockets are sent the same one at different times. */
const tracks = 8;
const frameSamples = (callerRate * frameMs) / 1000;
/** Behind the track, so that its last turn ends. */
const restSeconds = 1.5;

interface Track {
  readonly frames: readonly Buffer[];
  readonly turns: readonly FoundTurn[];
}

let made: { readonly key: string; readonly tracks: readonly Track[] } | undefined;

/** Sentences with pauses of one to two seconds between. */
async function trackOf(seed: number, seconds: number): Promise<Track> {
  const random = seededRandom(seed + 1);
  const samples = new Int16Array(Math.ceil((seconds + restSeconds) * callerRate));
  let at = Math.round((0.5 + random()) * callerRate);
  for (let index = seed * 3; ; index++) {
    const sentence = await spoken(sentenceAt(index));
    if (at + sentence.length > seconds * callerRate) break;
    samples.set(sentence, at);
    at += sentence.length + Math.round((1 + random()) * callerRate);
  }
  const bytes = Buffer.from(samples.buffer);
  const frames = Array.from({ length: Math.floor(samples.length / frameSamples) }, (_, index) =>
    bytes.subarray(2 * index * frameSamples, 2 * (index + 1) * frameSamples),
  );
  return { frames, turns: await turnsOf(samples, {}) };
}

async function tracksOf(seconds: number): Promise<readonly Track[]> {
  const key = `${seconds}`;
  if (made?.key === key) return made.tracks;
  const all: Track[] = [];
  for (let seed = 0; seed < tracks; seed++) all.push(await trackOf(seed, seconds));
  made = { key, tracks: all };
  return all;
}

async function open(url: string): Promise<WebSocket> {
  const query = `encoding=pcm_s16le&sample_rate=${callerRate}`;
  const address = `${url.replace('http', 'ws')}/stt/turns/websocket?${query}`;
  const socket = new WebSocket(address, { headers, perMessageDeflate: false });
  await once(socket, 'open');
  return socket;
}

export async function loadTurns({ url, sockets, seconds, staggerSeconds }: TurnsParams): Promise<TurnsResult> {
  const all = await tracksOf(seconds);
  const random = seededRandom(sockets);
  const lateMs: number[] = [];
  const errors: string[] = [];
  let turns = 0;
  const pacer = new Pacer();
  const [begunAt, cpu] = [performance.now(), process.cpuUsage()];
  const one = async (index: number): Promise<void> => {
    const track = all[index % tracks]!;
    const startsAt = sharedMs() + random() * staggerSeconds * 1000;
    const socket = await open(url);
    let ended = 0;
    turns += track.turns.length;
    socket.on('message', (data: Buffer) => {
      const { type, message } = JSON.parse(data.toString()) as { readonly type: string; readonly message?: string };
      if (type === 'error') errors.push(message ?? 'error');
      if (type !== 'turn.end') return;
      const turn = track.turns[ended++];
      if (turn !== undefined) lateMs.push(sharedMs() - completeAt(startsAt, turn.endsAt));
    });
    const over = Promise.withResolvers<undefined>();
    const stream: Paced = {
      startsAt,
      send(frame) {
        if (frame < track.frames.length) socket.send(track.frames[frame]!);
        else over.resolve(undefined);
      },
    };
    pacer.add(stream);
    await over.promise;
    pacer.remove(stream);
    await sleep(300);
    if (ended !== track.turns.length) errors.push(`${ended} ends of ${track.turns.length} turns`);
    const closed = once(socket, 'close');
    socket.close();
    await closed;
  };
  await Promise.all(Array.from({ length: sockets }, (_, index) => one(index)));
  pacer.close();
  const { user, system } = process.cpuUsage(cpu);
  return {
    lateMs,
    turns,
    errors,
    ownDelayMs: quantile(pacer.lateMs, 0.99),
    ownCores: (user + system) / 1000 / (performance.now() - begunAt),
  };
}

/** When the frame was complete that holds a time of the audio: it cannot be known before. */
export function completeAt(startsAt: number, seconds: number): number {
  return startsAt + Math.ceil((seconds * 1000 - 1e-6) / frameMs) * frameMs;
}
