/**
 * A server is killed with `kill -9` at random, seeded moments while several clients write over all routes, and started again on
 * what it left. The moments and each client's choice of writes follow from the seed; how the clients interleave is the machine's.
 */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../support/eventually.ts';
import { apiKey, version } from '../support/server.ts';
import { speechClip } from '../support/resources.ts';
import { sessionOf, type Attempt, type Outcome, type Plan, type Session, type Writer } from './attempts.ts';
import { inParallel, Ledger, type Replay } from './ledger.ts';
import { webhook } from './organization-attempts.ts';
import { callPlans, plans, randomPlan, unwritten, writingRoutes } from './plans.ts';
import { Receiver } from './receiver.ts';
import { campaignLimits, campaignSettings, ServerProcess } from './server-process.ts';
import { jobsByState, sweep, verifyRows, type StoredIn } from './stored-state.ts';
import { seededRandom } from '../support/random.ts';

export interface KillOptions {
  readonly stored: StoredIn;
  readonly seed: number;
  readonly kills: number;
  /** Further kills until so many writes were acknowledged. Default 0. */
  readonly writes?: number;
  /** No further kill after so many minutes. */
  readonly minutes?: number | undefined;
  /** Acknowledged writes between two kills, on average. Default 12. */
  readonly between?: number;
  readonly say?: (what: string) => void;
  /** Ends the server when it aborts. Default: none. */
  readonly signal?: AbortSignal | undefined;
}

export interface KillReport {
  readonly kills: number;
  readonly acknowledged: number;
  /** Acknowledged and not there afterwards; the campaign ends at the first. */
  readonly lost: 0;
  /** Requests of unknown outcome: under way at a kill. Each was found done as a whole or not at all. */
  readonly cutOff: number;
  readonly refused: number;
  /** Reads of what was acknowledged, over all restarts. */
  readonly readBack: number;
  readonly replayed: { readonly same: number; readonly late: number; readonly held: number };
  readonly deliveries: number;
  readonly orphansSwept: number;
  readonly objects: number;
  readonly msPerKill: number;
  readonly byRoute: Readonly<Record<string, number>>;
}

const clientCount = 6;

/** Older objects that are read back after each restart; every {@link fullEvery}th restart reads all. */
const olderSample = 60;
const fullEvery = 25;

class KillCampaign {
  readonly #options: KillOptions;
  readonly #receiver: Receiver;
  readonly target: ServerProcess;
  readonly ledger = new Ledger();
  readonly #random: () => number;
  readonly #clients: readonly Pick<Writer, 'mine' | 'random'>[];
  readonly replayed = { same: 0, late: 0, held: 0 };
  /** Plans that were acknowledged at least once. */
  readonly #done = new Set<Plan>();
  readBack = 0;
  #keys = 0;
  #clip: Blob | undefined;
  #killed: Promise<void> | undefined;

