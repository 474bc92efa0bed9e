import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { partsOfChapter } from './chapter-parts.ts';

function shapeOf(paragraphs: readonly string[], most: number) {
  return partsOfChapter({ paragraphs }, most).map((part) => [part.paragraphs, part.pauseSeconds]);
}

describe('the parts of a chapter', () => {
  it('end between paragraphs, with the silence that stands there', () => {
    assert.deepEqual(shapeOf(['One two.', 'Three four', 'Five.'], 100), [
      [['One two.', 'Three four', 'Five.'], undefined],
    ]);
    assert.deepEqual(shapeOf(['One two.', 'Three four', 'Five.'], 18), [
      [['One two.', 'Three four'], 0.638],
      [['Five.'], undefined],
    ]);
    assert.deepEqual(shapeOf(['One two.', 'Three.'], 10), [
      [['One two.'], 0.308],
      [['Three.'], undefined],
    ]);
  });

  it('have a short last paragraph with what stands before it', () => {
    const long = 'One two three four. '.repeat(5).trim();
    assert.deepEqual(shapeOf([long, 'The End.'], 100), [[[long, 'The End.'], undefined]]);
    assert.deepEqual(shapeOf([long, 'The End.', 'No.'], 100), [
      [[long], 0.308],
      [['The End.', 'No.'], undefined],
    ]);
  });

  it('end behind a sentence within a paragraph that is longer, else behind a mark, a word or a character', () => {
    assert.deepEqual(shapeOf(['He said three. Dr. Brown and Mr. Smith had four. End.'], 45), [
      [['He said three. '], 0],
      [['Dr. Brown and Mr. Smith had four. End.'], undefined],
    ]);
    assert.deepEqual(
      shapeOf(['one two, three four five six seven'], 20).map(([text]) => text),
      [['one two, '], ['three four five six '], ['seven']],
    );
    assert.deepEqual(shapeOf(['今日は。明日は。'], 5)[0], [['今日は。'], 0]);
    assert.deepEqual(
      shapeOf(['😀😀😀'], 3).map(([text]) => text),
      [['😀'], ['😀'], ['😀']],
    );
  });

  it('have all characters of the chapter, and none more than its length', () => {
    const paragraphs = Array.from({ length: 300 }, (_, index) =>
      'Some words stand here. '.repeat((index * 37) % 60).trimEnd(),
    ).filter((text) => text !== '');
    const parts = partsOfChapter({ paragraphs }, 1000);
    assert.ok(parts.every((part) => part.paragraphs.join('').length <= 1000));
    assert.equal(parts.flatMap((part) => part.paragraphs).join(''), paragraphs.join(''));
  });
});
