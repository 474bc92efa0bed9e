import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-aria-components';

export interface LinkButtonProps {
  /** Below `/console`: `/voices`. */
  readonly href: string;
  readonly variant?: 'primary' | 'secondary';
  readonly children: ReactNode;
}

/** A link to another page that looks like a button. */
export function LinkButton({ href, variant = 'secondary', children }: LinkButtonProps): ReactElement {
  return (
    <Link href={href} className={`button ${variant}`}>
      {children}
    </Link>
  );
}
