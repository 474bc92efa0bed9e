import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isSpacelessLanguage } from './characters.ts';
import { Dictionary } from './dictionary.ts';
import { unclosedTagStart, readMarkup } from './markup.ts';
import { initialReaderState, readSegments, type ReaderState } from './reader.ts';
import { nextSegment, type SegmentationOptions } from './segmentation.ts';
import type { Segment } from './types.ts';

const languages = ['en', 'de', 'fr', 'el', 'ru', 'ar', 'ur', 'hi', 'zh', 'ja', 'ko', 'th', 'ka', 'tr', 'he'] as const;

/** Fragments that meet in every order, so that each rule's lookahead is cut everywhere. */
const fragments = [
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
const stretch = fc
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
const text = fc.oneof(
  { weight: 2, arbitrary: stretch },
  { weight: 6, arbitrary: fc.array(fc.constantFrom(...fragments), { maxLength: 40 }).map((parts) => parts.join('')) },
  {
    weight: 2,
    arbitrary: fc
      .array(fc.oneof(fc.constantFrom(...fragments), fc.string({ unit: 'binary', maxLength: 6 })), { maxLength: 20 })
      .map((parts) => parts.join('')),
  },
  { weight: 1, arbitrary: fc.array(fc.nat(0xffff), { maxLength: 60 }).map((units) => String.fromCharCode(...units)) },
);
const options: fc.Arbitrary<SegmentationOptions> = fc.record({
  maxCodePoints: fc.constantFrom(1, 5, 20, 60, 140, 500),
  firstClauseWords: fc.constantFrom(0, 1, 3, 1000),
  first: fc.boolean(),
  language: fc.constantFrom(...languages),
});

/** All pieces of a text that is there at once. */
function piecesOf(whole: string, limits: SegmentationOptions): string[] {
  const pieces: string[] = [];
  let rest = whole;
  while (rest !== '') {
    const length = nextSegment(rest, true, { ...limits, first: limits.first && pieces.length === 0 })!;
    pieces.push(rest.slice(0, length));
    rest = rest.slice(length);
  }
  return pieces;
}

/** All pieces of a text that arrives in messages. */
function streamedPiecesOf(messages: readonly string[], limits: SegmentationOptions): string[] {
  const pieces: string[] = [];
  let rest = '';
  const take = (isEnd: boolean): void => {
    for (;;) {
      const length = nextSegment(rest, isEnd, { ...limits, first: limits.first && pieces.length === 0 });
      if (length === undefined) return;
      pieces.push(rest.slice(0, length));
      rest = rest.slice(length);
    }
  };
  for (const message of messages) {
    rest += message;
    take(false);
  }
  take(true);
  return pieces;
}

function cutAt(whole: string, cuts: readonly number[]): string[] {
  const borders = [0, ...cuts.map((cut) => Math.round(cut * whole.length)).sort((a, b) => a - b), whole.length];
  return borders.slice(1).map((border, index) => whole.slice(borders[index], border));
}

/** Words, phrases and signs that the texts are made of. */
const dictionary = new Dictionary([
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

function readAll(pieces: readonly string[], language: string, withDictionary = false): Segment[] {
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
function rebuild(segments: readonly Segment[], language: string): string {
  return segments
    .flatMap((segment) => segment.tokens)
    .map((token) => (token.continues || isSpacelessLanguage(language) ? '' : ' ') + token.text)
    .join('')
    .trim();
}

function withoutMarkup(raw: string): string {
  return readMarkup(raw)
    .map((event) => (event.kind === 'text' ? event.text : event.kind === 'phones' ? event.phones.join('') : ''))
    .join('');
}

describe('split invariance', () => {
  it('decides the same for every continuation of a text it has decided', () => {
    fc.assert(
      fc.property(text, text, options, fc.boolean(), (rest, more, limits, isEnd) => {
        const length = nextSegment(rest, false, limits);
        if (length === undefined) return;
        assert.equal(nextSegment(rest + more, isEnd, limits), length);
        assert.equal(nextSegment(rest, true, limits), length);
      }),
      { numRuns: 3000 },
    );
  });

  it('gives the decision of every prefix that has one', () => {
    fc.assert(
      fc.property(text, options, (rest, limits) => {
        const whole = nextSegment(rest, true, limits);
        for (let end = 1; end <= rest.length; end++) {
          const early = nextSegment(rest.slice(0, end), false, limits);
          if (early !== undefined) assert.equal(early, whole);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('cuts a text that arrives in pieces where it cuts the whole', () => {
    fc.assert(
      fc.property(
        text,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 }),
        options,
        (whole, cuts, limits) => {
          assert.deepEqual(streamedPiecesOf(cutAt(whole, cuts), limits), piecesOf(whole, limits));
        },
      ),
      { numRuns: 1500 },
    );
  });

  it('cuts a text that arrives unit by unit where it cuts the whole', () => {
    fc.assert(
      fc.property(text, options, (whole, limits) => {
        assert.deepEqual(streamedPiecesOf(whole.split(''), limits), piecesOf(whole, limits));
      }),
      { numRuns: 300 },
    );
  });
});

describe('the pieces of a text', () => {
  it('are never empty and join to the text', () => {
    fc.assert(
      fc.property(text, options, (whole, limits) => {
        const pieces = piecesOf(whole, limits);
        assert.ok(pieces.every((piece) => piece.length > 0));
        assert.equal(pieces.join(''), whole);
      }),
    );
  });

  it('stay within the cap, but for a tag longer than it', () => {
    fc.assert(
      fc.property(text, options, (whole, limits) => {
        for (const piece of piecesOf(whole, limits)) {
          const length = Array.from(piece).length;
          assert.ok(
            length <= limits.maxCodePoints ||
              (length <= limits.maxCodePoints + 128 && readMarkup(piece).length <= 2 + limits.maxCodePoints),
            `${length} code points: ${piece}`,
          );
          if (!/[<[]/u.test(piece)) assert.ok(length <= limits.maxCodePoints);
        }
      }),
    );
  });

  it('have one prosody each: a tag that changes it stands at the start', () => {
    fc.assert(
      fc.property(text, options, (whole, limits) => {
        for (const piece of piecesOf(whole, limits)) {
          const events = readMarkup(piece).filter((event) => event.kind !== 'text' || event.text.trim() !== '');
          const firstText = events.findIndex((event) => event.kind === 'text' || event.kind === 'phones');
          const changes =
            firstText < 0
              ? []
              : events.slice(firstText).filter((event) => ['speed', 'volume', 'emotion', 'break'].includes(event.kind));
          assert.deepEqual(changes, []);
        }
      }),
    );
  });
});

describe('the tokens of a text', () => {
  it('rebuild the transcript without its markup', () => {
    fc.assert(
      fc.property(text, options, (whole, limits) => {
        const pieces = piecesOf(whole, limits);
        const joint = isSpacelessLanguage(limits.language) ? '' : ' ';
        const expected = pieces
          .map(withoutMarkup)
          .join('')
          .split(/\s+/u)
          .filter((word) => word !== '')
          .join(joint);
        // A surrogate pair is never cut, so replacing lone ones by piece and in the whole is the same.
        assert.equal(rebuild(readAll(pieces, limits.language), limits.language), expected.toWellFormed());
      }),
      { numRuns: 1500 },
    );
  });

  it('are the same with a dictionary, but for what is spoken', () => {
    fc.assert(
      fc.property(text, options, (whole, limits) => {
        const pieces = piecesOf(whole, limits);
        const written = (segments: readonly Segment[]) =>
          segments.map(({ tokens, ...rest }) => ({
            ...rest,
            tokens: tokens.map((token) => [token.text, token.continues]),
          }));
        assert.deepEqual(written(readAll(pieces, limits.language, true)), written(readAll(pieces, limits.language)));
      }),
      { numRuns: 1000 },
    );
  });

  it('are spoken the same however the text arrives, also with a dictionary', () => {
    fc.assert(
      fc.property(
        text,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 }),
        options,
        (whole, cuts, limits) => {
          assert.deepEqual(
            readAll(streamedPiecesOf(cutAt(whole, cuts), limits), limits.language, true),
            readAll(piecesOf(whole, limits), limits.language, true),
          );
        },
      ),
      { numRuns: 500 },
    );
  });

  it('hold no empty text, and nothing a synthesizer could choke on', () => {
    fc.assert(
      fc.property(text, options, fc.boolean(), (whole, limits, withDictionary) => {
        for (const segment of readAll(piecesOf(whole, limits), limits.language, withDictionary)) {
          assert.ok(segment.tokens.length > 0 || segment.pauseSeconds > 0);
          for (const token of segment.tokens) {
            assert.notEqual(token.text, '');
            for (const word of token.spoken) assert.match(word, /^[^\s\p{Cc}\p{Cs}\ufffd]+$/u);
          }
        }
      }),
      { numRuns: 1500 },
    );
  });

  it('are read from any string in any language without an error', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.constantFrom(...languages), (whole, language) => {
        assert.ok(Array.isArray(readAll([whole], language)));
      }),
    );
  });
});

describe('an unclosed tag', () => {
  it('is what holds back the rest of a text, and nothing before it', () => {
    for (const [rest, start] of [
      ['Hello <speed rat', 6],
      ['Hello <', 6],
      ['a [laugh', 2],
      ['a <<h|ə', 2],
      ['a <<h|ə>', 2],
      ['Hello', undefined],
      ['a < c', undefined],
      ['a <c', undefined],
      ['[1', undefined],
      ['<speed ratio="1"/> x', undefined],
      ['<speed ratio="1"/> x <break', 21],
      ['<speed ' + 'z'.repeat(130), undefined],
      ['<spell>AB', undefined],
    ] as const) {
      assert.equal(unclosedTagStart(rest), start, rest);
    }
  });
});
