import type { ReactElement, ReactNode } from 'react';

/** A state in a word; the colour repeats what the word says. */
export function Badge({
  tone = 'neutral',
  children,
}: {
  readonly tone?: 'neutral' | 'good' | 'warning' | 'bad';
  readonly children: ReactNode;
}): ReactElement {
  return <span className={`badge ${tone}`}>{children}</span>;
}
