/** The process: configuration, start, signals, drain. */
import { lookup } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { buildApp, type BuiltApp } from './app.ts';
import { jobKinds } from './job-handlers.ts';
import { ConfigError, loadConfig, unknownSettings, type Config, type Environment } from './config.ts';
import { capabilitiesOf, engineIds } from '../engines/registry.ts';
import { EnginePool } from '../engines/pool.ts';
import { warmUp } from '../engines/warm-up.ts';
import { addClientErrors, createLogger, Listener, listenerOptions } from '../http/index.ts';
import { JobRunner, type JobKinds } from '../jobs/runner.ts';
import { Opened } from './opened.ts';
import { readinessOf } from './readiness.ts';
import { openBlobs } from '../store/blobs/index.ts';
import { openSecrets, openStore, type GivenKeys, type Secrets, type Store } from '../store/index.ts';
import { UsageMeter } from '../usage/index.ts';
import { welcome } from './banner.ts';

/** A running server. */
export interface RunningServer {
  /** Address of the plain listener, `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Address of the TLS listener, where there is one. */
  readonly tlsUrl: string | undefined;
  /** The keys made just now; empty but at the first start. */
  readonly made: GivenKeys;
  readonly logger: Logger;
  /** Lets running speech end, up to the drain limit, then stops everything. A second call stops at once. */
  readonly stop: () => Promise<void>;
}

interface Parts extends BuiltApp {
  readonly config: Config;
  readonly opened: Opened;
  readonly runner: JobRunner;
  readonly logger: Logger;
  readonly listeners: Listener[];
  tls: TlsServer | undefined;
}

/**
 * @throws {ConfigError} for settings that cannot be used
 * @throws {Error} when the database, an engine or a listener does not start
 */
export async function startServer(environment: Environment): Promise<RunningServer> {
  const config = loadConfig(environment);
  const logger = createLogger({ level: config.logLevel });
  for (const name of unknownSettings(environment)) logger.warn({ setting: name }, 'unknown setting, ignored');
  const opened = new Opened(logger);
  try {
    return await startParts(config, logger, opened);
  } catch (error) {
    await opened.close();
    throw error;
  }
}

async function startParts(config: Config, logger: Logger, opened: Opened): Promise<RunningServer> {
  const store = opened.add(await openStore(config));
  const blobs = opened.add(await openBlobs(config));
  const secrets = openSecrets({ secretKey: config.secretKey, dataDir: config.dataDir });
  await checkSecret(store, secrets);
  const meter = opened.add(
    await UsageMeter.open({
      store,
      dataDir: config.dataDir,
      flushMs: config.usageFlushMs,
      onProblem: (problem, error) => logger.error({ err: error }, problem),
    }),
  );
  const { made } = await store.bootstrap({ apiKey: config.apiKey, adminKey: config.adminKey });
  const pool = opened.add(await startPool(config, logger));

  let draining = false;
  let warm = false;
  const readiness = readinessOf({ store, pool, isDraining: () => draining, isWarm: () => warm });
  const version = await packageVersion();
  const built = await buildApp({
    config,
    store,
    blobs,
    secrets,
    pool,
    meter,
    logger,
    readiness,
    isDraining: () => draining,
    version,
  });
  const runner = newRunner(
    config,
    store,
    logger,
    jobKinds({
      config,
      store,
      blobs,
      secrets,
      metrics: built.app.metrics,
      engines: pool.engines.map(capabilitiesOf),
      version,
    }),
  );
  const parts: Parts = {
    ...built,
    config,
    opened,
    runner,
    logger,
    listeners: [new Listener(built.app.server)],
    tls: undefined,
  };
  try {
    await listen(parts);
  } catch (error) {
    await shutDown(parts, new AbortController());
    throw error;
  }
  runner.start();
  warmUp(pool).then(
    () => (warm = true),
    (error: unknown) => {
      if (!draining) logger.error({ err: error }, 'an engine does not speak');
    },
  );

  let stopping: Promise<void> | undefined;
  const deadline = new AbortController();
  const stop = (): Promise<void> => {
    draining = true;
    if (stopping !== undefined) deadline.abort();
    stopping ??= shutDown(parts, deadline);
    return stopping;
  };
  return {
    url: urlOf(built.app.server.address(), 'http'),
    tlsUrl: parts.tls === undefined ? undefined : urlOf(parts.tls.address(), 'https'),
    made,
    logger,
    stop,
  };
}

/** Servers of one database open each other's sealed secrets and tokens; a start with another secret would fail at them one by one. */
async function checkSecret(store: Store, { fingerprint }: Secrets): Promise<void> {
  if ((await store.settings.claim('secret', fingerprint)) === fingerprint) return;
  throw new Error(
    'the database was written with another secret: give all its servers the same SONORANT_SECRET_KEY, or copy the file secret.key of the first one into the data folder. If that secret is lost, delete the row "secret" of the table "settings": secrets of webhooks and tools have then to be given anew',
  );
}

