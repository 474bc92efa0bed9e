/**
 * Ordinal numbers of Dutch, Danish, Norwegian and Finnish, with the abbreviations of those that have a table.
 * Source: the ordinal spell-out rules (RBNF) of CLDR 48; Taaladvies, Dansk Sprognævn, Språkrådet, Kielitoimisto.
 */
import type { LanguageRules } from '../rule.ts';
import { abbreviationRule } from './abbreviation-rule.ts';
import { moreAbbreviations } from './more-abbreviations.ts';

interface OrdinalWords {
  /** 1–19 */
  readonly small: string;
  /** 20, 30 … 90, 100 */
  readonly tens: string;
  /** A number between two tens. */
  readonly compound: (unit: number, tens: number, words: { small: string[]; tens: string[] }) => string;
}

/** Cardinal units in front of the tens: one to nine. */
const danishUnits = 'en to tre fire fem seks syv otte ni'.split(' ');
const dutchUnits = 'eenen tweeën drieën vieren vijfen zesen zevenen achten negenen'.split(' ');
const norwegianTens = 'tjue tretti førti femti seksti sytti åtti nitti'.split(' ');

const languages = {
  nl: {
    small:
      'eerste tweede derde vierde vijfde zesde zevende achtste negende tiende elfde twaalfde dertiende veertiende vijftiende zestiende zeventiende achttiende negentiende',
    tens: 'twintigste dertigste veertigste vijftigste zestigste zeventigste tachtigste negentigste honderdste',
    compound: (unit, tens, words) => dutchUnits[unit - 1]! + words.tens[tens - 2]!,
  },
  da: {
    small:
      'første anden tredje fjerde femte sjette syvende ottende niende tiende ellevte tolvte trettende fjortende femtende sekstende syttende attende nittende',
    tens: 'tyvende tredivte fyrretyvende halvtredsindstyvende tresindstyvende halvfjerdsindstyvende firsindstyvende halvfemsindstyvende hundrede',
    compound: (unit, tens, words) => `${danishUnits[unit - 1]!}og${words.tens[tens - 2]!}`,
  },
  no: {
    small:
      'første andre tredje fjerde femte sjette sjuende åttende niende tiende ellevte tolvte trettende fjortende femtende sekstende syttende attende nittende',
    tens: 'tjuende trettiende førtiende femtiende sekstiende syttiende åttiende nittiende hundrede',
    compound: (unit, tens, words) => norwegianTens[tens - 2]! + words.small[unit - 1]!,
  },
  fi: {
    small:
      'ensimmäinen toinen kolmas neljäs viides kuudes seitsemäs kahdeksas yhdeksäs kymmenes yhdestoista kahdestoista kolmastoista neljästoista viidestoista kuudestoista seitsemästoista kahdeksastoista yhdeksästoista',
    tens: 'kahdeskymmenes kolmaskymmenes neljäskymmenes viideskymmenes kuudeskymmenes seitsemäskymmenes kahdeksaskymmenes yhdeksäskymmenes sadas',
    compound: (unit, tens, words) => words.tens[tens - 2]! + words.small[unit - 1]!,
  },
} as const satisfies Readonly<Record<string, OrdinalWords>>;

function ordinalWords(n: number, { small, tens, compound }: OrdinalWords): readonly string[] | undefined {
  const words = { small: small.split(' '), tens: tens.split(' ') };
  const rest = n % 100;
  if (rest === 0) return n === 100 ? [words.tens[8]!] : undefined;
  const before = n > 100 ? [String(n - rest)] : [];
  if (rest < 20) return [...before, words.small[rest - 1]!];
  const unit = rest % 10;
  return [...before, unit === 0 ? words.tens[rest / 10 - 2]! : compound(unit, Math.floor(rest / 10), words)];
}

function rulesOf(language: keyof typeof languages): LanguageRules {
  const abbreviations = moreAbbreviations[language];
  return {
    ...(abbreviations !== undefined && { rules: [abbreviationRule(abbreviations)] }),
    ordinal: (digits, marker) => (marker === '' ? undefined : ordinalWords(Number(digits), languages[language])),
  };
}

export const dutch = rulesOf('nl');
export const danish = rulesOf('da');
export const norwegian = rulesOf('no');
export const finnish = rulesOf('fi');
