import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../test/support/property-runs.ts';
import { readMarkup } from '../markup.ts';
import { SpokenText, spokenText } from './index.ts';

function inPieces(pieces: readonly string[]): string {
  const spoken = new SpokenText();
  return pieces.map((piece) => spoken.push(piece)).join('') + spoken.end();
}

/** What a model writes, and what is said of it. */
const cases: Readonly<Record<string, readonly (readonly [written: string, said: string])[]>> = {
  emphasis: [
    ['This is **very** important, *really*.', 'This is very important, really.'],
    ['__Bold__, _so_, ~~old~~ and `code()`.', 'Bold, so, old and code().'],
    ['***Both***!', 'Both!'],
    ['2 * 3 is 6, 3*4 is 12, a * b', '2 * 3 is 6, 3*4 is 12, a * b'],
    ['snake_case_name and __init__', 'snake_case_name and init'],
    ['5*x and 2**3 = 8', '5*x and 2**3 = 8'],
    ['**5** apples, *3 apples* and **Step 1** here', '5 apples, 3 apples and Step 1 here'],
    ['Dial *67 or *21*555#. Press * now, or enter *.', 'Dial *67 or *21*555#. Press * now, or enter *.'],
    ['*42* and *so*.', '42 and so.'],
    ['*5*th of May, *21*st, **5**0 and *3 apples, 2*4 pears*', '5th of May, 21st, 50 and 3 apples, 2*4 pears'],
    [
      '*10 minutes later, she came back with a smile and a cup of hot tea.* So.',
      '10 minutes later, she came back with a smile and a cup of hot tea. So.',
    ],
    ['*...sighs* Hello, *.NET* and *!important*', '...sighs Hello, .NET and !important'],
    ['word*5*', 'word5'],
    ['50\\% \\& \\$5, C:\\path', '50% & $5, C:\\path'],
    ['about ~5 minutes', 'about ~5 minutes'],
    ['\\*not\\* emphasis, C:\\path', '*not* emphasis, C:\\path'],
  ],
  lines: [
    ['# Title\n\nText', 'Title\n\nText'],
    ['### Three\nC# is a language, #1 too', 'Three\nC# is a language, #1 too'],
    ['- One\n- Two\n* Three\n+ Four\n• Five', 'One\nTwo\nThree\nFour\nFive'],
    ['- [ ] Milk\n- [x] Bread', 'Milk\nBread'],
    ['1. First\n2. Second', '1. First\n2. Second'],
    ['  - Within\n    - Deeper', 'Within\nDeeper'],
    ['> Quoted\n> - list\n> 100 is more', 'Quoted\nlist\n> 100 is more'],
    ['-5 degrees\n- 5 degrees', '-5 degrees\n5 degrees'],
    ['One\n\n---\n\nTwo\n***\nThree\n=====\nFour', 'One\n\nTwo\n\nThree\n\nFour'],
    ['*Emphasis* at the start', 'Emphasis at the start'],
    ['| Day | Hour |\n|---|:--|\n| Monday | nine |', 'Day, Hour\n\nMonday, nine'],
    ['true | false', 'true | false'],
  ],
  code: [
    ['Run:\n```bash\nnpm_config * start\n```\nDone.', 'Run:\n\nnpm_config * start\n\nDone.'],
    ['```\n# not a title\n```', '# not a title'],
    ['~~~js\nx\n~~~', 'x'],
  ],
  links: [
    ['See [our **site**](https://example.com/a_b?c=*).', 'See our site.'],
    [
      '![A cat](cat.png) [mail](mailto:a@b.c) [up](../x "Up") [wiki](https://a.org/b_(c))',
      '![A cat](cat.png) mail up wiki',
    ],
    ['![A cat](/cat.png)', 'A cat'],
    ['a[0](x) and [1] and (see)', 'a[0](x) and [1] and (see)'],
    ['[one](https://a.b/c) [two](#d)', 'one two'],
    ['Go to https://example.com/a now', 'Go to https://example.com/a now'],
    ['<https://example.com> here', 'example.com here'],
    ['Visit <https://example.com/a/b?c=d>.', 'Visit example.com.'],
    ['Write to <mailto:me@example.org>', 'Write to me@example.org'],
  ],
  tags: [
    ['A <b>bold</b> word<br/>and <a href="https://x.y/">link</a><!-- no -->.', 'A bold word\nand link.'],
    [
      '<speed ratio="1.2"/>Fast <break time="1s"/> <spell>AB</spell> [laughter]',
      '<speed ratio="1.2"/>Fast <break time="1s"/> <spell>AB</spell> [laughter]',
    ],
    ['Say <<k|æ|t>> or <emotion value="sad"/>.', 'Say <<k|æ|t>> or <emotion value="sad"/>.'],
    ['Hello<br>World, one</p><p>two', 'Hello\nWorld, one\n\ntwo'],
    ['<td>One</td><td>two</td>', 'One two'],
    ['<li>One</li>', 'One'],
    ['Tom &amp; Jerry&nbsp;here, 1 &lt; 2 &gt; 0, &quot;so&quot;', 'Tom & Jerry here, 1 < 2 > 0, "so"'],
    ['Use &lt;break time="3s"/&gt; here', 'Use <\u2060break time="3s"/> here'],
    ['\\<spell>, &lt; &lt;k|t>>', '<\u2060spell>, <\u2060 <\u2060k|t>>'],
    ['AT&T &c &amp and &unknown; R&D;', 'AT&T &c &amp and &unknown; R&D;'],
    ['<b>b</b><brand> <path>', 'b'],
    ['a < b and c > d, x<y, 1<2>0, I <3 you', 'a < b and c > d, x<y, 1<2>0, I <3 you'],
    ['<think hard', '<think hard'],
  ],
  emoji: [
    ['Hello 😀 world 👩‍👩‍👧!', 'Hello world !'],
    ['Great! 🎉', 'Great!'],
    ['❤️ love, ☀️, 👍🏽, 🇩🇪, 1️⃣ © ™ ✓', 'love, , , , 1 © ™ ✓'],
    ['日本語😀です', '日本語です'],
  ],
  space: [
    ['  Two   spaces \n\n\n\n and lines.  ', 'Two spaces\n\nand lines.'],
    ['\n\n', ''],
    ['10\u00a0km', '10\u00a0km'],
    ['half \ud83d of one', 'half \ufffd of one'],
  ],
};

