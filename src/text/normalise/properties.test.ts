/** Rules that hold for numbers and signs in every language, whatever stands beside them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../test/support/property-runs.ts';
import { sweptLanguages } from '../../../test/support/sweeps.ts';
import { cutAt, languages, options, piecesOf, readAll, streamedPiecesOf } from '../testing.ts';
import { spokenOf } from './index.ts';
import { signLanguages } from './tables/signs.ts';

/** White space divides them. */
const written = String.raw`
  5 0 007 3,5 3.5 1.000 1,000,000 .5 -.5 12:30 5h 5h30 1/2 24/7 5x3 -5 −5 +5 ±5 5% 5‰ %5 100% 5%-ig €5 5€ $1.50 5¢ ¥5 ₿5 R$5 US$5 5,- 5k 5M
  5°C 20° 5kg 5m² m² 5km/h 5€/kg €/kg ½ 1½ 1½kg ⅜ 10² 10^3 x² 10⁻³ √2 ∞ 1e5 a@b.de www.a.de #5 #tag1 #1a @a1 1-2 1–2 3..5 -5–-3 1-1-1
  5. 5: 5… 5! 5? ...5 "5" (5) [5] *5* 5th 2nd 1er V XIV A4 4G H2O H₂O v1.2 1.2.3 1.1.1.1.1 192.168.0.1 00:1B:44:11:3A:B7 ::1 2001:db8::1
  +49 (030) 0800 2024-01-02 1/2/2024 1.2.24 C++ C# A&B AT&T 5" 5' 5′ 5″ 1:2 1:100 a/5 5/a /5 5/ \5 5\ a=5 5>3 5<3 5≥3 <5 =5 5= 5–6 5% 5~6 ~5
  ≈5 №5 §5 §§5 5ª 5º 5-й 5:a 5|6 5_6 a_5 5&6 5@6 5#6 5+6 5*6 5·6 5÷6 5年 第5 5日 五5 5五 １２ ٣ ५ ๕ ۵ ৫ 5٪ ٪ 1'000 1’000 5€–6€ $5-$6
  4.8/5 4,8/5 A7-39XQ AB1234 1:2-5 GMT-3 UTC+1 a/b aa/bb 42/m² [a](/b) 1/2 ## R.4
  $ € £ ₹ % ‰ ° & @ # + × ÷ ± ≠ ≤ ≥ ≈ § № © ® ™ ² ³ ¢ µ`;
const tokens = written.trim().split(/\s+/u);
/** What has to be heard: a digit, or a sign that is more than a divider or an ornament. */
const meaningful = /[\p{Nd}%‰°±×÷≠≤≥≈&@§№©®™½⅜∞√µ²³\p{Sc}٪]/u;
/** What the voices say nothing for, inside a spoken word. */
const unspoken = /[#%‰±×÷=≠≤≥≈§№©®™∞√^~|\\<>*()[\]{}]|\p{Sc}/u;
const all = ['en', ...signLanguages];

describe('a token with a digit or a sign', () => {
  for (const language of sweptLanguages(all)) {
    it(`is spoken in ${language}, by itself or with its neighbours`, () => {
      for (const token of tokens) {
        const alone = spokenOf([token], language, 'auto').flat();
        if (meaningful.test(token)) assert.notDeepEqual(alone, [], token);
        const asked = spokenOf([`${token}?`], language, 'auto').flat();
        if (alone.length > 0) assert.match(asked.at(-1) ?? '', /\?$/u, `${token}?`);
        const between = spokenOf(['x', token, 'x'], language, 'auto');
        if (meaningful.test(token)) assert.ok(between.flat().length > 2, `x ${token} x`);
        for (const texts of [
          [token, '5'],
          ['5', token],
          [token, token],
          [`${token},`, token],
        ]) {
          const spoken = spokenOf(texts, language, 'auto');
          assert.equal(spoken.length, texts.length);
          for (const word of [...alone, ...spoken.flat()]) {
            assert.match(word, /^\S+$/u);
            assert.doesNotMatch(word, unspoken, texts.join(' '));
          }
        }
      }
    });
  }
});

describe('a number of any length', () => {
  const lengths = [5, 14, 15, 16, 18, 20, 24, 36, 40, 70, 300];
  const forms =
    `n n,5 n.5 n,000 n.000 -n €n n€ $n.50 nkg n% n/3 1/n n:30 №n n-n n² nth 12.12.n n-12-12 +n 0n 0,n 0.n kg/n 1en`.split(
      ' ',
    );
  for (const language of sweptLanguages(all)) {
    it(`is spoken in ${language}`, () => {
      for (const length of lengths) {
        for (const form of forms) {
          const text = form.replaceAll('n', '9'.repeat(length) + '1');
          assert.notDeepEqual(spokenOf([text], language, 'auto').flat(), [], text);
        }
      }
    });
  }
});

describe('tokens and their words', () => {
  const token = fc.oneof(fc.constantFrom(...tokens), fc.constantFrom('und', 'kg', 'a', 'Uhr', '–', '年', 'и', 'في'));
  const close = fc.constantFrom('', '', '.', ',', '?', '!', ':', '…');
  const line = fc.array(fc.tuple(token, close), { minLength: 1, maxLength: 8 });

  it('stay one for one, with the closing mark on what is spoken last', () => {
    fc.assert(
      fc.property(line, fc.constantFrom(...all), (parts, language) => {
        const texts = parts.map((part) => part.join(''));
        const spoken = spokenOf([...texts, 'abc?'], language, 'auto');
        assert.equal(spoken.length, texts.length + 1);
        assert.deepEqual(spoken.at(-1), ['abc?']);
      }),
      { seed: 8, ...runs(1000) },
    );
  });

  it('are the same however the text arrives', () => {
    fc.assert(
      fc.property(
        line,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }),
        fc.constantFrom(...languages),
        options,
        (parts, cuts, language, limits) => {
          const text = parts.map((part) => part.join('')).join(' ');
          const own = { ...limits, language };
          assert.deepEqual(
            readAll(streamedPiecesOf(cutAt(text, cuts), own), language),
            readAll(piecesOf(text, own), language),
          );
        },
      ),
      { seed: 8, ...runs(200) },
    );
  });
});
