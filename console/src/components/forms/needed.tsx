import type { ReactElement, ReactNode } from 'react';
import '../../styles/forms.css';

/** The label of what a form cannot do without, in a form that has other fields too. */
export function Needed({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <>
      {children} <span className="needed">needed</span>
    </>
  );
}
