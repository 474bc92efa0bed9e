/** Uploads for tests: forms, a client that sends them piece by piece, and a route that takes them. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { after, before, beforeEach } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { startTestServer, type TestServer } from '../testing.ts';
import { acceptUploads, readUpload, uploadBody } from './uploads.ts';

export const formBoundary = 'a-line-of-no-file';

export interface UploadPart {
  readonly name?: string;
  readonly filename?: string;
  readonly type?: string;
  readonly content: Buffer | string;
}

export function filePart(content: Buffer | string, more: Partial<UploadPart> = {}): UploadPart {
  return { name: 'file', filename: 'a.bin', type: 'audio/wav', content, ...more };
}

export function fieldPart(name: string, content: string): UploadPart {
  return { name, content };
}

export function partHead({ name, filename, type }: UploadPart): string {
  const parameters = [
    name === undefined ? '' : `; name="${name}"`,
    filename === undefined ? '' : `; filename="${filename}"`,
  ].join('');
  return `--${formBoundary}\r\ncontent-disposition: form-data${parameters}${type === undefined ? '' : `\r\ncontent-type: ${type}`}\r\n\r\n`;
}

export function encodeForm(parts: readonly UploadPart[]): Buffer {
  return Buffer.concat([
    ...parts.flatMap((part) => [Buffer.from(partHead(part)), Buffer.from(part.content), Buffer.from('\r\n')]),
    Buffer.from(`--${formBoundary}--\r\n`),
  ]);
}

export interface UploadAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>> & { readonly message?: string; readonly error_code?: string };
}

/** A connection whose answers are read while it is written to. */
export class UploadClient {
  readonly socket: Socket;
  #received = '';

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1');
    this.socket.on('data', (data) => (this.#received += data.toString()));
    this.socket.on('error', () => undefined);
  }

  /** Waits until the kernel has taken it. */
  async write(data: Buffer | string): Promise<void> {
    await new Promise((resolve) => this.socket.write(data, resolve));
  }

  async answer(): Promise<UploadAnswer> {
    for (;;) {
      const [, status, length, rest] =
        /^HTTP\/1\.1 (\d+)[\s\S]*?content-length: (\d+)[\s\S]*?\r\n\r\n([\s\S]*)$/iu.exec(this.#received) ?? [];
      if (rest !== undefined && Buffer.byteLength(rest) >= Number(length)) {
        this.#received = '';
        return { status: Number(status), body: JSON.parse(rest) as UploadAnswer['body'] };
      }
      await Promise.race([
        once(this.socket, 'data'),
        once(this.socket, 'close').then(() => assert.fail('closed without a whole answer')),
      ]);
    }
  }
}

/** Largest file of {@link uploadRoute} unless a test sets another. */
export const maxUploadBytes = 100_000;

const uploadFields = z.object({ name: z.string().min(1), note: z.string().optional() });

export async function readAll(content: Readable): Promise<Buffer> {
  return Buffer.concat((await content.toArray()) as Buffer[]);
}

/** A listening server with a route that takes uploads, for the tests of one `describe`; each begins anew. */
export class UploadRoute {
  server!: TestServer;
  port!: number;
  /** What `keep` has done. */
  kept: { readonly filename: string; readonly content: Buffer }[] = [];
  discarded: number[] = [];
  /** How `discard` ends. */
  discarding = (): Promise<void> => Promise.resolve();
  /** Why `keep` failed. */
  failed: unknown[] = [];
  limit = maxUploadBytes;
  /** Reads the file. */
  read = readAll;

  async start(): Promise<void> {
    this.server = await startTestServer({
      routes: (app) => {
        app.post('/json', (request) => ({ body: request.body }));
        void app.register((scope, _options, done) => {
          this.#add(scope);
          done();
        });
      },
    });
    await this.server.app.listen({ host: '127.0.0.1', port: 0 });
    this.port = (this.server.app.server.address() as AddressInfo).port;
  }

  reset(): void {
    [this.kept, this.discarded, this.failed, this.read, this.limit] = [[], [], [], readAll, maxUploadBytes];
    this.discarding = () => Promise.resolve();
  }

  #add(app: FastifyInstance): void {
    acceptUploads(app);
    const schema = {
      consumes: ['multipart/form-data'],
      body: uploadBody('file', 'Anything.', uploadFields),
      querystring: z.object({ size: z.enum(['s', 'l']).optional() }),
    };
    app.post('/upload', { schema }, async (request) => {
      const { fields, filename, kept } = await readUpload(request, {
        file: 'file',
        maxBytes: this.limit,
        fields: uploadFields,
        keep: (content, name) => this.#keep(content, name),
        discard: (number) => {
          this.discarded.push(number);
          return this.discarding();
        },
      });
      return { fields, filename, kept };
    });
  }

  async #keep(content: Readable, filename: string): Promise<number> {
    try {
      return this.kept.push({ filename, content: await this.read(content) });
    } catch (error) {
      this.failed.push(error);
      throw error;
    }
  }

  /** The head of a request. */
  request(
    length: number | 'chunked',
    type = `multipart/form-data; boundary=${formBoundary}`,
    path = '/upload',
  ): string {
    return [
      `POST ${path} HTTP/1.1`,
      'host: here',
      'service-version: 2026-08-14',
      `x-api-key: ${this.server.apiKey}`,
      ...(type === '' ? [] : [`content-type: ${type}`]),
      length === 'chunked' ? 'transfer-encoding: chunked' : `content-length: ${length}`,
      '',
      '',
    ].join('\r\n');
  }

  async send(body: Buffer | string, type?: string, path?: string): Promise<UploadAnswer> {
    const client = new UploadClient(this.port);
    const head = this.request(Buffer.byteLength(body), type, path);
    await client.write(Buffer.concat([Buffer.from(head), Buffer.from(body)]));
    const answer = await client.answer();
    client.socket.destroy();
    return answer;
  }

  /** Asserts a refusal that left nothing behind. */
  refused({ status, body }: UploadAnswer, expected: number, message: RegExp): void {
    assert.equal(status, expected, body.message);
    assert.match(body.message ?? '', message);
    assert.deepEqual(
      this.discarded,
      this.kept.map((_one, index) => index + 1),
      'what was kept is discarded, once',
    );
  }
}

/** Starts one before the tests of the `describe` and ends it after them. */
export function uploadRoute(): UploadRoute {
  const route = new UploadRoute();
  before(() => route.start());
  beforeEach(() => route.reset());
  after(() => route.server.close());
  return route;
}
