/** WebSockets whose other side is the test: for what a server does not do on demand. */
import type { WebSocketClass } from '../../src/websocket.ts';

/** What a client sends, parsed. */
export type Sent = Readonly<Record<string, unknown>>;

/** One end of a WebSocket, with the states of the standard. */
export class FakeWebSocket extends EventTarget {
  readyState = 0;
  readonly sent: Sent[] = [];
  isPaused = false;
  readonly #held: object[] = [];
  readonly #answer: (message: Sent, socket: FakeWebSocket) => void;

  constructor(answer: (message: Sent, socket: FakeWebSocket) => void) {
    super();
    this.#answer = answer;
    queueMicrotask(() => {
      this.readyState = 1;
      this.dispatchEvent(new Event('open'));
    });
  }

  /** Messages that wait until it is read again. */
  get waiting(): number {
    return this.#held.length;
  }

  send(data: string): void {
    const message = JSON.parse(data) as Sent;
    this.sent.push(message);
    this.#answer(message, this);
  }

  close(code = 1000): void {
    if (this.readyState < 3) this.end(code);
  }

  pause(): void {
    this.isPaused = true;
  }

  resume(): void {
    this.isPaused = false;
    // A message may pause it again.
    for (const message of this.#held.splice(0)) this.#receive(message);
  }

  /** A message of the server; one that comes while the socket is paused waits. */
  give(message: object): void {
    this.#receive({ data: JSON.stringify(message) });
  }

  #receive(event: object): void {
    if (this.isPaused) this.#held.push(event);
    else this.#emit('message', event);
  }

  /** The server's goodbye is there, and its end of the connection is not yet. */
  closing(): void {
    this.readyState = 2;
  }

  end(code: number, reason = ''): void {
    this.readyState = 3;
    this.#emit('close', { code, reason });
  }

  #emit(type: string, members: object): void {
    this.dispatchEvent(Object.assign(new Event(type), members));
  }
}

export interface FakeWebSockets {
  /** For the option `WebSocket`. */
  readonly WebSocket: WebSocketClass;
  /** In the order in which they were opened. */
  readonly sockets: readonly FakeWebSocket[];
}

/** @param answer called with each message of the client */
export function fakeWebSockets(
  answer: (message: Sent, socket: FakeWebSocket) => void = () => undefined,
): FakeWebSockets {
  const sockets: FakeWebSocket[] = [];
  class Opened extends FakeWebSocket {
    constructor() {
      super(answer);
      sockets.push(this);
    }
  }
  return { WebSocket: Opened, sockets };
}
