/** Uploads: `multipart/form-data` with one file or several, read as they arrive; the parts may come in any order. */
import { createHash, type Hash } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { invalidField, ServiceError } from '../../errors/service-error.ts';
import { parseWith } from '../../errors/validation.ts';
import { noteIgnoredFields } from './ignored-fields.ts';
import { validatorCompiler } from './validation.ts';

/** What a route takes: the file part, the other fields, and where the file goes. */
export interface UploadRules<S extends z.ZodType, T> extends UploadRulesOfFiles<S, T> {
  /** Name of the part that is the file. */
  readonly file: string;
}

/** What holds for each file, and the other fields. */
export interface UploadRulesOfFiles<S extends z.ZodType, T> {
  /** Largest file in bytes; one byte more is 413 `file_too_large` before the rest has been read. */
  readonly maxBytes: number;
  /** Schema of the other parts, each a text: `{ name: '…' }`. */
  readonly fields: S;
  /** Fields that may come several times: each is a list of texts, also where it comes once. Default: none, and a second one is refused. */
  readonly repeated?: readonly string[] | undefined;
  /** Longest text of a field, in bytes. Default 64 KiB. */
  readonly maxFieldBytes?: number | undefined;
  /** Takes the file while it arrives. It must read the stream to its end or reject. */
  readonly keep: (content: Readable, filename: string) => Promise<T>;
  /** Undoes `keep` when the request turns out to be bad. */
  readonly discard: (kept: T) => Promise<void>;
}

export interface Upload<S extends z.ZodType, T> {
  readonly fields: z.output<S>;
  /** The name the caller gave, without folders; may be any text, so it is never a path. */
  readonly filename: string;
  readonly kept: T;
}

/** An upload of several files. */
export interface UploadOfFiles<S extends z.ZodType, T> {
  readonly fields: z.output<S>;
  /** What was kept of each that came, by the name of its part. */
  readonly kept: ReadonlyMap<string, T>;
}

/** Limits of everything but the file. */
const maxFields = 40;
const maxNameLength = 256;
const defaultFieldBytes = 64 * 1024;
const maxOverheadBytes = 1024 * 1024;

/** How long the rest of a refused upload is read, so that a client that sends before it reads gets its answer. */
const lingerMs = 30_000;

/**
 * Makes the routes of this plugin's scope take `multipart/form-data` and nothing else; others get 415. The `body` of their
 * schemas is for the documentation ({@link uploadBody}); {@link readUpload} checks what came.
 */
export function acceptUploads(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
  app.addContentTypeParser('*', (_request, _payload, done) => {
    const message = 'The body is not of a type this route reads: it reads forms, "multipart/form-data".';
    done(new ServiceError('unsupported_media_type', message));
  });
  app.setValidatorCompiler((route) =>
    route.httpPart === 'body'
      ? (value: unknown) => ({ value })
      : validatorCompiler(route as Parameters<typeof validatorCompiler>[0]),
  );
}

/** Adds routes that take uploads, in a scope of their own ({@link acceptUploads}). */
export function addUploads(app: FastifyInstance, add: (scope: FastifyInstance) => void): void {
  void app.register((scope: FastifyInstance, _options, done) => {
    acceptUploads(scope);
    add(scope);
    done();
  });
}

/** How an upload stands in the documentation: put it into a route's schema beside `consumes: ['multipart/form-data']`. */
export function uploadBody<S extends z.ZodRawShape>(file: string, description: string, fields: z.ZodObject<S>) {
  return z.object({ [file]: z.file().describe(description), ...fields.shape });
}

/**
 * @throws {ServiceError} `file_too_large`, `body_too_large`; `invalid_request` when the body is no multipart or ends early,
 * a part comes twice or is missing, or the fields do not fit; or what `keep` throws. Then nothing is kept.
 * @throws {IdempotentReplay} when the request carries an `Idempotency-Key` and was carried out before; nothing is kept either
 */
export async function readUpload<S extends z.ZodType, T>(
  request: FastifyRequest,
  { file: name, ...rules }: UploadRules<S, T>,
): Promise<Upload<S, T>> {
  const { fields, files } = await readParts(request, [name], rules, (given) => {
    if (!given.has(name)) throw invalidField(name, 'Required: expected a file');
  });
  const { filename, kept } = files.get(name)!;
  return { fields, filename, kept: await kept };
}

/**
 * The same for several files, each of which may be left out.
 * @param names of the parts that are files
 * @throws {ServiceError} as {@link readUpload}; `invalid_request` when none of them came
 */
