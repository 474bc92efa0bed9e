import type { ReactElement, ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { ErrorMessage } from './error-message.tsx';

export interface ConfirmProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** The word on the button that does it: "Delete". */
  readonly action: string;
  readonly onConfirm: () => void;
  readonly isPending?: boolean;
  readonly error?: unknown;
  readonly children: ReactNode;
}

/** Asks before something is deleted or ended; stays open with the error where that fails. */
export function Confirm({
  title,
  isOpen,
  onClose,
  action,
  onConfirm,
  isPending = false,
  error,
  children,
}: ConfirmProps): ReactElement {
  return (
    <Dialog title={title} role="alertdialog" isOpen={isOpen} onOpenChange={(open) => !open && onClose()}>
      {children}
      {error !== undefined && error !== null && <ErrorMessage error={error} />}
      <div className="row end">
        <Button onPress={onClose} autoFocus>
          Cancel
        </Button>
        <Button variant="danger" onPress={onConfirm} isPending={isPending}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
