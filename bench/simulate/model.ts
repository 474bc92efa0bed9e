/**
 * A cluster of nodes with streams that speak, and what all nodes share: Redis, the database, the load balancer. Streams are
 * simulated text by text; what a node does by itself (flushes, polls, renewals) by its period. Times are in seconds.
 */
import { seededRandom } from '../statistics.ts';
import { Distribution } from './distribution.ts';
import { EventQueue } from './event-queue.ts';
import { Station } from './station.ts';

/** How long a server works on one task; measured by `measure.ts`, without the way over the network. */
export interface ServiceTimes {
  readonly redis: {
    readonly acquire: number;
    readonly release: number;
    /** For each lease that a node renews. */
    readonly renew: number;
  };
  readonly database: {
    readonly findKey: number;
    readonly usageRow: number;
    readonly requestRow: number;
    /** A transaction beside its rows. */
    readonly transaction: number;
    readonly lookForJobs: number;
  };
  readonly node: {
    /** Main thread, for each text. */
    readonly text: number;
    /** Main thread, for each second of audio that is sent. */
    readonly streamSecond: number;
    /** Seconds of audio that one thread of the engine speaks in one second. */
    readonly engineRate: number;
    /** From the beginning of a segment to its first audio. */
    readonly firstAudio: number;
  };
}

export interface Cluster {
  readonly nodes: number;
  /** Threads that speak, on each node. */
  readonly threads: number;
  /** Statements that the database works on at once: its cores. */
  readonly databaseCores: number;
  /** There and back between a node and what is shared. */
  readonly roundTrip: number;
  /** Seconds; see the settings of these names. */
  readonly keyCache: number;
  readonly usageFlush: number;
  readonly requestFlush: number;
  readonly leaseRenewal: number;
  readonly jobPoll: number;
}

export interface Workload {
  readonly streams: number;
  readonly organizations: number;
  /** Mean length of a call, after which another one begins in its place. */
  readonly callSeconds: number;
  /** Audio of one text, which is spoken in so many segments. */
  readonly textSeconds: number;
  readonly segments: number;
  /** Silence between the end of one text's playback and the next text: the other one of the call speaks. */
  readonly pauseSeconds: number;
  /** Bytes on the wire for each second of audio. */
  readonly bytesPerSecond: number;
}

export interface Simulated {
  readonly textsPerSecond: number;
  /** From the text to its first audio. */
  readonly firstAudio: Distribution;
  /** From the asking for a place to the answer. */
  readonly place: Distribution;
  /** Segments whose audio began after what was sent before had played out. */
  readonly gaps: number;
  readonly redis: number;
  readonly database: number;
  /** Longest queue of the database at the end. */
  readonly databaseQueue: number;
  readonly databaseWait: Distribution;
  /** Means over the nodes. */
  readonly engines: number;
  readonly mainThread: number;
  /** Bits a second through the load balancer. */
  readonly bitsPerSecond: number;
}

/** Leases in one call. */
const renewedAtOnce = 50;

interface Node {
  readonly engines: Station;
  readonly main: Station;
  readonly keys: Map<number, number>;
  /** Usage rows that changed since the last flush. */
  readonly changed: Set<number>;
  requests: number;
  streams: number;
  leases: number;
}

interface Counts {
  texts: number;
  gaps: number;
  bytes: number;
  firstAudio: Distribution;
  place: Distribution;
}

/** One run of a cluster under a load. */
class Simulation {
  readonly #events = new EventQueue();
  readonly #times: ServiceTimes;
  readonly #cluster: Cluster;
  readonly #workload: Workload;
  readonly #random: () => number;
  readonly #redis: Station;
  readonly #database: Station;
  readonly #nodes: readonly Node[];
  #counts: Counts = emptyCounts();

