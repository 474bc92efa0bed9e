import { useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useLocation } from 'wouter';
import { WebhookFields, wireFields, type WebhookForm } from './webhook-form.tsx';
import { newSecret } from './webhooks.ts';
import { sonorant } from '../base/api.ts';
import { CreateDialog } from '../components/pages/create-dialog.tsx';
import type { CreateProps } from '../components/pages/list-page.tsx';
import { SecretOnce } from '../components/secret-once.tsx';
import { useForm } from '../components/forms/use-form.ts';

const emptyForm: WebhookForm = { url: '', display_name: '', events: ['*'], send_secret_header: false };

/** The form of a new webhook, then its secret. */
export function CreateWebhook({ isOpen, onClose }: CreateProps): ReactElement {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const form = useForm({
    name: 'new-webhook',
    saved: emptyForm,
    send: (fields) =>
      sonorant.post('/agents/webhooks', { body: { ...wireFields(fields), url: fields.url, secret: newSecret() } }),
    onSent: () => {
      onClose();
      void client.invalidateQueries({ queryKey: ['webhooks'] });
    },
  });
  const { data: made, reset } = form.sending;
  return (
    <>
      <CreateDialog
        title="New webhook"
        isOpen={isOpen}
        onClose={onClose}
        sending={form.sending}
        failure="No webhook was made"
      >
        <WebhookFields form={form} />
      </CreateDialog>
      <SecretOnce
        title="The secret of the webhook"
        secret={made?.secret}
        onClose={() => {
          reset();
          navigate(`/webhooks/${made?.id ?? ''}`);
        }}
      >
        <p>
          Every event is signed with it: give it to the receiver, which checks the signature. It is shown this once
          only.
        </p>
      </SecretOnce>
    </>
  );
}
