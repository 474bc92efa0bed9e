import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Resolve } from './connector.ts';
import { readText } from './answer.ts';
import { closeAfterEach, client, httpServer, leadingTo } from './testing.ts';

closeAfterEach();

describe('a client with public reach', () => {
  const refused = { name: 'HttpError', kind: 'address_refused', isPrivate: true };

  it('connects to no literal address of a local network, however it is written', async () => {
    const server = await httpServer((_, response) => response.end());
    const hosts = ['127.0.0.1', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '10.0.0.1'];
    for (const host of hosts) {
      await assert.rejects(client({ reach: 'public' }).send({ url: `https://${host}:${server.port}/` }), refused, host);
    }
    assert.equal(server.sockets.length, 0);
  });

  it('connects to no name that leads to one, also where it leads to a public address as well', async () => {
    const server = await httpServer((_, response) => response.end());
    for (const addresses of [['127.0.0.1'], ['::ffff:127.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['127.0.0.1', '8.8.8.8']]) {
      const http = client({ reach: 'public', resolve: leadingTo(...addresses) });
      const sent = http.send({ url: `https://inside.example:${server.port}/` });
      await assert.rejects(sent, refused);
    }
    await assert.rejects(client({ reach: 'public' }).send({ url: `https://localhost:${server.port}/` }), refused);
    assert.equal(server.sockets.length, 0);
  });

  it('sends nothing over plain http, and asks for no name then', async () => {
    let asked = 0;
    const resolve: Resolve = () => Promise.resolve((asked++, [{ address: '8.8.8.8', family: 4 }]));
    const http = client({ reach: 'public', resolve });
    await assert.rejects(http.send({ url: 'http://hooks.example/' }), { kind: 'https_required' });
    assert.equal(asked, 0);
  });
});

describe('a client with private reach', () => {
  it('connects to local networks, and never to link-local addresses and metadata services', async () => {
    const server = await httpServer((_, response) => response.end('here'));
    assert.equal(await readText(await client().send({ url: server.url }), 10), 'here');
    const refused = { kind: 'address_refused', isPrivate: false };
    for (const address of [
      '169.254.169.254',
      '::ffff:169.254.169.254',
      '100.100.100.200',
      'fd00:ec2::254',
      '0.0.0.0',
    ]) {
      const http = client({ resolve: leadingTo(address) });
      await assert.rejects(http.send({ url: 'http://metadata.example/' }), refused, address);
      const host = address.includes(':') ? `[${address}]` : address;
      await assert.rejects(client().send({ url: `http://${host}/` }), refused, address);
    }
  });

  it('asks for a name once for each connection, and judges each answer: a later one helps no attacker', async () => {
    const server = await httpServer((_, response) => response.end());
    let asked = 0;
    const rebinding: Resolve = () =>
      Promise.resolve([{ address: asked++ === 0 ? '127.0.0.1' : '169.254.169.254', family: 4 }]);
    const http = client({ resolve: rebinding, idleMs: 0 });
    const url = `http://rebinding.example:${server.port}/`;
    assert.equal(await readText(await http.send({ url }), 10), '');
    assert.equal(asked, 1);
    await assert.rejects(http.send({ url }), { kind: 'address_refused' });
    assert.equal(asked, 2);
  });

  it('follows no redirect to an address that is refused, be it a literal or a name', async () => {
    for (const location of ['http://169.254.169.254/latest', 'http://metadata.example/latest']) {
      const server = await httpServer((_, response) => response.writeHead(302, { location }).end());
      const http = client({ resolve: leadingTo('169.254.169.254') });
      await assert.rejects(http.send({ url: server.url, maxRedirects: 5 }), { kind: 'address_refused' });
    }
  });

  it('says what the name server said, and when a name has no address', async () => {
    const failing =
      (code: string): Resolve =>
      () =>
        Promise.reject(Object.assign(new Error('getaddrinfo'), { code }));
    const url = 'http://nowhere.example/';
    for (const code of ['ENOTFOUND', 'EAI_AGAIN']) {
      await assert.rejects(client({ resolve: failing(code) }).send({ url }), { kind: 'name_not_found', code, url });
    }
    await assert.rejects(client({ resolve: leadingTo() }).send({ url }), { kind: 'name_not_found', code: undefined });
  });
});
