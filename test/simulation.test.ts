/** The simulation of bench/simulate against what queueing theory knows, and by its own accounts. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Distribution } from '../bench/simulate/distribution.ts';
import { EventQueue } from '../bench/simulate/event-queue.ts';
import { simulate, type Cluster, type ServiceTimes, type Workload } from '../bench/simulate/model.ts';
import { Station } from '../bench/simulate/station.ts';
import { seededRandom } from '../bench/statistics.ts';

/** Tasks that come by chance, so many in a second, to a station. @returns the mean wait in seconds, and the share of time it was used */
function queueOf(
  servers: number,
  perSecond: number,
  serviceSeconds: (random: () => number) => number,
): { readonly wait: number; readonly utilisation: number } {
  const events = new EventQueue();
  const station = new Station(events, servers);
  const random = seededRandom(7);
  const arrive = (): void => {
    station.submit(serviceSeconds(random));
    events.after(-Math.log(1 - random()) / perSecond, arrive);
  };
  arrive();
  events.runUntil(1000);
  station.measure();
  events.runUntil(60_000);
  return { wait: station.waits.mean, utilisation: station.utilisation };
}

function within(share: number, actual: number, expected: number): void {
  assert.ok(Math.abs(actual / expected - 1) < share, `${actual} is not within ${100 * share} % of ${expected}`);
}

describe('a simulated station', () => {
  const exponential = (random: () => number): number => -Math.log(1 - random());

  it('lets tasks wait as long as the formula of M/M/1 says', () => {
    const load = 0.8;
    const { wait, utilisation } = queueOf(1, load, exponential);
    within(0.05, wait, load / (1 - load));
    within(0.02, utilisation, load);
  });

  it('lets tasks of equal length wait half as long (Pollaczek and Khinchine)', () => {
    const load = 0.8;
    within(0.05, queueOf(1, load, () => 1).wait, load / (2 * (1 - load)));
  });

  it('with several servers lets them wait as Erlang’s formula says', () => {
    const [servers, load] = [4, 0.8];
    const offered = servers * load;
    let sum = 0;
    let term = 1;
    for (let count = 0; count < servers; count++) {
      sum += term;
      term *= offered / (count + 1);
    }
    const full = term / (1 - load);
    within(0.06, queueOf(servers, offered, exponential).wait, full / (sum + full) / (servers * (1 - load)));
  });

  it('takes the earliest deadline first, and tasks of one deadline as they came', () => {
    const events = new EventQueue();
    const station = new Station(events, 1);
    const begun: string[] = [];
    const submit = (name: string, deadline: number): void =>
      station.submit(1, { deadline, begun: () => void begun.push(name) });
    submit('running', 9);
    submit('late', 8);
    submit('first', 3);
    submit('second', 3);
    submit('soonest', 1);
    assert.equal(station.queued, 4);
    events.runUntil(10);
    assert.deepEqual(begun, ['running', 'soonest', 'first', 'second', 'late']);
    assert.equal(station.utilisation, 0.5);
  });
});

describe('a distribution of times', () => {
  it('knows its quantiles within five per cent, its mean and its longest exactly', () => {
    const times = new Distribution();
    for (let ms = 1; ms <= 1000; ms++) times.add(ms / 1000);
    for (const share of [0.01, 0.5, 0.95, 0.99, 1]) within(0.051, times.quantile(share), share);
    within(1e-9, times.mean, 0.5005);
    assert.equal(times.max, 1);
    assert.equal(times.count, 1000);
    assert.ok(Number.isNaN(new Distribution().quantile(0.5)));
  });
});

describe('a simulated cluster', () => {
  const times: ServiceTimes = {
    redis: { acquire: 50e-6, release: 20e-6, renew: 1e-6 },
    database: { findKey: 100e-6, usageRow: 50e-6, requestRow: 20e-6, transaction: 200e-6, lookForJobs: 100e-6 },
    node: { text: 0.4e-3, streamSecond: 0.2e-3, engineRate: 400, firstAudio: 2.5e-3 },
  };
  const cluster: Cluster = {
    nodes: 10,
    threads: 2,
    databaseCores: 4,
    roundTrip: 0.5e-3,
    keyCache: 5,
    usageFlush: 10,
    requestFlush: 1,
    leaseRenewal: 5,
    jobPoll: 1,
  };
  const workload: Workload = {
    streams: 1000,
    organizations: 100,
    callSeconds: 60,
    textSeconds: 5,
    segments: 2,
    pauseSeconds: 0,
    bytesPerSecond: 64_000,
  };

  it('speaks what is asked for, and uses of each part what that takes', () => {
    const result = simulate({ times, cluster, workload });
    // Each stream asks for the next text when the last one has played out: about one in five seconds.
    within(0.03, result.textsPerSecond, 1000 / 5);
    within(0.03, result.bitsPerSecond, 8 * 64_000 * 1000);
    within(0.05, result.engines, 1000 / (400 * 2 * 10));
    within(0.05, result.mainThread, (200 * 0.4e-3 + 1000 * 0.2e-3) / 10);
    const perText = times.redis.acquire + times.redis.release;
    const calls = 1000 / 60;
    within(0.06, result.redis, (200 + calls) * perText + (2000 * times.redis.renew) / 5);
    assert.equal(result.gaps, 0);
    assert.ok(result.firstAudio.quantile(0.5) > times.node.firstAudio + times.node.text + cluster.roundTrip);
  });

  it('is the same for the same seed, and another one for another', () => {
    const first = simulate({ times, cluster, workload, seconds: 10 });
    assert.deepEqual(simulate({ times, cluster, workload, seconds: 10 }), first);
    assert.notDeepEqual(simulate({ times, cluster, workload, seconds: 10, seed: 2 }), first);
  });

  it('shows a part that is too small: its queue grows, and what waits for it is late', () => {
    const slow = { ...times, redis: { ...times.redis, acquire: 10e-3 } };
    const result = simulate({ times: slow, cluster, workload, seconds: 20 });
    assert.ok(result.redis > 0.95);
    assert.ok(
      result.firstAudio.quantile(0.5) >
        10 * simulate({ times, cluster, workload, seconds: 20 }).firstAudio.quantile(0.5),
    );
    const weak = simulate({ times, cluster: { ...cluster, threads: 1 }, workload: { ...workload, streams: 5000 } });
    assert.ok(weak.gaps > 0);
  });
});
