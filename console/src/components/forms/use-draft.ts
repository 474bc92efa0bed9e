import { useCallback, useEffect, useState } from 'react';
import { ownerOf, useCurrentSession } from '../../base/session-context.ts';

/**
 * What was typed and not saved, by the form it stands in. It is kept outside of the page, so that it outlives an error, another page
 * and the end of the session; only in memory, since a form may hold what no storage of the browser should.
 */
const drafts = new Map<string, unknown>();

function warnBeforeLeaving(event: BeforeUnloadEvent): void {
  if (drafts.size > 0) event.preventDefault();
}

if (typeof window !== 'undefined') window.addEventListener('beforeunload', warnBeforeLeaving);

export interface Draft<Value> {
  readonly value: Value;
  /** Whether it differs from what is saved. */
  readonly isChanged: boolean;
  readonly set: (change: Value | ((value: Value) => Value)) => void;
  /** After saving, or to begin again: what is saved is shown from now on. */
  readonly discard: () => void;
}

/**
 * The content of a form.
 * @param name of the form and what it edits: `agent/agent_1`
 * @param saved what the server has; an object that can be written as JSON
 */
export function useDraft<Value>(name: string, saved: Value): Draft<Value> {
  const key = `${ownerOf(useCurrentSession())}/${name}`;
  const [, redraw] = useState(0);
  const value = (drafts.has(key) ? drafts.get(key) : saved) as Value;
  const isChanged = drafts.has(key);
  const set = useCallback(
    (change: Value | ((value: Value) => Value)) => {
      const current = (drafts.has(key) ? drafts.get(key) : saved) as Value;
      const next = typeof change === 'function' ? (change as (value: Value) => Value)(current) : change;
      if (JSON.stringify(next) === JSON.stringify(saved)) drafts.delete(key);
      else drafts.set(key, next);
      redraw((count) => count + 1);
    },
    [key, saved],
  );
  const discard = useCallback(() => {
    drafts.delete(key);
    redraw((count) => count + 1);
  }, [key]);
  // A draft that has become what is saved is none.
  useEffect(() => {
    if (drafts.has(key) && JSON.stringify(drafts.get(key)) === JSON.stringify(saved)) discard();
  }, [key, saved, discard]);
  return { value, isChanged, set, discard };
}
