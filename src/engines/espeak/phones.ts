/**
 * IPA to eSpeak's phoneme mnemonics, for text given as phones. Each language has its own phoneme table with its own
 * vowels, so the map is read from eSpeak's compiled tables: `phontab` lists the phonemes of each table, `phonindex` holds
 * a small program for each phoneme, in which an instruction may give its IPA name. A phoneme without one is named by its
 * mnemonic read as Kirshenbaum ASCII-IPA (the scheme of https://en.wikipedia.org/wiki/Kirshenbaum).
 */
import { ipaName } from './ipa.ts';

const phonemeType = { vowel: 2, nasal: 8 } as const;
const tableHeaderBytes = 36;
const phonemeBytes = 16;
const stress: ReadonlyMap<string, string> = new Map([
  ['ˈ', "'"],
  ['ˌ', ','],
]);

const kirshenbaum: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '#': 'ʰ',
    '&': 'æ',
    '*': 'ɾ',
    '0': 'ɒ',
    '3': 'ɜ',
    '8': 'ɵ',
    ':': 'ː',
    ';': 'ʲ',
    '?': 'ʔ',
    '@': 'ə',
    A: 'ɑ',
    B: 'β',
    C: 'ç',
    D: 'ð',
    E: 'ɛ',
    G: 'ɢ',
    H: 'ħ',
    I: 'ɪ',
    J: 'ɟ',
    L: 'ɫ',
    M: 'ɱ',
    N: 'ŋ',
    O: 'ɔ',
    P: 'ɸ',
    Q: 'ɣ',
    R: 'ʀ',
    S: 'ʃ',
    T: 'θ',
    U: 'ʊ',
    V: 'ʌ',
    W: 'œ',
    X: 'χ',
    Y: 'ø',
    Z: 'ʒ',
    '[': '̪',
    g: 'ɡ',
    '~': '̃',
  }),
);

/** Phones to try, in this order, where a language lacks one. */
const neighbours: Readonly<Record<string, readonly string[]>> = {
  p: ['pʰ', 'b'],
  b: ['p'],
  t: ['t̪', 'tʰ', 'ʈ', 'd'],
  d: ['d̪', 'ɖ', 't'],
  k: ['kʰ', 'ɡ'],
  ɡ: ['k'],
  q: ['k'],
  ʔ: [],
  c: ['tɕ', 'tʃ', 'k'],
  ɟ: ['dʒ', 'dʑ', 'ɡ'],
  ʈ: ['t', 't̪'],
  ɖ: ['d', 'd̪'],
  f: ['ɸ', 'p'],
  v: ['ʋ', 'β', 'w', 'f'],
  β: ['b', 'v'],
  θ: ['t̪', 's', 't'],
  ð: ['d̪', 'z', 'd'],
  s: ['z'],
  z: ['s'],
  ʃ: ['ʂ', 'ɕ', 's'],
  ʒ: ['ʐ', 'ʑ', 'ʃ', 'z'],
  ʂ: ['ʃ', 's'],
  ʐ: ['ʒ', 'ɹ', 'z'],
  ɕ: ['ʃ', 'ʂ'],
  ʑ: ['ʒ', 'ʐ'],
  ç: ['ʃ', 'x', 'h'],
  x: ['χ', 'h', 'k'],
  χ: ['x', 'h'],
  ɣ: ['ɡ'],
  h: ['x', 'χ', 'ɦ'],
  ɦ: ['h'],
  ħ: ['h', 'x'],
  ʕ: ['ʔ'],
  m: ['ɱ'],
  n: ['n̪'],
  ŋ: ['n'],
  ɲ: ['n'],
  ɳ: ['n'],
  ɴ: ['ŋ', 'n'],
  l: ['ɫ', 'l̪', 'ɭ'],
  ɫ: ['l'],
  ɭ: ['l'],
  ʎ: ['l', 'j'],
  ɬ: ['l', 's'],
  r: ['ɾ', 'ɹ', 'ʁ', 'ʀ', 'ɽ'],
  ɹ: ['r', 'ɾ', 'ʁ', 'ʀ', 'ɽ'],
  ɾ: ['r', 'ɹ', 'ɽ', 'ʁ'],
  ʁ: ['ʀ', 'r', 'ɹ', 'ɾ'],
  ʀ: ['ʁ', 'r', 'ɹ'],
  ɽ: ['ɾ', 'r', 'ɹ'],
  ɻ: ['ɹ', 'r', 'ɾ'],
  w: ['ʋ', 'u', 'uː', 'v'],
  ʋ: ['v', 'w'],
  j: ['i', 'iː'],
  ɥ: ['j', 'y'],
  ʍ: ['w', 'h'],
  i: ['iː', 'ɪ'],
  ɪ: ['i', 'iː'],
  e: ['e̞', 'ɛ', 'eː', 'eɪ'],
  ɛ: ['e', 'e̞', 'eɪ', 'æ'],
  æ: ['a', 'ɛ'],
  a: ['ä', 'ɐ', 'aː', 'ɑ', 'ɑː', 'æ'],
  ɑ: ['a', 'ɑː', 'ä', 'ɐ', 'aː'],
  ɒ: ['ɔ', 'ɑː', 'o', 'o̞'],
  ɔ: ['ɔː', 'o', 'o̞', 'ɒ'],
  o: ['o̞', 'ɔ', 'oː', 'oʊ', 'əʊ', 'ɔː'],
  ʊ: ['u', 'uː', 'ɯᵝ'],
  u: ['ɯᵝ', 'uː', 'ʊ', 'ɯ'],
  ʌ: ['ɐ', 'a', 'ä', 'ə'],
  ə: ['ɐ', 'ʌ', 'ɛ', 'e', 'a', 'ä'],
  ɐ: ['a', 'ä', 'ə', 'ʌ'],
  ɜ: ['ɜː', 'ə', 'ɛ', 'e'],
  ɚ: ['ə', 'ɐ', 'e'],
  ɝ: ['ɜː', 'ɚ', 'ə'],
  y: ['yː', 'ʏ', 'u', 'i'],
  ʏ: ['y', 'ʊ', 'u'],
  ø: ['øː', 'œ', 'e', 'ɛ'],
  œ: ['ø', 'ɛ', 'e'],
  ɯ: ['ɯᵝ', 'u', 'ʊ'],
  ɨ: ['i', 'ɪ', 'ə'],
  ʉ: ['u', 'uː', 'y'],
  ɤ: ['ə', 'o'],
  ɵ: ['ø', 'ə', 'o'],
};

