import type { ReactElement, ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { ErrorMessage } from './error-message.tsx';
import type { Sending } from './forms/sending-form.tsx';

export interface ConfirmProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** The word on the button that does it: "Delete". */
  readonly action: string;
  readonly sending: Sending;
  readonly children: ReactNode;
}

/** Asks before something is deleted or ended; stays open with the error where that fails. */
export function Confirm({ title, isOpen, onClose, action, sending, children }: ConfirmProps): ReactElement {
  return (
    <Dialog title={title} role="alertdialog" isOpen={isOpen} onOpenChange={(open) => !open && onClose()}>
      {children}
      {sending.error !== null && <ErrorMessage error={sending.error} />}
      <div className="row end">
        <Button onPress={onClose} autoFocus>
          Cancel
        </Button>
        <Button variant="danger" onPress={() => sending.mutate()} isPending={sending.isPending}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
