/** `sonorant bench`: measures any server of this interface, or, in a checkout, this machine. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Option, type Command } from 'commander';
import { runStep, tryOnce, type Step, type Targets } from './bench-steps.ts';
import { transports, type BenchRequest, type Transport } from './bench-stream.ts';
import { CommandError, describeError, rootCause, usageError } from '../errors.ts';
import { serverAddress, serverKey } from './status.ts';
import { table } from '../table.ts';
import { untilSignal } from '../until-signal.ts';

/** Beside the source in a checkout; the published package has none. */
const checkoutBench = fileURLToPath(new URL('../../../bench/main.ts', import.meta.url));

interface BenchOptions {
  readonly url?: string;
  readonly concurrency?: string;
  readonly seconds?: string;
  readonly text?: string;
  readonly voice?: string;
  readonly model?: string;
  readonly language?: string;
  readonly transport?: Transport;
  readonly maxFirstAudioMs?: string;
  readonly maxRealTimeFactor?: string;
  readonly maxUnderruns?: string;
  readonly json?: true;
  readonly quick?: true;
  readonly only?: string;
  readonly write?: string;
  readonly profile?: string;
}

const checkoutOptions = ['quick', 'only', 'write', 'profile'] as const satisfies readonly (keyof BenchOptions)[];
/** All that go with --url; --json goes with both. */
const urlOptions = [
  'concurrency',
  'seconds',
  'text',
  'voice',
  'model',
  'language',
  'transport',
  'maxFirstAudioMs',
  'maxRealTimeFactor',
  'maxUnderruns',
] as const satisfies readonly (keyof BenchOptions)[];

const defaults = {
  concurrency: '1,4,16',
  seconds: '10',
  text: 'The train to the coast leaves at seven in the morning, and it is rarely late.',
  /** The voice of the server's own example. */
  voice: 'a0e99841-438c-4a64-b679-ae501e7d6091',
  model: 'sonorant-1',
  language: 'en',
  maxFirstAudioMs: '500',
  maxRealTimeFactor: '1',
  maxUnderruns: '0.01',
} as const;
const silenceMs = 15_000;

const help = `
With --url it loads a server, with the key in SONORANT_API_KEY, for --seconds at each step of --concurrency. Each listener plays
what it hears at normal speed and then asks for the next text; their starts are staggered. It stops behind the first step that
misses a target: one that fails, or is above --max-first-audio-ms, --max-real-time-factor (time to the last audio by the audio's
duration) or --max-underruns (share of the texts whose audio ran out before it came). The exit code is 1 when the first step
misses one. A hosted server may charge for what it speaks.

Without --url it measures the engines and a server of its own on this machine, in a checkout of the repository only.

Examples:
  sonorant bench --url http://127.0.0.1:8080
  sonorant bench --url https://speech.example.com --concurrency 1,8,32 --seconds 30 --json
  sonorant bench --url http://127.0.0.1:8080 --transport bytes --voice Lukas --language de --text "Guten Tag."
  sonorant bench --quick --only streams`;

export function addBench(program: Command): void {
  const option = (name: string, key: keyof typeof defaults, meaning: string): Option =>
    new Option(name, `${meaning} (default: ${defaults[key]})`);
  program
    .command('bench')
    .description('Measure latency and throughput of a server, or of this machine.')
    .option('--url <server>', 'the server that is measured')
    .addOption(option('--concurrency <list>', 'concurrency', 'listeners at the same time, step by step'))
    .addOption(option('--seconds <number>', 'seconds', 'how long each step takes'))
    .option('--text <text>', 'what is spoken (default: a sentence of English)')
    .option('--voice <id>', 'who speaks it (default: the voice of the server’s own example)')
    .addOption(option('-l, --language <code>', 'language', 'language of the text'))
    .addOption(option('--model <id>', 'model', 'model_id of the requests'))
    .addOption(new Option('--transport <name>', 'what carries the audio (default: websocket)').choices(transports))
    .addOption(option('--max-first-audio-ms <ms>', 'maxFirstAudioMs', 'target of the time to first audio, p95'))
    .addOption(option('--max-real-time-factor <number>', 'maxRealTimeFactor', 'target of the real-time factor, p95'))
    .addOption(option('--max-underruns <share>', 'maxUnderruns', 'target of the texts with underruns, 0 to 1'))
    .option('--json', 'as JSON')
    .option('--quick', 'without --url: under three minutes')
    .option('--only <parts>', 'without --url: some parts, with commas')
    .option('--write <file>', 'without --url: also into a Markdown page')
    .option('--profile <folder>', 'without --url: processor profiles')
    .addHelpText('after', help)
    .action(bench);
}

