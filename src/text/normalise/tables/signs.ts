/** Words for signs, in every language but English. */
import { signColumns, type SignName, type SignRow, type Signs } from './sign-columns.ts';
import { asianSigns } from './signs-asia.ts';
import { europeanSigns } from './signs-europe.ts';

function signsFrom(row: SignRow): Signs {
  const words = Object.entries(signColumns).flatMap(([group, names]) => {
    const cells = row[group as keyof typeof signColumns].split(';').map((cell) => cell.trim());
    if (cells.length !== names.length) throw new Error(`${names.length} words expected: ${cells.join('; ')}`);
    return names.map((name, index) => [name, cells[index]!] as const);
  });
  return { ...(Object.fromEntries(words) as Record<SignName, string>), decimals: row.decimals ?? 'digits' };
}

const rows: Readonly<Record<string, SignRow>> = { ...europeanSigns, ...asianSigns };

/** The languages that have a row. */
export const signLanguages: readonly string[] = Object.keys(rows);

/**
 * The words of a language.
 * @param language ISO 639-1 code
 * @throws {Error} when the language has none
 */
export function signsOf(language: string): Signs {
  const row = Object.hasOwn(rows, language) ? rows[language] : undefined;
  if (row === undefined) throw new Error(`No words for signs in ${language}`);
  return signsFrom(row);
}
