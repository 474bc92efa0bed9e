/** What the page says about a recording, by how loud its pieces are. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { adviceOn, lengthAdvice } from '../../../console/src/audio/clips/clip-advice.ts';

/** Speech of a loudness with a pause each second, in which the room is heard. */
function pieces(speech: number, room: number): number[] {
  return Array.from({ length: 150 }, (_, index) => (index % 50 < 12 ? room : speech));
}

describe('advice on a recording', () => {
  it('is none before there is a second of it', () => {
    assert.equal(adviceOn(pieces(0.4, 0.001).slice(0, 49)), undefined);
  });

  it('praises what is loud enough in a quiet room, and one loud room with a louder voice', () => {
    assert.equal(adviceOn(pieces(0.4, 0.001))?.isGood, true);
    assert.equal(adviceOn(pieces(0.9, 0.02))?.isGood, true);
  });

  it('names what is wrong: too loud, too soft, a loud room', () => {
    const text = (levels: number[]) => {
      const advice = adviceOn(levels);
      assert.equal(advice?.isGood, false);
      return advice.text;
    };
    assert.match(text([...pieces(0.4, 0.001), 1]), /Too loud/);
    assert.match(text(pieces(0.03, 0.001)), /Too soft/);
    assert.match(text(pieces(0.3, 0.1)), /The room is loud/);
  });

  it('asks for more or less of it', () => {
    assert.match(lengthAdvice(2) ?? '', /least/);
    assert.equal(lengthAdvice(15), undefined);
    assert.match(lengthAdvice(90) ?? '', /nothing new/);
  });
});
