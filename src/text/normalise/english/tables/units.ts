/** Units of measurement and their names: the SI with its prefixes (BIPM SI brochure, tables 2, 4, 7 and 8), and customary units. */
import { list } from '../rule.ts';

/** The name of one and of several. */
export type Forms = readonly [singular: string, plural: string];

export function regular(name: string): Forms {
  return [name, `${name}s`];
}

function same(name: string): Forms {
  return [name, name];
}

const prefixes: Readonly<Record<string, string>> = {
  n: 'nano',
  µ: 'micro',
  h: 'hecto',
  m: 'milli',
  c: 'centi',
  d: 'deci',
  k: 'kilo',
  M: 'mega',
  G: 'giga',
  T: 'tera',
  P: 'peta',
};

/** Units that take prefixes, and those that they take. */
const prefixed: readonly (readonly [string, Forms, string])[] = [
  ['g', regular('gram'), 'nµmk'],
  ['m', regular('meter'), 'nµmcdk'],
  ['L', regular('liter'), 'nµmcd'],
  ['l', regular('liter'), 'nµmcd'],
  ['W', regular('watt'), 'nµmkMGT'],
  ['Wh', regular('watt hour'), 'mkMGT'],
  ['V', regular('volt'), 'nµmkM'],
  ['A', regular('amp'), 'nµmk'],
  ['Ah', regular('amp hour'), 'mk'],
  ['Hz', same('hertz'), 'mkMGT'],
  ['J', regular('joule'), 'mkMG'],
  ['N', regular('newton'), 'mkM'],
  ['Pa', regular('pascal'), 'mhkMG'],
  ['Ω', regular('ohm'), 'mkMG'],
  ['F', regular('farad'), 'nµm'],
  ['eV', regular('electron volt'), 'mkMGT'],
  ['mol', regular('mole'), 'nµmk'],
  ['s', regular('second'), 'nµm'],
  ['B', regular('byte'), 'kMGTP'],
  ['bit', regular('bit'), 'kMGT'],
  ['bps', ['bit per second', 'bits per second'], 'kMGT'],
  ['b', regular('bit'), 'MGT'],
  ['cal', regular('calorie'), 'k'],
  ['Sv', regular('sievert'), 'µm'],
  ['Bq', regular('becquerel'), 'kMG'],
  ['T', regular('tesla'), 'mµ'],
  ['p', regular('pixel'), 'MG'],
];

function withPrefix(prefix: string, unit: string): string {
  return prefix + unit;
}

const ofPrefixes = Object.fromEntries(
  prefixed.flatMap(([sign, [one, many], taken]) =>
    Array.from(taken, (prefix): [string, Forms] => [
      prefix + sign,
      [withPrefix(prefixes[prefix]!, one), withPrefix(prefixes[prefix]!, many)],
    ]),
  ),
);

/** By exact spelling. */
const units: Readonly<Record<string, Forms>> = {
  ...ofPrefixes,
  kΩ: regular('kilohm'),
  MΩ: regular('megohm'),
  mcg: regular('microgram'),
  g: regular('gram'),
  t: regular('ton'),
  lb: regular('pound'),
  lbs: regular('pound'),
  oz: regular('ounce'),
  'fl oz': regular('fluid ounce'),
  m: regular('meter'),
  in: ['inch', 'inches'],
  ins: ['inch', 'inches'],
  mi: regular('mile'),
  nmi: regular('nautical mile'),
  yd: regular('yard'),
  yds: regular('yard'),
  ft: ['foot', 'feet'],
  kmh: ['kilometer per hour', 'kilometers per hour'],
  kph: ['kilometer per hour', 'kilometers per hour'],
  mph: ['mile per hour', 'miles per hour'],
  kn: regular('knot'),
  l: regular('liter'),
  L: regular('liter'),
  ℓ: regular('liter'),
  gal: regular('gallon'),
  qt: regular('quart'),
  pt: regular('pint'),
  cc: regular('cubic centimeter'),
  tsp: regular('teaspoon'),
  tbsp: regular('tablespoon'),
  ha: regular('hectare'),
  ac: regular('acre'),
  sqft: ['square foot', 'square feet'],
  Hz: same('hertz'),
  B: regular('byte'),
  bps: ['bit per second', 'bits per second'],
  b: regular('bit'),
  W: regular('watt'),
  w: regular('watt'),
  Wh: regular('watt hour'),
  V: regular('volt'),
  v: regular('volt'),
  A: regular('amp'),
  Ω: regular('ohm'),
  J: regular('joule'),
  N: regular('newton'),
  K: regular('kelvin'),
  Pa: regular('pascal'),
  eV: regular('electron volt'),
  mol: regular('mole'),
  Sv: regular('sievert'),
  lm: regular('lumen'),
  lx: same('lux'),
  hp: same('horsepower'),
  atm: regular('atmosphere'),
  mmHg: same('millimeters of mercury'),
  psi: same('pounds per square inch'),
  rad: regular('radian'),
  s: regular('second'),
  sec: regular('second'),
  secs: regular('second'),
  min: regular('minute'),
  mins: regular('minute'),
  h: regular('hour'),
  hr: regular('hour'),
  hrs: regular('hour'),
  wk: regular('week'),
  wks: regular('week'),
  mo: regular('month'),
  mos: regular('month'),
  yr: regular('year'),
  yrs: regular('year'),
  px: regular('pixel'),
  dpi: same('dots per inch'),
  fps: ['frame per second', 'frames per second'],
  rpm: ['revolution per minute', 'revolutions per minute'],
  bpm: ['beat per minute', 'beats per minute'],
  mpg: ['mile per gallon', 'miles per gallon'],
  ppm: ['part per million', 'parts per million'],
  ppb: ['part per billion', 'parts per billion'],
  dB: regular('decibel'),
  dBm: ['decibel milliwatt', 'decibel milliwatts'],
  cal: regular('calorie'),
  ct: regular('carat'),
  pct: same('percent'),
  '°': regular('degree'),
  '°C': ['degree Celsius', 'degrees Celsius'],
  '°F': ['degree Fahrenheit', 'degrees Fahrenheit'],
  '°c': ['degree Celsius', 'degrees Celsius'],
  '°f': ['degree Fahrenheit', 'degrees Fahrenheit'],
  '%': same('percent'),
  '‰': same('per mille'),
  '"': ['inch', 'inches'],
  '″': ['inch', 'inches'],
  '′': ['foot', 'feet'],
};

