/** A recording that is to be changed, once it was judged. */
import type { ClipLimits } from '../../audio/clip/index.ts';
import { DecodingError } from '../../audio/decoding/index.ts';
import { openChange, type ChangeableClip } from '../../audio/voice-change/index.ts';
import { invalidField } from '../../errors/service-error.ts';
import { clipError, clipRequirements, problemOf } from '../../voices/clip-analysis.ts';

/** Of a clip that is changed there may be less than of one that a voice is made from. */
const requirements = { ...clipRequirements, minSpeechSeconds: 0.3 };

export interface ChangeableClipOptions extends ClipLimits {
  /** Which errors name. */
  readonly field: string;
}

/**
 * Opens a recording that is to be changed, and judges it.
 * @param bytes may be empty afterwards
 * @returns what is to be changed and read, or closed
 * @throws {ServiceError} that names the field and says what was measured in it; `unavailable` when too many wait
 */
export async function changeableClip(
  bytes: Uint8Array<ArrayBuffer>,
  { field, ...limits }: ChangeableClipOptions,
): Promise<ChangeableClip> {
  try {
    const clip = await openChange(bytes, limits);
    const problem = problemOf(clip.measures, requirements);
    if (problem === undefined) return clip;
    await clip.close();
    throw invalidField(field, problem);
  } catch (error) {
    throw error instanceof DecodingError ? clipError(error, field) : error;
  }
}
