/** How loud the bare voices are at volume 1, less what the limiter takes where they are as loud as speech: made by `node quality/levels.ts --write`, then `npm run format`. */

import type { FliteVoiceName } from './speakers.ts';

/** LUFS by voice. */
export const levels: Readonly<Record<FliteVoiceName, number>> = { slt: -15.9, rms: -21.4, awb: -20.5, kal16: -28.4 };
