/** Units of measurement and their names. */

/** The name of one and of several. */
export type Forms = readonly [singular: string, plural: string];

export function regular(name: string): Forms {
  return [name, `${name}s`];
}

/** Read by their exact spelling first, then in lower case. */
const units: Readonly<Record<string, Forms>> = {
  kg: regular('kilogram'),
  g: regular('gram'),
  mg: regular('milligram'),
  µg: regular('microgram'),
  t: regular('ton'),
  lb: regular('pound'),
  lbs: regular('pound'),
  oz: regular('ounce'),
  km: regular('kilometer'),
  m: regular('meter'),
  cm: regular('centimeter'),
  mm: regular('millimeter'),
  µm: regular('micrometer'),
  nm: regular('nanometer'),
  mi: regular('mile'),
  yd: regular('yard'),
  ft: ['foot', 'feet'],
  'km/h': ['kilometer per hour', 'kilometers per hour'],
  kmh: ['kilometer per hour', 'kilometers per hour'],
  kph: ['kilometer per hour', 'kilometers per hour'],
  mph: ['mile per hour', 'miles per hour'],
  'm/s': ['meter per second', 'meters per second'],
  l: regular('liter'),
  ml: regular('milliliter'),
  gal: regular('gallon'),
  'm²': regular('square meter'),
  m2: regular('square meter'),
  'km²': regular('square kilometer'),
  km2: regular('square kilometer'),
  'm³': regular('cubic meter'),
  m3: regular('cubic meter'),
  'ft²': ['square foot', 'square feet'],
  ha: regular('hectare'),
  hz: ['hertz', 'hertz'],
  khz: ['kilohertz', 'kilohertz'],
  mhz: ['megahertz', 'megahertz'],
  ghz: ['gigahertz', 'gigahertz'],
  b: regular('byte'),
  kb: regular('kilobyte'),
  mb: regular('megabyte'),
  gb: regular('gigabyte'),
  tb: regular('terabyte'),
  kbps: ['kilobit per second', 'kilobits per second'],
  mbps: ['megabit per second', 'megabits per second'],
  gbps: ['gigabit per second', 'gigabits per second'],
  w: regular('watt'),
  kw: regular('kilowatt'),
  MW: regular('megawatt'),
  mw: regular('milliwatt'),
  GW: regular('gigawatt'),
  kwh: regular('kilowatt hour'),
  wh: regular('watt hour'),
  v: regular('volt'),
  mah: ['milliamp hour', 'milliamp hours'],
  ms: regular('millisecond'),
  s: regular('second'),
  sec: regular('second'),
  min: regular('minute'),
  mins: regular('minute'),
  h: regular('hour'),
  hr: regular('hour'),
  hrs: regular('hour'),
  px: regular('pixel'),
  fps: ['frame per second', 'frames per second'],
  rpm: ['revolution per minute', 'revolutions per minute'],
  bpm: ['beat per minute', 'beats per minute'],
  db: regular('decibel'),
  kcal: regular('kilocalorie'),
  cal: regular('calorie'),
  '°': regular('degree'),
  '°c': ['degree Celsius', 'degrees Celsius'],
  '°f': ['degree Fahrenheit', 'degrees Fahrenheit'],
  º: regular('degree'),
  ºc: ['degree Celsius', 'degrees Celsius'],
  ºf: ['degree Fahrenheit', 'degrees Fahrenheit'],
  '%': ['percent', 'percent'],
  '‰': ['per mille', 'per mille'],
};

/** Too ambiguous after a number and a space. */
const onlyAttached = new Set(['b', 't', 'v', 's', 'cal']);

/**
 * @param amount the number before it, as written; exactly 1 takes the singular
 * @param spaced a space stands between
 */
export function unit(name: string, amount: string, spaced: boolean): string[] | undefined {
  const forms = Object.hasOwn(units, name)
    ? units[name]
    : Object.hasOwn(units, name.toLowerCase())
      ? units[name.toLowerCase()]
      : undefined;
  if (forms === undefined || (spaced && onlyAttached.has(name.toLowerCase()))) return undefined;
  return forms[amount.replace(/^[-−+]/u, '') === '1' ? 0 : 1].split(' ');
}
