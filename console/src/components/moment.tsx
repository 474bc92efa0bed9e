import type { ReactElement } from 'react';
import { formatDateTime } from './format.ts';

/** A date and time. */
export function Moment({ at }: { readonly at: string | null | undefined }): ReactElement {
  if (at === null || at === undefined) return <span className="muted">–</span>;
  return (
    <time dateTime={at} title={at}>
      {formatDateTime(at)}
    </time>
  );
}
