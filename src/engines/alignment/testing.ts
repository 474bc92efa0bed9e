/** What the alignment is measured on: sentences of many kinds, and the differences between two lists of word times. */
import assert from 'node:assert/strict';
import { initialReaderState, readSegments } from '../../text/reader.ts';
import { neutralProsody, type Prosody, type Segment } from '../../text/types.ts';
import type { Mark } from '../adapter.ts';
import type { Span } from './words.ts';

/** English: short and long, names, numbers, questions, pauses inside, words that come again. */
export const englishSentences: readonly string[] = [
  'Yes.',
  'Good morning.',
  'Is anybody there?',
  'Thanks for waiting, I have found your account.',
  'The rain in Spain stays mainly in the plain.',
  'She sells sea shells by the sea shore.',
  'We met on Tuesday, the 14th of March, at half past seven.',
  'The bill comes to $42.75, including tax.',
  'My number is 5 5 5, 0 1 2 3.',
  'In 1984 there were 1250 of them; today there are only 37.',
  'Dr. Elizabeth Harrington lives in Edinburgh.',
  'Please ask for Mr. Kowalski or Mrs. Fitzgerald at the desk.',
  'Alice, Bob, Carol, and David went to Chicago.',
  'No, no, no, that is not what I meant.',
  'Well... maybe. I do not know.',
  'Stop! Who goes there?',
  'The keeper of the lighthouse went down to the harbor, and she waited for the boat until the evening.',
  'When the wind turned, the small boats came in one after the other, and the whole harbor smelled of fish.',
  'He read the letter twice, put it in his coat, and said nothing more about it that night.',
  'Mix the flour with a little salt, add warm water, and let the dough rest under a cloth.',
  'Turn left after the bridge, then keep to the right for about a mile.',
  'Your order left our house this morning and should be with you tomorrow.',
  'Nobody had told the new driver that the last stop was closed.',
  'Can you hear me now, or should I call you back?',
  'The temperature will fall to minus 5 degrees tonight.',
  'Flight 207 to Amsterdam is delayed by 45 minutes.',
  'It takes 3 to 5 business days.',
  'I love New York, but I live in Los Angeles.',
  'The children were asleep before the first song was over.',
  'An apple a day keeps the doctor away.',
  'Peter Piper picked a peck of pickled peppers.',
  'How much wood would a woodchuck chuck if a woodchuck could chuck wood?',
  'The quick brown fox jumps over the lazy dog.',
  'You can change the password on the next page.',
  'To be, or not to be, that is the question.',
  'First: open the box. Second: remove the foam.',
  'Her voice, soft and low, was an excellent thing in a woman.',
  'Rain is likely in the north, while the south stays dry and mild until the end of the week.',
  'We looked at the old map for a while, but none of us could find the road that was drawn on it.',
  'Do you want tea, coffee, or water?',
  'I saw a man on the hill with a telescope.',
  'Oh, really? I had no idea.',
  'The museum opens at 10 a.m. and closes at 6 p.m. on weekdays.',
  'Version 2.5 fixes 130 bugs.',
  'Take Highway 101 north for 12 miles.',
  'Shakespeare was born in Stratford in 1564.',
  'Her strength through those thirty-three months was extraordinary.',
  'Just a moment, please.',
  'Everything that could go wrong went wrong.',
  'The committee has not yet decided; it will meet again in the autumn.',
  'Put the keys back on the hook when you come home.',
  'Far out in the uncharted backwaters lies a small unregarded yellow sun.',
  'All happy families are alike; each unhappy family is unhappy in its own way.',
  'It was the best of times, it was the worst of times.',
  'Call me Ishmael.',
  'The answer, my friend, is blowing in the wind.',
  'Six thick thistle sticks.',
  'Which witch is which?',
  'Go!',
  'Please hold the line while I transfer you to the next available agent.',
  'Your appointment is on Friday, June 3rd, at 2:30 in the afternoon.',
  'Congratulations, Jennifer: you have won the second prize.',
  'Is there anything else that I can do for you today?',
  'I think, therefore I am.',
  'Unfortunately the package was sent to the wrong address in Massachusetts.',
  'One, two, three, four, five, six, seven, eight, nine, ten.',
];

