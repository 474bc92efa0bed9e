import type { ReactElement } from 'react';
import type { PlaybackControls } from '../audio/use-playback.ts';
import { PlayedTake } from '../audio/played-take.tsx';
import type { Take, TakeView } from '../audio/take.ts';
import { TransportBar } from '../audio/transport-bar.tsx';

export interface TakePlayerProps {
  readonly take: Take | undefined;
  readonly view: TakeView;
  readonly playback: PlaybackControls;
  /** Its text is typed while it is spoken: how long that took says nothing of the server. Default false. */
  readonly isTyped?: boolean;
}

/** Milliseconds up to ten seconds, then seconds. */
function duration(ms: number): string {
  return ms < 10_000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** "12.3 s"; from two minutes on "57 min 48 s". */
function lengthOf(seconds: number): string {
  if (seconds < 120) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** What is made and heard: the waveform as it grows, the words as they are heard, figures, and what went wrong. */
export function TakePlayer({ take, view, playback, isTyped = false }: TakePlayerProps): ReactElement {
  const isHeard = playback.take === take && take !== undefined;
  return (
    <PlayedTake take={take} view={view} playback={playback} failed={failed} problem={playback.problem}>
      {isHeard && view.seconds > 0 && <TransportBar take={take} seconds={view.seconds} playback={playback} />}
      <Figures view={view} isTyped={isTyped} />
    </PlayedTake>
  );
}

const failed = { broken: 'The speech broke off; what had come is kept', none: 'Nothing was spoken' } as const;

const states: Readonly<Record<TakeView['state'], string>> = {
  waiting: 'Waiting for the first audio',
  arriving: 'Speaking',
  complete: 'Complete',
  stopped: 'Stopped',
  failed: 'Broke off',
};

function Figures({ view, isTyped }: Required<Pick<TakePlayerProps, 'view' | 'isTyped'>>): ReactElement {
  const { state, firstAudioMs, totalMs, seconds, words } = view;
  return (
    <dl className="take-figures">
      <div>
        <dt>State</dt>
        <dd>
          <span role="status">{words.length === 0 && seconds === 0 && state === 'waiting' ? '–' : states[state]}</span>
        </dd>
      </div>
      <div>
        <dt>First audio after</dt>
        <dd data-figure="first-audio">{firstAudioMs === undefined ? '–' : duration(firstAudioMs)}</dd>
      </div>
      <div>
        <dt>Audio</dt>
        <dd data-figure="seconds">{seconds === 0 ? '–' : lengthOf(seconds)}</dd>
      </div>
      {!isTyped && (
        <div>
          {/* The network is part of it. */}
          <dt>Received in</dt>
          <dd>
            {totalMs === undefined
              ? '–'
              : `${duration(totalMs)} · ${(seconds / (totalMs / 1000)).toFixed(0)}× real time`}
          </dd>
        </div>
      )}
    </dl>
  );
}
