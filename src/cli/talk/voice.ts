/** The agent's voice aloud, by the program of this machine that plays sound. */
import type { ConversationEvent } from '#client';
import type { PayloadFormat } from '../../audio/formats.ts';
import { describeError } from '../errors.ts';
import { PlayerProcess } from '../speech/player.ts';

/** One thing that is said, by a program of its own. */
interface Utterance {
  readonly player: Promise<PlayerProcess>;
  /** When all that was given has been taken. */
  written: Promise<unknown>;
  isStopped: boolean;
}

/** Sound is not needed: where it fails, the conversation goes on in writing. */
export class Voice {
  readonly #format: PayloadFormat;
  readonly #onFailure: (message: string) => void;
  readonly #ending = new Set<Promise<unknown>>();
  #now: Utterance | undefined;
  #hasFailed = false;

  /** @param onFailure called once, with why nothing is heard from here on */
  constructor(format: PayloadFormat, onFailure: (message: string) => void) {
    this.#format = format;
    this.#onFailure = onFailure;
  }

  event(event: ConversationEvent): void {
    if (event.type === 'audio') this.#say(event.bytes);
    else if (event.type === 'clear') this.clear();
    else if (event.type === 'turn_ended' && event.role === 'assistant') this.#pause();
  }

  /** More of it. */
  #say(bytes: Uint8Array): void {
    if (this.#hasFailed) return;
    const now = (this.#now ??= {
      player: PlayerProcess.start(this.#format),
      written: Promise.resolve(),
      isStopped: false,
    });
    this.#follow(now, (player) => player.write(bytes));
  }

  /** What was given is heard to its end, and nothing follows it for now. */
  #pause(): void {
    const now = this.#now;
    if (now === undefined) return;
    this.#now = undefined;
    this.#follow(now, (player) => player.finish());
    const ended = now.written.finally(() => this.#ending.delete(ended));
    this.#ending.add(ended);
  }

  /** Silence at once. */
  clear(): void {
    const now = this.#now;
    if (now === undefined) return;
    this.#now = undefined;
    now.isStopped = true;
    void now.player.then(
      (player) => player.stop(),
      () => undefined,
    );
  }

  /** Resolves when all has been heard; never rejects. */
  async end(): Promise<void> {
    this.#pause();
    await Promise.all(this.#ending);
  }

  #follow(utterance: Utterance, step: (player: PlayerProcess) => Promise<void>): void {
    utterance.written = utterance.written
      .then(async () => {
        const player = await utterance.player;
        if (!utterance.isStopped && !this.#hasFailed) await step(player);
      })
      .catch((error: unknown) => {
        if (utterance.isStopped || this.#hasFailed) return;
        this.#hasFailed = true;
        this.#onFailure(describeError(error));
      });
  }
}
