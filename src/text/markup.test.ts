import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { emotionNames } from './emotion.ts';
import { blankTags, readMarkup } from './markup.ts';

function text(value: string): object {
  return { kind: 'text', text: value };
}

describe('markup', () => {
  it('reads the tags of the interface', () => {
    assert.deepEqual(readMarkup('<speed ratio="1.2"/>'), [{ kind: 'speed', ratio: 1.2 }]);
    assert.deepEqual(readMarkup('<volume ratio="0.5"/>'), [{ kind: 'volume', ratio: 0.5 }]);
    assert.deepEqual(readMarkup('<emotion value="sad"/>'), [{ kind: 'emotion', value: 'sad' }]);
    assert.deepEqual(readMarkup('a<break time="1s"/>b<break time="200ms"/>'), [
      text('a'),
      { kind: 'break', seconds: 1 },
      text('b'),
      { kind: 'break', seconds: 0.2 },
    ]);
    assert.deepEqual(readMarkup('<spell>A1</spell>'), [
      { kind: 'spell', open: true },
      text('A1'),
      { kind: 'spell', open: false },
    ]);
    assert.deepEqual(readMarkup('<<h|ə|l|oʊ>>'), [{ kind: 'phones', phones: ['h', 'ə', 'l', 'oʊ'] }]);
    assert.deepEqual(readMarkup('Ha [laughter] ha'), [text('Ha  ha')]);
    assert.deepEqual(readMarkup('<pause>x<pause time="1s">'), [
      { kind: 'break', seconds: 0.5 },
      text('x'),
      { kind: 'break', seconds: 1 },
    ]);
  });

  it('takes any quotes, spaces, letter case, and a missing slash', () => {
    for (const tag of [
      '<speed ratio="1.2"/>',
      "<speed ratio='1.2' />",
      '<speed ratio=1.2>',
      '< Speed  RATIO = “1.2” / >',
      '<SPEED ratio="1.2">',
      '<speed ratio=" 1.2 ">',
      '<speed\nratio="1.2"/>',
      '<speed="1.2"/>',
    ]) {
      assert.deepEqual(readMarkup(tag), [{ kind: 'speed', ratio: 1.2 }], tag);
    }
    assert.deepEqual(readMarkup('[ LAUGHTER ]< / spell ><Break time="1.5 S">'), [
      { kind: 'spell', open: false },
      { kind: 'break', seconds: 1.5 },
    ]);
    assert.deepEqual(readMarkup('<< h | ˈə |>>'), [{ kind: 'phones', phones: ['h', 'ˈə'] }]);
  });

  it('drops a tag with a bad value', () => {
    for (const tag of [
      '<speed ratio="2"/>',
      '<speed ratio="0.59"/>',
      '<speed ratio="fast"/>',
      '<speed ratio="NaN"/>',
      '<speed ratio="1e0"/>',
      '<speed/>',
      '<speed value="1"/>',
      '<volume ratio="2.01"/>',
      '<volume ratio="-1"/>',
      '<emotion value="hungry"/>',
      '<emotion/>',
      '<break/>',
      '<break time="-1s"/>',
      '<break time="soon"/>',
      '<break time="1"/>',
      '</speed>',
      '</break>',
      '<spell/>',
      '<<>>',
      '<<|>>',
      '<pause time="x">',
    ]) {
      assert.deepEqual(readMarkup(`a${tag}b`), [text('ab')], tag);
    }
  });

  it('drops what is left of a tag that was cut off', () => {
    for (const tag of [
      '<speed',
      '<speed ',
      '<speed ratio',
      '<speed ratio="1.',
      '<break time=',
      '<spell',
      '</spell',
      '<emotion value="sa',
      '<<h|ə',
      '<<h|ə>',
      '[laughter',
    ]) {
      assert.deepEqual(readMarkup(`a${tag}`), [text('a')], tag);
    }
    assert.deepEqual(readMarkup('<speed ratio="1.2"<break time="1s"/>'), [{ kind: 'break', seconds: 1 }]);
  });

  it('can be blanked: what is no tag stays where it is', () => {
    assert.equal(blankTags('a <break time="1s"/>b [c] [laughter]< d'), `a ${' '.repeat(18)}b [c] ${' '.repeat(10)}< d`);
    assert.equal(blankTags('<spell>A1</spell> <<b|ɛ>>'), `${' '.repeat(7)}A1${' '.repeat(16)}`);
    assert.equal(blankTags('none'), 'none');
  });

  it('takes every other bracket for text', () => {
    for (const other of [
      'a < b',
      '<b>bold</b>',
      '<',
      '<<',
      '<< ',
      'cin >> x << y;',
      '<<two words>>',
      '<< b >>',
      '[1]',
      '[laugh]',
      '[laughters]',
      '<speeds/>',
      '<breakfast>',
      '<speed limit here',
      '<3',
      '<>',
      '</>',
      'x<y>z',
    ]) {
      assert.deepEqual(readMarkup(other), [text(other)], other);
    }
  });

  it('takes a tag that is longer than 128 characters for text', () => {
    const long = `<speed ratio="${'1'.repeat(130)}"/>`;
    assert.deepEqual(readMarkup(long), [text(long)]);
  });

  it('knows every emotion by name in any letter case', () => {
    assert.equal(emotionNames.length, 58);
    for (const name of emotionNames) {
      assert.deepEqual(readMarkup(`<emotion value="${name.toUpperCase()}"/>`), [{ kind: 'emotion', value: name }]);
    }
  });

  it('cuts a silence to a minute', () =>
    assert.deepEqual(readMarkup('<break time="90s"/>'), [{ kind: 'break', seconds: 60 }]));
});
