import { useEffect, useMemo, type ReactElement } from 'react';
import { Button } from '../components/button.tsx';
import { LevelMeter } from './level-meter.tsx';
import type { Microphone } from './use-microphone.ts';

/** Minutes and seconds: `0:07`. */
function clock(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** Records with a level meter, and plays back what was recorded. @param microphone of `useMicrophone` */
export function MicrophoneRecorder({ microphone }: { readonly microphone: Microphone }): ReactElement {
  const { state, problem, level, seconds, recording, start, stop, discard } = microphone;
  const address = useMemo(() => recording && URL.createObjectURL(recording.blob), [recording]);
  useEffect(() => () => (address === undefined ? undefined : URL.revokeObjectURL(address)), [address]);
  const isBlocked = problem !== undefined && !window.isSecureContext;
  return (
    <div className="recorder">
      <div className="row">
        {state === 'recording' ? (
          <Button variant="danger" onPress={stop}>
            Stop recording
          </Button>
        ) : (
          <Button onPress={start} isDisabled={isBlocked} isPending={state === 'asking'}>
            {state === 'recorded' ? 'Record again' : 'Record'}
          </Button>
        )}
        {state === 'asking' && <span className="muted">The browser asks whether it may listen.</span>}
        {state === 'recording' && <span role="timer">{clock(seconds)}</span>}
        {state === 'recorded' && (
          <Button variant="quiet" onPress={discard}>
            Discard
          </Button>
        )}
      </div>
      {state === 'recording' && <LevelMeter level={level} />}
      {address !== undefined && <audio controls src={address} aria-label="The recording" />}
      {recording !== undefined && recording.peak >= 0.99 && (
        <p className="note warning">The loudest parts are cut off: speak more softly or farther away.</p>
      )}
      {recording !== undefined && recording.peak < 0.05 && (
        <p className="note warning">Hardly anything was heard: check which microphone the browser uses.</p>
      )}
      {problem !== undefined && (
        <div role="alert" className="error-message">
          <strong>{problem.title}</strong>
          <span>{problem.advice}</span>
        </div>
      )}
    </div>
  );
}
