/** Acronyms: which are spelled and which are said as a word. */
import type { Rule } from './context.ts';
import { list } from './rule.ts';

/** Acronyms with vowels that are read letter by letter all the same. */
const spelledAcronyms = list(
  'GPA ISBN NYC AA AAA ABA ABC ACLU AARP AEST AKA AC AD ADHD AED AGI AI AOL AP API ATM AUD AWS BCE CEO CET CEST CFO CIA CIO COO CPU CTO CV DIY DNA DOJ ECG EDT EEG EIN EKG EPA ER ESL EST EOD EOF ETF ESPN ETA EU EUR EV FAQ FBI FDA GDP GPU GUI HIV IBM ICU ID IDE IEEE IMF IO IOC IOU IP IPO IQ IRS ISO ISP IV LED LLM IOS IPA IBAN MIA MIT MRI NBA NYU OCD OECD OS PDA POV PSA SEO SOS SSE SUV TBA TOS UAE UCLA UFO UI UK UN UPS URI URL US USA USB USD UTC UV UX VIP XAI AM PM ASAP UFC UAW UHF UV USPS UTF SUV EDM IEP IED IUD TA PA RA DA OT PTO CPA ETL EOB OEM UPC UVA USC UCSF AE AR VR IBS AOC  DIY OLED',
);

/** Of those, the ones that are words as well. */
const alsoWords = list('AD AM ID LED US UPS AA PA RA DA TA OT AR AKA MIA');

/** Capitals that are always read letter by letter. */
export function isSpelledAcronym(core: string): boolean {
  return spelledAcronyms.has(core) && !alsoWords.has(core);
}

export function lettersOf(text: string): string[] {
  return Array.from(text.toUpperCase());
}

const smallWords = list(
  'AM AN AS AT BE BY DO GO HA HE HI HO IF IN IS IT ME MY NO OF OH OK ON OR OW SO TO UH UM UP WE YO ' +
    'ADD AGE AGO AID AIM AIR ALE ALL AND ANY ARE ARM ART ASH ASK ATE AWE AXE AYE BEE BOO BYE CRY CUE DIE DRY DUE DYE EAR EAT EGG EGO ELF END ERA EVE EYE FEE FEW FLU FLY FOE FRY GYM HEY HOE HUE ICE ILL INK INN ION ITS IVY JOY KEY LAY LAW LIE LOW MAY MOO NEW NOW OAK ODD OFF OIL OLD ONE OUR OUT OWE OWL OWN PAY PEA PIE PRO RAY ROW RUE RYE SAW SAY SEA SEE SHE SHY SKI SKY SLY SPA SPY SUE TEA THE TIE TOE TOO TOY TRY TWO USE VIA VOW WAR WAY WHO WHY WOE WOO WOW YES YET YOU ZOO',
);

/**
 * Capitals that no list knows: without a vowel they are spelled; two or three are said as a word only when they are one, or,
 * of three, when a vowel stands between consonants (PIN, RAM); more are a word.
 */
function isSpelled(name: string, shouting: boolean): boolean {
  const plain = name.normalize('NFD');
  if (smallWords.has(name)) return false;
  if (!/[AEIOU]/u.test(plain)) return !plain.includes('Y') || (name.length < 4 && !shouting);
  return name.length < 4 && !shouting && !/^[^AEIOU][AEIOU][^AEIOU]$/u.test(plain);
}

/** An acronym letter by letter; a word, and an acronym spoken as one, stays whole. A plural or possessive s goes to the last letter. */
export function wordOrLetters(text: string, shouting: boolean): string[] {
  const parts = /^(\p{Lu}{2,6})(?:(s)|'(s|S|d))?$/u.exec(text);
  if (parts === null) return [text];
  if (text === 'WWI' || text === 'WWII') return ['World', 'War', text === 'WWI' ? 'one' : 'two'];
  const name = parts[1]!;
  const spelled = spelledAcronyms.has(name) ? !(shouting && alsoWords.has(name)) : isSpelled(name, shouting);
  if (!spelled || !/^[A-Z]+$/u.test(name)) return [text];
  const letters = lettersOf(name);
  return parts[2] === undefined && parts[3] === undefined ? letters : [...letters.slice(0, -1), `${letters.at(-1)!}'s`];
}

export const dottedAcronym: Rule = (word, context) => {
  const parts = /^((?:\p{L}\.){1,12}\p{L})(?:\.?('s)|\.?-(\p{Ll}[\p{Ll}-]{1,24}))?$/u.exec(word.core);
  if (parts === null) return undefined;
  const letters = lettersOf(parts[1]!.replace(/\./gu, ''));
  const last = letters.pop()! + (parts[2] ?? '');
  const rest = parts[3] === undefined ? [] : parts[3].split('-').filter((part) => part !== '');
  return {
    words: [...letters, last, ...rest],
    closing: context.isLast ? word.closing : word.closing.replace(/^\./u, ''),
  };
};
