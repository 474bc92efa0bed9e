import type { ReactElement, ReactNode } from 'react';
import { Button, Dialog as AriaDialog, FormContext, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { Icon } from './icon.tsx';

export interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  /** `alertdialog` asks before something is lost. */
  readonly role?: 'dialog' | 'alertdialog';
  /** `wide` for lists. */
  readonly size?: 'normal' | 'wide';
  readonly children: ReactNode;
}

/** A dialog over the page. Escape and a click beside it close it, but for one that asks. */
export function Dialog({
  title,
  isOpen,
  onOpenChange,
  role = 'dialog',
  size = 'normal',
  children,
}: DialogProps): ReactElement {
  return (
    <ModalOverlay className="overlay" isOpen={isOpen} onOpenChange={onOpenChange} isDismissable={role === 'dialog'}>
      <Modal className={`modal ${size}`}>
        <AriaDialog role={role} className="dialog">
          <div className="dialog-head">
            <Heading slot="title">{title}</Heading>
            {role === 'dialog' && (
              <Button slot="close" className="icon-button" aria-label="Close">
                <Icon name="close" />
              </Button>
            )}
          </div>
          {/* A form in it is not that of the page, whose handlers React Aria would give it as well. */}
          <FormContext value={null}>{children}</FormContext>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
