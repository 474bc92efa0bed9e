import type { ReactElement } from 'react';

/** A disc with the first letter of a name, in a colour that the id keeps. */
export function Avatar({ id, name }: { readonly id: string; readonly name: string }): ReactElement {
  let hash = 0;
  for (const character of id) hash = (hash * 31 + character.codePointAt(0)!) >>> 0;
  return (
    <span className="avatar" aria-hidden="true" style={{ '--hue': hash % 360 } as Record<string, number>}>
      {(Array.from(name.trim())[0] ?? '?').toUpperCase()}
    </span>
  );
}
