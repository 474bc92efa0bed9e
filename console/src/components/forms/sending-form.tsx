import { useEffect, useRef, type ReactElement, type ReactNode } from 'react';
import { Form } from 'react-aria-components';
import { ErrorMessage } from '../error-message.tsx';

/** A request that a form sends. */
export interface Sending {
  readonly mutate: () => void;
  readonly isPending: boolean;
  readonly error: unknown;
}

export interface SendingFormProps {
  readonly sending: Sending;
  /** What did not happen: "The voice was not saved". */
  readonly failure: string;
  readonly className?: string;
  /** A form over the page begins in its first field. */
  readonly hasFocus?: boolean;
  /** Below the fields and the error. */
  readonly buttons: ReactNode;
  readonly children: ReactNode;
}

/** Fields, what the server found wrong with them, and the buttons. Where it found something, the first such field has the focus. */
export function SendingForm(props: SendingFormProps): ReactElement {
  const { sending, failure, className = 'react-aria-Form', hasFocus = false, buttons, children } = props;
  const form = useRef<HTMLFormElement>(null);
  // Before the dialog around it, which takes the focus where nothing in it has it.
  useEffect(() => {
    if (hasFocus) form.current?.querySelector<HTMLElement>('input:not([type=hidden]), textarea')?.focus();
  }, [hasFocus]);
  const { error } = sending;
  useEffect(() => {
    if (error === null) return;
    const invalid = form.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    if (invalid) invalid.focus();
    else form.current?.querySelector('[role=alert]')?.scrollIntoView({ block: 'nearest' });
  }, [error]);
  return (
    // The rules are the server's: a field that it refused must not keep the form from being sent again.
    <Form
      ref={form}
      validationBehavior="aria"
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        // Without its button, which is none of a form while it waits, Enter still sends a form with one field.
        if (!sending.isPending) sending.mutate();
      }}
    >
      {children}
      {error !== null && <ErrorMessage error={error} title={failure} />}
      {buttons}
    </Form>
  );
}
