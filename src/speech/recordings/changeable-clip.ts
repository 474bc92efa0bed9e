/** A recording that is to be changed, once it was judged. */
import { DecodingError } from '../../audio/decoding/index.ts';
import { openChange, type ChangeableClip, type ChangeOptions } from '../../audio/voice-change/index.ts';
import { invalidField } from '../../errors/service-error.ts';
import { clipError, clipRequirements, lateError, problemOf } from '../../voices/clip-analysis.ts';

/** Of a clip that is changed there may be less than of one that a voice is made from. */
const requirements = { ...clipRequirements, minSpeechSeconds: 0.3 };

export interface ChangeableClipOptions extends ChangeOptions {
  /** Which errors name. */
  readonly field: string;
}

/**
 * Opens a recording that is to be changed, and judges it.
 * @param bytes may be empty afterwards
 * @returns what is to be changed and read, or closed
 * @throws {ServiceError} that names the field and says what was measured in it; `unavailable` when too many wait, and from its pieces where
 *   those take too long
 * @throws the reason of the signal
 */
export async function changeableClip(
  bytes: Uint8Array<ArrayBuffer>,
  { field, ...limits }: ChangeableClipOptions,
): Promise<ChangeableClip> {
  try {
    const clip = await openChange(bytes, limits);
    const problem = problemOf(clip.measures, requirements);
    if (problem === undefined) return { ...clip, changed: (target) => changedOrUnavailable(clip.changed(target)) };
    await clip.close();
    throw invalidField(field, problem);
  } catch (error) {
    throw error instanceof DecodingError ? clipError(error, field) : error;
  }
}

/** The clip was found good: what fails now is the server. */
async function* changedOrUnavailable(
  pieces: AsyncGenerator<Float32Array, void, void>,
): AsyncGenerator<Float32Array, void, void> {
  try {
    yield* pieces;
  } catch (error) {
    throw lateError(error);
  }
}
