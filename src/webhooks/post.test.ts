import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { getDefaultAutoSelectFamily, setDefaultAutoSelectFamily, type AddressInfo } from 'node:net';
import { after, afterEach, describe, it } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { generate } from 'selfsigned';
import type { Resolve } from '../outbound/connector.ts';
import { post, PostError, type PostOptions } from './post.ts';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
});

async function listen(server: Server): Promise<number> {
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function receiver(listener: RequestListener): Promise<number> {
  return listen(createServer(listener));
}

function leadingTo(...addresses: string[]): Resolve {
  return () => Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
}

const never = new AbortController().signal;
async function send(url: string, options: PostOptions = {}, signal = never) {
  const message = { url, headers: { 'content-type': 'application/json' }, body: '{"a":"é"}' };
  return (await post(message, signal, { allowPrivate: true, ...options })).status;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  return Buffer.concat((await request.toArray()) as Buffer[]).toString();
}

describe('a POST to a webhook', () => {
  it('arrives whole and answers the status', async () => {
    const seen = Promise.withResolvers<{
      method: string | undefined;
      url: string | undefined;
      length: string | undefined;
      host: string | undefined;
      body: string;
    }>();
    const port = await receiver((request, response) => {
      void bodyOf(request).then((body) => {
        seen.resolve({
          method: request.method,
          url: request.url,
          length: request.headers['content-length'],
          host: request.headers.host,
          body,
        });
        response.writeHead(202).end('thanks');
      });
    });
    assert.equal(await send(`http://hooks.example:${port}/in?a=1`, { resolve: leadingTo('127.0.0.1') }), 202);
    assert.deepEqual(await seen.promise, {
      method: 'POST',
      url: '/in?a=1',
      length: '10',
      host: `hooks.example:${port}`,
      body: '{"a":"é"}',
    });
  });

  it('follows no redirect', async () => {
    let asked = 0;
    const port = await receiver((_request, response) => {
      asked++;
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    assert.equal(await send(`http://127.0.0.1:${port}/`), 307);
    assert.equal(asked, 1);
  });

  it('asks for the name once and goes to the address that was checked, whatever the name leads to then', async () => {
    let asked = 0;
    const port = await receiver((_request, response) => response.end());
    const rebinding: Resolve = () =>
      Promise.resolve([{ address: asked++ === 0 ? '127.0.0.1' : '127.0.0.2', family: 4 }]);
    assert.equal(await send(`http://rebinding.example:${port}/`, { resolve: rebinding }), 200);
    assert.equal(asked, 1);
  });

  it('is not made when any address of the name is forbidden', async () => {
    let asked = 0;
    const port = await receiver((_request, response) => {
      asked++;
      response.end();
    });
    for (const addresses of [['127.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['::ffff:127.0.0.1'], ['169.254.169.254']]) {
      await assert.rejects(
        send(`https://inside.example:${port}/`, { allowPrivate: false, resolve: leadingTo(...addresses) }),
        (error) =>
          error instanceof PostError && error.message.includes('may not go to') && !/\d\.\d/.test(error.message),
      );
    }
    for (const host of ['127.0.0.1', '[::1]', '0x7f.1', 'localhost']) {
      await assert.rejects(send(`https://${host}:${port}/`, { allowPrivate: false }), /may not go to/);
    }
    for (const metadata of ['169.254.169.254', '100.100.100.200', 'fd00:ec2::254']) {
      await assert.rejects(send(`http://metadata.example:${port}/`, { resolve: leadingTo(metadata) }), /may not go to/);
    }
    assert.equal(asked, 0);
  });

  it('is not made over plain HTTP unless private addresses are allowed, also where the address was set when they were', async () => {
    let asked = 0;
    const resolve: Resolve = () => Promise.resolve((asked++, [{ address: '8.8.8.8', family: 4 }]));
    await assert.rejects(
      send('http://hooks.example/', { allowPrivate: false, resolve }),
      (error) => error instanceof PostError && error.message.includes('https'),
    );
    assert.equal(asked, 0);
  });

  it('says why there was no answer, without a word about the network', async () => {
    const port = await receiver((request) => void request.socket.destroy());
    await assert.rejects(send(`http://127.0.0.1:${port}/`), {
      name: 'PostError',
      code: 'connection_failed',
      message: 'The connection failed (ECONNRESET).',
    });
    const closed = createServer();
    const unused = await listen(closed);
    closed.close();
    servers.splice(servers.indexOf(closed), 1);
    await assert.rejects(send(`http://127.0.0.1:${unused}/`), {
      name: 'PostError',
      code: 'connection_failed',
      message: 'The connection failed (ECONNREFUSED).',
    });
    await assert.rejects(
      send('http://nowhere.invalid/', {
        resolve: () =>
          Promise.reject(Object.assign(new Error('getaddrinfo ENOTFOUND nowhere.invalid'), { code: 'ENOTFOUND' })),
      }),
      { name: 'PostError', code: 'name_not_found', message: 'The connection failed (ENOTFOUND).' },
    );
    await assert.rejects(
      send('http://nowhere.example/', {
        resolve: () => Promise.reject(Object.assign(new Error('getaddrinfo'), { code: 'EAI_AGAIN' })),
      }),
      { name: 'PostError', code: 'name_not_found', message: 'The connection failed (EAI_AGAIN).' },
    );
    await assert.rejects(send('http://nowhere.example/', { resolve: () => Promise.reject(new Error('10.1.2.3')) }), {
      name: 'PostError',
      code: 'connection_failed',
      message: 'The connection failed.',
    });
    await assert.rejects(send('http://empty.example/', { resolve: leadingTo() }), {
      name: 'PostError',
      code: 'name_not_found',
      message: 'The name has no address.',
    });
  });

  it('ends when no answer comes in time: from the name server, the receiver or the end of the headers', async () => {
    const silent = await receiver(() => undefined);
    await assert.rejects(send(`http://127.0.0.1:${silent}/`, { timeoutMs: 50 }), {
      name: 'PostError',
      code: 'timeout',
      message: 'No answer within 0.05 s.',
    });
    await assert.rejects(send('http://slow.example/', { timeoutMs: 50, resolve: () => new Promise(() => undefined) }), {
      name: 'PostError',
      code: 'timeout',
      message: 'No answer within 0.05 s.',
    });
  });

  it('goes to no private address, and waits for 15 s, where nothing else is asked for', async (t) => {
    const message = { url: 'https://127.0.0.1/', headers: {}, body: '' };
    await assert.rejects(post(message, never), { code: 'address_refused' });

    t.mock.timers.enable({ apis: ['setTimeout'] });
    const arrived = Promise.withResolvers<undefined>();
    const silent = await receiver(() => arrived.resolve(undefined));
    const sent = send(`http://127.0.0.1:${silent}/`);
    await arrived.promise;
    t.mock.timers.tick(60_000);
    await assert.rejects(sent, { code: 'timeout', message: 'No answer within 15 s.' });
  });

  it('takes the status and lets go of a body that is too long or never ends', async () => {
    const closed: Promise<unknown>[] = [];
    const endless = await receiver((_request, response) => {
      closed.push(once(response, 'close'));
      const write = (): void => {
        if (!response.destroyed) response.write(Buffer.alloc(16_384), () => setImmediate(write));
      };
      write();
    });
    const drip = await receiver((_request, response) => {
      closed.push(once(response, 'close'));
      response.write('.');
    });
    // Not by the time limit.
    assert.equal(await send(`http://127.0.0.1:${endless}/`, { timeoutMs: 600_000 }), 200);
    assert.equal(await send(`http://127.0.0.1:${drip}/`, { timeoutMs: 2000 }), 200);
    await Promise.all(closed);
  });

  it('reads a short body to its end', async () => {
    const ended = Promise.withResolvers<boolean>();
    const port = await receiver((_request, response) => {
      response.once('close', () => ended.resolve(response.writableFinished));
      response.write('.'.repeat(30_000));
      setTimeout(() => response.end('.'.repeat(30_000)), 100);
    });
    assert.equal(await send(`http://127.0.0.1:${port}/`), 200);
    assert.equal(await ended.promise, true);
  });

  it('goes to the first address where the process tries one only', async (t) => {
    const usual = getDefaultAutoSelectFamily();
    t.after(() => setDefaultAutoSelectFamily(usual));
    setDefaultAutoSelectFamily(false);
    const port = await receiver((_request, response) => response.end());
    assert.equal(await send(`http://hooks.example:${port}/`, { resolve: leadingTo('127.0.0.1', '::1') }), 200);
  });

  it('is broken off before the name server is asked where the signal is aborted', async () => {
    let asked = 0;
    const resolve: Resolve = () => (asked++, new Promise(() => undefined));
    const sent = send('http://slow.example/', { resolve }, AbortSignal.abort(new Error('shutting down')));
    await assert.rejects(sent, /shutting down/);
    assert.equal(asked, 0);
  });

  it('is broken off with the reason of the signal', async () => {
    const stop = new AbortController();
    const arrived = Promise.withResolvers<undefined>();
    const port = await receiver(() => arrived.resolve(undefined));
    const sent = send(`http://127.0.0.1:${port}/`, {}, stop.signal);
    await arrived.promise;
    stop.abort(new Error('shutting down'));
    await assert.rejects(sent, /shutting down/);
    await assert.rejects(send(`http://127.0.0.1:${port}/`, {}, stop.signal), /shutting down/);
  });
});

describe('a POST to a webhook over TLS', () => {
  const trusted = getCACertificates();
  after(() => setDefaultCACertificates(trusted));

  /** What the client called the server in its greeting. */
  const nameOf = (socket: object): unknown => ('servername' in socket ? socket.servername : undefined);

  it('names the host and checks its certificate, though it goes to the checked address', async () => {
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'hooks.example' }], {
      keySize: 2048,
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'hooks.example' }] }],
    });
    const seen: unknown[] = [];
    const server = createTlsServer({ cert, key }, (request, response) => {
      seen.push(nameOf(request.socket), request.headers.host);
      response.writeHead(204).end();
    });
    const port = await listen(server);
    const resolve = leadingTo('127.0.0.1');
    await assert.rejects(send(`https://hooks.example:${port}/`, { resolve }), {
      name: 'PostError',
      code: 'connection_failed',
      message: 'The connection failed (DEPTH_ZERO_SELF_SIGNED_CERT).',
    });
    setDefaultCACertificates([...trusted, cert]);
    assert.equal(await send(`https://hooks.example:${port}/`, { resolve }), 204);
    assert.deepEqual(seen, ['hooks.example', `hooks.example:${port}`]);
    await assert.rejects(send(`https://other.example:${port}/`, { resolve }), {
      name: 'PostError',
      code: 'connection_failed',
      message: 'The connection failed (ERR_TLS_CERT_ALTNAME_INVALID).',
    });
  });
});
