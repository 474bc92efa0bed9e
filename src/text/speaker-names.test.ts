import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { faultOfName, maxSpeakerName, partsOf, SpeakerReader } from './speaker-names.ts';

describe('names of speakers in a text', () => {
  it('begin a part each, and are no part of what is said', () => {
    assert.deepEqual(partsOf('Before. [Anna] Hello.\n\n[ Ben ]Hi. [Anna]  Yes'), [
      { speaker: undefined, text: 'Before.' },
      { speaker: 'Anna', text: 'Hello.' },
      { speaker: 'Ben', text: 'Hi.' },
      { speaker: 'Anna', text: 'Yes' },
    ]);
  });

  it('are kept where nothing is said, so that an unknown one is seen', () => {
    assert.deepEqual(partsOf('[Anna] [Ben] Hi.'), [
      { speaker: 'Anna', text: '' },
      { speaker: 'Ben', text: 'Hi.' },
    ]);
  });

  it('are no tags, no open brackets, and nothing longer than a name or a line', () => {
    const long = `[${'x'.repeat(maxSpeakerName + 1)}]`;
    for (const text of ['a [laughter] b', 'a [Ben', 'a [Be\nn] b', `a ${long} b`, 'a ] b']) {
      assert.deepEqual(partsOf(text), [{ speaker: undefined, text }], text);
    }
    assert.deepEqual(partsOf('a [[Ben] b'), [
      { speaker: undefined, text: 'a [' },
      { speaker: 'Ben', text: 'b' },
    ]);
  });

  it('are found however the text is divided', () => {
    const text = 'Before [laughter]. [Anna] Hello [not\nclosed. [ Ben ] Hi [[Anna] Yes [';
    const whole = merged([...new SpeakerReader().read(text, true)]);
    for (const size of [1, 2, 3, 7]) {
      const reader = new SpeakerReader();
      const parts = text.match(new RegExp(`[^]{1,${size}}`, 'gu'))!.flatMap((piece) => reader.read(piece, false));
      assert.deepEqual(merged([...parts, ...reader.read('', true)]), whole, `${size}`);
    }
  });

  it('hold no brackets, tags or line breaks', () => {
    for (const name of ['', '  ', 'A[b', 'A]', '<b>', 'a\nb', 'laughter', 'x'.repeat(maxSpeakerName + 1)]) {
      assert.notEqual(faultOfName(name), undefined, JSON.stringify(name));
    }
    for (const name of ['Anna', ' Ben ', 'Dr. O’Neill (host)', '李', 'Speaker 1']) {
      assert.equal(faultOfName(name), undefined);
    }
  });
});

function merged(parts: { speaker: string | undefined; text: string }[]): string[] {
  const all: { speaker: string | undefined; text: string }[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (last !== undefined && last.speaker === part.speaker) last.text += part.text;
    else all.push({ ...part });
  }
  return all.map(({ speaker, text }) => `${speaker}:${text}`);
}