  constructor(times: ServiceTimes, cluster: Cluster, workload: Workload, seed: number) {
    this.#times = times;
    this.#cluster = cluster;
    this.#workload = workload;
    this.#random = seededRandom(seed);
    // Redis runs its commands one after the other.
    this.#redis = new Station(this.#events, 1);
    this.#database = new Station(this.#events, cluster.databaseCores);
    this.#nodes = Array.from({ length: cluster.nodes }, () => ({
      engines: new Station(this.#events, cluster.threads),
      main: new Station(this.#events, 1),
      keys: new Map<number, number>(),
      changed: new Set<number>(),
      requests: 0,
      streams: 0,
      leases: 0,
    }));
  }

  run(warmUpSeconds: number, seconds: number): Simulated {
    const { streams, callSeconds } = this.#workload;
    for (const node of this.#nodes) this.#keepNode(node);
    for (let stream = 0; stream < streams; stream++) {
      this.#events.after((this.#random() * warmUpSeconds) / 2, () => this.#call(this.#random() * callSeconds));
    }
    this.#events.runUntil(warmUpSeconds);
    this.#counts = emptyCounts();
    const stations = [this.#redis, this.#database, ...this.#nodes.flatMap(({ engines, main }) => [engines, main])];
    for (const station of stations) station.measure();
    this.#events.runUntil(warmUpSeconds + seconds);
    const { texts, bytes, ...counts } = this.#counts;
    return {
      ...counts,
      textsPerSecond: texts / seconds,
      redis: this.#redis.utilisation,
      database: this.#database.utilisation,
      databaseQueue: this.#database.queued,
      databaseWait: this.#database.waits,
      engines: mean(this.#nodes.map(({ engines }) => engines.utilisation)),
      mainThread: mean(this.#nodes.map(({ main }) => main.utilisation)),
      bitsPerSecond: (8 * bytes) / seconds,
    };
  }

  /** What a node does whether anything is asked of it or not. The nodes began at different times. */
  #keepNode(node: Node): void {
    const { database } = this.#times;
    const { usageFlush, requestFlush, leaseRenewal, jobPoll } = this.#cluster;
    this.#every(jobPoll, () => this.#database.submit(database.lookForJobs));
    this.#every(usageFlush, () => {
      if (node.changed.size === 0) return;
      this.#database.submit(database.transaction + node.changed.size * database.usageRow);
      node.changed.clear();
    });
    this.#every(requestFlush, () => {
      if (node.requests === 0) return;
      this.#database.submit(database.transaction + node.requests * database.requestRow);
      node.requests = 0;
    });
    this.#every(leaseRenewal, () => this.#renew(node.leases));
  }

  /** One call after the other, so that commands of other nodes come in between. */
  #renew(leases: number): void {
    if (leases === 0) return;
    const now = Math.min(leases, renewedAtOnce);
    this.#redis.submit(now * this.#times.redis.renew, { done: () => this.#renew(leases - now) });
  }

  #every(seconds: number, run: () => void): void {
    const again = (): void => {
      run();
      this.#events.after(seconds, again);
    };
    this.#events.after(this.#random() * seconds, again);
  }

  /** A socket of some organization, on the node with the fewest of two that are chosen at random. */
  #call(seconds: number): void {
    const [first, second] = [this.#anyNode(), this.#anyNode()];
    const node = first.streams <= second.streams ? first : second;
    const organization = Math.floor(this.#random() * this.#workload.organizations);
    const endsAt = this.#events.now + seconds;
    node.streams++;
    this.#authenticate(node, organization, () => this.#takePlace(node, () => this.#text(node, organization, endsAt)));
  }

  #anyNode(): Node {
    return this.#nodes[Math.floor(this.#random() * this.#nodes.length)]!;
  }

  #authenticate(node: Node, organization: number, next: () => void): void {
    const { now } = this.#events;
    if ((node.keys.get(organization) ?? 0) > now) return next();
    node.keys.set(organization, now + this.#cluster.keyCache);
    this.#database.submit(this.#times.database.findKey, {
      done: () => this.#events.after(this.#cluster.roundTrip, next),
    });
  }

  #takePlace(node: Node, next: () => void): void {
    const askedAt = this.#events.now;
    this.#redis.submit(this.#times.redis.acquire, {
      done: () =>
        this.#events.after(this.#cluster.roundTrip, () => {
          node.leases++;
          this.#counts.place.add(this.#events.now - askedAt);
          next();
        }),
    });
  }

  #givePlaceBack(node: Node): void {
    node.leases--;
    this.#redis.submit(this.#times.redis.release);
  }

  #text(node: Node, organization: number, endsAt: number): void {
    const { callSeconds } = this.#workload;
    if (this.#events.now >= endsAt) {
      node.streams--;
      this.#givePlaceBack(node);
      // Lengths of calls as of arrivals by chance: exponential.
      return this.#call(-Math.log(1 - this.#random()) * callSeconds);
    }
    const askedAt = this.#events.now;
    this.#counts.texts++;
    node.changed.add(organization);
    node.requests++;
    node.main.submit(this.#times.node.text, {
      done: () => this.#takePlace(node, () => this.#speak(node, askedAt, () => this.#text(node, organization, endsAt))),
    });
  }

  /** The segments of a text, each read when the one before has begun; its place is given back when it has played out. */
  #speak(node: Node, askedAt: number, next: () => void): void {
    const { textSeconds, segments, pauseSeconds, bytesPerSecond } = this.#workload;
    const { engineRate, firstAudio, streamSecond } = this.#times.node;
    let playedOutAt = 0;
    const segment = (index: number): void => {
      // Lengths differ: between half and one and a half of the mean.
      const audio = (textSeconds / segments) * (0.5 + this.#random());
      node.engines.submit(audio / engineRate, {
        deadline: index === 0 ? askedAt : playedOutAt,
        begun: () =>
          this.#events.after(Math.min(firstAudio, audio / engineRate), () => {
            const { now } = this.#events;
            if (index === 0) this.#counts.firstAudio.add(now - askedAt);
            else if (now > playedOutAt) this.#counts.gaps++;
            playedOutAt = Math.max(now, playedOutAt) + audio;
            this.#counts.bytes += audio * bytesPerSecond;
            node.main.submit(audio * streamSecond);
            if (index + 1 < segments) return segment(index + 1);
            this.#events.after(playedOutAt - now, () => {
              this.#givePlaceBack(node);
              this.#events.after(pauseSeconds, next);
            });
          }),
      });
    };
    segment(0);
  }
}

function emptyCounts(): Counts {
  return { texts: 0, gaps: 0, bytes: 0, firstAudio: new Distribution(), place: new Distribution() };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

export interface SimulationOptions {
  readonly times: ServiceTimes;
  readonly cluster: Cluster;
  readonly workload: Workload;
  /** Simulated before anything counts. Default 40. */
  readonly warmUpSeconds?: number | undefined;
  /** Simulated and counted. Default 60. */
  readonly seconds?: number | undefined;
  /** The same seed gives the same run. Default 1. */
  readonly seed?: number | undefined;
}

/** Runs a cluster under a load. */
export function simulate({
  times,
  cluster,
  workload,
  warmUpSeconds = 40,
  seconds = 60,
  seed = 1,
}: SimulationOptions): Simulated {
  return new Simulation(times, cluster, workload, seed).run(warmUpSeconds, seconds);
}
