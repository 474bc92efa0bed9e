import type { Surface } from './use-canvas.ts';

/** For properties that are left out: one that stays the same. */
export const noMarks: readonly number[] = [];

/** Dashed lines from above to below. @param marks seconds @param shownSeconds over the whole width */
export function drawMarks(
  { context, width, height, style }: Surface,
  marks: readonly number[],
  shownSeconds: number,
): void {
  context.strokeStyle = style.getPropertyValue('--mark');
  context.lineWidth = 2;
  context.setLineDash([5, 3]);
  for (const seconds of marks) {
    const x = (seconds / shownSeconds) * width;
    context.beginPath();
    context.moveTo(x, 0);
    context.lineTo(x, height);
    context.stroke();
  }
}
