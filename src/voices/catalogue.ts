import type { BuiltInVoice, EngineDescriptor } from '../engines/adapter.ts';
import { allEngines } from '../engines/registry.ts';
import { isLanguage, languageNames, type Language } from './languages.ts';
import { accentsOf, findAccent, mainAccentOf } from './locales.ts';
import { uuidV5 } from '../store/ids.ts';
import type { Gender, Voice, VoiceAccent } from './voice.ts';

/** Never change it, nor a voice's key: ids follow from both, and clients store ids. */
const namespace = '5e2f0a4c-7d1b-4c39-9a86-3f1de0b7c254';

/** One constant date: built-in voices have no history. */
const createdAt = '2025-01-01T00:00:00.000000Z';

/** Voice ids of other services that quick-start code carries, and what each asks for. */
const aliasTargets: Readonly<Record<string, { readonly language: Language; readonly gender: Gender }>> = {
  'a0e99841-438c-4a64-b679-ae501e7d6091': { language: 'en', gender: 'masculine' },
  'f786b574-daa5-4673-aa0c-cbe3e8534c02': { language: 'en', gender: 'feminine' },
  'db6b0ed5-d5d3-463d-ae85-518a07d3c2b4': { language: 'en', gender: 'feminine' },
  'e07c00bc-4134-4eae-9ea4-1a55fb45746b': { language: 'en', gender: 'feminine' },
  '6ccbfb76-1fc6-48f7-b71d-91ac6298247b': { language: 'en', gender: 'feminine' },
};

/** The built-in voices of all engines, loaded or not. */
export interface Catalogue {
  /** In the order of the engines, each engine's in its own order. */
  readonly voices: readonly Voice[];
  /** Foreign voice id → id of the built-in voice that answers for it: the {@link Catalogue.nearest} to what it stands for. */
  readonly aliases: ReadonlyMap<string, string>;
  /** The voice with this id or alias. An alias answers under the id that was asked, so that the client finds it again. */
  find(id: string): Voice | undefined;
  /**
   * Of the first engine with voices of the language, the first one of the gender, else one of no known gender, else any;
   * undefined when no engine has the language.
   */
  nearest(language: Language, gender: Gender): Voice | undefined;
}

/**
 * @param engines every engine there is, in order of preference, whether a server loads it or not: a voice id has to mean the
 * same voice however a server is set up. {@link allEngines} when absent
 * @throws {Error} when a voice has a key that another one has, or a language or an accent that is not the interface's
 */
export function createCatalogue(engines: readonly EngineDescriptor[] = allEngines): Catalogue {
  const voices = engines.flatMap((engine) => engine.voices()).map(voiceOf);
  const byId = new Map(voices.map((voice) => [voice.id, voice]));
  if (byId.size < voices.length) throw new Error('two built-in voices have the same key');
  const aliases = new Map<string, string>();
  for (const [alias, { language, gender }] of Object.entries(aliasTargets)) {
    const nearest = nearestVoice(voices, language, gender);
    if (nearest === undefined) continue;
    aliases.set(alias, nearest.id);
    byId.set(alias, { ...nearest, id: alias });
  }
  return {
    voices,
    aliases,
    find: (id) => byId.get(id),
    nearest: (language, gender) => nearestVoice(voices, language, gender),
  };
}

/**
 * The catalogue of a server, whose engines come and go.
 * @param source gives the engines that the server knows, in order of preference: the same array as long as nothing changes
 */
export function liveCatalogue(source: () => readonly EngineDescriptor[]): Catalogue {
  let known = source();
  let catalogue = createCatalogue(catalogueOrder(known));
  const current = (): Catalogue => {
    const now = source();
    if (now !== known) [known, catalogue] = [now, createCatalogue(catalogueOrder(now))];
    return catalogue;
  };
  return {
    get voices() {
      return current().voices;
    },
    get aliases() {
      return current().aliases;
    },
    find: (id) => current().find(id),
    nearest: (language, gender) => current().nearest(language, gender),
  };
}

/**
 * Every engine there is, in the order of the catalogue: those of a server that it prefers to all embedded ones, then the
 * embedded ones in their own order, whichever of them the server loads, then the others.
 * @param known the engines of a server, in order of preference
 */
function catalogueOrder(known: readonly EngineDescriptor[]): EngineDescriptor[] {
  const firstEmbedded = known.findIndex((engine) => allEngines.includes(engine));
  const preferred = firstEmbedded < 0 ? known : known.slice(0, firstEmbedded);
  return [...new Set([...preferred, ...allEngines, ...known])];
}

function nearestVoice(voices: readonly Voice[], language: Language, gender: Gender): Voice | undefined {
  const first = voices.find((voice) => voice.language === language);
  const able = voices.filter((voice) => voice.language === language && voice.speaker.engine === first?.speaker.engine);
  return able.find((voice) => voice.gender === gender) ?? able.find((voice) => voice.gender === null) ?? first;
}

function voiceOf(given: BuiltInVoice): Voice {
  const { key, name, gender, language, character, caveat, licence, speaker } = given;
  if (!isLanguage(language)) throw new Error(`the voice ${key} speaks ${language}, which is no language here`);
  const label = given.label ?? languageNames[language];
  const kind = gender === null ? 'voice' : `${gender.replace('_', '-')} voice`;
  return {
    id: uuidV5(namespace, key),
    name,
    tagline: label,
    description: [
      `A ${kind} speaking ${label}: ${character}.`,
      caveat,
      licence !== undefined && `Spoken by the engine ${speaker.engine}; licence: ${licence}.`,
    ]
      .filter(Boolean)
      .join(' '),
    gender,
    language,
    accents: voiceAccents(given, language),
    ownerId: null,
    access: 'public',
    status: 'active',
    createdAt,
    speaker,
  };
}

/** Its own accent first, the others in the order of the interface. */
function voiceAccents({ key, accent, otherAccents = [] }: BuiltInVoice, language: Language): VoiceAccent[] {
  const known = accentsOf(language).map(({ id }) => id);
  const native = accent === undefined ? mainAccentOf(language).id : accent;
  const unknown = [native ?? [], otherAccents].flat().find((id) => !known.includes(id));
  if (unknown !== undefined) {
    throw new Error(`the voice ${key} has the accent ${unknown}, which is none of ${language}`);
  }
  const others = known.filter((id) => otherAccents.includes(id) && id !== native);
  return [native ?? [], others].flat().map((id) => ({
    accent: id,
    locale: findAccent(id)!.locale,
    isNative: id === native,
  }));
}
