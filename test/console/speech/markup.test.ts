/** Tags that the console's Speak page puts into a text, held against the reader of the server. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  heardAlone,
  withPause,
  withSpelling,
  withTag,
  type TextEdit,
} from '../../../console/src/speak/markup/markup.ts';

/** The text with `[` and `]` around its selection, or `|` at the caret. */
function given(marked: string): readonly [string, { start: number; end: number }] {
  const start = marked.search(/[[|]/);
  const text = marked.replaceAll(/[[\]|]/g, '');
  const end = marked.includes('|') ? start : marked.indexOf(']') - 1;
  return [text, { start, end }];
}

function applied(text: string, edit: TextEdit): string {
  return text.slice(0, edit.start) + edit.text + text.slice(edit.end);
}

describe('tags of the toolbar', () => {
  it('a pause stands behind the selection, with a space on either side', () => {
    const pause = (marked: string, ms: number): string => {
      const [text, range] = given(marked);
      return applied(text, withPause(text, range, ms));
    };
    assert.equal(pause('One|, two.', 500), 'One <break time="500ms"/> , two.');
    assert.equal(pause('One. |Two.', 1000), 'One. <break time="1s"/> Two.');
    assert.equal(pause('[One.] Two.', 2000), 'One. <break time="2s"/> Two.');
    assert.equal(pause('|One.', 300), '<break time="300ms"/> One.');
  });

  it('a pace holds for the selection, and what was in force comes back behind it', () => {
    const slow = (marked: string, usual = '1'): string => {
      const [text, range] = given(marked);
      return applied(text, withTag(text, range, 'speed', '0.85', usual));
    };
    assert.equal(slow('Say [this ]now.'), 'Say <speed ratio="0.85"/>this<speed ratio="1"/> now.');
    assert.equal(slow('Say th|is now.', '1.2'), 'Say <speed ratio="0.85"/>this<speed ratio="1.2"/> now.');
    assert.equal(
      slow('<speed ratio="1.3"/>Say [this] now.'),
      '<speed ratio="1.3"/>Say <speed ratio="0.85"/>this<speed ratio="1.3"/> now.',
    );
    assert.equal(slow('Say this [now.]'), 'Say this <speed ratio="0.85"/>now.');
  });

  it('spelling is put around the word, and taken away again', () => {
    const spell = (marked: string): string => {
      const [text, range] = given(marked);
      return applied(text, withSpelling(text, range));
    };
    assert.equal(spell('Code A|B12 please.'), 'Code <spell>AB12</spell> please.');
    assert.equal(spell('Code <spell>A|B12</spell> please.'), 'Code AB12 please.');
  });

  it('a part is heard with the tags that are in force where it begins', () => {
    const [text, range] = given('One. <speed ratio="0.8"/><emotion value="sad"/>Two is 3.5 and| more. Three.');
    assert.equal(heardAlone(text, range), '<speed ratio="0.8"/><emotion value="sad"/>Two is 3.5 and more.');
    const [whole, selected] = given('One [two three] four.');
    assert.equal(heardAlone(whole, selected), 'two three');
  });
});
