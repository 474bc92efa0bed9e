/** Texts of all kinds and what reading them gives, for the properties of reading. */
import fc from 'fast-check';
import { anyCharacter } from '../../test/support/characters.ts';
import { isSpacelessLanguage } from './characters.ts';
import { Dictionary } from './dictionary.ts';
import { firstLine, linesBehind } from './line-breaks.ts';
import { readMarkup } from './markup.ts';
import { initialReaderState, readSegments, type ReaderState } from './reader.ts';
import { nextSegment, type SegmentationOptions } from './segmentation.ts';
import type { Segment } from './types.ts';

export const languages = [
  'en',
  'de',
  'fr',
  'el',
  'ru',
  'ar',
  'ur',
  'hi',
  'zh',
  'ja',
  'ko',
  'th',
  'ka',
  'tr',
  'he',
] as const;

/** Fragments that meet in every order, so that each rule's lookahead is cut everywhere. */
export const fragments = [
  'Hello',
  'world',
  'dr',
  'Dr',
  'Mr',
  'U.S',
  'p.m',
  'e.g',
  'J',
  'a',
  'I',
  'Senate',
  'the',
  'He',
  '.',
  '.',
  '. ',
  '..',
  '…',
  '! ',
  '? ',
  '?!',
  ', ',
  ',',
  '; ',
  ': ',
  ' – ',
  '—',
  ' - ',
  ' ',
  ' ',
  '  ',
  '\n',
  '\n\n',
  '\r\n',
  '\t',
  '\u00a0',
  '\u2029',
  '3',
  '14',
  '1,000',
  '10 000',
  '2.',
  '10:45',
  '555 123 4567',
  '$5',
  'https://a.b/c?d=e.f',
  'me@x.org',
  '"',
  "'",
  '“',
  '”',
  '«',
  '»',
  '(',
  ')',
  '[',
  ']',
  '„',
  '“',
  '¿',
  '¡',
  '*',
  '**',
  '- ',
  '1. ',
  '1) ',
  '# ',
  '<speed ratio="1.2"/>',
  '<volume ratio=0.5>',
  "<emotion value='sad'/>",
  '<break time="1s"/>',
  '<break time="200ms"',
  '<spell>',
  '</spell>',
  '[laughter]',
  '[',
  '<',
  '<<',
  '<<h|ə|l>>',
  '<<a',
  '>>',
  '>',
  '/>',
  '<pause>',
  '<speed',
  '<b>',
  'ratio="',
  '<speed ratio="9"/>',
  '< ',
  '你好',
  '我',
  '。',
  '，',
  '！',
  '「',
  '」',
  '“你',
  'です',
  'カ',
  '、',
  'はい。',
  'สวัสดีครับ',
  'ค่ะ ',
  'ผม',
  'ครับ ',
  'नमस्ते',
  '।',
  'है',
  'السلام',
  '؟',
  '،',
  '۔',
  'Привет',
  'т.е',
  'Γειά',
  ';',
  'გამარჯობა',
  'שלום',
  '안녕',
  '😀',
  '👩‍👩‍👧',
  '👍🏽',
  'é',
  'e\u0301',
  '\u0301',
  '\ud83d',
  '\ude00',
  '\u0000',
  '\u200b',
  '\ufeff',
  '\ufffd',
  'x'.repeat(70),
  ' '.repeat(70),
  '9'.repeat(40),
  '<speed ' + 'z'.repeat(130),
];
/** Long stretches without a sentence end, which only the cap cuts: at words, graphemes, digits, halves of surrogate pairs. */
export const stretch = fc
  .array(
    fc.constantFrom(
      'x',
      '9',
      '字',
      '我喜欢',
      '東京に',
      'ผม',
      'สวัสดี',
      '😀',
      '👩‍👩‍👧',
      '\ud83d',
      'e\u0301',
      ' ',
      '，',
      '<<a>>',
    ),
    { minLength: 1, maxLength: 4 },
  )
  .chain((units) => fc.array(fc.constantFrom(...units), { minLength: 30, maxLength: 100 }))
  .map((units) => units.join(''));