describe('text of a language model for the voice', () => {
  it('has no tag where the model escaped one', () => {
    const written =
      'Use &lt;break time="3s"/&gt;, &lt; speed ratio="2"/&gt;, \\<volume ratio="2"/> or &lt;&lt;k|t&gt;&gt; here.';
    const events = readMarkup(spokenText(written));
    assert.deepEqual(
      events.map(({ kind }) => kind),
      ['text'],
    );
  });

  for (const [what, list] of Object.entries(cases)) {
    for (const [written, said] of list) {
      it(`has ${what} as they are said: ${JSON.stringify(written)}`, () => {
        assert.equal(spokenText(written), said);
        assert.equal(inPieces(Array.from({ length: written.length }, (_, at) => written.charAt(at))), said);
        for (let at = 0; at <= written.length; at++) {
          assert.equal(inPieces([written.slice(0, at), written.slice(at)]), said, `cut at ${at}`);
        }
      });
    }
  }

  const parts = fc.constantFrom(
    ...'*_~`#>-+=•|[]()!<>\\/ \n"x1é語'.split(''),
    ...[
      '**',
      '```',
      '](',
      'https://a.b/',
      '<b>',
      '</b>',
      '<spell>',
      '<<k|t>>',
      '[laughter]',
      '😀',
      '\u200d',
      '\ufe0f',
      '\ud83d',
      '\n- ',
      '\n| ',
    ],
  );

  it('keeps a mark of the interface that is never closed, without the space at its end', () => {
    assert.equal(spokenText('<<\n| '), '<<\n|');
  });

  it('is the same for every cut', () => {
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        const whole = spokenText(text);
        assert.equal(inPieces(pieces), whole);
        assert.equal(inPieces(text.split('')), whole);
        assert.ok(whole.isWellFormed() && !/^\s|\s$|\n{3}/u.test(whole), JSON.stringify(whole));
      }),
      runs(2000),
    );
  });

  it('keeps little, and gives plain text at once', () => {
    const spoken = new SpokenText();
    assert.equal(spoken.push('Good morning'), 'Good morning');
    assert.equal(spoken.push(', how'), ', how');
    for (const hostile of ['[', '<a', '*', '`', '> ', '| ', '\\', '![x](', '#', '- [', '😀\u200d']) {
      const text = hostile.repeat(20_000);
      const one = new SpokenText();
      const given = one.push(text);
      assert.ok(given.length + one.end().length <= text.length);
    }
  });
});
