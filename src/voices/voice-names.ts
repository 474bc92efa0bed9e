/** Voices by their names (docs/rules.md#voice-by-name). */
import { invalidField } from '../errors/service-error.ts';
import { folded } from '../store/folded-text.ts';
import type { Voice } from './voice.ts';

/** Voices that may answer to a name; the callee may give others as well. */
export type VoiceRank = (name: string) => readonly Voice[] | Promise<readonly Voice[]>;

/** Ids that the message about a name of several voices lists. */
const listedIds = 10;

/** Whether two names are one: case and diacritics do not matter. */
export function isSameName(one: string, other: string): boolean {
  return folded(one) === folded(other);
}

/**
 * The voice of a name in the first rank that has one; later ranks are not asked then.
 * @throws {ServiceError} `invalid_request` that lists the ids when a rank has several
 */
export async function firstNamed(name: string, ranks: readonly VoiceRank[]): Promise<Voice | undefined> {
  for (const rank of ranks) {
    const [voice, ...others] = nearest(await rank(name), name);
    if (others.length === 0 && voice !== undefined) return voice;
    if (voice !== undefined) throw ambiguous(name, [voice, ...others]);
  }
  return undefined;
}

/** Where names differ in diacritics only, the one that was written. */
function nearest(voices: readonly Voice[], name: string): readonly Voice[] {
  const written = (text: string): string => text.normalize().toLowerCase();
  const same = voices.filter((voice) => isSameName(voice.name, name));
  const exact = same.filter((voice) => written(voice.name) === written(name));
  return exact.length > 0 ? exact : same;
}

function ambiguous(name: string, voices: readonly Voice[]): Error {
  const ids = voices.slice(0, listedIds).map(({ id }) => id);
  const more = voices.length > ids.length ? `, and ${voices.length - ids.length} more` : '';
  return invalidField(
    'voice',
    `${voices.length} voices have the name '${name}'; give the id of one: ${ids.join(', ')}${more}`,
  );
}
