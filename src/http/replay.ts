import type { FastifyReply } from 'fastify';
import type { KeptAnswer } from '../store/index.ts';

/** Says that an answer was given before, to another request with the same `Idempotency-Key`. */
export const replayHeader = 'idempotency-replayed';

/** Thrown in place of handling a request whose answer is kept: ends the handling, and what has come of it is undone. */
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
