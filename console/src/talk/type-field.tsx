import { useEffect, useRef, useState, type ReactElement } from 'react';
import { Button } from '../components/button.tsx';
import { TextField } from '../components/forms/text-field.tsx';

export interface TypeFieldProps {
  readonly isDisabled: boolean;
  /** Takes the focus when this becomes true. */
  readonly hasFocus: boolean;
  /** @returns whether it was sent */
  readonly onSend: (text: string) => boolean;
}

/** Says something by typing it: a turn of its own, which interrupts the agent. */
export function TypeField({ isDisabled, hasFocus, onSend }: TypeFieldProps): ReactElement {
  const [text, setText] = useState('');
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (hasFocus) form.current?.querySelector('input')?.focus();
  }, [hasFocus]);
  return (
    <form
      ref={form}
      className="type-field"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '' && onSend(text)) setText('');
      }}
    >
      <TextField
        label="Type to the agent"
        value={text}
        onChange={setText}
        isDisabled={isDisabled}
        maxLength={4000}
        autoComplete="off"
      />
      <Button type="submit" isDisabled={isDisabled || text.trim() === ''}>
        Send
      </Button>
    </form>
  );
}
