/** Streams in real time: what counts as a failure of the server, and over which time its figures are taken. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { after, describe, it } from 'node:test';
import { WebSocketServer } from 'ws';
import type { Bench, Stage } from '../../bench/bench.ts';
import { Streams, type StreamsResult } from '../../bench/load/streams.ts';
import { measureStreams, searchStreams } from '../../bench/search.ts';
import { streamRate } from '../../bench/speech/requests.ts';

const servers: WebSocketServer[] = [];
after(() => servers.forEach((server) => server.close()));

/** Seconds of audio in each chunk of a text, and whether its end is told. */
interface Answer {
  readonly chunks: readonly number[];
  readonly isEnded: boolean;
}

const whole: Answer = { chunks: [2], isEnded: true };

/** A server that answers the first text of each socket whole, and all further ones like this. @returns its base address */
async function serverOf(answer: Answer): Promise<string> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  servers.push(server);
  server.on('connection', (socket) => {
    let isFirst = true;
    socket.on('message', (data: Buffer) => {
      const { context_id } = JSON.parse(data.toString()) as { readonly context_id: string };
      const { chunks, isEnded } = isFirst ? whole : answer;
      isFirst = false;
      for (const seconds of chunks) {
        const pcm = Buffer.alloc(2 * streamRate * seconds, 1).toString('base64');
        socket.send(JSON.stringify({ type: 'chunk', context_id, done: false, data: pcm }));
      }
      if (isEnded) socket.send(JSON.stringify({ type: 'done', context_id, done: true }));
    });
  });
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function measured(answer: Answer): Promise<{ readonly result: StreamsResult; readonly unended: number }> {
  const params = { engine: 'espeak', streams: 2, sentencesPerText: 1, staggerSeconds: 0 } as const;
  const streams = await Streams.begin({ ...params, url: await serverOf(answer) });
  const result = await streams.measure(0.3);
  return { result, unended: await streams.end(0) };
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

/** A server that takes a core while it is measured, and nothing in the seconds before and behind. */
function stageOf(result: StreamsResult): Stage {
  const time = { now: 0, cpu: 0 };
  let since = { ...time };
  const phases: Readonly<Record<string, () => unknown>> = {
    beginStreams: () => void (time.now += 9),
    measureStreams: () => ((time.now += 8), (time.cpu += 8), result),
    endStreams: () => ((time.now += 20), 0),
    reset: () => void (since = { ...time }),
    usage: () => ({
      allCores: (time.cpu - since.cpu) / (time.now - since.now),
      loopDelayMs: { p50: 0, p99: 0, max: 0 },
      mainCores: 0,
      cpuSeconds: time.cpu - since.cpu,
    }),
    cores: () => (time.cpu - since.cpu) / (time.now - since.now),
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

  it('the cores of the server and of the upstream are those of the measured seconds', async () => {
    const probe = await measureStreams(stageOf(fine), { ...times, engine: 'espeak', streams: 1, sentencesPerText: 1 });
    assert.deepEqual([probe.usage.allCores, probe.upstreamCores], [1, 1]);
  });

  it('a number is not carried where a text still waits after more than a second', async () => {
    const { best, worst } = await searchStreams(bench, stageOf({ ...fine, waitingMs: [1001] }), search);
    assert.deepEqual([best, worst?.streams], [undefined, 16]);
  });

  it('a number is carried where each text sounds in time', async () => {
    assert.equal((await searchStreams(bench, stageOf(fine), search)).best?.streams, 16);
  });
});
