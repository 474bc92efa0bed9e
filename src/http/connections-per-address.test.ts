import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { describe, it } from 'node:test';
import fastify from 'fastify';
import { ConnectionsPerAddress, limitForwarded, type ConnectionsPerAddressOptions } from './connections-per-address.ts';
import { trustedProxies } from './requests/client-address.ts';

/** A connection of which everything that the server writes is kept, and whose client never closes it. */
class Connection extends Duplex {
  readonly remoteAddress: string;
  text = '';

  constructor(remoteAddress: string) {
    super();
    this.remoteAddress = remoteAddress;
  }

  override _read(): void {
    // Its client sends nothing.
  }

  override _write(data: Buffer, _encoding: string, done: () => void): void {
    this.text += data.toString();
    done();
  }
}

async function closed(connection: Connection): Promise<void> {
  await new Promise((resolve) => connection.once('close', resolve));
}

/** A server to which connections come without a network. */
function serve(options?: ConnectionsPerAddressOptions, server: Server = createServer()) {
  const connections = new ConnectionsPerAddress(options);
  const admitted: unknown[] = [];
  const refused: unknown[] = [];
  server.removeAllListeners('connection');
  server.on('connection', function (this: Server, socket: Socket) {
    assert.equal(this, server);
    admitted.push(socket);
  });
  connections.guard(server, (socket) => refused.push(socket));
  /** How many came through of so many that come. */
  const come = (address: string, count = 1): number => {
    const before = admitted.length;
    for (let index = 0; index < count; index++) open(address);
    return admitted.length - before;
  };
  const open = (address: string): Connection => {
    const connection = new Connection(address);
    server.emit('connection', connection);
    return connection;
  };
  return { connections, admitted, refused, come, open };
}

describe('a server whose connections are counted by address', () => {
  it('lets a thousand of each through by default, and of IPv6 of each network', () => {
    const { come, connections, refused } = serve();
    assert.equal(come('203.0.113.1', 1001), 1000);
    assert.equal(refused.length, 1);
    assert.equal(come('203.0.113.2'), 1);
    assert.equal(connections.takeForwarded('203.0.113.3', '203.0.113.4'), undefined, 'there are no proxies');
    const network = serve({ limit: 1 });
    assert.deepEqual(
      ['2001:db8::1', '2001:db8::2', '2001:db8:0:1::1'].map((address) => network.come(address)),
      [1, 0, 1],
    );
  });

  it('gives the place of each that has closed to another, and no more', async () => {
    const { come, open } = serve({ limit: 2 });
    const [first, second] = [open('203.0.113.1'), open('203.0.113.1')];
    first.destroy();
    await closed(first);
    assert.equal(come('203.0.113.1', 2), 1);
    second.destroy();
    await closed(second);
    assert.equal(come('203.0.113.1', 2), 1);
  });

  it('lets all of its proxies through', () => {
    const { come } = serve({ limit: 1, isProxy: trustedProxies(['10.0.0.0/8']) });
    assert.deepEqual([come('10.0.0.1', 5), come('203.0.113.1', 5)], [5, 1]);
  });
});

describe('a connection too many', () => {
  it('is told so, read to its end, and closed after a second where its client does not close it', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { admitted, refused, open } = serve({ limit: 1 });
    const first = open('203.0.113.1');
    const second = open('203.0.113.1');
    assert.deepEqual([admitted, refused], [[first], [second]]);
    assert.match(second.text, /^HTTP\/1.1 429 .*\r\nretry-after: 1\r\n.*"At most 1 connections of one address/s);
    assert.equal(second.readableFlowing, true);
    t.mock.timers.tick(999);
    assert.equal(second.destroyed, false);
    t.mock.timers.tick(1);
    assert.equal(second.destroyed, true);
    await closed(second);
    assert.equal(first.destroyed, false);
  });

  it('may break off without harm', async () => {
    const { open } = serve({ limit: 0 });
    const connection = open('203.0.113.1');
    connection.destroy(new Error('reset'));
    await closed(connection);
  });

  it('is closed without a word where a hundred are being told, and where it is encrypted', async () => {
    const { open } = serve({ limit: 0 });
    const answered = Array.from({ length: 100 }, () => open('203.0.113.1'));
    assert.equal(answered.filter(({ text, destroyed }) => text !== '' && !destroyed).length, 100);
    const silent = open('203.0.113.1');
    assert.deepEqual([silent.text, silent.destroyed], ['', true]);
    answered[0]!.destroy();
    await closed(answered[0]!);
    assert.deepEqual(
      [open('203.0.113.1'), open('203.0.113.1')].map(({ text }) => text !== ''),
      [true, false],
    );
    for (const connection of answered) connection.destroy();
    const encrypted = serve({ limit: 0 }, createSecureServer()).open('203.0.113.1');
    assert.deepEqual([encrypted.text, encrypted.destroyed], ['', true]);
  });
});

describe('a request through a trusted proxy', () => {
  const isProxy = trustedProxies(['10.0.0.0/8']);
  const tooMany = { code: 'rate_limited', retryAfterSeconds: 1 };

  it('takes a place of its client, which it gives back once', () => {
    const connections = new ConnectionsPerAddress({ limit: 2, isProxy });
    const take = () => connections.takeForwarded('10.0.0.1', '203.0.113.1')!;
    const [first, second] = [take(), take()];
    assert.throws(take, tooMany);
    first();
    first();
    const third = take();
    assert.throws(take, tooMany);
    second();
    third();
    const rest = [take(), take()];
    assert.throws(take, tooMany);
    for (const release of rest) release();
  });

  it('takes none for what the proxy asks for itself, and none through what is no proxy', () => {
    const connections = new ConnectionsPerAddress({ limit: 0, isProxy });
    assert.equal(connections.takeForwarded('10.0.0.1', '10.0.0.2'), undefined);
    assert.equal(connections.takeForwarded('203.0.113.1', '203.0.113.2'), undefined);
    assert.throws(() => connections.takeForwarded('10.0.0.1', '203.0.113.2'), tooMany);
  });

  it('keeps none where the connection has closed before it is counted', async (t) => {
    const app = fastify();
    t.after(() => app.close());
    const counted = Promise.withResolvers<undefined>();
    app.decorateRequest('clientAddress', '203.0.113.1');
    app.addHook('onRequest', async ({ url, raw: { socket } }) => {
      if (url !== '/gone') return;
      // A socket knows it after its end only where it was asked before, as the look for the client's address does.
      assert.equal(socket.remoteAddress, '127.0.0.1');
      socket.destroy();
      await once(socket, 'close');
    });
    limitForwarded(app, new ConnectionsPerAddress({ limit: 1, isProxy: trustedProxies(['127.0.0.1']) }));
    app.addHook('onRequest', (_request, _reply, done) => {
      counted.resolve(undefined);
      done();
    });
    app.get('/', () => ({}));
    app.get('/gone', () => ({}));
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const client = connect(port, '127.0.0.1').on('error', () => undefined);
    client.write('GET /gone HTTP/1.1\r\nHost: x\r\n\r\n');
    await counted.promise;
    assert.equal((await fetch(`http://127.0.0.1:${port}/`)).status, 200);
    client.destroy();
  });
});
