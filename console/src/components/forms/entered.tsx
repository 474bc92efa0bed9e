import type { ReactElement } from 'react';

/** A text that a person entered, in a line of other text: its direction does not reach what stands beside it. */
export function Entered({ text }: { readonly text: string }): ReactElement {
  return <bdi className="entered">{text}</bdi>;
}
