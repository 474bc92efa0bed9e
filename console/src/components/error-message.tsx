import { ConnectionError, SonorantError } from '@sonorant/client';
import type { ReactElement } from 'react';
import { Button } from './button.tsx';
import { fieldErrors } from './forms/field-errors.ts';

export interface ErrorMessageProps {
  readonly error: unknown;
  /** What was tried: "The voice was not saved". */
  readonly title?: string;
  /** Tries the same again. */
  readonly onRetry?: () => void;
}

/**
 * What went wrong, where the person looks: the server's sentence, the code with its explanation, and the request to ask about. What
 * is wrong with fields stands at them; here stands what no field shows. In a form this comes after the fields.
 */
export function ErrorMessage({ error, title, onRetry }: ErrorMessageProps): ReactElement {
  const problems = fieldErrors(error);
  return (
    <div role="alert" className="error-message">
      {title !== undefined && <strong>{title}. </strong>}
      {problems.isEmpty ? <Explanation error={error} /> : <Problems sentences={problems.rest()} />}
      {onRetry !== undefined && (
        <div>
          <Button onPress={onRetry}>Try again</Button>
        </div>
      )}
    </div>
  );
}

function Problems({ sentences }: { readonly sentences: readonly string[] }): ReactElement {
  if (sentences.length === 0) return <span>What is wrong stands at the field.</span>;
  return (
    <>
      {sentences.map((sentence) => (
        <span key={sentence} className="error-text">
          {sentence}
        </span>
      ))}
    </>
  );
}

function Explanation({ error }: { readonly error: unknown }): ReactElement {
  return (
    <>
      <span className="error-text">{messageOf(error)}</span>
      {error instanceof SonorantError && (
        <small>
          <a href={`/docs/errors#${error.code}`}>{error.code}</a>
          {error.requestId !== undefined && <> request {error.requestId}</>}
        </small>
      )}
    </>
  );
}

/** The client names the request that got no answer, which is for programs. */
function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof ConnectionError) || !/\b(?:http|ws)s?:\/\//.test(message)) return message;
  return error.cause === undefined
    ? 'The server did not answer. Check that it runs, then try again.'
    : 'The server could not be reached. Check that it runs, then try again.';
}
