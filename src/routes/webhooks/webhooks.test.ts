import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { InjectOptions } from 'fastify';
import { startTestServer, type TestServer } from '../../http/testing.ts';
import { openSecrets } from '../../store/index.ts';
import { emitEvent } from '../../webhooks/envelope.ts';
import { eventTypes } from '../../webhooks/events.ts';
import { openSecret } from '../../webhooks/secret.ts';
import { webhookRoutes } from './index.ts';

interface WireWebhook extends Readonly<Record<string, unknown>> {
  readonly id: string;
}

const secrets = openSecrets();
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const url = 'https://example.org/hook';

let server: TestServer;
before(async () => {
  server = await startTestServer({
    routes: (app, store) => void app.register(webhookRoutes({ store, secrets, allowPrivate: false })),
  });
});
after(() => server.close());

function call(method: InjectOptions['method'] & string, path = '', body?: object) {
  return server.inject({
    method: method,
    url: `/agents/webhooks${path}`,
    ...(body !== undefined && { payload: body }),
  });
}

async function create(more: object = {}): Promise<WireWebhook> {
  return (await call('POST', '', { url, secret, ...more })).json<WireWebhook>();
}

async function list(query = ''): Promise<{ data: WireWebhook[]; has_more: boolean; next_page: string | null }> {
  return (await call('GET', query)).json();
}

async function stored(id: string) {
  return (await server.store.webhooks.find(server.organizationId, id))!;
}

describe('POST /agents/webhooks', () => {
  it('answers 200 with the webhook and, this once, its secret', async () => {
    const response = await call('POST', '', { url, secret, display_name: 'CRM' });
    assert.equal(response.statusCode, 200);
    const { id, created_at: created, updated_at: updated, ...rest } = response.json<WireWebhook>();
    assert.match(id, /^agent_webhook_/);
    assert.equal(created, updated);
    assert.deepEqual(rest, {
      url,
      secret,
      display_name: 'CRM',
      send_secret_header: false,
      events: ['voice.created', 'fine_tune.completed', 'fine_tune.failed'],
      disabled_at: null,
      paused_at: null,
      failing_since: null,
      failures: 0,
    });
  });

  it('takes a missing name and null as no name', async () => {
    assert.equal((await create()).display_name, null);
    assert.equal((await create({ display_name: null })).display_name, null);
  });

  it('keeps the secret sealed', async () => {
    const row = await stored((await create()).id);
    assert.ok(!JSON.stringify(row).includes('MfKQ'));
    assert.equal(openSecret(secrets, row.secret).current, secret);
  });

  it('refuses what cannot work, names the field and makes nothing', async () => {
    const before = (await list('?limit=100')).data.length;
    const wrong: [string, object][] = [
      ['url', { url: undefined }],
      ['url', { url: '' }],
      ['url', { url: 7 }],
      ['url', { url: 'http://example.org' }],
      ['url', { url: 'https://127.0.0.1' }],
      ['url', { url: 'https://a:b@example.org' }],
      ['secret', { secret: undefined }],
      ['secret', { secret: '' }],
      ['secret', { secret: null }],
      ['secret', { secret: 'whsec_' }],
      ['secret', { secret: 'whsec_***' }],
      ['secret', { secret: 'x'.repeat(513) }],
      ['display_name', { display_name: 3 }],
      ['display_name', { display_name: 'x'.repeat(257) }],
      ['events', { events: [] }],
      ['events', { events: 'voice.created' }],
      ['events\\[1\\]', { events: ['voice.*', 'voice.spoken'] }],
      ['events\\[0\\]', { events: ['webhook.test'] }],
      ['send_secret_header', { send_secret_header: 'yes' }],
      ['send_secret_header', { send_secret_header: true, secret: 'pässword' }],
      ['send_secret_header', { send_secret_header: true, secret: 'a\r\nx-evil: 1' }],
    ];
    for (const [field, body] of wrong) {
      const response = await call('POST', '', { url, secret, ...body });
      assert.equal(response.statusCode, 400, JSON.stringify(body));
      assert.match(response.json<{ message: string }>().message, new RegExp(`→ at ${field}$`), JSON.stringify(body));
      assert.doesNotMatch(response.body, /MfKQ|pässword/);
    }
    assert.equal((await list('?limit=100')).data.length, before);
  });
});

