/**
 * Installs and removes models of the table while a server runs: one at a time, the others wait. The same use case as the command
 * `sonorant models`, with jobs that can be looked at, cancelled and gone on with.
 */
import { randomUUID } from 'node:crypto';
import { ModelError } from '../model-files/model-error.ts';
import { systemClock, type Clock } from '../timing/clock.ts';
import { withinTime } from '../timing/deadline.ts';
import { addModel, type AddOptions } from './add.ts';
import type { CatalogueEntry } from './catalogue-entry.ts';
import { findInstalled, modelsFolder, removeModel } from './folder.ts';
import { isActive, JobFile, type InstallJob } from './install-jobs.ts';
import { withLock } from './lock.ts';
import { InstalledError, LockedError, NotFetchedError } from './problems.ts';

export interface InstallerOptions {
  readonly dataDir: string;
  /**
   * Takes up what was installed, lets go of what was removed.
   * @param name of the model
   * @returns why an installed one cannot be used as it is; undefined where it can
   */
  readonly reload: (name: string) => Promise<string | undefined>;
  /** Called with failures of work that runs in the background. */
  readonly onProblem: (problem: string, error: unknown) => void;
  /** Jobs that are remembered when they have ended. Default 50. */
  readonly keep?: number | undefined;
  /** Default: three further attempts: few, since a person watches the progress. */
  readonly download?: AddOptions['download'];
  readonly clock?: Clock | undefined;
}

export interface InstallRequest {
  /** Base of a mirror's addresses, an http or https address. */
  readonly from?: string | undefined;
}

/** A job as it changes. */
type Changing = { -readonly [Key in keyof InstallJob]: InstallJob[Key] };

/** Why a job ends that goes on at the next start. */
const stopped = new Error('the server stops');

/** A model that is being measured or taken up cannot be interrupted; closing waits at most this long for it. */
const patienceMs = 1000;

/** How often the progress of a job is written to the disk at most. */
const noteMs = 5000;

/** See the head of this file. Opened with {@link ModelInstaller.open}; a process has one for its data folder. */
export class ModelInstaller {
  readonly #options: InstallerOptions;
  readonly #models: string;
  readonly #file: JobFile;
  readonly #clock: Clock;
  /** Newest first. */
  #jobs: Changing[];
  /** Settles when nothing waits or runs. */
  #tail: Promise<void> = Promise.resolve();
  readonly #controllers = new Map<string, AbortController>();
  readonly #waiters = new Map<Changing, PromiseWithResolvers<undefined>>();
  #isClosed = false;
  #notedAt = 0;
  #written: Promise<void> = Promise.resolve();

  /** Reads the jobs of an earlier run: what was under way then was interrupted. Never fails: without the file there were none. */
  static async open(options: InstallerOptions): Promise<ModelInstaller> {
    const file = new JobFile(modelsFolder(options.dataDir));
    const before = await file.read().catch((error: unknown) => {
      options.onProblem('the jobs of the models cannot be read', error);
      return [];
    });
    return new ModelInstaller(options, file, before);
  }

