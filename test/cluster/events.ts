/** What is done to the cluster during a run, what failed meanwhile, and which failures each event excuses. */
import type { NodeName } from './cluster.ts';

export type EventKind =
  | 'kill'
  | 'drain'
  | 'start'
  | 'database'
  | 'redis'
  | 'cut'
  /** A key is revoked. */
  | 'revoke'
  /** A node of a version without a drain delay is told to stop. */
  | 'retire'
  /** A node runs the old version, whose known faults are answers with 500. */
  | 'old';

/** Times are milliseconds of `Date.now()`. */
export interface ClusterEvent {
  readonly kind: EventKind;
  readonly node?: NodeName | undefined;
  readonly beganAt: number;
  /** When what was taken away was there again, or the process had ended. */
  readonly endedAt: number;
  readonly detail: string;
}

/** An operation of a client that had no good end, also after the repeats that are usual for its kind. */
export interface Failure {
  readonly family: string;
  readonly beganAt: number;
  readonly endedAt: number;
  /** The node that answered last, where that is known. */
  readonly node?: string | undefined;
  readonly why: string;
}

/** Families of load that need no database as long as a node remembers their key and their voice. */
const speechFamilies: ReadonlySet<string> = new Set(['bytes', 'sse', 'socket', 'openai']);

/** How long after an event its consequences may last: connections are made anew, leases of the dead run out. */
const graceMs: Readonly<Record<EventKind, number>> = {
  kill: 10_000,
  drain: 0,
  start: 0,
  database: 20_000,
  redis: 0,
  cut: 30_000,
  revoke: 0,
  retire: 5000,
  old: 0,
};

export interface Abilities {
  /** Whether speech goes on while the database is away. */
  readonly speaksWithoutDatabase: boolean;
}

/** The event that excuses a failure; undefined where none does. A drain and a restart of Redis excuse nothing. */
export function excuseOf(
  failure: Failure,
  events: readonly ClusterEvent[],
  { speaksWithoutDatabase }: Abilities,
): ClusterEvent | undefined {
  return events.find((event) => {
    const overlaps = failure.beganAt <= event.endedAt + graceMs[event.kind] && failure.endedAt >= event.beganAt;
    if (!overlaps) return false;
    if (event.kind === 'old') return failure.node === event.node && failure.why.startsWith('500');
    // A repeat at another node finds the idempotency key held by the dead one, until its lease is over.
    if (event.kind === 'kill' && failure.why.includes('idempotency_in_progress')) return true;
    if (event.kind === 'kill' || event.kind === 'retire') {
      return (failure.node ?? '') === '' || failure.node === event.node;
    }
    if (event.kind !== 'database' && event.kind !== 'cut') return false;
    return !speechFamilies.has(failure.family) || !speaksWithoutDatabase;
  });
}

/** A socket that ended although its client did not close it. */
export interface SocketEnd {
  readonly node: string;
  readonly at: number;
  /** Of the close frame; 1006 where there was none. */
  readonly code: number;
  /** Contexts that the node had taken and that had no terminal event. */
  readonly unfinished: number;
}

/** Whether the socket may end so: on a killed node in any way, on a drained one with 1001 once its contexts have ended. */
export function isExpectedEnd(end: SocketEnd, events: readonly ClusterEvent[]): boolean {
  return events.some((event) => {
    if (event.node !== end.node || end.at < event.beganAt - 100 || end.at > event.endedAt + 5000) return false;
    if (event.kind === 'kill') return true;
    return (event.kind === 'drain' || event.kind === 'retire') && end.code === 1001 && end.unfinished === 0;
  });
}
