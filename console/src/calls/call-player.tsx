import { SonorantError } from '@sonorant/client';
import { useQuery } from '@tanstack/react-query';
import { memo, useCallback, useMemo, useRef, useState, type ReactElement } from 'react';
import { useSides, type Side } from './channels.ts';
import { readRecording, recordingPath } from './recording.ts';
import { RecordingWaves } from './recording-waves.tsx';
import { TurnItem } from './turn-item.tsx';
import type { ShownTurn } from './turns.ts';
import { turnAt, wordsOf } from './word-times.ts';
import { SpokenWords } from '../audio/spoken-words.tsx';
import { wordAt } from '../audio/take.ts';
import { useFollowing } from '../audio/use-following.ts';
import { baseUrl } from '../base/api.ts';
import { DownloadLink } from '../components/download-link.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { Loading } from '../components/pages/loading.tsx';
import { Select } from '../components/forms/select.tsx';
import '../styles/conversation.css';

export interface CallPlayerProps {
  readonly callId: string;
  readonly turns: readonly ShownTurn[];
  /** Whether there can be a recording: not while the call goes on, and not when its contents were removed. */
  readonly isKept: boolean;
}

const sides: readonly { readonly id: Side; readonly name: string }[] = [
  { id: 'both', name: 'Both sides' },
  { id: 'caller', name: 'The caller only' },
  { id: 'agent', name: 'The agent only' },
];

/** The recording of a call with its turns: they light up as they are heard, and a word that is chosen is played from. */
export function CallPlayer({ callId, turns, isKept }: CallPlayerProps): ReactElement {
  const audio = useRef<HTMLAudioElement>(null);
  const [side, setSide] = useState<Side>('both');
  const choose = useSides(audio);
  const recording = useQuery({
    queryKey: ['calls', 'recording', callId],
    queryFn: ({ signal }) => readRecording(callId, signal),
    enabled: isKept,
    staleTime: Infinity,
  });
  /** Where the player is; undefined before it was used. */
  const [seconds, setSeconds] = useState<number>();
  const { isPlaying, follow } = useFollowing(audio, setSeconds);
  const playFrom = useCallback(
    (from: number): void => {
      const element = audio.current;
      if (element === null) return;
      element.currentTime = from;
      follow();
      element.play().catch(() => undefined);
    },
    [follow],
  );
  const position = useCallback(() => audio.current?.currentTime ?? 0, []);
  const { data, error } = recording;
  const isMissing = error instanceof SonorantError && error.status === 404;
  const hasRecording = data !== undefined;
  return (
    <section className="card call-player" aria-label="Recording and transcript">
      {recording.isLoading && <Loading label="Loading: the recording" />}
      {isMissing && (
        <p className="muted">This call has no recording: the server kept none, or removed it by its age.</p>
      )}
      {error !== null && !isMissing && <ErrorMessage error={error} title="The recording could not be read" />}
      {hasRecording && (
        <>
          {data.peaks !== undefined && <RecordingWaves peaks={data.peaks} position={position} onSeek={playFrom} />}
          <audio
            ref={audio}
            controls
            preload="metadata"
            src={baseUrl + recordingPath(callId)}
            aria-label="The recording"
            onPlay={follow}
            onSeeked={follow}
          />
          <div className="row bottom">
            <Select
              label="Hear"
              options={sides}
              value={side}
              onChange={(id) => {
                setSide(id as Side);
                choose(id as Side);
              }}
            />
            <DownloadLink path={recordingPath(callId)} name={`${callId}.wav`}>
              Download
            </DownloadLink>
          </div>
        </>
      )}
      <TurnList turns={turns} seconds={hasRecording ? seconds : undefined} isPlaying={isPlaying} onPlay={playFrom} />
    </section>
  );
}

interface TurnListProps {
  readonly turns: readonly ShownTurn[];
  /** Undefined: the player was not used yet, or there is none. */
  readonly seconds: number | undefined;
  readonly isPlaying: boolean;
  readonly onPlay: (from: number) => void;
}

function TurnList({ turns, seconds, isPlaying, onPlay }: TurnListProps): ReactElement {
  const words = useMemo(() => turns.map(wordsOf), [turns]);
  const now = seconds === undefined ? -1 : turnAt(turns, seconds);
  if (turns.length === 0) return <p role="status">Nothing was said.</p>;
  return (
    <ol className="turns" aria-label="Turns">
      {turns.map((turn, index) => (
        <PlayedTurn
          key={index}
          turn={turn}
          words={words[index]!}
          heard={seconds === undefined ? words[index]!.length - 1 : wordAt(words[index]!, seconds)}
          isNow={isPlaying && index === now}
          onPlay={onPlay}
        />
      ))}
    </ol>
  );
}

interface PlayedTurnProps {
  readonly turn: ShownTurn;
  readonly words: ReturnType<typeof wordsOf>;
  readonly heard: number;
  readonly isNow: boolean;
  readonly onPlay: (from: number) => void;
}

const PlayedTurn = memo(function PlayedTurn({ turn, words, heard, isNow, onPlay }: PlayedTurnProps): ReactElement {
  const choose = useCallback(
    (index: number) => {
      const word = words[index];
      if (word !== undefined) onPlay(word.start);
    },
    [words, onPlay],
  );
  return (
    <TurnItem turn={turn} isNow={isNow}>
      {words.length > 0 ? <SpokenWords words={words} heard={heard} isPlaying={isNow} onChoose={choose} /> : undefined}
    </TurnItem>
  );
});
