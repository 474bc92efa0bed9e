import type { ReactElement } from 'react';
import {
  Button,
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components';

interface Notice {
  readonly text: string;
}

const queue = new ToastQueue<Notice>({ maxVisibleToasts: 3 });

/** Says that something was done, for some seconds. Errors stand where they arose instead, and stay. */
export function notify(text: string): void {
  queue.add({ text }, { timeout: 6_000 });
}

/** Where {@link notify} shows its texts. */
export function Toasts(): ReactElement {
  return (
    <ToastRegion queue={queue} className="toasts">
      {({ toast }) => (
        <Toast toast={toast} className="toast">
          <ToastContent>
            <Text slot="title">{toast.content.text}</Text>
          </ToastContent>
          <Button slot="close" className="icon-button" aria-label="Close">
            ×
          </Button>
        </Toast>
      )}
    </ToastRegion>
  );
}
