import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactElement } from 'react';
import { Link } from 'react-aria-components';
import type { PlaybackControls } from '../audio/use-playback.ts';
import { historyKey, listTakes, useHistoryState } from './history.ts';
import type { KeptTakesProps } from './kept-takes.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { useLate, type LoadPart } from '../components/use-late.ts';

const keptTakes: LoadPart<KeptTakesProps> = async () => (await import('./kept-takes.tsx')).KeptTakes;

const shown = 5;

export interface RecentTakesProps {
  readonly playback: PlaybackControls;
  /** Text, voice and settings of a take are back. */
  readonly onSpeakAgain: () => void;
}

/** The last takes of the member; nothing where there are none. */
export function RecentTakes({ playback, onSpeakAgain }: RecentTakesProps): ReactElement | null {
  const state = useHistoryState();
  const list = useQuery({
    queryKey: [...historyKey, 'recent'],
    queryFn: ({ signal }) => listTakes({ limit: shown }, { q: '', voice: '', isStarred: false }, signal),
    enabled: state.data !== undefined,
  });
  const takes = list.data?.data ?? [];
  const hasTakes = takes.length > 0;
  const { component: KeptTakes, hasFailed, load } = useLate(keptTakes);
  useEffect(() => {
    if (hasTakes) load();
  }, [hasTakes, load]);
  if (!hasTakes) return null;
  return (
    <section className="stack" aria-labelledby="recent-takes">
      <div className="row spread">
        <h2 id="recent-takes">Your last takes</h2>
        <Link href="/history">All of the history</Link>
      </div>
      {KeptTakes !== undefined && (
        <KeptTakes label="Your last takes" takes={takes} playback={playback} onSpeakAgain={onSpeakAgain} />
      )}
      {hasFailed && (
        <ErrorMessage error="Its script did not arrive." title="Your last takes could not be loaded" onRetry={load} />
      )}
    </section>
  );
}
