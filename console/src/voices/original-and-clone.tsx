import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, type ReactElement } from 'react';
import { previewOf, type Voice } from './catalogue.ts';
import type { RecentClip } from './recent-clips.ts';
import { sonorant } from '../base/api.ts';
import { pauseOthers } from '../audio/sound-view.tsx';
import { Button } from '../components/button.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { Icon } from '../components/icon.tsx';
import { Loading } from '../components/pages/loading.tsx';

type Side = 'original' | 'clone';
const names: Readonly<Record<Side, string>> = { original: 'Original', clone: 'Clone' };

export interface OriginalAndCloneProps {
  readonly voice: Voice;
  readonly recent: RecentClip;
}

/** The recording and the voice that was made of it, with the same sentence where it is known, on one button. */
export function OriginalAndClone({ voice, recent: { clip, transcript } }: OriginalAndCloneProps): ReactElement {
  const spoken = useQuery({
    queryKey: ['voices', 'one', voice.id, 'beside its original'],
    queryFn: ({ signal }) => spokenBy(voice, transcript, signal),
    staleTime: Infinity,
    retry: false,
  });
  return (
    <section className="card" aria-labelledby="beside">
      <h2 id="beside">Original and clone</h2>
      <p className="muted">
        {transcript === ''
          ? 'The recording, and a sample of the clone.'
          : 'The same words: the recording, and the clone.'}{' '}
        The recording is known to this tab only; the server gives it to nobody.
      </p>
      {spoken.error !== null && (
        <ErrorMessage error={spoken.error} title="The clone could not speak" onRetry={() => void spoken.refetch()} />
      )}
      {spoken.data === undefined ? (
        spoken.error === null && <Loading label="The clone speaks" />
      ) : (
        <Switch original={clip} clone={spoken.data} />
      )}
    </section>
  );
}

async function spokenBy(voice: Voice, transcript: string, signal: AbortSignal): Promise<Blob> {
  if (transcript.trim() === '') return previewOf(voice, signal);
  const format = { container: 'wav', encoding: 'pcm_s16le', sampleRate: 24_000 } as const;
  const speech = sonorant.speak({ text: transcript, voice: voice.id, format }, { transport: 'bytes', signal });
  return new Blob([await speech.bytes()], { type: 'audio/wav' });
}

function Switch({ original, clone }: { readonly original: Blob; readonly clone: Blob }): ReactElement {
  const [heard, setHeard] = useState<Side>();
  const originalPlayer = useRef<HTMLAudioElement>(null);
  const clonePlayer = useRef<HTMLAudioElement>(null);
  const addresses = { original: useAddress(original), clone: useAddress(clone) };
  const next: Side = heard === 'original' ? 'clone' : 'original';

  const playerOf = (side: Side) => (side === 'original' ? originalPlayer : clonePlayer).current;
  const play = (): void => {
    const to = playerOf(next);
    if (to === null) return;
    pauseOthers(to);
    goOn(heard === undefined ? null : playerOf(heard), to);
    setHeard(next);
    to.play().catch(() => setHeard(undefined));
  };
  const stop = (): void => {
    pauseOthers();
    setHeard(undefined);
  };
  return (
    <div className="row">
      <Button variant="primary" onPress={play}>
        <Icon name="play" /> {heard === undefined ? 'Hear the original' : `Switch to the ${next}`}
      </Button>
      {heard !== undefined && (
        <Button onPress={stop}>
          <Icon name="stop" /> Stop
        </Button>
      )}
      <span role="status">{heard === undefined ? '' : `${names[heard]} is heard.`}</span>
      {(['original', 'clone'] as const).map((side) => (
        <audio
          key={side}
          ref={side === 'original' ? originalPlayer : clonePlayer}
          src={addresses[side]}
          data-side={side}
          onEnded={() => setHeard((now) => (now === side ? undefined : now))}
        />
      ))}
    </div>
  );
}

/** Puts one player at the share of its length that the other has reached. */
function goOn(from: HTMLAudioElement | null, to: HTMLAudioElement): void {
  const share = from === null || !(from.duration > 0) ? 0 : from.currentTime / from.duration;
  to.currentTime = share < 1 && Number.isFinite(to.duration) ? share * to.duration : 0;
}

function useAddress(sound: Blob): string {
  const address = useMemo(() => URL.createObjectURL(sound), [sound]);
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  return address;
}
