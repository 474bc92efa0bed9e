/** The result of a run: what is wrong, the timeline, the counts. */
import { excuseOf, isExpectedEnd, type Abilities, type ClusterEvent, type Failure } from './events.ts';
import { nodeNames } from './cluster.ts';
import type { LoadReport } from './messages.ts';

export interface Moment {
  /** Since the start of the run, in ms. */
  readonly atMs: number;
  readonly what: string;
}

export interface JobCounts {
  /** Jobs by kind and status, as `kind status`. */
  readonly byState: Readonly<Record<string, number>>;
  /** Jobs that should have ended. */
  readonly unfinished: readonly string[];
}

export interface RunReport {
  readonly seed: number;
  readonly timeline: readonly Moment[];
  readonly load: LoadReport;
  readonly jobs: JobCounts;
  /** Failures of clients by family and by the event that excuses them. */
  readonly excused: Readonly<Record<string, number>>;
  /** Sockets that ended by themselves, by node and event. */
  readonly droppedSockets: Readonly<Record<string, number>>;
  /** When the command that revoked a key had ended; of `Date.now()`. */
  readonly revokedAt?: number | undefined;
  /** Each is a defect; none in a good run. */
  readonly wrong: readonly string[];
}

function clock(ms: number): string {
  return new Date(ms).toISOString().slice(11, 23);
}

function describe({ family, beganAt, endedAt, node = 'no node', why }: Failure): string {
  return `${clock(beganAt)}–${clock(endedAt)} ${family} on ${node}: ${why}`;
}

function add(counts: Record<string, number>, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1;
}

/** Judges what the clients saw by what was done to the cluster. */
export function judge(
  parts: Pick<RunReport, 'seed' | 'timeline' | 'load' | 'jobs'>,
  events: readonly ClusterEvent[],
  abilities: Abilities,
): RunReport {
  const { load, jobs } = parts;
  const wrong = [...load.problems, ...jobs.unfinished];
  const excused: Record<string, number> = {};
  for (const failure of load.failures) {
    const event = excuseOf(failure, events, abilities);
    if (event === undefined) wrong.push(`no event excuses: ${describe(failure)}`);
    else add(excused, `${failure.family} ${event.kind}`);
  }
  for (const fault of load.faults) {
    const event = events.find(({ kind }) => kind === 'old' && excuseOf(fault, events, abilities)?.kind === kind);
    if (event === undefined) wrong.push(`500: ${describe(fault)}`);
    else add(excused, '500 of the old version');
  }
  wrong.push(...lateRevocations(load, events), ...placesTooMany(load, events));
  const droppedSockets: Record<string, number> = {};
  for (const end of load.socketEnds) {
    const isExpected = isExpectedEnd(end, events);
    if (!isExpected) {
      wrong.push(`a socket on ${end.node} ended at ${clock(end.at)} with ${end.code}, ${end.unfinished} contexts open`);
    }
    add(droppedSockets, `${end.node} ${end.code}`);
  }
  const revokedAt = events.find(({ kind }) => kind === 'revoke')?.endedAt;
  return { ...parts, excused, droppedSockets, revokedAt, wrong };
}

/**
 * How long a revoked key may be taken after the command that revoked it has ended: as long as a node remembers a key by itself,
 * 5 s, and some for a machine that is busy. Its sockets are looked at with every ping, each 20 s.
 */
const refusedWithinMs = 8000;
const closedWithinMs = 30_000;

function lateRevocations({ revoked }: LoadReport, events: readonly ClusterEvent[]): readonly string[] {
  const revocation = events.find(({ kind }) => kind === 'revoke');
  if (revoked === undefined || revocation === undefined) return [];
  const nodes = Object.keys(revoked.refusedAt).length;
  const silent = nodes < nodeNames.length ? [`only ${nodes} nodes refuse the revoked key`] : [];
  const late = [
    [revoked.refusedAt, refusedWithinMs, 'refuse'] as const,
    [revoked.closedAt, closedWithinMs, 'close the socket of'] as const,
  ].flatMap(([times, withinMs, what]) => {
    const slow = Object.entries(times).filter(([, at]) => at > revocation.endedAt + withinMs);
    return slow.map(([url, at]) => `${url} took ${at - revocation.endedAt} ms to ${what} the revoked key`);
  });
  return [...silent, ...late];
}

