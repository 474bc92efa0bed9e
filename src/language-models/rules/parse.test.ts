/** Which lines are rules, which are notes, and which are neither. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../test/support/property-runs.ts';
import { rules } from './index.ts';
import { readProgram } from './parse.ts';

const when = 'When the user says: hello';

function problemsOf(...lines: readonly string[]): string[] {
  return rules.check(lines.join('\n')).map(({ line, problem }) => `${line}: ${problem}`);
}

describe('the lines of rules', () => {
  it('are found in any case, behind marks of a list, with any line break', () => {
    const { program, problems } = readProgram(
      '## Greeting\r\n  - WHEN THE CALLER SAYS: hello | hi|\r1. when the user says : good day\u2028* say: Hi.\n\nend:\n otherwise: What?',
    );
    assert.deepEqual(problems, []);
    assert.deepEqual(program, {
      rules: [
        {
          line: 2,
          examples: ['hello', 'hi', 'good day'],
          steps: [
            { kind: 'say', text: 'Hi.' },
            { kind: 'end', text: '' },
          ],
        },
      ],
      cancelling: undefined,
      otherwise: 'What?',
    });
  });

  for (const prose of [
    'You are a friendly assistant.',
    'Say hello first, and call people by their names.',
    'Call the tool find_order when an order is meant.',
    'End every sentence politely; otherwise repeat it.',
    'Transfer to a person whoever asks for one.',
    'Ask for the name, then for the day.',
    'If no name is given, ask for it.',
    'Sayings: none. Callers: many. Day: Monday. Note: be brief.',
    'Когда пользователь говорит: привет',
  ]) {
    it(`are not found in prose: ${prose}`, () => {
      assert.deepEqual(readProgram(prose), {
        program: { rules: [], cancelling: undefined, otherwise: undefined },
        problems: [],
      });
    });
  }

  for (const [lines, problem] of [
    [['Say: hello'], /^1: "say" stands behind "When the user says:" only$/u],
    [['When the user says:', 'Say: x'], /^1: "when the user says:" wants what is said/u],
    [['When the user says hello', 'x'], /^1: a colon is missing/u],
    [['When the user say: hello'], /^1: "when the user say:" is no beginning of a line; "when the user says:" is$/u],
    [[when, '', 'When the user says: bye', 'End: Bye.', 'x'], /^$/u],
    [[when], /^1: nothing is done here/u],
    [[when, 'Say:'], /^2: "say:" has no text behind it/u],
    [[when, 'Ask for {{day}} (weekday): Which?'], /^2: \(weekday\) is no kind; there are number, /u],
    [[when, 'Ask for {{day}} (date) Which?'], /^2: "Ask for" is written like/u],
    [[when, 'Ask for day: Which?'], /^2: "Ask for" is written like/u],
    [[when, 'Ask for {{day}}: '], /^2: "Ask for" has no question/u],
    [[when, 'Ask for {{day}}: a | b | c'], /^2: "Ask for" has one question and one more/u],
    [[when, 'Ask for {{result}}: a'], /^2: \{\{result\}\} is what a tool gave/u],
    [[when, 'Ask for {{a}} (one of x): b'], /^2: "one of" wants two options/u],
    [[when, 'Call: two words(x=1)'], /^2: "Call:" is written like/u],
    [[when, 'Call: f(x)'], /^2: an argument of "Call:" is written like/u],
    [[when, 'Call: f(x="a)'], /^2: an argument of "Call:" is written like/u],
    [[when, 'Call: f(x="\\q")'], /^2: an argument of "Call:" is written like/u],
    [[when, 'Call: f(x=1, x=2)'], /^2: the argument x comes twice/u],
    [[when, 'Say: a', 'If it fails: b'], /^3: "If it fails:" stands behind "Call:" only/u],
    [[when, 'Ask for {{a}} (name): b', 'If no: c'], /^3: "If no:" stands behind an "Ask for"/u],
    [[when, 'Transfer to Bob: Hold.'], /^2: "Transfer to" wants a number in E\.164 form/u],
    [[when, 'End: Bye.', 'Say: more'], /^3: nothing comes behind the end/u],
    [['Otherwise: a', 'Otherwise: b'], /^2: "Otherwise:" stands once already/u],
    [['When the user cancels: stop', 'Ask for {{a}}: b'], /^2: what is cancelled asks for nothing/u],
  ] as const) {
    it(`are refused by their numbers: ${lines.join(' / ')}`, () => {
      assert.match(problemsOf(...lines)[0] ?? '', problem);
    });
  }

  it('take numbers and variables as what is transferred to', () => {
    for (const [line, number] of [
      ['Transfer to +49 30 123-456: Hold.', '+4930123456'],
      ['Transfer to: +4930123456', '+4930123456'],
      ['Transfer: {{desk}}: Hold.', '{{desk}}'],
    ] as const) {
      const [step] = readProgram(`${when}\n${line}`).program.rules[0]!.steps;
      assert.equal(step?.kind === 'transfer' ? step.number : '', number);
    }
  });

  it('tell which names they fill in themselves, and what callers may say', () => {
    const text = `${when} | {{greeting}} there\nAsk for {{size}} (one of small, large): Which?\nCall: f(a={{size}}, b={{account}})`;
    assert.deepEqual(rules.slots(text), ['size', 'result']);
    const phrases = rules.phrases(text);
    assert.deepEqual(phrases.slice(0, 4), ['hello', 'there', 'small', 'large']);
    assert.ok(phrases.includes('never mind'));
    assert.ok(rules.phrases(text, 'de').includes('abbrechen'));
    assert.deepEqual(rules.phrases('Be friendly.'), []);
  });

  const parts = fc.constantFrom(
    ...[
      when,
      'When the user cancels:',
      'Say:',
      'Ask for {{a}}',
      '(one of',
      '(date)',
      'Call: f(',
      'a=',
      '"',
      '\\',
      '{{',
      '}}',
      '|',
    ],
    ...[
      'Transfer to +',
      'End:',
      'Otherwise:',
      'If no:',
      'If it fails:',
      '\n',
      '\n',
      ' ',
      ':',
      ')',
      ',',
      '1',
      'x',
      '😀',
      '\ud83d',
      'ß',
    ],
  );

  it('never fail, whatever they are', () => {
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 60 }), (pieces) => {
        const text = pieces.join('');
        for (const { line, problem } of rules.check(text)) {
          assert.ok(Number.isInteger(line) && line >= 1 && line <= text.split(/[\n\r]/u).length && problem !== '');
        }
        for (const phrase of rules.phrases(text)) assert.notEqual(phrase.trim(), '');
      }),
      runs(500),
    );
  });

  it('are read in one pass, however they repeat', { timeout: 20_000 }, () => {
    for (const hostile of [
      ' ',
      '\t-',
      '{{',
      'a=',
      '"',
      '\\"',
      '(',
      ', ',
      '|',
      ':',
      '+1 ',
      'When the user says: ',
      '\n',
      'x=   ',
    ]) {
      const long = hostile.repeat(Math.ceil(100_000 / hostile.length));
      for (const head of [
        '',
        `${when}\nCall: f(a=`,
        `${when}\nCall: f(`,
        `${when}\nAsk for {{a}} (`,
        `${when}\nTransfer to `,
        `${when}\nSay: `,
      ]) {
        rules.check(`${head}${long}`);
        rules.check(`${head}${long}"!`);
      }
    }
  });
});
