import type { ReactElement, ReactNode } from 'react';
import { SaveBar } from './save-bar.tsx';
import { SendingForm, type Sending } from './sending-form.tsx';
import type { FormState } from './use-form.ts';

export interface EditFormProps {
  readonly form: Omit<FormState<unknown, unknown>, 'fields' | 'change' | 'sending'> & { readonly sending: Sending };
  /** What did not happen: "The voice was not saved". */
  readonly failure: string;
  readonly className?: string;
  readonly isReadOnly?: boolean;
  readonly children: ReactNode;
}

/** The form of something that is there already. */
export function EditForm({ form, failure, className, isReadOnly = false, children }: EditFormProps): ReactElement {
  const { sending, isChanged, discard } = form;
  return (
    <SendingForm
      sending={sending}
      failure={failure}
      {...(className !== undefined && { className })}
      buttons={!isReadOnly && <SaveBar isChanged={isChanged} isPending={sending.isPending} onDiscard={discard} />}
    >
      {children}
    </SendingForm>
  );
}
