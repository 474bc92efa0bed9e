/** When the server can serve: what load balancers ask at `/readyz`. */
import type { EnginePool } from '../engines/pool.ts';
import type { Readiness } from '../http/index.ts';
import type { Store } from '../store/index.ts';

export interface ReadinessParts {
  readonly store: Pick<Store, 'ping'>;
  readonly pool: Pick<EnginePool, 'ready'>;
  readonly isDraining: () => boolean;
  /** Whether each engine has spoken once. */
  readonly isWarm: () => boolean;
}

export function readinessOf({ store, pool, isDraining, isWarm }: ReadinessParts): Readiness {
  return async () => {
    const isDatabaseThere = await store.ping().then(
      () => true,
      () => false,
    );
    const missing = [
      !isDatabaseThere && 'the database does not answer',
      isDraining() && 'the server is shutting down',
      !isWarm() && 'the engines are warming up',
      !pool.ready && 'no engine worker is loaded',
    ];
    return missing.filter((reason) => reason !== false);
  };
}
