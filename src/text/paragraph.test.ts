import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { initialReaderState, readSegments, type ReaderState } from './reader.ts';

/** Semitones of each segment of a text in pieces, of which the last ends it. */
function semitones(pieces: readonly string[], end = true): number[] {
  let state: ReaderState = initialReaderState;
  return pieces.flatMap((piece, index) => {
    const goesOn = index < pieces.length - 1 || !end;
    const options = { language: 'en', normalization: 'auto', generationConfig: {}, goesOn } as const;
    const result = readSegments(piece, state, options);
    state = result.state;
    return result.segments.map(({ prosody }) => Math.round(120 * Math.log2(prosody.pitch)) / 10);
  });
}

describe('the melody of a paragraph', () => {
  it('begins a semitone higher and ends a semitone lower', () => {
    assert.deepEqual(semitones(['One is here. ', 'Two is here. ', 'Three is here.']), [1, 0, -1]);
    assert.deepEqual(semitones(['One is here. ', 'Two is here.']), [1, -1]);
  });

  it('is the voice’s own for a sentence alone, and while no end is known', () => {
    assert.deepEqual(semitones(['One is here.']), [0]);
    assert.deepEqual(semitones(['Title\n\n', 'One is here.']), [0, 0]);
    assert.deepEqual(semitones(['One is here. ', 'Two is here. '], false), [1, 0]);
  });

  it('begins anew behind a blank line, not behind the end of a line', () => {
    assert.deepEqual(semitones(['One. ', 'Two.\n\n', 'Three. ', 'Four.']), [1, -1, 1, -1]);
    assert.deepEqual(semitones(['Options:\n', '- one\n', '- two\n', '- three']), [1, 0, 0, -1]);
  });

  it('does not change within a sentence that is cut', () => {
    assert.deepEqual(semitones(['When all of this is done, ', 'we go home. ', 'Yes.']), [1, 1, -1]);
    assert.deepEqual(semitones(['All of this goes ', 'on.']), [0, 0]);
    assert.deepEqual(semitones(['One. ', 'All of this goes ', 'on.']), [1, 0, 0]);
    assert.deepEqual(semitones(['One. ', 'All <break time="1s"/>of this.']), [1, -1, -1]);
  });

  it('leaves silence and markup out of account', () => {
    assert.deepEqual(semitones(['<speed ratio="1.2"/>', 'One. ', '<break time="1s"/>', 'Two.']), [1, 0, -1]);
  });

  it('comes on top of an emotion, and is none for an engine without pitch', () => {
    const read = (pitch: boolean): number =>
      readSegments('One. ', initialReaderState, {
        language: 'en',
        normalization: 'auto',
        generationConfig: { emotion: 'excited' },
        prosody: { rate: true, pitch, emotion: false },
        goesOn: true,
      }).segments[0]!.prosody.pitch;
    assert.equal(read(true), 1.1866);
    assert.equal(read(false), 1);
  });
});
