/** Retroflex letters that some of eSpeak's tables write in ASCII. */
const retroflex: Readonly<Record<string, string>> = { s: 'ʂ', z: 'ʐ', t: 'ʈ', d: 'ɖ', n: 'ɳ', l: 'ɭ', r: 'ɽ' };

/**
 * A phoneme as IPA writes it, from the name eSpeak gives it; empty for pauses and for a change of language, "(en)".
 * Stress marks are left out: they belong to the syllable.
 */
export function ipaName(name: string): string {
  if (name.startsWith('(')) return '';
  return name
    .replace(/[ˈˌ_]/gu, '')
    .replace(/([sztdnlr])\./gu, (_, letter: string) => retroflex[letter]!)
    .replace(/(?<=[ptkcsʂɕʈ])h$/u, 'ʰ')
    .replace(/[.[\]|_-]/gu, '')
    .trim();
}
