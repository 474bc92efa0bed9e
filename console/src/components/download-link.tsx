import type { ReactElement, ReactNode } from 'react';
import { baseUrl } from '../base/api.ts';

export interface DownloadLinkProps {
  /** Of the public interface, its ids already in it. */
  readonly path: string;
  readonly name: string;
  readonly children: ReactNode;
}

/** A link that saves what stands at a path of the public interface; the session's cookie goes with it. */
export function DownloadLink({ path, name, children }: DownloadLinkProps): ReactElement {
  return (
    <a href={`${baseUrl}${path}`} download={name} aria-label={`Download ${name}`}>
      {children}
    </a>
  );
}
