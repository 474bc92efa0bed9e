/** A call that this process carries. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '../errors/service-error.ts';
import type { Blobs } from '../store/blobs/index.ts';
import type { CallRow, NewCallTurn, Store, StoredRecording } from '../store/index.ts';
import { emitCallEvent } from '../webhooks/envelope.ts';
import type { CallEnding, CallTurn, EndingCause, OpenCall } from './call.ts';
import { endCall } from './ending.ts';
import { CallRecorder, removeRecording, storeRecording, type RecordingName } from './recorder.ts';
import { turnRow, wireCall, wireTurn } from './wire.ts';

export interface CarriedCallOptions {
  readonly store: Pick<Store, 'transaction'>;
  readonly blobs: Blobs;
  readonly row: CallRow;
  /** Under which this process holds it. */
  readonly owner: string;
  /** Folder of the recordings that are being made. */
  readonly folder: string;
  readonly maxSeconds: number;
  readonly now: () => Date;
  readonly onProblem: (problem: string, error: unknown) => void;
  /** Called with the row once the end is stored, and without one when it was given up. */
  readonly onEnd: (row: CallRow | undefined) => void;
}

/** Until something that the database did not take is tried again, in ms. */
const retryMs = 250;
/** How long the end of a call is tried. */
const giveUpMs = 30_000;

export class CarriedCall implements OpenCall {
  readonly id: string;
  readonly #options: CarriedCallOptions;
  readonly #ending = new AbortController();
  readonly #recorder: CallRecorder | undefined;
  readonly #turns: NewCallTurn[] = [];
  #writing: Promise<void> | undefined;
  /** From this moment on nothing is tried again. */
  #givesUpAt = Infinity;
  #ended: Promise<void> | undefined;

  constructor(options: CarriedCallOptions) {
    const { row, maxSeconds, onProblem } = options;
    this.id = row.id;
    this.#options = options;
    this.#recorder =
      row.recorded === 0
        ? undefined
        : new CallRecorder({
            ...this.#name,
            maxSamples: maxSeconds * row.sample_rate,
            onLost: (error) => onProblem('samples of a recording are lost', error),
          });
  }

  get ending(): AbortSignal {
    return this.#ending.signal;
  }

  /** Aborts {@link ending}, unless the call ends already. */
  interrupt(cause: EndingCause): void {
    if (this.#ended === undefined) this.#ending.abort(cause);
  }

  turn(turn: CallTurn): void {
    if (this.#ended !== undefined) return;
    this.#turns.push(turnRow(turn));
    this.#writing ??= this.#written();
  }

  #written(): Promise<void> {
    return this.#writeTurns().finally(() => (this.#writing = undefined));
  }

  heardCaller(at: number, pcm: Int16Array): void {
    this.#recorder?.write('left', at, pcm);
  }

  playedAgent(at: number, pcm: Int16Array): void {
    this.#recorder?.write('right', at, pcm);
  }

  end(ending: CallEnding): Promise<void> {
    this.#ended ??= this.#end(ending);
    return this.#ended;
  }

  get #name(): RecordingName {
    const { folder, row } = this.#options;
    return { folder, organizationId: row.organization_id, callId: row.id };
  }

  async #end(ending: CallEnding): Promise<void> {
    const endedAt = this.#options.now();
    this.#givesUpAt = performance.now() + giveUpMs;
    // One that came just behind the last that was written has a writer of its own.
    while (this.#writing !== undefined || this.#turns.length > 0) await (this.#writing ??= this.#written());
    const recording = await this.#store();
    const { store, row, owner, onEnd } = this.#options;
    const ended = await this.#insist('the end of a call could not be written', () =>
      endCall(store, { ...row, owner }, { ...ending, endedAt, recording }),
    );
    if (ended !== undefined && (recording !== undefined || ended.recorded === 0)) await this.#discard();
    // Else it was not held any more or could not be ended: its files stay and are given to it later.
    onEnd(ended);
  }

  async #store(): Promise<StoredRecording | undefined> {
    if (this.#recorder === undefined) return undefined;
    await this.#recorder.close();
    try {
      return await storeRecording(this.#options.blobs, this.#name, this.#options.row.sample_rate);
    } catch (error) {
      this.#options.onProblem('a recording could not be stored and is tried again', error);
      return undefined;
    }
  }

  async #discard(): Promise<void> {
    await removeRecording(this.#name).catch((error: unknown) =>
      this.#options.onProblem('the files of a recording could not be removed', error),
    );
  }

  async #writeTurns(): Promise<void> {
    for (let turn = this.#turns.shift(); turn !== undefined; turn = this.#turns.shift()) {
      const next = turn;
      const isHeld = await this.#insist('a turn of a call could not be written', () => this.#writeTurn(next));
      if (isHeld === false) this.interrupt('lease_lost');
    }
  }

  /** @returns false when the call is no longer held */
  #writeTurn(turn: NewCallTurn): Promise<boolean> {
    const { store, row, owner } = this.#options;
    return store.transaction(async (repositories) => {
      const written = await repositories.calls.addTurn({ id: row.id, owner }, turn);
      if (written === undefined) return false;
      const { organization_id: organizationId, agent_id: agentId } = row;
      if (written.added !== undefined) {
        const members = { call: wireCall(written.call), turn: wireTurn(written.added) };
        await emitCallEvent(repositories, { organizationId, agentId, type: 'call_turn', members });
      }
      return true;
    }, 'locked');
  }

  /** Tries while the database is away, until the end of the call is given up; undefined then, and for what can never be written. */
  async #insist<T>(problem: string, work: () => Promise<T>): Promise<T | undefined> {
    for (let tries = 1; ; tries++) {
      try {
        return await work();
      } catch (error) {
        if (tries === 1) this.#options.onProblem(problem, error);
        const isAway = error instanceof ServiceError && error.code === 'unavailable';
        if (!isAway || performance.now() > this.#givesUpAt) return undefined;
        await sleep(retryMs);
      }
    }
  }
}
