/** Runs the command, in this process or, for signals, pipes and what several processes share, in one of its own. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { run } from './main.ts';

export const bin = fileURLToPath(new URL('../../bin/sonorant.js', import.meta.url));

export interface CommandOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What standard input gives; nothing at all when absent. */
  readonly input?: string | Uint8Array;
}

export interface OwnCommandOptions extends Omit<CommandOptions, 'input'> {
  /** What standard input gives, at once or bit by bit. */
  readonly input?: string | Uint8Array | AsyncIterable<string>;
}

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** Settings of the machine that runs the tests do not count. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('SONORANT_')));
}

export function start(args: readonly string[], { cwd, env }: CommandOptions = {}): ChildProcess {
  return spawn(process.execPath, [bin, ...args], { cwd, env: { ...cleanEnvironment(), ...env }, stdio: 'pipe' });
}

export async function ended(child: ChildProcess): Promise<CommandResult> {
  const [stdout, stderr, [code]] = await Promise.all([
    buffer(child.stdout!),
    text(child.stderr!),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return { code, stdout, stderr };
}

/** The command in a process of its own. */
export function spawned(args: readonly string[], options: CommandOptions = {}): Promise<CommandResult> {
  const child = start(args, options);
  // A command that refuses its arguments ends before it has read.
  child.stdin!.on('error', () => undefined).end(options.input);
  return ended(child);
}

/**
 * The command in this process, whose folder, environment and standard input are changed for it: one at a time. It can write no bytes to
 * standard output, which the test runner uses too.
 */
export async function command(
  args: readonly string[],
  { cwd, env, input = '' }: OwnCommandOptions = {},
): Promise<CommandResult> {
  const own = { cwd: process.cwd(), env: process.env, stdin: Object.getOwnPropertyDescriptor(process, 'stdin')! };
  if (cwd !== undefined) process.chdir(cwd);
  process.env = { ...cleanEnvironment(), ...env };
  Object.defineProperty(process, 'stdin', { configurable: true, value: standardInput(input) });
  try {
    const { code, out, err } = await caught(args);
    return { code, stdout: Buffer.from(out), stderr: err };
  } finally {
    process.chdir(own.cwd);
    process.env = own.env;
    Object.defineProperty(process, 'stdin', own.stdin);
  }
}

function standardInput(input: string | Uint8Array | AsyncIterable<string>): Readable {
  if (typeof input === 'string' || input instanceof Uint8Array) return Readable.from([Buffer.from(input)]);
  return Readable.from(input).map((part: string) => Buffer.from(part));
}

/**
 * The command in this process, which is told to stop, as Ctrl-C does it, once something holds or it has ended by itself. A process that is
 * sent the signal is shown by the tests of `sonorant say`.
 */
export async function interrupted(
  args: readonly string[],
  holds: () => boolean | Promise<boolean>,
  options: OwnCommandOptions = {},
): Promise<CommandResult> {
  // The test runner listens too.
  const others = process.listeners('SIGINT');
  const over = new AbortController();
  const result = command(args, options).finally(() => over.abort());
  while (!over.signal.aborted && !(await holds())) await wait(5);
  for (const listener of process.listeners('SIGINT')) if (!others.includes(listener)) listener('SIGINT');
  return result;
}

/** The output and exit code of a command that runs in this process as it is. */
export function here(_t: TestContext, ...args: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  return caught(args);
}

async function caught(args: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  const out = catching(process.stdout);
  const err = catching(process.stderr);
  try {
    const code = await run(args);
    return { code, out: out.text(), err: err.text() };
  } finally {
    out.end();
    err.end();
  }
}

/** Keeps what is written to a stream; but bytes go on, which the test runner writes to the same stream at any time. */
function catching(stream: NodeJS.WriteStream): { text: () => string; end: () => void } {
  let written = '';
  const original = stream.write.bind(stream);
  stream.write = (chunk: string | Uint8Array, ...rest: unknown[]): boolean => {
    if (typeof chunk !== 'string') return original(chunk, ...(rest as [BufferEncoding]));
    written += chunk;
    (rest.at(-1) as (() => void) | undefined)?.();
    return true;
  };
  return { text: () => written, end: () => void (stream.write = original) };
}

/** Resolves with everything written so far once it holds what is looked for; rejects when the stream ends without. */
export function untilOutput(stream: NodeJS.ReadableStream, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let seen = '';
    stream.on('data', (chunk: Buffer) => {
      seen += chunk.toString();
      if (pattern.test(seen)) resolve(seen);
    });
    stream.on('end', () => reject(new Error(`ended without ${String(pattern)}: ${seen}`)));
  });
}

/** A folder for one test file, and how to remove it. */
export async function temporaryFolder(): Promise<{
  readonly path: (name: string) => string;
  readonly remove: () => Promise<void>;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'sonorant-cli-'));
  return { path: (name) => join(folder, name), remove: () => rm(folder, { recursive: true, force: true }) };
}
