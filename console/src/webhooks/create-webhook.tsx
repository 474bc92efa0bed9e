import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useLocation } from 'wouter';
import { WebhookFields, type WebhookForm } from './webhook-form.tsx';
import { newSecret, type EventPattern } from './webhooks.ts';
import { sonorant } from '../base/api.ts';
import { CreateDialog } from '../components/create-dialog.tsx';
import { SecretOnce } from '../components/secret-once.tsx';
import { useDraft } from '../components/use-draft.ts';

const emptyForm: WebhookForm = { url: '', display_name: '', events: ['*'], send_secret_header: false };

export interface CreateWebhookProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The form of a new webhook, then its secret. */
export function CreateWebhook({ isOpen, onClose }: CreateWebhookProps): ReactElement {
  const { value: form, set, discard } = useDraft('new-webhook', emptyForm);
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const create = useMutation({
    mutationFn: () =>
      sonorant.post('/agents/webhooks', {
        body: {
          url: form.url,
          secret: newSecret(),
          display_name: form.display_name === '' ? null : form.display_name,
          events: form.events as EventPattern[],
          send_secret_header: form.send_secret_header,
        },
      }),
    onSuccess: () => {
      discard();
      onClose();
      void client.invalidateQueries({ queryKey: ['webhooks'] });
    },
  });
  return (
    <>
      <CreateDialog
        title="New webhook"
        isOpen={isOpen}
        onClose={onClose}
        onSubmit={() => create.mutate()}
        isPending={create.isPending}
        error={create.error}
        failure="No webhook was made"
      >
        <WebhookFields form={form} change={(part) => set((before) => ({ ...before, ...part }))} error={create.error} />
      </CreateDialog>
      <SecretOnce
        title="The secret of the webhook"
        secret={create.data?.secret}
        onClose={() => {
          const id = create.data?.id ?? '';
          create.reset();
          navigate(`/webhooks/${id}`);
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