/** While Redis is away, and until the nodes have told it again what they hold, each node counts for itself. */
const redisGraceMs = 15_000;

function placesTooMany({ places }: LoadReport, events: readonly ClusterEvent[]): readonly string[] {
  if (!places.isShared) return [];
  const away = events.filter(({ kind }) => kind === 'redis');
  return places.watched.flatMap(({ beganAt, endedAt, given }) => {
    const isLocal = away.some((event) => beganAt <= event.endedAt + redisGraceMs && endedAt >= event.beganAt);
    return given <= places.limit || isLocal
      ? []
      : [`${given} contexts at once at ${clock(beganAt)}, ${places.limit} are allowed`];
  });
}

/** When the last node did, after the command had ended, as text. */
function revocationOf({ revoked }: LoadReport, timeOf: number | undefined): string {
  if (revoked === undefined || timeOf === undefined) return 'none in this run';
  const last = (times: Readonly<Record<string, number>>): string =>
    `${((Math.max(timeOf, ...Object.values(times)) - timeOf) / 1000).toFixed(1)} s`;
  return `refused by all nodes after ${last(revoked.refusedAt)}, sockets closed after ${last(revoked.closedAt)}`;
}

/** How often each number came: `16 11 times`. */
function counted(numbers: readonly number[]): string {
  const times = new Map<number, number>();
  for (const number of numbers) times.set(number, (times.get(number) ?? 0) + 1);
  return [...times].map(([number, count]) => `${number} ${count} times`).join(', ') || 'not during this run';
}

export function render({ seed, timeline, load, jobs, excused, droppedSockets, revokedAt, wrong }: RunReport): string {
  const list = (counts: Readonly<Record<string, unknown>>): string =>
    Object.entries(counts)
      .sort()
      .map(([name, count]) => `${name} ${String(count)}`)
      .join(', ') || 'none';
  const { history, webhooks, places } = load;
  return [
    `seed ${seed}`,
    '',
    ...timeline.map(({ atMs, what }) => `${(atMs / 1000).toFixed(1).padStart(7)} s  ${what}`),
    '',
    'clients              good  failed  longest',
    ...Object.entries(load.counts)
      .sort()
      .map(
        ([family, { ok, failed, longestMs }]) =>
          `  ${family.padEnd(16)} ${String(ok).padStart(6)} ${String(failed).padStart(7)} ${(longestMs / 1000).toFixed(1).padStart(6)} s`,
      ),
    '',
    `failures with an excuse   ${list(excused)}`,
    `repeated by clients       ${list(load.retried)}`,
    `sockets that ended        ${list(droppedSockets)}`,
    `histories                 ${history.objects} objects, ${history.operations} operations, ${history.unknown} of unknown outcome, ${history.broken} not linearizable`,
    `read back                 ${load.acknowledged} acknowledged writes, ${load.readBack} reads over all nodes`,
    `fine-tunes                ${load.fineTunes}, each ended once`,
    `webhooks                  ${webhooks.events} events, ${webhooks.refused} refused at first, ${webhooks.repeated} taken more than once`,
    `jobs                      ${list(jobs.byState)}`,
    `revoked key               ${revocationOf(load, revokedAt)}`,
    `places counted            ${counted(places.watched.map(({ given }) => given))}`,
    `contexts at once          ${places.given} of ${places.limit}, ${places.isShared ? 'over all nodes' : 'limits are per node in this version'}`,
    '',
    wrong.length === 0 ? 'Nothing is wrong.' : `${wrong.length} are wrong:`,
    ...wrong.slice(0, 60).map((line) => `  ${line}`),
  ].join('\n');
}
