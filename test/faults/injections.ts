/**
 * Every call that a request makes to the database driver and to the object store fails once, in each way that the driver has. For
 * each route the calls are counted first; then the same kind of request is sent once for each call and kind of fault. The calls
 * of jobs that the request leads to are among them.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../support/eventually.ts';
import { apiKey, version } from '../support/server.ts';
import { speechClip, type Answer } from '../support/resources.ts';
import { sessionOf, type Attempt, type Outcome, type Plan, type Session, type Writer } from './attempts.ts';
import { faultKinds, type Counted, type DriverName, type Fault } from './injection.ts';
import { Ledger } from './ledger.ts';
import { webhook } from './organization-attempts.ts';
import { plans } from './plans.ts';
import { readingPlans } from './reads.ts';
import { Receiver } from './receiver.ts';
import { campaignLimits, campaignSettings, ServerProcess } from './server-process.ts';
import { jobsByState, sweep, verifyRows, type StoredIn } from './stored-state.ts';
import { seededRandom } from '../support/random.ts';

export interface InjectionOptions {
  readonly stored: StoredIn;
  readonly seed: number;
  /** How many of all faults are drawn; all when absent. */
  readonly sample?: number | undefined;
  readonly say?: (what: string) => void;
  /** Ends the server when it aborts. Default: none. */
  readonly signal?: AbortSignal | undefined;
}

/** Something that should not have happened. */
export interface Finding {
  readonly route: string;
  readonly fault: Fault | undefined;
  /** The call that failed. */
  readonly call: string | undefined;
  readonly problem: string;
}

export interface InjectionReport {
  readonly routes: number;
  /** Calls of drivers, over one request of each route. */
  readonly calls: number;
  /** Faults that there are: calls times kinds. */
  readonly possible: number;
  readonly injected: number;
  /** Faults for a call that the request did not make this time. */
  readonly missed: number;
  readonly byKind: Readonly<Record<string, number>>;
  /** Requests that succeeded although a call failed. */
  readonly acknowledged: number;
  /** Refused with 503 and `Retry-After`, and done whole or not at all. */
  readonly unavailable: number;
  readonly otherRefusals: number;
  /** Answers that are streams and broke off. */
  readonly brokenOff: number;
  readonly longestMs: number;
  readonly deliveries: number;
  readonly orphansSwept: number;
  readonly findings: readonly Finding[];
}

/** An answer that takes longer hangs: a statement has one and a half seconds here, and is tried for five. */
const hangMs = 30_000;

/** How long the jobs of a request are given to make their calls. */
const settleMs = 250;

/** Share of the calls that are made to hang. */
const slowShare = 0.04;

interface Step {
  readonly plan: Plan;
  readonly fault: Fault;
}

/** Of a run of which nothing else is known to be wrong: why it shows nothing. */
export function whyTooFew({
  driver,
  calls,
  chosen,
  injected,
}: {
  readonly driver: DriverName;
  /** Of the driver, over one request of each route. */
  readonly calls: number;
  readonly chosen: number;
  readonly injected: number;
}): readonly string[] {
  return [
    ...(calls > 0 ? [] : [`no call of ${driver} was counted`]),
    ...(chosen > 0 && injected >= chosen / 2 ? [] : [`${injected} of ${chosen} faults were injected`]),
  ];
}

class InjectionCampaign {
  readonly #options: InjectionOptions;
  readonly #receiver: Receiver;
  readonly target: ServerProcess;
  readonly ledger = new Ledger();
  readonly random: () => number;
  readonly findings: Finding[] = [];
  readonly counts = { injected: 0, missed: 0, acknowledged: 0, unavailable: 0, otherRefusals: 0, brokenOff: 0 };
  readonly byKind: Record<string, number> = {};
  longestMs = 0;
  #result: 'acknowledged' | 'brokenOff' | 'otherRefusals' | 'unavailable' | undefined;
  /** The call that the last fault struck. */
  #hit: string | undefined;
  #clip: Blob | undefined;

  constructor(options: InjectionOptions, receiver: Receiver) {
    this.#options = options;
    this.#receiver = receiver;
    this.random = seededRandom(options.seed);
    this.target = new ServerProcess(
      {
        ...options.stored,
        signal: options.signal,
        preload: new URL('./injection.ts', import.meta.url),
        // Jobs begin when they are made; what is left is looked for seldom, so that calls are those of the request.
        limits: { ...campaignLimits, jobPollMs: 2000, jobLeaseMs: 5000 },
      },
      { ...campaignSettings, SONORANT_DATABASE_STATEMENT_MS: '1500' },
    );
  }

  get session(): Session {
    return sessionOf(this.target.url);
  }

