import { useCallback, type ReactElement, type ReactNode } from 'react';
import { SpokenWords } from './spoken-words.tsx';
import type { Take, TakeView } from './take.ts';
import type { PlaybackControls } from './use-playback.ts';
import { TakeWaveform } from './waveform.tsx';
import { ErrorMessage } from '../components/error-message.tsx';

export interface PlayedTakeProps {
  readonly take: Take | undefined;
  readonly view: TakeView;
  readonly playback: PlaybackControls;
  /** Default true. */
  readonly hasWaveform?: boolean;
  /** What is said where it failed: with some of its audio, and without any. */
  readonly failed: { readonly broken: string; readonly none: string };
  /** Why nothing is heard. */
  readonly problem: unknown;
  /** Between the waveform and the words. */
  readonly children?: ReactNode;
}

function zero(): number {
  return 0;
}

/** The waveform of a take and its words as they are heard, and what went wrong; a press on either plays from there. */
export function PlayedTake(props: PlayedTakeProps): ReactElement {
  const { take, view, playback, hasWaveform = true, failed, problem, children } = props;
  const isHeard = playback.take === take && take !== undefined;
  const { play } = playback;
  const onChoose = useCallback(
    (index: number) => {
      const word = take?.view().words[index];
      if (take !== undefined && word !== undefined) play(take, word.start);
    },
    [take, play],
  );
  return (
    <div className="take-player">
      {hasWaveform && (
        <TakeWaveform
          take={take}
          position={isHeard ? playback.position : zero}
          {...(take !== undefined && { onSeek: (seconds: number) => play(take, seconds) })}
        />
      )}
      {children}
      {view.words.length > 0 && (
        <SpokenWords
          words={view.words}
          heard={isHeard ? playback.word : -1}
          isPlaying={isHeard && playback.isPlaying}
          onChoose={onChoose}
        />
      )}
      {view.state === 'failed' && (
        <ErrorMessage error={view.error} title={view.seconds > 0 ? failed.broken : failed.none} />
      )}
      {problem !== undefined && <ErrorMessage error={problem} title="Nothing is heard" />}
    </div>
  );
}
