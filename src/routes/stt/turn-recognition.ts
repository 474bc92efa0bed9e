/** The socket that finds out itself when a speaker's turn starts and ends (docs/rules.md#turns-socket). */
import type { z } from 'zod';
import { ServiceError } from '../../errors/service-error.ts';
import { parseMessage } from '../../errors/json-position.ts';
import { parseWith } from '../../errors/validation.ts';
import type { Hearing } from '../../hearing/hearing.ts';
import { TurnDetector } from '../../hearing/turn-detector.ts';
import { TurnOptionsError, type TurnOptions } from '../../turns/options.ts';
import type { TurnDecision } from '../../turns/turns.ts';
import { turnMessageSchema, turnThresholds } from './schema.ts';
import { HearingProtocol } from './hearing-protocol.ts';
import { SocketHearing, type SocketHearingOptions } from './socket-hearing.ts';

export interface TurnRecognitionOptions extends Omit<SocketHearingOptions, 'onError'> {
  readonly turns: Partial<TurnOptions>;
  /** Puts an event onto the wire. */
  readonly send: (event: TurnEvent) => void;
}

export type TurnEvent =
  | { readonly type: 'connected' | 'turn.start' | 'turn.resume' }
  | { readonly type: 'turn.update' | 'turn.eager_end' | 'turn.end'; readonly transcript: string }
  | { readonly type: 'error'; readonly error: ServiceError };

/** Without a frame for so long, the missing time counts as silence. */
const missingMs = 1500;
/** Then so much of it at a time. */
const silenceMs = 100;

export class TurnRecognition extends HearingProtocol {
  readonly #options: TurnRecognitionOptions;
  protected readonly hearing: SocketHearing;
  readonly #turns: TurnDetector;
  /** The silence that took the place of frames, in ms. */
  #silence = 0;

  /** @throws {TurnOptionsError} */
  constructor(options: TurnRecognitionOptions) {
    super();
    const { turns, send, ...rest } = options;
    this.#options = options;
    this.#turns = new TurnDetector(turns, (decision) => send(eventOf(decision)));
    const wants = { wantsPartials: true, wantsBorders: true };
    const onError = (error: ServiceError): void => this.refuse(error);
    this.hearing = new SocketHearing(
      { ...rest, onError },
      wants,
      (event) => this.#turns.heard(event, this.hearing.seconds),
      (hearing) => this.#hearSilence(hearing),
    );
    // Behind the upgrade: nothing is sent before the protocol is there.
    queueMicrotask(() => send({ type: 'connected' }));
  }

  receiveBinary(data: Buffer): void {
    this.#silence = 0;
    this.hearing.write(data, (hearing) => this.#turns.pass(hearing));
  }

  receive(text: string): void {
    try {
      const message = parseWith(turnMessageSchema, parseMessage(text));
      if (message.type === 'config') this.#configure(message.turn);
      else this.#finish();
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      this.refuse(error);
    }
  }

  refuse(error: ServiceError): void {
    this.#options.send({ type: 'error', error });
  }

  override async drain(): Promise<void> {
    await super.drain();
    this.#turns.step({ kind: 'stop', at: this.hearing.seconds });
  }

  #finish(): void {
    this.hearing.finish(async (hearing) => {
      await hearing.end();
      this.#turns.step({ kind: 'stop', at: hearing.seconds });
    });
  }

  #configure(turn: z.output<typeof turnThresholds>): void {
    this.hearing.run((hearing) => {
      try {
        this.#turns.step({ kind: 'config', at: hearing.seconds, change: thresholdsOf(turn) });
      } catch (error) {
        if (!(error instanceof TurnOptionsError)) throw error;
        this.refuse(thresholdProblem(error));
      }
      return Promise.resolve();
    });
  }

  /** Clients stop sending when their microphone is muted: a turn that is open ends all the same. */
  async #hearSilence(hearing: Hearing): Promise<void> {
    if (!this.#turns.isOpen && !hearing.isSpeech) return;
    const ms = this.#silence === 0 ? missingMs : silenceMs;
    this.#silence += ms;
    hearing.write(new Float32Array(Math.round((ms / 1000) * this.#options.sampleRate)));
    this.#turns.pass(hearing);
    await hearing.ready();
    this.hearing.missAgain(silenceMs);
  }
}

function eventOf(decision: TurnDecision): TurnEvent {
  switch (decision.kind) {
    case 'start':
    case 'resume':
      return { type: `turn.${decision.kind}` };
    default:
      return { type: `turn.${decision.kind}`, transcript: decision.transcript };
  }
}

/** Of the wire, as the turns take them. */
export function thresholdsOf({
  start_threshold: startThreshold,
  eager_end_threshold: eagerEndThreshold,
  end_threshold: endThreshold,
  end_timeout_ms: endTimeoutMs,
}: z.output<typeof turnThresholds>): Partial<TurnOptions> {
  return {
    ...(startThreshold !== undefined && { startThreshold }),
    ...(eagerEndThreshold !== undefined && { eagerEndThreshold }),
    ...(endThreshold !== undefined && { endThreshold }),
    ...(endTimeoutMs !== undefined && { endTimeoutMs }),
  };
}

/** Names the field as the wire does. */
export function thresholdProblem({ message }: TurnOptionsError): ServiceError {
  const wire = message.replaceAll(/[a-z]+(?:[A-Z][a-z]+)+/gu, (name) =>
    name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`),
  );
  return new ServiceError('invalid_request', wire);
}
