import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import type { Delivery } from './webhooks.ts';
import { sonorant } from '../base/api.ts';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { CodeBlock } from '../components/code-block.tsx';
import { DataTable } from '../components/pages/data-table.tsx';
import { Dialog } from '../components/dialog.tsx';
import { Empty } from '../components/pages/empty.tsx';
import { Entered } from '../components/forms/entered.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { Facts } from '../components/pages/facts.tsx';
import { List, useList } from '../components/pages/list.tsx';
import { Moment } from '../components/moment.tsx';
import { Select } from '../components/forms/select.tsx';

const states = {
  pending: { tone: 'warning', text: 'Waits' },
  delivered: { tone: 'good', text: 'Delivered' },
  failed: { tone: 'bad', text: 'Failed' },
} as const satisfies Record<Delivery['status'], object>;
const choices = [
  { id: '', name: 'Any' },
  ...Object.entries(states).map(([state, { text }]) => ({ id: state, name: text })),
];

/** How often the list is read while a delivery waits. */
const pollMs = 3_000;

/** What a webhook was sent, and what waits. */
export function Deliveries({ id }: { readonly id: string }): ReactElement {
  const [status, setStatus] = useState('');
  const [opened, setOpened] = useState<Delivery>();
  const list = useList<Delivery>({
    queryKey: ['webhooks', 'deliveries', id, status],
    load: (page, signal) =>
      sonorant.get('/agents/webhooks/{webhook_id}/deliveries', {
        path: { webhook_id: id },
        query: { ...page, ...(status !== '' && { status: status as Delivery['status'] }) },
        signal,
      }),
    refetchInterval: (rows) => (rows.some((delivery) => delivery.status === 'pending') ? pollMs : false),
  });
  return (
    <section className="card" aria-labelledby="deliveries">
      <div className="card-head">
        <h2 id="deliveries">Deliveries</h2>
        <Button variant="quiet" onPress={() => void list.refetch()} isPending={list.isFetching}>
          Refresh
        </Button>
      </div>
      <div className="filters">
        <Select label="State" options={choices} value={status} onChange={setStatus} />
      </div>
      <List
        list={list}
        label="Deliveries"
        empty={
          status === '' ? (
            <Empty title="Nothing was sent yet. What happens from now on appears here." />
          ) : (
            <p className="muted">No delivery fits.</p>
          )
        }
      >
        {(rows) => (
          <DataTable
            label="Deliveries"
            rows={rows}
            rowKey={(delivery) => delivery.id}
            columns={[
              { title: 'Event', isHeader: true, cell: ({ type }) => <code>{type}</code> },
              {
                title: 'State',
                cell: (delivery) => (
                  <Badge tone={states[delivery.status].tone}>
                    {states[delivery.status].text}
                    {delivery.response_status !== null && ` (${delivery.response_status})`}
                  </Badge>
                ),
              },
              { title: 'Tries', isNumber: true, cell: ({ attempts }) => attempts },
              { title: 'Made', cell: ({ created_at: at }) => <Moment at={at} /> },
              {
                title: 'Actions',
                cell: (delivery) => (
                  <Button variant="quiet" aria-label={`Open ${delivery.type}`} onPress={() => setOpened(delivery)}>
                    Open
                  </Button>
                ),
              },
            ]}
          />
        )}
      </List>
      <Dialog title="Delivery" isOpen={opened !== undefined} onOpenChange={(isOpen) => !isOpen && setOpened(undefined)}>
        {opened !== undefined && (
          <OneDelivery webhookId={id} delivery={list.data?.find((other) => other.id === opened.id) ?? opened} />
        )}
      </Dialog>
    </section>
  );
}

interface OneDeliveryProps {
  readonly webhookId: string;
  readonly delivery: Delivery;
}

function OneDelivery({ webhookId, delivery }: OneDeliveryProps): ReactElement {
  const client = useQueryClient();
  const resend = useMutation({
    mutationFn: () =>
      sonorant.post('/agents/webhooks/{webhook_id}/deliveries/{delivery_id}/resend', {
        path: { webhook_id: webhookId, delivery_id: delivery.id },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['webhooks', 'deliveries', webhookId] }),
  });
  const { tone, text } = states[delivery.status];
  return (
    <>
      <Facts
        facts={[
          ['Event', <code key="type">{delivery.type}</code>],
          [
            'State',
            <Badge key="state" tone={tone}>
              {text}
            </Badge>,
          ],
          ['webhook-id', <code key="id">{delivery.id}</code>],
          ['Answer', delivery.response_status ?? 'None'],
          ['Why it failed', delivery.error === null ? '–' : <Entered key="error" text={delivery.error} />],
          ['Tries', delivery.attempts],
          ['Last try', <Moment key="last" at={delivery.last_attempt_at} />],
          ['Next try', <Moment key="next" at={delivery.next_attempt_at} />],
          ...(delivery.held_back
            ? [['Held back', 'An earlier delivery of the same object has not ended.'] as const]
            : []),
        ]}
      />
      <CodeBlock label="Body" code={formatJson(delivery.body)} />
      {resend.error !== null && <ErrorMessage error={resend.error} title="It was not sent again" />}
      {resend.isSuccess && <p role="status">It is being sent again.</p>}
      <div className="row end">
        <Button onPress={() => resend.mutate()} isPending={resend.isPending}>
          Send again
        </Button>
      </div>
    </>
  );
}

function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
