/** What a server of OpenAI's shape says when it does not answer. */
import { HttpError } from '../../outbound/http-error.ts';
import { boundedRetryAfterMs } from '../../outbound/retry-after.ts';
import type { LanguageModelFailure } from '../adapter.ts';
import { membersOf } from './answer.ts';

/** Why one request failed. The message goes on a sentence that begins with the name of the model. */
export class ModelFailure extends Error {
  readonly kind: LanguageModelFailure;
  readonly retryAfterMs: number | undefined;
  /** The server works: it does not like this request. */
  readonly isRequests: boolean;

  constructor(
    kind: LanguageModelFailure,
    message: string,
    more: { readonly retryAfterMs?: number | undefined; readonly isRequests?: boolean } = {},
  ) {
    super(message);
    this.kind = kind;
    this.retryAfterMs = more.retryAfterMs;
    this.isRequests = more.isRequests ?? false;
  }
}

/** What the operator has to mend, by status. */
const hints: Readonly<Record<number, string>> = {
  401: 'its "key" is missing or not valid',
  402: 'its account has no credit',
  403: 'its "key" is not allowed to do this',
  404: 'it has no /chat/completions below its "url", or not this "model"',
};

const tooLong =
  /context[_ ](?:length|size|window)|too many tokens|(?:prompt|input) is too long|maximum number of tokens/iu;

/** @param said from {@link saidIn} */
export function statusFailure(status: number, said: string, retryAfter?: string): ModelFailure {
  const message = [`answered ${status}`, hints[status], said].filter((part) => part !== undefined && part !== '');
  return new ModelFailure(kindOf(status, said), message.join(': '), {
    retryAfterMs: boundedRetryAfterMs(retryAfter),
    isRequests: [400, 413, 422].includes(status),
  });
}

function kindOf(status: number, said: string): LanguageModelFailure {
  if (status === 413 || (status < 500 && tooLong.test(said))) return 'too_long';
  if (status === 429) return 'rate_limited';
  return status >= 500 || status === 408 ? 'unavailable' : 'refused';
}

/** An error that comes in the stream; undefined where the piece is none. */
export function failureIn(piece: unknown): ModelFailure | undefined {
  const { error } = membersOf(piece);
  if (error === undefined || error === null) return undefined;
  const said = saidIn(piece);
  const { code } = membersOf(error);
  if (Number.isInteger(code) && (code as number) >= 400) return statusFailure(code as number, said);
  const isTooLong = tooLong.test(said);
  const message = `broke off its answer: ${said}`;
  return new ModelFailure(isTooLong ? 'too_long' : 'broken', message, { isRequests: isTooLong });
}

/**
 * The message of an error, in the forms of OpenAI, of FastAPI and of others; empty where there is none. It is one line and short: it
 * may repeat what a caller has said.
 */
export function saidIn(body: unknown): string {
  const { error, message, detail } = membersOf(body);
  const { loc, msg } = membersOf(Array.isArray(detail) ? detail[0] : undefined);
  const place = Array.isArray(loc) ? `${loc.filter((part) => part !== 'body').join('.')}: ` : '';
  const said = [membersOf(error).message, error, message, detail, typeof msg === 'string' ? `${place}${msg}` : msg];
  const text = said.find((part) => typeof part === 'string') ?? '';
  return text
    .slice(0, 2000)
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim();
}

/** @param hasAnswered the connection failed behind the headers of the answer */
export function connectionFailure({ kind, code, message }: HttpError, hasAnswered: boolean): ModelFailure {
  if (hasAnswered) return new ModelFailure('broken', `broke off its answer: ${message}`);
  if (kind === 'connect_timeout') return new ModelFailure('unreachable', 'took no connection in time');
  if (code === 'ECONNREFUSED') return new ModelFailure('unreachable', 'refuses the connection');
  if (code === 'ENOTFOUND') {
    return new ModelFailure('unreachable', 'has a host name that leads nowhere (ENOTFOUND)');
  }
  return new ModelFailure('unreachable', `cannot be reached: ${code ?? message}`);
}
