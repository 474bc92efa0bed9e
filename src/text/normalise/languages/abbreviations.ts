/** What is known of the abbreviations of a language besides their reading. */
import { beforeNumbers, withFullStop, wordsToo } from '../english/tables/abbreviations-with-stop.ts';
import { abbreviationTables } from './europe-abbreviations.ts';
import { moreAbbreviations } from './more-abbreviations.ts';

/** Abbreviations with a full stop, in lower case without the last one. */
export interface StoppedAbbreviations {
  /** A name or more of the abbreviation follows: the full stop never ends a sentence. */
  readonly before: ReadonlySet<string>;
  /** The full stop may end a sentence. */
  readonly either: ReadonlySet<string>;
  /** Words too: the full stop is one of them where a number follows. */
  readonly beforeNumber: ReadonlySet<string>;
}

const known = new Map<string, StoppedAbbreviations>();

/**
 * Of the tables by which they are read, so that no sentence ends behind what is read in full.
 * @param language ISO 639-1 code
 */
export function stoppedAbbreviations(language: string): StoppedAbbreviations {
  let found = known.get(language);
  if (found === undefined) {
    const table = abbreviationTables[language] ?? moreAbbreviations[language] ?? '';
    known.set(language, (found = language === 'en' ? english() : read(table)));
  }
  return found;
}

function english(): StoppedAbbreviations {
  const beforeNumber = new Set([...Object.keys(beforeNumbers), ...wordsToo]);
  const either = new Set(Object.keys(withFullStop).filter((word) => !beforeNumber.has(word)));
  return { before: new Set(), either, beforeNumber };
}

function read(table: string): StoppedAbbreviations {
  const before = new Set<string>();
  const either = new Set<string>();
  for (const entry of table.split(/\n|; /u)) {
    const [condition, written = ''] = /^\s*([#^±°]?)(.+?) = /u.exec(entry)?.slice(1) ?? [];
    const words = written.split(/[ _]/u).filter((word) => word.endsWith('.'));
    const isInitialElsewhere = /^\p{L}\.$/u.test(written) && condition === '#';
    const last = written.endsWith('.') && condition !== '^' && !isInitialElsewhere ? either : before;
    words.forEach((word, index) => {
      // A letter alone is an initial: that of `z. B.` is known by both.
      if (word.length > 2) (index === words.length - 1 ? last : before).add(word.slice(0, -1).toLowerCase());
    });
    if (words.length > 0) last.add(words.join('').slice(0, -1).toLowerCase());
  }
  return { before, either, beforeNumber: new Set() };
}
