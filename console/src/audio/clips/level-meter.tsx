import type { ReactElement } from 'react';
import { Meter } from 'react-aria-components';

/** Below this nothing of a voice is left. */
const floorDb = -60;

/** How loud the microphone hears: a bar over 60 dB, red where samples are cut off. @param level loudest sample, 0 to 1 */
export function LevelMeter({ level }: { readonly level: number }): ReactElement {
  const decibels = level > 0 ? 20 * Math.log10(level) : -Infinity;
  const share = Math.max(0, 1 - decibels / floorDb);
  return (
    <Meter
      aria-label="Level of the microphone"
      value={Math.round(100 * Math.min(1, share))}
      valueLabel={decibels === -Infinity ? 'silent' : `${Math.round(decibels)} dB`}
      className="level-meter"
    >
      {({ percentage }) => (
        <span className={level >= 0.99 ? 'fill clipped' : 'fill'} style={{ inlineSize: `${percentage}%` }} />
      )}
    </Meter>
  );
}
