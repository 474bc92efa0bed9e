/** Uploads: `multipart/form-data` with one file, read as it arrives; its parts may come in any order. */
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { invalidField, ServiceError } from '../errors/service-error.ts';
import { parseWith } from '../errors/validation.ts';

export interface UploadRules<S extends z.ZodType, T> {
  /** Name of the part that is the file. */
  readonly file: string;
  /** Largest file in bytes; one byte more is 413 `file_too_large` before the rest has been read. */
  readonly maxBytes: number;
  /** Of the other parts, each a text: `{ name: '…' }`. */
  readonly fields: S;
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

/** Limits of what is not the file. */
const maxFields = 40;
const maxFieldBytes = 64 * 1024;
const maxOverheadBytes = 1024 * 1024;

/** Makes the routes of this plugin's scope take `multipart/form-data` and nothing else; others get 415. */
export function acceptUploads(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
}

/**
 * @throws {ServiceError} `file_too_large`; `invalid_request` when the body is no multipart or ends early, a part comes twice
 * or is missing, or the fields do not fit. Then nothing is kept.
 */
export async function readUpload<S extends z.ZodType, T>(request: FastifyRequest, rules: UploadRules<S, T>): Promise<Upload<S, T>> {
  if (Number(request.headers['content-length'] ?? 0) > rules.maxBytes + maxOverheadBytes) throw refused(request, tooLarge(rules));
  const parts = new Parts(rules);
  try {
    await parts.read(request);
    const { file } = parts;
    if (file === undefined) throw invalidField(rules.file, 'Required: expected a file');
    return { fields: parseWith(rules.fields, Object.fromEntries(parts.fields)), filename: file.filename, kept: await file.kept };
  } catch (error) {
    await parts.discard();
    throw refused(request, error);
  }
}

/** What is still to come is thrown away, so that the client can read the answer. */
function refused(request: FastifyRequest, error: unknown): unknown {
  request.raw.unpipe();
  request.raw.resume();
  return error;
}

const tooLarge = ({ file, maxBytes }: Pick<UploadRules<z.ZodType, unknown>, 'file' | 'maxBytes'>) =>
  new ServiceError('file_too_large', `The file in "${file}" is larger than ${maxBytes} bytes, which is the limit.`);

class Parts<S extends z.ZodType, T> {
  readonly fields = new Map<string, string>();
  file: { readonly filename: string; readonly kept: Promise<T> } | undefined;
  readonly #rules: UploadRules<S, T>;
  #fail!: (error: unknown) => void;
  readonly #failed: Promise<never>;

  constructor(rules: UploadRules<S, T>) {
    this.#rules = rules;
    this.#failed = new Promise((_resolve, reject) => (this.#fail = reject));
    this.#failed.catch(() => undefined);
  }

  async read(request: FastifyRequest): Promise<void> {
    const busboy = this.#parser(request);
    busboy.on('field', (name, value, nameTruncated, valueTruncated) => this.#onField(name, value, nameTruncated || valueTruncated));
    busboy.on('file', (name, content, filename) => this.#onFile(name, content, filename));
    busboy.on('fieldsLimit', () => this.#fail(new ServiceError('invalid_request', `The body has more than ${maxFields} fields.`)));
    busboy.on('filesLimit', () => this.#fail(new ServiceError('invalid_request', 'The body has more files than one.')));
    busboy.on('error', (error) => this.#fail(notMultipart(error)));
    request.raw.once('aborted', () => this.#fail(new ServiceError('invalid_request', 'The upload ended early.')));
    request.raw.pipe(busboy);
    await Promise.race([once(busboy, 'finish'), this.#failed]);
    await Promise.race([this.file?.kept, this.#failed]);
  }

  /** Leaves nothing of a refused upload. */
  async discard(): Promise<void> {
    this.#content?.destroy(new Error('the upload was refused'));
    await this.file?.kept.then((kept) => this.#rules.discard(kept), () => undefined);
  }

  #content: BusboyFileStream | undefined;

  #parser({ headers }: FastifyRequest): BusboyInstance {
    const { 'content-type': type = '' } = headers;
    try {
      return new Busboy({
        headers: { ...headers, 'content-type': type },
        limits: { fileSize: this.#rules.maxBytes, files: 1, fields: maxFields, fieldSize: maxFieldBytes, fieldNameSize: 256, headerPairs: 50 },
      });
    } catch (error) {
      throw notMultipart(error);
    }
  }

  #onField(name: string, value: string, truncated: boolean): void {
    if (truncated) return this.#fail(invalidField(name.slice(0, 64), `Too large: at most ${maxFieldBytes} bytes`));
    if (name === this.#rules.file) return this.#fail(invalidField(name, 'Invalid input: expected a file, that is a part with a file name'));
    if (this.fields.has(name)) return this.#fail(invalidField(name, 'Given twice'));
    this.fields.set(name, value);
  }

  #onFile(name: string, content: BusboyFileStream, filename: string): void {
    content.on('error', (error) => this.#fail(notMultipart(error)));
    if (name !== this.#rules.file) {
      content.resume();
      return this.#fail(invalidField(name.slice(0, 64), `The only file is "${this.#rules.file}"`));
    }
    this.#content = content;
    content.once('limit', () => {
      const error = tooLarge(this.#rules);
      this.#fail(error);
      content.destroy(error);
    });
    const kept = this.#rules.keep(content, plainName(filename));
    kept.catch((error: unknown) => this.#fail(error));
    this.file = { filename: plainName(filename), kept };
  }
}

const notMultipart = (cause: unknown) => new ServiceError('invalid_request', 'The body is not complete multipart/form-data: its boundary is missing or it ends early.', { cause });

/** The last part of a path, without control characters, at most 255 characters. */
export const plainName = (filename: string): string =>
  (filename.split(/[/\\]/u).at(-1) ?? '').replaceAll(/\p{Cc}/gu, '').toWellFormed().slice(0, 255) || 'unnamed';
