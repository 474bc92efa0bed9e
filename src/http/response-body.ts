/**
 * A body on its way into a response, under the rules of docs/rules.md#client-liveness: a client that takes nothing is cut, a revoked
 * credential ends it, and a stopping server waits for it.
 */
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { Clock } from '../timing/clock.ts';
import { OutboundFlow, type OutboundLimits, type OutboundSource } from '../timing/outbound-flow.ts';
import type { ConnectionEndReason } from './sockets/connection-ends.ts';
import type { OpenConnection } from './sockets/connection-registry.ts';

/** Where a body goes, and who hears how it ends. */
export interface ResponseBodyOptions {
  /** What the body ends up in: the bytes that wait there count as well. */
  readonly response: Pick<ServerResponse, 'writableLength' | 'destroyed' | 'destroy' | 'on' | 'once'>;
  readonly limits: OutboundLimits;
  /** The server ends the body for this reason; called at most once. */
  readonly onServerEnd: (reason: ConnectionEndReason) => void;
  readonly clock?: Clock;
}

/** Bytes for a client that may be slow, leave, or lose its credential. */
export abstract class ResponseBody extends Readable implements OpenConnection {
  protected readonly flow: OutboundFlow;
  readonly #body: ResponseBodyOptions;
  #isReported = false;

  /**
   * @param source what makes the body
   * @param highWaterMark bytes that it holds before it asks for no more; default that of streams
   */
  constructor(options: ResponseBodyOptions, source: OutboundSource, highWaterMark?: number) {
    super({ ...(highWaterMark !== undefined && { highWaterMark }) });
    this.#body = options;
    const { limits, clock } = options;
    this.flow = new OutboundFlow({
      ...limits,
      ...(clock && { clock }),
      source,
      waitingBytes: () => this.waitingBytes(),
      cut: (reason) => this.#end(reason),
    });
  }

  /** Where the body can say so, its last bytes do; else the response breaks off. */
  abstract revoke(): void;

  /** The response ends by itself, unless the signal comes first. Resolves at once. */
  drain(deadline: AbortSignal): Promise<void> {
    const end = (): void => this.#end('shutting_down');
    if (deadline.aborted) end();
    else deadline.addEventListener('abort', end, { once: true });
    return Promise.resolve();
  }

  override _read(): void {
    // What the response holds is bounded by its own mark, and it does not tell of each byte that leaves it.
    this.flow.wanted();
  }

  /** Of all buffers of this process. */
  protected waitingBytes(): number {
    return this.readableLength + this.#body.response.writableLength;
  }

  /**
   * The flow lives as long as the response, which may still hold bytes when this stream has ended.
   * @param onClose the response has ended, or its connection; called at once where that was so before
   */
  protected follow(onClose: () => void): void {
    const { response } = this.#body;
    const closed = (): void => {
      this.flow.close();
      this.destroy();
      onClose();
    };
    if (response.destroyed) return closed();
    response.on('drain', () => this.flow.taken());
    response.once('close', closed);
  }

  /** For the log and the metrics, where the server is the one that ends it: of the first reason. */
  protected report(reason: ConnectionEndReason): void {
    if (!this.#isReported) this.#body.onServerEnd(reason);
    this.#isReported = true;
  }

  #end(reason: ConnectionEndReason): void {
    const { response } = this.#body;
    if (response.destroyed) return;
    this.report(reason);
    response.destroy();
  }
}