  async #writer(): Promise<Writer> {
    const { url } = this.target;
    this.#clip ??= await speechClip({
      post: (path, body) =>
        fetch(url + path, {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json', 'service-version': version, 'x-api-key': apiKey },
        }),
    });
    return {
      session: this.session,
      clip: this.#clip,
      receiver: this.#receiver.url,
      random: this.random,
      mine: new Map(),
      make: (attempt) => this.#make(attempt),
    };
  }

  async #make(attempt: Attempt): Promise<Outcome> {
    this.ledger.begin(attempt);
    const answer = await attempt.send(this.session);
    if (answer.status !== attempt.status) throw new Error(`${attempt.route}: ${answer.status} ${answer.text}`);
    return this.ledger.acknowledge(attempt, answer);
  }

  /** A webhook that lasts. Returns its id. */
  async keepWebhook(): Promise<string> {
    const { path } = await this.#make(await webhook(await this.#writer()));
    return path.split('/').at(-1)!;
  }

  /** How many calls a request of the plan makes. */
  async count(plan: Plan): Promise<Readonly<Record<DriverName, number>>> {
    const attempt = await this.#prepared(plan);
    await this.target.request({});
    await this.#send(attempt, undefined);
    await sleep(settleMs);
    const { calls } = await this.target.request<Counted>({});
    return calls;
  }

  /** Jobs of what is prepared make their calls before those of the request are counted. */
  async #prepared(plan: Plan): Promise<Attempt> {
    const attempt = await plan(await this.#writer());
    await sleep(30);
    return attempt;
  }

  async inject({ plan, fault }: Step): Promise<void> {
    let attempt: Attempt;
    try {
      attempt = await this.#prepared(plan);
    } catch (error) {
      this.findings.push({ route: 'the requests before', fault: undefined, call: undefined, problem: String(error) });
      return;
    }
    await this.target.request({ fault });
    this.#hit = undefined;
    this.#result = undefined;
    const problem = await this.#send(attempt, fault).catch((error: unknown) => String(error));
    const { hit = this.#hit } = await this.target.request<Counted>({});
    const result = this.#result as keyof InjectionCampaign['counts'] | undefined;
    const find = (what: string): void => {
      this.findings.push({ route: attempt.route, fault, call: hit, problem: what });
    };
    if (hit === undefined) this.counts.missed++;
    else {
      this.counts.injected++;
      if (result !== undefined) this.counts[result]++;
      const kind = `${fault.driver} ${fault.kind}`;
      this.byKind[kind] = (this.byKind[kind] ?? 0) + 1;
    }
    if (problem !== undefined) find(problem);
    for (const line of this.#faultsOfServer()) find(line);
    await this.#isUsable(fault).catch((error: unknown) => find(`the next request: ${String(error)}`));
  }

  /** @returns what is wrong with the answer or with what is stored after it */
  async #send(attempt: Attempt, fault: Fault | undefined): Promise<string | undefined> {
    this.ledger.begin(attempt);
    const startedAt = performance.now();
    let answer: Answer | undefined;
    const late = new Promise<'hangs'>((resolve) => setTimeout(resolve, hangMs, 'hangs').unref());
    try {
      const ended = await Promise.race([attempt.send(this.session), late]);
      if (ended === 'hangs') return `no answer within ${hangMs} ms`;
      answer = ended;
    } catch (error) {
      // A stream that has begun can only break off.
      if (!/\/tts\/bytes|\/download/u.test(attempt.route)) return `no answer: ${String(error)}`;
    }
    this.longestMs = Math.max(this.longestMs, performance.now() - startedAt);
    return this.#judge(attempt, answer, fault);
  }

  async #judge(attempt: Attempt, answer: Answer | undefined, fault: Fault | undefined): Promise<string | undefined> {
    if (answer?.status === attempt.status) {
      this.#result = 'acknowledged';
      const { check } = this.ledger.acknowledge(attempt, answer);
      return this.#checked('acknowledged', check, fault);
    }
    if (answer === undefined) this.#result = 'brokenOff';
    else if (attempt.refusals?.includes(answer.status) === true) this.#result = 'otherRefusals';
    else if (answer.status === 503) {
      this.#result = 'unavailable';
      if (!(Number(answer.headers.get('retry-after')) > 0)) return '503 without Retry-After';
    } else return `${answer.status} ${answer.text}`;
    return this.#checked('not acknowledged', attempt.either, fault);
  }

  async #checked(what: string, check: Attempt['either'], fault: Fault | undefined): Promise<string | undefined> {
    if (fault !== undefined) {
      // Jobs that the request has led to have their turn, if it is a call of theirs; what is read back then is not to fail.
      if ((await this.target.request<Counted>({ isQuestion: true })).hit === undefined) await sleep(settleMs);
      this.#hit = (await this.target.request<Counted>({})).hit;
      if (fault.kind === 'slow') await this.#isUsable(fault);
    }
    try {
      await check(this.session);
      return undefined;
    } catch (error) {
      return `${what}: ${error instanceof Error ? error.message : String(error)}`;
    }
  }

  /** Lines of the log that tell of a fault of the server itself. */
  #faultsOfServer(): readonly string[] {
    const lines = this.target.takeLines();
    const problems = lines.flatMap(({ level, msg = '', err }) => {
      const isRefusal = /^(?:ServiceError|SqliteFailure|DatabaseSilentError|DatabaseError|Error)$/u.test(
        err?.type ?? '',
      );
      const isBad = level >= 60 || msg.includes('nobody') || (level >= 50 && err !== undefined && !isRefusal);
      return isBad ? [`logged: ${msg}: ${err?.stack ?? ''}`] : [];
    });
    if (!this.target.isUp) problems.push('the server ended');
    return problems;
  }

  async #isUsable({ kind }: Fault): Promise<void> {
    if (!this.target.isUp) await this.target.start();
    const { ask } = this.session;
    const reads = (): Promise<Answer> => ask('GET', '/datasets?limit=1');
    const writes = (): Promise<Answer> => ask('POST', '/datasets', { name: 'Next', description: '' });
    // A thread that is still busy has to end before another one takes its place.
    if (kind === 'slow') {
      const works = async (): Promise<boolean> => (await reads()).status === 200 && (await writes()).status === 200;
      await eventually('the database answers again', works, 60_000);
      return;
    }
    const first = await reads();
    const { status, text } = first.status === 200 ? await writes() : first;
    if (status !== 200) throw new Error(`${status} ${text}`);
  }

  async run(): Promise<{ readonly routes: number; readonly calls: number; readonly possible: number }> {
    const every = [...plans.map(([plan]) => plan), ...readingPlans];
    // A small sample is of some requests only: to count the calls of all of them would take longer than it does.
    const share = (this.#options.sample ?? Infinity) / 3 / every.length;
    const all = every.filter(() => share >= 1 || this.random() < share);
    const steps: Step[] = [];
    const calls: Record<DriverName, number> = { sqlite: 0, postgres: 0, folder: 0 };
    for (const plan of all) {
      const counted = await this.count(plan);
      for (const [driver, count] of Object.entries(counted) as [DriverName, number][]) {
        calls[driver] += count;
        for (let nth = 1; nth <= count; nth++) {
          for (const kind of faultKinds[driver]) {
            // To hang takes seconds, and is the same for every statement: some of them are enough.
            if (kind !== 'slow' || this.random() < slowShare) steps.push({ plan, fault: { driver, nth, kind } });
          }
        }
      }
    }
    const { sample = steps.length } = this.#options;
    const chosen = steps.filter(() => this.random() < sample / steps.length);
    const sum = Object.values(calls).reduce((before, count) => before + count, 0);
    this.#options.say?.(`${all.length} requests, ${sum} calls of drivers, ${chosen.length} of ${steps.length} faults`);
    for (const [index, step] of chosen.entries()) {
      await this.inject(step);
      if ((index + 1) % 100 === 0) {
        this.#options.say?.(`${index + 1} faults, ${this.findings.length} findings`);
      }
    }
    const driver: DriverName = this.#options.stored.databaseUrl === undefined ? 'sqlite' : 'postgres';
    const { injected } = this.counts;
    for (const problem of whyTooFew({ driver, calls: calls[driver], chosen: chosen.length, injected })) {
      this.findings.push({ route: 'all requests', fault: undefined, call: undefined, problem });
    }
    return { routes: all.length, calls: sum, possible: steps.length };
  }
}