export async function readUploads<S extends z.ZodType, T>(
  request: FastifyRequest,
  names: readonly string[],
  rules: UploadRulesOfFiles<S, T>,
): Promise<UploadOfFiles<S, T>> {
  const { fields, files } = await readParts(request, names, rules, (given) => {
    if (given.size === 0) throw invalidField(names[0]!, `Required: at least one file of ${names.join(' and ')}`);
  });
  const kept = new Map<string, T>();
  for (const [name, file] of files) kept.set(name, await file.kept);
  return { fields, kept };
}

/** @param check throws where files are missing */
async function readParts<S extends z.ZodType, T>(
  request: FastifyRequest,
  names: readonly string[],
  rules: UploadRulesOfFiles<S, T>,
  check: (files: ReadonlyMap<string, ReceivedFile<T>>) => void,
): Promise<{ readonly fields: z.output<S>; readonly files: ReadonlyMap<string, ReceivedFile<T>> }> {
  const { idempotency } = request;
  const reader = new MultipartReader(names, rules, idempotency === null ? undefined : createHash('sha256'));
  try {
    if (Number(request.headers['content-length'] ?? 0) > reader.maxBytes) throw tooLarge(names[0]!, rules.maxBytes);
    await reader.read(request);
    check(reader.files);
    const given = Object.fromEntries(reader.fields);
    noteIgnoredFields(request, rules.fields, given);
    const fields = parseWith(rules.fields, given);
    await Promise.all([...reader.files.values()].map(({ kept }) => kept));
    await idempotency?.claim(reader.digest());
    return { fields, files: reader.files };
  } catch (error) {
    drainBody(request);
    await reader
      .discard()
      .catch((cause: unknown) =>
        request.log.warn({ err: cause }, 'what was kept of a refused upload could not be discarded'),
      );
    throw error;
  }
}

/** Reads and drops the rest of the body for a while, so that the client can read the answer. */
function drainBody({ raw }: FastifyRequest): void {
  raw.unpipe();
  raw.resume();
  const { socket } = raw;
  if (raw.readableEnded || socket.destroyed) return;
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  const stop = (): void => {
    clearTimeout(timer);
    raw.off('end', stop);
    socket.off('close', stop);
  };
  // Once it has been answered, a request does not report the end of its connection any more.
  raw.on('end', stop);
  socket.on('close', stop);
}

function tooLarge(file: string, maxBytes: number) {
  return new ServiceError(
    'file_too_large',
    `The file in "${file}" is larger than ${maxBytes} bytes, which is the limit.`,
  );
}

interface ReceivedFile<T> {
  readonly filename: string;
  readonly content: BusboyFileStream;
  readonly kept: Promise<T>;
}

class MultipartReader<S extends z.ZodType, T> {
  readonly fields = new Map<string, string | readonly string[]>();
  readonly files = new Map<string, ReceivedFile<T>>();
  readonly #names: readonly string[];
  readonly #rules: UploadRulesOfFiles<S, T>;
  readonly #hash: Hash | undefined;
  #fail!: (error: unknown) => void;
  readonly #failed: Promise<never>;

  /** @param hash takes the bytes of the files in the order in which they come */
  constructor(names: readonly string[], rules: UploadRulesOfFiles<S, T>, hash?: Hash) {
    this.#names = names;
    this.#rules = rules;
    this.#hash = hash;
    this.#failed = new Promise((_resolve, reject) => (this.#fail = reject));
    this.#failed.catch(() => undefined);
  }

