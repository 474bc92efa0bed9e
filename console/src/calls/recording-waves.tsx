import { useEffect, useRef, type ReactElement } from 'react';
import type { RecordingPeaks } from './recording.ts';

export interface RecordingWavesProps {
  readonly peaks: RecordingPeaks;
  /** Where the player is, in seconds; read for every picture. */
  readonly position: () => number;
  readonly onSeek: (seconds: number) => void;
}

/** Both sides of a recording, the caller above the agent; a press plays from there. The player and the words do the same by keys. */
export function RecordingWaves({ peaks, position, onSeek }: RecordingWavesProps): ReactElement {
  return (
    <div className="live-waves" aria-hidden="true">
      {(['caller', 'agent'] as const).map((side) => (
        <div key={side} className="wave-lane">
          <span>{side === 'caller' ? 'Caller' : 'Agent'}</span>
          <Wave levels={peaks[side]} seconds={peaks.seconds} side={side} position={position} onSeek={onSeek} />
        </div>
      ))}
    </div>
  );
}

interface WaveProps extends Pick<RecordingWavesProps, 'position' | 'onSeek'> {
  readonly levels: Float32Array;
  readonly seconds: number;
  readonly side: 'caller' | 'agent';
}

function Wave({ levels, seconds, side, position, onSeek }: WaveProps): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current!;
    let frame = 0;
    let drawn = '';
    const look = (): void => {
      frame = requestAnimationFrame(look);
      const style = getComputedStyle(element);
      const colors = [style.getPropertyValue('--wave'), style.color] as const;
      const share = position() / Math.max(0.001, seconds);
      const state = `${share} ${element.clientWidth} ${devicePixelRatio} ${colors.join()}`;
      if (state !== drawn) draw(element, levels, share, colors);
      drawn = state;
    };
    frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, [levels, seconds, position]);
  return (
    <canvas
      ref={canvas}
      className="live-wave seekable"
      data-side={side}
      data-silent={levels.every((level) => level < 0.003)}
      onClick={({ nativeEvent }) => {
        onSeek((nativeEvent.offsetX / Math.max(1, canvas.current!.clientWidth)) * seconds);
      }}
    />
  );
}

function draw(
  element: HTMLCanvasElement,
  levels: Float32Array,
  share: number,
  [ahead, heard]: readonly [string, string],
): void {
  const { clientWidth: width, clientHeight: height } = element;
  const context = element.getContext('2d');
  if (context === null || width === 0) return;
  element.width = Math.round(width * devicePixelRatio);
  element.height = Math.round(height * devicePixelRatio);
  context.scale(devicePixelRatio, devicePixelRatio);
  const step = width / levels.length;
  levels.forEach((level, index) => {
    const size = Math.max(1.5, Math.sqrt(Math.min(1, level)) * (height - 4));
    context.fillStyle = share > 0 && index / levels.length <= share ? heard : ahead;
    context.fillRect(index * step, (height - size) / 2, Math.max(1, step * 0.7), size);
  });
}
