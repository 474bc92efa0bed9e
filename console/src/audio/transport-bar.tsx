import { useEffect, useState, type ReactElement } from 'react';
import type { Take } from './take.ts';
import type { PlaybackControls } from './use-playback.ts';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';

export interface TransportBarProps {
  readonly take: Take;
  /** Of audio so far. */
  readonly seconds: number;
  readonly playback: PlaybackControls;
}

/** How far the buttons go back and forth. */
const stepSeconds = 5;
const lookMs = 250;

/** Pause and go on, back and forth, and where one is. */
export function TransportBar({ take, seconds, playback }: TransportBarProps): ReactElement {
  const { isPlaying, isPaused, position, play, pause, resume } = playback;
  const [at, setAt] = useState(position);
  useEffect(() => {
    const look = (): void => setAt(position());
    look();
    if (!isPlaying) return undefined;
    const timer = setInterval(look, lookMs);
    return () => clearInterval(timer);
  }, [isPlaying, position]);
  const seek = (by: number): void => play(take, Math.max(0, Math.min(seconds, position() + by)));
  const isSounding = isPlaying && !isPaused;
  const goOn = (): void => {
    if (isPaused) resume();
    // From where it was stopped; one that was heard to its end begins anew.
    else play(take, position() >= seconds - 0.05 ? 0 : position());
  };
  return (
    <div className="row transport" role="group" aria-label="Playback">
      <Button variant="quiet" onPress={isSounding ? pause : goOn}>
        {isSounding ? (
          'Pause'
        ) : (
          <>
            <Icon name="play" /> Go on
          </>
        )}
      </Button>
      <Button variant="quiet" onPress={() => seek(-stepSeconds)}>
        Back {stepSeconds} s
      </Button>
      <Button variant="quiet" onPress={() => seek(stepSeconds)}>
        Forward {stepSeconds} s
      </Button>
      <small className="muted" data-figure="position">
        {clock(at)} / {clock(seconds)}
      </small>
    </div>
  );
}

/** Minutes and seconds; hours where there are some. */
function clock(seconds: number): string {
  const whole = Math.floor(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}
