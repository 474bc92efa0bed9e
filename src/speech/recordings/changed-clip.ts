/** A recording that is being changed, once it was judged. */
import type { ClipLimits } from '../../audio/clip/index.ts';
import { DecodingError } from '../../audio/decoding/index.ts';
import { changeClip, type ChangedClip, type TargetVoice } from '../../audio/voice-change/index.ts';
import { invalidField } from '../../errors/service-error.ts';
import { clipError, clipRequirements, problemOf } from '../../voices/clip-analysis.ts';

/** Of a clip that is changed there may be less than of one that a voice is made from. */
const requirements = { ...clipRequirements, minSpeechSeconds: 0.3 };

export interface ChangedClipOptions extends ClipLimits {
  /** Which errors name. */
  readonly field: string;
}

/**
 * Begins to change a recording.
 * @param bytes may be empty afterwards
 * @returns what is to be read or closed
 * @throws {ServiceError} that names the field and says what was measured in it; `unavailable` when too many wait
 */
export async function changedClip(
  bytes: Uint8Array<ArrayBuffer>,
  target: TargetVoice,
  { field, ...limits }: ChangedClipOptions,
): Promise<ChangedClip> {
  try {
    const changed = await changeClip(bytes, target, limits);
    const problem = problemOf(changed.measures, requirements);
    if (problem === undefined) return changed;
    await changed.close();
    throw invalidField(field, problem);
  } catch (error) {
    throw error instanceof DecodingError ? clipError(error, field) : error;
  }
}
