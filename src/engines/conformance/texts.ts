/** What engines are made to speak by the conformance suite. */
import { swept } from '../../../test/support/sweeps.ts';
import type { Segment } from '../../text/types.ts';
import { segmentOf } from '../testing.ts';

export const sentence =
  'The keeper of the lighthouse went down to the harbour, and she waited for the boat until the evening.';
export const question = 'Where did you put the letters?';

const alignmentCases: readonly (readonly [string, Segment])[] = [
  ['function words that run together', segmentOf('She was in the house of the man from the bank.')],
  ['a number spoken as several words', segmentOf([['twelve', 'dollars', 'and', 'fifty', 'cents'], 'please.'])],
  ['digits left to the engine', segmentOf('It cost 1250 in 1984, or $12.50 today.')],
  ['one word', segmentOf('Yes.')],
  ['a word that comes again and again', segmentOf('no no no no, that that is is.')],
  ['tokens with nothing to say', segmentOf(['Wait', [], 'for', [], 'me.'])],
  ['punctuation of its own', segmentOf(['Well', '—', 'yes', '…', 'maybe.'])],
  ['quotes and brackets', segmentOf('"Come in," (he said) [at last].')],
];

const oddTexts: readonly (readonly [string, readonly string[]])[] = [
  ['no tokens', []],
  ['a token without words', ['']],
  ['spaces', [' ', '   ']],
  ['only punctuation', ['...', '—', '?!', '"', ',']],
  ['emoji', ['😀', '👩‍👩‍👧', 'fine', '🇫🇷', '❤️']],
  ['control characters', ['a\u0000b', '\u0001s', '\u0001f20', 'c\u0007', '\u009fd', '\u2028']],
  ['lone surrogates replaced', ['a\uFFFDb', '\uFFFD']],
  ['lone surrogates', ['a\uD800b', '\uDC00']],
  [
    'markup of speech languages',
    [
      '<speak>',
      '<break time="9s"/>',
      '<mark',
      'name="x"/>',
      '&lt;',
      '&',
      '<!--',
      '</',
      '{{',
      '[[h@l',
      '@U]]',
      '\\pause=9\\',
    ],
  ],
  ['mixed scripts', ['hello', 'мир', '你好', 'שלום', 'नमस्ते', 'สวัสดี', '안녕', 'ありがとう', 'Ω']],
  ['combining marks', ['e\u0301\u0302\u0303\u0304', '\u0301', `o${'\u0336'.repeat(60)}`]],
  ['private use, unassigned and beyond the BMP', ['\uE001', '\uFFFF', '𝒳', '\u{10FFFF}']],
  ['long digits', ['9'.repeat(40), '1'.repeat(100)]],
  ['right-to-left marks', ['\u202Eabc\u202C', '\u200F']],
];

/** Segments whose words have to be found in the audio; a sample of them in `npm test`. */
export const sampledCases = swept(
  alignmentCases,
  ([name]) => name === 'a number spoken as several words' || name === 'tokens with nothing to say',
);
/** Odd words of a segment by what they are; a sample of them in `npm test`. */
export const sampledTexts = swept(oddTexts, ([name]) =>
  ['no tokens', 'only punctuation', 'control characters', 'lone surrogates', 'markup of speech languages'].includes(
    name,
  ),
);
/** Characters of a word without an end. */
export const longWord = swept([1000, 10_000], (length) => length === 1000);
