/**
 * A body that is made piece by piece as its client takes it, under the rules that speech has: a client that takes nothing is cut
 * (docs/rules.md#client-liveness), a revoked credential ends it, and a stopping server waits for it.
 */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../errors/service-error.ts';
import { OutboundFlow, type OutboundLimits } from '../timing/outbound-flow.ts';
import type { ConnectionEndReason } from './sockets/connection-ends.ts';
import { credentialOf, type OpenConnection } from './sockets/connection-registry.ts';

/** What goes out at once. */
export interface BodyPiece {
  readonly bytes: Uint8Array | string;
  /** Of audio in it, which the client plays. */
  readonly seconds: number;
}

export interface ResponseStreamOptions {
  /** In the metrics and the log of how connections end. */
  readonly transport: string;
  readonly limits: OutboundLimits;
  /** The last piece of a body of events that fails. Without it the response breaks off, so that it is not taken for a whole one. */
  readonly errorEvent?: (error: unknown) => string;
  /** The response has ended, or its connection: ends what a piece that is being made waits for. */
  readonly onClose?: () => void;
}

/**
 * The stream to answer with.
 * @param pieces are asked for as far as the client has room; left when it leaves
 */
export function responseStream(
  request: FastifyRequest,
  { raw: response }: FastifyReply,
  pieces: AsyncGenerator<BodyPiece, void, void>,
  options: ResponseStreamOptions,
): Readable {
  const { connections, connectionEnds } = request.server;
  const stream = new ResponseStream(pieces, {
    ...options,
    response,
    onServerEnd: (reason) => connectionEnds.ofRequest(request, options.transport, reason),
    onClose: () => {
      connections.delete(stream);
      options.onClose?.();
    },
  });
  if (!response.destroyed) connections.add(stream, credentialOf(request));
  return stream;
}

interface StreamOptions extends Omit<ResponseStreamOptions, 'onClose'> {
  readonly onClose: () => void;
  readonly response: FastifyReply['raw'];
  readonly onServerEnd: (reason: ConnectionEndReason) => void;
}

/** Pieces are made when they are asked for: there is nothing to hold back. */
const pulled = { resume: () => undefined, pause: () => undefined, suspend: () => undefined };

class ResponseStream extends Readable implements OpenConnection {
  readonly #pieces: AsyncGenerator<BodyPiece, void, void>;
  readonly #options: StreamOptions;
  readonly #flow: OutboundFlow;
  #isFailed = false;

  constructor(pieces: AsyncGenerator<BodyPiece, void, void>, options: StreamOptions) {
    super();
    const { response, limits } = options;
    this.#pieces = pieces;
    this.#options = options;
    this.#flow = new OutboundFlow({
      ...limits,
      source: pulled,
      waitingBytes: () => this.readableLength + response.writableLength,
      cut: (reason) => this.#end(reason),
    });
    this.#follow(response);
  }

  /** The response ends by itself, unless the signal comes first. Resolves at once. */
  drain(deadline: AbortSignal): Promise<void> {
    const end = (): void => this.#end('shutting_down');
    if (deadline.aborted) end();
    else deadline.addEventListener('abort', end, { once: true });
    return Promise.resolve();
  }

  /** Where events can say so, the last one does; else the response breaks off. */
  revoke(): void {
    this.#options.onServerEnd('credential_revoked');
    this.#fail(new ServiceError('unauthorized', 'The credential of this stream has expired or was revoked.'));
  }

  override _read(): void {
    this.#flow.wanted();
    void this.#pull();
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    void this.#leave();
    callback(error);
  }

  /** The flow lives as long as the response, which may still hold bytes when this stream has ended. */
  #follow(response: StreamOptions['response']): void {
    const closed = (): void => {
      this.#flow.close();
      this.destroy();
      this.#options.onClose();
    };
    // It is not emitted again for a client that has left already.
    if (response.destroyed) return void queueMicrotask(closed);
    response.on('drain', () => this.#flow.taken());
    response.once('close', closed);
  }

  async #pull(): Promise<void> {
    try {
      const { done, value } = await this.#pieces.next();
      if (this.destroyed || this.#isFailed) return;
      if (done === true) return void this.push(null);
      this.push(value.bytes);
      this.#flow.sent(Buffer.byteLength(value.bytes), value.seconds);
    } catch (error) {
      if (!this.destroyed && !this.#isFailed) this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    const { errorEvent } = this.#options;
    this.#isFailed = true;
    if (errorEvent === undefined) return void this.destroy(error as Error);
    void this.#leave();
    this.push(errorEvent(error));
    this.push(null);
  }

  /** What makes the pieces ends; one that is being made is not wanted any more, nor how it fails. */
  async #leave(): Promise<void> {
    await this.#pieces.return().catch(() => undefined);
  }

  #end(reason: ConnectionEndReason): void {
    const { response, onServerEnd } = this.#options;
    if (response.destroyed) return;
    onServerEnd(reason);
    response.destroy();
  }
}
