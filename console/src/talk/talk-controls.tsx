import type { ConversationEndReason } from '@sonorant/client';
import { MicrophoneError, PlaybackError } from '@sonorant/client/browser';
import { useEffect, useState, type ReactElement, type ReactNode } from 'react';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import type { Talk, TalkView } from './talk.ts';

/** Why the microphone is of no use, and what helps. */
export interface MicrophoneObstacle {
  readonly title: string;
  readonly advice: ReactNode;
}

export interface TalkControlsProps {
  readonly talk: Talk;
  readonly view: TalkView;
  readonly obstacle: MicrophoneObstacle | undefined;
  /** @param hasSound default true */
  readonly onStart: (hasMicrophone: boolean, hasSound?: boolean) => void;
}

const endings: Readonly<Record<ConversationEndReason, string>> = {
  agent_hangup: 'The agent has hung up.',
  client_hangup: 'You have hung up.',
  api_cancelled: 'The call was cancelled.',
  max_duration: 'The call has reached the longest duration that the server allows.',
  inactivity: 'Nobody said anything for so long that the agent has hung up.',
  unknown: 'The call has ended.',
};

function statusOf({ state, isMuted }: TalkView): string {
  switch (state.kind) {
    case 'idle':
    case 'failed':
      return '';
    case 'connecting':
      return state.hasMicrophone ? 'Connecting. The browser may ask whether it may listen.' : 'Connecting.';
    case 'open':
      if (!state.hasMicrophone) return 'Connected. Type below.';
      return isMuted ? 'Muted: the agent hears silence.' : 'Connected. Speak, or type below.';
    case 'ended':
      return endings[state.reason];
  }
}

/** Begins, mutes and ends a conversation, and says how it stands. */
export function TalkControls({ talk, view, obstacle, onStart }: TalkControlsProps): ReactElement {
  const { state, isMuted, readyAt } = view;
  const isAgain = state.kind === 'ended' || state.kind === 'failed';
  const isStopped = state.kind === 'idle' || isAgain;
  return (
    <div className="stack tight">
      <div className="row">
        {isStopped && (
          <>
            <Button
              variant={obstacle === undefined ? 'primary' : 'secondary'}
              isDisabled={obstacle !== undefined}
              onPress={() => onStart(true)}
            >
              <Icon name="clone" /> {isAgain ? 'Talk again' : 'Talk'}
            </Button>
            <Button variant={obstacle === undefined ? 'secondary' : 'primary'} onPress={() => onStart(false)}>
              <Icon name="keyboard" /> Type instead
            </Button>
          </>
        )}
        {!isStopped && (
          <Button variant="danger" onPress={() => talk.hangUp()}>
            <Icon name="stop" /> {state.kind === 'open' ? 'Hang up' : 'Cancel'}
          </Button>
        )}
        {state.kind === 'open' && state.hasMicrophone && (
          <Button aria-pressed={isMuted} onPress={() => talk.mute(!isMuted)}>
            Mute
          </Button>
        )}
        {state.kind === 'open' && readyAt !== undefined && <Clock since={readyAt} />}
      </div>
      <p role="status">{statusOf(view)}</p>
      {state.kind === 'failed' && <Advice error={state.error} onSilent={() => onStart(false, false)} />}
      {obstacle !== undefined && isStopped && (
        <p className="note warning">
          <strong>{obstacle.title}.</strong> {obstacle.advice}
        </p>
      )}
    </div>
  );
}

/** What to do about a device. */
function Advice({ error, onSilent }: { readonly error: unknown; readonly onSilent: () => void }): ReactElement | null {
  if (error instanceof MicrophoneError) return <p>“Type instead” needs no microphone.</p>;
  if (!(error instanceof PlaybackError)) return null;
  return (
    <p>
      Connect a loudspeaker or headphones and try again, or{' '}
      <Button variant="quiet" onPress={onSilent}>
        Type and read
      </Button>
    </p>
  );
}

function Clock({ since }: { readonly since: number }): ReactElement {
  const [now, setNow] = useState(since);
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 500);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.floor((now - since) / 1000));
  return (
    <span role="timer" className="muted">{`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`}</span>
  );
}
