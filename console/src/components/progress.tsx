import type { ReactElement } from 'react';
import { Label, ProgressBar } from 'react-aria-components';
import { formatShare } from './format.ts';

/** How far something has come. */
export function Progress({ label, share }: { readonly label: string; readonly share: number }): ReactElement {
  return (
    <ProgressBar value={share * 100} className="progress">
      <span className="row">
        <Label>{label}</Label>
        <span className="muted">{formatShare(share)}</span>
      </span>
      <svg viewBox="0 0 100 2" preserveAspectRatio="none" aria-hidden="true">
        <rect width="100" height="2" className="progress-track" />
        <rect width={Math.max(0, Math.min(100, share * 100))} height="2" className="progress-fill" />
      </svg>
    </ProgressBar>
  );
}
