/** What the test and its clients, a process on a host of their own, tell each other. */
import type { Failure, SocketEnd } from './events.ts';
import type { Count } from './load/journal.ts';
import type { Places } from './load/limits.ts';
import type { HistoryResult } from './load/registers.ts';
import type { RevokedKey } from './load/revocation.ts';

export interface LoadOptions {
  /** Of the balancer. */
  readonly url: string;
  /** Of the nodes themselves. */
  readonly nodes: readonly string[];
  /** Address of the host of the clients. */
  readonly host: string;
  readonly seed: number;
  readonly maxContexts: number;
  readonly sharesLimits: boolean;
  /** Whether nodes of another version, which may sound otherwise, are compared with at the end as well. */
  readonly hasVersions: boolean;
  /** A key that is revoked during the run. */
  readonly revocable?: string | undefined;
  /** A key of an organization that has nothing else, to count its places with. */
  readonly placesKey?: string | undefined;
}

export type ToLoad =
  | { readonly kind: 'begin'; readonly options: LoadOptions }
  /** All clients end what they have begun. */
  | { readonly kind: 'end' }
  /** All nodes are up: everything that was acknowledged is read back. */
  | { readonly kind: 'check' };

export interface LoadReport {
  readonly counts: Readonly<Record<string, Count>>;
  readonly failures: readonly Failure[];
  /** Answers with 500, also those that a repeat mended. */
  readonly faults: readonly Failure[];
  readonly socketEnds: readonly SocketEnd[];
  readonly problems: readonly string[];
  readonly retried: Readonly<Record<string, number>>;
  readonly history: HistoryResult;
  readonly acknowledged: number;
  /** Objects read back, over all nodes. */
  readonly readBack: number;
  readonly fineTunes: number;
  readonly webhooks: { readonly events: number; readonly refused: number; readonly repeated: number };
  readonly revoked?: RevokedKey | undefined;
  readonly places: {
    readonly limit: number;
    /** At the end, when nothing else ran: a place that a killed node has kept is missing here. */
    readonly given: number;
    readonly isShared: boolean;
    /** Counts during the run, with an organization of their own. */
    readonly watched: readonly Places[];
  };
}

export type FromLoad =
  | { readonly kind: 'begun' }
  | { readonly kind: 'ended' }
  | { readonly kind: 'report'; readonly report: LoadReport }
  | { readonly kind: 'failed'; readonly reason: string };
