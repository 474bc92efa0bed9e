/**
 * Pointed Hebrew, letter to sound, as it is spoken in Israel today (https://en.wikipedia.org/wiki/Niqqud): eSpeak names the points.
 * Words without points are left to eSpeak, which knows some and reads the bare consonants of the others.
 */
const [sheva, segol, patah, holam, dagesh, sin] = ['\u05b0', '\u05b6', '\u05b7', '\u05b9', '\u05bc', '\u05c2'];

const vowels: Readonly<Record<string, string>> = {
  '\u05b1': 'e',
  '\u05b2': 'a',
  '\u05b3': 'o',
  '\u05b4': 'i',
  '\u05b5': 'e',
  '\u05b6': 'e',
  '\u05b7': 'a',
  '\u05b8': 'a',
  '\u05b9': 'o',
  '\u05ba': 'o',
  '\u05bb': 'u',
  '\u05c7': 'o',
};

/** Without a dagesh; א and ע are not heard. */
const consonants: Readonly<Record<string, string>> = Object.fromEntries(
  'א ב=v ג=ɡ ד=d ה=h ו=v ז=z ח=χ ט=t י=j כ=χ ך=χ ל=l מ=m ם=m נ=n ן=n ס=s ע פ=f ף=f צ=ts ץ=ts ק=k ר=ʁ ש=ʃ ת=t'
    .split(' ')
    .map((entry) => [entry[0]!, entry.slice(2)]),
);
const hardened: Readonly<Record<string, string>> = { ב: 'b', כ: 'k', ך: 'k', פ: 'p', ף: 'p' };
/** With a geresh, in words from elsewhere. */
const foreign: Readonly<Record<string, string>> = { ג: 'dʒ', ז: 'ʒ', צ: 'tʃ', ץ: 'tʃ' };
/** A sheva at the beginning is heard under these. */
const voicedAtStart = 'ילמנרבכו';

interface Letter {
  readonly letter: string;
  readonly marks: string;
}

interface Syllable {
  readonly onset: string;
  readonly vowel: string;
  /** The vowel is a segol. */
  readonly isSegol?: boolean;
  /** It is heard before the consonant that it stands under. */
  readonly isFurtive?: boolean;
}

/** Phones of a word with points; a word without them as it is. */
export function respellHebrew(word: string): { readonly phones: readonly string[] } | { readonly text: string } {
  const pointed = word.normalize('NFD');
  if (!/[\u05b0-\u05bc\u05c1\u05c2\u05c7]/u.test(pointed)) return { text: word };
  const phones = pointed.split(/[^\p{L}\p{M}׳'’]+/u).flatMap((part, index) => {
    const sounds = soundsOf(lettersOf(part));
    return sounds.length === 0 ? [] : [...(index > 0 ? [' '] : []), ...withStress(sounds)];
  });
  return phones.length === 0 ? { text: word } : { phones };
}

function lettersOf(word: string): Letter[] {
  return Array.from(
    word.matchAll(/([א-ת])([\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7׳'’]*)/gu),
    ([, letter, marks]) => ({
      letter: letter!,
      marks: marks!,
    }),
  );
}

function soundsOf(letters: readonly Letter[]): Syllable[] {
  const sounds: Syllable[] = [];
  letters.forEach((letter, index) => {
    const before = sounds.at(-1);
    const isLast = index === letters.length - 1;
    if (isVowelLetter(letter, before, letters[index - 1])) {
      sounds[sounds.length - 1] = { ...before!, vowel: letter.marks.includes(holam) ? 'o' : 'u' };
    } else if (isLast && isFurtive(letter)) {
      // It is heard before its consonant.
      sounds.push({ onset: '', vowel: 'a', isFurtive: true }, { onset: consonantOf(letter), vowel: '' });
    } else if (!isSilent(letter, before, isLast)) {
      sounds.push({
        // "And" before some consonants: u.
        onset: index === 0 && letter.letter + letter.marks === `ו${dagesh}` ? '' : consonantOf(letter),
        vowel: vowelOf(letter, letters, index),
        isSegol: letter.marks.includes(segol),
      });
    }
  });
  return sounds;
}

/** A patah under a closing ח, ע or heard ה. */
function isFurtive({ letter, marks }: Letter): boolean {
  return marks.includes(patah) && (/^[חע]$/u.test(letter) || (letter === 'ה' && marks.includes(dagesh)));
}

/** A ו that is the o or u of the consonant before it. */
function isVowelLetter({ letter, marks }: Letter, sound: Syllable | undefined, before: Letter | undefined): boolean {
  if (letter !== 'ו' || sound?.vowel !== '' || before?.marks.includes(sheva) === true) return false;
  return marks.includes(holam) || marks === dagesh;
}

/** Letters that only lengthen the vowel before them, and a closing ה. */
function isSilent({ letter, marks }: Letter, before: Syllable | undefined, isLast: boolean): boolean {
  if (marks !== '' || before === undefined) return false;
  if (letter === 'ה') return isLast;
  return (letter === 'י' && /^[ie]$/u.test(before.vowel)) || letter === 'א' || (letter === 'ו' && before.vowel === 'o');
}

function consonantOf({ letter, marks }: Letter): string {
  if (/[׳'’]/u.test(marks) && foreign[letter] !== undefined) return foreign[letter];
  if (letter === 'ש') return marks.includes(sin) ? 's' : 'ʃ';
  return (marks.includes(dagesh) ? hardened[letter] : undefined) ?? consonants[letter] ?? '';
}

function vowelOf({ letter, marks }: Letter, letters: readonly Letter[], index: number): string {
  const vowel = Array.from(marks).find((mark) => vowels[mark] !== undefined);
  if (vowel !== undefined) return vowels[vowel]!;
  if (letter === 'ו' && index === 0 && marks === dagesh) return 'u';
  if (!marks.includes(sheva) || index === letters.length - 1) return '';
  if (index === 0) return voicedAtStart.includes(letter) ? 'e' : '';
  const before = letters[index - 1]!;
  return before.marks.includes(sheva) || letters[index + 1]!.letter === letter ? 'e' : '';
}

/** On the last vowel, on the one before it in words like סֵפֶר, בַּיִת and רוּחַ. */
function withStress(sounds: readonly Syllable[]): string[] {
  const syllables = sounds.flatMap(({ vowel }, index) => (vowel === '' ? [] : [index]));
  const last = sounds[syllables.at(-1) ?? 0]!;
  const closing = sounds.at(-1)!;
  const isClosed = closing.vowel === '' && closing.onset !== '';
  const isEarly =
    syllables.length > 1 &&
    (isClosed || last.isFurtive === true) &&
    (last.isSegol === true || (last.onset === 'j' && last.vowel === 'i') || last.isFurtive === true);
  const stressed = syllables.at(isEarly ? -2 : -1);
  return sounds
    .flatMap(({ onset, vowel }, index) => [onset, index === stressed ? 'ˈ' : '', vowel])
    .filter((x) => x !== '');
}
