/** Streams in real time: what counts as a failure of the server, and over which time its figures are taken. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { after, describe, it } from 'node:test';
import { WebSocketServer } from 'ws';
import type { Bench, Stage } from '../../bench/bench.ts';
import { Streams, type SettledTexts, type StreamsResult, type TextsResult } from '../../bench/load/streams.ts';
import { measureStreams, searchStreams } from '../../bench/search.ts';
import { streamRate } from '../../bench/speech/requests.ts';

const servers: WebSocketServer[] = [];
after(() => servers.forEach((server) => server.close()));

/** What a text gets. */
interface Answer {
  /** Seconds of audio in each; what stands behind a promise waits for it. */
  readonly chunks: readonly (number | Promise<void>)[];
  /** Whether the end is told, or what is told in its place. */
  readonly isEnded: boolean;
  readonly error?: { readonly message: string; readonly error_code?: string };
}

const whole: Answer = { chunks: [2], isEnded: true };
/** The next text is asked for at once. */
const brief: Answer = { chunks: [0.01], isEnded: true };

/** @param answers to the texts of each socket; the last one to all further ones. @returns its base address */
async function serverOf(answers: readonly Answer[]): Promise<string> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  servers.push(server);
  server.on('connection', (socket) => {
    let turn = 0;
    const reply = async (data: Buffer): Promise<void> => {
      const { context_id } = JSON.parse(data.toString()) as { readonly context_id: string };
      const { chunks, isEnded, error } = answers[Math.min(turn++, answers.length - 1)]!;
      for (const seconds of chunks) {
        if (typeof seconds !== 'number') {
          await seconds;
          continue;
        }
        const pcm = Buffer.alloc(2 * streamRate * seconds, 1).toString('base64');
        socket.send(JSON.stringify({ type: 'chunk', context_id, done: false, data: pcm }));
      }
      if (isEnded) socket.send(JSON.stringify({ type: error ? 'error' : 'done', context_id, done: true, ...error }));
    };
    socket.on('message', (data: Buffer) => void reply(data));
  });
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function begun(...answers: readonly Answer[]): Promise<Streams> {
  const params = { engine: 'espeak', streams: 2, sentencesPerText: 1, staggerSeconds: 0 } as const;
  return Streams.begin({ ...params, url: await serverOf([whole, ...answers]) });
}

async function measured(answer: Answer): Promise<{ readonly result: StreamsResult; readonly unended: number }> {
  const streams = await begun(answer);
  const result = await streams.measure(0.3);
  return { result, unended: (await streams.end(0)).unended };
}

/** What becomes of texts that are asked for while it is measured, and answered behind that. @param answer to a gate that is open then */
async function settled(answer: (gate: Promise<void>) => Answer): Promise<SettledTexts> {
  const gate = Promise.withResolvers<undefined>();
  const streams = await begun(brief, answer(gate.promise));
  await streams.measure(0.3);
  gate.resolve(undefined);
  return streams.end(10);
}

const fine: StreamsResult = {
  firstAudioMs: [5],
  waitingMs: [],
  refusedMs: [],
  offered: 1,
  leadingSilenceMs: [],
  underrunMs: [],
  audioSeconds: 1,
  errors: [],
  ownDelayMs: 0,
  ownCores: 0,
};

/**
 * Processes that take a core while it is measured, and nothing in the seconds before and behind.
 * @param settled what has become of the texts when they have settled
 */
function stageOf(result: StreamsResult, settled: TextsResult = result): Stage {
  const time = { now: 0, cpu: 0 };
  let since = { ...time };
  let asked = { ...time };
  let profiled = { ...time };
  const phases: Readonly<Record<string, () => unknown>> = {
    beginStreams: () => void (time.now += 9),
    measureStreams: () => ((time.now += 8), (time.cpu += 8), result),
    endStreams: () => ((time.now += 20), { ...settled, unended: 0 }),
    reset: () => void (since = { ...time }),
    usage: () => ({
      allCores: (time.cpu - since.cpu) / (time.now - since.now),
      loopDelayMs: { p50: 0, p99: 0, max: 0 },
      mainCores: 0,
      cpuSeconds: time.cpu - since.cpu,
    }),
    // As of a process that knows no reset: since it was asked last.
    cores() {
      const last = asked;
      asked = { ...time };
      return (asked.cpu - last.cpu) / (asked.now - last.now);
    },
    startProfile: () => void (profiled = { ...time }),
    stopProfile: () => ({ seconds: time.now - profiled.now }),
  };
  const child = { call: (task: string) => Promise.resolve(phases[task]!()) };
  return { url: 'http://127.0.0.1', server: child, load: child, upstream: child } as unknown as Stage;
}

