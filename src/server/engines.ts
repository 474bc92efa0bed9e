/** The engines of a server: the embedded ones, the models in its data folder, its upstreams; in order of preference. */
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { EngineDescriptor } from '../engines/adapter.ts';
import { installedModels } from '../engines/neural/index.ts';
import type { Scheduler } from '../engines/scheduling/scheduler.ts';
import { readUpstreams, upstreamEngines, type KnownVoices, type UpstreamSetting } from '../engines/upstream/index.ts';
import { modelsFolder } from '../models/folder.ts';
import { createCatalogue } from '../voices/catalogue.ts';
import { languages } from '../voices/languages.ts';

/** The settings that say which engines there are. */
export type EngineSettings = Pick<Config, 'dataDir' | 'engines' | 'upstreams' | 'upstreamFirstByteMs'>;

export interface ServerEngines {
  /** In order of preference. */
  readonly engines: readonly EngineDescriptor[];
  /** Models and upstreams that cannot be used as they are, and why. */
  readonly problems: readonly EngineProblem[];
  /** The voices each upstream listed last, for the next reading. */
  readonly knownVoices: KnownVoices;
}

export interface EngineProblem {
  /** `neural:<model>` or `upstream:<id>`. */
  readonly engine: string;
  readonly reason: string;
}

/** Stands for all installed models in `SONORANT_ENGINES`. */
const neural = 'neural';

/**
 * Reads the models folder and asks the upstreams for their voices. What is wrong with one of them leaves the others.
 * @param embedded the engines of the registry, in order of preference
 * @param knownVoices of an earlier reading: an upstream that cannot be asked now keeps its voices
 * @param signal ends the questions to upstreams
 * @throws the reason of the signal when that is aborted
 * @throws {Error} for a setting that cannot be used: upstreams that are no JSON, an engine in `SONORANT_ENGINES` that is not there
 */
export async function readEngines(
  settings: EngineSettings,
  embedded: readonly EngineDescriptor[],
  knownVoices: KnownVoices = new Map(),
  signal?: AbortSignal,
): Promise<ServerEngines> {
  const upstreamSettings = await readUpstreams(settings.upstreams, { languages });
  const wanted = settings.engines;
  const wantsModels = wanted === undefined || wanted.some((id) => id === neural || id.startsWith(`${neural}:`));
  const [{ engines: installed, problems: damaged }, upstreams] = await Promise.all([
    wantsModels ? installedModels(modelsFolder(settings.dataDir)) : { engines: [], problems: [] },
    askUpstreams(upstreamSettings, settings, knownVoices, signal),
  ]);
  signal?.throwIfAborted();
  const strange = installed.flatMap((engine) => strangeVoices(engine) ?? []);
  const models = installed.filter(({ id }) => !strange.some(({ engine }) => engine === id));
  const problems = [
    ...damaged.map(({ model, reason }) => ({ engine: `${neural}:${model}`, reason })),
    ...strange,
    ...upstreams.problems.map(({ upstream, reason }) => ({ engine: `upstream:${upstream}`, reason })),
  ];
  const defaults = [neural, ...embedded.map(({ id }) => id)];
  const all = [...models, ...embedded, ...upstreams.engines];
  const named = (wanted ?? defaults).flatMap((id) => (id === neural ? models : engineNamed(id, all, problems)));
  return { engines: [...new Set([...named, ...upstreams.engines])], problems, knownVoices };
}

/**
 * For the start of a server, which is of no use without an engine; later its models may come and go.
 * @throws {Error} when there is none, with what is wrong with those that would be
 */
export function requireEngines({ engines, problems }: Pick<ServerEngines, 'engines' | 'problems'>): void {
  if (engines.length > 0) return;
  const reasons = problems.map(({ engine, reason }) => `; ${engine}: ${reason}`).join('');
  throw new Error(
    `SONORANT_ENGINES leaves no engine that can speak: "sonorant models add" installs a model, "espeak" and "flite" need none${reasons}`,
  );
}

function askUpstreams(
  upstreams: readonly UpstreamSetting[],
  { upstreamFirstByteMs: firstByteMs }: EngineSettings,
  knownVoices: KnownVoices,
  signal: AbortSignal | undefined,
): ReturnType<typeof upstreamEngines> {
  return upstreamEngines(upstreams, { knownVoices, languages, limits: { firstByteMs }, signal });
}

/** A model may speak a language that the interface does not have; then it is left out and not the whole catalogue. */
function strangeVoices(engine: EngineDescriptor): EngineProblem | undefined {
  try {
    createCatalogue([engine]);
    return undefined;
  } catch (error) {
    return { engine: engine.id, reason: (error as Error).message };
  }
}