  get #maxFieldBytes(): number {
    return this.#rules.maxFieldBytes ?? defaultFieldBytes;
  }

  /** Longest body. */
  get maxBytes(): number {
    return this.#names.length * this.#rules.maxBytes + Math.max(maxOverheadBytes, 2 * this.#maxFieldBytes);
  }

  async read({ raw, headers }: FastifyRequest): Promise<void> {
    const busboy = this.#parser(headers);
    busboy.on('field', (name, value, _nameTruncated, truncated) => this.#onField(name, value, truncated));
    busboy.on('file', (name, content, filename) => this.#onFile(name, content, filename));
    busboy.on('fieldsLimit', () =>
      this.#fail(new ServiceError('invalid_request', `The body has more than ${maxFields} fields.`)),
    );
    busboy.on('partsLimit', () =>
      this.#fail(new ServiceError('invalid_request', `The body has more than ${maxFields} fields.`)),
    );
    busboy.on('error', (error) => this.#fail(notMultipart(error)));
    const onEarlyEnd = (): void => {
      if (!raw.readableEnded) this.#fail(new ServiceError('invalid_request', 'The upload ended early.'));
    };
    raw.once('close', onEarlyEnd).on('error', onEarlyEnd);
    this.#count(raw);
    raw.pipe(busboy);
    await Promise.race([once(busboy, 'finish'), this.#failed]);
    await Promise.race([Promise.all([...this.files.values()].map(({ kept }) => kept)), this.#failed]);
  }

  /** The same for the same fields and the same file, in whatever order they came. */
  digest(): string {
    const names = [...this.files].map(([name, { filename }]) => [name, filename] as const);
    return JSON.stringify([
      [...this.fields].sort(([a], [b]) => (a < b ? -1 : 1)),
      this.#names.length === 1 ? names[0]?.[1] : names,
      this.#hash?.digest('hex'),
    ]);
  }

  /** Leaves nothing of a refused upload. */
  async discard(): Promise<void> {
    for (const { content, kept } of this.files.values()) {
      content.destroy(new Error('the upload was refused'));
      await kept.then(
        (one) => this.#rules.discard(one),
        () => undefined,
      );
    }
  }

  #parser(headers: FastifyRequest['headers']): BusboyInstance {
    const { 'content-type': type = '' } = headers;
    try {
      return new Busboy({
        headers: { ...headers, 'content-type': type },
        limits: {
          fileSize: this.#rules.maxBytes,
          fields: maxFields,
          parts: maxFields + 2,
          fieldSize: this.#maxFieldBytes,
          headerPairs: 50,
        },
      });
    } catch (error) {
      throw notMultipart(error);
    }
  }

  /** Bounds what the limits of the parts do not see: what stands before, between and behind them. */
  #count(raw: FastifyRequest['raw']): void {
    const limit = this.maxBytes;
    let bytes = 0;
    raw.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > limit) {
        this.#fail(new ServiceError('body_too_large', `The body is larger than ${limit} bytes, which is the limit.`));
      }
    });
  }

  /** @param name absent where the part has none */
  #onField(name: string | undefined, value: string, truncated: boolean): void {
    if (!isName(name)) return this.#fail(unnamed());
    if (truncated) return this.#fail(invalidField(name, `Too large: at most ${this.#maxFieldBytes} bytes`));
    if (this.#names.includes(name)) {
      return this.#fail(invalidField(name, 'Invalid input: expected a file, that is a part with a file name'));
    }
    const before = this.fields.get(name);
    if (this.#rules.repeated?.includes(name) === true) this.fields.set(name, [before ?? [], value].flat());
    else if (before === undefined) this.fields.set(name, value);
    else this.#fail(invalidField(name, 'Given twice'));
  }

  /** @param filename absent where only its type makes the part a file */
  #onFile(name: string | undefined, content: BusboyFileStream, filename: string | undefined): void {
    content.on('error', (error) => {
      // The parser reports an error and leaves the stream open; where `keep` has ended it, its rejection has the cause.
      if (!content.destroyed) this.#fail(notMultipart(error));
    });
    if (!isName(name) || !this.#names.includes(name) || this.files.has(name)) {
      content.resume();
      return this.#fail(this.#refusalOf(name));
    }
    content.once('limit', () => {
      const error = tooLarge(name, this.#rules.maxBytes);
      this.#fail(error);
      content.destroy(error);
    });
    const plain = plainName(filename ?? '');
    const kept = this.#keep(content, plain);
    kept.catch((error: unknown) => this.#fail(error));
    this.files.set(name, { filename: plain, content, kept });
  }

  /** Of a file that is none of those, or comes again. */
  #refusalOf(name: string | undefined): ServiceError {
    if (!isName(name)) return unnamed();
    if (this.files.has(name)) return invalidField(name, 'More than one file');
    const [only] = this.#names;
    const known = this.#names.length === 1 ? `the only one is "${only!}"` : `those are ${this.#names.join(', ')}`;
    return invalidField(name, `Not a file: ${known}`);
  }

  async #keep(content: Readable, filename: string): Promise<T> {
    const hash = this.#hash;
    return this.#rules.keep(
      hash === undefined ? content : Readable.from(hashed(content, hash), { objectMode: false }),
      filename,
    );
  }
}

async function* hashed(content: Readable, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of content as AsyncIterable<Buffer>) {
    hash.update(chunk);
    yield chunk;
  }
}

function isName(name: string | undefined): name is string {
  return name !== undefined && name !== '' && name.length <= maxNameLength;
}

function unnamed() {
  return new ServiceError('invalid_request', `Each part of the body has a name of 1 to ${maxNameLength} characters.`);
}

function notMultipart(cause: unknown) {
  return new ServiceError(
    'invalid_request',
    'The body is not complete multipart/form-data: its boundary is missing or it ends early.',
    { cause },
  );
}

/** The last part of a path, without control characters, at most 255 characters. */
export function plainName(filename: string): string {
  return (
    (filename.split(/[/\\]/u).at(-1) ?? '')
      .replaceAll(/\p{Cc}/gu, '')
      .toWellFormed()
      .slice(0, 255)
      .toWellFormed() || 'unnamed'
  );
}
