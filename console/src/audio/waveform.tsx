import { useEffect, useRef, type ReactElement } from 'react';
import { samplesPerPeak, type Take } from './take.ts';

export interface WaveformProps {
  readonly take: Take | undefined;
  /** Where the loudspeaker is, in seconds; read for every picture. */
  readonly position: () => number;
  /** A press on the waveform plays from there, in seconds. */
  readonly onSeek?: (seconds: number) => void;
}

const barWidth = 3;
const barGap = 2;
/** A short utterance does not fill the width at once: it grows into it. */
const leastSeconds = 4;

/** The waveform as it grows; what was heard is coloured. The words below it tell a screen reader the same. */
export function Waveform({ take, position, onSeek }: WaveformProps): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current!;
    let frame = 0;
    let drawn = '';
    const look = (): void => {
      frame = requestAnimationFrame(look);
      const style = getComputedStyle(element);
      const colors = [style.getPropertyValue('--wave'), style.getPropertyValue('--wave-heard')] as const;
      const at = position();
      const state = `${take?.peaks.length ?? 0} ${at} ${element.clientWidth} ${devicePixelRatio} ${colors.join()}`;
      if (state !== drawn) draw(element, take, at, colors);
      drawn = state;
    };
    frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, [take, position]);
  return (
    <canvas
      ref={canvas}
      className={onSeek === undefined ? 'waveform' : 'waveform seekable'}
      aria-hidden="true"
      onClick={({ nativeEvent }) => {
        if (take === undefined || onSeek === undefined) return;
        const share = nativeEvent.offsetX / Math.max(1, canvas.current!.clientWidth);
        const seconds = share * shownSeconds(take);
        if (seconds < take.view().seconds) onSeek(seconds);
      }}
    />
  );
}

function shownSeconds(take: Take): number {
  return Math.max(leastSeconds, take.view().seconds);
}

function draw(
  element: HTMLCanvasElement,
  take: Take | undefined,
  position: number,
  [color, heard]: readonly [string, string],
): void {
  const { clientWidth: width, clientHeight: height } = element;
  element.width = Math.round(width * devicePixelRatio);
  element.height = Math.round(height * devicePixelRatio);
  const context = element.getContext('2d');
  if (context === null) return;
  context.scale(devicePixelRatio, devicePixelRatio);
  const bars = Math.max(1, Math.floor(width / (barWidth + barGap)));
  const peaks = take?.peaks ?? [];
  const shown = take === undefined ? leastSeconds : shownSeconds(take);
  const peaksPerBar = (shown * (take?.sampleRate ?? 24_000)) / samplesPerPeak / bars;
  const loudest = Math.max(
    0.25,
    peaks.reduce((most, peak) => Math.max(most, peak), 0),
  );
  for (let bar = 0; bar < bars; bar++) {
    const from = Math.floor(bar * peaksPerBar);
    let peak = 0;
    for (let index = from; index < Math.max(from + 1, (bar + 1) * peaksPerBar) && index < peaks.length; index++) {
      peak = Math.max(peak, peaks[index]!);
    }
    const size = Math.max(2, (peak / loudest) * (height - 4));
    const isHeard = take !== undefined && position > 0 && (bar / bars) * shown < position && from < peaks.length;
    context.fillStyle = isHeard ? heard : color;
    context.globalAlpha = from < peaks.length ? 1 : 0.35;
    context.beginPath();
    context.roundRect(bar * (barWidth + barGap), (height - size) / 2, barWidth, size, barWidth / 2);
    context.fill();
  }
}