/** By ISO 639-1 code. */
export const otherSentences: Readonly<Record<string, readonly string[]>> = {
  de: [
    'Guten Morgen, wie geht es Ihnen heute?',
    'Der Zug nach Hamburg fährt um acht Uhr, aber er hat heute Verspätung.',
    'Bitte legen Sie den Schlüssel auf den Tisch.',
    'Das Wetter bleibt schön.',
  ],
  fr: [
    'Bonjour, comment allez-vous aujourd’hui ?',
    'Le train pour Lyon part à huit heures, mais il est en retard.',
    'La petite maison au bord de la rivière était vide depuis longtemps.',
    'Merci beaucoup, à demain.',
  ],
  es: [
    'Buenos días, ¿cómo está usted?',
    'El tren para Sevilla sale a las ocho, pero hoy llega tarde.',
    'La casa pequeña junto al río estaba vacía desde hacía mucho tiempo.',
    'Muchas gracias, hasta mañana.',
  ],
  it: [
    'Buongiorno, come sta oggi?',
    'Il treno per Milano parte alle otto, ma oggi è in ritardo.',
    'La piccola casa vicino al fiume era vuota da molto tempo.',
    'Grazie mille, a domani.',
  ],
  pl: [
    'Dzień dobry, jak się pan dzisiaj czuje?',
    'Pociąg do Krakowa odjeżdża o ósmej, ale dzisiaj jest opóźniony.',
    'Mały dom nad rzeką stał pusty od dawna.',
  ],
  ru: [
    'Доброе утро, как у вас дела?',
    'Поезд в Москву отправляется в восемь часов, но сегодня он опаздывает.',
    'Маленький дом у реки давно стоял пустым.',
  ],
  tr: [
    'Günaydın, bugün nasılsınız?',
    'Ankara treni saat sekizde kalkıyor, ama bugün geç kaldı.',
    'Nehrin yanındaki küçük ev uzun zamandır boştu.',
  ],
  pt: [
    'Bom dia, como vai o senhor?',
    'O trem para Santos sai às oito horas, mas hoje está atrasado.',
    'A pequena casa perto do rio estava vazia havia muito tempo.',
  ],
  nl: [
    'Goedemorgen, hoe gaat het met u?',
    'De trein naar Utrecht vertrekt om acht uur, maar vandaag heeft hij vertraging.',
    'Het kleine huis bij de rivier stond al lang leeg.',
  ],
  hi: ['नमस्ते, आप कैसे हैं?', 'दिल्ली की गाड़ी आठ बजे चलती है, लेकिन आज वह देर से आएगी।'],
  ja: ['おはようございます、お元気ですか。', '東京行きの電車は八時に出ますが、今日は遅れています。'],
  zh: ['早上好，你今天好吗？', '去北京的火车八点开，但是今天晚点了。'],
};

/** The segment that a transcript becomes, numbers written out. */
export function readSegment(text: string, language = 'en', prosody: Partial<Prosody> = {}): Segment {
  const { segments } = readSegments(text, initialReaderState, {
    language,
    normalization: 'auto',
    generationConfig: {},
  });
  const tokens = segments.flatMap((segment) => segment.tokens);
  return { tokens, language, prosody: { ...neutralProsody, ...prosody }, pauseSeconds: 0 };
}

/** The spans of the words among marks, in seconds. */
export function wordTimes(marks: readonly Mark[], sampleRate: number): Span[] {
  return marks.flatMap(({ kind, start, end }) =>
    kind === 'word' ? [{ start: start / sampleRate, end: end / sampleRate }] : [],
  );
}

/** How far each start and each end lies from where it should be, in seconds. */
export function absoluteErrors(given: readonly Span[], expected: readonly Span[]): number[] {
  return given.flatMap(({ start, end }, index) => [
    Math.abs(start - expected[index]!.start),
    Math.abs(end - expected[index]!.end),
  ]);
}

/** @throws {AssertionError} when the errors, in seconds, are greater than they may be */
export function assertErrors(
  errors: readonly number[],
  { median, percentile95 }: { readonly median: number; readonly percentile95: number },
): void {
  const sorted = errors.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))]!;
  const found = `${errors.length} errors: median ${at(0.5).toFixed(3)} s, 95th percentile ${at(0.95).toFixed(3)} s`;
  assert.ok(errors.length > 0 && at(0.5) <= median && at(0.95) <= percentile95, found);
}
