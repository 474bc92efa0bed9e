/** Speech that is made for its place between recordings. */
import { integersOf } from '../../audio/bytes.ts';
import { decodeClip, type ClipLimits, type DecodedClip } from '../../audio/clip/index.ts';
import { DecodingError } from '../../audio/decoding/index.ts';
import { fitInThread, joinedRate, type Joined } from '../../audio/infill/index.ts';
import { wavHeader } from '../../audio/wav/header.ts';
import { nearestSpeed } from '../../speech/request.ts';
import { spokenSamples, type SpokenOptions } from '../../speech/spoken-samples.ts';
import { clipError } from '../../voices/clip-analysis.ts';

/** Speech whose rate differs by less is not spoken anew. */
const rateTolerance = 0.1;
const rateRange = { min: 0.7, max: 1.4 } as const;

/** The recordings, at least one of them, and whether they are wanted as well. */
export interface Place {
  readonly left: DecodedClip | undefined;
  readonly right: DecodedClip | undefined;
  readonly whole: boolean;
}

/** What is said, and how. */
export interface Said extends Omit<SpokenOptions, 'sampleRate' | 'generationConfig'> {
  readonly transcript: string;
}

/**
 * A recording that is to be joined.
 * @param field of the form, which errors name
 * @returns undefined where none was given
 * @throws {ServiceError} what is wrong with it
 */
export async function neighbour(
  field: string,
  bytes: Uint8Array | undefined,
  limits: ClipLimits = {},
): Promise<DecodedClip | undefined> {
  if (bytes === undefined) return undefined;
  try {
    return await decodeClip(bytes, limits);
  } catch (error) {
    throw error instanceof DecodingError ? clipError(error, field) : error;
  }
}

/**
 * What stands between the recordings, or all of it with its joints, at `joinedRate`.
 * @throws {ServiceError} of the context that speaks
 * @throws {DecodingError} when fitting takes too long
 */
export async function joined({ left, right, whole }: Place, said: Said): Promise<Joined> {
  const speech = await spokenAtRate([left, right], said);
  return fitInThread({ speech: integersOf(speech), left, right, whole });
}

/** As fast as the neighbours speak. It is spoken once more where the first time is much slower or faster. */
async function spokenAtRate(
  neighbours: readonly (DecodedClip | undefined)[],
  { transcript, ...how }: Said,
): Promise<Buffer> {
  const common: SpokenOptions = { ...how, sampleRate: joinedRate };
  const first = await spokenSamples(transcript, common);
  const wanted = neighbours.flatMap((clip) => clip?.measures.timbre?.syllableRate ?? []);
  if (wanted.length === 0 || first.length === 0) return first;
  const wav = Buffer.concat([wavHeader({ encoding: 'pcm_s16le', sampleRate: joinedRate }, first.length), first]);
  const own = (await decodeClip(wav)).measures.timbre?.syllableRate;
  if (own === undefined) return first;
  const asked = wanted.reduce((sum, rate) => sum + rate, 0) / wanted.length / own;
  const speed = nearestSpeed(Math.min(rateRange.max, Math.max(rateRange.min, asked)), how.settings);
  if (Math.abs(speed - 1) < rateTolerance) return first;
  // The text is counted once.
  return spokenSamples(transcript, { ...common, meter: 'exempt', generationConfig: { speed } });
}
