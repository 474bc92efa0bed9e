/**
 * `Idempotency-Key` on routes with `idempotent: true`, which create something. Of all requests of an organization with
 * the same key one is carried out; within 24 hours the others get its answer (docs/rules.md#idempotency).
 *
 * Only success is kept. A refused or failed request created nothing, so the same key may be used again, also for a
 * corrected body. A process that dies between creating something and keeping the answer leaves the key held until its
 * lease runs out.
 */
import { createHash } from 'node:crypto';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onSendAsyncHookHandler,
  preHandlerAsyncHookHandler,
  preValidationHookHandler,
} from 'fastify';
import { ServiceError } from '../../errors/service-error.ts';
import type { IdempotencyKeys, KeptAnswer, KeyClaim, Secrets } from '../../store/index.ts';
import { HttpError } from './http-error.ts';
import { noticeHeader } from './requests.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes the header `Idempotency-Key`. Needs a credential. */
    idempotent?: boolean;
  }
  interface FastifyRequest {
    /** Null where no key was sent or the route takes none. Requests with a JSON body are claimed before their handler. */
    idempotency: IdempotentRequest | null;
  }
}

export interface IdempotencyOptions {
  readonly keys: IdempotencyKeys;
  /** Seals what is kept, since answers contain secrets that are shown only once. */
  readonly secrets: Pick<Secrets, 'seal' | 'open'>;
  /**
   * How long a request holds its key without renewal, which is done at each third of that while it runs: so long the key is held behind a
   * process that is gone. Default 120,000 ms.
   */
  readonly leaseMs?: number;
  /** How long an answer is kept. Default a day. */
  readonly keepMs?: number;
}

export const idempotencyHeader = 'idempotency-key';
export const maxKeyLength = 255;

/** Headers of an answer that describe what was created; the others are set anew for each answer. */
const keptHeaders = ['content-type', 'location', 'cartesia-file-id', noticeHeader];

function sha256(...parts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
}

/** Marks an answer that was given before, to another request with the same `Idempotency-Key`. */
const replayHeader = 'idempotency-replayed';

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

/** A request that carries a key. */
export class IdempotentRequest {
  readonly #options: Required<IdempotencyOptions>;
  readonly #organizationId: string;
  readonly #key: string;
  readonly #address: string;
  readonly #log: FastifyBaseLogger;
  #claim: KeyClaim | undefined;
  #renewal: NodeJS.Timeout | undefined;

  constructor(
    options: Required<IdempotencyOptions>,
    { principal, method, url, apiVersion, log }: FastifyRequest,
    key: string,
  ) {
    this.#options = options;
    this.#organizationId = principal.organizationId;
    this.#key = sha256(key);
    // Versions answer in different forms; a slash at the end is not another address.
    this.#address = `${apiVersion} ${method} ${url.replace(/\/(?=\?|$)/, '')}`;
    this.#log = log;
  }

