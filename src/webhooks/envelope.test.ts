import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sqliteInFolder, using } from '../store/testing.ts';
import { emitEvent, envelope } from './envelope.ts';

describe('the body of a delivery', () => {
  it('has the members that receivers know, in their order', () => {
    const event = { type: 'voice.created', requestId: 'r', webhookId: 'w', timestamp: '2026-01-01T00:00:00.000Z' };
    assert.equal(
      envelope({ ...event, agentId: null, data: { name: 'Zoë', id: 'v' } }),
      '{"type":"voice.created","request_id":"r","agent_id":null,"webhook_id":"w","timestamp":"2026-01-01T00:00:00.000Z","data":{"name":"Zoë","id":"v"}}',
    );
    assert.match(envelope({ ...event, agentId: 'a', data: null }), /"agent_id":"a",.*"data":null\}$/u);
  });

  it('is kept with the delivery', () =>
    using(sqliteInFolder, async (store) => {
      const { id: organizationId } = await store.organizations.create('Ours');
      const webhook = { url: 'https://example.org/', secret: '', displayName: null, clearSecret: false };
      const { id: webhookId } = await store.webhooks.create(organizationId, webhook);
      const event = { type: 'voice.created', data: { id: 'v' }, requestId: 'r' };
      await store.transaction((repositories) => emitEvent(repositories, { organizationId, ...event }));
      const { rows } = await store.webhookDeliveries.page(organizationId, webhookId, { limit: 10 });
      assert.deepEqual(
        rows.map(({ body }) => body),
        [envelope({ ...event, agentId: null, webhookId, timestamp: rows[0]!.created_at })],
      );
    }));
});
