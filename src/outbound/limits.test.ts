import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { describe, it } from 'node:test';
import { busyFor } from '../../test/support/busy-for.ts';
import { TestClock } from '../timing/testing.ts';
import { readText, type HttpAnswer } from './answer.ts';
import { closeAfterEach, answering, client, closed, httpServer, rawServer } from './testing.ts';

closeAfterEach();

const head = 'HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n';

/** Reads a first piece, and gives what reading on rejects with or ends in. */
async function afterFirstPiece(answer: HttpAnswer): Promise<{ first: string; rest: Promise<string> }> {
  const pieces = answer.body[Symbol.asyncIterator]();
  const first = (await pieces.next()).value as Buffer;
  const rest = (async () => {
    let text = '';
    for (;;) {
      const { value, done } = (await pieces.next()) as IteratorResult<Buffer, undefined>;
      if (done === true) return text;
      text += value.toString();
    }
  })();
  return { first: first.toString(), rest };
}

describe('the time limits of a request', () => {
  it('end a connection that does not come to stand, TLS included', async () => {
    const clock = new TestClock();
    const accepted = Promise.withResolvers<Socket>();
    const deaf = await rawServer((socket) => accepted.resolve(socket));
    const url = `https://127.0.0.1:${deaf.port}/`;
    const failed = assert.rejects(client({ connectMs: 2000, clock }).send({ url }), {
      kind: 'connect_timeout',
      message: 'no connection within 2 s',
    });
    const socket = await accepted.promise;
    clock.advance(2000);
    await failed;
    await closed(socket);
  });

  it('end a wait for headers, also where they come byte by byte', async () => {
    const clock = new TestClock();
    const silent = await rawServer(() => undefined);
    const trickling = await rawServer((socket) =>
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\n');
        const drip = (): void => {
          clock.advance(100);
          if (!socket.destroyed) socket.write('x-a: b\r\n', () => setImmediate(drip));
        };
        drip();
      }),
    );
    for (const { url, sockets } of [silent, trickling]) {
      const failed = assert.rejects(client({ headersMs: 3000, clock }).send({ url }), {
        kind: 'headers_timeout',
        message: 'no answer within 3 s',
        url,
      });
      while (clock.pending === 0 || sockets.length === 0) await new Promise(setImmediate);
      clock.advance(2900);
      clock.advance(100);
      await failed;
      await closed(sockets[0]!);
    }
  });

  it('do not blame a server whose answer is there when this process was busy', async () => {
    const { url } = await httpServer((_request, response) => {
      response.end('in time', () => busyFor(1000));
    });
    assert.equal(await readText(await client({ headersMs: 500 }).send({ url }), 100), 'in time');
  });

  it('end a body that falls silent, and begin anew with each piece', async () => {
    const clock = new TestClock();
    const { url, sockets } = await answering(`${head}one`);
    const answer = await client({ silenceMs: 1000, clock }).send({ url });
    const pieces = answer.body[Symbol.asyncIterator]();
    for (const piece of ['one', 'two', 'three']) {
      const next: IteratorResult<Buffer, undefined> = await pieces.next();
      assert.equal(next.value?.toString(), piece);
      clock.advance(999);
      if (piece !== 'three') sockets[0]!.write(piece === 'one' ? 'two' : 'three');
    }
    const failed = assert.rejects(pieces.next(), { kind: 'body_timeout', message: 'nothing came for 1 s' });
    clock.advance(1);
    await failed;
    await closed(sockets[0]!);
  });

  it('do not take a slow reader for a silent server', async () => {
    const clock = new TestClock();
    const bytes = 3_000_000;
    const { url } = await httpServer((_, response) => response.end('x'.repeat(bytes)));
    const answer = await client({ silenceMs: 1000, clock }).send({ url });
    let read = 0;
    for await (const piece of answer.body) {
      if (read === 0) {
        // Meanwhile as much has come as the client takes ahead of its reader.
        for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
        for (let time = 0; time < 10; time++) clock.advance(600);
      }
      read += piece.length;
    }
    assert.equal(read, bytes);
  });

  it('end an exchange as a whole: a name that is not told, no answer, and a body that never ends', async () => {
    const clock = new TestClock();
    const late = { kind: 'timeout', message: 'no answer within 5 s' };
    const http = client({ totalMs: 5000, clock, resolve: () => new Promise(() => undefined) });
    const unknown = assert.rejects(http.send({ url: 'http://slow.example/' }), late);
    clock.advance(5000);
    await unknown;

    const silent = await rawServer(() => undefined);
    const unanswered = assert.rejects(client({ totalMs: 5000, clock }).send({ url: silent.url }), late);
    while (silent.sockets.length === 0) await new Promise(setImmediate);
    clock.advance(5000);
    await unanswered;

    const endless = await answering(`${head}one`);
    const { first, rest } = await afterFirstPiece(await client({ totalMs: 5000, clock }).send({ url: endless.url }));
    assert.equal(first, 'one');
    const failed = assert.rejects(rest, late);
    clock.advance(5000);
    await failed;
    await closed(endless.sockets[0]!);
    assert.equal(clock.pending, 0);
  });

  it('leave no timer behind an answer that was read', async () => {
    const clock = new TestClock();
    const { url } = await httpServer((_, response) => response.end('whole'));
    const http = client({ connectMs: 1000, headersMs: 1000, silenceMs: 1000, totalMs: 1000, clock });
    assert.equal(await readText(await http.send({ url }), 100), 'whole');
    assert.equal(clock.pending, 0);
  });
});

