import { useState, type ReactElement } from 'react';
import { Link } from 'react-aria-components';
import { CreateWebhook } from './create-webhook.tsx';
import { WebhookState } from './webhook-state.tsx';
import type { Webhook } from './webhooks.ts';
import { sonorant } from '../base/api.ts';
import { Button } from '../components/button.tsx';
import { DataTable } from '../components/data-table.tsx';
import { Empty } from '../components/empty.tsx';
import { Entered } from '../components/entered.tsx';
import { List, useList } from '../components/list.tsx';
import { Moment } from '../components/moment.tsx';
import { Page } from '../components/page.tsx';

/** Addresses that are told of events. */
export default function WebhooksPage(): ReactElement {
  const [isCreating, setIsCreating] = useState(false);
  const list = useList<Webhook>({
    queryKey: ['webhooks', 'list'],
    load: (query, signal) => sonorant.get('/agents/webhooks', { query, signal }),
  });
  const create = <Button onPress={() => setIsCreating(true)}>New webhook</Button>;
  return (
    <Page
      title="Webhooks"
      lead="Addresses that this server tells of what happens: a voice was made, a fine-tune is over, a user has joined."
      actions={create}
    >
      <List
        list={list}
        label="Webhooks"
        empty={
          <Empty title="There is no webhook yet.">
            <p>Make one with the address of your receiver, then send it a test event from its page.</p>
            {create}
          </Empty>
        }
      >
        {(rows) => (
          <DataTable
            label="Webhooks"
            rows={rows}
            rowKey={({ id }) => id}
            columns={[
              {
                title: 'Name',
                isHeader: true,
                cell: ({ id, display_name: name, url }) => (
                  <Link href={`/webhooks/${id}`}>
                    <Entered text={name === null || name === '' ? url : name} />
                  </Link>
                ),
              },
              { title: 'Address', cell: ({ url }) => <Entered text={url} /> },
              { title: 'State', cell: (webhook) => <WebhookState webhook={webhook} /> },
              {
                title: 'Events',
                cell: ({ events }) => (events.length > 3 ? `${events.length} kinds` : events.join(', ')),
              },
              { title: 'Made', cell: ({ created_at: at }) => <Moment at={at} /> },
            ]}
          />
        )}
      </List>
      <CreateWebhook isOpen={isCreating} onClose={() => setIsCreating(false)} />
    </Page>
  );
}
