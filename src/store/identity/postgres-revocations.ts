/**
 * Tells of revoked keys over PostgreSQL's own notifications, on a connection of its own, since a pool gives its connections to
 * whoever asks: https://www.postgresql.org/docs/current/sql-notify.html
 */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { localRevocations, type RevocationFeed } from './revocations.ts';

export interface PostgresRevocationOptions {
  /** `postgres://…` */
  readonly url: string;
  /** Runs `select pg_notify(channel, payload)` on any connection. */
  readonly notify: (channel: string, payload: string) => Promise<void>;
  /** How often the connection is asked whether it lives. Default 2,000 ms. */
  readonly probeMs?: number | undefined;
  /** A connection that does not answer for so long is given up for a new one. Default 2,000 ms. */
  readonly silenceMs?: number | undefined;
  /** Time between two tries to connect. Default 500 ms. */
  readonly retryMs?: number | undefined;
  /** Called with how many processes listen on this database, this one among them, when that changes. */
  readonly onProcesses?: ((count: number) => void) | undefined;
  /** Called when other processes are not reached: they learn of the revocation when they ask the database again. */
  readonly onProblem?: ((error: unknown) => void) | undefined;
}

const channel = 'sonorant_revoked';

/** Stands for no key in particular: a key was changed. */
const unknown = '';

/** Each process that listens holds this advisory lock together with the others, and so counts them: the server frees it when it dies. */
const lock = [0x534f4e4f, 1] as const;

const countProcesses = `select count(*)::int as count from pg_locks
  where locktype = 'advisory' and granted and classid = $1 and objid = $2 and objsubid = 2
  and database = (select oid from pg_database where datname = current_database())`;

/** Connects when something subscribes; a process that only publishes needs no connection for it. */
export function postgresRevocations(options: PostgresRevocationOptions): RevocationFeed {
  const { notify, onProblem } = options;
  const local = localRevocations();
  const self = randomBytes(6).toString('hex');
  const receive = (payload: string | undefined): void => {
    const [from, keyId] = payload?.split(' ') ?? [];
    // This process has called its own listeners already.
    if (from !== self) void local.publish(keyId === unknown ? undefined : keyId);
  };
  let listening: Listening | undefined;
  return {
    publish: (keyId) => notify(channel, `${self} ${keyId ?? unknown}`).catch((error: unknown) => onProblem?.(error)),
    subscribe(listener) {
      const end = local.subscribe(listener);
      listening ??= new Listening(options, receive);
      return end;
    },
    async close() {
      await Promise.all([local.close(), listening?.close()]);
    },
  };
}

/** A connection that is made again whenever it is lost. */
class Listening {
  readonly #options: PostgresRevocationOptions;
  readonly #receive: (payload: string | undefined) => void;
  #client: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  #isListening = false;
  #processes = 0;

  constructor(options: PostgresRevocationOptions, receive: (payload: string | undefined) => void) {
    this.#options = options;
    this.#receive = receive;
    void this.#connect();
  }

  async #connect(): Promise<void> {
    const { url, silenceMs = 2000 } = this.#options;
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: silenceMs,
      query_timeout: silenceMs,
      keepAlive: true,
      application_name: 'sonorant listener',
    });
    this.#client = client;
    client.on('error', () => this.#lost(client));
    client.on('end', () => this.#lost(client));
    client.on('notification', ({ payload }) => this.#receive(payload));
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      await client.query('select pg_advisory_lock_shared($1, $2)', [...lock]);
      // Before this moment nothing was received.
      this.#isListening = true;
      this.#receive(undefined);
      await this.#probe(client);
    } catch {
      this.#lost(client);
    }
  }

  async #probe(client: pg.Client): Promise<void> {
    const { rows } = await client.query<{ count: number }>(countProcesses, [...lock]);
    const { count } = rows[0]!;
    if (count !== this.#processes) this.#options.onProcesses?.(count);
    this.#processes = count;
    if (this.#isClosed || this.#client !== client) return;
    this.#timer = setTimeout(() => {
      this.#probe(client).catch(() => this.#lost(client));
    }, this.#options.probeMs ?? 2000);
    this.#timer.unref();
  }

  /** What is revoked meanwhile is not received, so `undefined` is published twice: now, and when the next connection listens. */
  #lost(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    destroy(client);
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    if (this.#isListening) this.#receive(undefined);
    this.#isListening = false;
    this.#timer = setTimeout(() => void this.#connect(), this.#options.retryMs ?? 500);
    this.#timer.unref();
  }

  close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    const client = this.#client;
    this.#client = undefined;
    if (client !== undefined) destroy(client);
    return Promise.resolve();
  }
}

/** Ends it without waiting for a server that may hang. */
function destroy(client: pg.Client): void {
  client.end().catch(() => undefined);
  (
    client as unknown as { readonly connection: { readonly stream: { destroy: () => void } } }
  ).connection.stream.destroy();
}
