import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isLanguage, languageNames, languages } from './languages.ts';
import {
  acceptedLocaleCodes,
  accents,
  accentsOf,
  findAccent,
  findLocale,
  locales,
  mainLocaleOf,
  parseLanguageTag,
} from './locales.ts';

const interfaceLanguages =
  'en fr de es pt zh ja hi it ko nl pl ru sv tr tl bg ro ar cs el fi hr ms sk da ta uk hu no vi bn th he ka id te gu kn ml mr pa or ur'.split(
    ' ',
  );

const interfaceAccents: Readonly<Record<string, string>> = {
  ar: 'khaleeji middle-eastern-arabic modern-standard-arabic',
  bn: 'jessore',
  bg: 'bulgarian',
  zh: 'mandarin taiwanese-mandarin',
  hr: 'zagreb',
  cs: 'czech',
  da: 'danish',
  nl: 'randstad',
  en: 'african-american arabic-english australian british california canadian-english general-american indian-english irish midwestern-american new-york new-zealand philippine-english singaporean south-african southern-us',
  fi: 'finnish',
  fr: 'african-french belgian-french canadian-french parisian',
  ka: 'tbilisi',
  de: 'standard-german swiss-standard',
  el: 'thessaloniki',
  gu: 'parsi',
  he: 'israeli',
  hi: 'bagheli standard-hindi',
  hu: 'budapest',
  id: 'standard-indonesian',
  it: 'abruzzo-italian campania standard-italian',
  ja: 'standard-japanese',
  kn: 'southern-karnataka',
  ko: 'korean',
  ms: 'malay',
  ml: 'north-kerala',
  mr: 'konkani',
  no: 'oslo',
  or: 'odia',
  pl: 'polish',
  pt: 'brazilian-portuguese european-portuguese',
  pa: 'powadhi',
  ro: 'moldovan romanian',
  ru: 'russian',
  sk: 'slovak',
  es: 'camba castilian chilean colombian mexican peruvian',
  sv: 'stockholm',
  tl: 'manila',
  ta: 'central-tamil',
  te: 'telangana',
  th: 'central-thai',
  tr: 'istanbul',
  uk: 'kyiv',
  ur: 'indian-urdu urdu',
  vi: 'central-vietnamese southern-vietnamese',
};

const hostedLocales = (
  'bg-BG bn-IN cs-CZ da-DK de-DE el-GR en-AU en-GB en-IE en-IN en-NZ en-SG en-US en-ZA es-ES es-MX es-US fi-FI fr-CA fr-FR gu-IN he-IL hi-IN hr-HR hu-HU id-ID it-IT ja-JP ka-GE ' +
  'kn-IN ko-KR ml-IN mr-IN ms-MY nl-BE nl-NL no-NO or-IN pa-IN pl-PL pt-BR pt-PT ro-RO ru-RU sk-SK sv-SE ta-IN te-IN th-TH tl-PH tr-TR uk-UA ur-IN vi-VN zh-CN'
).split(' ');

const localizable =
  'modern-standard-arabic mandarin czech randstad australian british general-american indian-english southern-us canadian-french parisian standard-german israeli standard-hindi standard-italian standard-japanese korean polish brazilian-portuguese european-portuguese russian slovak castilian mexican stockholm central-tamil telangana central-thai istanbul'.split(
    ' ',
  );

describe('languages', () => {
  it('are the 44 of the interface, in its order', () => assert.deepEqual(languages, interfaceLanguages));
  it('have distinct English names', () => assert.equal(new Set(Object.values(languageNames)).size, 44));
  it('are told from other words', () => {
    assert.ok(isLanguage('or'));
    for (const other of ['EN', 'xx', '', 'toString', '__proto__']) assert.ok(!isLanguage(other), other);
  });
});

