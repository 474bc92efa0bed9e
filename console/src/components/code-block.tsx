import type { ReactElement } from 'react';
import { CopyButton } from './copy-button.tsx';

/** Code to copy. */
export function CodeBlock({ code, label }: { readonly code: string; readonly label: string }): ReactElement {
  return (
    <figure className="code-block">
      <figcaption>
        {label} <CopyButton text={code} />
      </figcaption>
      <pre tabIndex={0} aria-label={label}>
        <code>{code}</code>
      </pre>
    </figure>
  );
}
