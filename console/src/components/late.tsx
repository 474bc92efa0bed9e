import { useEffect, type ReactElement } from 'react';
import { ErrorMessage } from './error-message.tsx';
import { Loading } from './pages/loading.tsx';
import { useLate, type LoadPart } from './use-late.ts';

export interface LateProps<Props> {
  readonly part: LoadPart<Props>;
  readonly props: Props;
}

/** A part whose script is loaded when it is shown. */
export function Late<Props extends object>({ part, props }: LateProps<Props>): ReactElement {
  const { component: Part, hasFailed, load } = useLate(part);
  useEffect(load, [load]);
  if (Part !== undefined) return <Part {...props} />;
  if (!hasFailed) return <Loading label="Loading this part" />;
  return <ErrorMessage error="Its script did not arrive." title="This part could not be loaded" onRetry={load} />;
}
