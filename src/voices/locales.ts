/** The locales and accents of the interface (docs/rules.md#locales-and-accents). */
import { isLanguage, languageNames, languages, type Language } from './languages.ts';

/** A way of speaking a language. Its locale is the one place it stands under. */
export interface Accent {
  readonly id: string;
  /** Human-readable name. */
  readonly label: string;
  readonly language: Language;
  /** Code of its locale. */
  readonly locale: string;
  /** The accent meant where only the locale is given: one in each locale. */
  readonly isDefault: boolean;
  /** A voice can be localized into it. */
  readonly isLocalizable: boolean;
}

export interface Locale {
  /** BCP 47: two lower-case letters, a dash, two capitals. */
  readonly code: string;
  readonly language: Language;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly displayName: string;
  /** At least one, the default first. */
  readonly accents: readonly Accent[];
}

/** What a `language` or `locale` field asks for. */
export interface LanguageTag {
  readonly language: Language;
  /** Absent when only the language was named. */
  readonly locale?: Locale;
}

/** Locale code to the ids of its accents, the default first. */
const accentsByLocale: Readonly<Record<string, readonly string[]>> = {
  'ar-AE': ['khaleeji'],
  'ar-SA': ['modern-standard-arabic', 'middle-eastern-arabic'],
  'bg-BG': ['bulgarian'],
  'bn-IN': ['jessore'],
  'cs-CZ': ['czech'],
  'da-DK': ['danish'],
  'de-CH': ['swiss-standard'],
  'de-DE': ['standard-german'],
  'el-GR': ['thessaloniki'],
  'en-AE': ['arabic-english'],
  'en-AU': ['australian'],
  'en-CA': ['canadian-english'],
  'en-GB': ['british'],
  'en-IE': ['irish'],
  'en-IN': ['indian-english'],
  'en-NZ': ['new-zealand'],
  'en-PH': ['philippine-english'],
  'en-SG': ['singaporean'],
  'en-US': ['general-american', 'african-american', 'california', 'midwestern-american', 'new-york', 'southern-us'],
  'en-ZA': ['south-african'],
  'es-BO': ['camba'],
  'es-CL': ['chilean'],
  'es-CO': ['colombian'],
  'es-ES': ['castilian'],
  'es-MX': ['mexican'],
  'es-PE': ['peruvian'],
  'fi-FI': ['finnish'],
  'fr-BE': ['belgian-french'],
  'fr-CA': ['canadian-french'],
  'fr-FR': ['parisian'],
  'fr-SN': ['african-french'],
  'gu-IN': ['parsi'],
  'he-IL': ['israeli'],
  'hi-IN': ['standard-hindi', 'bagheli'],
  'hr-HR': ['zagreb'],
  'hu-HU': ['budapest'],
  'id-ID': ['standard-indonesian'],
  'it-IT': ['standard-italian', 'abruzzo-italian', 'campania'],
  'ja-JP': ['standard-japanese'],
  'ka-GE': ['tbilisi'],
  'kn-IN': ['southern-karnataka'],
  'ko-KR': ['korean'],
  'ml-IN': ['north-kerala'],
  'mr-IN': ['konkani'],
  'ms-MY': ['malay'],
  'nl-NL': ['randstad'],
  'no-NO': ['oslo'],
  'or-IN': ['odia'],
  'pa-IN': ['powadhi'],
  'pl-PL': ['polish'],
  'pt-BR': ['brazilian-portuguese'],
  'pt-PT': ['european-portuguese'],
  'ro-MD': ['moldovan'],
  'ro-RO': ['romanian'],
  'ru-RU': ['russian'],
  'sk-SK': ['slovak'],
  'sv-SE': ['stockholm'],
  'ta-IN': ['central-tamil'],
  'te-IN': ['telangana'],
  'th-TH': ['central-thai'],
  'tl-PH': ['manila'],
  'tr-TR': ['istanbul'],
  'uk-UA': ['kyiv'],
  'ur-IN': ['indian-urdu'],
  'ur-PK': ['urdu'],
  'vi-VN': ['southern-vietnamese', 'central-vietnamese'],
  'zh-CN': ['mandarin'],
  'zh-TW': ['taiwanese-mandarin'],
};

/** Locale codes that are accepted but have no accent of their own: each means the listed locale nearest to it. */
const nearestLocale: Readonly<Record<string, string>> = { 'es-US': 'es-MX', 'nl-BE': 'nl-NL' };

/** The locale meant by a bare language, where it has several. */
const mainLocale: Partial<Readonly<Record<Language, string>>> = {
  ar: 'ar-SA',
  de: 'de-DE',
  en: 'en-US',
  es: 'es-ES',
  fr: 'fr-FR',
  pt: 'pt-BR',
  ro: 'ro-RO',
  ur: 'ur-PK',
  zh: 'zh-CN',
};

