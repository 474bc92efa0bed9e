import { useEffect, useRef, type ReactElement } from 'react';
import type { TalkEntry } from './talk.ts';
import { TurnItem } from '../calls/turn-item.tsx';
import { isStored, type StoredTurn } from '../calls/turns.ts';

export interface TalkLogProps {
  readonly entries: readonly TalkEntry[];
  /** The same turns as far as the server has stored them, with their figures. */
  readonly stored: readonly StoredTurn[];
}

/** The turns while they come; the newest is in sight, unless an older one is being read. */
export function TalkLog({ entries, stored }: TalkLogProps): ReactElement {
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  useEffect(() => {
    if (isAtEnd.current) box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [entries, stored]);
  return (
    <div
      ref={box}
      className="talk-log"
      role="log"
      // What is still changing would be read out again and again.
      aria-relevant="additions"
      aria-label="What is said"
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        isAtEnd.current = scrollTop + clientHeight >= scrollHeight - 24;
      }}
    >
      <ol className="turns">
        {entries.map((entry) => {
          if (entry.kind === 'note') {
            return (
              <li key={`note ${entry.note.id}`} className="turn-note">
                {entry.note.text}
              </li>
            );
          }
          const { turn, number } = entry;
          const { figures } = stored.find((one) => isStored(turn, one)) ?? turn;
          return <TurnItem key={number} caller="You" turn={{ ...turn, figures }} />;
        })}
      </ol>
    </div>
  );
}
