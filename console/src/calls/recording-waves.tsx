import { useMemo, type ReactElement } from 'react';
import { peakCount, type RecordingPeaks } from './recording.ts';
import { Waveform } from '../audio/waveform.tsx';

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
          <Lane peaks={peaks} side={side} position={position} onSeek={onSeek} />
        </div>
      ))}
    </div>
  );
}

function Lane({
  peaks,
  side,
  position,
  onSeek,
}: RecordingWavesProps & { readonly side: 'caller' | 'agent' }): ReactElement {
  const wave = useMemo(() => {
    const seconds = Math.max(0.001, peaks.seconds);
    return { peaks: peaks[side], peaksPerSecond: peakCount / seconds, shownSeconds: seconds };
  }, [peaks, side]);
  return <Waveform wave={wave} position={position} onSeek={onSeek} height="same" side={side} />;
}
