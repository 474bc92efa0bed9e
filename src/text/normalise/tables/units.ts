/** Symbols of units and their names in every language but English. */
import type { CountedName, Locale } from '../rule.ts';
import { formOf } from '../forms.ts';
import { asianUnits } from './units-asia.ts';
import { unitColumns, type UnitRow } from './unit-columns.ts';
import { europeanUnits } from './units-europe.ts';

/** Symbols of the SI and others that are written in Latin letters everywhere. */
const symbols: Readonly<Record<string, string>> = {
  ...{
    kg: 'kilogram',
    g: 'gram',
    mg: 'milligram',
    µg: 'microgram',
    mcg: 'microgram',
    t: 'tonne',
    lb: 'pound',
    lbs: 'pound',
  },
  ...{
    oz: 'ounce',
    km: 'kilometer',
    m: 'meter',
    dm: 'decimeter',
    cm: 'centimeter',
    mm: 'millimeter',
    µm: 'micrometer',
  },
  ...{ nm: 'nanometer', mi: 'mile', ft: 'foot', yd: 'yard', ha: 'hectare' },
  ...{ 'm²': 'square-meter', 'km²': 'square-kilometer', 'cm²': 'square-centimeter', 'm³': 'cubic-meter' },
  ...{
    m2: 'square-meter',
    km2: 'square-kilometer',
    cm2: 'square-centimeter',
    m3: 'cubic-meter',
    cm3: 'cubic-centimeter',
  },
  ...{ 'cm³': 'cubic-centimeter', l: 'liter', L: 'liter', ml: 'milliliter', mL: 'milliliter', cl: 'centiliter' },
  ...{ dl: 'deciliter', hl: 'hectoliter', s: 'second', ms: 'millisecond', min: 'minute', h: 'hour' },
  ...{ 'km/h': 'kilometer-per-hour', kmh: 'kilometer-per-hour', 'm/s': 'meter-per-second', mph: 'mile-per-hour' },
  ...{ '°C': 'celsius', '°F': 'fahrenheit', K: 'kelvin', W: 'watt', kW: 'kilowatt', MW: 'megawatt', GW: 'gigawatt' },
  ...{
    kWh: 'kilowatt-hour',
    V: 'volt',
    A: 'ampere',
    mA: 'milliampere',
    mAh: 'milliampere-hour',
    Hz: 'hertz',
    kHz: 'kilohertz',
    MHz: 'megahertz',
  },
  ...{
    GHz: 'gigahertz',
    J: 'joule',
    kJ: 'kilojoule',
    kcal: 'kilocalorie',
    Pa: 'pascal',
    hPa: 'hectopascal',
    bar: 'bar',
  },
  ...{
    N: 'newton',
    px: 'pixel',
    MP: 'megapixel',
    bit: 'bit',
    B: 'byte',
    kB: 'kilobyte',
    KB: 'kilobyte',
    MB: 'megabyte',
  },
  ...{ GB: 'gigabyte', TB: 'terabyte', PB: 'petabyte', kbit: 'kilobit', Mbit: 'megabit', Gbit: 'gigabit' },
  ...{ 'Mbit/s': 'megabit-per-second', Mbps: 'megabit-per-second', 'MB/s': 'megabyte-per-second', hp: 'horsepower' },
};

