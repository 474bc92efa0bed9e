/** The bench's load: requests over open connections, and texts of several lengths. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { after, describe, it } from 'node:test';
import { WebSocketServer } from 'ws';
import { loadFirstAudio } from '../../bench/load/first-audio.ts';
import { HttpConnection } from '../../bench/load/http-load.ts';

const closing: (() => void)[] = [];
after(() => closing.forEach((close) => close()));

async function listening(connected: (socket: Socket) => void): Promise<string> {
  const server: Server = createServer(connected);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('requests over open connections', () => {
  it('one that the server has closed before a request rejects it', { timeout: 10_000 }, async () => {
    const closed = Promise.withResolvers<undefined>();
    const url = await listening((socket) => {
      socket.on('close', () => closed.resolve(undefined)).resume();
      socket.end();
    });
    const connection = await HttpConnection.open(url);
    // The server has seen the client's end of it; the client sees its own in the next turns of the event loop.
    await closed.promise;
    for (let turns = 0; turns < 5; turns++) await new Promise(setImmediate);
    await assert.rejects(connection.ask(Buffer.from('GET / HTTP/1.1\r\n\r\n')), /closed a connection|EPIPE/);
  });
});

describe('texts of several lengths', () => {
  it('come so that none always stands behind the same one', async () => {
    const lengths: number[] = [];
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    closing.push(() => server.close());
    server.on('connection', (socket) => {
      socket.on('message', (data: Buffer) => {
        const { context_id, transcript } = JSON.parse(data.toString()) as Record<string, string>;
        if (transcript === undefined) return;
        lengths.push(transcript.split(' ').length);
        socket.send(JSON.stringify({ type: 'chunk', context_id, done: false, data: 'AAAA' }));
        socket.send(JSON.stringify({ type: 'done', context_id, done: true }));
      });
    });
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const params = { url, engine: 'espeak', transport: 'websocket', words: [5, 50, 500], turns: 40 } as const;
    const times = await loadFirstAudio(params);
    assert.deepEqual(
      times.map(({ length }) => length),
      [40, 40, 40],
    );
    const measured = lengths.slice(3);
    const behindLongest = measured.filter((_length, index) => measured[index - 1]! >= 500);
    for (const words of [5, 50, 500]) {
      const share = behindLongest.filter((length) => length === words).length / behindLongest.length;
      assert.ok(share > 0.1 && share < 0.6, `${words} words stand behind the longest in a share of ${share}`);
    }
  });
});
