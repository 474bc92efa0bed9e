/** The server itself: opens what it needs, builds the application, listens, takes jobs; and stops it in the reverse order. */
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { buildApp, type BuiltApp } from './app.ts';
import { bookJobs } from './books.ts';
import type { Config } from './config.ts';
import { jobKinds } from './job-handlers.ts';
import { Listeners } from './listeners.ts';
import type { ServerMetrics } from './metrics.ts';
import type { ServerConfig } from './options.ts';
import { EngineUpdates, type ServerEngines } from './engines.ts';
import type { CheckProblem } from './readiness-check.ts';
import { readinessOf } from './readiness.ts';
import { closeLater, disposeInTime } from './resource-stack.ts';
import { openLimits, openSharedStore, type StoreConfig } from './shared-limits.ts';
import { ServerRecognizers } from './recognizers.ts';
import { CallService } from '../calls/calls.ts';
import type { EngineDescriptor } from '../engines/adapter.ts';
import type { Scheduler } from '../engines/scheduling/scheduler.ts';
import { emitKeyChange } from '../identity/keys.ts';
import type { SignInLinks } from '../identity/sign-in-links.ts';
import { JobRunner, type JobKinds } from '../jobs/runner.ts';
import type { Limiters } from '../limits/limiters.ts';
import { findInstalled, modelsFolder } from '../models/folder.ts';
import { ModelInstaller } from '../models/installer.ts';
import type { LanguageModelDescriptor } from '../language-models/adapter.ts';
import { readLanguageModels } from '../language-models/registry.ts';
import { HttpClient } from '../outbound/http-client.ts';
import type { RecognizerDescriptor } from '../recognizers/adapter.ts';
import type { MemoryBudget } from '../processes/memory-budget.ts';
import { openBlobs, type Blobs } from '../store/blobs/index.ts';
import { openSecrets, secretSetting, type BootstrapKeys, type Secrets, type Store } from '../store/index.ts';
import { sweepFiles } from '../hearing/audio-file.ts';
import { sweepWorkFolders } from '../books/work-folder.ts';
import { ActivityRecorder } from '../usage/activity.ts';
import { UsageMeter } from '../usage/meter.ts';

/** A running server. */
export interface RunningServer {
  /** Address of the plain listener, `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Address of the TLS listener, where there is one. */
  readonly tlsUrl: string | undefined;
  /** The keys created at this start; empty but at the first one. */
  readonly created: BootstrapKeys;
  /** Whether a setting gives the API key. */
  readonly isKeyGiven: boolean;
  /** Of the settings. */
  readonly dataDir: string;
  readonly logger: Logger;
  /**
   * Address of the console.
   * @param signsIn with a new link that signs in the browser that opens it first, at this machine and within ten minutes; without one
   *   where the server does not listen on a loopback address
   */
  readonly consoleUrl: (signsIn: boolean) => string;
  /** Resolves when the engines that share threads have spoken, with preloading all others and the recognizers; or when one fails. */
  readonly warmed: Promise<void>;
  /** Reads the models folder and asks the upstreams anew; what is being spoken or heard goes on. */
  readonly reloadModels: () => Promise<void>;
  /**
   * Is not ready from now on, takes requests for the drain delay, lets running speech end, up to the drain limit, then stops
   * everything. A second call stops at once.
   * @param delayMs in place of the drain delay of the settings
   */
  readonly stop: (delayMs?: number) => Promise<void>;
}

/** What the first part of the start hands on. */
interface StartedParts {
  readonly config: StoreConfig;
  readonly logger: Logger;
  /** Undefined: those of the settings. */
  readonly recognizers: readonly RecognizerDescriptor[] | undefined;
  readonly engines: Promise<StartedEngines>;
}

/** The engines, which load in their threads. */
export interface StartedEngines {
  readonly embedded: readonly EngineDescriptor[];
  readonly first: ServerEngines;
  readonly memory: MemoryBudget;
  /** Rejects when an engine that a setting names does not load. */
  readonly scheduler: Promise<Scheduler>;
}

