/**
 * The first part of the server's start: its settings, and the threads of its engines. They take about as long to load as the rest
 * of the server, which is imported meanwhile; so this module imports as little as it can.
 */
import type { Logger } from 'pino';
import { loadConfig, unknownSettings, valueOfRemoved, type Config, type Environment } from './config.ts';
import { readEngines, requireEngines } from './engines.ts';
import { refusalLog } from './refusal-log.ts';
import { disposeInTime } from './resource-stack.ts';
import type { RunningServer, StartedEngines } from './running-server.ts';
import type { ServerChoices } from './shared-limits.ts';
import type { EngineDescriptor } from '../engines/adapter.ts';
import { allEngines, referenceEngine } from '../engines/registry.ts';
import { Scheduler } from '../engines/scheduling/scheduler.ts';
import { createLogger } from '../http/observation/log.ts';
import { MemoryBudget } from '../processes/memory-budget.ts';
import { makeDataFolder } from '../store/data-folder.ts';
import type { RecognizerDescriptor } from '../recognizers/adapter.ts';

export type { RunningServer } from './running-server.ts';

/**
 * @param engines the embedded ones that may be used; the settings choose among them. {@link allEngines} when absent
 * @param choices what no setting changes; each part has its default
 * @param recognizers in place of those of the settings
 * @throws {ConfigError} for settings that cannot be used
 * @throws {Error} when the database, an engine or a listener does not start
 */
export async function startServer(
  environment: Environment,
  engines: readonly EngineDescriptor[] = allEngines,
  choices: ServerChoices = {},
  recognizers?: readonly RecognizerDescriptor[],
): Promise<RunningServer> {
  const config = { ...loadConfig(environment), ...choices };
  const logger = createLogger({ level: config.logLevel });
  for (const name of unknownSettings(environment)) {
    const value = valueOfRemoved(name);
    if (value === undefined) logger.warn({ setting: name }, 'unknown setting, ignored');
    else logger.warn({ setting: name, value }, 'this setting was removed; the value holds now');
  }
  const stack = new AsyncDisposableStack();
  const loading = new AbortController();
  try {
    makeDataFolder(config.dataDir);
    const started = startEngines(config, engines, logger, loading.signal);
    started.catch(() => undefined);
    // Where the start fails before the server has taken them over; closing them twice waits for the same end.
    stack.defer(() => started.then(async ({ scheduler }) => (await scheduler).close()).catch(() => undefined));
    // Reading the models takes some milliseconds. An upstream may take seconds to answer: the database comes first then.
    if (config.upstreams === undefined) await started;
    const { runServer } = await import('./running-server.ts');
    return await runServer({ config, logger, recognizers, engines: started }, stack);
  } catch (error) {
    // Engines that still load end beside all else.
    loading.abort();
    await disposeInTime(stack, logger);
    throw error;
  }
}

async function startEngines(
  config: Config & Pick<ServerChoices, 'spawnEngineThread'>,
  embedded: readonly EngineDescriptor[],
  logger: Logger,
  signal: AbortSignal,
): Promise<StartedEngines> {
  const first = await readEngines(config, embedded, undefined, signal);
  requireEngines(first);
  // For all models, whatever they do.
  const memory = new MemoryBudget(config.modelsMemory);
  const scheduler = startScheduler(config, first.engines, { memory, logger, signal });
  // Its failure is read when the database is open.
  scheduler.catch(() => undefined);
  return { embedded, first, memory, scheduler };
}

/**
 * @param engines those of this server, in order of preference
 * @throws {Error} when an engine that a setting names does not load
 */
function startScheduler(
  config: Config & Pick<ServerChoices, 'spawnEngineThread'>,
  engines: readonly EngineDescriptor[],
  { memory, logger, signal }: { readonly memory: MemoryBudget; readonly logger: Logger; readonly signal: AbortSignal },
): Promise<Scheduler> {
  return Scheduler.start({
    threads: config.workers,
    engines,
    reference: referenceEngine(),
    memory,
    signal,
    required: config.engines !== undefined,
    admissionMs: config.admissionMs,
    admissionToleranceMs: config.admissionToleranceMs,
    hangMs: config.workerTimeoutMs,
    spawn: config.spawnEngineThread,
    observer: {
      refused: refusalLog(logger),
      missing: (reason) => logger.warn({ reason }, 'engine left out'),
      replaced: (reason) => logger.error({ reason }, 'engine thread replaced'),
      setAside: (engine, reason) => logger.error({ engine, reason }, 'engine set aside for a minute'),
    },
  });
}
