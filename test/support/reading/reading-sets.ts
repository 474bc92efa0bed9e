/**
 * Sets of texts and how they are read aloud, of 150 and more a language, written from published style rules before the rules of this
 * repository were looked at: `test/reading/<locale>.txt`. One case a line: `text → spoken | other form`; in a form, `[a|b]` stands for
 * either, and `[a|]` may be left out. Words in braces are spoken as they stand, capital letters that stand alone by their names. The first
 * line names the sources.
 */
import { readdirSync, readFileSync } from 'node:fs';
import type { NormalisationCase } from '../../../src/text/normalise/cases/case.ts';

const folder = new URL('../../reading/', import.meta.url);

/** Names of the files: languages or locales. */
export const readingLocales: readonly string[] = readdirSync(folder)
  .filter((name) => name.endsWith('.txt'))
  .map((name) => name.slice(0, -'.txt'.length))
  .sort();

/** @throws {Error} at a line that is no case, naming it */
export function readingCasesOf(locale: string): NormalisationCase[] {
  const lines = readFileSync(new URL(`${locale}.txt`, folder), 'utf8').split('\n');
  return lines.filter((line) => line !== '' && !line.startsWith('# ')).map((line) => caseOf(line, locale));
}

function caseOf(line: string, locale: string): NormalisationCase {
  const [text, spoken, ...rest] = line.split(' → ');
  if (text === undefined || spoken === undefined || rest.length > 0) {
    throw new Error(`not a case of ${locale}: ${line}`);
  }
  return { text, spoken: spoken.split(' | ').flatMap(formsOf) };
}

/** Not the first word, which may be one of a letter. */
const letters =
  /(?<=[^\s{] )(?<!\{[^}]*)\p{Lu}(?: \p{Lu})*(?![\p{L}\p{M}'’]|[^{]*\})|^\p{Lu}(?: \p{Lu})+(?![\p{L}\p{M}'’])/gu;

/** A form of each choice. */
function formsOf(form: string): string[] {
  const choice = /\[([^[\]]*)\]/u.exec(form);
  if (choice === null) {
    const plain = form.replace(/ {2,}/gu, ' ').trim();
    const named = plain.replace(letters, '{$&}');
    return named === plain ? [plain] : [named, plain];
  }
  const [before, after] = [form.slice(0, choice.index), form.slice(choice.index + choice[0].length)];
  return choice[1]!.split('|').flatMap((each) => formsOf(before + each + after));
}
