/** The pronunciation dictionaries that requests name, made ready for reading. */
import { RecentlyUsed } from '../../collections/recently-used.ts';
import { pronunciationItems, type PronunciationDictRow, type PronunciationDicts } from '../../store/index.ts';
import { LastKnown, type LastKnownOptions } from '../../store/last-known.ts';
import { Dictionary } from '../../text/dictionary.ts';

export interface DictionaryLibrary {
  /**
   * Undefined when there is none of this id that the organization may use.
   * @throws {ServiceError} `unavailable` when the database does not answer and the organization has not used it lately
   */
  get(id: string, organizationId: string): Promise<Dictionary | undefined>;
}

/** Dictionaries that are remembered ready; what a request costs beyond is one row by its key. */
const remembered = 256;

/**
 * The dictionaries of the database, parsed once and kept; at most 256 of them. While the database does not answer, those that
 * were used are what they were (docs/rules.md#offline-speech).
 */
export function storedDictionaries(
  dicts: Pick<PronunciationDicts, 'find'>,
  options: LastKnownOptions = {},
): DictionaryLibrary {
  const rows = new LastKnown<PronunciationDictRow>({ maxEntries: remembered, ...options });
  /** By id. An entry counts only for the very items it was made of. */
  const ready = new RecentlyUsed<{ readonly items: string; readonly dictionary: Dictionary }>(remembered);
  return {
    async get(id, organizationId) {
      const row = await rows.get(JSON.stringify([organizationId, id]), () => dicts.find(organizationId, id));
      if (row === undefined) return undefined;
      const known = ready.get(id);
      const entry = known?.items === row.items ? known : { items: row.items, dictionary: dictionaryOf(row) };
      ready.set(id, entry);
      return entry.dictionary;
    },
  };
}

function dictionaryOf(row: Parameters<typeof pronunciationItems>[0]): Dictionary {
  return new Dictionary(
    pronunciationItems(row).map(({ text, pronunciation, case_sensitive: caseSensitive }) => ({
      text,
      pronunciation,
      caseSensitive,
    })),
  );
}