/**
 * Vowels of English as dictionaries of either side write them, by eSpeak's name for the words that have them (goat, nurse, near,
 * square, cure, …: https://en.wikipedia.org/wiki/Lexical_set), which is the same in the tables of all accents. So each accent says
 * its own vowel, whatever other sounds its table holds.
 */
const englishVowels: ReadonlyMap<string, string> = new Map(
  Object.entries({
    oU: 'oʊ əʊ əʉ',
    '3:': 'ɜː ɝ ɝː ɜːɹ ɜɹ',
    'i@': 'ɪə iə ɪɹ ɪɚ',
    'i@3': 'ɪɹ ɪɚ iɹ',
    'e@': 'eə ɛə ɛɹ ɛɚ ɛːɹ',
    'U@': 'ʊə ʊɹ ʊɚ',
    'A@': 'ɑːɹ ɑɹ ɑɚ',
    'O@': 'ɔːɹ ɔɹ ɔɚ',
    eI: 'eɪ',
    aI: 'aɪ',
    aU: 'aʊ',
    OI: 'ɔɪ',
    'i:': 'iː',
    'u:': 'uː',
    'O:': 'ɔː',
    'A:': 'ɑː ɑ',
    '0': 'ɒ',
    a: 'æ',
    V: 'ʌ',
    U: 'ʊ',
    I: 'ɪ',
    E: 'ɛ',
  }).flatMap(([mnemonic, names]) => names.split(' ').map((name) => [name.normalize('NFD'), mnemonic] as const)),
);

/** Tones by their letters, in tables that have them. Those of Thai are the tones of Shan, whose table it uses. */
const tones: Readonly<Partial<Record<string, Readonly<Record<string, string>>>>> = {
  th: { '˧': '3', '˨˩': '2', '˥˩': '5', '˦˥': '4', '˩˦': '1' },
  cmn: { '˥': '55', '˧˥': '35', '˨˩˦': '214', '˥˩': '51' },
};

