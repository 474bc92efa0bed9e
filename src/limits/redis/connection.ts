/**
 * The connection to Redis, which is up or away, never waited for. A command that is not answered in time means away: callers go
 * on without Redis at once, while this file tries in the background until it answers again.
 */
import { createHash } from 'node:crypto';
import { Redis } from 'ioredis';
import { maxTimerMs } from '../../timing/clock.ts';
import { withinTime } from '../../timing/deadline.ts';

/** A script of Redis; it runs as a whole, and nothing else in between. */
export interface Script {
  readonly lua: string;
  readonly sha: string;
}

/** @param lua begins where `now` is the time in milliseconds: the first of `ARGV`, and the server's time where that is empty */
export function script(lua: string): Script {
  const whole = `${timeOfServer}${lua}`;
  return { lua: whole, sha: createHash('sha1').update(whole).digest('hex') };
}

const timeOfServer = `
local now = tonumber(ARGV[1])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + time[2] / 1000
end
`;

/** Redis was not asked, did not answer in time, or refused. Its message holds no credentials, unlike the errors of the client. */
export class RedisAway extends Error {
  override readonly name = 'RedisAway';
}

/** Longest wait of the start and the end of a process for a Redis that says nothing, and the shortest default of `silenceMs`. */
const patienceMs = 2000;

export interface ConnectionOptions {
  /** What all keys begin with. */
  readonly prefix: string;
  /** A command that is not answered in this time means that Redis is away. Default 50 ms. */
  readonly timeoutMs?: number | undefined;
  /** How often to try whether it is back. Default 500 ms. */
  readonly retryMs?: number | undefined;
  /** A connection without an answer for so long is given up for a new one. Default 2,000 ms, or twice the time limit where that is longer. */
  readonly silenceMs?: number | undefined;
  /** Called once when Redis is away, with the reason. */
  readonly onAway?: ((reason: string) => void) | undefined;
  /** Called once when it is back. */
  readonly onBack?: (() => void) | undefined;
}

type Argument = string | number;

export class RedisConnection {
  readonly #client: Redis;
  readonly #options: Omit<ConnectionOptions, keyof Timing> & Timing;
  readonly #scripts = new Set<Script>();
  readonly #preparations: (() => Promise<void>)[] = [];
  readonly #followUps: (() => void)[] = [];
  readonly #firstUp = Promise.withResolvers<undefined>();
  #isUp = false;
  #isClosed = false;
  /** Whether the outage that lasts has been told of. */
  #isReported = false;
  #lastError = 'no answer';
  #recovery: Promise<void> | undefined;
  #retry: NodeJS.Timeout | undefined;

  /**
   * Begins to connect.
   * @param url `redis://…` or `rediss://…`
   */
  constructor(url: string, options: ConnectionOptions) {
    const {
      timeoutMs = 50,
      retryMs = 500,
      silenceMs = Math.min(maxTimerMs, Math.max(patienceMs, 2 * timeoutMs)),
    } = options;
    this.#options = { ...options, timeoutMs, retryMs, silenceMs };
    this.#client = newClient(url, this.#options);
    this.#client.on('error', (error: Error) => (this.#lastError = reasonOf(error)));
    this.#client.on('ready', () => this.#recover());
    this.#client.on('close', () => this.#away(this.#lastError));
  }

