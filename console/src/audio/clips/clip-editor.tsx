import { useCallback, useMemo, useRef, type ReactElement } from 'react';
import { Label, Slider, SliderOutput, SliderThumb, SliderTrack } from 'react-aria-components';
import { adviceOn, lengthAdvice } from './clip-advice.ts';
import { isForeign, type ClipRange } from './clip-part.ts';
import { useObjectUrl } from '../use-object-url.ts';
import { useSoundPicture } from '../use-sound-picture.ts';
import { Waveform } from '../waveform.tsx';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';

/** Less than this is no clip. */
const leastSeconds = 0.5;
const step = 0.05;

export interface ClipEditorProps {
  readonly file: File;
  /** Undefined for all of it. */
  readonly range: ClipRange | undefined;
  readonly onChange: (range: ClipRange | undefined) => void;
}

/** A clip as it is: its waveform with handles that cut off what is before and behind, the part to hear, and what could be better. */
export function ClipEditor({ file, range, onChange }: ClipEditorProps): ReactElement {
  const { picture, wave, isUnreadable } = useSoundPicture(file);
  const address = useObjectUrl(file);
  const audio = useRef<HTMLAudioElement>(null);
  const position = useCallback(() => audio.current?.currentTime ?? 0, []);
  const seconds = picture?.seconds ?? 0;
  const { from, to } = range ?? { from: 0, to: seconds };
  const marks = useMemo(() => [from, to], [from, to]);
  if (isUnreadable) {
    return (
      <p className="note warning" role="status">
        {isForeign(file)
          ? 'This browser cannot read the file, and the server does not either: save it as WAV, FLAC or MP3.'
          : 'This browser cannot read the file, so it cannot be heard or trimmed here. The server may read it all the same.'}
      </p>
    );
  }
  const hear = (start: number): void => {
    const element = audio.current;
    if (element === null) return;
    element.currentTime = start;
    element.play().catch(() => undefined);
  };
  return (
    <div className="clip-editor">
      <Waveform wave={wave} position={position} marks={marks} height="same" onSeek={hear} />
      {picture !== undefined && picture.seconds > 2 * leastSeconds && (
        <PartSlider seconds={seconds} from={from} to={to} onChange={onChange} />
      )}
      {/* Its controls are those below: what is cut off is not heard. */}
      <audio
        ref={audio}
        src={address}
        onTimeUpdate={({ currentTarget }) => {
          if (currentTarget.currentTime >= to) currentTarget.pause();
        }}
      />
      <div className="row">
        <Button onPress={() => hear(from)} isDisabled={picture === undefined}>
          <Icon name="play" /> Hear {range === undefined ? 'the recording' : 'the part'}
        </Button>
        <Button variant="quiet" onPress={() => audio.current?.pause()}>
          Pause
        </Button>
        {range !== undefined && (
          <Button variant="quiet" onPress={() => onChange(undefined)}>
            Use all of it
          </Button>
        )}
      </div>
      {picture !== undefined && <Advice peaks={picture.peaks} seconds={to - from} />}
    </div>
  );
}

function Advice({ peaks, seconds }: { readonly peaks: ArrayLike<number>; readonly seconds: number }): ReactElement {
  const ofLevel = useMemo(() => adviceOn(peaks), [peaks]);
  const ofLength = lengthAdvice(seconds);
  return (
    <div role="status" className="stack tight">
      {ofLength !== undefined && <p className="note warning">{ofLength}</p>}
      {ofLevel !== undefined && <p className={ofLevel.isGood ? 'note' : 'note warning'}>{ofLevel.text}</p>}
    </div>
  );
}

interface PartSliderProps {
  readonly seconds: number;
  readonly from: number;
  readonly to: number;
  readonly onChange: (range: ClipRange | undefined) => void;
}

function PartSlider({ seconds, from, to, onChange }: PartSliderProps): ReactElement {
  const change = ([first = 0, last = seconds]: readonly number[]): void => {
    if (last - first < leastSeconds) return;
    onChange(first <= 0 && last >= seconds ? undefined : { from: first, to: last });
  };
  return (
    <Slider
      className="field slider"
      minValue={0}
      maxValue={seconds}
      step={step}
      value={[from, to]}
      onChange={(values: number | number[]) => change([values].flat())}
    >
      <Label>The part that is used</Label>
      <SliderOutput>
        {from.toFixed(1)} to {to.toFixed(1)} s, {(to - from).toFixed(1)} s
      </SliderOutput>
      <SliderTrack className="slider-track">
        {({ state }) => (
          <>
            <span
              className="slider-fill"
              style={{
                insetInlineStart: `${100 * state.getThumbPercent(0)}%`,
                inlineSize: `${100 * (state.getThumbPercent(1) - state.getThumbPercent(0))}%`,
              }}
            />
            <SliderThumb index={0} aria-label="Beginning" className="slider-thumb" />
            <SliderThumb index={1} aria-label="End" className="slider-thumb" />
          </>
        )}
      </SliderTrack>
    </Slider>
  );
}
