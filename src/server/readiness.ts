/** When the server can serve: what load balancers ask at `/readyz`. */
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
}

export function readinessOf({ store, scheduler, problems, isDraining, isWarm }: ReadinessOptions): Readiness {
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
        ...problems().map(({ engine, reason }) => `the engine ${engine} is left out: ${reason}`),
      ],
    };
  };
}
