/** When the server can serve: what load balancers ask at `/readyz` and `/readyz/speech`. */
import { resolve, sep } from 'node:path';
import type { EngineProblem } from './engines.ts';
import { Check, type CheckProblem } from './readiness-check.ts';
import type { Scheduler } from '../engines/scheduling/scheduler.ts';
import type { HearingReport, Readiness } from '../http/index.ts';
import { probeFolder, type Blobs } from '../store/blobs/index.ts';
import type { Store } from '../store/index.ts';

export interface ReadinessOptions {
  readonly store: Pick<Store, 'ping'>;
  readonly blobs: Pick<Blobs, 'probe'>;
  readonly scheduler: Pick<Scheduler, 'isReady' | 'setAside'>;
  /** Models and upstreams that cannot be used. */
  readonly problems: () => readonly EngineProblem[];
  readonly isDraining: () => boolean;
  /** Whether each engine has spoken once. */
  readonly isWarm: () => boolean;
  /** Folder of the installed models. */
  readonly models: string;
  readonly dataDir: string;
  /** Rejects when the folder cannot be written. Default {@link probeFolder}. */
  readonly probe?: ((folder: string) => Promise<void>) | undefined;
  /** How long keys that are known go on speaking without the database. Default 600,000 ms. */
  readonly offlineMs?: number | undefined;
  /** What hears, in order of preference. Default: not told. */
  readonly hearing?: (() => readonly HearingReport[]) | undefined;
  /** Further things that do not work although requests can be served. */
  readonly notes?: (() => readonly string[]) | undefined;
  /** Hears that a part does not work, with the cause, and that it works again. */
  readonly onChange?: ((part: string, problem: CheckProblem | undefined) => void) | undefined;
  /** How long a look at a part may take. Default 1,500 ms, since load balancers wait for 2 s. */
  readonly deadlineMs?: number | undefined;
  /** The database is asked at most so often. Default 500 ms. */
  readonly askEveryMs?: number | undefined;
  /** Something is written into the data folder and the object store at most so often. Default 5,000 ms. */
  readonly writeEveryMs?: number | undefined;
  /** In ms. Default: the time of the process. */
  readonly now?: (() => number) | undefined;
}

/** Connections to a database that hangs that readiness may hold: one may hang while a new one already works. */
const hangingPings = 3;

/**
 * Both reports come within the deadline whatever hangs. That of `/readyz/speech` says whether this process could speak for keys that
 * it knows: it waits for the database only when that has not been seen to work for so long that the keys may be forgotten.
 */
export function readinessOf(options: ReadinessOptions): Readiness {
  const { store, blobs, scheduler, isDraining, isWarm, offlineMs = 600_000, deadlineMs = 1500 } = options;
  const { askEveryMs = 500, writeEveryMs = 5000, probe = probeFolder, now, onChange } = options;
  const check = (part: string, work: (signal: AbortSignal) => Promise<void>, everyMs: number, maxRunning = 1): Check =>
    new Check({ work, everyMs, maxRunning, deadlineMs, now, onChange: (problem) => onChange?.(part, problem) });
  const database = check('the database', () => store.ping(), askEveryMs, hangingPings);
  const objects = check('the object store', (signal) => blobs.probe(signal), writeEveryMs);
  const folder = check('the data folder', () => probe(options.dataDir), writeEveryMs);

  const withoutSpeech = (): string[] =>
    stated([
      isDraining() && 'the server is shutting down',
      !isWarm() && 'the engines are warming up',
      !scheduler.isReady && 'no engine worker is loaded',
    ]);
  const withoutStorage = async (): Promise<string[]> => {
    const [databaseProblem, objectsProblem, folderProblem] = await Promise.all([
      database.look(),
      objects.look(),
      folder.look(),
    ]);
    return stated([
      databaseProblem !== undefined && 'the database does not answer',
      objectsProblem !== undefined && objectsText(objectsProblem),
      folderProblem !== undefined && folderText(folderProblem),
    ]);
  };
  return {
    node: async () => ({
      missing: [...(await withoutStorage()), ...withoutSpeech()],
      notes: notesOf(options),
      ...(options.hearing !== undefined && { hearing: options.hearing() }),
    }),
    storage: async () => ({ missing: await withoutStorage(), notes: [] }),
    async speech() {
      const look = database.look();
      // That it worked last long ago may be only because nothing has asked since.
      const isForgotten = database.workedAgo > offlineMs && (await look) !== undefined;
      return {
        missing: [
          ...withoutSpeech(),
          ...stated([isForgotten && 'the database is away for so long that no key is known any more']),
        ],
        notes: [],
      };
    },
  };
}

function stated(reasons: readonly (string | false)[]): string[] {
  return reasons.filter((reason) => reason !== false);
}

function objectsText({ isLate }: CheckProblem): string {
  return isLate ? 'the object store does not answer' : 'the object store cannot be used';
}

/** Only what an operator has to do about it, never where the folder is. */
function folderText({ isLate, cause }: CheckProblem): string {
  if (isLate) return 'the data folder does not answer';
  const { code } = (cause ?? {}) as { readonly code?: unknown };
  return code === 'ENOSPC' || code === 'EDQUOT' ? 'the data folder is full' : 'the data folder cannot be written';
}

function notesOf({ scheduler, problems, notes, models }: ReadinessOptions): string[] {
  return [
    ...scheduler.setAside.map(({ engine, reason }) => `the engine ${engine} is set aside: ${reason}`),
    ...problems().map(({ engine, reason }) => `the engine ${engine} is not as it should be: ${reason}`),
    ...(notes?.() ?? []),
  ].map((note) => withoutFolders(note, models));
}

/** Folders in an absolute path. */
const folders = /(?<![\p{L}\p{N}./-])(?:file:\/\/)?(?:\/|[A-Za-z]:\\)(?:[^\s/\\'",;()]+[/\\])+/gu;

/**
 * Anyone may read the notes: where things lie on this machine is told in the log only. Of a file of a model its path inside the
 * folder of the models is left, of any other file its name.
 */
function withoutFolders(text: string, models: string): string {
  return text.replaceAll(`${resolve(models)}${sep}`, '').replaceAll(folders, '');
}