const localizable = new Set([
  'modern-standard-arabic',
  'mandarin',
  'czech',
  'randstad',
  'australian',
  'british',
  'general-american',
  'indian-english',
  'southern-us',
  'canadian-french',
  'parisian',
  'standard-german',
  'israeli',
  'standard-hindi',
  'standard-italian',
  'standard-japanese',
  'korean',
  'polish',
  'brazilian-portuguese',
  'european-portuguese',
  'russian',
  'slovak',
  'castilian',
  'mexican',
  'stockholm',
  'central-tamil',
  'telangana',
  'central-thai',
  'istanbul',
]);

/** Names other clients use for accents of ours; taken as input, never given out. */
const accentAliases: Readonly<Record<string, string>> = {
  'high-german': 'standard-german',
  hindi: 'standard-hindi',
  italian: 'standard-italian',
  japanese: 'standard-japanese',
  jakarta: 'standard-indonesian',
  arabic: 'modern-standard-arabic',
};

/** Made when a name is shown: it takes longer than everything else here. */
let countryNames: Intl.DisplayNames | undefined;

function label(id: string): string {
  return id
    .split('-')
    .map((word) => (word === 'us' ? 'US' : word.charAt(0).toUpperCase() + word.slice(1)))
    .join(' ');
}

function makeLocale([code, ids]: [string, readonly string[]]): Locale {
  const [language, country] = code.split('-') as [Language, string];
  return {
    code,
    language,
    country,
    get displayName() {
      countryNames ??= new Intl.DisplayNames(['en'], { type: 'region' });
      return `${languageNames[language]} (${countryNames.of(country)!})`;
    },
    accents: ids.map((id, index) => ({
      id,
      label: label(id),
      language,
      locale: code,
      isDefault: index === 0,
      isLocalizable: localizable.has(id),
    })),
  };
}

function byString<T>(key: (item: T) => string) {
  return (a: T, b: T): number => (key(a) < key(b) ? -1 : 1);
}

/** Sorted by code. */
export const locales: readonly Locale[] = Object.entries(accentsByLocale)
  .map(makeLocale)
  .sort(byString((locale) => locale.code));

/** Sorted by id. */
export const accents: readonly Accent[] = locales
  .flatMap((locale) => locale.accents)
  .sort(byString((accent) => accent.id));

/** Case and `_` for `-` do not matter in what a caller writes. */
function canonical(text: string): string {
  return text.toLowerCase().replaceAll('_', '-');
}

const localesByCode = new Map(locales.map((locale) => [canonical(locale.code), locale]));
for (const [code, near] of Object.entries(nearestLocale)) {
  localesByCode.set(canonical(code), localesByCode.get(canonical(near))!);
}

const accentsById = new Map(accents.map((accent) => [accent.id, accent]));
for (const [alias, id] of Object.entries(accentAliases)) accentsById.set(alias, accentsById.get(id)!);

/** Every locale code a request may name: the listed ones and those that stand for a near one. */
export const acceptedLocaleCodes: readonly string[] = [
  ...locales.map((locale) => locale.code),
  ...Object.keys(nearestLocale),
].sort();

/** The locale of a code, in any case, with `-` or `_`. */
export function findLocale(code: string): Locale | undefined {
  return localesByCode.get(canonical(code));
}

/** The accent of an id or of one of its aliases, in any case, with `-` or `_`. */
export function findAccent(id: string): Accent | undefined {
  return accentsById.get(canonical(id));
}

/** Sorted by id. */
export function accentsOf(language: Language): readonly Accent[] {
  return accents.filter((accent) => accent.language === language);
}

/** Reads a language code or a locale code, in any case, with `-` or `_`. */
export function parseLanguageTag(tag: string): LanguageTag | undefined {
  const code = canonical(tag);
  if (isLanguage(code)) return { language: code };
  const locale = localesByCode.get(code);
  return locale === undefined ? undefined : { language: locale.language, locale };
}

/** What to say of a tag that {@link parseLanguageTag} does not know: the code of a language that was given by its name, and all there are. */
export function unknownLanguage(tag: string): string {
  const named = languages.find((code) => languageNames[code].toLowerCase() === tag.trim().toLowerCase());
  const hint = named === undefined ? '' : `; ${languageNames[named]} is ${named}`;
  return `Not a language or locale code of this service${hint}. Languages: ${languages.join(', ')}; GET /locales lists the locales`;
}

/** The locale meant where only the language is given. */
export function mainLocaleOf(language: Language): Locale {
  const main = mainLocale[language];
  return main === undefined ? locales.find((locale) => locale.language === language)! : findLocale(main)!;
}

/** The accent meant where only the language is given. */
export function mainAccentOf(language: Language): Accent {
  return mainLocaleOf(language).accents[0]!;
}
