/**
 * The wall clock of a server jumps forwards and backwards by hours and days while it serves. What is measured in time that passes
 * (sockets, contexts, leases, limits) goes on; what expires at a date (tokens, idempotency keys, invites) is judged by the date
 * that the machine shows.
 */
import assert from 'node:assert/strict';
import WebSocket from 'ws';
import { openStore } from '../../src/store/index.ts';
import { clientOf, expectJson, speechClip } from '../support/resources.ts';
import { eventually } from '../support/eventually.ts';
import { adminKey, apiKey, speech, TestSocket, version } from '../support/server.ts';
import { sessionOf, type Attempt, type Outcome, type Session, type Writer } from './attempts.ts';
import { Ledger } from './ledger.ts';
import { webhook } from './organization-attempts.ts';
import { randomPlan } from './plans.ts';
import { Receiver } from './receiver.ts';
import { campaignLimits, campaignSettings, ServerProcess, type LogLine } from './server-process.ts';
import { cloneVoice, train } from './speech-attempts.ts';
import { jobsByState, verifyRows, type StoredIn } from './stored-state.ts';
import { seededRandom } from '../support/random.ts';

export interface ClockOptions {
  readonly stored: StoredIn;
  readonly seed: number;
  readonly jumps: number;
  readonly say?: (what: string) => void;
  /** Ends the server when it aborts. Default: none. */
  readonly signal?: AbortSignal | undefined;
}

export interface ClockReport {
  readonly jumps: number;
  readonly farthestForwardHours: number;
  readonly farthestBackHours: number;
  readonly acknowledged: number;
  readonly lost: 0;
  /** Contexts that were being spoken when the clock jumped; all ended with `done`. */
  readonly contexts: number;
  readonly fineTunes: number;
  readonly deliveries: number;
}

const hour = 3_600_000;

/** A jump in ms away from the clock of the machine, forwards and backwards by turns. */
function drawShift(random: () => number, index: number): number {
  const sizes = [hour, 5 * hour, 25 * hour, 49 * hour, 10 * 24 * hour];
  return (index % 2 === 0 ? 1 : -1) * sizes[Math.floor(random() * sizes.length)]!;
}

const idempotencyHours = 24;
const tokenSeconds = 1800;

class ClockCampaign {
  readonly #options: ClockOptions;
  readonly target: ServerProcess;
  readonly receiver: Receiver;
  readonly ledger = new Ledger();
  readonly #random: () => number;
  readonly #writer: Writer;
  /** Made before the first jump. */
  readonly #socket: TestSocket;
  readonly #token: string;
  readonly #revoked: string;
  readonly #keyed: string;
  contexts = 0;
  fineTunes = 0;