  /**
   * Must be called once the whole request is known and before it has any effect.
   * @param body the body as text, or a digest of it
   * @throws {IdempotentReplay} when it was carried out before
   * @throws {ServiceError} `idempotency_mismatch`, `idempotency_in_progress`
   */
  async claim(body: string): Promise<void> {
    const { keys, secrets, leaseMs } = this.#options;
    const result = await keys.claim(this.#organizationId, this.#key, sha256(this.#address, body), leaseMs);
    if (result.kind === 'answered') {
      throw new IdempotentReplay({ ...result.answer, body: secrets.open(result.answer.body) });
    }
    if (result.kind === 'running') {
      throw new ServiceError(
        'idempotency_in_progress',
        'A request with the same "Idempotency-Key" is running. Send this one again to get its answer.',
        { retryAfterSeconds: 1 },
      );
    }
    if (result.kind === 'mismatch') {
      throw new HttpError(
        'idempotency_mismatch',
        'The "Idempotency-Key" was used for another request. Use a new key for each thing to be made.',
        { 'x-should-retry': 'false' },
      );
    }
    this.#claim = result.claim;
    this.#renewal = setInterval(() => void this.#renew(result.claim), leaseMs / 3).unref();
  }

  /** A request may run longer than its lease: a book is downloaded, waits for its turn and is read. */
  async #renew(claim: KeyClaim): Promise<void> {
    const { keys, leaseMs } = this.#options;
    try {
      if (!(await keys.renew(claim, leaseMs))) clearInterval(this.#renewal);
    } catch (error) {
      this.#log.warn({ err: error }, 'the claim of an idempotency key could not be renewed');
    }
  }

  /** Keeps the answer of a request that was claimed; where there is nothing to keep, frees the key. */
  async settle(reply: FastifyReply, payload: unknown): Promise<void> {
    const claim = this.#claim;
    if (claim === undefined) return;
    this.#claim = undefined;
    clearInterval(this.#renewal);
    const { keys, secrets, keepMs } = this.#options;
    const body = textOf(payload);
    try {
      if (reply.statusCode >= 300 || body === undefined) {
        await keys.release(claim);
        return;
      }
      const headers = Object.fromEntries(
        keptHeaders.flatMap((name) => (reply.hasHeader(name) ? [[name, String(reply.getHeader(name))]] : [])),
      );
      const isKept = await keys.answer(claim, { status: reply.statusCode, headers, body: secrets.seal(body) }, keepMs);
      if (!isKept) {
        this.#log.warn(
          'a request outlived the lease of its idempotency key: a repeated one may have been carried out too',
        );
      }
    } catch (error) {
      // The request was carried out, so it is answered; the key stays held until its lease ends.
      this.#log.error({ err: error }, 'the answer of an idempotent request could not be kept');
    }
  }
}

/** Undefined for a stream, which cannot be kept. */
function textOf(payload: unknown): string | undefined {
  if (payload === undefined || payload === null) return '';
  if (typeof payload === 'string') return payload;
  return Buffer.isBuffer(payload) ? payload.toString('utf8') : undefined;
}

/** Must be called before any route is added. */
export function addIdempotency(app: FastifyInstance, given: IdempotencyOptions | undefined): void {
  app.decorateRequest('idempotency', null);
  if (given === undefined) return;
  const options = { leaseMs: 120_000, keepMs: 86_400_000, ...given };
  const bodies = new WeakMap<FastifyRequest, string | undefined>();

  const begin: preValidationHookHandler = (request, _reply, done) => {
    const key = request.headers[idempotencyHeader];
    if (key === undefined) return done();
    if (typeof key !== 'string' || key.trim() === '' || key.length > maxKeyLength) {
      return done(
        new ServiceError('invalid_request', `The header "Idempotency-Key" has 1 to ${maxKeyLength} characters.`),
      );
    }
    request.idempotency = new IdempotentRequest(options, request, key);
    // The body as it came, before defaults are filled in; uploads are read, and claimed, by their handlers.
    bodies.set(request, isUpload(request) ? undefined : JSON.stringify(request.body ?? null));
    done();
  };
  const claim: preHandlerAsyncHookHandler = async (request) => {
    const body = bodies.get(request);
    if (body !== undefined) await request.idempotency?.claim(body);
  };
  const settle: onSendAsyncHookHandler = async (request, reply, payload) => {
    await request.idempotency?.settle(reply, payload);
    return payload;
  };
  app.addHook('onRoute', (route) => {
    if (route.config?.idempotent !== true) return;
    route.preValidation = [begin, ...[route.preValidation ?? []].flat()];
    route.preHandler = [...[route.preHandler ?? []].flat(), claim];
    route.onSend = [...[route.onSend ?? []].flat(), settle];
  });
}

function isUpload({ headers }: FastifyRequest): boolean {
  return headers['content-type']?.toLowerCase().startsWith('multipart/') === true;
}