describe('a hostile answer', () => {
  const problems: Readonly<Record<string, readonly [string, code: string]>> = {
    'has headers of 64 KiB': [`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(65_536)}\r\n\r\n`, 'HPE_HEADER_OVERFLOW'],
    'is not of HTTP': ['SSH-2.0-OpenSSH_9.6\r\n', 'EPROTO'],
    'is closed before its status': ['', 'ECONNRESET'],
  };
  for (const [what, [bytes, code]] of Object.entries(problems)) {
    it(`is a failed connection: ${what}`, async () => {
      const { url, sockets } = await answering(bytes, (socket) => socket.end());
      await assert.rejects(client().send({ url }), { kind: 'connection_failed', code });
      await closed(sockets[0]!);
    });
  }

  it('gives what came, then fails, where it is shorter than it says', async () => {
    for (const headers of [head, 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3e8\r\n']) {
      const { url, sockets } = await answering(`${headers}${'x'.repeat(500)}`, (socket) => socket.end());
      const answer = await client().send({ url });
      await closed(sockets[0]!);
      let text = '';
      const read = async (): Promise<void> => {
        for await (const piece of answer.body) text += piece.toString();
      };
      await assert.rejects(read(), {
        kind: 'connection_failed',
        code: 'ECONNRESET',
        message: 'the connection was cut',
      });
      assert.equal(text, 'x'.repeat(500));
    }
  });

  it('ends at its length where more comes, and its connection is not used again', async () => {
    const { url, sockets } = await answering('HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nonetwo');
    const http = client();
    assert.equal(await readText(await http.send({ url }), 100), 'one');
    assert.equal(await readText(await http.send({ url }), 100), 'one');
    assert.equal(sockets.length, 2);
    await closed(sockets[0]!);
  });

  it('is read to a limit and no further, however long it is', async () => {
    const { url, sockets } = await httpServer((_, response) => {
      const write = (): void => {
        if (!response.destroyed) response.write('x'.repeat(16_384), () => setImmediate(write));
      };
      write();
    });
    assert.equal(await readText(await client().send({ url }), 100_000), undefined);
    await closed(sockets[0]!);
  });

  it('may be as long as the limit', async () => {
    const { url } = await httpServer((_, response) => response.end('é'.repeat(50)));
    assert.equal(await readText(await client().send({ url }), 100), 'é'.repeat(50));
    assert.equal(await readText(await client().send({ url }), 99), undefined);
  });
});

describe('an abort', () => {
  const reason = new Error('not wanted any more');

  it('rejects with its reason and closes the connection, while that is made, before the headers and in the body', async () => {
    const none = await httpServer(() => undefined);
    await assert.rejects(client().send({ url: none.url }, AbortSignal.abort(reason)), reason);
    assert.equal(none.sockets.length, 0);

    const deaf = await rawServer(() => undefined);
    const http = client();
    const connecting = new AbortController();
    const unconnected = assert.rejects(
      http.send({ url: `https://127.0.0.1:${deaf.port}/` }, connecting.signal),
      reason,
    );
    while (deaf.sockets.length === 0) await new Promise(setImmediate);
    connecting.abort(reason);
    await unconnected;
    await http.close();
    await closed(deaf.sockets[0]!);

    const asked = Promise.withResolvers<Socket>();
    const silent = await httpServer((request) => asked.resolve(request.socket));
    const waiting = new AbortController();
    const unanswered = assert.rejects(client().send({ url: silent.url }, waiting.signal), reason);
    const socket = await asked.promise;
    waiting.abort(reason);
    await unanswered;
    await closed(socket);

    const { url, sockets } = await answering(`${head}one`);
    const reading = new AbortController();
    const { rest } = await afterFirstPiece(await client().send({ url }, reading.signal));
    const cut = assert.rejects(rest, reason);
    reading.abort(reason);
    await cut;
    await closed(sockets[0]!);
  });

  it('closes the connection of a body that is left before its end, or not read at all', async () => {
    const left = await answering(`${head}one`);
    for await (const piece of (await client().send({ url: left.url })).body) if (piece.length > 0) break;
    await closed(left.sockets[0]!);
    const unread = await answering(`${head}one`);
    (await client().send({ url: unread.url })).destroy();
    await closed(unread.sockets[0]!);
  });
});
