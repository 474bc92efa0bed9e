/**
 * Tagalog letter to sound. The spelling is nearly phonemic (https://en.wikipedia.org/wiki/Tagalog_phonology); what it leaves
 * out is the place of the stress and the glottal stop at a word's end. Stress goes to the last vowel but one, or to the
 * last where the syllable before it is closed; accents, when written, say otherwise, and the commonest exceptions are listed.
 */
import { tagalogNumber } from './tagalog-numbers.ts';

/** Respellings with the accents of dictionaries: acute = stress, grave = final glottal stop, circumflex = both. */
const exceptions: ReadonlyMap<string, string> = new Map(
  (
    'ng=nang mga=mangá siya=syá niya=nyá kaniya=kanyá ako=akó ikaw=ikáw kayo=kayó kami=kamí sila=silá namin=námin nila=nilá ninyo=ninyó ' +
    'ito=itó iyan=iyán iyon=iyón ang=ang hindi=hindî wala=walâ mayroon=mayroón po=pô opo=opò oo=óo ano=anó saan=saán kailan=kailán doon=doón ' +
    'isa=isá dalawa=dalawá tatlo=tatló lima=limá pito=pitó walo=waló siyam=syám sampu=sampû daan=daán gabi=gabí anak=anák mahal=mahál alam=alám ' +
    'bata=batà maganda=magandá malaki=malakí maliit=maliít kumusta=kumustá kamusta=kamustá maynila=maynilà pilipino=pilipíno puti=putî pula=pulá ' +
    'asul=asúl bago=bágo araw=áraw lamang=lámang nasa=nása para=pára bukas=búkas ngayon=ngayón kahapon=kahápon sabado=sábado salita=salitâ ' +
    'tama=tamà mali=malî sabi=sábi maaari=maaarì ganda=gandá bigas=bigás ulan=ulán dagat=dágat lupa=lupà langit=lángit hari=harì reyna=réyna pero=péro'
  )
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
);

/** Letters and groups, longest first where one begins another. */
const sounds: readonly (readonly [string, readonly string[]])[] = [
  ['ng', ['ŋ']],
  ['ts', ['tʃ']],
  ['ch', ['tʃ']],
  ['dy', ['dʒ']],
  ['ty', ['tʃ']],
  ['sy', ['ʃ']],
  ['sh', ['ʃ']],
  ['qu', ['k']],
  ['ph', ['f']],
  ['th', ['t']],
  ['ñ', ['n', 'j']],
  ['a', ['a']],
  ['e', ['e']],
  ['i', ['i']],
  ['o', ['o']],
  ['u', ['u']],
  ['b', ['b']],
  ['k', ['k']],
  ['d', ['d']],
  ['g', ['ɡ']],
  ['h', ['h']],
  ['l', ['l']],
  ['m', ['m']],
  ['n', ['n']],
  ['p', ['p']],
  ['r', ['ɾ']],
  ['s', ['s']],
  ['t', ['t']],
  ['w', ['w']],
  ['y', ['j']],
  ['f', ['f']],
  ['j', ['dʒ']],
  ['q', ['k']],
  ['v', ['v']],
  ['x', ['k', 's']],
  ['z', ['s']],
];
const acute = '\u0301';
const grave = '\u0300';
const circumflex = '\u0302';

/** Phones of a word with its stress; words in digits are read as Tagalog numbers, other scripts are left to the voice. */
export function respellTagalog(word: string): { readonly phones: readonly string[] } | { readonly text: string } {
  const bare = word.toLowerCase().replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}\p{M}]+$/gu, '');
  const number = tagalogNumber(bare);
  const words = number ?? [bare];
  const phones = words.flatMap((each, i) => [...(i > 0 ? [' '] : []), ...pronounce(exceptions.get(each) ?? each)]);
  return phones.length === 0 ? { text: word } : { phones };
}

interface Phone {
  readonly phone: string;
  readonly vowel: boolean;
  readonly accent: string;
}

function pronounce(spelling: string): string[] {
  const sequence = withGlottalStops(spelling);
  const vowels = sequence.flatMap(({ vowel }, i) => (vowel ? [i] : []));
  const accented = sequence.findIndex(({ accent }) => accent === acute || accent === circumflex);
  const stressed = accented >= 0 ? accented : defaultStress(vowels);
  const phones = sequence.flatMap(({ phone }, i) => (i === stressed ? ['ˈ', phone] : [phone]));
  const last = sequence[vowels.at(-1) ?? -1]?.accent;
  return last === grave || last === circumflex ? [...phones, 'ʔ'] : phones;
}

/** Three sounds or more between the last two vowels' places mean that the syllable before the last is closed. */
function defaultStress(vowels: readonly number[]): number {
  const last = vowels.at(-1) ?? -1;
  const before = vowels.at(-2) ?? last;
  return last - before > 2 ? last : before;
}

/** Two vowels in a row, or a vowel after a hyphen, have a glottal stop between them; doubled consonants are one. */
function withGlottalStops(spelling: string): Phone[] {
  const found: Phone[] = [];
  let hyphen = false;
  for (const sound of letters(spelling)) {
    const previous = found.at(-1);
    if (sound === '-') {
      hyphen = true;
      continue;
    }
    if (sound.vowel && previous && (previous.vowel || hyphen)) found.push({ phone: 'ʔ', vowel: false, accent: '' });
    if (sound.vowel || sound.phone !== previous?.phone) found.push(sound);
    hyphen = false;
  }
  return found;
}

function letters(spelling: string): (Phone | '-')[] {
  const text = spelling
    .normalize('NFC')
    .replace(/c(?=[ei])/gu, 's')
    .replace(/c(?!h)/gu, 'k')
    .replace(/ñ/gu, 'ny')
    .normalize('NFD');
  const found: (Phone | '-')[] = [];
  let at = 0;
  while (at < text.length) {
    const entry = sounds.find(([letter]) => text.startsWith(letter, at));
    at += entry?.[0].length ?? 1;
    if (!entry) {
      if (text[at - 1] === '-') found.push('-');
      continue;
    }
    const vowel = 'aeiou'.includes(entry[0]);
    const accent = vowel && [acute, grave, circumflex].includes(text[at] ?? '') ? text[at]! : '';
    at += accent.length;
    found.push(...entry[1].map((phone) => ({ phone, vowel, accent })));
  }
  return found;
}
