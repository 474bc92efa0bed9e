/** Written English and how style guides have it read, by class of token. Test data: nothing that ships imports it. */
import { date, time } from './calendar.ts';
import { address, electronic, serial, telephone } from './contact.ts';
import { money } from './money.ts';
import { cardinal, decimal, fraction, ordinal } from './numbers.ts';
import * as heldOut from './held-out.ts';
import { math, measure, range } from './quantities.ts';
import { abbreviation, roman } from './words.ts';

export interface EnglishCase {
  readonly class: string;
  readonly text: string;
  /** Accepted readings, in lower case and without punctuation: more than one where style guides differ. */
  readonly spoken: readonly string[];
}

/** Lines of `text => reading | another reading`. */
export function casesOf(tables: Readonly<Record<string, string>>): EnglishCase[] {
  return Object.entries(tables).flatMap(([name, table]) =>
    table
      .trim()
      .split('\n')
      .map((line) => {
        const at = line.lastIndexOf(' => ');
        return { class: name, text: line.slice(0, at), spoken: line.slice(at + 4).split(' | ') };
      }),
  );
}

export const englishCases: readonly EnglishCase[] = casesOf({
  cardinal,
  ordinal,
  decimal,
  fraction,
  money,
  date,
  time,
  telephone,
  measure,
  electronic,
  roman,
  range,
  abbreviation,
  address,
  serial,
  math,
});

/** No rule was written against these. */
export const heldOutCases: readonly EnglishCase[] = casesOf({ ...heldOut });