/** What is open as long as the process runs. */
interface Resources {
  readonly store: Store;
  readonly blobs: Blobs;
  readonly secrets: Secrets;
  readonly meter: UsageMeter;
  readonly limiters: Limiters;
  /** Whether Redis answers; undefined where the settings name none. */
  readonly isRedisUp: (() => boolean) | undefined;
  readonly scheduler: Scheduler;
  readonly hearing: ServerRecognizers;
  readonly languageModels: readonly LanguageModelDescriptor[];
  readonly calls: CallService;
  readonly updates: EngineUpdates;
  readonly installer: ModelInstaller;
}

/** To the servers of language models: a call that begins waits for its first word. */
const modelConnections = { connectMs: 2000, idleMs: 60_000 } as const;

/**
 * Opens what the server needs, listens, and takes jobs.
 * @param stack closes what was opened, also when this fails
 * @throws {Error} when the database, an engine or a listener does not start
 */
export async function runServer(parts: StartedParts, stack: AsyncDisposableStack): Promise<RunningServer> {
  const { config, logger } = parts;
  const resources = await openResources(parts, stack);
  const { store, blobs, scheduler, updates, hearing, meter, isRedisUp } = resources;
  let leaving = false;
  let draining = false;
  let warm = false;
  const isLeaving = (): boolean => leaving;
  const isDraining = (): boolean => draining;
  const readiness = readinessOf({
    store,
    blobs,
    scheduler,
    dataDir: config.dataDir,
    offlineMs: config.offlineMs,
    onChange: (part, problem) => logPart(logger, part, problem),
    problems: () => updates.problems,
    isDraining: isLeaving,
    isWarm: () => warm,
    hearing: () => hearing.pool.report(),
    notes: () => [...redisNotes(isRedisUp), ...meter.notes],
    models: modelsFolder(config.dataDir),
  });
  const version = await packageVersion();
  const keys = Promise.withResolvers<undefined>();
  const built = await buildApp({
    ...{ ...resources, recognizers: hearing.pool, config, logger, readiness, isLeaving, isDraining, version },
    hasKeys: keys.promise,
  });
  if (built.requestLog !== undefined) closeLater(stack, built.requestLog, logger);
  const { metrics } = built;
  const kinds = {
    ...jobKinds({ ...resources, config, metrics, logger, scheduler, version }),
    ...bookJobs({ ...resources, config }, built.reader),
  };
  const runner = newRunner(config, store, logger, metrics, kinds);
  const listeners = new Listeners(built.app, config, built.connectionsPerAddress);
  const running: Running = { ...built, config, stack, runner, logger, listeners };
  const created = await open(running, store, keys);
  runner.start();
  const warmed = warmUp(config, resources).then(
    () => void (warm = true),
    (error: unknown) => {
      if (!leaving) logger.error({ err: error }, 'an engine does not speak');
    },
  );

  let stopping: Promise<void> | undefined;
  const deadline = new AbortController();
  const leave = async (delayMs: number): Promise<void> => {
    leaving = true;
    if (delayMs > 0) {
      logger.info({ delay_ms: delayMs }, 'not ready any more');
      await sleep(delayMs, undefined, { signal: deadline.signal }).catch(() => undefined);
    }
    draining = true;
    await shutDown(running, deadline);
  };
  const stop = (delayMs = config.drainDelayMs): Promise<void> => {
    if (stopping !== undefined) deadline.abort();
    stopping ??= leave(delayMs);
    return stopping;
  };
  const { url, tlsUrl } = listeners;
  const isKeyGiven = config.apiKey !== undefined;
  const consoleUrl = (signsIn: boolean): string => consoleAddress(url, signsIn ? built.signInLinks : undefined);
  const { dataDir } = config;
  const reloadModels = (): Promise<void> => reload(resources);
  return { url, tlsUrl, created, isKeyGiven, dataDir, logger, consoleUrl, warmed, stop, reloadModels };
}

