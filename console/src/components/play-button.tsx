import { useEffect, useRef, useState, type ReactElement } from 'react';
import { useSessionCheck } from '../base/session.ts';
import { Button } from './button.tsx';
import { ErrorMessage } from './error-message.tsx';

export interface PlayButtonProps {
  /** What is heard, for a screen reader: "Preview of Ann". */
  readonly label: string;
  /** What stands on the button. Default "Play". */
  readonly text?: string;
  /** Fetches the audio, in a format that browsers play. */
  readonly load: (signal: AbortSignal) => Promise<Blob>;
}

/** One sound at a time: what plays stops when another begins. */
let stopCurrent: (() => void) | undefined;

/** Plays a sound that the server makes, once it is pressed; pressed again, it stops. */
export function PlayButton({ label, text = 'Play', load }: PlayButtonProps): ReactElement {
  const [state, setState] = useState<'idle' | 'loading' | 'playing'>('idle');
  const [error, setError] = useState<unknown>();
  const checkSession = useSessionCheck();
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);

  const play = async (): Promise<void> => {
    stopCurrent?.();
    const controller = new AbortController();
    // Made before anything is awaited, while the press still counts.
    const context = new AudioContext();
    const end = (): void => {
      if (controller.signal.aborted) return;
      controller.abort();
      void context.close();
      if (stopCurrent === end) stopCurrent = undefined;
      setState('idle');
    };
    stop.current = end;
    stopCurrent = end;
    setError(undefined);
    setState('loading');
    try {
      const blob = await load(controller.signal);
      const buffer = await context.decodeAudioData(await blob.arrayBuffer());
      if (controller.signal.aborted) return;
      const source = new AudioBufferSourceNode(context, { buffer });
      source.addEventListener('ended', end, { once: true });
      source.connect(context.destination);
      source.start();
      setState('playing');
    } catch (failure) {
      if (controller.signal.aborted) return;
      end();
      setError(failure);
      checkSession();
    }
  };

  const isBusy = state !== 'idle';
  return (
    <span className="play-button">
      <Button
        variant="quiet"
        aria-label={isBusy ? `Stop: ${label}` : label}
        onPress={() => (isBusy ? stop.current?.() : void play())}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          {isBusy ? <rect x="3" y="3" width="10" height="10" rx="1.5" /> : <path d="M4 2.5v11l9.5-5.5z" />}
        </svg>
        {{ idle: text, loading: 'Loading', playing: 'Stop' }[state]}
      </Button>
      {error !== undefined && <ErrorMessage error={error} />}
    </span>
  );
}
