import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactElement, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { consoleRequest } from '../base/api.ts';
import { PlayedTake } from '../audio/played-take.tsx';
import type { PlaybackControls } from '../audio/use-playback.ts';
import { useTakeView } from '../audio/use-utterance.ts';
import { Button } from '../components/button.tsx';
import { DownloadLink } from '../components/download-link.tsx';
import { Entered } from '../components/forms/entered.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { isolated } from '../components/format.ts';
import { Icon } from '../components/icon.tsx';
import { Moment } from '../components/moment.tsx';
import { RemoveButton } from '../components/pages/remove-button.tsx';
import { languageName } from '../speak/voices.ts';
import { nameOf, takePath, useReloadHistory, useSpeakAgain, type KeptTake } from './history.ts';
import { openTake, type OpenTake } from './kept-audio.ts';
import '../styles/history.css';

export interface KeptTakesProps {
  readonly label: string;
  readonly takes: readonly KeptTake[];
  /** Of the page: one sound at a time. */
  readonly playback: PlaybackControls;
  /** Beside what a take can do: what only one page has. */
  readonly more?: ((take: KeptTake) => ReactNode) | undefined;
  /** Text, voice and settings of a take are back on Speak. Default: goes there. */
  readonly onSpeakAgain?: (() => void) | undefined;
}

/** Takes with what can be done with each; the one that was pressed last has its waveform and words below it. */
export function KeptTakes({ label, takes, playback, more, onSpeakAgain }: KeptTakesProps): ReactElement {
  const [open, setOpen] = useState<OpenTake>();
  const current = useRef<OpenTake>(undefined);
  const latest = useRef(playback);
  useEffect(() => void (latest.current = playback), [playback]);
  // Without its line, nothing could stop it.
  useEffect(
    () => () => {
      const { take, stop } = latest.current;
      if (take !== undefined && take === current.current?.take) stop();
      current.current?.close();
    },
    [],
  );

  const play = (id: string): void => {
    current.current?.close();
    const next = openTake(id);
    current.current = next;
    setOpen(next);
    playback.play(next.take);
  };
  const isPlaying = (id: string): boolean => open?.id === id && playback.isPlaying && playback.take === open.take;
  return (
    <ul className="kept-takes" aria-label={label}>
      {takes.map((take) => (
        <li key={take.id} className="kept-take">
          <TakeLine
            take={take}
            isPlaying={isPlaying(take.id)}
            onPlay={() => play(take.id)}
            onStop={playback.stop}
            onRemoved={() => {
              if (open?.id === take.id) playback.stop();
            }}
            more={more}
            onSpeakAgain={onSpeakAgain}
          />
          {open?.id === take.id && <KeptPlayer open={open} playback={playback} />}
        </li>
      ))}
    </ul>
  );
}

interface TakeLineProps extends Pick<KeptTakesProps, 'more' | 'onSpeakAgain'> {
  readonly take: KeptTake;
  readonly isPlaying: boolean;
  readonly onPlay: () => void;
  readonly onStop: () => void;
  readonly onRemoved: () => void;
}

function TakeLine({ take, isPlaying, onPlay, onStop, onRemoved, more, onSpeakAgain }: TakeLineProps): ReactElement {
  const reload = useReloadHistory();
  const name = isolated(nameOf(take));
  return (
    <div className="kept-line">
      <Button
        aria-label={isPlaying ? `Stop: ${name}` : `Play: ${name}`}
        onPress={() => (isPlaying ? onStop() : onPlay())}
      >
        <Icon name={isPlaying ? 'stop' : 'play'} /> {isPlaying ? 'Stop' : 'Play'}
      </Button>
      <div className="kept-text">
        <span className="kept-name">
          <Entered text={nameOf(take)} />
        </span>
        <small className="muted">
          <Entered text={take.voice.name} />
          {take.language !== null && <> · {languageName(take.language)}</>} · {take.seconds.toFixed(1)} s ·{' '}
          <Moment at={take.created_at} />
        </small>
      </div>
      <div className="row tight kept-actions">
        <StarButton take={take} />
        <DownloadLink path={`${takePath(take.id)}/audio`} name={nameOf(take)}>
          Download
        </DownloadLink>
        {take.origin === 'speak' && <SpeakAgainButton take={take} onSpeakAgain={onSpeakAgain} />}
        {more?.(take)}
        <RemoveButton
          title="Delete this take?"
          label={`Delete: ${name}`}
          remove={() => consoleRequest('DELETE', takePath(take.id))}
          onRemoved={() => {
            onRemoved();
            reload();
          }}
        >
          <p>
            <Entered text={nameOf(take)} /> is gone for good, with its audio.
          </p>
        </RemoveButton>
      </div>
    </div>
  );
}

/** A take with a star stays beyond the days of the history. */
function StarButton({ take: { id, starred, ...take } }: { readonly take: KeptTake }): ReactElement {
  const reload = useReloadHistory();
  const star = useMutation({
    mutationFn: () => consoleRequest('PATCH', takePath(id), { body: { starred: !starred } }),
    onSettled: reload,
  });
  return (
    <>
      <Button
        variant="quiet"
        aria-pressed={starred}
        aria-label={`Star: ${isolated(nameOf({ id, starred, ...take }))}`}
        onPress={() => star.mutate()}
        isPending={star.isPending}
      >
        <span aria-hidden="true" className="star">
          {starred ? '★' : '☆'}
        </span>
      </Button>
      {star.error !== null && <ErrorMessage error={star.error} title="The star was not changed" />}
    </>
  );
}

function SpeakAgainButton({
  take,
  onSpeakAgain,
}: {
  readonly take: KeptTake;
  readonly onSpeakAgain: (() => void) | undefined;
}): ReactElement {
  const speakAgain = useSpeakAgain();
  const [, navigate] = useLocation();
  const again = useMutation({
    mutationFn: () => speakAgain(take.id),
    onSuccess: () => (onSpeakAgain === undefined ? navigate('/speak') : onSpeakAgain()),
  });
  return (
    <>
      <Button
        variant="quiet"
        aria-label={`Use again: ${isolated(nameOf(take))}`}
        onPress={() => again.mutate()}
        isPending={again.isPending}
      >
        Use again
      </Button>
      {again.error !== null && <ErrorMessage error={again.error} title="The take could not be read" />}
    </>
  );
}

export interface KeptPlayerProps {
  readonly open: OpenTake;
  readonly playback: PlaybackControls;
}

/** The waveform and the words of a kept take; a press on either plays from there. */
export function KeptPlayer({ open: { take }, playback }: KeptPlayerProps): ReactElement {
  const view = useTakeView(take);
  return (
    <PlayedTake
      take={take}
      view={view}
      playback={playback}
      hasWaveform={view.state !== 'failed' || view.seconds > 0}
      failed={failed}
      problem={playback.take === take ? playback.problem : undefined}
    />
  );
}

const failed = { broken: 'The take broke off', none: 'The take could not be played' } as const;