/** Models speak and hear before the server is ready, where the settings say so. */
async function warmUp(
  { modelsPreload }: Pick<Config, 'modelsPreload'>,
  { scheduler, hearing }: Pick<Resources, 'scheduler' | 'hearing'>,
): Promise<void> {
  await Promise.all([scheduler.warmUp(modelsPreload), modelsPreload ? hearing.warmUp() : undefined]);
}

async function reload({ updates, hearing }: Pick<Resources, 'updates' | 'hearing'>): Promise<void> {
  await Promise.all([updates.reload(), hearing.reload()]);
}

async function openResources(
  { config, logger, recognizers: given, engines }: StartedParts,
  stack: AsyncDisposableStack,
): Promise<Resources> {
  const secrets = openSecrets({ secretKey: config.secretKey, dataDir: config.dataDir });
  const { limiters, redis } = await openLimits(config, secrets, logger);
  closeLater(stack, limiters, logger);
  const store = closeLater(stack, await openSharedStore(config, redis, logger), logger);
  const blobs = closeLater(stack, await openBlobs(config), logger);
  await checkSecret(store, secrets);
  const meter = closeLater(stack, await openMeter(config, store, logger), logger);
  const { embedded, first, memory, scheduler: loading } = await engines;
  const scheduler = closeLater(stack, await loading, logger);
  const updates = closeLater(
    stack,
    new EngineUpdates({ settings: config, embedded, scheduler, first, logger }),
    logger,
  );
  await sweepWorkFolders(config.dataDir).catch((error: unknown) =>
    logger.warn({ err: error }, 'files of books that were left cannot be removed'),
  );
  void sweepFiles().catch((error: unknown) => logger.warn({ err: error }, 'uploads that were left cannot be removed'));
  const hearing = closeLater(stack, await ServerRecognizers.open({ settings: config, given, memory, logger }), logger);
  const modelHttp = closeLater(stack, new HttpClient({ reach: 'any', ...modelConnections }), logger);
  const languageModels = await readLanguageModels(config.agentModels, modelHttp, {
    firstTokenMs: config.agentFirstTokenMs,
    silenceMs: config.agentSilenceMs,
  });
  const calls = closeLater(
    stack,
    await CallService.start({
      store,
      blobs,
      dataDir: config.dataDir,
      record: config.recordCalls,
      maxSeconds: config.maxCallSeconds,
      onProblem: (problem, error) => logger.error({ err: error }, problem),
    }),
    logger,
  );
  const installer = closeLater(
    stack,
    await ModelInstaller.open({
      dataDir: config.dataDir,
      reload: async (name) => {
        await reload({ updates, hearing });
        const model = await findInstalled(modelsFolder(config.dataDir), name);
        if (model === undefined) return 'it has been removed meanwhile';
        if (model.manifest === undefined) return model.problem;
        const { kind } = model.manifest;
        return kind === 'voice' ? updates.problemOf(name) : hearing.problemOf(name, kind);
      },
      onProblem: (problem, error) => logger.error({ err: error }, problem),
    }),
    logger,
  );
  const isRedisUp = redis && (() => redis.redis.isUp);
  const speaking = { scheduler, hearing, languageModels, calls, updates, installer };
  return { store, blobs, secrets, meter, limiters, isRedisUp, ...speaking };
}

/** Counts credits in a journal, and activity in memory. */
function openMeter(
  { dataDir, usageFlushMs }: Pick<ServerConfig, 'dataDir' | 'usageFlushMs'>,
  store: Store,
  logger: Pick<Logger, 'error' | 'warn'>,
): Promise<UsageMeter> {
  const interval = usageFlushMs === undefined ? {} : { flushMs: usageFlushMs };
  const activity = new ActivityRecorder({
    ...{ store, ...interval },
    onProblem: (problem, error) => logger.warn({ err: error }, problem),
  });
  const onProblem = (problem: string, error: unknown): void => logger.error({ err: error }, problem);
  return UsageMeter.open({ store, activity, dataDir, ...interval, onProblem });
}

