/** Sends frames of audio in real time, for many streams in one process. */
import { sharedMs } from '../processes/clock.ts';

/** Milliseconds of a frame: what clients of telephones and browsers send. */
export const frameMs = 20;
/** The streams are looked at so often. */
const tickMs = 2;

/** One stream. */
export interface Paced {
  /** Frames begin here, {@link sharedMs}: the first one is sent when it is over, one frame later. */
  readonly startsAt: number;
  /** Sends the frame of this number. @param dueAt when it was complete, which is when it is to be sent */
  readonly send: (frame: number, dueAt: number) => void;
}

export class Pacer {
  readonly #streams = new Map<Paced, number>();
  readonly #timer = setInterval(() => this.#tick(), tickMs);
  /** How much later than due each frame was sent, in ms. */
  readonly lateMs: number[] = [];

  add(stream: Paced): void {
    this.#streams.set(stream, 0);
  }

  remove(stream: Paced): void {
    this.#streams.delete(stream);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #tick(): void {
    const now = sharedMs();
    for (const [stream, first] of this.#streams) {
      let frame = first;
      for (let dueAt = dueOf(stream, frame); dueAt <= now; dueAt = dueOf(stream, ++frame)) {
        this.lateMs.push(now - dueAt);
        stream.send(frame, dueAt);
      }
      if (this.#streams.has(stream)) this.#streams.set(stream, frame);
    }
  }
}

function dueOf({ startsAt }: Paced, frame: number): number {
  return startsAt + (frame + 1) * frameMs;
}