const bench: Bench = { quick: true, cores: 2, progress: () => undefined };
const times = { staggerSeconds: 1, seconds: 1 } as const;
const search = { ...times, engine: 'espeak', guess: 16, precision: 0.1, progress: () => undefined } as const;

describe('streams in real time', () => {
  it('a text that is spoken to its end is no failure', async () => {
    const { result, unended } = await measured(whole);
    assert.deepEqual([result.underrunMs, result.waitingMs, result.errors, unended], [[], [], [], 0]);
  });

  it('audio that stops for good is a gap, with the time since it had played out', async () => {
    const { result, unended } = await measured({ chunks: [0.05], isEnded: false });
    assert.equal(result.underrunMs.length, 2);
    assert.ok(result.underrunMs.every((ms) => ms > 0));
    assert.equal(unended, 2);
  });

  it('a text that has no audio at the end is told with the time that it has waited', async () => {
    const { result } = await measured({ chunks: [], isEnded: false });
    assert.deepEqual(result.firstAudioMs, []);
    assert.equal(result.waitingMs.length, 2);
    assert.ok(result.waitingMs.every((ms) => ms > 0));
  });

  it('a text that ends without audio is an error', async () => {
    const { result } = await measured({ chunks: [], isEnded: true });
    assert.deepEqual(new Set(result.errors), new Set(['a text ended without audio']));
  });

  it('a first audio behind the measured seconds counts with its time', async () => {
    const { firstAudioMs, waitingMs, unended } = await settled((gate) => ({ chunks: [gate, 2], isEnded: true }));
    assert.deepEqual([firstAudioMs.length, waitingMs, unended], [2, [], 0]);
  });

  it('a gap behind the measured seconds counts', async () => {
    const { underrunMs, unended } = await settled((gate) => ({ chunks: [0.01, gate, 2], isEnded: true }));
    assert.deepEqual([underrunMs.length, unended], [2, 0]);
  });

  it('a refusal behind the measured seconds is none of the admitted texts', async () => {
    const error = { message: 'Please try again in 1 s.', error_code: 'unavailable' };
    const { offered, refusedMs, errors } = await settled((gate) => ({ chunks: [gate], isEnded: true, error }));
    assert.deepEqual([offered, refusedMs.length, errors], [2, 2, []]);
  });

  it('an error behind the measured seconds counts', async () => {
    const error = { message: 'The engine failed.' };
    const { errors } = await settled((gate) => ({ chunks: [gate], isEnded: true, error }));
    assert.deepEqual(errors, ['The engine failed.', 'The engine failed.']);
  });

  it('a text is judged by what becomes of it where it has time to settle, and else at once', async () => {
    const params = { ...times, engine: 'espeak', streams: 1, sentencesPerText: 1 } as const;
    const late = { ...fine, firstAudioMs: [3000] };
    const of = async (settleSeconds: number): Promise<readonly number[]> =>
      (await measureStreams(stageOf(fine, late), { ...params, settleSeconds })).result.firstAudioMs;
    assert.deepEqual([await of(10), await of(0)], [[3000], [5]]);
  });

  it('the cores of the server and of the upstream are those of the measured seconds', async () => {
    const params = { ...times, engine: 'espeak', streams: 1, sentencesPerText: 1 } as const;
    const { usage, upstreamCores } = await measureStreams(stageOf(fine), params);
    assert.deepEqual([usage.allCores, upstreamCores], [1, 1]);
  });

  it('a profile is of the measured seconds, and only where one is asked for', async () => {
    const params = { ...times, engine: 'espeak', streams: 1, sentencesPerText: 1 } as const;
    const { shares } = await measureStreams(stageOf(fine), { ...params, hasProfile: true });
    assert.deepEqual([shares, (await measureStreams(stageOf(fine), params)).shares], [{ seconds: 8 }, undefined]);
  });

  it('a number is not carried where a text still waits after more than a second', async () => {
    const { best, worst } = await searchStreams(bench, stageOf({ ...fine, waitingMs: [1001] }), search);
    assert.deepEqual([best, worst?.streams], [undefined, 16]);
  });

  it('a number is carried where each text sounds in time', async () => {
    assert.equal((await searchStreams(bench, stageOf(fine), search)).best?.streams, 16);
  });
});