interface Phoneme {
  readonly mnemonic: string;
  readonly isVowel: boolean;
}

export class PhoneTable {
  readonly #phonemes: ReadonlyMap<string, Phoneme>;

  /** @throws {Error} when there is no table of this name */
  constructor(phontab: Uint8Array, phonindex: Uint8Array, name: string) {
    const entries = readTable(phontab, name);
    const found = byIpa(entries, programs(phonindex));
    const all = /^en(?:-|$)/u.test(name) ? withEnglishVowels(found, entries) : found;
    const named = Object.entries(tones[name] ?? {});
    this.#phonemes = new Map([
      ...all,
      ...named.map(([tone, mnemonic]) => [tone, { mnemonic, isVowel: false }] as const),
    ]);
  }

  /**
   * Mnemonics of IPA phones, for `[[…]]`; a space parts words. A phone the language lacks becomes its nearest neighbour; what
   * has none is left out. Stress stands before the syllable in IPA and before the vowel in eSpeak; a word without any is
   * stressed on its first vowel.
   */
  mnemonics(phones: readonly string[]): string {
    const words = phones.join('').normalize('NFD').replace(/[͜͡.|]/gu, '').split(/\s+/u);
    return words
      .map((letters) => this.#word(letters))
      .filter((word) => word !== '')
      .join(' ');
  }

  #word(letters: string): string {
    const phonemes = this.#split(letters);
    let pending = phonemes.some((item) => typeof item === 'string') ? '' : "'";
    const parts: string[] = [];
    for (const item of phonemes) {
      if (typeof item === 'string') pending = item;
      else {
        parts.push(item.isVowel ? pending + item.mnemonic : item.mnemonic);
        if (item.isVowel) pending = '';
      }
    }
    return parts.join('|');
  }

  #split(letters: string): (Phoneme | string)[] {
    const found: (Phoneme | string)[] = [];
    let at = 0;
    while (at < letters.length) {
      const mark = stress.get(letters[at]!);
      const match = mark === undefined ? this.#longest(letters, at) : undefined;
      if (mark !== undefined) found.push(mark);
      else if (match) found.push(match.phoneme);
      at += match?.length ?? 1;
    }
    return found;
  }

  #longest(letters: string, at: number): { phoneme: Phoneme; length: number } | undefined {
    for (let length = Math.min(5, letters.length - at); length > 0; length--) {
      const phoneme = this.#phonemes.get(letters.slice(at, at + length));
      if (phoneme) return { phoneme, length };
    }
    const letter = letters[at]!;
    const like = neighbours[letter]?.find((other) => this.#phonemes.has(other.normalize('NFD')));
    return like === undefined
      ? undefined
      : { phoneme: this.#phonemes.get(like.normalize('NFD'))!, length: letters[at + 1] === 'ː' ? 2 : 1 };
  }
}

interface TableEntry {
  readonly mnemonic: string;
  readonly type: number;
  readonly program: number;
}

/** A table with what it inherits; its own phonemes replace inherited ones of the same mnemonic. */
function readTable(phontab: Uint8Array, name: string): TableEntry[] {
  const view = new DataView(phontab.buffer, phontab.byteOffset, phontab.byteLength);
  const tables: { name: string; includes: number; start: number; count: number }[] = [];
  for (let i = 0, at = 4; i < phontab[0]!; i++) {
    const count = phontab[at]!;
    tables.push({ name: ascii(phontab, at + 4, 32), includes: phontab[at + 1]!, start: at + tableHeaderBytes, count });
    at += tableHeaderBytes + count * phonemeBytes;
  }
  const entries = new Map<string, TableEntry>();
  const add = (table: (typeof tables)[number] | undefined): void => {
    if (!table) throw new Error(`eSpeak has no phoneme table ${name}`);
    if (table.includes > 0) add(tables[table.includes - 1]);
    for (let at = table.start; at < table.start + table.count * phonemeBytes; at += phonemeBytes) {
      const mnemonic = ascii(phontab, at, 4);
      entries.delete(mnemonic);
      entries.set(mnemonic, { mnemonic, type: phontab[at + 11]!, program: view.getUint16(at + 8, true) });
    }
  };
  add(tables.find((table) => table.name === name));
  return [...entries.values()];
}

