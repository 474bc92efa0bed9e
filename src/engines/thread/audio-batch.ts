/** Collects the encoded audio of one task into messages of a useful size. */
import type { AudioPart } from './protocol.ts';

/**
 * Seconds of audio in one message: short at first where the listener waits, so that playback begins early, then longer each
 * time, so that messages are few. Waking the other thread costs as much as eSpeak needs for some 15 ms of audio.
 */
const firstSeconds = 0.04;
const growth = 4;
/** Mostly a whole segment. */
const longestSeconds = 8;
/** Clients get a message as one event: in base64 it stays below half of the 1 MiB that WebSocket libraries take at most by default. */
const longestBytes = 256 * 1024;
/** Audio that is slower is sent after so long, however little it is: the listener may have no other. */
const longestMs = 250;

export class AudioBatch {
  readonly #sampleRate: number;
  readonly #post: (part: AudioPart) => void;
  #parts: Uint8Array[] = [];
  #samples = 0;
  #bytes = 0;
  #seconds: number;
  readonly #now: () => number;
  #postedAt: number;

  /**
   * @param sampleRate Hz of the output
   * @param isUrgent   whether the first messages are short
   * @param post       sends a message
   * @param now        the time in ms, monotonic
   */
  constructor(
    sampleRate: number,
    isUrgent: boolean,
    post: (part: AudioPart) => void,
    now: () => number = () => performance.now(),
  ) {
    this.#sampleRate = sampleRate;
    this.#post = post;
    this.#seconds = isUrgent ? firstSeconds : longestSeconds;
    this.#now = now;
    this.#postedAt = now();
  }

  /** @param samples that went into these bytes */
  add(bytes: Uint8Array, samples: number): void {
    if (this.#bytes > 0 && this.#bytes + bytes.byteLength > longestBytes) this.#send(this.#now());
    if (bytes.byteLength > 0) this.#parts.push(bytes);
    this.#bytes += bytes.byteLength;
    this.#samples += samples;
    const now = this.#now();
    if (this.#samples >= this.#seconds * this.#sampleRate) {
      this.#seconds = Math.min(longestSeconds, growth * this.#seconds);
    } else if (this.#samples === 0 || now - this.#postedAt < longestMs) return;
    this.#send(now);
  }

  #send(now: number): void {
    this.#postedAt = now;
    this.#post(this.take()!);
  }

  /** What has not been sent yet; undefined when there is nothing. */
  take(): AudioPart | undefined {
    if (this.#samples === 0 && this.#parts.length === 0) return undefined;
    const bytes = new Uint8Array(this.#bytes);
    let at = 0;
    for (const part of this.#parts) {
      bytes.set(part, at);
      at += part.byteLength;
    }
    const part = { bytes, samples: this.#samples };
    this.#parts = [];
    this.#samples = this.#bytes = 0;
    return part;
  }
}