function flagOf(key: string): string {
  return `--${key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

async function bench(options: BenchOptions): Promise<void> {
  const { url } = options;
  const misplaced = (url === undefined ? urlOptions : checkoutOptions).find((key) => options[key] !== undefined);
  if (misplaced !== undefined) {
    throw usageError(`${flagOf(misplaced)} ${url === undefined ? 'goes with --url only' : 'does not go with --url'}`);
  }
  await (url === undefined ? benchCheckout(options) : benchServer(serverAddress(url), options));
}

async function benchCheckout(options: BenchOptions): Promise<void> {
  if (!import.meta.url.endsWith('.ts') || !existsSync(checkoutBench)) {
    throw new CommandError(
      'without --url the bench is not part of this package: name a server, or clone the repository and run "npm run bench" there',
    );
  }
  const given = ([...checkoutOptions, 'json'] as const).flatMap((key) => {
    const value = options[key];
    if (value === undefined) return [];
    return value === true ? [flagOf(key)] : [flagOf(key), value];
  });
  const child = spawn(process.execPath, [checkoutBench, ...given], { stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new CommandError(`the bench ended with code ${code ?? 'none'}`, code ?? 1);
}

async function benchServer(url: string, options: BenchOptions): Promise<void> {
  const key = serverKey('--url');
  const { transport = 'websocket', text, voice, model, language } = { ...defaults, ...options };
  const request: BenchRequest = { url, key, transport, text, voice, model, language, silenceMs };
  const concurrencies = listeners(options.concurrency ?? defaults.concurrency);
  const seconds = number(options, 'seconds');
  if (!(seconds > 0 && seconds <= 86_400)) throw usageError(`--seconds: '${seconds}' is not from above 0 to 86400`);
  const targets: Targets = {
    firstAudioMs: number(options, 'maxFirstAudioMs'),
    realTimeFactor: number(options, 'maxRealTimeFactor'),
    underruns: number(options, 'maxUnderruns'),
  };
  const isShown = options.json !== true && process.stderr.isTTY;
  const steps: Step[] = [];
  await untilSignal(async (signal) => {
    await tryOnce(request, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      throw new CommandError(`${url} does not speak: ${describeError(rootCause(error))}`);
    });
    for (const concurrency of concurrencies) {
      if (isShown) process.stderr.write(`\r\u001b[K${concurrency} at the same time, ${seconds} s …`);
      const step = await runStep({ request, concurrency, seconds, targets, signal });
      steps.push(step);
      if (step.missed.length > 0) break;
    }
  });
  if (isShown) process.stderr.write('\r\u001b[K');
  const sustained = steps.findLast(({ missed }) => missed.length === 0)?.concurrency ?? 0;
  if (options.json === true) {
    const what = { url, transport, model, voice, language, text, seconds };
    const wanted = {
      first_audio_ms: targets.firstAudioMs,
      real_time_factor: targets.realTimeFactor,
      underruns: targets.underruns,
    };
    console.log(JSON.stringify({ ...what, targets: wanted, steps, sustained }, undefined, 2));
  } else {
    print(url, steps, sustained);
  }
  if (sustained === 0) throw new CommandError(steps[0]!.missed.join('; '));
}

function listeners(list: string): readonly number[] {
  const counts = list.split(',').map(Number);
  const isRising = counts.every((count, index) => index === 0 || count > counts[index - 1]!);
  if (counts.every((count) => Number.isInteger(count) && count >= 1 && count <= 10_000) && isRising) return counts;
  throw usageError(`--concurrency: '${list}' is not a rising list such as 1,4,16 of numbers from 1 to 10000`);
}

function number(
  options: BenchOptions,
  key: 'seconds' | `max${'FirstAudioMs' | 'RealTimeFactor' | 'Underruns'}`,
): number {
  const given = options[key] ?? defaults[key];
  const value = given.trim() === '' ? NaN : Number(given);
  if (!(value >= 0)) throw usageError(`${flagOf(key)}: '${given}' is not a number from 0 on`);
  return value;
}

function print(url: string, steps: readonly Step[], sustained: number): void {
  const digits = (value: number | null, places: number): string => (value === null ? '–' : value.toFixed(places));
  // Of fewer texts a percentile is no more than the slowest of them.
  const percentile = (value: number | null, step: Step, least: number, places: number): string =>
    digits(step.texts < least ? null : value, places);
  const rows = steps.map((step) => [
    String(step.concurrency),
    String(step.texts),
    digits(step.first_audio_ms.p50, 0),
    percentile(step.first_audio_ms.p95, step, 20, 0),
    percentile(step.first_audio_ms.p99, step, 100, 0),
    digits(step.real_time_factor.p50, 3),
    percentile(step.real_time_factor.p95, step, 20, 3),
    String(step.underruns),
    String(Object.values(step.errors).reduce((sum, count) => sum + count, 0)),
  ]);
  const head = ['AT ONCE', 'TEXTS', 'FIRST AUDIO P50 MS', 'P95', 'P99', 'RTF P50', 'P95', 'UNDERRUNS', 'FAILED'];
  console.log(table(head, rows));
  const missed = steps.at(-1)!.missed;
  if (sustained > 0) console.log(`\n${url} keeps the targets with ${sustained} at the same time.`);
  if (sustained > 0 && missed.length > 0) {
    console.log(`With ${steps.at(-1)!.concurrency} it does not: ${missed.join('; ')}.`);
  }
}
