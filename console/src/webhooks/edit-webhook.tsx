import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, type ReactElement } from 'react';
import { Form } from 'react-aria-components';
import { WebhookFields, type WebhookForm } from './webhook-form.tsx';
import type { EventPattern, Webhook } from './webhooks.ts';
import { sonorant } from '../base/api.ts';
import { ErrorMessage } from '../components/error-message.tsx';
import { SaveBar } from '../components/save-bar.tsx';
import { notify } from '../components/toasts.tsx';
import { useDraft } from '../components/use-draft.ts';

/** The form of a webhook that is there. */
export function EditWebhook({ webhook }: { readonly webhook: Webhook }): ReactElement {
  const { id, url, display_name: name, events, send_secret_header: sendsSecret, disabled_at: disabled } = webhook;
  const saved = useMemo<WebhookForm>(
    () => ({ url, display_name: name ?? '', events, send_secret_header: sendsSecret }),
    [url, name, events, sendsSecret],
  );
  const { value: form, set, discard, isChanged } = useDraft(`webhook/${id}`, saved);
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: () =>
      sonorant.patch('/agents/webhooks/{webhook_id}', {
        path: { webhook_id: id },
        body: {
          // The address enables a disabled webhook, also when it is the same one.
          ...((form.url !== url || disabled !== null) && { url: form.url }),
          display_name: form.display_name === '' ? null : form.display_name,
          events: form.events as EventPattern[],
          send_secret_header: form.send_secret_header,
        },
      }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['webhooks'] });
      discard();
      notify('The webhook was saved.');
    },
  });
  return (
    <Form
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <WebhookFields form={form} change={(part) => set((before) => ({ ...before, ...part }))} error={save.error} />
      {save.error !== null && <ErrorMessage error={save.error} title="The webhook was not saved" />}
      <SaveBar isChanged={isChanged || disabled !== null} isPending={save.isPending} onDiscard={discard} />
    </Form>
  );
}