/** A model that is installed and cannot be used is a problem and no wrong setting. */
function engineNamed(
  id: string,
  all: readonly EngineDescriptor[],
  problems: readonly EngineProblem[],
): readonly EngineDescriptor[] {
  const found = all.find((engine) => engine.id === id);
  if (found !== undefined) return [found];
  if (problems.some(({ engine }) => engine === id)) return [];
  throw new Error(
    `SONORANT_ENGINES names the engine ${id}, which is not there; there are ${all.map((engine) => engine.id).join(', ')}`,
  );
}

export interface EngineUpdatesOptions {
  readonly settings: EngineSettings & Pick<Config, 'modelsPreload'>;
  readonly embedded: readonly EngineDescriptor[];
  readonly scheduler: Pick<Scheduler, 'update' | 'warmUp' | 'engines'>;
  /** The first reading. */
  readonly first: Pick<ServerEngines, 'problems' | 'knownVoices'>;
  readonly logger: Logger;
  /** An upstream that could not be asked for its voices is asked again after so long. Default 30,000 ms. */
  readonly retryMs?: number;
}

/** Takes up models and upstreams while the server runs. */
export class EngineUpdates {
  readonly #options: EngineUpdatesOptions & Required<Pick<EngineUpdatesOptions, 'retryMs'>>;
  #problems: readonly EngineProblem[];
  /** Why the last reading failed. */
  #failure: string | undefined;
  #running: Promise<void> = Promise.resolve();
  /** Of a reading that has not begun. */
  #waiting: Promise<void> | undefined;
  #retry: NodeJS.Timeout | undefined;
  readonly #closing = new AbortController();

  constructor(options: EngineUpdatesOptions) {
    this.#options = { retryMs: 30_000, ...options };
    this.#problems = options.first.problems;
    this.#log();
  }

  /** Models and upstreams that cannot be used as they are. */
  get problems(): readonly EngineProblem[] {
    return this.#problems;
  }

  /** Why an installed model does not speak; undefined for one that does. Of the last reading. */
  problemOf(model: string): string | undefined {
    const { scheduler, settings } = this.#options;
    const id = `${neural}:${model}`;
    if (scheduler.engines.some((engine) => engine.id === id)) return undefined;
    const problem = this.#problems.find(({ engine }) => engine === id);
    if (problem !== undefined) return problem.reason;
    const isNamed = settings.engines?.some((named) => named === neural || named === id) ?? true;
    if (!isNamed) return `SONORANT_ENGINES names neither ${neural} nor ${id}`;
    return `the engines could not be read anew: ${this.#failure ?? 'the server stops'}`;
  }

  /**
   * Reads models and upstreams anew; what is being spoken goes on. What fails is logged, and everything stays as it was. While one
   * reading runs, all further calls together get one that begins when it has ended.
   */
  reload(): Promise<void> {
    this.#waiting ??= this.#running.then(() => {
      this.#waiting = undefined;
      return this.#reload();
    });
    this.#running = this.#waiting;
    return this.#running;
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('the server stops'));
    clearTimeout(this.#retry);
    await this.#running;
  }

  async #reload(): Promise<void> {
    const { signal } = this.#closing;
    if (signal.aborted) return;
    const { settings, embedded, scheduler, first, logger } = this.#options;
    try {
      const { engines, problems } = await readEngines(settings, embedded, first.knownVoices, signal);
      const before = scheduler.engines;
      scheduler.update(engines);
      [this.#problems, this.#failure] = [problems, undefined];
      logger.info({ engines: scheduler.engines.map(({ id }) => id) }, 'engines read anew');
      this.#log();
      if (settings.modelsPreload && scheduler.engines !== before) this.#warmUp();
    } catch (error) {
      this.#failed(error as Error);
    }
  }

  #failed(error: Error): void {
    if (this.#closing.signal.aborted) return;
    this.#failure = error.message;
    this.#options.logger.error({ err: error }, 'the engines could not be read anew');
  }

  /** Not waited for: a model may take a minute to load. */
  #warmUp(): void {
    this.#options.scheduler.warmUp().catch((error: unknown) => {
      if (!this.#closing.signal.aborted) this.#options.logger.error({ err: error }, 'an engine does not speak');
    });
  }

  #log(): void {
    const { logger, retryMs } = this.#options;
    for (const { engine, reason } of this.#problems) logger.warn({ engine, reason }, 'engine not as it should be');
    clearTimeout(this.#retry);
    if (this.#closing.signal.aborted || !this.#problems.some(({ engine }) => engine.startsWith('upstream:'))) return;
    this.#retry = setTimeout(() => void this.reload(), retryMs).unref();
  }
}
