/**
 * `npm run test:readers`: clients that read long speech at exactly the speed of playback, through real sockets with the large
 * buffers of the kernel, over every transport and in formats of every rate, all at the same time. None may be cut. Beside them,
 * on a server with a short limit, clients that take nothing, which must be cut when what they were sent would have been played
 * and the limit has passed. Prints a table of both and exits with 1 where one fails.
 *
 *   npm run test:readers -- --minutes 4
 *
 * Less than two minutes prove little: the kernel has then hardly been full. The WebSocket takes raw audio only, so MP3 is read
 * over the two others.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { PacedReader, type Format, type Transport } from './reader.ts';
import { ServerProcess, type Cut } from './server-process.ts';

const transports = ['bytes', 'sse', 'websocket'] as const;

function raw(name: string, encoding: string, sample_rate: number, width: number): Format {
  return { name, output: { container: 'raw', encoding, sample_rate }, bytesPerSecond: sample_rate * width };
}

const formats: readonly Format[] = [
  { name: 'mp3 32k', output: { container: 'mp3', sample_rate: 24_000, bit_rate: 32_000 }, bytesPerSecond: 4000 },
  raw('mu-law 8k', 'pcm_mulaw', 8000, 1),
  raw('s16 16k', 'pcm_s16le', 16_000, 2),
  raw('s16 24k', 'pcm_s16le', 24_000, 2),
  raw('s16 48k', 'pcm_s16le', 48_000, 2),
];

/** Fills the kernel soonest. */
const fastest = raw('f32 48k', 'pcm_f32le', 48_000, 4);

const stallMs = 2000;
const maxBufferedBytes = 1 << 20;

/** Some 90 minutes of speech. */
const transcript = Array.from(
  { length: 1200 },
  (_, index) => `This is sentence number ${index + 1}, and it is read as slowly as it is spoken. `,
)
  .join('')
  .slice(0, 90_000);

interface Result {
  readonly row: readonly [transport: string, format: string, taken: string, result: string];
  readonly isGood: boolean;
}

/**
 * What the server says it did: a client whose connection is cut still finds in the kernel what was sent before, and does not
 * notice for minutes.
 */
function cutOf(server: ServerProcess, { requestId = '' }: PacedReader): Cut | undefined {
  return server.cuts.get(requestId);
}

/** Reads for so long at the speed of playback. A reader may be two seconds and 2 % behind: the process has timers of its own. */
async function readSteadily(server: ServerProcess, minutes: number): Promise<Result[]> {
  const readers = transports.flatMap((transport) =>
    formats
      .filter(({ output }) => transport !== 'websocket' || output.container === 'raw')
      .map((format) => new PacedReader({ url: server.url, transport, format, transcript })),
  );
  for (let second = 0; second < 60 * minutes; second += 10) {
    await sleep(Math.min(10, 60 * minutes - second) * 1000);
    const cut = readers.filter((reader) => reader.end !== undefined || cutOf(server, reader) !== undefined).length;
    console.error(`${Math.min(60 * minutes, second + 10)} s: ${cut} of ${readers.length} cut`);
  }
  const results = readers.map((reader): Result => {
    const { seconds, elapsed, end } = reader;
    const { transport, format } = reader.options;
    const isSteady = elapsed > 0 && seconds >= 0.98 * elapsed - 2;
    const reason =
      cutOf(server, reader)?.reason ?? end ?? (isSteady ? undefined : `too slow for ${elapsed.toFixed(1)} s`);
    return {
      row: [transport, format.name, `${seconds.toFixed(1)} s`, reason ?? 'not cut'],
      isGood: reason === undefined,
    };
  });
  for (const reader of readers) reader.close();
  return results;
}

/** Waits for the cut of a client that takes nothing, then reads what the kernel had, which tells when it was due. */
async function takeNothing(server: ServerProcess, transport: Transport): Promise<Result> {
  const startedAt = performance.now();
  const reader = new PacedReader({ url: server.url, transport, format: fastest, transcript, isDeaf: true });
  while (cutOf(server, reader) === undefined && performance.now() - startedAt < 300_000) await sleep(50);
  const { at = Infinity, reason = 'never' } = cutOf(server, reader) ?? {};
  const cutAfter = (at - startedAt) / 1000;
  if (reason !== 'never') await reader.takeRest();
  reader.close();
  // Beside what the kernel had, at most the buffer of the server and a chunk were handed over.
  const least = reader.seconds + stallMs / 1000 - 0.1;
  const most = least + (1.1 * maxBufferedBytes) / fastest.bytesPerSecond + 2;
  const due = `due between ${least.toFixed(1)} and ${most.toFixed(1)} s`;
  return {
    row: [transport, fastest.name, 'nothing', `${reason} after ${cutAfter.toFixed(1)} s, ${due}`],
    isGood: reason === 'stalled' && cutAfter >= least && cutAfter <= most,
  };
}

function print(results: readonly Result[]): void {
  const rows = [
    ['transport', 'format', 'taken', 'result', ''],
    ...results.map(({ row, isGood }) => [...row, isGood ? '' : 'WRONG']),
  ];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  for (const row of rows) {
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    );
  }
}

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '4' } } });
const minutes = Number(values.minutes);
if (!(minutes > 0)) throw new Error('--minutes takes a number above 0');

const buffer = { SONORANT_MAX_BUFFERED_BYTES: String(maxBufferedBytes) };
const patient = await ServerProcess.start(buffer);
const strict = await ServerProcess.start({ ...buffer, SONORANT_STALL_MS: String(stallMs) });
const [steady, ...deaf] = await Promise.all([
  readSteadily(patient, minutes),
  ...transports.map((transport) => takeNothing(strict, transport)),
]);
const results = [...steady, ...deaf];
print(results);
await Promise.all([patient.stop(), strict.stop()]);
const failures = results.filter(({ isGood }) => !isGood).length;
console.log(
  failures === 0 ? 'No reader was cut, and those that took nothing were cut in time.' : `${failures} are wrong.`,
);
process.exitCode = failures === 0 ? 0 : 1;
