import type { ReactElement } from 'react';
import { Button } from '../../components/button.tsx';
import { LevelMeter } from './level-meter.tsx';
import type { Microphone } from './use-microphone.ts';
import { useObjectUrl } from '../use-object-url.ts';

/** Minutes and seconds: `0:07`. */
function clock(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** Records with a level meter, and plays back what was recorded. @param microphone of `useMicrophone` */
export function MicrophoneRecorder({ microphone }: { readonly microphone: Microphone }): ReactElement {
  const { state, problem, level, seconds, advice, recording, start, stop, discard } = microphone;
  const address = useObjectUrl(recording?.blob);
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
      {state === 'recording' && <Listening level={level} advice={advice} />}
      {address !== undefined && <audio controls src={address} aria-label="The recording" />}
      {recording !== undefined && <PeakNote peak={recording.peak} />}
      {problem !== undefined && (
        <div role="alert" className="error-message">
          <strong>{problem.title}</strong>
          <span>{problem.advice}</span>
        </div>
      )}
    </div>
  );
}

/** While one speaks: how loud, and what could be better. */
function Listening({ level, advice }: Pick<Microphone, 'level' | 'advice'>): ReactElement {
  return (
    <>
      <LevelMeter level={level} />
      <p role="status" className={advice?.isGood === false ? 'note warning' : 'note'}>
        {advice?.text ?? 'Speak as you would to somebody beside you.'}
      </p>
    </>
  );
}

function PeakNote({ peak }: { readonly peak: number }): ReactElement | null {
  if (peak >= 0.99) {
    return <p className="note warning">The loudest parts are cut off: speak more softly or farther away.</p>;
  }
  if (peak >= 0.05) return null;
  return <p className="note warning">Hardly anything was heard: check which microphone the browser uses.</p>;
}
