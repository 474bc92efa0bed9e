/** Calls: those that this process carries, and what is stored of all of them. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { invalidField, ServiceError } from '../errors/service-error.ts';
import { newOwner } from '../jobs/owner.ts';
import type { Blobs } from '../store/blobs/index.ts';
import type { CallFilter, CallRow, CallTurnRow, PageOf, PageRequest, Store } from '../store/index.ts';
import { emitCallEvent } from '../webhooks/envelope.ts';
import type { NewCall, OpenCall } from './call.ts';
import { adoptRecordings } from './left-recordings.ts';
import { CarriedCall } from './open-call.ts';
import { removeRecording } from './recorder.ts';
import { storedVariables, wireCall } from './wire.ts';

export interface CallServiceOptions {
  readonly store: Store;
  readonly blobs: Blobs;
  /** Recordings that are being made are in its folder `calls`. */
  readonly dataDir: string;
  /** Whether calls are recorded at all. Default true. */
  readonly record?: boolean | undefined;
  /** Longest recording. Default 3,600. */
  readonly maxSeconds?: number | undefined;
  /** A call whose process has not been heard of for so long has failed. Default 15,000 ms. */
  readonly leaseMs?: number | undefined;
  readonly now?: (() => Date) | undefined;
  readonly onProblem?: ((problem: string, error: unknown) => void) | undefined;
}

/** A call as it is stored, with its turns in their order where they were asked for. */
export interface StoredCall {
  readonly row: CallRow;
  readonly turns?: readonly CallTurnRow[] | undefined;
}

/** A call with its turns. */
export interface WholeCall extends StoredCall {
  readonly turns: readonly CallTurnRow[];
}

/** Notified of the calls of this process. */
export interface CallObserver {
  readonly started: (call: CallRow) => void;
  readonly ended: (call: CallRow) => void;
}

/** How often cancelled calls are looked for, and leases renewed where it is time, in ms. */
const lookMs = 1000;
/** How often recordings are looked for that others have left, in ms. */
const adoptMs = 60_000;

type Resolved = { readonly [K in keyof CallServiceOptions]-?: NonNullable<CallServiceOptions[K]> };

/** Begins calls, and reads, cancels and redacts those of an organization. One for each process. */
export class CallService {
  readonly #options: Resolved;
  readonly #folder: string;
  readonly #owner = newOwner();
  readonly #open = new Map<string, CarriedCall>();
  readonly #observers: CallObserver[] = [];
  readonly #timers: NodeJS.Timeout[] = [];
  #renewedAt = -Infinity;
  #looking: Promise<void> | undefined;
  #adopting: Promise<void> | undefined;

  private constructor(options: Resolved) {
    this.#options = options;
    this.#folder = join(options.dataDir, 'calls');
  }

  /** @throws {Error} when the data folder cannot be written */
  static async start(given: CallServiceOptions): Promise<CallService> {
    const calls = new CallService({
      ...given,
      record: given.record ?? true,
      maxSeconds: given.maxSeconds ?? 3600,
      leaseMs: given.leaseMs ?? 15_000,
      now: given.now ?? (() => new Date()),
      onProblem: given.onProblem ?? (() => undefined),
    });
    await mkdir(calls.#folder, { recursive: true, mode: 0o700 });
    calls.#timers.push(
      setInterval(() => void calls.look(), lookMs).unref(),
      setInterval(() => void calls.adopt(), adoptMs).unref(),
    );
    void calls.adopt();
    return calls;
  }

  /** Calls that this process carries. */
  get running(): number {
    return this.#open.size;
  }

  observe(observer: CallObserver): void {
    this.#observers.push(observer);
  }

  /**
   * Begins a call and emits its `call_started`. This process holds it until {@link OpenCall.end} was called.
   * @throws {ServiceError} `unavailable` when the database is
   */
  async begin(call: NewCall): Promise<OpenCall> {
    const { store, blobs, record, maxSeconds, now, onProblem, leaseMs } = this.#options;
    const { organizationId, agentId, requestId } = call;
    const owner = this.#owner;
    const row = await store.transaction(async (repositories) => {
      const created = await repositories.calls.create(organizationId, {
        agent_id: agentId,
        agent_version_id: call.agentVersionId,
        agent_name: call.agentName,
        api_key_id: call.keyId,
        channel: call.channel,
        dynamic_variables: storedVariables(call.dynamicVariables),
        parameters: call.parameters === undefined ? null : JSON.stringify(call.parameters),
        headers: call.headers === undefined ? null : JSON.stringify(call.headers),
        sample_rate: call.sampleRate,
        recorded: Number(record && (call.record ?? true)),
        owner,
        until: new Date(now().getTime() + leaseMs),
      });
      const members = { call: wireCall(created) };
      await emitCallEvent(repositories, { organizationId, agentId, requestId, type: 'call_started', members });
      return created;
    }, 'locked');
    const onEnd = (ended: CallRow | undefined): void => {
      this.#open.delete(row.id);
      this.notify('ended', ended ?? row);
    };
    const folder = this.#folder;
    const carried = new CarriedCall({ store, blobs, row, owner, folder, maxSeconds, now, onProblem, onEnd });
    this.#open.set(row.id, carried);
    this.notify('started', row);
    return carried;
  }

