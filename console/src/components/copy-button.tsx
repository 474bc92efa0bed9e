import { useState, type ReactElement } from 'react';
import { Button } from './button.tsx';

/** Copies a text. Where the page may not use the clipboard (plain HTTP), it selects nothing and says so. */
export function CopyButton({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }): ReactElement {
  const [last, setLast] = useState<{ readonly text: string; readonly state: 'copied' | 'failed' }>();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setLast({ text, state: 'copied' });
    } catch {
      setLast({ text, state: 'failed' });
    }
  };
  // Another text was not copied.
  const state = last?.text === text ? last.state : 'idle';
  return (
    <Button variant="quiet" onPress={() => void copy()}>
      {{ idle: label, copied: 'Copied', failed: 'Not permitted here: mark and copy it' }[state]}
    </Button>
  );
}