/** Units in another case than theirs, where that means nothing else: `KM`, `Ghz`. One letter is never read so. */
const inLowerCase: ReadonlyMap<string, Forms> = new Map(
  [
    ...Object.entries(units),
    ['kb', regular('kilobyte')] as const,
    ['mb', regular('megabyte')] as const,
    ['gb', regular('gigabyte')] as const,
    ['tb', regular('terabyte')] as const,
    ['mw', regular('milliwatt')] as const,
  ]
    .filter(([name]) => name.length > 1)
    .map(([name, forms]) => [name.toLowerCase(), forms]),
);

/** Too ambiguous after a number and a space. */
const onlyAttached = list('b B T v w A N F ac cc ct pt ins ct p K');
/** Too ambiguous right behind a number. */
const onlySpaced = list('T N F p K');

function formsOf(name: string): Forms | undefined {
  if (Object.hasOwn(units, name)) return units[name];
  return name.length > 1 ? inLowerCase.get(name.toLowerCase()) : undefined;
}

const powered = /^(\p{L}+)(?:\^?([23])|([²³]))$/u;

/** A unit with an exponent: `m²`, `ft3`; a second is squared, a length is square. */
function powerOf(name: string): Forms | undefined {
  const parts = powered.exec(name);
  const base = parts === null ? undefined : formsOf(parts[1]!);
  if (base === undefined) return undefined;
  const isSquare = (parts![2] ?? parts![3]) === '2' || parts![3] === '²';
  if (parts![1] === 's') {
    return [`second ${isSquare ? 'squared' : 'cubed'}`, `seconds ${isSquare ? 'squared' : 'cubed'}`];
  }
  const adjective = isSquare ? 'square' : 'cubic';
  return [`${adjective} ${base[0]}`, `${adjective} ${base[1]}`];
}

/** What may stand after a slash: a unit or any word, or several with slashes between: `user/mo`. */
export function per(name: string): string | undefined {
  if (!name.includes('/')) return perOne(name);
  const each = name.split('/').map(perOne);
  return each.includes(undefined) ? undefined : each.join(' per ');
}

function perOne(name: string): string | undefined {
  const forms = name === 'd' ? regular('day') : name === 'm' ? regular('meter') : (formsOf(name) ?? powerOf(name));
  return forms?.[0] ?? (/^\p{Ll}{3,}$/u.test(name) ? name : undefined);
}

function compound(name: string): Forms | undefined {
  const simple = formsOf(name) ?? powerOf(name);
  if (simple !== undefined) return simple;
  const product = /^(\p{L}+)[·⋅*](\p{L}+)$/u.exec(name);
  if (product !== null) {
    const [first, second] = [formsOf(product[1]!), formsOf(product[2]!)];
    return first && second && [`${first[0]} ${second[0]}`, `${first[0]} ${second[1]}`];
  }
  const ratio = /^([^/]+)\/([^/]+(?:\/[^/]+)?)$/u.exec(name);
  if (ratio === null) return undefined;
  const [above, below] = [formsOf(ratio[1]!) ?? powerOf(ratio[1]!), per(ratio[2]!)];
  return above && below !== undefined ? [`${above[0]} per ${below}`, `${above[1]} per ${below}`] : undefined;
}

/**
 * @param amount the number before it, as written; 1 and fractions below it take the singular
 * @param spaced a space stands between
 */
export function unit(name: string, amount: string, spaced: boolean): string[] | undefined {
  const forms = compound(name);
  if (forms === undefined || (spaced ? onlyAttached : onlySpaced).has(name)) return undefined;
  return forms[/^(?:[-−+]?1|\d+[/⁄]\d+|\p{No})$/u.test(amount) ? 0 : 1].split(' ');
}
