/**
 * Short reads that come at the same time share a connection: they are sent in one piece and answered in one, where a connection for each
 * of them costs both sides twice the time.
 */
import type pg from 'pg';

/** Reads on a connection at once: with more of them, several connections, and processes of the server, go to work. */
const maxReads = 16;

/** A connection that has said nothing for so long may be held up by one of its reads, behind which the next one is not put. */
const silenceMs = 10;

interface Shared {
  readonly taken: Promise<pg.PoolClient>;
  /** Undefined until the pool has given it. */
  client: pg.PoolClient | undefined;
  reads: number;
  isBroken: boolean;
  /** On the clock of `performance.now()`. */
  answeredAt: number;
}

/** A connection for statements. */
export interface ConnectionHolder {
  readonly client: () => Promise<pg.PoolClient>;
  /** It broke: the next call gives another one. */
  readonly replace: () => void;
}

/** A read on a connection that others may use too. */
export interface Share extends ConnectionHolder {
  /** The read has ended. */
  readonly leave: () => void;
}

export class SharedReads {
  readonly #take: () => Promise<pg.PoolClient>;
  readonly #isWaitedFor: () => boolean;
  #newest: Shared | undefined;

  /**
   * @param take        gives a connection
   * @param isWaitedFor whether others wait for one: those in use are given back as soon as their reads have ended
   */
  constructor(take: () => Promise<pg.PoolClient>, isWaitedFor: () => boolean) {
    this.#take = take;
    this.#isWaitedFor = isWaitedFor;
  }

  /** @returns what holds a place on a connection for one read, and has to be left when that has ended */
  join(): Share {
    let shared = this.#enter();
    return {
      client: () => shared.taken,
      replace: () => {
        shared.isBroken = true;
        this.#leave(shared);
        shared = this.#enter();
      },
      leave: () => this.#leave(shared),
    };
  }

  #enter(): Shared {
    if (this.#newest === undefined || !this.#mayEnter(this.#newest)) this.#newest = this.#open();
    this.#newest.reads++;
    return this.#newest;
  }

  #mayEnter({ client, reads, isBroken, answeredAt }: Shared): boolean {
    if (isBroken || reads >= maxReads) return false;
    return client === undefined || (!this.#isWaitedFor() && performance.now() - answeredAt < silenceMs);
  }

  #open(): Shared {
    const shared: Shared = { taken: this.#take(), client: undefined, reads: 0, isBroken: false, answeredAt: 0 };
    shared.taken.then(
      (client) => {
        shared.client = client;
        shared.answeredAt = performance.now();
      },
      () => (shared.isBroken = true),
    );
    return shared;
  }

  #leave(shared: Shared): void {
    shared.answeredAt = performance.now();
    if (--shared.reads > 0) return;
    // The pool looks after it from here on.
    if (shared === this.#newest) this.#newest = undefined;
    shared.client?.release(shared.isBroken);
  }
}
