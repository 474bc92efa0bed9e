/** The example of the guide holds every action, and does what the guide says. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { readProgram } from './parse.ts';
import { rules } from './index.ts';
import { converse } from './testing.ts';

const guide = await readFile(new URL('../../../docs/guides/agents-with-rules.md', import.meta.url), 'utf8');
const example = /```rules[^\n]*\n(.*?)```/su.exec(guide)![1]!;

const tools = {
  book_table: ({ day }: Readonly<Record<string, unknown>>) => (day === 'Monday' ? new Error('closed') : { code: 'L7' }),
  find_order: () => ({ order: { state: 'on its way' } }),
};

/** A line that begins with what is said, and one with what is answered; `!` is what a tool was called with, and its answer. */
const dialogues: Readonly<Record<string, readonly (readonly [said: string, answered: string])[]>> = {
  'a question': [['Hi, um, when are you open?', 'We are open from noon to ten, every day but Monday.']],
  'a booking, step by step': [
    ["I'd like to book a table, please.", 'For which day?'],
    ['Well.', 'Sorry, which day?'],
    ['Next Friday.', 'At what time?'],
    ['half past seven', 'For how many people?'],
    ['four', 'Inside or on the terrace?'],
    ['the terrace please', 'Under which name?'],
    ['my name is anna schmidt', '4 people, Next Friday, half past seven, on the terrace. Shall I book it?'],
    [
      'Yes, please do.',
      'One moment. [book_table {"day":"Next Friday","hour":"half past seven","people":"4","name":"Anna Schmidt","note":"Seat on the terrace","vip":false}] Done, Anna Schmidt. Your code is L7.',
    ],
  ],
  'a booking in one sentence': [
    ['Book a table for four on Saturday at 7 pm on the terrace', 'Under which name?'],
    ['Maria', '4 people, Saturday, 7 pm, on the terrace. Shall I book it?'],
    ['No, thank you.', 'All right, I have booked nothing.'],
    ['goodbye', 'Thank you for calling. Goodbye! [end_call {}]'],
  ],
  'a booking that fails': [
    ['book a table for two on Monday at noon inside', 'Under which name?'],
    ['Bob', '2 people, Monday, noon, inside. Shall I book it?'],
    [
      'sure',
      'One moment. [book_table {"day":"Monday","hour":"noon","people":"2","name":"Bob","note":"Seat inside","vip":false}] Sorry, our book is closed right now. Please call again later.',
    ],
  ],
  'an order': [
    ["where's my order", 'What is the number of your order?'],
    ['I do not have it here', 'Please say it digit by digit.'],
    ['four seven one one', '[find_order {"order":"4711"}] Your order is on its way.'],
  ],
  'a question in the middle of another': [
    ['track a parcel', 'What is the number of your order?'],
    ['when are you open', 'We are open from noon to ten, every day but Monday. What is the number of your order?'],
    ['never mind', 'All right. What else can I do?'],
  ],
  'words as they are': [
    ['I have a complaint', 'I am sorry. What happened?'],
    ['The soup was cold!', 'Thank you, I have noted: The soup was cold!'],
  ],
  'a transfer': [['operator', 'I connect you. [transfer_to_number {"phone_number":"+493012345678"}]']],
  'what nobody expected': [['Tell me a joke', 'I can tell you our opening hours, book a table or find an order.']],
};

describe('the guide to agents with rules', () => {
  it('has an example without a fault, with every line that there is', () => {
    const { program, problems } = readProgram(example);
    assert.deepEqual(problems, []);
    const steps = program.rules.flatMap((rule) => rule.steps);
    assert.deepEqual([...new Set(steps.map(({ kind }) => kind))].toSorted(), ['ask', 'call', 'end', 'say', 'transfer']);
    const asked = steps.flatMap((step) => (step.kind === 'ask' ? [step] : []));
    const kinds = asked.map(({ slotKind }) => (typeof slotKind === 'object' ? 'one of' : slotKind));
    assert.deepEqual([...new Set(kinds)].toSorted(), [
      'anything',
      'date',
      'digits',
      'name',
      'number',
      'one of',
      'time',
      'yes or no',
    ]);
    for (const kind of new Set(kinds)) assert.ok(guide.includes(`\`${kind}`), kind);
    assert.ok(asked.some(({ again }) => again !== undefined) && asked.some(({ ifNo }) => ifNo !== undefined));
    assert.ok(steps.some((step) => step.kind === 'call' && step.ifFails !== undefined));
    assert.ok(program.cancelling !== undefined && program.otherwise !== undefined);
    assert.deepEqual(rules.check(example), []);
  });

  for (const [what, turns] of Object.entries(dialogues)) {
    it(`holds ${what}`, async () => {
      const conversation = converse(example, { tools });
      for (const [said, answered] of turns) assert.equal(await conversation.say(said), answered, said);
    });
  }
});