  private constructor(
    options: ClockOptions,
    parts: {
      target: ServerProcess;
      receiver: Receiver;
      socket: TestSocket;
      token: string;
      revoked: string;
      clip: Blob;
    },
  ) {
    this.#options = options;
    this.#random = seededRandom(options.seed);
    this.target = parts.target;
    this.receiver = parts.receiver;
    this.#socket = parts.socket;
    this.#token = parts.token;
    this.#revoked = parts.revoked;
    this.#keyed = `clock-${options.seed}`;
    this.#writer = {
      session: sessionOf(parts.target.url),
      clip: parts.clip,
      receiver: parts.receiver.url,
      random: this.#random,
      mine: new Map(),
      make: (attempt) => this.make(attempt),
    };
  }

  static async open(options: ClockOptions, target: ServerProcess, receiver: Receiver): Promise<ClockCampaign> {
    const { url } = target;
    const headers = { 'service-version': version, authorization: `Bearer ${apiKey}` };
    const post = (path: string, body: unknown): Promise<Response> =>
      fetch(url + path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { ...headers, 'content-type': 'application/json' },
      });
    const clip = await speechClip({ post });
    const socket = new TestSocket(new WebSocket(`${url.replace('http', 'ws')}/tts/websocket`, { headers }));
    await socket.opened;
    const { token } = await expectJson<{ token: string }>(
      clientOf(url, apiKey)('POST', '/access-token', { grants: { tts: true }, expires_in: tokenSeconds }),
      200,
    );
    const revoked = await revokedKey(options.stored, url);
    return new ClockCampaign(options, { target, receiver, socket, token, revoked, clip });
  }

  get session(): Session {
    return this.#writer.session;
  }

  async make(attempt: Attempt): Promise<Outcome> {
    this.ledger.begin(attempt);
    const answer = await attempt.send(this.session);
    assert.equal(answer.status, attempt.status, `${attempt.route}: ${answer.text}`);
    return this.ledger.acknowledge(attempt, answer);
  }

  /** A webhook that lasts. Returns its id. */
  async keepWebhook(): Promise<string> {
    return (await this.make(await webhook(this.#writer))).path.split('/').at(-1)!;
  }

  /** The request that is repeated with one key. Returns whether the answer of an earlier one was given. */
  async repeat(): Promise<boolean> {
    const { ask } = sessionOf(this.target.url, { 'idempotency-key': this.#keyed });
    const { status, headers, text } = await ask('POST', '/datasets', { name: 'Keyed', description: 'Once' });
    assert.equal(status, 200, text);
    return headers.get('idempotency-replayed') === 'true';
  }

  /** @param shiftMs away from the clock of the machine @param keptAt when the keyed request was carried out, as shiftMs */
  async jump(shiftMs: number, keptAt: number): Promise<number> {
    const context = `context-${this.contexts++}`;
    this.#socket.speak(
      context,
      'The clock on the wall jumps while these words are spoken, and nobody hears it. '.repeat(4),
    );
    await this.#socket.until((event) => event.context_id === context && event.type === 'chunk');
    await this.target.request({ shiftMs });
    const events = await this.#socket.ended(context);
    assert.equal(events.at(-1)!.type, 'done', JSON.stringify(events.at(-1)));
    await this.#expiry(shiftMs);
    for (let count = 0; count < 10; count++) {
      const attempt = await randomPlan(this.#random)(this.#writer);
      if (attempt.refusals === undefined) await (await this.make(attempt)).check(this.session);
    }
    await this.#jobs();
    const isReplayed = await this.repeat();
    // Kept for 24 hours by the date: a clock that is set back keeps it for longer.
    assert.equal(isReplayed, shiftMs - keptAt < idempotencyHours * hour, `replayed at ${(shiftMs - keptAt) / hour} h`);
    return isReplayed ? keptAt : shiftMs;
  }

  async #expiry(shiftMs: number): Promise<void> {
    const { url } = this.target;
    const speak = (credential: string): Promise<number> =>
      clientOf(url, credential)('POST', '/tts/bytes', { ...speech, transcript: 'Hi.' }).then(({ status }) => status);
    assert.equal(await speak(this.#revoked), 401, 'a revoked key');
    const expected = shiftMs > tokenSeconds * 1000 ? 401 : 200;
    // A token from the future is as good as any: its date is in its past on the machine that made it.
    assert.equal(await speak(this.#token), expected, `an access token at ${shiftMs / hour} h`);
  }

  /** Webhooks and jobs go on. */
  async #jobs(): Promise<void> {
    await this.make(await cloneVoice(this.#writer));
    const { path, check } = await this.make(await train(this.#writer));
    await check(this.session);
    await eventually(
      `${path} ends`,
      async () => {
        const { status } = await expectJson<{ status: string }>(this.session.ask('GET', path), 200);
        assert.notEqual(status, 'failed');
        return status === 'completed';
      },
      60_000,
    );
    this.fineTunes++;
    const received = (): readonly (Set<string> | undefined)[] =>
      this.lasting.map((id) => this.receiver.received.get(id));
    await eventually(
      'the webhooks are told of all voices',
      () => received().every((ids) => [...this.ledger.voices].every((voice) => ids?.has(voice) === true)),
      60_000,
    );
  }

  lasting: readonly string[] = [];

  async conclude(): Promise<void> {
    const { stored } = this.#options;
    await this.target.request({ shiftMs: 0 });
    await eventually(
      'every job has ended',
      async () => {
        const { pending = 0, running = 0 } = await jobsByState(stored);
        return pending + running === 0;
      },
      60_000,
    );
    assert.equal((await jobsByState(stored)).failed, undefined, 'jobs that failed');
    await this.ledger.verify(this.session, this.#random);
    assert.equal(this.#socket.socket.readyState, WebSocket.OPEN, 'the socket of before the first jump');
    this.#socket.close();
    const isFault = ({ level, msg = '' }: LogLine): boolean => level >= 50 || msg.includes('nobody');
    assert.deepEqual(this.target.takeLines().filter(isFault), [], 'faults in the log');
  }
}

/** A key that was revoked before the first jump. */
async function revokedKey(stored: StoredIn, url: string): Promise<string> {
  const store = await openStore(stored);
  try {
    const [organization] = await store.organizations.list();
    const { id: organizationId } = organization!;
    const { key, secret } = await store.apiKeys.create({ organizationId, kind: 'api', description: '' });
    const revoked = await expectJson<{ data: unknown[] }>(clientOf(url, adminKey)('GET', '/api-keys'), 200);
    assert.ok(revoked.data.length > 0);
    await store.apiKeys.revoke(organizationId, key.id);
    return secret;
  } finally {
    await store.close();
  }
}

/** @throws {Error} at the first thing that is wrong */
export async function clockCampaign(options: ClockOptions): Promise<ClockReport> {
  const { stored, seed, jumps } = options;
  const receiver = new Receiver();
  await receiver.listen();
  const target = new ServerProcess(
    {
      ...stored,
      limits: campaignLimits,
      signal: options.signal,
      preload: new URL('./clock-shift.ts', import.meta.url),
    },
    campaignSettings,
  );
  const random = seededRandom(seed);
  const shifts = Array.from({ length: jumps }, (_, index) => drawShift(random, index));
  try {
    await target.start();
    const campaign = await ClockCampaign.open(options, target, receiver);
    campaign.lasting = [await campaign.keepWebhook()];
    await campaign.repeat();
    let keptAt = 0;
    for (const shiftMs of shifts) {
      keptAt = await campaign.jump(shiftMs, keptAt);
      options.say?.(`the clock is ${shiftMs / hour} hours away`);
    }
    await campaign.conclude();
    await target.stop();
    await verifyRows(stored);
    return {
      jumps: jumps + 1,
      farthestForwardHours: Math.max(0, ...shifts) / hour,
      farthestBackHours: Math.min(0, ...shifts) / hour,
      acknowledged: campaign.ledger.acknowledged,
      lost: 0,
      contexts: campaign.contexts,
      fineTunes: campaign.fineTunes,
      deliveries: receiver.deliveries,
    };
  } finally {
    await target.end();
    receiver.close();
  }
}
