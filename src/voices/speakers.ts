import type { Capabilities, EngineId, EngineVoice } from '../engines/adapter.ts';
import { defaultVoices } from '../engines/espeak/language-files.ts';
import { invalidField, ServiceError } from '../errors/service-error.ts';
import { languageNames, type Language } from './languages.ts';
import { accentsOf, findAccent, mainLocaleOf, parseLanguageTag, type Accent } from './locales.ts';
import { nativeAccent, type Gender, type Voice } from './voice.ts';

/** What the choice of a speaker needs to know of an engine. */
export type SpeakingEngine = Pick<Capabilities, 'languages'> & { readonly id: EngineId };

/** What a request says about how its text is to be read. */
export interface LanguageRequest {
  readonly language?: string | null;
  readonly locale?: string | null;
  readonly accent?: string | null;
}

/** The language a text is read in, and with which accent where that was asked or follows from the locale. */
export interface SpeechTarget {
  readonly language: Language;
  readonly accent?: Accent;
}

/** Accents that eSpeak has its own rules for. */
export const espeakAccents: Readonly<Record<string, string>> = {
  'general-american': 'en-us',
  'new-york': 'en-us-nyc',
  british: 'en-gb',
  castilian: 'es',
  mexican: 'es-419',
  parisian: 'fr',
  'belgian-french': 'fr-be',
  'brazilian-portuguese': 'pt-br',
  'european-portuguese': 'pt',
  'southern-vietnamese': 'vi-vn-x-south',
  'central-vietnamese': 'vi-vn-x-central',
};

/** Accents that sound nearer to another accent of eSpeak than to the main one of their language. */
const nearestAccent: Readonly<Record<string, string>> = {
  'arabic-english': 'british',
  australian: 'british',
  'indian-english': 'british',
  irish: 'british',
  'new-zealand': 'british',
  singaporean: 'british',
  'south-african': 'british',
  camba: 'mexican',
  chilean: 'mexican',
  colombian: 'mexican',
  peruvian: 'mexican',
};

/** eSpeak's voice for a language, in the accent it has that is nearest to the one asked. */
export function espeakLanguage(language: Language, accent: string): string {
  return espeakAccents[accent] ?? espeakAccents[nearestAccent[accent] ?? ''] ?? defaultVoices.get(language)!;
}

function isFeminine(gender: Gender | null): boolean {
  return gender === 'feminine';
}

/** The eSpeak variant that speaks for a gender: about 200 and 110 Hz in English, equally loud, far from clipping. */
export function mainVariant(gender: Gender | null): string {
  return isFeminine(gender) ? 'f2' : 'm7';
}

/** How each engine speaks for a voice that is another engine's: with its own main voice of that gender. */
const lend: Readonly<Record<EngineId, (gender: Gender | null, language: Language, accent: string) => EngineVoice>> = {
  espeak: (gender, language, accent) => ({
    engine: 'espeak',
    name: espeakLanguage(language, accent),
    variant: mainVariant(gender),
  }),
  flite: (gender) => ({ engine: 'flite', name: isFeminine(gender) ? 'slt' : 'rms' }),
};

function readAccent(voice: Voice, language: Language, asked: string): Accent {
  const accent = findAccent(asked);
  const own = voice.accents.map((item) => item.accent).filter((id) => findAccent(id)?.language === language);
  const allowed = language === voice.language ? own : accentsOf(language).map((item) => item.id);
  if (accent === undefined || !allowed.includes(accent.id)) {
    const list = allowed.length === 0 ? 'none' : allowed.join(', ');
    throw invalidField('accent', `Not an accent of this voice in ${languageNames[language]}; allowed: ${list}`);
  }
  return accent;
}

function tagOf(field: string, value: string): NonNullable<ReturnType<typeof parseLanguageTag>> {
  const tag = parseLanguageTag(value);
  if (tag === undefined) {
    throw invalidField(field, 'Not a language or locale code of this service; GET /locales lists them');
  }
  return tag;
}

/**
 * Reads `language`, `locale` and `accent` of a request for a voice; the voice's own language where none is given.
 * An accent must be one of the voice's, or, when another language is asked than the voice's own, one of that language.
 * @throws {ServiceError} `invalid_request`: both language and locale, an unknown code, an accent that does not belong
 */
export function speechTarget(voice: Voice, request: LanguageRequest): SpeechTarget {
  const language = request.language ?? undefined;
  const locale = request.locale ?? undefined;
  if (language !== undefined && locale !== undefined) {
    throw invalidField('locale', '"language" and "locale" exclude each other');
  }
  const field = locale === undefined ? 'language' : 'locale';
  const tag = tagOf(field, locale ?? language ?? voice.language);
  if (typeof request.accent === 'string') {
    const accent = readAccent(voice, tag.language, request.accent);
    if (tag.locale !== undefined && accent.locale !== tag.locale.code) {
      throw invalidField(
        'accent',
        `The accent ${accent.id} belongs to the locale ${accent.locale}, not to ${tag.locale.code}`,
      );
    }
    return { language: tag.language, accent };
  }
  if (tag.locale === undefined) return { language: tag.language };
  const spoken = voice.accents.find((item) => item.locale === tag.locale?.code);
  const accent = findAccent(spoken?.accent ?? '') ?? tag.locale.accents[0]!;
  return { language: tag.language, accent };
}

/** The accent that was asked, else the voice's own in its own language, else the main one of the language. */
function accentIn(voice: Voice, { language, accent }: SpeechTarget): string {
  const own = language === voice.language ? nativeAccent(voice)?.accent : undefined;
  return accent?.id ?? own ?? mainLocaleOf(language).accents[0]!.id;
}

function isNative(voice: Voice, { language, accent }: SpeechTarget): boolean {
  return language === voice.language && (accent === undefined || accent.id === nativeAccent(voice)?.accent);
}

/**
 * What speaks a voice in a language and accent. The voice's own engine goes first where it speaks the language: an
 * eSpeak voice then keeps its timbre and changes its rules, a flite voice stays as it is. Otherwise the first of
 * `engines` that speaks the language lends its main voice of the same gender.
 * @param engines those that may speak, in order of preference: loaded, and of the model's family
 * @throws {ServiceError} `unsupported_language` when none of them speaks it; `invalid_request` for a cloned voice whose engine is
 * not among them: another engine would speak with somebody else's voice
 */
export function speakerFor(voice: Voice, target: SpeechTarget, engines: readonly SpeakingEngine[]): EngineVoice {
  const able = engines.filter((engine) => engine.languages.includes(target.language)).map((engine) => engine.id);
  if (able.includes(voice.speaker.engine)) {
    const stays = voice.speaker.engine !== 'espeak' || isNative(voice, target);
    return stays ? voice.speaker : { ...voice.speaker, name: espeakLanguage(target.language, accentIn(voice, target)) };
  }
  if (voice.speaker.profile !== undefined) {
    throw invalidField(
      'model_id',
      `This voice was made from recordings, and only the engine ${voice.speaker.engine} speaks it; the engines that may speak here are ${engines.map((engine) => engine.id).join(', ')}`,
    );
  }
  const lender = able[0];
  if (lender !== undefined) return lend[lender]!(voice.gender, target.language, accentIn(voice, target));
  const ids = engines.map((engine) => engine.id).join(', ');
  throw new ServiceError(
    'unsupported_language',
    `None of the engines that may speak here (${ids}) speaks ${languageNames[target.language]} (${target.language}).`,
  );
}
