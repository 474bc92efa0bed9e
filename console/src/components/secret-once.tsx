import type { ReactElement, ReactNode } from 'react';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { Dialog } from './dialog.tsx';

export interface SecretOnceProps {
  readonly title: string;
  /** Undefined while there is none to show. */
  readonly secret: string | undefined;
  readonly onClose: () => void;
  /** What it is for, and that it is not shown again. */
  readonly children: ReactNode;
}

/** A secret that the server tells once. Only the button closes it, since it cannot be opened again. */
export function SecretOnce({ title, secret, onClose, children }: SecretOnceProps): ReactElement {
  return (
    <Dialog title={title} role="alertdialog" isOpen={secret !== undefined} onOpenChange={() => undefined}>
      {children}
      <p className="secret">
        <code>{secret}</code>
      </p>
      <div className="row">
        <CopyButton text={secret ?? ''} />
      </div>
      <div className="row end">
        <Button variant="primary" onPress={onClose}>
          I have kept it
        </Button>
      </div>
    </Dialog>
  );
}
