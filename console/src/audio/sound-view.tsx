import { useCallback, useRef, useState, type ReactElement, type ReactNode } from 'react';
import { hertzLabel, positionOnMelAxis } from './mel-axis.ts';
import type { SoundPicture } from './sound-picture.ts';
import { SpectrogramView } from './spectrogram-view.tsx';
import { useObjectUrl } from './use-object-url.ts';
import { useSoundPicture } from './use-sound-picture.ts';
import { Waveform, type Wave } from './waveform.tsx';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import '../styles/sounds.css';

/** A place of a sound that can be played from. */
export interface Cue {
  readonly label: string;
  readonly seconds: number;
}

export interface SoundViewProps {
  /** What it is: "Before". */
  readonly title: string;
  /** An audio file. Has to stay the same. */
  readonly sound: Blob;
  /** Seconds at which a line goes through the pictures. Has to stay the same. */
  readonly marks?: readonly number[];
  /** Places to play from, each with a button. */
  readonly cues?: readonly Cue[];
  readonly onPlay?: () => void;
  /** Below the player. */
  readonly children?: ReactNode;
}

/** A sound to look at and to hear: its waveform, its spectrogram with axes, and a player that both follow. */
export function SoundView({ title, sound, marks, cues = [], onPlay, children }: SoundViewProps): ReactElement {
  const audio = useRef<HTMLAudioElement>(null);
  const { picture, wave, isUnreadable } = useSoundPicture(sound);
  const address = useObjectUrl(sound);
  // Another sound may be shown next.
  const [unplayable, setUnplayable] = useState<string>();
  const position = useCallback(() => audio.current?.currentTime ?? 0, []);
  const seek = useCallback((seconds: number) => {
    const element = audio.current;
    if (element === null) return;
    element.currentTime = seconds;
    element.play().catch(() => undefined);
  }, []);
  return (
    <figure className="sound">
      <figcaption>
        <strong>{title}</strong>
        <small data-figure="seconds">{picture === undefined ? '' : `${picture.seconds.toFixed(1)} s`}</small>
      </figcaption>
      {isUnreadable ? (
        <p className="note">
          This browser cannot read the file, so there is no picture of it. The server may all the same.
        </p>
      ) : (
        <Plot title={title} picture={picture} wave={wave} marks={marks} position={position} onSeek={seek} />
      )}
      <audio
        ref={audio}
        controls
        src={address}
        aria-label={`Player: ${title}`}
        onError={() => setUnplayable(address)}
        onPlay={({ currentTarget }) => {
          pauseOthers(currentTarget);
          onPlay?.();
        }}
      />
      {cues.length > 0 && (
        <div className="row">
          {cues.map(({ label, seconds }) => (
            <Button key={label} onPress={() => seek(seconds)}>
              <Icon name="play" /> {label}
            </Button>
          ))}
        </div>
      )}
      {unplayable === address && <p className="note warning">This browser does not play the file.</p>}
      {children}
    </figure>
  );
}

/** Two sounds at once cannot be compared. @param playing goes on */
export function pauseOthers(playing?: HTMLAudioElement): void {
  for (const other of document.querySelectorAll('audio')) if (other !== playing) other.pause();
}

/** They find room beside a small picture. */
const hertzTicks = [100, 500, 1000, 2000, 4000, 8000];

interface PlotProps {
  readonly title: string;
  readonly picture: SoundPicture | undefined;
  readonly wave: Wave | undefined;
  readonly marks: readonly number[] | undefined;
  readonly position: () => number;
  readonly onSeek: (seconds: number) => void;
}

function Plot({ title, picture, wave, marks, position, onSeek }: PlotProps): ReactElement {
  const seconds = picture?.seconds ?? 0;
  return (
    <div className="sound-plot">
      <Waveform wave={wave} position={position} onSeek={onSeek} {...(marks !== undefined && { marks })} />
      <div className="hertz-axis" aria-hidden="true">
        {hertzTicks.map((hertz) => (
          <span key={hertz} style={{ insetBlockEnd: `${100 * positionOnMelAxis(hertz)}%` }}>
            {hertzLabel(hertz)}
          </span>
        ))}
        <small>Hz</small>
      </div>
      <SpectrogramView
        spectrogram={picture?.spectrogram}
        seconds={seconds}
        label={
          picture === undefined
            ? `Spectrogram: ${title}, being made`
            : `Spectrogram: ${title}, ${seconds.toFixed(1)} seconds, 60 to 8000 Hz`
        }
        position={position}
        onSeek={onSeek}
        {...(marks !== undefined && { marks })}
      />
      <div className="seconds-axis" aria-hidden="true">
        {secondTicks(seconds).map((tick) => (
          <span key={tick} style={{ insetInlineStart: `${(100 * tick) / seconds}%` }}>
            {`${Number(tick.toFixed(2))} s`}
          </span>
        ))}
      </div>
    </div>
  );
}

/** So many labels find room on a phone. */
const mostTicks = 6;
/** A label there would reach beyond the picture. */
const lastShare = 0.95;

function secondTicks(seconds: number): readonly number[] {
  const power = 10 ** Math.floor(Math.log10(Math.max(0.01, seconds / mostTicks)));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((round) => seconds / round <= mostTicks) ?? seconds;
  return Array.from({ length: Math.floor(seconds / step) + 1 }, (_, index) => index * step).filter(
    (tick) => tick <= lastShare * seconds,
  );
}
