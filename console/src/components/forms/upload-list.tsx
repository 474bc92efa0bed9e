import type { ReactElement } from 'react';
import { Button } from '../button.tsx';
import { ErrorMessage } from '../error-message.tsx';
import { isolated } from '../format.ts';
import { Progress } from '../progress.tsx';
import { hasNotArrived, type Uploads } from './use-upload.ts';

/** Uploads and how far each of them is. */
export function UploadList({ uploads }: { readonly uploads: Uploads }): ReactElement | null {
  if (uploads.uploads.length === 0) return null;
  const missing = uploads.uploads.filter(hasNotArrived).length;
  return (
    <div className="stack" role="group" aria-label="Uploads">
      <ul className="plain-list">
        {uploads.uploads.map(({ file, share, state, error }, index) => (
          <li key={`${index} ${file.name}`}>
            <Progress label={`${isolated(file.name)}: ${state === 'failed' ? 'not uploaded' : state}`} share={share} />
            {error !== undefined && <ErrorMessage error={error} />}
          </li>
        ))}
      </ul>
      <div className="row">
        {uploads.isPending && <Button onPress={uploads.cancel}>Cancel</Button>}
        {!uploads.isPending && missing > 0 && (
          <Button onPress={uploads.retry}>{missing === 1 ? 'Send it again' : `Send the ${missing} again`}</Button>
        )}
        {!uploads.isPending && (
          <Button variant="quiet" onPress={uploads.clear}>
            Close
          </Button>
        )}
      </div>
    </div>
  );
}
