import type { ReactElement } from 'react';

/** Name and sign. */
export function Brand(): ReactElement {
  return (
    <span className="brand">
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
        <path d="M4 10v4M8 6v12M12 3v18M16 7v10M20 10v4" />
      </svg>
      Sonorant
    </span>
  );
}
