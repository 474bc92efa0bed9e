import { useMutation } from '@tanstack/react-query';
import { useState, type ReactElement, type ReactNode } from 'react';
import { Button } from '../button.tsx';
import { Confirm } from '../confirm.tsx';

export interface RemoveButtonProps {
  /** The word on the button and in the question: "Delete". */
  readonly action?: string;
  /** "Delete this file?" */
  readonly title: string;
  /** For a screen reader, in a list of many such buttons: "Delete hello.wav". */
  readonly label: string;
  /** What is lost by it. */
  readonly children: ReactNode;
  readonly remove: () => Promise<unknown>;
  /** After it was done, with the dialog closed. */
  readonly onRemoved: () => void;
  /** Default `danger`; `quiet` in the rows of a table. */
  readonly variant?: 'danger' | 'quiet';
}

/** Deletes or ends something, after it has asked. */
export function RemoveButton({
  action = 'Delete',
  title,
  label,
  children,
  remove,
  onRemoved,
  variant = 'quiet',
}: RemoveButtonProps): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: () => {
      setIsOpen(false);
      onRemoved();
    },
  });
  return (
    <>
      <Button
        variant={variant}
        aria-label={label}
        onPress={() => {
          removal.reset();
          setIsOpen(true);
        }}
      >
        {action}
      </Button>
      <Confirm title={title} isOpen={isOpen} onClose={() => setIsOpen(false)} action={action} sending={removal}>
        {children}
      </Confirm>
    </>
  );
}
