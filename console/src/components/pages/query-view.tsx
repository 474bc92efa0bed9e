import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { ErrorMessage } from '../error-message.tsx';
import { Loading } from './loading.tsx';

export interface QueryViewProps<Data> {
  readonly query: UseQueryResult<Data>;
  /** "The agent": what is read. */
  readonly label: string;
  readonly children: (data: Data) => ReactNode;
}

/** What was read, in each of its states; what was read before stays where reading it again fails. */
export function QueryView<Data>({ query, label, children }: QueryViewProps<Data>): ReactElement {
  const { data, error, refetch } = query;
  return (
    <>
      {error !== null && (
        <ErrorMessage
          error={error}
          title={data === undefined ? `${label} could not be read` : `${label}: what is shown may be old`}
          onRetry={() => void refetch()}
        />
      )}
      {data === undefined ? error === null && <Loading label={`Loading: ${label}`} /> : children(data)}
    </>
  );
}
