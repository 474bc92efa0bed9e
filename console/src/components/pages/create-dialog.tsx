import type { ReactElement, ReactNode } from 'react';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { SendingForm, type Sending } from '../forms/sending-form.tsx';

export interface CreateDialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** The word on the button that does it. Default "Create". */
  readonly action?: string;
  /** `reset` forgets the error. */
  readonly sending: Sending & { readonly reset: () => void };
  readonly isDisabled?: boolean;
  /** `wide` for forms with rows. */
  readonly size?: 'normal' | 'wide';
  /** What did not happen: "Nothing was created". */
  readonly failure: string;
  readonly children: ReactNode;
}

/** A small form over the page. */
export function CreateDialog({
  title,
  isOpen,
  onClose,
  action = 'Create',
  sending,
  isDisabled = false,
  size = 'normal',
  failure,
  children,
}: CreateDialogProps): ReactElement {
  const close = (): void => {
    // What was wrong is not said again at the next visit; a request that goes on is heard of.
    if (!sending.isPending) sending.reset();
    onClose();
  };
  return (
    <Dialog title={title} size={size} isOpen={isOpen} onOpenChange={(open) => !open && close()}>
      <SendingForm
        sending={sending}
        failure={failure}
        hasFocus
        buttons={
          <div className="row end">
            <Button onPress={close}>Cancel</Button>
            <Button variant="primary" type="submit" isPending={sending.isPending} isDisabled={isDisabled}>
              {action}
            </Button>
          </div>
        }
      >
        {children}
      </SendingForm>
    </Dialog>
  );
}
