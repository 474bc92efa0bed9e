import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactElement } from 'react';
import { Deliveries } from './deliveries.tsx';
import { EditWebhook } from './edit-webhook.tsx';
import { NewSecret } from './new-secret.tsx';
import { TestEvent } from './test-event.tsx';
import { WebhookState } from './webhook-state.tsx';
import { findWebhook, type Webhook } from './webhooks.ts';
import { sonorant } from '../base/api.ts';
import { Button } from '../components/button.tsx';
import { DeleteButton, DetailPage } from '../components/pages/detail-page.tsx';
import { Entered } from '../components/forms/entered.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { Facts } from '../components/pages/facts.tsx';
import { Moment } from '../components/moment.tsx';

/** One webhook: its state, a test event, its deliveries and its form. */
export default function WebhookPage(): ReactElement {
  return (
    <DetailPage
      title="Webhook"
      collection="webhooks"
      load={findWebhook}
      nameOf={({ display_name: name }) => name ?? ''}
      actions={({ id, url }) => (
        <DeleteButton
          noun="webhook"
          collection="webhooks"
          id={id}
          label="Delete this webhook"
          remove={() => sonorant.delete('/agents/webhooks/{webhook_id}', { path: { webhook_id: id } })}
        >
          <Entered text={url} /> gets nothing more. Its deliveries go with it, also those that wait.
        </DeleteButton>
      )}
    >
      {(webhook) => (
        <>
          <div className="columns">
            <section className="card">
              <h2>State</h2>
              <State webhook={webhook} />
            </section>
            <section className="card">
              <h2>Test</h2>
              <TestEvent id={webhook.id} />
            </section>
          </div>
          <Deliveries id={webhook.id} />
          <section className="card">
            <h2>Change</h2>
            <EditWebhook key={webhook.id} webhook={webhook} />
          </section>
          <section className="card">
            <h2>Secret</h2>
            <NewSecret id={webhook.id} />
          </section>
        </>
      )}
    </DetailPage>
  );
}

function State({ webhook }: { readonly webhook: Webhook }): ReactElement {
  const client = useQueryClient();
  const resume = useMutation({
    mutationFn: () => sonorant.post('/agents/webhooks/{webhook_id}/resume', { path: { webhook_id: webhook.id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['webhooks'] }),
  });
  const { paused_at: paused, disabled_at: disabled, failing_since: failing } = webhook;
  return (
    <>
      <p>
        <WebhookState webhook={webhook} />
      </p>
      <Facts
        facts={[
          ['Address', <Entered key="url" text={webhook.url} />],
          ['Events', webhook.events.join(', ')],
          ...(paused === null ? [] : [['Paused', <Moment key="paused" at={paused} />] as const]),
          ...(disabled === null ? [] : [['Disabled', <Moment key="disabled" at={disabled} />] as const]),
          ...(failing === null ? [] : [['Failing since', <Moment key="failing" at={failing} />] as const]),
          ['Failures in a row', webhook.failures],
          ['Made', <Moment key="made" at={webhook.created_at} />],
        ]}
      />
      {paused !== null && (
        <p>It was paused since nothing was taken for too long. What waits is sent when it goes on.</p>
      )}
      {disabled !== null && (
        <p>The receiver answered 410 (gone), so it gets nothing more. Save its address again to enable it.</p>
      )}
      {resume.error !== null && <ErrorMessage error={resume.error} title="Nothing was changed" />}
      {disabled === null && (paused !== null || failing !== null) && (
        <div>
          <Button onPress={() => resume.mutate()} isPending={resume.isPending}>
            {paused === null ? 'Try again now' : 'Resume'}
          </Button>
        </div>
      )}
    </>
  );
}
