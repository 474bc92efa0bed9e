/** Accents of a voice: another one in place of its own, and others beside it (docs/rules.md#localized-voice). */
import type { EngineDescriptor, EngineVoice } from '../engines/adapter.ts';
import { invalidField, ServiceError } from '../errors/service-error.ts';
import type { StoredAccent, VoiceChanges, VoiceRow } from '../store/index.ts';
import { castByCloning, castInAccent, clones } from './cloning.ts';
import { engineOf, takesAccents } from './engine-choice.ts';
import { languageNames, type Language } from './languages.ts';
import { accents, accentsOf, findAccent, mainAccentOf, type Accent } from './locales.ts';
import { accentRows, storedVoice } from './stored-voice.ts';
import { nativeAccent, spokenAccent, type Voice } from './voice.ts';

/** Accents a voice has at most, its own one counted. */
export const maxAccents = 10;

function idsOf(list: readonly { readonly id: string }[]): string {
  return list.map(({ id }) => id).join(', ');
}

/**
 * The accent of an id or alias that a voice of this language can have as its own.
 * @throws {ServiceError} `invalid_request` naming `accent`
 */
export function accentFor(language: Language, id: string): Accent {
  const accent = findAccent(id);
  if (accent?.language !== language) {
    throw invalidField('accent', `Not an accent of ${languageNames[language]}; allowed: ${idsOf(accentsOf(language))}`);
  }
  return accent;
}

/**
 * The accent of an id or alias that voices can be brought into.
 * @param field the request's field, which the error names
 * @param any   also takes accents that are not localizable
 * @throws {ServiceError} `invalid_request`
 */
export function localizableAccent(field: string, id: string, any = false): Accent {
  const accent = findAccent(id);
  if (accent === undefined || !(any || accent.isLocalizable)) {
    throw invalidField(
      field,
      `Not an accent that voices can be localized into; allowed: ${idsOf(accents.filter((item) => item.isLocalizable))}`,
    );
  }
  return accent;
}

/**
 * What speaks a voice in another accent, of its own language or another one. A voice of an engine that clones and has accents
 * keeps its timbre. A voice of another engine stays as it is in its own accent; in others a voice of the same gender stands for it,
 * with its profile if it is a clone, of the first such engine.
 * @param engines those of this server, in order of preference
 * @throws {ServiceError} `not_implemented` on a server without an engine that clones, `unsupported_language`
 */
export function localizedSpeaker(
  voice: Voice,
  { id, language }: Accent,
  engines: readonly EngineDescriptor[],
): EngineVoice {
  const { speaker, gender } = voice;
  const engine = engineOf(speaker, engines);
  const isRecast = engine !== undefined && clones(engine) && takesAccents(engine);
  if (!isRecast && spokenAccent(voice) === id) return speaker;
  const { profile } = speaker;
  if (profile !== undefined) {
    return castByCloning({ language, accent: id, gender, profile }, engines, isRecast ? speaker : undefined);
  }
  return castByCloning({ language, accent: id, gender }, engines.filter(takesAccents), isRecast ? speaker : undefined);
}

/**
 * The changes that give a voice another accent of its own, or none that is known.
 * @param engines those of this server; the voice may be of another one
 */
export function withNativeAccent(
  row: VoiceRow,
  accent: Accent | null,
  engines: readonly EngineDescriptor[],
): Required<Pick<VoiceChanges, 'accents' | 'speaker'>> {
  const voice = storedVoice(row);
  const { language, accents: given, speaker, gender } = voice;
  const added = given.filter((item) => !item.isNative && item.accent !== accent?.id).map((item) => item.accent);
  const target = { language, accent: (accent ?? mainAccentOf(language)).id, gender };
  const engine = engineOf(speaker, engines);
  return {
    accents: accentRows(accent?.id ?? null, added),
    speaker:
      accent !== null && accent.id !== spokenAccent(voice) && engine !== undefined
        ? (castInAccent(speaker, engine, target, engines) ?? speaker)
        : (engine?.cast({ ...target, base: speaker }) ?? speaker),
  };
}

/**
 * The accents of a voice with these added; those it has already stay once.
 * @throws {ServiceError} `invalid_request` when the voice is no clone, has no accent of its own, or would have too many
 */
export function withAddedAccents(row: VoiceRow, added: readonly Accent[]): StoredAccent[] {
  const voice = storedVoice(row);
  const native = nativeAccent(voice);
  if (row.clip === null) throw invalidField('accents', 'Accents are added only to voices that were cloned from a clip');
  if (native === undefined) {
    throw invalidField(
      'accents',
      'The voice needs an accent of its own first: set its "accent" with PATCH /voices/{id}',
    );
  }
  const ids = new Set([...voice.accents.map(({ accent }) => accent), ...added.map(({ id }) => id)]);
  if (ids.size > maxAccents) {
    throw invalidField('accents', `The voice would have ${ids.size} accents; allowed are ${maxAccents} with its own`);
  }
  ids.delete(native.accent);
  return accentRows(native.accent, [...ids]);
}

/**
 * The accents of a voice without this one.
 * @param id id or alias
 * @throws {ServiceError} `not_found` when the voice has no such accent, `invalid_request` when it is its own one
 */
export function withoutAccent(row: VoiceRow, id: string): StoredAccent[] {
  const voice = storedVoice(row);
  const found = voice.accents.find(({ accent }) => accent === findAccent(id)?.id);
  if (found === undefined) throw new ServiceError('not_found', 'The voice has no accent with this id.');
  if (found.isNative) {
    throw invalidField(
      'accent_id',
      'The accent is the one the voice was made with, which stays; PATCH /voices/{id} sets another one',
    );
  }
  return voice.accents
    .filter((item) => item !== found)
    .map(({ accent, locale, isNative }) => ({ accent, locale, isNative }));
}
