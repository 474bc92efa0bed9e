/**
 * Thai letter to sound (https://en.wikipedia.org/wiki/Thai_script): syllables are found by their vowel signs, which stand
 * before, above, below and after their consonant; the tone follows from the class of the consonant, the tone mark, and how
 * the syllable ends (https://en.wikipedia.org/wiki/Thai_script#Tone). Words whose spelling keeps
 * Sanskrit letters that are not read, and syllables that borrow a consonant from the next one, come out as they are spelled.
 */
const initialSounds =
  'กk ขkʰ ฃkʰ คkʰ ฅkʰ ฆkʰ งŋ จtɕ ฉtɕʰ ชtɕʰ ซs ฌtɕʰ ญj ฎd ฏt ฐtʰ ฑtʰ ฒtʰ ณn ดd ตt ถtʰ ทtʰ ธtʰ นn บb ปp ผpʰ ฝf พpʰ ฟf ภpʰ มm ยj รr ลl วw ศs ษs สs หh ฬl อ ฮh';
const finalSounds =
  'กk ขk คk ฆk งŋ จt ชt ซt ญn ฎt ฏt ฐt ฑt ฒt ณn ดt ตt ถt ทt ธt นn บp ปp พp ฟp ภp มm ยj รn ลn วw ศt ษt สt ฬn';
function table(text: string): ReadonlyMap<string, string> {
  return new Map(text.split(' ').map((entry) => [entry[0]!, entry.slice(1)]));
}

const initials = table(initialSounds);
const finals = table(finalSounds);

const consonant = '[ก-ฮ]';
const tone = '[่-๋]?';
/** Two consonants that begin a syllable together; a leading ห is silent before a sonorant, and so is อ before ย. */
const onset = `(?:[กขคปผพ][รลว]|ตร|ทร|อย|ห[งญนมยรลว]|${consonant})`;
/** A consonant that ends the syllable: none of its own vowel follows. */
const final = `(${consonant}(?![ะาำิ-ู็่-๋ัรว]|ร?[ะาำิ-ู]))?`;

/** Vowels by the shape of their syllable, the longer shapes first. `$1` is the onset, the other group the final. */
const shapes: readonly (readonly [RegExp, string])[] = (
  [
    [`เ(${onset})ี${tone}ยะ?${final}`, 'iə'],
    [`เ(${onset})ื${tone}อะ?${final}`, 'ɯə'],
    [`เ(${onset})${tone}าะ()`, 'ɔ'],
    [`เ(${onset})${tone}า()`, 'aw'],
    [`เ(${onset})ิ${tone}${final}`, 'ɤː'],
    [`เ(${onset})${tone}อะ?${final}`, 'ɤː'],
    [`เ(${onset})${tone}ย()`, 'ɤːj'],
    [`เ(${onset})(?:็|${tone}ะ)${tone}${final}`, 'e'],
    [`เ(${onset})${tone}${final}`, 'eː'],
    [`แ(${onset})(?:็|${tone}ะ)${tone}${final}`, 'ɛ'],
    [`แ(${onset})${tone}${final}`, 'ɛː'],
    [`โ(${onset})${tone}ะ()`, 'o'],
    [`โ(${onset})${tone}${final}`, 'oː'],
    [`[ไใ](${onset})${tone}ย?()`, 'aj'],
    [`(${onset})ั${tone}วะ?()`, 'uə'],
    [`(${onset})ั${tone}${final}`, 'a'],
    [`(${onset})${tone}ำ()`, 'am'],
    [`(${onset})${tone}ะ()`, 'a'],
    [`(${onset})${tone}า${final}`, 'aː'],
    [`(${onset})ิ${tone}${final}`, 'i'],
    [`(${onset})ี${tone}${final}`, 'iː'],
    [`(${onset})ึ${tone}${final}`, 'ɯ'],
    [`(${onset})ื${tone}อ?${final}`, 'ɯː'],
    [`(${onset})ุ${tone}${final}`, 'u'],
    [`(${onset})ู${tone}${final}`, 'uː'],
    [`(${onset})็อ${final}`, 'ɔ'],
    [`(${onset})็()`, 'ɔ'],
    [`(${onset})${tone}อ${final}`, 'ɔː'],
    [`(${onset})รร(${consonant})`, 'a'],
    [`(${onset})รร()`, 'an'],
    [`(${onset})${tone}ว(${consonant}(?![ะาำิ-ู็่-๋ั]))`, 'uə'],
    [`(${consonant})(?=${consonant}${consonant}$)()`, 'a'],
    [`(${onset})${tone}(${consonant}(?![ะาำิ-ู็่-๋ั]))`, 'o'],
    [`(${onset})${tone}()`, 'a'],
  ] as const
).map(([shape, vowel]) => [new RegExp(shape, 'uy'), vowel]);

