import { useMutation } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { sonorant } from '../base/api.ts';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { Facts } from '../components/pages/facts.tsx';

/** Sends a test event and shows what came of it. */
export function TestEvent({ id }: { readonly id: string }): ReactElement {
  const test = useMutation({
    mutationFn: () => sonorant.post('/agents/webhooks/{webhook_id}/test', { path: { webhook_id: id } }),
  });
  const { data: result, error } = test;
  return (
    <>
      <p>
        Sends a signed event <code>webhook.test</code> at once, also while the webhook is paused. It is not tried again.
      </p>
      <div>
        <Button onPress={() => test.mutate()} isPending={test.isPending}>
          Send a test event
        </Button>
      </div>
      {error !== null && <ErrorMessage error={error} title="No test event was sent" />}
      {result !== undefined && (
        <div role="status" className="stack">
          <p>
            {result.delivered ? <Badge tone="good">Delivered</Badge> : <Badge tone="bad">Not delivered</Badge>}{' '}
            {result.error?.message}
          </p>
          <Facts
            facts={[
              ['Answer', result.response_status ?? 'None'],
              ['Took', `${result.duration_ms} ms`],
              ['webhook-id', <code key="id">{result.id}</code>],
            ]}
          />
        </div>
      )}
    </>
  );
}
