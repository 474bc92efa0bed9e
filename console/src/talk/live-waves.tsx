import { useEffect, useRef, type ReactElement } from 'react';
import type { Levels } from './levels.ts';

export interface LiveWavesProps {
  readonly caller: Levels;
  readonly agent: Levels;
  /** Else the picture stands still. */
  readonly isLive: boolean;
}

/** How loud both sides were in the last seconds. The list of turns tells a screen reader who speaks. */
export function LiveWaves({ caller, agent, isLive }: LiveWavesProps): ReactElement {
  return (
    <div className="live-waves" aria-hidden="true">
      <span>You</span>
      <LiveWave levels={caller} side="caller" isLive={isLive} />
      <span>Agent</span>
      <LiveWave levels={agent} side="agent" isLive={isLive} />
    </div>
  );
}

interface LiveWaveProps {
  readonly levels: Levels;
  readonly side: 'caller' | 'agent';
  readonly isLive: boolean;
}

function LiveWave({ levels, side, isLive }: LiveWaveProps): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current!;
    let frame = 0;
    // What stands there when it is over stays.
    const stoppedAt = performance.now();
    const look = (): void => {
      cancelAnimationFrame(frame);
      draw(element, levels.until(isLive ? performance.now() : stoppedAt), gains[side]);
      element.dataset.silent = String(levels.isEmpty);
      if (isLive) frame = requestAnimationFrame(look);
    };
    look();
    const resized = new ResizeObserver(look);
    resized.observe(element);
    return () => {
      cancelAnimationFrame(frame);
      resized.disconnect();
    };
  }, [levels, side, isLive]);
  return <canvas ref={canvas} className="live-wave" data-side={side} />;
}

/** The caller's level is the loudest sample, the agent's a mean, which is about half of it. */
const gains = { caller: 1, agent: 2 } as const;

function draw(element: HTMLCanvasElement, levels: Float32Array, gain: number): void {
  const { clientWidth: width, clientHeight: height } = element;
  const context = element.getContext('2d');
  if (context === null || width === 0) return;
  element.width = Math.round(width * devicePixelRatio);
  element.height = Math.round(height * devicePixelRatio);
  context.scale(devicePixelRatio, devicePixelRatio);
  context.fillStyle = getComputedStyle(element).color;
  const step = width / levels.length;
  levels.forEach((level, index) => {
    // A quiet voice is seen, too.
    const size = Math.max(1.5, Math.sqrt(Math.min(1, gain * level)) * (height - 4));
    context.globalAlpha = level > 0 ? 1 : 0.35;
    context.fillRect(index * step, (height - size) / 2, Math.max(1, step - 1), size);
  });
}
