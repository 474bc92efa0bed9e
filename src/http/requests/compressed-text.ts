/** Text that many clients read and that seldom changes, such as a page: compressed once, not for each request. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** In order of preference. Quality 9 of 11: the last two steps take ten times as long for a few per cent. */
const codings = {
  br: (text: string) => toBrotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (text: string) => toGzip(text, { level: 9 }),
} as const;

type Coding = keyof typeof codings;

/**
 * The coding that a client takes and the server prefers (RFC 9110 section 12.5.3); undefined for none.
 * @param accepted the header `Accept-Encoding`
 */
export function chooseCoding(accepted = ''): Coding | undefined {
  const weights = new Map(
    accepted.split(',').map((one): [string, number] => {
      const [name = '', ...parameters] = one.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='));
      return [name, weight === undefined ? 1 : Number(weight.slice(2))];
    }),
  );
  const names = Object.keys(codings) as Coding[];
  return names.find((name) => (weights.get(name) ?? weights.get('*') ?? 0) > 0);
}

/** Answers with its text, compressed where the client takes that, and with 304 where the client has it already. */
export class CompressedText {
  readonly text: string;
  readonly type: string;
  readonly #tag: string;
  readonly #coded = new Map<Coding, Promise<Buffer>>();

  /** @param type media type of text in UTF-8, without its charset: `text/html` */
  constructor(type: string, text: string) {
    this.type = type;
    this.text = text;
    // Weak: the same for all codings (RFC 9110 section 8.8.1).
    this.#tag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  }

  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    void reply
      .type(`${this.type}; charset=utf-8`)
      .headers({ vary: 'accept-encoding', 'cache-control': 'no-cache', etag: this.#tag });
    const known = (request.headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim());
    if (known.includes(this.#tag)) return reply.code(304).send();
    const coding = chooseCoding(request.headers['accept-encoding']);
    if (coding === undefined) return reply.send(this.text);
    return reply.header('content-encoding', coding).send(await this.#in(coding));
  }

  #in(coding: Coding): Promise<Buffer> {
    const known = this.#coded.get(coding);
    if (known !== undefined) return known;
    const made = codings[coding](this.text);
    this.#coded.set(coding, made);
    return made;
  }
}
