/** A key that is revoked while it is used: when each node refuses it, and when its sockets end. */
import { setTimeout as sleep } from 'node:timers/promises';
import { NoAnswer, type Http } from './http.ts';
import type { Journal } from './journal.ts';
import { SpeechSocket } from './sockets.ts';

export interface RevokedKey {
  /** Times of `Date.now()` at which each node refused the key first. */
  readonly refusedAt: Readonly<Record<string, number>>;
  /** The same for a socket on each node that was opened before. */
  readonly closedAt: Readonly<Record<string, number>>;
}

const pollMs = 200;

export class RevocationWatch {
  readonly #refusedAt: Record<string, number> = {};
  readonly #closedAt: Record<string, number> = {};
  readonly #open = new Set<string>();
  readonly #key: string;
  readonly #journal: Journal;

  constructor(key: string, journal: Journal) {
    this.#key = key;
    this.#journal = journal;
  }

  /** At the end of the run, when no socket may be left. */
  end(): RevokedKey {
    for (const url of this.#open) this.#journal.problem(`the socket of the revoked key on ${url} is still open`);
    return { refusedAt: this.#refusedAt, closedAt: this.#closedAt };
  }

  /** Asks a node again and again; once it has refused the key it never takes it again. */
  async ask(node: Http, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const answer = await node.once('/v1/agents?limit=1').catch((error: unknown) => error as NoAnswer);
      const status = answer instanceof NoAnswer ? 0 : answer.status;
      if (status === 401) this.#refusedAt[node.url] ??= Date.now();
      else if (status === 200 && this.#refusedAt[node.url] !== undefined) {
        this.#journal.problem(`${node.url} takes the revoked key again`);
        return;
      }
      await sleep(pollMs);
    }
  }

  /** Keeps a socket on the node until it is closed. */
  async hold(node: Http): Promise<void> {
    const socket = new SpeechSocket(node.url, this.#key, this.#journal, (code) => {
      this.#open.delete(node.url);
      // It ends in another way where its node was killed before it looked.
      if (code === 1008) this.#closedAt[node.url] = Date.now();
    });
    this.#open.add(node.url);
    const problem = await socket.opened();
    if (problem !== undefined) this.#journal.problem(`no socket with the key that is revoked later: ${problem}`);
  }
}
