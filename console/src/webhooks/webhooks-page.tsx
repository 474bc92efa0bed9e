import type { ReactElement } from 'react';
import { CreateWebhook } from './create-webhook.tsx';
import { WebhookState } from './webhook-state.tsx';
import type { Webhook } from './webhooks.ts';
import { sonorant } from '../base/api.ts';
import { Entered } from '../components/forms/entered.tsx';
import { ListPage, madeColumn, nameColumn } from '../components/pages/list-page.tsx';
import { useList } from '../components/pages/list.tsx';

/** Addresses that get events. */
export default function WebhooksPage(): ReactElement {
  const list = useList<Webhook>({
    queryKey: ['webhooks', 'list'],
    load: (query, signal) => sonorant.get('/agents/webhooks', { query, signal }),
  });
  return (
    <ListPage
      title="Webhooks"
      lead="Addresses that this server tells of what happens: a voice was made, a fine-tune is over, a user has joined."
      noun="webhook"
      list={list}
      hint={<p>Make one with the address of your receiver, then send it a test event from its page.</p>}
      columns={[
        nameColumn('/webhooks', ({ display_name: name, url }: Webhook) => (name === null || name === '' ? url : name)),
        { title: 'Address', cell: ({ url }) => <Entered text={url} /> },
        { title: 'State', cell: (webhook) => <WebhookState webhook={webhook} /> },
        { title: 'Events', cell: ({ events }) => (events.length > 3 ? `${events.length} kinds` : events.join(', ')) },
        madeColumn,
      ]}
      create={CreateWebhook}
    />
  );
}
