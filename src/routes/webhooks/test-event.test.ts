import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { startTestServer, type TestServer } from '../../http/testing.ts';
import { memoryLimiters, type Limiters } from '../../limits/limiters.ts';
import { openSecrets } from '../../store/index.ts';
import { Receiver, type ReceiverAnswer } from '../../webhooks/testing.ts';
import { createWebhook } from '../../webhooks/webhooks.ts';
import { webhookRoutes } from './index.ts';

const secrets = openSecrets();
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const testsPerMinute = 5;

interface TestAnswer {
  readonly id: string;
  readonly delivered: boolean;
  readonly response_status: number | null;
  readonly error: { readonly code: string; readonly message: string } | null;
}

const memory = memoryLimiters();
const windows: string[] = [];
/** Says where requests are counted. */
const limiters: Limiters = {
  ...memory,
  rate: (name, options) => {
    windows.push(`${name} ${options.limit}/${options.windowMs}`);
    return memory.rate(name, options);
  },
};

describe('POST /agents/webhooks/{webhook_id}/test', () => {
  let server: TestServer;
  let url: string;
  let answer: number | ReceiverAnswer | undefined = 204;
  const receiver = new Receiver(() => answer);
  before(async () => {
    url = await receiver.open();
    const options = { secrets, limiters, allowPrivate: true, timeoutMs: 1000, testsPerMinute, userAgent: 'Sonorant/9' };
    server = await startTestServer({
      routes: (app, store) => void app.register(webhookRoutes({ store, ...options })),
    });
  });
  after(async () => {
    receiver.close();
    await server.close();
  });

  async function test(to = url) {
    const options = { store: server.store, secrets, allowPrivate: true };
    const { id } = await createWebhook(options, server.organizationId, { url: to, secret });
    return server.inject({ method: 'POST', url: `/agents/webhooks/${id}/test` });
  }

  it('sends a signed event at once, answers what came of it, and is limited', async () => {
    const good = await test();
    assert.equal(good.statusCode, 200);
    const { id, delivered, response_status: status, error } = good.json<TestAnswer>();
    assert.deepEqual([delivered, status, error], [true, 204, null]);
    const { headers, body } = receiver.received[0]!;
    assert.equal(headers['webhook-id'], id);
    assert.equal(headers['user-agent'], 'Sonorant/9');
    const event = new Webhook(secret).verify(body, headers) as { type: string };
    assert.equal(event.type, 'webhook.test');

    for (const [given, code] of [
      [500, 'refused'],
      [{ status: 302, headers: { location: 'http://example.org' } }, 'refused'],
      [undefined, 'timeout'],
    ] as const) {
      answer = given;
      const result = (await test()).json<TestAnswer>();
      assert.deepEqual([result.delivered, result.error?.code], [false, code]);
    }
    assert.equal((await test('http://127.0.0.1:1/')).json<TestAnswer>().error?.code, 'connection_failed');

    const limited = await test();
    assert.deepEqual([limited.statusCode, limited.json<{ error_code: string }>().error_code], [429, 'rate_limited']);
    assert.ok(Number(limited.headers['retry-after']) > 0);
    assert.deepEqual(windows, [`webhook-tests ${testsPerMinute}/60000`]);
  });
});
