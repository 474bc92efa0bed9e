/** Entries of a pronunciation dictionary, as the page writes them. */

export interface PronunciationEntry {
  readonly text: string;
  readonly pronunciation: string;
  readonly case_sensitive: boolean;
}

/** Phonemes as they are typed, with or without marks around them, in the form that texts and dictionaries take; empty for none. */
export function phonesOf(typed: string): string {
  const phones = typed
    .replaceAll(/[<>/[\]]/g, '')
    .split(/[|\s]+/u)
    .filter((phone) => phone !== '');
  return phones.length === 0 ? '' : `<<${phones.join('|')}>>`;
}

/** The entries with another one, which takes the place of what the word had before; entries that keep the letter case stay. */
export function withEntry(items: readonly PronunciationEntry[], entry: PronunciationEntry): PronunciationEntry[] {
  const same = entry.text.toLowerCase();
  const others = items.filter((item) => item.case_sensitive || item.text.toLowerCase() !== same);
  return [...others.map(({ text, pronunciation, case_sensitive }) => ({ text, pronunciation, case_sensitive })), entry];
}