/** Symbols in other letters, by language; their source is the article on each unit in the Wikipedia of the language. */
const cyrillic = {
  ...{ кг: 'kilogram', г: 'gram', мг: 'milligram', мкг: 'microgram', т: 'tonne', км: 'kilometer', м: 'meter' },
  ...{
    дм: 'decimeter',
    см: 'centimeter',
    мм: 'millimeter',
    га: 'hectare',
    'м²': 'square-meter',
    'км²': 'square-kilometer',
  },
  ...{ 'м³': 'cubic-meter', л: 'liter', мл: 'milliliter', с: 'second', мс: 'millisecond', мин: 'minute', ч: 'hour' },
  ...{
    'км/ч': 'kilometer-per-hour',
    'м/с': 'meter-per-second',
    Вт: 'watt',
    кВт: 'kilowatt',
    МВт: 'megawatt',
    В: 'volt',
  },
  ...{
    А: 'ampere',
    Гц: 'hertz',
    кГц: 'kilohertz',
    МГц: 'megahertz',
    ГГц: 'gigahertz',
    Дж: 'joule',
    ккал: 'kilocalorie',
  },
  ...{ Па: 'pascal', гПа: 'hectopascal', бар: 'bar', МБ: 'megabyte', Мб: 'megabyte', ГБ: 'gigabyte', Гб: 'gigabyte' },
  ...{
    ТБ: 'terabyte',
    КБ: 'kilobyte',
    '°С': 'celsius',
    'кВт·ч': 'kilowatt-hour',
    Мбит: 'megabit',
    Гбит: 'gigabit',
    'Мбит/с': 'megabit-per-second',
    'л.с': 'horsepower',
  },
};
const own: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ru: cyrillic,
  uk: { ...cyrillic, 'км/год': 'kilometer-per-hour', год: 'hour', хв: 'minute', с: 'second' },
  bg: cyrillic,
  el: {
    ...{
      χλμ: 'kilometer',
      κιλά: 'kilogram',
      χλγ: 'kilogram',
      γρ: 'gram',
      μ: 'meter',
      εκ: 'centimeter',
      χιλ: 'millimeter',
    },
    ...{ 'τ.μ': 'square-meter', λ: 'liter', 'χλμ/ώ': 'kilometer-per-hour' },
  },
  ar: {
    ...{ كجم: 'kilogram', كغ: 'kilogram', كغم: 'kilogram', جم: 'gram', غ: 'gram', ملغ: 'milligram', كم: 'kilometer' },
    ...{ م: 'meter', سم: 'centimeter', مم: 'millimeter', ل: 'liter', مل: 'milliliter', 'كم/س': 'kilometer-per-hour' },
    ...{
      '°م': 'celsius',
      'كم/ساعة': 'kilometer-per-hour',
      'م²': 'square-meter',
      'كم²': 'square-kilometer',
      'م³': 'cubic-meter',
    },
  },
  he: {
    'ק"ג': 'kilogram',
    'ק״ג': 'kilogram',
    'ק"מ': 'kilometer',
    'ק״מ': 'kilometer',
    'ס"מ': 'centimeter',
    'ס״מ': 'centimeter',
    'מ"מ': 'millimeter',
    'קמ"ש': 'kilometer-per-hour',
  },
  hi: { किग्रा: 'kilogram', किमी: 'kilometer', सेमी: 'centimeter', मिमी: 'millimeter', 'किमी/घंटा': 'kilometer-per-hour' },
  mr: { किग्रॅ: 'kilogram', किमी: 'kilometer', सेमी: 'centimeter', मिमी: 'millimeter' },
  bn: { কেজি: 'kilogram', কিমি: 'kilometer', সেমি: 'centimeter', মিমি: 'millimeter' },
  gu: { કિગ્રા: 'kilogram', કિમી: 'kilometer', સેમી: 'centimeter' },
  th: { กก: 'kilogram', กม: 'kilometer', ซม: 'centimeter', มม: 'millimeter', 'กม./ชม': 'kilometer-per-hour' },
  sv: { tim: 'hour', mil: 'mile-scandinavian' },
  nl: { u: 'hour' },
  fr: { ko: 'kilobyte', Ko: 'kilobyte', Mo: 'megabyte', Go: 'gigabyte', To: 'terabyte', Po: 'petabyte' },
};

/** Languages without a word that is the letter s. */
const withSeconds = new Set(['es', 'it', 'pt', 'fr', 'sv', 'da', 'no', 'ro', 'tl']);
/** Words of one letter that are written behind a number as often as the symbol is. */
const words: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  ['cs', 'sk', 'hr', 'ro', 'pl', 'hu', 'es', 'it', 'pt', 'fr', 'ru', 'uk', 'bg', 'tl', 'sv', 'da', 'no'].map(
    (language) => [language, new Set(`${withSeconds.has(language) ? '' : 's '}A V K B N c с В А`.split(' '))],
  ),
);

