import { useEffect, type ReactElement, type ReactNode } from 'react';

export interface PageProps {
  readonly title: string;
  /** One sentence below the title. */
  readonly lead?: ReactNode;
  /** Buttons beside the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page's heading and content; names the browser's tab. */
export function Page({ title, lead, actions, children }: PageProps): ReactElement {
  useEffect(() => {
    document.title = `${title} · Sonorant`;
  }, [title]);
  return (
    <div className="page">
      <div className="page-head">
        <div>
          <h1>{title}</h1>
          {lead !== undefined && <p className="muted">{lead}</p>}
        </div>
        {actions !== undefined && <div className="row">{actions}</div>}
      </div>
      {children}
    </div>
  );
}
