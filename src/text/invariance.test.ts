import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../test/support/characters.ts';
import { runs } from '../../test/support/property-runs.ts';
import { isSpacelessLanguage } from './characters.ts';
import { unclosedTagStart, readMarkup } from './markup.ts';
import { nextSegment } from './segmentation.ts';
import type { Segment } from './types.ts';
import {
  languages,
  text,
  options,
  piecesOf,
  streamedPiecesOf,
  cutAt,
  readAll,
  rebuild,
  withoutMarkup,
} from './testing.ts';

describe('split invariance', () => {
  it('decides the same for every continuation of a text it has decided', () => {
    fc.assert(
      fc.property(text, text, options, fc.boolean(), (rest, more, limits, isEnd) => {
        const length = nextSegment(rest, false, limits);
        if (length === undefined) return;
        assert.equal(nextSegment(rest + more, isEnd, limits), length);
        assert.equal(nextSegment(rest, true, limits), length);
      }),
      runs(3000),
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
      runs(400),
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
      runs(1500),
    );
  });

  it('cuts a text that arrives unit by unit where it cuts the whole', () => {
    fc.assert(
      fc.property(text, options, (whole, limits) => {
        assert.deepEqual(streamedPiecesOf(whole.split(''), limits), piecesOf(whole, limits));
      }),
      runs(300),
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
      runs(),
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
      runs(),
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
      runs(),
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
          // A surrogate pair is never cut, but markup between two lone surrogates would leave them as a pair.
          .map((piece) => withoutMarkup(piece.toWellFormed()))
          .join('')
          .split(/\s+/u)
          .filter((word) => word !== '')
          .join(joint);
        assert.equal(rebuild(readAll(pieces, limits.language), limits.language), expected);
      }),
      runs(1500),
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
      runs(1000),
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
      runs(500),
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
      runs(1500),
    );
  });

  it('are read from any string in any language without an error', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter, maxLength: 300 }),
        fc.constantFrom(...languages),
        (whole, language) => {
          assert.ok(Array.isArray(readAll([whole], language)));
        },
      ),
      runs(),
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