describe('accents', () => {
  it('are those of the interface in each language, no more and no less', () => {
    for (const language of languages) {
      assert.deepEqual(
        accentsOf(language).map((accent) => accent.id),
        interfaceAccents[language]!.split(' ').sort(),
        language,
      );
    }
  });
  it('stand under exactly one locale, of their own language', () => {
    const placed = locales.flatMap((locale) => locale.accents.map((accent) => accent.id));
    assert.equal(new Set(placed).size, placed.length);
    for (const accent of accents) assert.equal(accent.locale.slice(0, 2), accent.language);
  });
  it('are sorted by id', () =>
    assert.deepEqual(
      accents.map((accent) => accent.id),
      accents.map((accent) => accent.id).sort(),
    ));
  it('can be localized into in 29 cases', () => {
    assert.deepEqual(
      accents.filter((accent) => accent.isLocalizable).map((accent) => accent.id),
      [...localizable].sort(),
    );
  });
  it('have labels for people', () => {
    assert.equal(findAccent('southern-us')?.label, 'Southern US');
    assert.equal(findAccent('modern-standard-arabic')?.label, 'Modern Standard Arabic');
    assert.equal(new Set(accents.map((accent) => accent.label)).size, accents.length);
  });
  it('are found by the names other clients use', () => {
    const aliases = {
      'high-german': 'standard-german',
      hindi: 'standard-hindi',
      italian: 'standard-italian',
      japanese: 'standard-japanese',
      jakarta: 'standard-indonesian',
      arabic: 'modern-standard-arabic',
    };
    for (const [alias, id] of Object.entries(aliases)) assert.equal(findAccent(alias)?.id, id);
  });
  it('are found in any case and with underscores', () =>
    assert.equal(findAccent('General_American')?.id, 'general-american'));
  it('are not found where there is none', () => assert.equal(findAccent('klingon'), undefined));
});

describe('locales', () => {
  it('are sorted by code', () =>
    assert.deepEqual(
      locales.map((locale) => locale.code),
      locales.map((locale) => locale.code).sort(),
    ));
  it('are written as two lower-case letters, a dash and two capitals', () => {
    for (const locale of locales) assert.match(locale.code, /^[a-z]{2}-[A-Z]{2}$/);
  });
  it('have exactly one default accent each, the first', () => {
    for (const locale of locales) {
      assert.deepEqual(
        locale.accents.map((accent) => accent.isDefault),
        locale.accents.map((_, index) => index === 0),
        locale.code,
      );
    }
  });
  it('have at least one accent each', () => assert.ok(locales.every((locale) => locale.accents.length > 0)));
  it('exist for every language, with one main locale', () => {
    for (const language of languages) assert.equal(mainLocaleOf(language).language, language);
    assert.equal(mainLocaleOf('en').code, 'en-US');
  });
  it('have English display names', () => {
    assert.equal(findLocale('en-GB')?.displayName, 'English (United Kingdom)');
    assert.equal(findLocale('zh-TW')?.displayName, 'Chinese (Taiwan)');
  });
  it('are accepted for every hosted code, and for Arabic and Taiwan besides', () => {
    for (const code of [...hostedLocales, 'ar-SA', 'ar-AE', 'zh-TW']) {
      assert.equal(parseLanguageTag(code)?.language, code.slice(0, 2), code);
      assert.ok(acceptedLocaleCodes.includes(code), code);
    }
  });
  it('stand for the nearest one where they have no accent of their own', () => {
    assert.equal(findLocale('nl-BE')?.code, 'nl-NL');
    assert.equal(findLocale('es-US')?.code, 'es-MX');
  });
});

describe('a language tag', () => {
  it('is a language alone or a locale', () => {
    assert.deepEqual(parseLanguageTag('fr'), { language: 'fr' });
    assert.equal(parseLanguageTag('fr-CA')?.locale?.code, 'fr-CA');
  });
  it('may be written in any case and with an underscore', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...acceptedLocaleCodes, ...languages),
        fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
        fc.boolean(),
        (tag, capitals, underscore) => {
          const written = Array.from(underscore ? tag.replace('-', '_') : tag)
            .map((letter, index) => (capitals[index] ? letter.toUpperCase() : letter.toLowerCase()))
            .join('');
          assert.deepEqual(parseLanguageTag(written), parseLanguageTag(tag));
        },
      ),
    );
  });
  it('is nothing else', () => {
    for (const tag of ['', 'e', 'eng', 'en-XX', 'en-', '-US', 'en US', 'xx-US', 'constructor', 'en-us-nyc']) {
      assert.equal(parseLanguageTag(tag), undefined, tag);
    }
  });
});
