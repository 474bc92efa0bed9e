/** A body that is made piece by piece as its client takes it. */
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../errors/service-error.ts';
import type { OutboundLimits } from '../timing/outbound-flow.ts';
import { ResponseBody, type ResponseBodyOptions } from './response-body.ts';
import { credentialOf } from './sockets/connection-registry.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Of answers that stream. */
    readonly outboundLimits: OutboundLimits;
  }
}

/** What goes out at once. */
export interface BodyPiece {
  readonly bytes: Uint8Array | string;
  /** Of audio in it, which the client plays. */
  readonly seconds: number;
}

export interface ResponseStreamOptions {
  /** In the metrics and the log of how connections end. */
  readonly transport: string;
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
  { transport, errorEvent, onClose }: ResponseStreamOptions,
): Readable {
  const { connections, connectionEnds, outboundLimits: limits } = request.server;
  const body = new PulledBody(pieces, errorEvent, {
    response,
    limits,
    onServerEnd: (reason) => connectionEnds.ofRequest(request, transport, reason),
  });
  connections.add(body, credentialOf(request));
  body.begin(() => {
    connections.delete(body);
    onClose?.();
  });
  return body;
}

/** Pieces are made when they are asked for: there is nothing to hold back. */
const pulled = { resume: () => undefined, pause: () => undefined, suspend: () => undefined };

class PulledBody extends ResponseBody {
  readonly #pieces: AsyncGenerator<BodyPiece, void, void>;
  readonly #errorEvent: ((error: unknown) => string) | undefined;
  #isFailed = false;
  #isWhole = false;

  constructor(
    pieces: AsyncGenerator<BodyPiece, void, void>,
    errorEvent: ((error: unknown) => string) | undefined,
    options: ResponseBodyOptions,
  ) {
    super(options, pulled);
    this.#pieces = pieces;
    this.#errorEvent = errorEvent;
  }

  begin(onClose: () => void): void {
    this.follow(onClose);
  }

  override revoke(): void {
    // What is whole already only waits for its client.
    if (this.#isWhole) return;
    this.report('credential_revoked');
    this.#fail(new ServiceError('unauthorized', 'The credential of this stream has expired or was revoked.'));
  }

  override _read(): void {
    super._read();
    void this.#pull();
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    void this.#leave();
    callback(error);
  }

  async #pull(): Promise<void> {
    try {
      const { done, value } = await this.#pieces.next();
      if (this.destroyed || this.#isFailed) return;
      if (done === true) {
        this.#isWhole = true;
        return void this.push(null);
      }
      this.push(value.bytes);
      this.flow.sent(Buffer.byteLength(value.bytes), value.seconds);
    } catch (error) {
      if (!this.destroyed && !this.#isFailed) this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    this.#isFailed = true;
    this.report('answer_failed');
    if (this.#errorEvent === undefined) return void this.destroy(error as Error);
    void this.#leave();
    this.push(this.#errorEvent(error));
    this.push(null);
  }

  /** What makes the pieces ends; one that is being made is not wanted any more, nor how it fails. */
  async #leave(): Promise<void> {
    await this.#pieces.return().catch(() => undefined);
  }
}
