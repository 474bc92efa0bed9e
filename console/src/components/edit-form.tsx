import type { ReactElement, ReactNode } from 'react';
import { Form } from 'react-aria-components';
import { ErrorMessage } from './error-message.tsx';
import { SaveBar } from './save-bar.tsx';
import type { FormState } from './use-form.ts';

export interface EditFormProps {
  readonly form: Omit<FormState<unknown, unknown>, 'fields' | 'change' | 'sending'> & { readonly sending: Sending };
  /** What did not happen: "The voice was not saved". */
  readonly failure: string;
  readonly className?: string;
  readonly isReadOnly?: boolean;
  readonly children: ReactNode;
}

/** A request that a form sends. */
export interface Sending {
  readonly mutate: () => void;
  readonly isPending: boolean;
  readonly error: unknown;
}

/** The form of something that is there already. */
export function EditForm({ form, failure, className, isReadOnly = false, children }: EditFormProps): ReactElement {
  const { sending, isChanged, discard } = form;
  return (
    // The rules are the server's: a field that it refused must not keep the form from being sent again.
    <Form
      validationBehavior="aria"
      className={className ?? 'react-aria-Form'}
      onSubmit={(event) => {
        event.preventDefault();
        sending.mutate();
      }}
    >
      {children}
      {sending.error !== null && <ErrorMessage error={sending.error} title={failure} />}
      {!isReadOnly && <SaveBar isChanged={isChanged} isPending={sending.isPending} onDiscard={discard} />}
    </Form>
  );
}
