import type { ReactElement } from 'react';
import { Link } from 'react-aria-components';
import { Checkbox } from '../components/forms/checkbox.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { formatSize } from '../components/format.ts';
import { useHasHistory, useHistoryState, useSetWanted } from './history.ts';
import type { Keeping } from './keeping.ts';

/** The switch of the history, with what it means here: how long, how much, and who sees it. */
export function HistoryWish(): ReactElement | null {
  const state = useHistoryState();
  const setWanted = useSetWanted();
  const hasHistory = useHasHistory();
  if (!hasHistory) {
    return (
      <p className="hint muted">
        What you make is not kept: a history belongs to a member, and this session began with a key.
      </p>
    );
  }
  if (state.data === undefined) {
    if (state.error === null) return null;
    return (
      <ErrorMessage error={state.error} title="The history could not be read" onRetry={() => void state.refetch()} />
    );
  }
  const { is_on: isOn, is_wanted: isWanted, days, limit_bytes: limit } = state.data;
  if (!isOn) return <p className="hint muted">This server keeps no history: what you make is gone with this page.</p>;
  return (
    <div className="stack tight">
      <Checkbox isSelected={isWanted} isDisabled={setWanted.isPending} onChange={(wanted) => setWanted.mutate(wanted)}>
        Keep what I make in my history
      </Checkbox>
      <small className="muted">
        For {days} {days === 1 ? 'day' : 'days'} and up to {formatSize(limit)}, the oldest go first; those with a star
        stay. Only you see it.
      </small>
      {setWanted.error !== null && <ErrorMessage error={setWanted.error} title="Not switched" />}
    </div>
  );
}

/** What became of the last take. */
export function KeepingNote({ keeping }: { readonly keeping: Keeping }): ReactElement | null {
  switch (keeping.kind) {
    case 'none':
      return null;
    case 'keeping':
      return (
        <p role="status" className="hint muted">
          Being kept in the history …
        </p>
      );
    case 'kept':
      return (
        <p role="status" className="hint muted">
          Kept in your <Link href="/history">history</Link>.
        </p>
      );
    case 'failed':
      return (
        <ErrorMessage
          error={keeping.error}
          title="Not kept in the history; you can still hear and download it"
          onRetry={keeping.retry}
        />
      );
  }
}
