import type { EngineDescriptor } from '../../engines/adapter.ts';
import { liveCatalogue } from '../../voices/catalogue.ts';
import { folded } from '../../store/folded-text.ts';
import { CommandError, usageError } from '../errors.ts';
import { listVoices, unknownLanguage } from '../commands/voices.ts';
import { parseLanguageTag } from '../../voices/locales.ts';
import type { Voice } from '../../voices/voice.ts';

/** The voice that speaks English when none is named: the one of the server's own example. */
const englishVoice = 'a0e99841-438c-4a64-b679-ae501e7d6091';

/** No voice has the name or ID that was given. */
export class UnknownVoiceError extends CommandError {
  constructor(given: string) {
    super(`--voice: no voice has the name or ID '${given}'; "sonorant voices" lists them`, 2);
  }
}

/**
 * A built-in voice.
 * @param given    an id, an alias, or a name, whose case and accents do not matter; the language's first voice when absent
 * @param language a language or locale code; English when absent
 * @param engines those that may speak, in order of preference
 * @throws {UnknownVoiceError}
 * @throws {CommandError} for a name that several voices have, and for an unknown language
 */
export async function chooseVoice(
  given: string | undefined,
  language: string | undefined,
  engines: readonly EngineDescriptor[],
): Promise<Voice> {
  if (given === undefined) return voiceOf(language ?? 'en', engines);
  const known = liveCatalogue(() => engines).find(given);
  if (known !== undefined) return known;
  const named = (await listVoices(undefined, engines)).filter((voice) => folded(voice.name) === folded(given));
  if (named.length === 0) throw new UnknownVoiceError(given);
  if (named.length > 1) {
    throw usageError(
      `--voice: ${named.length} voices have the name '${given}'; give the ID of one: ${named.map((voice) => voice.id).join(', ')}`,
    );
  }
  return named[0]!;
}

async function voiceOf(language: string, engines: readonly EngineDescriptor[]): Promise<Voice> {
  const tag = parseLanguageTag(language);
  if (tag === undefined) throw unknownLanguage(language);
  if (tag.language === 'en' && tag.locale === undefined) return liveCatalogue(() => engines).find(englishVoice)!;
  const [voice] = [...(await listVoices(language, engines)), ...(await listVoices(tag.language, engines))];
  if (voice === undefined) {
    throw usageError(`--language: no engine that may speak here (SONORANT_ENGINES) speaks '${language}'`);
  }
  return voice;
}
