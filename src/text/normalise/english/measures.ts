/** Measures and dimensions (BIPM SI brochure 5.4; The Chicago Manual of Style 9.16–9.18). */
import type { Context, PhraseRule, Rule, TokenText } from './context.ts';
import { integer, number, numberPattern, vulgarFractions } from './numbers.ts';
import { isAttributive, isCounted, isName, isOpenNumber, list, lower, match, spoken } from './rule.ts';
import { per, unit } from './tables/units.ts';

/** A number, also one with a fraction: `5.5`, `5½`, `3/4`. */
function amountWords(text: string, { quantity }: Context): readonly string[] | undefined {
  return number(text) ?? quantity(text);
}

const scales: Readonly<Record<string, string>> = {
  k: 'thousand',
  K: 'thousand',
  M: 'million',
  B: 'billion',
  T: 'trillion',
};

const powersOfTwo = list('16 32 64 128 256 512 1024');

const nearNumbers = [-5, -4, -3, -2, -1, 1, 2, 3, 4, 5];

const figures = list(
  'fig figs figure figures table tables exhibit appendix example question part step section clause paragraph para note problem item option room rm unit apt flat suite gate platform number no',
);

/** `Fig. 3b`, `in 12A.`, `14A and 14B`: a letter of what the number names, by the place or by another such with the other letter. */
function isLetterOfName({ core, closing }: TokenText, { after, at }: Context): boolean {
  if (/^\d{1,3}[a-f]$/u.test(core)) return figures.has(lower(at(-1)));
  if (!/^\d{1,3}[AB]$/u.test(core)) return false;
  const ends = closing !== '' || after === undefined;
  if (core.endsWith('A') && ends && lower(at(-1)) === 'in') return true;
  const other = core.endsWith('A') ? /^\d{1,3}B$/u : /^\d{1,3}A$/u;
  return nearNumbers.some((distance) => other.test(at(distance)?.core ?? ''));
}

/** `3.5M views`, `2.3B users`: a scale, not a unit. A whole number of `K` needs what it counts, a power of two of `B` is bytes. */
export const scaled: Rule = (word, context) => {
  const { core } = word;
  const { after } = context;
  const found = /^([-−+~]?)(\d{1,3}(?:,\d{3})*(?:\.\d+)?|\d+(?:\.\d+)?)([kKMBT])(\+?)$/u.exec(core);
  if (found === null || isLetterOfName(word, context)) return undefined;
  const [, sign, amount, letter, more] = found as unknown as [string, string, string, string, string];
  const isWhole = !amount.includes('.');
  if (isWhole && sign === '' && isName(after)) return undefined;
  if (isWhole && !isCounted(after) && (/[kKT]/u.test(letter) || (letter === 'B' && powersOfTwo.has(amount)))) {
    return undefined;
  }
  const opening = sign === '' ? [] : [sign === '+' ? 'plus' : sign === '~' ? 'about' : 'minus'];
  return spoken([...opening, ...number(amount)!, scales[letter]!, ...(more === '' ? [] : ['plus'])]);
};

