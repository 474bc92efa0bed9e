/**
 * Ordinal numbers of the Slavic languages with Latin letters, Ukrainian and Bulgarian.
 * Source: the ordinal spell-out rules (RBNF) of CLDR 48 and the dictionaries of the national language institutes.
 */
import type { LanguageRules } from '../rule.ts';
import { phoneRule } from './phone-rule.ts';

type OrdinalForm = 'masculine' | 'feminine' | 'neuter' | 'genitive';

/** How an adjective ends in each form; the first that fits the end of its masculine wins. */
type Declension = readonly (readonly [ending: string, Readonly<Record<Exclude<OrdinalForm, 'masculine'>, string>>])[];

interface OrdinalWords {
  /** 1–20, then 30, 40 … 90 and 100; masculine. */
  readonly numbers: string;
  readonly declension: Declension;
  /** Between tens and units; undefined where the tens are ordinal too. */
  readonly joint?: readonly string[];
  /** First letters of the names of the months in the genitive. */
  readonly months: RegExp;
}

function endings(
  feminine: string,
  neuter: string,
  genitive: string,
): Readonly<Record<Exclude<OrdinalForm, 'masculine'>, string>> {
  return { feminine, neuter, genitive };
}

const languages: Readonly<Record<string, OrdinalWords>> = {
  pl: {
    numbers:
      'pierwszy drugi trzeci czwarty piąty szósty siódmy ósmy dziewiąty dziesiąty jedenasty dwunasty trzynasty czternasty piętnasty szesnasty siedemnasty osiemnasty dziewiętnasty dwudziesty trzydziesty czterdziesty pięćdziesiąty sześćdziesiąty siedemdziesiąty osiemdziesiąty dziewięćdziesiąty setny',
    declension: [
      ['ci', endings('cia', 'cie', 'ciego')],
      ['gi', endings('ga', 'gie', 'giego')],
      ['y', endings('a', 'e', 'ego')],
    ],
    months:
      /^(?:stycznia|lutego|marca|kwietnia|maja|czerwca|lipca|sierpnia|września|października|listopada|grudnia|roku|wieku)$/u,
  },
  cs: {
    numbers:
      'první druhý třetí čtvrtý pátý šestý sedmý osmý devátý desátý jedenáctý dvanáctý třináctý čtrnáctý patnáctý šestnáctý sedmnáctý osmnáctý devatenáctý dvacátý třicátý čtyřicátý padesátý šedesátý sedmdesátý osmdesátý devadesátý stý',
    declension: [
      ['í', endings('í', 'í', 'ího')],
      ['ý', endings('á', 'é', 'ého')],
    ],
    months: /^(?:ledna|února|března|dubna|května|června|července|srpna|září|října|listopadu|prosince|roku|století)$/u,
  },
  sk: {
    numbers:
      'prvý druhý tretí štvrtý piaty šiesty siedmy ôsmy deviaty desiaty jedenásty dvanásty trinásty štrnásty pätnásty šestnásty sedemnásty osemnásty devätnásty dvadsiaty tridsiaty štyridsiaty päťdesiaty šesťdesiaty sedemdesiaty osemdesiaty deväťdesiaty stý',
    declension: [
      ['í', endings('ia', 'ie', 'ieho')],
      ['ý', endings('á', 'é', 'ého')],
      ['y', endings('a', 'e', 'eho')],
    ],
    months: /^(?:januára|februára|marca|apríla|mája|júna|júla|augusta|septembra|októbra|novembra|decembra|roku)$/u,
  },
  hr: {
    numbers:
      'prvi drugi treći četvrti peti šesti sedmi osmi deveti deseti jedanaesti dvanaesti trinaesti četrnaesti petnaesti šesnaesti sedamnaesti osamnaesti devetnaesti dvadeseti trideseti četrdeseti pedeseti šezdeseti sedamdeseti osamdeseti devedeseti stoti',
    declension: [
      ['ći', endings('ća', 'će', 'ćeg')],
      ['i', endings('a', 'o', 'og')],
    ],
    joint: [],
    months: /^(?:siječnja|veljače|ožujka|travnja|svibnja|lipnja|srpnja|kolovoza|rujna|listopada|studenoga?|prosinca)$/u,
  },
  uk: {
    numbers:
      "перший другий третій четвертий п'ятий шостий сьомий восьмий дев'ятий десятий одинадцятий дванадцятий тринадцятий чотирнадцятий п'ятнадцятий шістнадцятий сімнадцятий вісімнадцятий дев'ятнадцятий двадцятий тридцятий сороковий п'ятдесятий шістдесятий сімдесятий вісімдесятий дев'яностий сотий",
    declension: [
      ['ій', endings('я', 'є', 'ього')],
      ['ий', endings('а', 'е', 'ого')],
    ],
    joint: [],
    months:
      /^(?:січня|лютого|березня|квітня|травня|червня|липня|серпня|вересня|жовтня|листопада|грудня|року|століття)$/u,
  },
  bg: {
    numbers:
      'първи втори трети четвърти пети шести седми осми девети десети единадесети дванадесети тринадесети четиринадесети петнадесети шестнадесети седемнадесети осемнадесети деветнадесети двадесети тридесети четиридесети петдесети шестдесети седемдесети осемдесети деветдесети стотен',
    declension: [['и', endings('а', 'о', 'и')]],
    joint: ['и'],
    months: /^$/u,
  },
};

