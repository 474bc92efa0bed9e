/** A TCP connection that is read in small pieces and no faster than its owner allows, so that the kernels' buffers stay full. */
import { connect, type Socket } from 'node:net';
import { Duplex } from 'node:stream';

const pieceBytes = 4096;

export class PacedSocket extends Duplex {
  readonly #socket: Socket;
  #hold: NodeJS.Timeout | undefined;
  #isHeld = false;

  constructor(host: string, port: number) {
    super({ readableHighWaterMark: pieceBytes });
    this.#socket = connect({
      host,
      port,
      onread: {
        buffer: new Uint8Array(pieceBytes),
        // False pauses the connection.
        callback: (length, buffer) => this.push(Buffer.from(buffer.subarray(0, length))) && !this.#isHeld,
      },
    });
    this.#socket.on('end', () => this.push(null));
    this.#socket.on('error', (error) => this.destroy(error));
    this.#socket.on('close', () => this.destroy());
  }

  /** Takes nothing from the connection for so long; default until {@link release}. */
  hold(ms?: number): void {
    this.#isHeld = true;
    this.#socket.pause();
    clearTimeout(this.#hold);
    if (ms !== undefined) this.#hold = setTimeout(() => this.release(), ms);
  }

  release(): void {
    this.#isHeld = false;
    this.#socket.resume();
  }

  override _read(): void {
    if (!this.#isHeld) this.#socket.resume();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, callback: (error?: Error | null) => void): void {
    this.#socket.write(chunk, callback);
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    clearTimeout(this.#hold);
    this.#socket.destroy();
    callback(error);
  }
}
