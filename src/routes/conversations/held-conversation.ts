import type { PrepareAgain } from './conversation-socket.ts';
import type { PreparedConversation } from './preparation.ts';
import type { SessionSettings } from './schema.ts';

/** What was reserved for one socket: released with it, and given up for another where its first message asks for that. */
export class HeldConversation {
  readonly #prepare: PrepareAgain;
  readonly #first: PreparedConversation;
  #current: PreparedConversation | undefined;
  #isReleased = false;

  constructor(prepared: PreparedConversation, prepare: PrepareAgain) {
    this.#first = this.#current = prepared;
    this.#prepare = prepare;
  }

  get parts(): { readonly prepared: PreparedConversation; readonly prepareAgain: PrepareAgain } {
    return { prepared: this.#first, prepareAgain: (settings) => this.#replace(settings) };
  }

  release(): void {
    this.#isReleased = true;
    this.#drop();
  }

  async #replace(settings: SessionSettings): Promise<PreparedConversation> {
    // Room for one is enough.
    this.#drop();
    const prepared = await this.#prepare(settings);
    this.#current = prepared;
    // The socket has closed meanwhile.
    if (this.#isReleased) this.#drop();
    return prepared;
  }

  #drop(): void {
    this.#current?.reservation.release();
    void this.#current?.model.close();
    this.#current = undefined;
  }
}
