import { useMemo, useRef, type ReactElement } from 'react';
import { samplesPerPeak, type Take } from './take.ts';
import { drawMarks, noMarks } from './marks.ts';
import { useCanvas, type Surface } from './use-canvas.ts';

/** How loud a sound is over its time. It may grow. */
export interface Wave {
  /** Loudest sample of each stretch, 0 to 1; all stretches are equally long. */
  readonly peaks: ArrayLike<number>;
  readonly peaksPerSecond: number;
  /** Over the whole width. */
  readonly shownSeconds: number;
}

export interface WaveformProps {
  readonly wave: Wave | undefined;
  /** Where the loudspeaker is, in seconds; read for every picture. */
  readonly position: () => number;
  /** A press on the waveform plays from there, in seconds. */
  readonly onSeek?: (seconds: number) => void;
  /** The loudest stretch fills the height (default); or the height is the same for every sound, and quiet ones are seen as well. */
  readonly height?: 'loudest' | 'same';
  /** Seconds at which a line goes through it. Has to stay the same. */
  readonly marks?: readonly number[];
  /** Whose sound it is, which has a colour of its own. */
  readonly side?: 'caller' | 'agent';
}

const barWidth = 3;
const barGap = 2;
/** Below this nothing is heard. */
const silence = 0.003;

/** A sound as bars; what was heard is coloured. What stands beside it tells a screen reader the same. */
export function Waveform({
  wave,
  position,
  onSeek,
  height = 'loudest',
  marks = noMarks,
  side,
}: WaveformProps): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null);
  const content = useMemo(
    () => ({
      state: (style: CSSStyleDeclaration) =>
        `${wave?.peaks.length ?? 0} ${wave?.shownSeconds ?? 0} ${position()} ${colorsOf(style).join()}`,
      draw: (surface: Surface) => {
        drawBars(surface, wave, position(), height);
        if (wave !== undefined) drawMarks(surface, marks, wave.shownSeconds);
      },
    }),
    [wave, position, height, marks],
  );
  useCanvas(canvas, content);
  const isLane = side !== undefined;
  return (
    <canvas
      ref={canvas}
      className={[isLane ? 'live-wave' : 'waveform', onSeek === undefined ? '' : 'seekable'].join(' ').trim()}
      aria-hidden="true"
      {...(isLane && { 'data-side': side, 'data-silent': isSilent(wave) })}
      onClick={({ nativeEvent }) => {
        if (wave === undefined || onSeek === undefined) return;
        const share = nativeEvent.offsetX / Math.max(1, canvas.current!.clientWidth);
        const seconds = share * wave.shownSeconds;
        if (seconds < wave.peaks.length / wave.peaksPerSecond) onSeek(seconds);
      }}
    />
  );
}

function isSilent(wave: Wave | undefined): boolean {
  return Array.from(wave?.peaks ?? []).every((peak) => peak < silence);
}

/** What is ahead, and what was heard. */
function colorsOf(style: CSSStyleDeclaration): readonly [string, string] {
  return [style.getPropertyValue('--wave'), style.getPropertyValue('--wave-heard')];
}

function drawBars(
  { context, width, height, style }: Surface,
  wave: Wave | undefined,
  position: number,
  scale: 'loudest' | 'same',
): void {
  const [color, heard] = colorsOf(style);
  const bars = Math.max(1, Math.floor(width / (barWidth + barGap)));
  const { peaks = [], peaksPerSecond = 0, shownSeconds = 1 } = wave ?? {};
  const peaksPerBar = (shownSeconds * peaksPerSecond) / bars;
  const loudest = scale === 'same' ? 1 : Math.max(0.25, mostOf(peaks, 0, peaks.length));
  for (let bar = 0; bar < bars; bar++) {
    const from = Math.floor(bar * peaksPerBar);
    const level = Math.min(1, mostOf(peaks, from, Math.max(from + 1, (bar + 1) * peaksPerBar)) / loudest);
    const size = Math.max(2, (scale === 'same' ? Math.sqrt(level) : level) * (height - 4));
    const isHeard = position > 0 && (bar / bars) * shownSeconds < position && from < peaks.length;
    context.fillStyle = isHeard ? heard : color;
    context.globalAlpha = from < peaks.length ? 1 : 0.35;
    context.beginPath();
    context.roundRect(bar * (barWidth + barGap), (height - size) / 2, barWidth, size, barWidth / 2);
    context.fill();
  }
  context.globalAlpha = 1;
}

function mostOf(peaks: ArrayLike<number>, from: number, end: number): number {
  let most = 0;
  for (let index = from; index < end && index < peaks.length; index++) most = Math.max(most, peaks[index]!);
  return most;
}

/** A short utterance does not fill the width at once: it grows into it. */
const leastSeconds = 4;

/** A take as it grows. */
function waveOf(take: Take): Wave {
  return {
    get peaks() {
      return take.peaks;
    },
    peaksPerSecond: take.sampleRate / samplesPerPeak,
    get shownSeconds() {
      return Math.max(leastSeconds, take.view().seconds);
    },
  };
}

/** The waveform of a take; before there is one, silence. */
export function TakeWaveform({
  take,
  ...props
}: Pick<WaveformProps, 'position' | 'onSeek'> & { readonly take: Take | undefined }): ReactElement {
  const wave = useMemo(() => take && waveOf(take), [take]);
  return <Waveform wave={wave} {...props} />;
}
