import { useEffect, type RefObject } from 'react';

/** A canvas to draw on, in the pixels of the style sheet. */
export interface Surface {
  readonly context: CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;
  /** Of the canvas: its colours are those of the theme. */
  readonly style: CSSStyleDeclaration;
}

export interface CanvasContent {
  /** Tells what is shown, in a line; another line is another picture. */
  readonly state: (style: CSSStyleDeclaration) => string;
  readonly draw: (surface: Surface) => void;
}

/**
 * Draws a canvas sharp on every screen, and again when what it shows, its size or the colours have changed, which is looked at for
 * every picture of the screen.
 * @param content has to stay the same as long as it shows the same thing
 */
export function useCanvas(canvas: RefObject<HTMLCanvasElement | null>, content: CanvasContent): void {
  useEffect(() => {
    const element = canvas.current!;
    let frame = 0;
    let drawn = '';
    const look = (): void => {
      frame = requestAnimationFrame(look);
      const { clientWidth: width, clientHeight: height } = element;
      const style = getComputedStyle(element);
      const state = `${content.state(style)} ${width} ${height} ${devicePixelRatio}`;
      const context = element.getContext('2d');
      if (state === drawn || context === null || width === 0) return;
      drawn = state;
      element.width = Math.round(width * devicePixelRatio);
      element.height = Math.round(height * devicePixelRatio);
      context.scale(devicePixelRatio, devicePixelRatio);
      content.draw({ context, width, height, style });
    };
    frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, [canvas, content]);
}