/** Names in place of those of `Intl`, which have a slash in them or a word that is not spoken. */
const better: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  tr: {
    'kilometer-per-hour': 'saatte {0} kilometre',
    'meter-per-second': 'saniyede {0} metre',
    celsius: 'santigrat derece',
  },
  de: { 'milliampere-hour': 'Milliamperestunden' },
  fr: { 'milliampere-hour': 'milliampères-heures' },
  es: { 'milliampere-hour': 'miliamperios hora' },
  it: { 'milliampere-hour': 'milliampere ora' },
  pt: { 'milliampere-hour': 'miliamperes-hora' },
  sv: { 'milliampere-hour': 'milliamperetimmar' },
  ru: { 'milliampere-hour': 'миллиампер-часов' },
  ja: { 'milliampere-hour': 'ミリアンペアアワー' },
  zh: { 'milliampere-hour': '毫安时' },
  ko: { 'milliampere-hour': '밀리암페어시' },
  or: { petabyte: 'ପେଟାବାଇଟ୍' },
  ta: { hour: 'மணிநேரம்', 'kilometer-per-hour': 'மணிக்கு {0} கிலோமீட்டர்', 'meter-per-second': 'விநாடிக்கு {0} மீட்டர்' },
  ml: { 'kilometer-per-hour': 'മണിക്കൂറിൽ {0} കിലോമീറ്റർ', 'meter-per-second': 'സെക്കൻഡിൽ {0} മീറ്റർ' },
  vi: {
    kilogram: 'ki lô gam',
    kilometer: 'ki lô mét',
    'kilometer-per-hour': 'ki lô mét trên giờ',
    'meter-per-second': 'mét trên giây',
  },
};

const rows: Readonly<Record<string, UnitRow>> = { ...europeanUnits, ...asianUnits };

function rowNames(row: UnitRow): Map<string, string> {
  return new Map(
    Object.entries(unitColumns).flatMap(([group, ids]) => {
      const cells = row[group as keyof typeof unitColumns].split('; ');
      if (cells.length !== ids.length) throw new Error(`${ids.length} names expected: ${cells.join('; ')}`);
      return ids.map((id, index) => [id, cells[index]!] as const);
    }),
  );
}

const tables = new WeakMap<Locale, Map<string, string>>();
function namesOf(locale: Locale): Map<string, string> {
  let table = tables.get(locale);
  if (table === undefined) {
    const row = rows[locale.language];
    table = new Map([...(row === undefined ? [] : rowNames(row)), ...Object.entries(better[locale.language] ?? {})]);
    tables.set(locale, table);
  }
  return table;
}

/** The text around the number in a template; a template without `{0}` follows the number. */
export function aroundTemplate(template: string): CountedName {
  const [before, after] = template.split('{0}');
  return after === undefined ? { before: '', after: template } : { before: before!.trim(), after: after.trim() };
}

/**
 * The identifier of a unit.
 * @param apart white space stands between the number and the symbol
 */
export function unitOf(symbol: string, apart: boolean, locale: Locale): string | undefined {
  if (apart && words[locale.language]?.has(symbol) === true) return undefined;
  const key = symbol.replace(/[μ]/gu, 'µ');
  const ours = own[locale.language];
  if (ours !== undefined && Object.hasOwn(ours, symbol)) return ours[symbol];
  return Object.hasOwn(symbols, key) ? symbols[key] : undefined;
}

/** The name of a unit beside a number; undefined when the language has none. */
export function unitName(id: string, locale: Locale, whole: string, fraction?: string): CountedName | undefined {
  const forms = namesOf(locale).get(id);
  if (forms !== undefined) return aroundTemplate(formOf(forms, locale.plural(whole, fraction)));
  const name = locale.unit(id, whole, fraction);
  return name && { before: name.before, after: name.after.replace(/\s?\/\s?/gu, ` ${locale.signs.over} `) };
}