/** Words that are not read as they are written, respelled. */
const exceptions: ReadonlyMap<string, string> = new Map(
  'น้ำ=น้าม จริง=จิง จริงๆ=จิงจิง โทรศัพท์=โทระสับ โทร=โท สร้าง=ซ้าง เศร้า=เส้า ศรี=สี ฤดู=รึดู อังกฤษ=อังกริด ไหม=หมัย ผลไม้=ผนละไม้ สถิติ=สะถิติ มติ=มะติ ฤกษ์=เริก เสร็จ=เส็ด สระ=สะ อร่อย=อะหร่อย ตำรวจ=ตำหรวด ธรรมชาติ=ทำมะชาด รัฐบาล=รัดถะบาน มหาวิทยาลัย=มะหาวิดทะยาลัย วิทยาศาสตร์=วิดทะยาสาด ประโยชน์=ประโหยด ดนตรี=ดนตรี พุทธ=พุด นาฬิกา=นาลิกา'
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
);

/** Phones of a Thai word; other scripts are left to the voice. */
export function respellThai(word: string): { readonly phones: readonly string[] } | { readonly text: string } {
  const thai = readable(word.normalize('NFC').replace(/[^ก-ฮะ-ูเ-์]/gu, ''));
  const phones: string[] = [];
  let at = 0;
  let before: ToneClass | undefined;
  while (at < thai.length) {
    const found = syllable(thai, at, before);
    phones.push(...(found?.phones ?? []));
    at += found?.length ?? 1;
    before = found?.lends;
  }
  return phones.length === 0 ? { text: word } : { phones };
}

/** Without what is not read: letters under a silencing mark and the vowel of a closing -ti or -tu. The mark ๆ repeats. */
function readable(word: string): string {
  const whole = exceptions.get(word) ?? word;
  return whole
    .replace(/^(.+)ๆ+$/u, '$1$1')
    .replace(/ํา/gu, 'ำ')
    .replace(new RegExp(`${consonant}(?:ิ|ุ)?์`, 'gu'), '')
    .replace(/(?<=(?:า|ั).?|เห)([ตทธ])(?:ิ|ุ)$/u, '$1')
    .replace(/ๆ|์/gu, '');
}

type ToneClass = 'mid' | 'high' | 'low';
type Tone = keyof typeof toneLetters;

/** As the International Phonetic Alphabet writes the five tones. */
export const toneLetters = { mid: '˧', low: '˨˩', falling: '˥˩', high: '˦˥', rising: '˩˦' } as const;

interface Syllable {
  readonly phones: readonly string[];
  readonly length: number;
  /** A consonant without a written vowel lends its class to a sonorant that begins the next syllable: ส to the ว of สวัสดี. */
  readonly lends: ToneClass | undefined;
}

function syllable(thai: string, at: number, before: ToneClass | undefined): Syllable | undefined {
  for (const [shape, vowel] of shapes) {
    shape.lastIndex = at;
    const match = shape.exec(thai);
    if (match) {
      const [whole, onset = '', end = ''] = match;
      const own = classOf(onset);
      const isSonorant = sonorants.includes(onset[0]!);
      const tone = toneOf(before !== undefined && isSonorant ? before : own, whole, vowel, finals.get(end) ?? '');
      const phones = [...begin(onset), 'ˈ', vowel, finals.get(end) ?? '', toneLetters[tone]];
      return { phones, length: whole.length, lends: whole.length === 1 && own !== 'low' ? own : undefined };
    }
  }
  return undefined;
}

const sonorants = 'งญณนมยรลวฬ';

/** A leading ห or อ gives its class to the sonorant that is read. */
function classOf(onset: string): ToneClass {
  if ('กจฎฏดตบปอ'.includes(onset[0]!)) return 'mid';
  return 'ขฃฉฐถผฝศษสห'.includes(onset[0]!) ? 'high' : 'low';
}

function toneOf(own: ToneClass, written: string, vowel: string, final: string): Tone {
  const mark = /[่-๋]/u.exec(written)?.[0];
  if (mark === '๊') return 'high';
  if (mark === '๋') return 'rising';
  if (mark === '่') return own === 'low' ? 'falling' : 'low';
  if (mark === '้') return own === 'low' ? 'high' : 'falling';
  const isLong = /ː|ə$/u.test(vowel);
  const isStopped = /^[ptk]$/u.test(final) || (final === '' && !isLong && !/[mnjw]$/u.test(vowel));
  if (!isStopped) return own === 'high' ? 'rising' : 'mid';
  if (own !== 'low') return 'low';
  return isLong ? 'falling' : 'high';
}

function begin(onset: string): string[] {
  if (onset === 'ทร') return ['s'];
  const letters = onset.length > 1 && /^[หอ]/u.test(onset) ? onset.slice(1) : onset;
  return Array.from(letters, (letter) => initials.get(letter) ?? '');
}
