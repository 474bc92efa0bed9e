import { useState, type ReactElement } from 'react';
import { Button } from './button.tsx';

/** Copies a text. Where the page may not use the clipboard (plain HTTP), it selects nothing and says so. */
export function CopyButton({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }): ReactElement {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      setState('failed');
    }
  };
  return (
    <Button variant="quiet" onPress={() => void copy()}>
      {{ idle: label, copied: 'Copied', failed: 'Not permitted here: mark and copy it' }[state]}
    </Button>
  );
}
