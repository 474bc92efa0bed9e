import { useQueryClient } from '@tanstack/react-query';
import { useMemo, type ReactElement } from 'react';
import { WebhookFields, wireFields, type WebhookForm } from './webhook-form.tsx';
import type { Webhook } from './webhooks.ts';
import { sonorant } from '../base/api.ts';
import { EditForm } from '../components/forms/edit-form.tsx';
import { useForm } from '../components/forms/use-form.ts';

/** The form of a webhook that is there. */
export function EditWebhook({ webhook }: { readonly webhook: Webhook }): ReactElement {
  const { id, url, display_name: name, events, send_secret_header: sendsSecret, disabled_at: disabled } = webhook;
  const saved = useMemo<WebhookForm>(
    () => ({ url, display_name: name ?? '', events, send_secret_header: sendsSecret }),
    [url, name, events, sendsSecret],
  );
  const client = useQueryClient();
  const form = useForm({
    name: `webhook/${id}`,
    saved,
    send: (fields) =>
      sonorant.patch('/agents/webhooks/{webhook_id}', {
        path: { webhook_id: id },
        body: {
          ...wireFields(fields),
          // The address enables a disabled webhook, also when it is the same one.
          ...((fields.url !== url || disabled !== null) && { url: fields.url }),
        },
      }),
    onSent: () => client.invalidateQueries({ queryKey: ['webhooks'] }),
    notice: 'The webhook was saved.',
  });
  return (
    <EditForm form={{ ...form, isChanged: form.isChanged || disabled !== null }} failure="The webhook was not saved">
      <WebhookFields form={form} />
    </EditForm>
  );
}
