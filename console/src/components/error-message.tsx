import { SonorantError } from '@sonorant/client';
import type { ReactElement } from 'react';
import { Button } from './button.tsx';

export interface ErrorMessageProps {
  readonly error: unknown;
  /** What was tried: "The voice was not saved". */
  readonly title?: string;
  /** Tries the same again. */
  readonly onRetry?: () => void;
}

/** What went wrong, where the person looks: the server's sentence, the code with its explanation, and the request to ask about. */
export function ErrorMessage({ error, title, onRetry }: ErrorMessageProps): ReactElement {
  const message = error instanceof Error ? error.message : String(error);
  return (
    <div role="alert" className="error-message">
      {title !== undefined && <strong>{title}. </strong>}
      <span className="error-text">{message}</span>
      {error instanceof SonorantError && (
        <small>
          <a href={`/docs/errors#${error.code}`}>{error.code}</a>
          {error.requestId !== undefined && <> request {error.requestId}</>}
        </small>
      )}
      {onRetry !== undefined && (
        <div>
          <Button onPress={onRetry}>Try again</Button>
        </div>
      )}
    </div>
  );
}