/** A link works over loopback only, so an address that is no such one has none. */
function consoleAddress(url: string, links: SignInLinks | undefined): string {
  const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);
  return `${url}/console${links !== undefined && isLoopback ? `#link=${links.create()}` : ''}`;
}

/** Listens, and makes the keys: new ones are shown by a server that has started and exist nowhere else, so nothing may fail after it. */
async function open(running: Running, store: Store, keys: PromiseWithResolvers<undefined>): Promise<BootstrapKeys> {
  try {
    await running.listeners.open();
    const created = await makeKeys(running.config, store);
    keys.resolve(undefined);
    return created;
  } catch (error) {
    keys.reject(error);
    await shutDown(running, new AbortController());
    throw error;
  }
}

/** The first organization with its keys, where the database has none yet; and the keys that settings give. */
async function makeKeys({ apiKey, adminKey }: Config, store: Store): Promise<BootstrapKeys> {
  const { created } = await store.bootstrap({ apiKey, adminKey }, emitKeyChange);
  return created;
}

/** Servers of one database open each other's sealed secrets and tokens; a start with another secret would fail at them one by one. */
async function checkSecret(store: Store, { fingerprint }: Secrets): Promise<void> {
  if ((await store.settings.claim(secretSetting, fingerprint)) === fingerprint) return;
  throw new Error(
    'the database was written with another secret: give all its servers the same SONORANT_SECRET_KEY, or copy the file secret.key of the first one into the data folder. If that secret is lost, delete the row "secret" of the table "settings": secrets of webhooks and tools have then to be given anew',
  );
}

function newRunner(
  config: ServerConfig,
  store: Store,
  logger: Logger,
  metrics: Pick<ServerMetrics, 'jobDuration'>,
  kinds: JobKinds,
): JobRunner {
  return new JobRunner({
    kinds,
    jobs: store.jobs,
    onEnqueued: store.onEnqueued,
    pollMs: config.jobPollMs,
    leaseMs: config.jobLeaseMs,
    onEnd: ({ kind, outcome, seconds }) => metrics.jobDuration.observe({ kind, outcome }, seconds),
    onFailure: (error, what, job) =>
      logger.warn(
        { err: error, ...(job !== undefined && { job_id: job.id, job_kind: job.kind, attempt: job.attempt }) },
        what,
      ),
  });
}

function redisNotes(isUp: (() => boolean) | undefined): readonly string[] {
  return isUp?.() === false ? ['Redis does not answer: each process counts limits for itself'] : [];
}

function logPart(logger: Logger, part: string, problem: CheckProblem | undefined): void {
  if (problem === undefined) logger.info({ part }, 'a part of the server works again');
  else logger.error({ part, err: problem.cause }, 'a part of the server does not work');
}

async function packageVersion(): Promise<string> {
  const text = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** What a stop has to end, in the order of `shutDown`. */
interface Running extends BuiltApp {
  readonly config: Config;
  readonly runner: JobRunner;
  readonly listeners: Listeners;
  readonly stack: AsyncDisposableStack;
  readonly logger: Logger;
}

async function shutDown(
  { app: { connections }, config, stack, runner, logger, listeners }: Running,
  deadline: AbortController,
): Promise<void> {
  logger.info({ sockets: connections.size, drain_ms: config.drainMs }, 'shutting down');
  const timer = setTimeout(() => deadline.abort(), config.drainMs);
  const idle = runner.stop();
  await connections.drain(deadline.signal);
  await listeners.close(deadline.signal);
  clearTimeout(timer);
  await idle;
  await disposeInTime(stack, logger);
  logger.info('stopped');
}
