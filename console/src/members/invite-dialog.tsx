import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { sonorant } from '../base/api.ts';
import { Button } from '../components/button.tsx';
import { CopyButton } from '../components/copy-button.tsx';
import { CreateDialog } from '../components/pages/create-dialog.tsx';
import { Dialog } from '../components/dialog.tsx';
import { Entered } from '../components/forms/entered.tsx';
import { fieldErrors } from '../components/forms/field-errors.ts';
import { TextField } from '../components/forms/text-field.tsx';
import { useDraft } from '../components/forms/use-draft.ts';

export interface InviteDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

const emptyForm = { emails: '' };

/** Invites people, then shows the link of each, which is told once. */
export function InviteDialog({ isOpen, onClose }: InviteDialogProps): ReactElement {
  const { value: form, set, discard } = useDraft('invite', emptyForm);
  const client = useQueryClient();
  const emails = form.emails.split(/[\s,;]+/).filter((email) => email !== '');
  const invite = useMutation({
    mutationFn: () => sonorant.post('/organizations/invites', { body: { emails } }),
    onSuccess: () => {
      discard();
      onClose();
      void client.invalidateQueries({ queryKey: ['members', 'invites'] });
    },
  });
  return (
    <>
      <CreateDialog
        title="Invite"
        isOpen={isOpen}
        onClose={onClose}
        action="Invite"
        sending={invite}
        isDisabled={emails.length === 0}
        failure="Nobody was invited"
      >
        <p>
          They join as members; an admin can change the role then. This server sends no mail: you pass the links on.
        </p>
        <TextField
          label="Emails"
          rows={3}
          value={form.emails}
          onChange={(text) => set({ emails: text })}
          description="One on each line, at most ten. All of them are invited, or none."
          errorMessage={fieldErrors(invite.error).get('emails')}
        />
      </CreateDialog>
      <Dialog
        title="Pass these links on"
        role="alertdialog"
        isOpen={invite.data !== undefined}
        onOpenChange={() => undefined}
      >
        <p>Each works once, for 30 days. They are shown this once only.</p>
        <ul className="plain-list">
          {invite.data?.map(({ id, email, accept_url: url }) => (
            <li key={id} className="secret">
              <Entered text={email} /> <CopyButton text={url} label="Copy the link" />
              <code>{url}</code>
            </li>
          ))}
        </ul>
        <div className="row end">
          <Button variant="primary" onPress={() => invite.reset()}>
            I have kept them
          </Button>
        </div>
      </Dialog>
    </>
  );
}
