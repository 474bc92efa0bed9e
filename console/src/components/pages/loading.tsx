import type { ReactElement } from 'react';
import { ProgressBar } from 'react-aria-components';

/** Something is being read; a screen reader says what. */
export function Loading({ label }: { readonly label: string }): ReactElement {
  return (
    <ProgressBar isIndeterminate aria-label={label} className="loading">
      <span aria-hidden="true" />
      {label} …
    </ProgressBar>
  );
}
