import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type Socket } from 'node:net';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ServiceError } from '../../errors/service-error.ts';
import {
  encodeForm,
  fieldPart,
  filePart,
  maxUploadBytes as maxBytes,
  partHead,
  readAll,
  UploadClient,
  uploadRoute,
} from './upload-testing.ts';

describe('an upload', () => {
  const route = uploadRoute();

  it('gives its fields, its file and the file’s name', async () => {
    const { status, body } = await route.send(
      encodeForm([
        fieldPart('name', 'Ada ✓'),
        filePart(Buffer.from([0, 255, 13, 10, 45, 45]), { filename: 'élan.wav' }),
      ]),
    );
    assert.deepEqual([status, body], [200, { fields: { name: 'Ada ✓' }, filename: 'élan.wav', kept: 1 }]);
    assert.deepEqual(route.kept, [{ filename: 'élan.wav', content: Buffer.from([0, 255, 13, 10, 45, 45]) }]);
    assert.deepEqual(route.discarded, []);
  });

  it('may have its parts in any order, in pieces of any length', async () => {
    const parts = [
      fieldPart('name', 'Ada'),
      filePart('x'.repeat(300)),
      fieldPart('note', '1'),
      fieldPart('unknown', 'dropped'),
      fieldPart('__proto__', '{"polluted":1}'),
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(parts, { minLength: parts.length }),
        fc.integer({ min: 1, max: 200 }),
        async (order, length) => {
          route.kept = [];
          const body = encodeForm(order);
          const client = new UploadClient(route.port);
          client.socket.setNoDelay(true);
          await client.write(route.request(body.length));
          for (let at = 0; at < body.length; at += length) await client.write(body.subarray(at, at + length));
          assert.deepEqual(await client.answer(), {
            status: 200,
            body: { fields: { name: 'Ada', note: '1' }, filename: 'a.bin', kept: 1 },
          });
          assert.equal(route.kept[0]?.content.length, 300);
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
      encodeForm([fieldPart('name', 'Ada'), filePart('abc')]),
      Buffer.from('after'),
    ]);
    const client = new UploadClient(route.port);
    await client.write(`${route.request('chunked')}${body.length.toString(16)}\r\n`);
    await client.write(Buffer.concat([body, Buffer.from('\r\n0\r\n\r\n')]));
    assert.equal((await client.answer()).status, 200);
    assert.equal(route.kept[0]?.content.toString(), 'abc');
    client.socket.destroy();
  });

  it('may have a file whose type alone says that it is one', async () => {
    const { status, body } = await route.send(
      encodeForm([fieldPart('name', 'Ada'), { name: 'file', type: 'application/octet-stream', content: 'abc' }]),
    );
    assert.deepEqual([status, body.filename], [200, 'unnamed']);
  });

  it('is the fault of the server when the file cannot be written', async () => {
    const fullDisk = () => new Writable({ write: (_chunk, _encoding, done) => done(new Error('no space left')) });
    route.read = async (content) => {
      await pipeline(content, fullDisk());
      return Buffer.alloc(0);
    };
    for (const content of ['abc', 'abc'.repeat(30_000)]) {
      route.refused(
        await route.send(encodeForm([fieldPart('name', 'Ada'), filePart(content)])),
        500,
        /went wrong in the server/,
      );
    }
  });

  it('is refused for its own fault, also when what was kept cannot be discarded', async () => {
    route.discarding = () => Promise.reject(new Error('no object store'));
    route.refused(await route.send(encodeForm([filePart('abc')])), 400, /Required: expected string/);
  });

  it('leaves the connection usable, refused or not', async () => {
    const client = new UploadClient(route.port);
    for (const [parts, status] of [
      [[filePart('a')], 400],
      [[fieldPart('name', 'Ada'), filePart('b')], 200],
      [[fieldPart('name', ''), filePart('c')], 400],
    ] as const) {
      const body = encodeForm(parts);
      await client.write(Buffer.concat([Buffer.from(route.request(body.length)), body]));
      assert.equal((await client.answer()).status, status);
    }
    client.socket.destroy();
  });

  describe('that is too large', () => {
    it('may be of exactly the limit; one byte more is 413', async () => {
      const exact = await route.send(encodeForm([fieldPart('name', 'Ada'), filePart(Buffer.alloc(maxBytes))]));
      assert.equal(exact.status, 200);
      assert.equal(route.kept[0]?.content.length, maxBytes);
      route.kept = [];
      const answer = await route.send(encodeForm([fieldPart('name', 'Ada'), filePart(Buffer.alloc(maxBytes + 1))]));
      route.refused(answer, 413, /larger than 100000 bytes/);
      assert.equal(answer.body.error_code, 'file_too_large');
    });

    it('is answered while the client still sends, and the client can read that', async () => {
      const client = new UploadClient(route.port);
      const before = Buffer.concat([Buffer.from(partHead(filePart(''))), Buffer.alloc(maxBytes + 1)]);
      // Less than what is refused for its length alone.
      const total = maxBytes + 1_000_000;
      await client.write(Buffer.concat([Buffer.from(route.request(total)), before]));
      route.refused(await client.answer(), 413, /file/);
      assert.equal(route.failed.length, 1, 'what was being kept was broken off');
      // The rest is still taken, so that a client that sends first and reads later is no worse off, and then the next request.
      await client.write(Buffer.alloc(total - before.length));
      const body = encodeForm([fieldPart('name', 'Ada'), filePart('abc')]);
      await client.write(Buffer.concat([Buffer.from(route.request(body.length)), body]));
      assert.equal((await client.answer()).status, 200);
      client.socket.destroy();
    });

    it('by its announced length is 413 at once', async () => {
      const client = new UploadClient(route.port);
      await client.write(route.request(maxBytes + 1024 * 1024 + 1));
      route.refused(await client.answer(), 413, /file/);
      assert.deepEqual([route.kept, route.failed], [[], []]);
      client.socket.destroy();
    });

    it('by what stands around its parts is 413 too', async () => {
      const client = new UploadClient(route.port);
      const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536, 'x'), Buffer.from('\r\n')]);
      await client.write(route.request('chunked'));
      for (let sent = 0; sent < maxBytes + 1_200_000; sent += 65_536) await client.write(chunk);
      route.refused(await client.answer(), 413, /body/);
      client.socket.destroy();
    });
  });

  describe('whose client goes away', () => {
    it('leaves nothing, and what was being kept is broken off', async () => {
      const reading = Promise.withResolvers<undefined>();
      route.read = (content) => {
        reading.resolve(undefined);
        return readAll(content);
      };
      const client = new UploadClient(route.port);
      const body = encodeForm([fieldPart('name', 'Ada'), filePart(Buffer.alloc(50_000))]);
      await client.write(Buffer.concat([Buffer.from(route.request(body.length)), body.subarray(0, 30_000)]));
      await reading.promise;
      client.socket.destroy();
      while (route.failed.length === 0) await new Promise((resolve) => setImmediate(resolve));
      assert.deepEqual([route.kept, route.discarded], [[], []]);
    });
  });

  describe('whose file cannot be kept', () => {
    it('is answered with why, also when nothing of it was read', async () => {
      route.read = () => Promise.reject(new ServiceError('invalid_request', 'Not to my taste.'));
      route.refused(
        await route.send(encodeForm([fieldPart('name', 'Ada'), filePart(Buffer.alloc(90_000))])),
        400,
        /Not to my taste/,
      );
      route.read = () => {
        throw new Error('disk full');
      };
      const answer = await route.send(encodeForm([filePart(Buffer.alloc(90_000)), fieldPart('name', 'Ada')]));
      assert.deepEqual([answer.status, answer.body.error_code], [500, 'internal_error']);
      assert.deepEqual(route.discarded, []);
    });

    it('in the middle of it is answered while the client still sends', async () => {
      route.read = async (content) => {
        for await (const chunk of content) {
          throw new ServiceError('invalid_request', `No, after ${Math.min((chunk as Buffer).length, 1)}.`);
        }
        return Buffer.alloc(0);
      };
      const client = new UploadClient(route.port);
      await client.write(route.request(90_000));
      await client.write(partHead(filePart('')) + 'x'.repeat(1000));
      route.refused(await client.answer(), 400, /No, after 1/);
      client.socket.destroy();
    });
  });

  it('that is kept slowly is taken slowly: the client waits, not the memory', async () => {
    route.limit = 50_000_000;
    const begun = Promise.withResolvers<undefined>();
    const go = Promise.withResolvers<undefined>();
    let taken = 0;
    route.read = async (content) => {
      begun.resolve(undefined);
      await go.promise;
      for await (const chunk of content) taken += (chunk as Buffer).length;
      return Buffer.alloc(0);
    };
    const body = encodeForm([fieldPart('name', 'Ada'), filePart(Buffer.alloc(route.limit))]);
    const connected = once(route.server.app.server, 'connection') as Promise<[Socket]>;
    const client = new UploadClient(route.port);
    const [socket] = await connected;
    const written = client.write(Buffer.concat([Buffer.from(route.request(body.length)), body]));
    await begun.promise;
    route.read = readAll;
    // What the server reads without a taker it has read when other uploads have gone through.
    for (let count = 0; count < 20; count++) {
      assert.equal((await route.send(encodeForm([fieldPart('name', 'Eve'), filePart('abc')]))).status, 200);
    }
    assert.ok(socket.bytesRead < 1_000_000, `${socket.bytesRead} bytes were read`);
    go.resolve(undefined);
    await written;
    assert.equal((await client.answer()).status, 200);
    assert.equal(taken, route.limit);
    client.socket.destroy();
  });
});
