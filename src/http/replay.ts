import type { FastifyReply } from 'fastify';
import type { KeptAnswer } from '../store/index.ts';

/** Marks an answer that was given before, to another request with the same `Idempotency-Key`. */
export const replayHeader = 'idempotency-replayed';

/**
 * Thrown when the answer of a request is kept already: ends the handling, and an upload that was begun is discarded.
 */
export class IdempotentReplay extends Error {
  override readonly name = 'Replay';
  readonly #answer: KeptAnswer;

  constructor(answer: KeptAnswer) {
    super('the answer to this request is kept');
    this.#answer = answer;
  }

  send(reply: FastifyReply): FastifyReply {
    const { status, headers, body } = this.#answer;
    void reply.code(status).headers(headers).header(replayHeader, 'true');
    return body === '' ? reply.send() : reply.send(body);
  }
}