/** The form that a marker asks for: the letters of an ending behind the digits. */
const markedForms: Readonly<Record<string, readonly (readonly [RegExp, OrdinalForm])[]>> = {
  uk: [
    [/^-(?:а|я|та|ша|га)$/u, 'feminine'],
    [/^-(?:е|є|те|ше|ге)$/u, 'neuter'],
    [/^-(?:го|ого)$/u, 'genitive'],
  ],
  bg: [
    [/^-.?а(?:та)?$/u, 'feminine'],
    [/^-.?о(?:то)?$/u, 'neuter'],
  ],
};

/** The gender that the end of a noun shows as a rule. */
function formOfNoun(language: string, noun: string): OrdinalForm {
  if (languages[language]!.months.test(noun.toLowerCase())) return 'genitive';
  if (/[аяa]$/u.test(noun)) return 'feminine';
  return /[оеєoeęíéá]$/u.test(noun) ? 'neuter' : 'masculine';
}

function declined(word: string, form: OrdinalForm, declension: Declension): string {
  if (form === 'masculine') return word;
  const found = declension.find(([ending]) => word.endsWith(ending));
  return found === undefined ? word : word.slice(0, -found[0].length) + found[1][form];
}

function ordinalWords(
  n: number,
  form: OrdinalForm,
  { numbers, declension, joint }: OrdinalWords,
): readonly string[] | undefined {
  const list = numbers.split(' ');
  const single = (value: number): string | undefined => {
    const word =
      value <= 20 ? list[value - 1] : value % 10 === 0 && value <= 100 ? list[20 + value / 10 - 3] : undefined;
    return word && declined(word, form, declension);
  };
  const rest = n % 100;
  const before = n > 100 && rest !== 0 ? [String(n - rest)] : [];
  if (rest === 0) return n === 100 ? [single(100)!] : undefined;
  const word = single(rest);
  if (word !== undefined) return [...before, word];
  const tens = rest - (rest % 10);
  return [...before, ...(joint === undefined ? [single(tens)!] : [String(tens), ...joint]), single(rest % 10)!];
}

function rulesOf(language: string): LanguageRules {
  return {
    ordinal: (digits, marker, after) => {
      const isMonth = language === 'bg' || languages[language]!.months.test(after.toLowerCase());
      if (marker === '' && !isMonth) return undefined;
      const marked = markedForms[language]?.find(([pattern]) => pattern.test(marker))?.[1];
      const form = marked ?? (marker.startsWith('-') ? 'masculine' : formOfNoun(language, after));
      return ordinalWords(
        Number(digits),
        language === 'bg' && marker === '' ? 'masculine' : form,
        languages[language]!,
      );
    },
  };
}

/**
 * Postal codes before a town; telephone numbers of nine digits. Without a word that says so only those that begin like mobile ones, are
 * not round, and follow no word that tells of an amount.
 */
const polishNumbers = [
  phoneRule(String.raw`\d{2}-\d{3}(?= (?!.bit)\p{Lu}\p{Ll}{2})`),
  phoneRule(String.raw`(?<!\d )[1-9]\d \d{3} \d{2} \d{2}`),
  phoneRule(
    String.raw`(?:(?<=(?:tel|tel\.|telefon|telefonu|numer|nr|pod|kom\.):? )[1-9]\d{2} \d{3} \d{3}|(?<!\d |(?:wynosi|wyniósł|liczy|ma|około|ponad|prawie|niemal|do|od) )(?!\d{3} \d{3} 000)(?:45|5[01379]|6[069]|7[2389]|88)\d \d{3} \d{3}(?! ?[\p{L}%€$]))`,
  ),
];
export const polish: LanguageRules = { ...rulesOf('pl'), rules: polishNumbers };
export const czech = rulesOf('cs');
export const slovak = rulesOf('sk');
export const croatian = rulesOf('hr');
export const ukrainian = rulesOf('uk');
export const bulgarian = rulesOf('bg');
