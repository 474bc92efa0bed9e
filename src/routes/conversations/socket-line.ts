/** The line of a socket: samples become audio of its format, and its listener plays in real time what it is sent. */
import { encodeSamples } from '../../audio/pcm.ts';
import { RawDecoder } from '../../audio/decoding/raw.ts';
import { RealTimePosition, type Line } from '../../conversation/line.ts';
import { systemClock, type Clock } from '../../timing/clock.ts';
import { lineFormats, type LineFormat } from './schema.ts';

export interface SocketLineOptions {
  readonly format: LineFormat;
  /** At most so far ahead of real time, in ms. */
  readonly leadMs: number;
  readonly hasEcho: boolean;
  /** Sends audio, in base64. @param seconds of it */
  readonly sendAudio: (audio: string, seconds: number) => void;
  readonly sendClear: () => void;
  readonly sendDigit: (digit: string) => void;
  /** The other end can give the call to another number. */
  readonly sendTransfer?: ((number: string) => void) | undefined;
  readonly clock?: Clock | undefined;
}

export class SocketLine implements Line {
  readonly leadMs: number;
  readonly hasEcho: boolean;
  isBlocked = false;
  readonly sampleRate: Line['sampleRate'];
  readonly transfer?: NonNullable<Line['transfer']>;
  readonly #options: SocketLineOptions;
  readonly #position: RealTimePosition;
  readonly #decoder: RawDecoder;

  constructor(options: SocketLineOptions) {
    const { encoding, sampleRate } = lineFormats[options.format];
    this.#options = options;
    this.leadMs = options.leadMs;
    this.hasEcho = options.hasEcho;
    this.sampleRate = sampleRate;
    this.#position = new RealTimePosition(sampleRate, options.clock ?? systemClock);
    this.#decoder = new RawDecoder(encoding);
    const { sendTransfer } = options;
    if (sendTransfer === undefined) return;
    this.transfer = (number) => {
      sendTransfer(number);
      return Promise.resolve();
    };
  }

  /** Samples of what came from the other end; half a sample waits for its other half. */
  decode(audio: string): Float32Array {
    return this.#decoder.write(Buffer.from(audio, 'base64'));
  }

  write(samples: Int16Array): void {
    const bytes = encodeSamples(samples, lineFormats[this.#options.format].encoding);
    this.#position.write(samples.length);
    const audio = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
    this.#options.sendAudio(audio, samples.length / this.sampleRate);
  }

  clear(): void {
    this.#position.clear();
    this.#options.sendClear();
  }

  played(): { readonly samples: number; readonly exact: boolean } {
    return { samples: this.#position.played, exact: false };
  }

  sendDigits(digits: string): void {
    for (const digit of digits) this.#options.sendDigit(digit);
  }
}