function startPool(config: Config, logger: Logger): Promise<EnginePool> {
  return EnginePool.start({
    workers: config.workers,
    engines: config.engines ?? engineIds,
    required: config.engines !== undefined,
    hangMs: config.workerTimeoutMs,
    onMissing: (reason) => logger.warn({ reason }, 'engine left out'),
    onReplaced: (reason) => logger.error({ reason }, 'engine worker replaced'),
  });
}

function newRunner(config: Config, store: Store, logger: Logger, kinds: JobKinds): JobRunner {
  return new JobRunner({
    kinds,
    jobs: store.jobs,
    onEnqueued: store.onEnqueued,
    pollMs: config.jobPollMs,
    leaseMs: config.jobLeaseMs,
    onFailure: (error, what, job) =>
      logger.warn(
        { err: error, ...(job !== undefined && { job_id: job.id, job_kind: job.kind, attempt: job.attempt }) },
        what,
      ),
  });
}

async function packageVersion(): Promise<string> {
  const text = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

async function listen(parts: Parts): Promise<void> {
  const { app, config } = parts;
  // One address and one server for each listener: for "localhost", Fastify would make a second server that nothing here knows.
  const { address: host } = await lookup(config.host, { order: 'ipv4first' });
  await app.listen({ host, port: config.port, listenTextResolver: () => 'listening' });
  if (config.tlsPort === undefined) return;
  const [cert, key] = await Promise.all([readFile(config.tlsCert!), readFile(config.tlsKey!)]);
  const tls = createTlsServer({
    ...listenerOptions(config.requestTimeoutMs),
    cert,
    key,
    handshakeTimeout: handshakeMs,
  });
  parts.listeners.push(new Listener(tls));
  parts.tls = await listenTls(app, tls, host, config.tlsPort);
}

/** Within this time a new connection of the TLS listener must be encrypted. */
const handshakeMs = 10_000;

/** The same application behind a second listener: requests and upgrades are handed to the first one's routes. */
function listenTls(app: FastifyInstance, tls: TlsServer, host: string, port: number): Promise<TlsServer> {
  return new Promise((resolve, reject) => {
    addClientErrors(tls);
    tls.on('request', (request, response) => app.routing(request, response));
    tls.on('upgrade', (request, socket, head) => app.server.emit('upgrade', request, socket, head));
    tls.once('error', reject);
    tls.listen(port, host, () => resolve(tls));
  });
}

function urlOf(address: AddressInfo | string | null, scheme: string): string {
  const { address: host, port, family } = address as AddressInfo;
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : family === 'IPv6' ? `[${host}]` : host;
  return `${scheme}://${shown}:${port}`;
}

async function shutDown(
  { app, connections, config, opened, runner, logger, listeners, tls }: Parts,
  deadline: AbortController,
): Promise<void> {
  logger.info({ sockets: connections.size, drain_ms: config.drainMs }, 'shutting down');
  const timer = setTimeout(() => deadline.abort(), config.drainMs);
  const idle = runner.stop();
  await connections.drain(deadline.signal);
  const closed = Promise.all([app.close(), tls === undefined ? undefined : closeServer(tls)]);
  for (const listener of listeners) listener.drain(deadline.signal);
  await closed;
  clearTimeout(timer);
  await idle;
  await opened.close();
  logger.info('stopped');
}

/** Resolves when the last connection has ended. */
function closeServer(server: TlsServer): Promise<void> {
  return new Promise((resolve) => void server.close(() => resolve()));
}

/** A signal to the process group comes twice, since npm passes its own on: within this time both are one. */
const sameSignalMs = 1000;

/** Runs until a signal; the first one drains, the second one ends at once. */
export async function serve(): Promise<void> {
  try {
    const server = await startServer(process.env);
    console.log(welcome(server));
    let firstAt: number | undefined;
    let stopped: Promise<void> | undefined;
    const stop = (): Promise<void> => (stopped ??= server.stop());
    const onSignal = (): void => {
      if (firstAt !== undefined && performance.now() - firstAt > sameSignalMs) process.exit(1);
      if (firstAt !== undefined) return;
      firstAt = performance.now();
      void stop().then(() => process.exit(process.exitCode ?? 0));
    };
    process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
    installCrashHandlers(server.logger, stop);
  } catch (error) {
    console.error(
      error instanceof ConfigError
        ? error.message
        : `Sonorant did not start: ${error instanceof Error ? error.message : String(error)}`,
    );
    process.exitCode = 1;
  }
}

/**
 * What nobody caught. A rejection is one task that failed: it is logged, and everything else goes on. After an exception
 * nobody knows what was left half done: the process takes nothing new, lets running speech end and exits with 1, so that
 * whoever supervises it starts a fresh one.
 */
function installCrashHandlers(logger: Logger, stop: () => Promise<void>): void {
  process.on('unhandledRejection', (reason) => logger.error({ err: reason }, 'a task failed that nobody waited for'));
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'an error that nobody caught; the server stops');
    process.exitCode = 1;
    void stop().finally(() => process.exit(1));
  });
}

if (import.meta.main) await serve();