describe('GET /agents/webhooks', () => {
  it('gives pages, newest first, without secrets, to an empty page', async () => {
    const made = [await create(), await create(), await create()]
      .toSorted((one, other) =>
        `${String(one.created_at)}${one.id}` < `${String(other.created_at)}${other.id}` ? 1 : -1,
      )
      .map(({ id }) => id);
    const first = await list('?limit=2');
    assert.deepEqual(
      first.data.map(({ id }) => id),
      made.slice(0, 2),
    );
    assert.deepEqual([first.has_more, first.next_page], [true, made[1]]);
    const ids: string[] = [];
    for (let page = first; page.data.length > 0; page = await list(`?limit=2&starting_after=${page.data.at(-1)!.id}`)) {
      ids.push(...page.data.map(({ id }) => id));
      assert.doesNotMatch(JSON.stringify(page), /secret":|MfKQ/);
    }
    assert.equal(new Set(ids).size, ids.length);
    assert.deepEqual(ids.slice(0, 3), made);
  });

  it('refuses an unknown cursor', async () =>
    assert.equal((await call('GET', '?starting_after=nothing')).statusCode, 400));
});

describe('PATCH /agents/webhooks/{webhook_id}', () => {
  it('answers 200 with the bare id as JSON', async () => {
    const { id } = await create();
    const response = await call('PATCH', `/${id}`, { display_name: 'New' });
    assert.equal(response.statusCode, 200);
    assert.match(String(response.headers['content-type']), /^application\/json/);
    assert.equal(response.body, JSON.stringify(id));
  });

  it('changes each field alone and leaves an omitted secret as it was', async () => {
    const { id } = await create({ display_name: 'Old' });
    const before = await stored(id);
    await call('PATCH', `/${id}`, { url: 'https://example.org/other' });
    await call('PATCH', `/${id}`, { display_name: 'New' });
    assert.deepEqual(
      { ...(await stored(id)), updated_at: '' },
      { ...before, url: 'https://example.org/other', display_name: 'New', updated_at: '' },
    );
    await call('PATCH', `/${id}`, { secret: 'other' });
    assert.equal(openSecret(secrets, (await stored(id)).secret).current, 'other');
    await call('PATCH', `/${id}`, { send_secret_header: true, display_name: null });
    assert.deepEqual([(await stored(id)).clear_secret, (await stored(id)).display_name], [1, null]);
    assert.equal((await call('PATCH', `/${id}`, {})).statusCode, 200);
  });

  it('changes which events it gets, and null sets them back', async () => {
    const { id, events } = await create({ events: ['voice.*', 'file.created'] });
    assert.deepEqual(events, ['voice.*', 'file.created']);
    const shown = async () => (await list('?limit=100')).data.find((webhook) => webhook.id === id)?.events;
    await call('PATCH', `/${id}`, { display_name: 'Named' });
    assert.deepEqual(await shown(), ['voice.*', 'file.created']);
    await call('PATCH', `/${id}`, { events: ['*'] });
    assert.deepEqual(await shown(), ['*']);
    assert.equal((await call('PATCH', `/${id}`, { events: null })).statusCode, 200);
    assert.deepEqual(await shown(), ['voice.created', 'fine_tune.completed', 'fine_tune.failed']);
  });

  it('names the events there are where one is unknown', async () => {
    const response = await call('POST', '', { url, secret, events: ['voice.spoken'] });
    const { message } = response.json<{ message: string }>();
    for (const name of Object.keys(eventTypes)) assert.ok(message.includes(`"${name}"`), message);
  });

  it('refuses what cannot work and changes nothing', async () => {
    const { id } = await create();
    const unsendable = await create({ secret: 'pässword' });
    const before = await stored(id);
    for (const [field, body] of [
      ['url', { url: 'https://10.0.0.1', secret: 'x' }],
      ['url', { url: null }],
      ['secret', { url: 'https://example.org/other', secret: '' }],
      ['secret', { secret: null }],
      ['display_name', { display_name: {} }],
      ['send_secret_header', { send_secret_header: true, secret: '🔑' }],
    ] as const) {
      const response = await call('PATCH', `/${id}`, body);
      assert.equal(response.statusCode, 400, JSON.stringify(body));
      assert.match(response.json<{ message: string }>().message, new RegExp(`→ at ${field}$`));
    }
    assert.deepEqual(await stored(id), before);
    assert.equal((await call('PATCH', `/${unsendable.id}`, { send_secret_header: true })).statusCode, 400);
  });

  it('answers 404 for a webhook that is not there or belongs to others', async () => {
    const { id: theirs } = await server.store.organizations.create('Theirs');
    const foreign = await server.store.webhooks.create(theirs, {
      url,
      secret: 'sealed',
      displayName: null,
      clearSecret: false,
    });
    for (const id of ['nothing', foreign.id]) {
      for (const [method, path, body] of [
        ['PATCH', '', { display_name: 'x' }],
        ['DELETE', '', undefined],
        ['GET', '/deliveries', undefined],
        ['POST', '/resume', undefined],
        ['POST', '/test', undefined],
        ['POST', '/deliveries/msg_1/resend', undefined],
      ] as const) {
        const response = await call(method, `/${id}${path}`, body);
        assert.equal(response.statusCode, 404, `${method} ${path}`);
        assert.equal(response.json<{ error_code: string }>().error_code, 'not_found');
      }
    }
    assert.deepEqual(await server.store.webhooks.find(theirs, foreign.id), foreign);
  });
});

describe('DELETE /agents/webhooks/{webhook_id}', () => {
  it('answers 200 with the bare id as JSON, and the webhook is gone', async () => {
    const { id } = await create();
    const response = await call('DELETE', `/${id}`);
    assert.equal(response.statusCode, 200);
    assert.equal(response.body, JSON.stringify(id));
    assert.equal((await call('DELETE', `/${id}`)).statusCode, 404);
    assert.ok(!(await list('?limit=100')).data.some((webhook) => webhook.id === id));
  });
});

describe('GET /agents/webhooks/{webhook_id}/deliveries', () => {
  it('gives the deliveries with their outcome, by status where asked', async () => {
    const { id } = await create();
    const { store, organizationId } = server;
    for (const type of ['voice.created', 'fine_tune.completed']) {
      await store.transaction((repositories) => emitEvent(repositories, { organizationId, type, data: {} }));
    }
    const page = async (query = '') =>
      (await call('GET', `/${id}/deliveries${query}`)).json<{ data: (WireWebhook & { type: string })[] }>().data;
    const delivery = (await page('?limit=1'))[0]!.id;
    await store.webhookDeliveries.record(organizationId, delivery, {
      status: 'failed',
      responseStatus: 500,
      error: 'The receiver answered 500; 2xx is success.',
      nextAttemptAt: null,
    });
    assert.deepEqual((await page()).map(({ type }) => type).toSorted(), ['fine_tune.completed', 'voice.created']);
    const [failed] = await page('?status=failed');
    assert.deepEqual([failed?.id, failed?.attempts, failed?.response_status], [delivery, 1, 500]);
    assert.equal((await page('?status=pending')).length, 1);
    assert.equal((await call('GET', `/${id}/deliveries?status=lost`)).statusCode, 400);
  });
});

describe('POST /agents/webhooks/{webhook_id}/resume', () => {
  it('ends the pause that the list shows, and answers the webhook', async () => {
    const { id } = await create();
    const since = '2026-01-01T00:00:00.000Z';
    await server.store.database.db
      .updateTable('webhooks')
      .set({ paused_at: since, failing_since: since, failures: 20 })
      .where('id', '=', id)
      .execute();
    const listed = (await list('?limit=100')).data.find((webhook) => webhook.id === id)!;
    assert.deepEqual([listed.paused_at, listed.failing_since, listed.failures], [since, since, 20]);
    const response = await call('POST', `/${id}/resume`);
    assert.equal(response.statusCode, 200);
    const { paused_at: paused, failing_since: failing, failures } = response.json<WireWebhook>();
    assert.deepEqual([paused, failing, failures], [null, null, 0]);
  });

  it('answers 409 for one that a 410 has disabled', async () => {
    const { id } = await create();
    await server.store.webhooks.disable(server.organizationId, id);
    const response = await call('POST', `/${id}/resume`);
    assert.deepEqual([response.statusCode, response.json<WireWebhook>().error_code], [409, 'webhook_disabled']);
  });
});

describe('POST /agents/webhooks/{webhook_id}/deliveries/{delivery_id}/resend', () => {
  it('answers the delivery, which waits again', async () => {
    const { id } = await create();
    await server.store.transaction((repositories) =>
      emitEvent(repositories, { organizationId: server.organizationId, type: 'voice.created', data: { id: 'v' } }),
    );
    const { organizationId, store } = server;
    const [delivery] = (await store.webhookDeliveries.page(organizationId, id, { limit: 1 })).rows;
    await store.webhookDeliveries.failPending(organizationId, id, 'no luck');
    const response = await call('POST', `/${id}/deliveries/${delivery!.id}/resend`);
    assert.equal(response.statusCode, 200);
    const { id: again, status, attempts, error, held_back: held } = response.json<WireWebhook>();
    assert.deepEqual([again, status, attempts, error, held], [delivery!.id, 'pending', 0, null, false]);
    assert.equal((await call('POST', `/${id}/deliveries/msg_none/resend`)).statusCode, 404);
  });
});
