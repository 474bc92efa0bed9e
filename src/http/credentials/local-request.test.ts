import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isLocalRequest } from './local-request.ts';
import { startTestServer } from '../testing.ts';

describe('a request of this machine', () => {
  it('comes over a loopback address, and not through a proxy, trusted or not', async () => {
    for (const trustedProxies of [[], ['loopback']]) {
      const server = await startTestServer({
        server: { trustedProxies },
        routes: (app) => {
          app.get('/local', { config: { public: true } }, (request) => ({ isLocal: isLocalRequest(request) }));
        },
      });
      const isLocal = async (remoteAddress: string, headers: Record<string, string> = {}): Promise<boolean> => {
        const response = await server.app.inject({ url: '/local', remoteAddress, headers });
        return response.json<{ isLocal: boolean }>().isLocal;
      };
      try {
        for (const address of ['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1']) {
          assert.equal(await isLocal(address), true, address);
          for (const name of [
            'forwarded',
            'x-forwarded-for',
            'x-forwarded-host',
            'x-forwarded-proto',
            'x-forwarded-port',
            'x-real-ip',
            'via',
            'Via',
          ]) {
            for (const value of ['127.0.0.1', '']) {
              assert.equal(await isLocal(address, { [name]: value }), false, `${address} ${name}`);
            }
          }
        }
        for (const address of [
          '10.0.0.1',
          '192.168.1.5',
          '128.0.0.1',
          '::2',
          'fe80::1',
          '::ffff:10.0.0.1',
          '0.0.0.0',
        ]) {
          assert.equal(await isLocal(address), false, address);
        }
      } finally {
        await server.close();
      }
    }
  });
});