function byIpa(entries: readonly TableEntry[], ipaOf: (program: number) => string | undefined): Map<string, Phoneme> {
  const found = new Map<string, Phoneme>();
  for (const { mnemonic, type, program } of entries) {
    if (type < phonemeType.vowel || type > phonemeType.nasal || /[&<>\]]/u.test(mnemonic) || mnemonic === '') continue;
    const isVowel = type === phonemeType.vowel;
    const ipa = ipaName(ipaOf(program) ?? fromMnemonic(mnemonic, isVowel)).normalize('NFD');
    const other = found.get(ipa);
    // Of several phonemes with one name the plain one has the shortest mnemonic: `t` before `t2`.
    if (ipa !== '' && (!other || mnemonic.length < other.mnemonic.length)) found.set(ipa, { mnemonic, isVowel });
  }
  return found;
}

/** With the vowels of English under every name that they have in dictionaries, where the table has them. */
function withEnglishVowels(found: ReadonlyMap<string, Phoneme>, entries: readonly TableEntry[]): Map<string, Phoneme> {
  const vowels = new Set(entries.filter(({ type }) => type === phonemeType.vowel).map(({ mnemonic }) => mnemonic));
  const named = Array.from(englishVowels).filter(([, mnemonic]) => vowels.has(mnemonic));
  return new Map([...found, ...named.map(([name, mnemonic]) => [name, { mnemonic, isVowel: true }] as const)]);
}

function fromMnemonic(mnemonic: string, isVowel: boolean): string {
  let ipa = '';
  for (const letter of mnemonic) {
    if (letter === '/' || (letter === '#' && isVowel) || (ipa === '' && letter === '_')) break;
    if (ipa !== '' && letter >= '0' && letter <= '9') continue;
    ipa += kirshenbaum.get(letter) ?? letter;
  }
  return ipa;
}

/** Finds the IPA instruction (0x0d, byte count, then the bytes two to a word, high first) in a phoneme's program. */
function programs(phonindex: Uint8Array): (program: number) => string | undefined {
  const view = new DataView(phonindex.buffer, phonindex.byteOffset, phonindex.byteLength);
  const words = phonindex.byteLength >> 1;
  const word = (at: number): number => (at < words ? view.getUint16(at * 2, true) : instructions.end);
  const readIpa = (at: number): string => {
    const bytes = Array.from(
      { length: word(at) & 0xff },
      (_, i) => (word(at + 1 + (i >> 1)) >> (i % 2 === 0 ? 8 : 0)) & 0xff,
    );
    // Values below a space are flags for tie bars or padding.
    return new TextDecoder().decode(Uint8Array.from(bytes.filter((byte) => byte >= 0x20)));
  };
  return (program) => {
    if (program === 0) return undefined;
    let jump = program;
    for (let at = program; word(at) !== instructions.end;) {
      const instruction = word(at);
      if (instruction >> 8 === instructions.ipa) return readIpa(at);
      if (instruction >> 11 === instructions.jump || instruction >> 11 === instructions.jumpFalse) {
        jump = Math.max(jump, at + (instruction & 0xff));
      }
      at += instructionWords(instruction);
      // A sound ends the program, except inside a branch that is jumped over.
      if (instruction >= instructions.sound && word(at) !== instructions.goOn && at >= jump) return undefined;
    }
    return undefined;
  };
}

/** What is needed of eSpeak's phoneme instructions; `jump` and `jumpFalse` are the upper five bits, `ipa` the upper eight. */
const instructions = { end: 1, goOn: 2, ipa: 0x0d, jump: 0x0c, jumpFalse: 0x0d, sound: 0xb000 } as const;

function instructionWords(instruction: number): number {
  const group = instruction >> 12;
  const kind = instruction & 0xf00;
  if (group === 2 || group === 3) return kind === 0x600 || kind === 0xd00 ? 2 : 1;
  if (group === 6) return instruction & 0x800 && kind >= 0xa00 && kind <= 0xd00 ? 12 : 1;
  if (group === 10) return 4;
  return group >= 9 ? 2 : 1;
}

function ascii(bytes: Uint8Array, at: number, length: number): string {
  let text = '';
  for (let i = at; i < at + length && bytes[i] !== 0; i++) text += String.fromCharCode(bytes[i]!);
  return text;
}
