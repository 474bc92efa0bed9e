/** What was typed and not sent: kept in the tab, over a reload and the end of a session, and forgotten when signing out. */
import { useCallback, useEffect, useState } from 'react';
import { draftPrefix } from './draft-storage.ts';
import { ownerOf, useCurrentSession } from './session-context.ts';
import type { Session } from './session.ts';

function keyOf(session: Session, name: string): string {
  return `${draftPrefix}${ownerOf(session)}:${name}`;
}

/** Storage may be switched off or full: then a draft lives as long as its page. */
function read(key: string): unknown {
  try {
    const text = sessionStorage.getItem(key);
    return text === null ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

/**
 * State that survives a reload of the tab, for who typed it.
 * @param name of the draft
 */
export function useDraft<T extends object | string>(
  name: string,
  initial: T,
): readonly [T, (change: T | ((before: T) => T)) => void] {
  const key = keyOf(useCurrentSession(), name);
  const [value, setValue] = useState<T>(() => {
    const kept = read(key);
    if (kept === undefined || typeof kept !== typeof initial) return initial;
    // A draft of an older version of the page may lack members.
    return typeof initial === 'object' ? Object.assign({}, initial, kept) : (kept as T);
  });
  useEffect(() => {
    try {
      sessionStorage.setItem(key, JSON.stringify(value));
    } catch {
      // As in `read`.
    }
  }, [key, value]);
  return [value, useCallback((change) => setValue(change), [])];
}

/** @returns sets a draft of a page that is not open; its next visit begins with it */
export function useDraftWriter(): (name: string, value: object | string) => void {
  const session = useCurrentSession();
  return useCallback(
    (name, value) => {
      try {
        sessionStorage.setItem(keyOf(session, name), JSON.stringify(value));
      } catch {
        // As in `read`.
      }
    },
    [session],
  );
}