/** Dimensions: `1920x1080`, `3×4 m`, `8.5"x11"`. */
export const product: Rule = (word, context) => {
  const { core } = word;
  if (!/^[\d.,x×"'′″\p{L}]+$/u.test(core) || !/\d.*[x×]\d/u.test(core)) return undefined;
  const parts = core.split(/[x×](?=\d)/u);
  if (parts.length > 4) return undefined;
  if (parts.every((part) => /^\d[\d.]*["″'′]$/u.test(part)) || /^[\d.]+(?:["″]x[\d.]+)+$/u.test(core)) {
    return spoken(dimensionWords(parts, isAttributive(word, context)));
  }
  const words = parts.map((part) => number(part) ?? context.quantity(part));
  if (words.some((word) => word === undefined)) return undefined;
  return spoken(words.flatMap((word, index) => [...(index === 0 ? [] : ['by']), ...word!]));
};

/** `12"x8"x4"`, whose last mark may stand for a quote: the unit is said once where all have the same. */
function dimensionWords(parts: readonly string[], singular: boolean): string[] {
  const [one, several] = /["″]/u.test(parts[0]!) ? ['inch', 'inches'] : ['foot', 'feet'];
  const name = singular ? one : several;
  const words = parts.flatMap((part, index) => [...(index === 0 ? [] : ['by']), ...number(part.replace(/\D$/u, ''))!]);
  return [...words, name];
}

/** An amount of one unit for a number of another: `5 l/100 km`. */
export const consumption: PhraseRule = (words, index) => {
  const [amount, rate, counted] = words.slice(index, index + 3);
  const found = isOpenNumber(amount) ? /^(\p{L}{1,3})\/(\d{1,4})(\p{L}{1,3})?$/u.exec(rate?.core ?? '') : null;
  if (found === null) return undefined;
  const [, measured, divisor, attachedUnit] = found as unknown as [string, string, string, string | undefined];
  const ownUnit = attachedUnit ?? counted?.core ?? '';
  const [first, second] = [unit(measured, amount!.core, false), unit(ownUnit, divisor, attachedUnit === undefined)];
  const value = number(amount!.core);
  if (first === undefined || second === undefined || value === undefined) return undefined;
  const middle = [...first, 'per', ...integer(divisor)];
  return attachedUnit === undefined
    ? [{ words: value }, { words: middle }, { words: second }]
    : [{ words: value }, { words: [...middle, ...second] }];
};

/** `3x`, `1.5×`: so many times. */
export const times: Rule = ({ core }, { before, after }) => {
  const found = /^(\d+(?:\.\d+)?)[x×]$/u.exec(core);
  const isTerm = [before, after].some((word) => /^[-+=*/<>−]$/u.test(word?.text ?? ''));
  return found === null || isTerm ? undefined : spoken([...number(found[1]!)!, 'times']);
};

const portions = list('mg g mcg µg mL ml L kg tablet tablets capsule capsules pill pills reps sets');
/** `2 x 500mg`: so many of them. */
function isPortion(before: TokenText, after: TokenText, name: TokenText | undefined): boolean {
  const attached = /^\d[\d.,]*(\p{L}{1,3})$/u.exec(after.core)?.[1];
  return /^\d{1,2}$/u.test(before.core) && portions.has(attached ?? name?.core ?? '');
}

function isProduct(text: string, before: TokenText, name: TokenText | undefined): boolean {
  return text === '×' && /^[\d.,]+$/u.test(before.text) && unit(lower(name), '2', true) === undefined;
}

/** `x` between two measures. */
export const by: Rule = ({ text }, { before, after, at }) => {
  if (!/^[x×]$/u.test(text) || before === undefined || !/^[\d½⅓⅔¼¾]/u.test(after?.core ?? '')) return undefined;
  const afterNumber = /^\d/u.test(before.core);
  const afterUnit = /^[\d.,/]+$/u.test(at(-2)?.core ?? '') && unit(before.core, '2', true) !== undefined;
  if (!afterUnit && !afterNumber) return undefined;
  const isTimes = isPortion(before, after!, at(2)) || isProduct(text, before, at(2));
  return { words: [isTimes ? 'times' : 'by'], closing: '' };
};

export const ratio: Rule = ({ core }) => {
  const found = /^(\d{1,4}):(\d{1,4})$/u.exec(core);
  return found === null ? undefined : spoken([...integer(found[1]!), 'to', ...integer(found[2]!)]);
};

/** Verses of a chapter: `Psalm 23:1-6`. */
export const verses: Rule = ({ core }, { before }) => {
  const found = isName(before) ? /^(\d{1,3}):(\d{1,3})[-–](\d{1,3})$/u.exec(core) : null;
  if (found === null) return undefined;
  const [chapter, from, to] = found.slice(1).map((digits) => integer(digits));
  return spoken([...chapter!.slice(0, -1), `${chapter!.at(-1)!},`, ...from!, 'to', ...to!]);
};

const spans = list('day week month year hour minute second night person user');
/** A number for each of something: `12/kg`, `8/day`. */
export const countPer: Rule = ({ core }) => {
  const found = /^(\d[\d.,]*)\/(\p{L}{1,6}[²³]?)$/u.exec(core);
  const amount = found === null ? undefined : number(found[1]!);
  const isKnown = amount !== undefined && (spans.has(found![2]!) || unit(found![2]!, '1', true) !== undefined);
  const below = isKnown ? per(found![2]!) : undefined;
  return below === undefined ? undefined : spoken([...amount!, 'per', ...below.split(' ')]);
};

const mostLookedAt = 40;

/** A quote that was opened by a token before. */
function isQuoted({ at }: Context): boolean {
  let quotes = 0;
  for (let distance = -1; distance >= -mostLookedAt; distance--) {
    const word = at(distance);
    if (word === undefined) break;
    if (!/^[\d.,/½¼¾]+"[.,]?$/u.test(word.text)) quotes += word.text.split('"').length - 1;
  }
  return quotes % 2 === 1;
}

const dimension = list('tall high long wide deep thick x × by short');

const primed = /^([\d.,/½¼¾-]+)(["″'′])$/u;

/** A straight quote behind a number that closes a quotation, or an apostrophe. */
function isQuote(mark: string, context: Context): boolean {
  if (mark === '"') return isQuoted(context);
  return mark === "'" && !dimension.has(lower(context.after)) && !/^\d+(?:\.\d+)?["″]/u.test(context.after?.text ?? '');
}

/** Feet and inches by their primes: `6'2"`, `27"`, `5'`. */
export const primes: Rule = (word, context) => {
  if (!/^[([]?[\d½¼¾]/u.test(word.text)) return undefined;
  const text = word.text.replace(/^[([]+/u, '').replace(/[.,;:!?)\]]{1,4}$/u, '');
  const both = /^(\d{1,3})(?:['′](\d{1,2}(?:\.\d+)?)(?:["″]|'')?|-(\d{1,2})["″])$/u.exec(text);
  if (both !== null) return spoken([...integer(both[1]!), 'foot', ...number(both[2] ?? both[3]!)!]);
  const [, count = '', mark = ''] = primed.exec(text) ?? [];
  const amount = count === '' || isQuote(mark, context) ? undefined : amountWords(count, context);
  if (amount === undefined) return undefined;
  const singular = isAttributive(word, context) || /^(?:[\d.]*\/.*|[½¼¾]|1)$/u.test(count);
  const name = mark === "'" || mark === '′' ? (singular ? 'foot' : 'feet') : singular ? 'inch' : 'inches';
  return spoken([...amount, name]);
};

const bearings: Readonly<Record<string, string>> = { N: 'north', S: 'south', E: 'east', W: 'west' };

function arc(count: string | undefined, name: string): string[] {
  return count === undefined ? [] : [...number(count)!, Number(count) === 1 ? name : `${name}s`];
}

/** Coordinates: `40°45'30" N`. */
export const coordinate: Rule = ({ text, core }, { before }) => {
  if (Object.hasOwn(bearings, core) && before !== undefined && /^\d.*°[\d'"′″]*$/u.test(before.text)) {
    return { words: [bearings[core]!] };
  }
  const found = /^([-−]?\d+(?:\.\d+)?)°(?:(\d+(?:\.\d+)?)['′])?(?:(\d+(?:\.\d+)?)["″])?([NSEW])?[.,;]?$/u.exec(text);
  if (found === null || (found[2] === undefined && found[4] === undefined)) return undefined;
  return spoken([
    ...arc(found[1], 'degree'),
    ...arc(found[2], 'minute'),
    ...arc(found[3], 'second'),
    ...(found[4] === undefined ? [] : [bearings[found[4]]!]),
  ]);
};

const measurePattern = match(
  `([-−+±]?(?:${numberPattern}|\\d*[${vulgarFractions}]|\\d+/\\d+))([-–]?)([\\p{L}°º%‰µ][\\p{L}\\d²³/^·⋅*]{0,15})(\\+?)`,
);

/** A number and its unit in one token: `5kg`, `5-lb`, `20°C`. */
export const measure: Rule = (word, context) => {
  const found = measurePattern.exec(word.core);
  if (found === null) return undefined;
  const [, amount, dash, sign, more] = found as unknown as [string, string, string, string, string];
  if (isLetterOfName(word, context)) return undefined;
  const singular = dash !== '' || isAttributive(word, context);
  const name = unit(sign.replace('º', '°'), singular ? '1' : amount, dash !== '');
  const words = amount.startsWith('±')
    ? ['plus', 'or', 'minus', ...(amountWords(amount.slice(1), context) ?? [])]
    : amountWords(amount, context);
  if (name === undefined || words === undefined) return undefined;
  return {
    words: [...words, ...name, ...(more === '' ? [] : ['plus'])],
    ...(dash !== '' && sign === 'in' && { closing: word.closing.replace(/^\./u, '') }),
  };
};

const adjectives: Readonly<Record<string, string>> = { sq: 'square', cu: 'cubic', fl: 'fluid' };
const afterInches = list('x × by of long wide tall high deep thick');

/** A token that counts the unit behind it: a number, or `sq` behind one. */
function countOf({ before, at }: Context): string | undefined {
  if (isOpenNumber(before)) return before!.core;
  if (before?.closing === '' && /^\p{L}{1,4}[-–—]\d[\d.,]*$/u.test(before.core)) return before.core;
  if (before === undefined || !Object.hasOwn(adjectives, lower(before)) || !/^\.?$/u.test(before.closing)) {
    return undefined;
  }
  return isOpenNumber(at(-2)) ? at(-2)!.core : undefined;
}

function isInches({ closing }: TokenText, { after, isLast, at }: Context): boolean {
  return closing !== '' || isLast || afterInches.has(lower(after)) || /^(?:ft|feet|foot)$/u.test(lower(at(-2)));
}

const ampereNouns = list('fuse circuit current breaker charger supply socket outlet load max');

const sentenceStarts = list('He She It Then The We They I But And This That You');

/** A unit whose letter means something else too, by what follows: `10 A fuse`, `3 t of coal`, `18 ct gold`, `300 K`. */
const draws = list('draw draws drawing drew pull pulls carry carries supply supplies deliver delivers');

function unclearUnit({ core, closing }: TokenText, { after, at }: Context): string[] | undefined {
  const ends = after === undefined || closing !== '';
  if (core === 'A' && draws.has(lower(at(-2)))) return ['amps'];
  if (core === 'A') return ampereNouns.has(lower(after).replace(/s$/u, '')) ? ['amp'] : undefined;
  if (core === 't') return ends || lower(after) === 'of' ? ['tons'] : undefined;
  if (core === 'ct') return after === undefined ? undefined : ['carat'];
  return ends ? ['kelvin'] : undefined;
}

const unclear = list('A t ct K');

/** A unit that stands apart from its number: `5 kg`, `100 sq. ft.` */
export const spacedUnit: Rule = (word, context) => {
  const amount = countOf(context);
  if (amount === undefined) return undefined;
  const { core, closing } = word;
  const { after, isLast } = context;
  const end = isLast || sentenceStarts.has(after?.core ?? '') ? closing : closing.replace(/^\./u, '');
  if (Object.hasOwn(adjectives, core)) {
    return unit(lower(after), '1', true) && { words: [adjectives[core]!], closing: '' };
  }
  if (core === 'in' && !isInches(word, context)) return undefined;
  const singular = isAttributive(word, context) ? '1' : amount;
  const name = unclear.has(core) ? unclearUnit(word, context) : (unit(core, singular, true) ?? rate(core));
  return name === undefined ? undefined : { words: name, closing: end };
};

/** A word per another behind a number: `24 hours/day`. */
function rate(core: string): string[] | undefined {
  const found = /^(\p{Ll}{3,20}s)\/(\p{Ll}{2,12})$/u.exec(core);
  const below = found === null ? undefined : per(found[2]!);
  return below === undefined ? undefined : [found![1]!, 'per', ...below.split(' ')];
}

/** A rate of units without a number: `in km/h`. */
export const bareRate: Rule = ({ core }) => {
  if (!/^(?:[kcm]?m|mi|[MGk]?B|[MGk]b|[mk]?g)\/(?:h|hr|s|s²|L|dL|mL|kg|m²|m³|day)$/u.test(core)) return undefined;
  return spoken(unit(core, '2', false));
};

const smallNumbers = list(
  'one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred few several half',
);
export const unmistakable = list('kg mg km cm mm mph km/h ml mL GB MB TB lbs lb oz ft kW kWh GHz MHz Hz');

/** A unit behind a number in words: `five kg`. */
export const unitAfterWord: Rule = ({ core, closing }, context) => {
  if (!unmistakable.has(core) || !smallNumbers.has(lower(context.before)) || context.before!.closing !== '') {
    return undefined;
  }
  const name = unit(core, lower(context.before) === 'one' ? '1' : '2', true);
  return name && { words: name, closing: context.isLast ? closing : closing.replace(/^\./u, '') };
};
