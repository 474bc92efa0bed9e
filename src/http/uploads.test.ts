import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { Writable, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { after, before, beforeEach, describe, it } from 'node:test';
import fc from 'fast-check';
import { z } from 'zod';
import { ServiceError } from '../errors/service-error.ts';
import { startTestServer, type TestServer } from './testing.ts';
import { acceptUploads, plainName, readUpload, uploadBody } from './uploads.ts';

const maxBytes = 100_000;
const fields = z.object({ name: z.string().min(1), note: z.string().optional() });
const boundary = 'a-line-of-no-file';

interface Part {
  readonly name?: string;
  readonly filename?: string;
  readonly type?: string;
  readonly content: Buffer | string;
}

function file(content: Buffer | string, more: Partial<Part> = {}): Part {
  return { name: 'file', filename: 'a.bin', type: 'audio/wav', content, ...more };
}

function field(name: string, content: string): Part {
  return { name, content };
}

function head({ name, filename, type }: Part): string {
  const parameters = [
    name === undefined ? '' : `; name="${name}"`,
    filename === undefined ? '' : `; filename="${filename}"`,
  ].join('');
  return `--${boundary}\r\ncontent-disposition: form-data${parameters}${type === undefined ? '' : `\r\ncontent-type: ${type}`}\r\n\r\n`;
}

function encode(parts: readonly Part[]): Buffer {
  return Buffer.concat([
    ...parts.flatMap((part) => [Buffer.from(head(part)), Buffer.from(part.content), Buffer.from('\r\n')]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
}

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>> & { readonly message?: string; readonly error_code?: string };
}

/** A connection whose answers are read while it is written to. */
class Client {
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

  async answer(): Promise<Answer> {
    for (;;) {
      const [, status, length, rest] =
        /^HTTP\/1\.1 (\d+)[\s\S]*?content-length: (\d+)[\s\S]*?\r\n\r\n([\s\S]*)$/iu.exec(this.#received) ?? [];
      if (rest !== undefined && Buffer.byteLength(rest) >= Number(length)) {
        this.#received = '';
        return { status: Number(status), body: JSON.parse(rest) as Answer['body'] };
      }
      await Promise.race([
        once(this.socket, 'data'),
        once(this.socket, 'close').then(() => assert.fail('closed without a whole answer')),
      ]);
    }
  }
}

describe('an upload', () => {
  let server: TestServer;
  let port: number;
  /** What `keep` has done. */
  let kept: { readonly filename: string; readonly content: Buffer }[] = [];
  let discarded: number[] = [];
  /** How `discard` ends; tests replace it. */
  let discarding: () => Promise<void>;
  let failed: unknown[] = [];
  let limit: number;
  /** Reads the file; tests replace it. */
  let read: (content: Readable) => Promise<Buffer>;
  const all = async (content: Readable): Promise<Buffer> => Buffer.concat((await content.toArray()) as Buffer[]);

  before(async () => {
    server = await startTestServer({
      routes(app) {
        app.post('/json', (request) => ({ body: request.body }));
        void app.register((scope, _options, done) => {
          acceptUploads(scope);
          scope.post(
            '/upload',
            {
              schema: {
                consumes: ['multipart/form-data'],
                body: uploadBody('file', 'Anything.', fields),
                querystring: z.object({ size: z.enum(['s', 'l']).optional() }),
              },
            },
            async (request) => {
              const upload = await readUpload(request, {
                file: 'file',
                maxBytes: limit,
                fields,
                async keep(content, filename) {
                  try {
                    return kept.push({ filename, content: await read(content) });
                  } catch (error) {
                    failed.push(error);
                    throw error;
                  }
                },
                discard: (number) => {
                  discarded.push(number);
                  return discarding();
                },
              });
              return { fields: upload.fields, filename: upload.filename, kept: upload.kept };
            },
          );
          done();
        });
      },
    });
    await server.app.listen({ host: '127.0.0.1', port: 0 });
    port = (server.app.server.address() as AddressInfo).port;
  });
  after(() => server.close());
  beforeEach(() => {
    [kept, discarded, failed, read, limit] = [[], [], [], all, maxBytes];
    discarding = () => Promise.resolve();
  });

  const request = (
    length: number | 'chunked',
    type = `multipart/form-data; boundary=${boundary}`,
    path = '/upload',
  ): string =>
    [
      `POST ${path} HTTP/1.1`,
      'host: here',
      'service-version: 2026-08-14',
      `x-api-key: ${server.apiKey}`,
      ...(type === '' ? [] : [`content-type: ${type}`]),
      length === 'chunked' ? 'transfer-encoding: chunked' : `content-length: ${length}`,
      '',
      '',
    ].join('\r\n');

  const send = async (body: Buffer | string, type?: string, path?: string): Promise<Answer> => {
    const client = new Client(port);
    await client.write(Buffer.concat([Buffer.from(request(Buffer.byteLength(body), type, path)), Buffer.from(body)]));
    const answer = await client.answer();
    client.socket.destroy();
    return answer;
  };

  /** A refusal that left nothing behind. */
  const refused = ({ status, body }: Answer, expected: number, message: RegExp): void => {
    assert.equal(status, expected, body.message);
    assert.match(body.message ?? '', message);
    assert.deepEqual(
      discarded,
      kept.map((_one, index) => index + 1),
      'what was kept is discarded, once',
    );
  };

  it('gives its fields, its file and the file’s name', async () => {
    const { status, body } = await send(
      encode([field('name', 'Ada ✓'), file(Buffer.from([0, 255, 13, 10, 45, 45]), { filename: 'élan.wav' })]),
    );
    assert.deepEqual([status, body], [200, { fields: { name: 'Ada ✓' }, filename: 'élan.wav', kept: 1 }]);
    assert.deepEqual(kept, [{ filename: 'élan.wav', content: Buffer.from([0, 255, 13, 10, 45, 45]) }]);
    assert.deepEqual(discarded, []);
  });

  it('may have its parts in any order, in pieces of any length', async () => {
    const parts = [
      field('name', 'Ada'),
      file('x'.repeat(300)),
      field('note', '1'),
      field('unknown', 'dropped'),
      field('__proto__', '{"polluted":1}'),
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(parts, { minLength: parts.length }),
        fc.integer({ min: 1, max: 200 }),
        async (order, length) => {
          kept = [];
          const body = encode(order);
          const client = new Client(port);
          client.socket.setNoDelay(true);
          await client.write(request(body.length));
          for (let at = 0; at < body.length; at += length) await client.write(body.subarray(at, at + length));
          assert.deepEqual(await client.answer(), {
            status: 200,
            body: { fields: { name: 'Ada', note: '1' }, filename: 'a.bin', kept: 1 },
          });
          assert.equal(kept[0]?.content.length, 300);
          client.socket.destroy();
        },
      ),
      { numRuns: 25 },
    );
    assert.ok(!('polluted' in {}));
  });

  it('may be sent in chunks without a length, with text before and after', async () => {
    const body = Buffer.concat([
      Buffer.from('before\r\n'),
      encode([field('name', 'Ada'), file('abc')]),
      Buffer.from('after'),
    ]);
    const client = new Client(port);
    await client.write(`${request('chunked')}${body.length.toString(16)}\r\n`);
    await client.write(Buffer.concat([body, Buffer.from('\r\n0\r\n\r\n')]));
    assert.equal((await client.answer()).status, 200);
    assert.equal(kept[0]?.content.toString(), 'abc');
    client.socket.destroy();
  });

  it('may have a file whose type alone says that it is one', async () => {
    const { status, body } = await send(
      encode([field('name', 'Ada'), { name: 'file', type: 'application/octet-stream', content: 'abc' }]),
    );
    assert.deepEqual([status, body.filename], [200, 'unnamed']);
  });

  it('is the fault of the server when the file cannot be written', async () => {
    const fullDisk = () => new Writable({ write: (_chunk, _encoding, done) => done(new Error('no space left')) });
    read = async (content) => {
      await pipeline(content, fullDisk());
      return Buffer.alloc(0);
    };
    for (const content of ['abc', 'abc'.repeat(30_000)]) {
      refused(await send(encode([field('name', 'Ada'), file(content)])), 500, /went wrong in the server/);
    }
  });

  it('is refused for its own fault, also when what was kept cannot be discarded', async () => {
    discarding = () => Promise.reject(new Error('no object store'));
    refused(await send(encode([file('abc')])), 400, /Required: expected string/);
  });

  it('leaves the connection usable, refused or not', async () => {
    const client = new Client(port);
    for (const [parts, status] of [
      [[file('a')], 400],
      [[field('name', 'Ada'), file('b')], 200],
      [[field('name', ''), file('c')], 400],
    ] as const) {
      const body = encode(parts);
      await client.write(Buffer.concat([Buffer.from(request(body.length)), body]));
      assert.equal((await client.answer()).status, status);
    }
    client.socket.destroy();
  });

  describe('is 415', () => {
    it('as JSON or without a type, and so is multipart on a route that reads JSON', async () => {
      for (const type of [
        'application/json',
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/mixed; boundary=x',
        '',
      ]) {
        const answer = await send('{}', type);
        assert.deepEqual([answer.status, answer.body.error_code], [415, 'unsupported_media_type'], type);
      }
      assert.equal((await send(encode([file('a')]), undefined, '/json')).status, 415);
      assert.deepEqual(kept, []);
    });
  });

  describe('is 400', () => {
    const good = [field('name', 'Ada'), file('abc')];

    it('without a boundary, with another one or an endless one', async () => {
      for (const type of [
        'multipart/form-data',
        'multipart/form-data; boundary=',
        'multipart/form-data; boundary=other',
        `multipart/form-data; boundary=${'x'.repeat(5000)}`,
      ]) {
        refused(await send(encode(good), type), 400, /multipart\/form-data/);
      }
    });

    it('cut off anywhere before the end of its last boundary', async () => {
      const whole = encode(good);
      await fc.assert(
        fc.asyncProperty(fc.nat(whole.length - 3), async (length) => {
          [kept, discarded] = [[], []];
          refused(await send(whole.subarray(0, length)), 400, /ends early|expected a file/);
        }),
        { numRuns: 40, examples: [[0], [whole.length - 3], [whole.length - 5]] },
      );
    });

    it('with no file, two files or a file of another name', async () => {
      refused(await send(encode([field('name', 'Ada')])), 400, /Required: expected a file\n {2}→ at file/);
      refused(await send(encode([...good, file('second')])), 400, /More than one file\n {2}→ at file/);
      refused(await send(encode([file('first', { name: 'clip' }), ...good])), 400, /only one is "file"\n {2}→ at clip/);
      refused(await send(encode([...good, file('second', { name: 'clip' })])), 400, /More than one file/);
    });

    it('with a field in place of the file or a file in place of a field', async () => {
      refused(
        await send(encode([field('name', 'Ada'), field('file', 'abc')])),
        400,
        /expected a file.*\n {2}→ at file/,
      );
      refused(await send(encode([{ ...file('Ada'), name: 'name' }, file('abc')])), 400, /Not a file.*\n {2}→ at name/);
    });

    it('with a field that is missing, comes twice, is too large or has no name', async () => {
      refused(await send(encode([file('abc')])), 400, /Required: expected string\n {2}→ at name/);
      refused(await send(encode([...good, field('name', 'Eve')])), 400, /Given twice\n {2}→ at name/);
      refused(
        await send(encode([...good, field('__proto__', '1'), field('__proto__', '2')])),
        400,
        /Given twice\n {2}→ at __proto__/,
      );
      refused(
        await send(encode([...good, field('note', 'x'.repeat(65_537))])),
        400,
        /at most 65536 bytes\n {2}→ at note/,
      );
      for (const part of [
        { content: 'x' },
        field('', 'x'),
        field('x'.repeat(257), 'x'),
        { filename: 'a', content: 'x' },
      ]) {
        refused(await send(encode([part, ...good])), 400, /Each part of the body has a name/);
      }
    });

    it('with more fields than any route has', async () => {
      const many = Array.from({ length: 41 }, (_, index) => field(`field${index}`, 'x'));
      refused(await send(encode([...many, ...good])), 400, /more than 40 fields/);
      refused(
        await send(encode([...Array.from({ length: 60 }, () => ({ content: 'x' })), ...good])),
        400,
        /name|more than 40 fields/,
      );
    });

    it('with a bad query, which goes before its body', async () => {
      refused(await send(encode(good), undefined, '/upload?size=xl'), 400, /→ at size/);
      assert.deepEqual(kept, []);
    });

    it('whatever its bytes are, and never anything else', async () => {
      const pieces = fc.oneof(
        fc.constantFrom(
          '\r\n',
          '--',
          boundary,
          `--${boundary}`,
          `--${boundary}--`,
          'content-disposition: form-data',
          '; name="file"',
          '; filename="x"',
          '; name="name"',
          ': ',
          '\r\n\r\n',
          '"',
          ';',
          'content-type: application/octet-stream',
        ),
        fc.string({ unit: 'binary', maxLength: 10 }),
      );
      await fc.assert(
        fc.asyncProperty(fc.array(pieces, { maxLength: 40 }), async (parts) => {
          [kept, discarded] = [[], []];
          const answer = await send(parts.join(''));
          if (answer.status !== 200) refused(answer, 400, /./);
        }),
        { numRuns: 100 },
      );
    });
  });

  describe('that is too large', () => {
    it('may be of exactly the limit; one byte more is 413', async () => {
      const exact = await send(encode([field('name', 'Ada'), file(Buffer.alloc(maxBytes))]));
      assert.equal(exact.status, 200);
      assert.equal(kept[0]?.content.length, maxBytes);
      kept = [];
      const answer = await send(encode([field('name', 'Ada'), file(Buffer.alloc(maxBytes + 1))]));
      refused(answer, 413, /larger than 100000 bytes/);
      assert.equal(answer.body.error_code, 'file_too_large');
    });

    it('is answered while the client still sends, and the client can read that', async () => {
      const client = new Client(port);
      const before = Buffer.concat([Buffer.from(head(file(''))), Buffer.alloc(maxBytes + 1)]);
      // Less than what is refused for its length alone.
      const total = maxBytes + 1_000_000;
      await client.write(Buffer.concat([Buffer.from(request(total)), before]));
      refused(await client.answer(), 413, /file/);
      assert.equal(failed.length, 1, 'what was being kept was broken off');
      // The rest is still taken, so that a client that sends first and reads later is no worse off, and then the next request.
      await client.write(Buffer.alloc(total - before.length));
      const body = encode([field('name', 'Ada'), file('abc')]);
      await client.write(Buffer.concat([Buffer.from(request(body.length)), body]));
      assert.equal((await client.answer()).status, 200);
      client.socket.destroy();
    });

    it('by its announced length is 413 at once', async () => {
      const client = new Client(port);
      await client.write(request(maxBytes + 1024 * 1024 + 1));
      refused(await client.answer(), 413, /file/);
      assert.deepEqual([kept, failed], [[], []]);
      client.socket.destroy();
    });

    it('by what stands around its parts is 413 too', async () => {
      const client = new Client(port);
      const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536, 'x'), Buffer.from('\r\n')]);
      await client.write(request('chunked'));
      for (let sent = 0; sent < maxBytes + 1_200_000; sent += 65_536) await client.write(chunk);
      refused(await client.answer(), 413, /body/);
      client.socket.destroy();
    });
  });

  describe('whose client goes away', () => {
    it('leaves nothing, and what was being kept is broken off', async () => {
      const reading = Promise.withResolvers<undefined>();
      read = (content) => {
        reading.resolve(undefined);
        return all(content);
      };
      const client = new Client(port);
      const body = encode([field('name', 'Ada'), file(Buffer.alloc(50_000))]);
      await client.write(Buffer.concat([Buffer.from(request(body.length)), body.subarray(0, 30_000)]));
      await reading.promise;
      client.socket.destroy();
      while (failed.length === 0) await new Promise((resolve) => setImmediate(resolve));
      assert.deepEqual([kept, discarded], [[], []]);
    });
  });

  describe('whose file cannot be kept', () => {
    it('is answered with why, also when nothing of it was read', async () => {
      read = () => Promise.reject(new ServiceError('invalid_request', 'Not to my taste.'));
      refused(await send(encode([field('name', 'Ada'), file(Buffer.alloc(90_000))])), 400, /Not to my taste/);
      read = () => {
        throw new Error('disk full');
      };
      const answer = await send(encode([file(Buffer.alloc(90_000)), field('name', 'Ada')]));
      assert.deepEqual([answer.status, answer.body.error_code], [500, 'internal_error']);
      assert.deepEqual(discarded, []);
    });

    it('in the middle of it is answered while the client still sends', async () => {
      read = async (content) => {
        for await (const chunk of content) {
          throw new ServiceError('invalid_request', `No, after ${Math.min((chunk as Buffer).length, 1)}.`);
        }
        return Buffer.alloc(0);
      };
      const client = new Client(port);
      await client.write(request(90_000));
      await client.write(head(file('')) + 'x'.repeat(1000));
      refused(await client.answer(), 400, /No, after 1/);
      client.socket.destroy();
    });
  });

  it('that is kept slowly is taken slowly: the client waits, not the memory', async () => {
    limit = 50_000_000;
    const begun = Promise.withResolvers<undefined>();
    const go = Promise.withResolvers<undefined>();
    let taken = 0;
    read = async (content) => {
      begun.resolve(undefined);
      await go.promise;
      for await (const chunk of content) taken += (chunk as Buffer).length;
      return Buffer.alloc(0);
    };
    const body = encode([field('name', 'Ada'), file(Buffer.alloc(limit))]);
    const connected = once(server.app.server, 'connection') as Promise<[Socket]>;
    const client = new Client(port);
    const [socket] = await connected;
    const written = client.write(Buffer.concat([Buffer.from(request(body.length)), body]));
    await begun.promise;
    read = all;
    // What the server reads without a taker it has read when other uploads have gone through.
    for (let count = 0; count < 20; count++) {
      assert.equal((await send(encode([field('name', 'Eve'), file('abc')]))).status, 200);
    }
    assert.ok(socket.bytesRead < 1_000_000, `${socket.bytesRead} bytes were read`);
    go.resolve(undefined);
    await written;
    assert.equal((await client.answer()).status, 200);
    assert.equal(taken, limit);
    client.socket.destroy();
  });
});

describe('the name of a file', () => {
  it('has no folders and no control characters, and is never empty', () => {
    for (const [given, plain] of [
      ['a.wav', 'a.wav'],
      ['../../etc/passwd', 'passwd'],
      ['C:\\clips\\a.wav', 'a.wav'],
      ['/etc/', 'unnamed'],
      ['', 'unnamed'],
      ['a\u0000b\r\n.wav', 'ab.wav'],
      ['\ud800', '\ufffd'],
      ['x'.repeat(300), 'x'.repeat(255)],
      ['Élan 🎙.wav', 'Élan 🎙.wav'],
    ] as const) {
      assert.equal(plainName(given), plain);
    }
  });

  it('is well-formed text of 1 to 255 units, whatever was given', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 400 }),
          fc.array(fc.nat(0xffff), { maxLength: 300 }).map((units) => String.fromCharCode(...units)),
        ),
        (given) => {
          const name = plainName(given);
          assert.ok(name.length >= 1 && name.length <= 255 && name.isWellFormed());
          assert.doesNotMatch(name, /[/\\\p{Cc}]/u);
        },
      ),
    );
  });
});
