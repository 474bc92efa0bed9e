/** Acronyms. */
import type { Rule } from '../english-context.ts';
import { list } from './rule.ts';

/** Acronyms with vowels that are read letter by letter all the same. */
const spelledAcronyms = list(
  'AA AAA ABC AC AD ADHD AED AGI AI AOL AP API ATM AUD AWS BCE CEO CFO CIA CIO COO CPU CTO CV DIY DNA DOJ EEG EPA ER ESPN ETA EU EUR EV FAQ FBI FDA GDP GPU GUI HIV IBM ICU ID IDE IEEE IMF IO IOC IOU IP IPO IQ IRS ISO ISP IV LED LLM MIT MRI NBA NYU OCD OECD OS PDA POV PSA SEO SOS SSE SUV TBA TOS UAE UCLA UFO UI UK UN UPS URI URL US USA USB USD UTC UV UX VIP XAI AM PM ASAP',
);

/** Of those, the ones that are words as well. */
const alsoWords = list('AD AM ID LED US UPS');

export function lettersOf(text: string): string[] {
  return Array.from(text.toUpperCase());
}

/** An acronym letter by letter; a word, and an acronym spoken as one, stays whole. A plural or possessive s goes to the last letter. */
export function wordOrLetters(text: string, shouting: boolean): string[] {
  const parts = /^(\p{Lu}{2,6})(?:(s)|'(s|S))?$/u.exec(text);
  if (parts === null) return [text];
  const name = parts[1]!;
  const spelled =
    !/[AEIOUY]/u.test(name.normalize('NFD')) || (spelledAcronyms.has(name) && !(shouting && alsoWords.has(name)));
  if (!spelled || !/^[A-Z]+$/u.test(name)) return [text];
  const letters = lettersOf(name);
  return parts[2] === undefined && parts[3] === undefined ? letters : [...letters.slice(0, -1), `${letters.at(-1)!}'s`];
}

export const dottedAcronym: Rule = (word, context) => {
  const parts = /^((?:\p{L}\.)+\p{L})(?:\.?('s))?$/u.exec(word.core);
  if (parts === null) return undefined;
  const letters = lettersOf(parts[1]!.replace(/\./gu, ''));
  const last = letters.pop()! + (parts[2] ?? '');
  return { words: [...letters, last], closing: context.isLast ? word.closing : word.closing.replace(/^\./u, '') };
};
