import type { ReactElement } from 'react';
import { Button } from '../button.tsx';

export interface SaveBarProps {
  readonly isChanged: boolean;
  readonly isPending: boolean;
  readonly onDiscard: () => void;
  /** Default "Save". */
  readonly action?: string;
}

/** The end of a form: saves it, or takes back what was changed. */
export function SaveBar({ isChanged, isPending, onDiscard, action = 'Save' }: SaveBarProps): ReactElement {
  return (
    <div className="row">
      <Button variant="primary" type="submit" isDisabled={!isChanged} isPending={isPending}>
        {action}
      </Button>
      {isChanged && (
        <>
          <Button onPress={onDiscard} isDisabled={isPending}>
            Discard
          </Button>
          <span className="muted" role="status">
            Not saved yet
          </span>
        </>
      )}
    </div>
  );
}
