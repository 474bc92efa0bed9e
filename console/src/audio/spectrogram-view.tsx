import { useMemo, useRef, type ReactElement } from 'react';
import { drawMarks, noMarks } from './marks.ts';
import type { Spectrogram } from './sound-picture.ts';
import { useCanvas, type Surface } from './use-canvas.ts';

export interface SpectrogramViewProps {
  /** Undefined as long as it is not known: an empty field. */
  readonly spectrogram: Spectrogram | undefined;
  readonly seconds: number;
  /** For a screen reader. */
  readonly label: string;
  /** Where the loudspeaker is, in seconds; read for every picture. */
  readonly position: () => number;
  /** A press plays from there, in seconds. */
  readonly onSeek: (seconds: number) => void;
  /** Seconds at which a line goes through it. Has to stay the same. */
  readonly marks?: readonly number[];
}

/** Time from left to right, frequency from below, the louder the stronger. */
export function SpectrogramView({
  spectrogram,
  seconds,
  label,
  position,
  onSeek,
  marks = noMarks,
}: SpectrogramViewProps): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null);
  const content = useMemo(() => {
    const picture = new Picture(spectrogram);
    return {
      state: (style: CSSStyleDeclaration) => `${position()} ${rampOf(style).join()}`,
      draw: (surface: Surface) => {
        picture.draw(surface);
        drawMarks(surface, marks, Math.max(0.001, seconds));
        drawPosition(surface, position() / Math.max(0.001, seconds));
      },
    };
  }, [spectrogram, seconds, position, marks]);
  useCanvas(canvas, content);
  return (
    <canvas
      ref={canvas}
      className="spectrogram"
      role="img"
      aria-label={label}
      data-drawn={spectrogram !== undefined}
      onClick={({ nativeEvent }) => {
        if (spectrogram === undefined) return;
        onSeek((nativeEvent.offsetX / Math.max(1, canvas.current!.clientWidth)) * seconds);
      }}
    />
  );
}

/** From nothing to the loudest: the ground, the colour of the house, that of text. */
function rampOf(style: CSSStyleDeclaration): readonly [string, string, string] {
  return [style.backgroundColor, style.borderBottomColor, style.color];
}

/** The levels in the colours of the theme, kept as long as these are the same. */
class Picture {
  readonly #spectrogram: Spectrogram | undefined;
  #colors = '';
  #image: HTMLCanvasElement | undefined;

  constructor(spectrogram: Spectrogram | undefined) {
    this.#spectrogram = spectrogram;
  }

  draw({ context, width, height, style }: Surface): void {
    if (this.#spectrogram === undefined) return;
    const ramp = rampOf(style);
    if (this.#image === undefined || this.#colors !== ramp.join()) {
      this.#colors = ramp.join();
      this.#image = paint(this.#spectrogram, ramp.map(rgbOf));
    }
    context.drawImage(this.#image, 0, 0, width, height);
  }
}

/** Red, green and blue, 0 to 255, of a computed colour: `rgb(1, 2, 3)`. */
function rgbOf(color: string): readonly number[] {
  return [...color.matchAll(/[\d.]+/g)].slice(0, 3).map(Number);
}

/** The middle colour stands at this share of the range. */
const middle = 0.6;

function paint({ columns, rows, levels }: Spectrogram, [ground, accent, ink]: readonly (readonly number[])[]) {
  const colors = Array.from({ length: 256 }, (_, level) => {
    const share = level / 255;
    return share < middle
      ? between(ground!, accent!, share / middle)
      : between(accent!, ink!, (share - middle) / (1 - middle));
  });
  const image = new ImageData(columns, rows);
  levels.forEach((level, index) => image.data.set([...colors[level]!, 255], 4 * index));
  const canvas = document.createElement('canvas');
  canvas.width = columns;
  canvas.height = rows;
  canvas.getContext('2d')?.putImageData(image, 0, 0);
  return canvas;
}

function between(from: readonly number[], to: readonly number[], share: number): readonly number[] {
  return from.map((part, index) => part + share * (to[index]! - part));
}

function drawPosition({ context, width, height, style }: Surface, share: number): void {
  if (share <= 0) return;
  context.fillStyle = style.color;
  context.fillRect(Math.min(1, share) * width - 1, 0, 2, height);
}
