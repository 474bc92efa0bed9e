/** When the server can serve: what load balancers ask at `/readyz`. */
import { resolve, sep } from 'node:path';
import type { EngineProblem } from './engines.ts';
import type { Scheduler } from '../engines/scheduler.ts';
import type { Readiness } from '../http/index.ts';
import type { Store } from '../store/index.ts';

export interface ReadinessOptions {
  readonly store: Pick<Store, 'ping'>;
  readonly scheduler: Pick<Scheduler, 'isReady' | 'setAside'>;
  /** Models and upstreams that cannot be used. */
  readonly problems: () => readonly EngineProblem[];
  readonly isDraining: () => boolean;
  /** Whether each engine has spoken once. */
  readonly isWarm: () => boolean;
  /** Folder of the installed models. */
  readonly models: string;
}

export function readinessOf({ store, scheduler, problems, isDraining, isWarm, models }: ReadinessOptions): Readiness {
  return async () => {
    const isDatabaseThere = await store.ping().then(
      () => true,
      () => false,
    );
    const missing = [
      !isDatabaseThere && 'the database does not answer',
      isDraining() && 'the server is shutting down',
      !isWarm() && 'the engines are warming up',
      !scheduler.isReady && 'no engine worker is loaded',
    ];
    return {
      missing: missing.filter((reason) => reason !== false),
      notes: [
        ...scheduler.setAside.map(({ engine, reason }) => `the engine ${engine} is set aside: ${reason}`),
        ...problems().map(({ engine, reason }) => `the engine ${engine} is not as it should be: ${reason}`),
      ].map((note) => withoutFolders(note, models)),
    };
  };
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