export const text = fc.oneof(
  { weight: 2, arbitrary: stretch },
  { weight: 6, arbitrary: fc.array(fc.constantFrom(...fragments), { maxLength: 40 }).map((parts) => parts.join('')) },
  {
    weight: 2,
    arbitrary: fc
      .array(fc.oneof(fc.constantFrom(...fragments), fc.string({ unit: anyCharacter, maxLength: 6 })), {
        maxLength: 20,
      })
      .map((parts) => parts.join('')),
  },
  { weight: 1, arbitrary: fc.array(fc.nat(0xffff), { maxLength: 60 }).map((units) => String.fromCharCode(...units)) },
);
export const options: fc.Arbitrary<SegmentationOptions> = fc.record({
  maxCodePoints: fc.constantFrom(1, 5, 20, 60, 140, 500),
  firstClauseWords: fc.constantFrom(0, 1, 3, 1000),
  spoken: fc.constantFrom(0, 30, 1000),
  firstCodePoints: fc.constantFrom(Infinity, 1, 20, 60),
  language: fc.constantFrom(...languages),
});

/** All pieces of a text that is there at once. */
export function piecesOf(whole: string, limits: SegmentationOptions): string[] {
  return streamedPiecesOf([whole], limits, true);
}

/**
 * All pieces of a text that arrives in messages.
 * @param isWhole its end is known with the last message
 */
export function streamedPiecesOf(messages: readonly string[], limits: SegmentationOptions, isWhole = false): string[] {
  const pieces: string[] = [];
  let lines = firstLine;
  let { spoken } = limits;
  let rest = '';
  const take = (isEnd: boolean): void => {
    for (;;) {
      const { column } = lines;
      const length = nextSegment(rest, isEnd, { ...limits, spoken, column });
      if (length === undefined) return;
      const piece = rest.slice(0, length);
      pieces.push(piece);
      spoken += Array.from(piece).length;
      lines = linesBehind(lines, withoutMarkup(piece.toWellFormed()), true);
      rest = rest.slice(length);
    }
  };
  for (const message of messages) {
    rest += message;
    take(isWhole);
  }
  take(true);
  return pieces;
}

export function cutAt(whole: string, cuts: readonly number[]): string[] {
  const borders = [0, ...cuts.map((cut) => Math.round(cut * whole.length)).sort((a, b) => a - b), whole.length];
  return borders.slice(1).map((border, index) => whole.slice(borders[index], border));
}

/** Words, phrases and signs that the texts are made of. */
export const dictionary = new Dictionary([
  { text: 'hello', pronunciation: 'good <break time="1s"/>day' },
  { text: 'world', pronunciation: '<<w|ɜː|l|d>>' },
  { text: 'the Senate', pronunciation: 'them' },
  { text: 'Dr. He', pronunciation: 'doc 3', caseSensitive: true },
  { text: '$5', pronunciation: 'a fiver' },
  { text: '你好我', pronunciation: '再见' },
  { text: 'はい', pronunciation: '<<h|a|i>>' },
  { text: 'x', pronunciation: 'ex' },
  { text: 'p.m. 3', pronunciation: 'three in the afternoon' },
]);

export function readAll(pieces: readonly string[], language: string, withDictionary = false): Segment[] {
  let state: ReaderState = initialReaderState;
  return pieces.flatMap((piece) => {
    const read = readSegments(piece, state, {
      language,
      normalization: 'auto',
      generationConfig: {},
      dictionary: withDictionary ? dictionary : undefined,
    });
    state = read.state;
    return read.segments;
  });
}

/** What the tokens of all segments say the caller wrote. */
export function rebuild(segments: readonly Segment[], language: string): string {
  return segments
    .flatMap((segment) => segment.tokens)
    .map((token) => (token.continues || isSpacelessLanguage(language) ? '' : ' ') + token.text)
    .join('')
    .trim();
}

export function withoutMarkup(raw: string): string {
  return readMarkup(raw)
    .map((event) => (event.kind === 'text' ? event.text : event.kind === 'phones' ? event.phones.join('') : ''))
    .join('');
}
