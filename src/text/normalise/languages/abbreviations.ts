/** What is known of the abbreviations of a language besides their reading. */
import { abbreviationTables } from './europe-abbreviations.ts';
import { moreAbbreviations } from './more-abbreviations.ts';

/** Abbreviations with a full stop, in lower case without the last one. */
export interface StoppedAbbreviations {
  /** A name or more of the abbreviation follows: the full stop never ends a sentence. */
  readonly before: ReadonlySet<string>;
  /** The full stop may end a sentence. */
  readonly either: ReadonlySet<string>;
}

const known = new Map<string, StoppedAbbreviations>();

/**
 * Of the tables by which they are read, so that no sentence ends behind what is read in full.
 * @param language ISO 639-1 code
 */
export function stoppedAbbreviations(language: string): StoppedAbbreviations {
  let found = known.get(language);
  if (found === undefined) {
    known.set(language, (found = read(abbreviationTables[language] ?? moreAbbreviations[language] ?? '')));
  }
  return found;
}

function read(table: string): StoppedAbbreviations {
  const before = new Set<string>();
  const either = new Set<string>();
  for (const entry of table.split(/\n|; /u)) {
    const [condition, written = ''] = /^\s*([#^±]?)(.+?) = /u.exec(entry)?.slice(1) ?? [];
    const words = written.split(/[ _]/u).filter((word) => word.endsWith('.'));
    words.forEach((word, index) => {
      const isLast = index === words.length - 1 && written.endsWith('.');
      const set = !isLast || condition === '^' ? before : either;
      set.add(word.slice(0, -1).toLowerCase());
    });
  }
  return { before, either };
}
