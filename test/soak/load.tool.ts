/** What keeps a server busy for the soak, on servers that do not do their work. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { metric } from '../support/server.ts';
import { keepBusy } from './load.ts';

async function withServer(listener: RequestListener, use: (url: string) => Promise<void>): Promise<void> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('the clients of a soak', () => {
  it('fail where a piece of work has no answer', { timeout: 20_000 }, () =>
    withServer(
      ({ url }, response) => {
        if (url === '/v1/agents') response.end('{"id": "agent"}');
      },
      async (url) => {
        const { signal } = new AbortController();
        // The fifth is a conversation.
        for (const clients of [1, 5]) {
          await assert.rejects(
            keepBusy({ url, clients, share: 1, signal, workMs: 200 }),
            /piece of work \d had no answer within 0\.2 s/u,
          );
        }
      },
    ),
  );
});

describe('a metric', () => {
  const page =
    '# TYPE held gauge\nheld{a="1"} 2\nheld{a="2"} 3\nheld_by 9\n# TYPE none counter\n# TYPE took histogram\ntook_count 4\n';

  it('is the sum over its labels, 0 without any', () =>
    withServer(
      (_, response) => response.end(page),
      async (url) => {
        assert.deepEqual(
          await Promise.all(['held', 'held{a="2"}', 'none', 'took_count'].map((name) => metric(url, name))),
          [5, 3, 0, 4],
        );
        await assert.rejects(metric(url, 'gone'), /no gone/u);
        await assert.rejects(metric(url, 'hel'), /no hel/u);
      },
    ));

  it('is an error of a server that gives none', () =>
    withServer(
      (_, response) => response.writeHead(500).end('no'),
      (url) => assert.rejects(metric(url, 'held'), /500: no/u),
    ));
});