  constructor(options: KillOptions, receiver: Receiver) {
    this.#options = options;
    this.#receiver = receiver;
    this.#random = seededRandom(options.seed);
    this.#clients = Array.from({ length: clientCount }, () => ({
      mine: new Map<string, string[]>(),
      random: seededRandom(2 ** 32 * this.#random()),
    }));
    const limits = { ...campaignLimits, jobPollMs: 100, jobLeaseMs: 5000 };
    this.target = new ServerProcess(
      { ...options.stored, limits, signal: options.signal },
      {
        ...campaignSettings,
        ...(options.stored.blobUrl !== undefined && { SONORANT_BLOB_URL: options.stored.blobUrl }),
      },
    );
  }

  get session(): Session {
    return sessionOf(this.target.url);
  }

  async writer(own = this.#clients[0]!): Promise<Writer> {
    const { url } = this.target;
    this.#clip ??= await speechClip({
      post: (path, body) =>
        fetch(url + path, {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json', 'service-version': version, 'x-api-key': apiKey },
        }),
    });
    const { receiver, session } = { receiver: this.#receiver.url, session: this.session };
    const make = async (attempt: Attempt): Promise<Outcome> => {
      const outcome = await this.#carryOut(attempt, own);
      assert.ok(outcome !== undefined, `${attempt.route} was refused`);
      return outcome;
    };
    return { ...own, session, clip: this.#clip, receiver, make };
  }

  /** @returns undefined when it was refused */
  async #carryOut(attempt: Attempt, { random }: Pick<Writer, 'random'>): Promise<Outcome | undefined> {
    const key = attempt.isKeyed === true && random() < 0.5 ? `key-${this.#options.seed}-${++this.#keys}` : undefined;
    const session = key === undefined ? this.session : sessionOf(this.target.url, { 'idempotency-key': key });
    this.ledger.begin(attempt);
    let answer;
    try {
      answer = await attempt.send(session);
    } catch (error) {
      // Fetch throws a TypeError when the line is cut: nothing was acknowledged. Any other error is a finding.
      if (this.#killed !== undefined && error instanceof TypeError) this.ledger.cut(attempt, key);
      throw error;
    }
    if (attempt.refusals?.includes(answer.status) === true) {
      this.ledger.refused++;
      return undefined;
    }
    assert.equal(answer.status, attempt.status, `${attempt.route}: ${answer.text}`);
    return this.ledger.acknowledge(attempt, answer, key);
  }

  async write(plan: Plan, own = this.#clients[0]!): Promise<void> {
    const attempt = await plan(await this.writer(own));
    const outcome = await this.#carryOut(attempt, own);
    this.#done.add(plan);
    if (outcome === undefined || !attempt.route.startsWith('POST ')) return;
    const { mine } = own;
    (mine.get(attempt.route) ?? mine.set(attempt.route, []).get(attempt.route)!).push(outcome.path);
  }

  /** Lets every client write until some writes were acknowledged, then kills the server in the middle of the next ones. */
  async writeUntilKilled(): Promise<void> {
    const between = this.#options.between ?? 12;
    const target = this.ledger.acknowledged + 1 + Math.floor(this.#random() * (2 * between - 1));
    const waitMs = 30 * this.#random();
    this.#killed = undefined;
    const kill = async (): Promise<void> => {
      // What is written for one request takes a few milliseconds: the kill comes anywhere in them.
      await sleep(waitMs);
      await this.target.kill();
    };
    const work = async (own: Pick<Writer, 'mine' | 'random'>): Promise<void> => {
      for (;;) {
        try {
          await this.write(randomPlan(own.random, true), own);
        } catch (error) {
          if (this.#killed === undefined || !(error instanceof TypeError)) throw error;
          return;
        }
        if (this.ledger.acknowledged >= target) this.#killed ??= kill();
      }
    };
    // All of them end before the next start: one that finds something wrong must not leave the others on a new server.
    const ended = await Promise.allSettled(this.#clients.map(work));
    for (const end of ended) if (end.status === 'rejected') throw end.reason;
    await (this.#killed as Promise<void> | undefined);
  }

  async verify(isFull: boolean): Promise<void> {
    const { checks, replays } = this.ledger.takeOpen();
    await inParallel(checks, (check) => check(this.session));
    this.readBack += await this.ledger.verify(this.session, this.#random, isFull ? Infinity : olderSample);
    await inParallel(replays, (replay) => this.#replay(replay));
  }

  /** Sends a keyed request again: one that was acknowledged gets the same answer, one that was cut off is carried out once. */
  async #replay({ attempt, key, text }: Replay): Promise<void> {
    const answer = await attempt.send(sessionOf(this.target.url, { 'idempotency-key': key }));
    if (text !== undefined) {
      assert.equal(answer.text, text, `${attempt.route} with its key once more`);
      assert.equal(answer.headers.get('idempotency-replayed'), 'true', attempt.route);
      this.replayed.same++;
    } else if (answer.status === 409) {
      // The process that died holds the key: docs/rules.md#idempotency.
      this.replayed.held++;
    } else {
      assert.equal(answer.status, attempt.status, `${attempt.route} once more: ${answer.text}`);
      await attempt.outcome(answer)?.check(this.session);
      await attempt.either(this.session);
      this.replayed.late++;
    }
  }

  /** Every route of the interface that writes is covered, or an exception. */
  async assertCovered(): Promise<void> {
    // What the seed did not draw in a short run.
    for (const [plan] of [...plans, ...callPlans]) if (!this.#done.has(plan)) await this.write(plan);
    const routes = (await writingRoutes(this.target.url)).filter((route) => unwritten[route] === undefined);
    const open = routes.filter((route) => this.ledger.byRoute[route] === undefined);
    assert.deepEqual(open, [], 'routes that write and were not carried out once');
  }
}

/** @throws {Error} at the first thing that is wrong */
export async function killCampaign(options: KillOptions): Promise<KillReport> {
  const receiver = new Receiver();
  await receiver.listen();
  const campaign = new KillCampaign(options, receiver);
  const { target, ledger } = campaign;
  try {
    await target.start();
    const lasting = [await keepWebhook(campaign), await keepWebhook(campaign)];
    const startedAt = performance.now();
    const until = startedAt + (options.minutes ?? Infinity) * 60_000;
    const isEnough = (): boolean =>
      performance.now() > until || (target.kills >= options.kills && ledger.acknowledged >= (options.writes ?? 0));
    while (!isEnough()) {
      await campaign.writeUntilKilled();
      if (target.kills % fullEvery === 0) await verifyRows(options.stored);
      await target.start();
      await campaign.verify(target.kills % fullEvery === 0);
      if (target.kills % 10 === 0) options.say?.(`${target.kills} kills, ${ledger.acknowledged} acknowledged`);
    }
    const msPerKill = Math.round((performance.now() - startedAt) / target.kills);
    return { ...(await conclude(campaign, options, receiver, lasting)), msPerKill };
  } finally {
    await target.stop();
    receiver.close();
  }
}

/** A webhook that no client changes. Returns its id. */
async function keepWebhook(campaign: KillCampaign): Promise<string> {
  const { path } = await (await campaign.writer()).make(await webhook(await campaign.writer()));
  return path.split('/').at(-1)!;
}

async function conclude(
  campaign: KillCampaign,
  { stored }: KillOptions,
  receiver: Receiver,
  lasting: readonly string[],
): Promise<Omit<KillReport, 'msPerKill'>> {
  const { target, ledger, replayed } = campaign;
  await campaign.assertCovered();
  await eventually(
    'every job has ended',
    async () => {
      const { pending = 0, running = 0 } = await jobsByState(stored);
      return pending + running === 0;
    },
    120_000,
  );
  await campaign.verify(true);
  assert.equal((await jobsByState(stored)).failed, undefined, 'jobs that failed');
  for (const id of lasting) {
    const received = receiver.received.get(id);
    for (const voice of ledger.voices) {
      assert.ok(received?.has(voice), `the webhook was not told of the voice ${voice}`);
    }
  }
  await target.stop();
  await verifyRows(stored);
  const { orphans, objects } = await sweep(stored);
  await verifyRows(stored);
  return {
    kills: target.kills,
    acknowledged: ledger.acknowledged,
    lost: 0,
    cutOff: ledger.cutOff,
    refused: ledger.refused,
    readBack: campaign.readBack,
    replayed,
    deliveries: receiver.deliveries,
    orphansSwept: orphans,
    objects,
    byRoute: ledger.byRoute,
  };
}