  /** @throws {ServiceError} `not_found` */
  async get(organizationId: string, id: string): Promise<WholeCall> {
    const row = await this.find(organizationId, id);
    return { row, turns: await this.#options.store.calls.turns(organizationId, [id]) };
  }

  /**
   * The same without its turns.
   * @throws {ServiceError} `not_found`
   */
  async find(organizationId: string, id: string): Promise<CallRow> {
    const row = await this.#options.store.calls.find(organizationId, id);
    if (row === undefined) throw notFound();
    return row;
  }

  /**
   * Calls of an agent, newest first; also of one that is gone, as long as there are any.
   * @throws {ServiceError} `not_found` where the agent neither is nor has calls; `invalid_request` for a cursor that is no call of the list
   */
  async page(
    organizationId: string,
    request: PageRequest & CallFilter,
    withTurns: boolean,
  ): Promise<PageOf<StoredCall>> {
    const { agents, calls } = this.#options.store;
    if ((await agents.find(organizationId, request.agentId)) === undefined) {
      const { rows } = await calls.page(organizationId, { agentId: request.agentId, limit: 1 });
      if (rows.length === 0) throw noAgent();
    }
    const { rows, hasMore } = await calls.page(organizationId, request);
    if (!withTurns) return { rows: rows.map((row) => ({ row })), hasMore };
    const ids = rows.map(({ id }) => id);
    const turns = Map.groupBy(await calls.turns(organizationId, ids), ({ call_id: callId }) => callId);
    return { rows: rows.map((row) => ({ row, turns: turns.get(row.id) ?? [] })), hasMore };
  }

  /**
   * Asks the process that carries the call to end it.
   * @throws {ServiceError} `not_found`; `invalid_request` when it has ended
   */
  async cancel(organizationId: string, id: string): Promise<void> {
    if (!(await this.#options.store.calls.requestCancel(organizationId, id))) {
      const { status } = await this.find(organizationId, id);
      throw invalidField('call_id', `The call is not active: it is ${status}`);
    }
    this.#open.get(id)?.interrupt('api_cancelled');
  }

  /**
   * Removes the contents of a call that has ended: its recording, turns, variables and whatever webhooks were told or are yet to be
   * told of it. Its row stays. Once more changes nothing.
   * @throws {ServiceError} `not_found`; `invalid_request` while it is under way
   */
  async redact(organizationId: string, id: string): Promise<WholeCall> {
    const row = await this.#options.store.transaction(({ calls }) => calls.redact(organizationId, id));
    if (row === undefined) {
      const { status } = await this.find(organizationId, id);
      throw invalidField('call_id', `The call has not ended: it is ${status}. Cancel it first`);
    }
    await removeRecording({ folder: this.#folder, organizationId, callId: id }).catch((error: unknown) =>
      this.#options.onProblem('the files of a recording could not be removed', error),
    );
    return { row, turns: [] };
  }

  /** Interrupts what is cancelled or no longer held, and renews the leases of all others. Never rejects. */
  look(): Promise<void> {
    this.#looking ??= this.#look()
      .catch((error: unknown) => this.#options.onProblem('leases of calls could not be renewed', error))
      .finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  /** Gives calls of ended processes the recordings that these left on this disk. Never rejects. */
  adopt(): Promise<void> {
    const { store, blobs, onProblem } = this.#options;
    this.#adopting ??= adoptRecordings({
      store,
      blobs,
      folder: this.#folder,
      onProblem,
      isOpen: (id) => this.#open.has(id),
    })
      .catch((error: unknown) => onProblem('recordings that were left could not be read', error))
      .finally(() => (this.#adopting = undefined));
    return this.#adopting;
  }

  /** Ends what still runs as failed. */
  async close(): Promise<void> {
    this.#timers.forEach((timer) => clearInterval(timer));
    const errorMessage = 'The server was stopped.';
    await Promise.all(
      [...this.#open.values()].map((call) => call.end({ status: 'failed', reason: 'error', errorMessage })),
    );
    await Promise.all([this.#looking, this.#adopting]);
  }

  async #look(): Promise<void> {
    const { store, leaseMs, now } = this.#options;
    const ids = [...this.#open.keys()];
    for (const id of await store.calls.cancelled(ids)) this.#open.get(id)?.interrupt('api_cancelled');
    const time = now().getTime();
    if (ids.length === 0 || time - this.#renewedAt < leaseMs / 3) return;
    const held = new Set(await store.calls.renew(this.#owner, ids, new Date(time + leaseMs)));
    this.#renewedAt = time;
    // One that ended during the query is no longer in the map and needs no lease.
    for (const id of ids) if (!held.has(id)) this.#open.get(id)?.interrupt('lease_lost');
  }

  /** Notifies the observers of the start or end of a call. */
  notify(event: keyof CallObserver, call: CallRow): void {
    for (const observer of this.#observers) observer[event](call);
  }
}

/** The error for an agent that is not there. */
export function noAgent(): ServiceError {
  return new ServiceError('not_found', 'No agent has this id. GET /v1/agents lists your agents.');
}

function notFound(): ServiceError {
  return new ServiceError('not_found', 'No call has this id. GET /agents/calls?agent_id=… lists those of an agent.');
}