  private constructor(options: InstallerOptions, file: JobFile, before: readonly InstallJob[]) {
    this.#options = options;
    this.#models = modelsFolder(options.dataDir);
    this.#file = file;
    this.#clock = options.clock ?? systemClock;
    this.#jobs = before.map((job) => ({ ...job }));
    for (const job of this.#jobs.filter(isActive)) this.#interrupt(job);
  }

  /** Newest first: those that wait or run, and the last ones that ended. */
  get jobs(): readonly InstallJob[] {
    return this.#jobs;
  }

  /** Undefined for an id that no job has. */
  job(id: string): InstallJob | undefined {
    return this.#jobs.find((job) => job.id === id);
  }

  /** The job that installs a model, undefined while none does. */
  activeJob(name: string): InstallJob | undefined {
    return this.#jobs.find((job) => job.name === name && isActive(job));
  }

  /**
   * Begins to install an entry of the table, whose licence has been agreed to, or joins the job that does. What an earlier job of it
   * downloaded is gone on with.
   * @throws {InstalledError} when it is installed
   */
  async install({ name }: CatalogueEntry, { from }: InstallRequest = {}): Promise<InstallJob> {
    const installed = await findInstalled(this.#models, name);
    const active = this.activeJob(name);
    if (active !== undefined) return active;
    if (installed !== undefined) throw new InstalledError(`the model ${name} is installed already`);
    const job: Changing = {
      ...{ id: randomUUID(), name, state: 'waiting', step: null, bytes: 0, total: 0 },
      ...{ from: from ?? null, licence: null, error: null, byHand: null },
      ...{ createdAt: this.#now(), startedAt: null, endedAt: null },
    };
    const { keep = 50 } = this.#options;
    this.#jobs = [job, ...this.#jobs.filter((other, index) => isActive(other) || index < keep - 1)];
    this.#note();
    this.#tail = this.#tail.then(() => this.#run(job));
    return job;
  }

  /**
   * Ends a job that waits or runs; what it has downloaded is kept. One that has installed its model, which is being taken up, goes on
   * to its end, and one that had ended stays as it is. Resolves when it has ended, at the latest after a second.
   */
  async cancel(id: string): Promise<InstallJob | undefined> {
    const job = this.#jobs.find((each) => each.id === id);
    if (job === undefined || !isActive(job)) return job;
    const controller = this.#controllers.get(id);
    if (controller === undefined) {
      this.#end(job, 'cancelled');
      return job;
    }
    controller.abort();
    await withinTime(this.#ended(job), patienceMs, () => undefined, this.#clock);
    return job;
  }

  /**
   * Deletes an installed model.
   * @returns the bytes that it took; undefined when no model has the name
   * @throws {LockedError} while another one is installed, by this process or another
   */
  async remove(name: string): Promise<number | undefined> {
    const model = await findInstalled(this.#models, name);
    if (model === undefined) return undefined;
    const running = this.#jobs.find(isActive);
    if (running !== undefined) {
      throw new LockedError(`the model ${running.name} is being installed; cancel that or wait for its end`);
    }
    const removed = withLock(this.#models, async () => {
      const isThere = (await findInstalled(this.#models, model.name)) !== undefined;
      if (isThere) await removeModel(this.#models, model.name);
      return isThere;
    });
    this.#tail = removed.then(
      () => undefined,
      () => undefined,
    );
    // The command may have been faster.
    if (!(await removed)) return undefined;
    await this.#options.reload(model.name).catch((error: unknown) => {
      this.#options.onProblem(`the model ${model.name} is removed and could not be let go of`, error);
    });
    return model.bytes;
  }

  /** Interrupts what runs, and resolves when it has ended, at the latest after a second: what is left the next start finds. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const controller of this.#controllers.values()) controller.abort(stopped);
    await withinTime(this.#tail, patienceMs, () => undefined, this.#clock);
    await this.#written;
  }

  #ended(job: Changing): Promise<undefined> {
    const waiter = this.#waiters.get(job) ?? Promise.withResolvers<undefined>();
    this.#waiters.set(job, waiter);
    return waiter.promise;
  }

  /** Does not reject. */
  async #run(job: Changing): Promise<void> {
    if (job.state !== 'waiting') return;
    if (this.#isClosed) {
      this.#interrupt(job);
      return;
    }
    const controller = new AbortController();
    this.#controllers.set(job.id, controller);
    Object.assign(job, { state: 'running', step: 'starting', startedAt: this.#now() });
    this.#note();
    try {
      await this.#add(job, controller.signal);
      // It is installed: from here on there is nothing to cancel.
      await this.#takeUp(job);
    } catch (error) {
      if (!controller.signal.aborted) this.#fail(job, error);
      else if (controller.signal.reason === stopped) this.#interrupt(job);
      else this.#end(job, 'cancelled');
    } finally {
      this.#controllers.delete(job.id);
    }
  }

  /** Does not reject. */
  async #takeUp(job: Changing): Promise<void> {
    Object.assign(job, { step: 'loading', bytes: 0, total: 0 });
    const problem = await this.#options.reload(job.name).catch((error: unknown) => {
      this.#options.onProblem(`the model ${job.name} is installed and could not be taken up`, error);
      return (error as Error).message;
    });
    if (problem !== undefined) job.error = `it is installed and cannot be used: ${problem}`;
    this.#end(job, problem === undefined ? 'succeeded' : 'failed');
  }

  async #add(job: Changing, signal: AbortSignal): Promise<void> {
    const { dataDir, download } = this.#options;
    await addModel(dataDir, job.name, {
      from: job.from ?? undefined,
      agreesUnread: true,
      download: { retries: 3, ...download },
      signal,
      confirm: ({ licence, bytes }) => {
        Object.assign(job, { licence, total: bytes });
        return Promise.resolve(true);
      },
      onProgress: (step, bytes, total) => {
        const isNew = job.step !== step;
        Object.assign(job, { step, bytes, total });
        if (isNew || this.#clock.now() - this.#notedAt >= noteMs) this.#note();
      },
    });
  }

  #fail(job: Changing, error: unknown): void {
    const isClear = error instanceof ModelError;
    if (!isClear) this.#options.onProblem(`the model ${job.name} could not be installed`, error);
    const reason = error instanceof NotFetchedError ? error.reason : (error as Error).message;
    job.error = isClear ? reason : `it could not be installed: ${reason}`;
    job.byHand = error instanceof NotFetchedError && error.byHand !== undefined ? copyOf(error.byHand) : null;
    this.#end(job, 'failed');
  }

  #end(job: Changing, state: InstallJob['state']): void {
    Object.assign(job, { state, endedAt: this.#now() });
    if (state === 'succeeded') job.step = null;
    this.#note();
    this.#waiters.get(job)?.resolve(undefined);
    this.#waiters.delete(job);
  }

  #interrupt(job: Changing): void {
    job.error =
      'the server stopped while the model was being installed; installing it again goes on with what has arrived';
    this.#end(job, 'interrupted');
  }

  #now(): string {
    return new Date().toISOString();
  }

  /** Not waited for: a folder that cannot be written says so when a model is to be installed into it. */
  #note(): void {
    this.#notedAt = this.#clock.now();
    this.#written = this.#file
      .write(this.#jobs)
      .catch((error: unknown) => this.#options.onProblem('the jobs of the models cannot be kept', error));
  }
}

function copyOf({ text, folder, files }: NonNullable<NotFetchedError['byHand']>): InstallJob['byHand'] {
  return { text, folder, files: files.map((file) => ({ ...file })) };
}
