import { useCallback, useEffect, useState } from 'react';
import { ownerOf, useCurrentSession } from '../../base/session-context.ts';

/**
 * What was typed and not saved, by the form it stands in. It is kept outside of the page, so that it outlives an error, another page
 * and the end of the session; only in memory, since a form may hold what no storage of the browser should.
 */
const drafts = new Map<string, Kept>();

interface Kept {
  readonly value: unknown;
  /** What was saved when typing began. */
  readonly from: unknown;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function warnBeforeLeaving(event: BeforeUnloadEvent): void {
  if (drafts.size > 0) event.preventDefault();
}

if (typeof window !== 'undefined') window.addEventListener('beforeunload', warnBeforeLeaving);

export interface Draft<Value> {
  readonly value: Value;
  /** What was saved when typing began; the server may have something else by now. */
  readonly from: Value;
  /** Whether it differs from what is saved. */
  readonly isChanged: boolean;
  readonly set: (change: Value | ((value: Value) => Value)) => void;
  /** To begin again: what is saved is shown from now on. */
  readonly discard: () => void;
  /** After saving: the same, unless something else than what was sent stands there by now: that was typed behind it. */
  readonly settle: (sent: Value) => void;
}

/**
 * The content of a form.
 * @param name of the form and what it edits: `agent/agent_1`
 * @param saved what the server has; an object that can be written as JSON
 */
export function useDraft<Value>(name: string, saved: Value): Draft<Value> {
  const key = `${ownerOf(useCurrentSession())}/${name}`;
  const [, redraw] = useState(0);
  const kept = drafts.get(key) as { readonly value: Value; readonly from: Value } | undefined;
  const isChanged = drafts.has(key);
  const set = useCallback(
    (change: Value | ((value: Value) => Value)) => {
      const { value, from } = (drafts.get(key) ?? { value: saved, from: saved }) as { value: Value; from: Value };
      const next = typeof change === 'function' ? (change as (value: Value) => Value)(value) : change;
      if (isSame(next, saved)) drafts.delete(key);
      else drafts.set(key, { value: next, from });
      redraw((count) => count + 1);
    },
    [key, saved],
  );
  const discard = useCallback(() => {
    drafts.delete(key);
    redraw((count) => count + 1);
  }, [key]);
  const settle = useCallback(
    (sent: Value) => {
      const current = drafts.get(key);
      if (current === undefined) return;
      if (isSame(current.value, sent)) discard();
      else drafts.set(key, { value: current.value, from: sent });
    },
    [key, discard],
  );
  // A draft that has become what is saved is none.
  useEffect(() => {
    if (isSame(drafts.get(key)?.value, saved)) discard();
  }, [key, saved, discard]);
  return { value: kept?.value ?? saved, from: kept?.from ?? saved, isChanged, set, discard, settle };
}
