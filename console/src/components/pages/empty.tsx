import type { ReactElement, ReactNode } from 'react';

/** A list without entries: what would stand there, and how to make the first one. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }): ReactElement {
  return (
    <div className="empty">
      <p>
        <strong>{title}</strong>
      </p>
      {children}
    </div>
  );
}