  /** Resolves at the first time that Redis answers; also after `ms`, which begins an outage. Default: the time of silence, at most 2,000 ms. */
  async started(ms: number = Math.min(patienceMs, this.#options.silenceMs)): Promise<void> {
    await withinTime(this.#firstUp.promise, ms, () => undefined);
    if (!this.#isUp) this.#away(this.#lastError);
  }

  /** Whether commands are sent at all. */
  get isUp(): boolean {
    return this.#isUp;
  }

  /** Whether there is a connection, although Redis may be slow on it and so count as away. */
  get isConnected(): boolean {
    return !this.#isClosed && this.#client.status === 'ready';
  }

  /** The full name of a key or channel. */
  key(...parts: readonly string[]): string {
    return [this.#options.prefix, ...parts].join(':');
  }

  /** Has the scripts loaded whenever Redis is back, so that each run is one round trip. */
  use(...scripts: readonly Script[]): void {
    for (const one of scripts) this.#scripts.add(one);
  }

  /**
   * @param prepare runs each time before Redis counts as up, the first time too; a rejection means that it is away still
   * @param follow  runs when it counts as up, before anything else is sent
   */
  whenUp(prepare: () => Promise<void>, follow: () => void = () => undefined): void {
    this.#preparations.push(prepare);
    this.#followUps.push(follow);
  }

  /**
   * Runs a script for a request that waits for it.
   * @throws {RedisAway} at once when Redis is away, or when it does not answer in time; then the script may have run all the same
   */
  run(run: Script, keys: readonly string[], args: readonly Argument[]): Promise<unknown> {
    return this.#send(() => this.#evaluate(run, keys, args));
  }

  /** The same without a request that waits: it may take as long as a connection may be silent, and is sent before Redis is up too. */
  async runInBackground(run: Script, keys: readonly string[], args: readonly Argument[]): Promise<unknown> {
    try {
      return await this.#answer(this.#evaluate(run, keys, args), this.#options.silenceMs);
    } catch (error) {
      throw this.#away(reasonOf(error));
    }
  }

  /**
   * Tells the subscribers of a channel.
   * @throws {RedisAway} as {@link run}
   */
  async publish(channel: string, message: string): Promise<void> {
    await this.#send(() => this.#client.publish(channel, message));
  }

  /** A connection of its own, for subscriptions, which is connected by `connect`; its maker handles its errors and ends it. */
  duplicate(): Redis {
    return this.#client.duplicate({ lazyConnect: true, autoResubscribe: false });
  }

  /** What was sent before is answered before, unless Redis is away. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    const wasUp = this.#isUp;
    this.#isClosed = true;
    this.#isUp = false;
    clearTimeout(this.#retry);
    await this.#recovery;
    const quitMs = Math.min(patienceMs, this.#options.silenceMs);
    if (wasUp) await this.#answer(this.#client.quit(), quitMs).catch(() => undefined);
    this.#client.disconnect();
  }

  async #send<T>(command: () => Promise<T>): Promise<T> {
    if (!this.#isUp) throw new RedisAway(this.#lastError);
    try {
      return await this.#answer(command(), this.#options.timeoutMs);
    } catch (error) {
      throw this.#away(reasonOf(error));
    }
  }

  async #evaluate({ lua, sha }: Script, keys: readonly string[], args: readonly Argument[]): Promise<unknown> {
    try {
      return await this.#client.evalsha(sha, keys.length, ...keys, ...args);
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
      return await this.#client.eval(lua, keys.length, ...keys, ...args);
    }
  }

  /** The answer, if it is here in time. When this process itself was busy for so long, what has arrived meanwhile counts. */
  #answer<T>(reply: Promise<T>, ms: number): Promise<T> {
    const late = (): never => {
      throw new RedisAway(`no answer within ${ms} ms`);
    };
    return withinTime(reply, ms, late);
  }

  #away(reason: string): RedisAway {
    if (this.#isClosed) return new RedisAway('the connection is closed');
    const wasUp = this.#isUp;
    this.#lastError = reason;
    this.#isUp = false;
    if (!this.#isReported) {
      this.#isReported = true;
      this.#options.onAway?.(reason);
    }
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#recover(), wasUp ? 0 : this.#options.retryMs);
    return new RedisAway(reason);
  }

  /** Tries whether Redis takes writes and makes ready what counts on it; then it is up. */
  #recover(): void {
    if (this.#isUp || this.#isClosed || this.#client.status !== 'ready') return;
    this.#recovery ??= this.#prepare().then(
      () => {
        this.#recovery = undefined;
        this.#up();
      },
      (error: unknown) => {
        this.#recovery = undefined;
        this.#away(reasonOf(error));
      },
    );
  }

  async #prepare(): Promise<void> {
    const ms = this.#options.silenceMs;
    // A read-only replica and a server without memory left answer reads, but count nothing.
    await this.#answer(this.#client.set(this.key('probe'), '1', 'PX', 1000), ms);
    for (const { lua } of this.#scripts) await this.#answer(this.#client.script('LOAD', lua), ms);
    for (const prepare of this.#preparations) await prepare();
  }

  #up(): void {
    if (this.#isClosed || this.#client.status !== 'ready') return;
    this.#isUp = true;
    for (const follow of this.#followUps) follow();
    this.#firstUp.resolve(undefined);
    if (this.#isReported) this.#options.onBack?.();
    this.#isReported = false;
  }
}

interface Timing {
  readonly timeoutMs: number;
  readonly retryMs: number;
  readonly silenceMs: number;
}

function newClient(url: string, { retryMs, silenceMs }: Timing): Redis {
  return new Redis(url, {
    connectTimeout: silenceMs,
    // A connection that answers nothing, during its handshake too, is given up.
    socketTimeout: silenceMs,
    retryStrategy: (times) => Math.min(retryMs, 25 * 2 ** times) * (0.75 + Math.random() / 2),
    // A command is answered now or never: what it was for has been decided without it by then.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    // A server that has become a replica: the name may lead to another one by now.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
    connectionName: 'sonorant',
  });
}

/** What happened, without the command, whose arguments may be credentials. */
function reasonOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return message === '' ? (code ?? 'unknown error') : message;
}