export async function injectionCampaign(options: InjectionOptions): Promise<InjectionReport> {
  const receiver = new Receiver();
  await receiver.listen();
  const campaign = new InjectionCampaign(options, receiver);
  const { target, ledger, findings } = campaign;
  const atTheEnd = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    await work().catch((error: unknown) =>
      findings.push({ route: `at the end: ${what}`, fault: undefined, call: undefined, problem: String(error) }),
    );
  };
  try {
    await target.start();
    const lasting = await campaign.keepWebhook();
    const { routes, calls, possible } = await campaign.run();
    await atTheEnd('every job ends', () =>
      eventually(
        'every job has ended',
        async () => {
          const { pending = 0, running = 0 } = await jobsByState(options.stored);
          return pending + running === 0;
        },
        120_000,
      ),
    );
    await atTheEnd('all that was acknowledged', () => ledger.verify(campaign.session, campaign.random));
    await atTheEnd('webhooks', () => {
      const received = receiver.received.get(lasting);
      const missing = [...ledger.voices].filter((voice) => received?.has(voice) !== true);
      if (missing.length > 0) throw new Error(`not told of ${missing.join(', ')}`);
      return Promise.resolve();
    });
    await target.stop();
    await atTheEnd('rows and objects', () => verifyRows(options.stored));
    let orphansSwept = 0;
    await atTheEnd('the sweep', async () => {
      orphansSwept = (await sweep(options.stored)).orphans;
    });
    await atTheEnd('rows and objects after the sweep', () => verifyRows(options.stored));
    const { counts, byKind, longestMs } = campaign;
    return {
      routes,
      calls,
      possible,
      ...counts,
      byKind,
      longestMs: Math.round(longestMs),
      deliveries: receiver.deliveries,
      orphansSwept,
      findings,
    };
  } finally {
    await target.end();
    receiver.close();
  }
}
