/** Conversations by rules: what is remembered, corrected, interrupted, and what tools give. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LanguageModelMessage } from '../adapter.ts';
import { rules } from './index.ts';
import { converse } from './testing.ts';

const never = new AbortController().signal;

async function answer(system: string, messages: readonly LanguageModelMessage[], language?: string): Promise<string> {
  let text = '';
  for await (const event of rules.open().generate({ system, messages, language }, never)) {
    if (event.type === 'text') text += event.text;
    if (event.type === 'tool_call') text += `[${event.name} ${event.arguments}]`;
  }
  return text;
}

const booking = `
When the user says: book a table
Ask for {{day}} (date): Which day? | Sorry, which day?
Ask for {{guest}} (name): What name?
Call: book(day={{day}}, guest={{guest}}, people=4)
Say: Booked, {{guest}}: {{result.code}}.
When the user says: book a taxi
Ask for {{guest}} (name): What name?
Say: A taxi for {{guest}}.
When the user says: what is the weather
Say: It is sunny.
Otherwise: Pardon?`;

describe('a conversation by rules', () => {
  it('says something in the language of the agent where there are no rules', async () => {
    const said: LanguageModelMessage[] = [{ role: 'user', text: 'hello' }];
    assert.equal(await answer('Be friendly.', said), 'Sorry, I did not understand that.');
    assert.equal(await answer('', said, 'de'), 'Das habe ich leider nicht verstanden.');
    assert.equal(await answer(booking, said), 'Pardon?');
  });

  it('asks once more for what it did not get, then gives up', async () => {
    const conversation = converse(booking);
    assert.equal(await conversation.say('book a table'), 'Which day?');
    assert.equal(await conversation.say('erm'), 'Which day?');
    assert.equal(await conversation.say('the usual'), 'Sorry, which day?');
    assert.equal(await conversation.say('like always'), 'Pardon?');
    assert.equal(await conversation.say('Friday'), 'Pardon?');
  });

  it('remembers slots for other rules, and asks anew where the same rule begins again', async () => {
    const conversation = converse(booking, { tools: { book: () => ({ code: 7 }) } });
    await conversation.say('book a table');
    await conversation.say('Friday');
    assert.match(await conversation.say('Anna'), /Booked, Anna: 7\.$/u);
    assert.equal(await conversation.say('book a taxi'), 'A taxi for Anna.');
    assert.equal(await conversation.say('book a table on Monday'), 'What name?');
    assert.match(await conversation.say("it's Bob"), /"day":"Monday","guest":"Bob".*Booked, Bob/u);
    assert.equal(await conversation.say('book a taxi'), 'A taxi for Bob.');
  });

  it('answers another question in between, or turns to another rule', async () => {
    const conversation = converse(booking);
    await conversation.say('book a table');
    assert.equal(await conversation.say("what's the weather?"), 'It is sunny. Which day?');
    assert.equal(await conversation.say('no, book a taxi'), 'What name?');
    assert.equal(await conversation.say('what is the weather'), 'It is sunny. What name?');
    assert.equal(await conversation.say('Weather'), 'A taxi for Weather.');
  });

  it('stops a rule that asks, in the words of the language', async () => {
    const conversation = converse(booking, { language: 'de' });
    await conversation.say('book a table');
    assert.equal(await conversation.say('Ach, vergiss es!'), 'In Ordnung.');
    assert.equal(await conversation.say('Freitag'), 'Pardon?');
  });

  it('says what happened where a tool fails, and takes any result', async () => {
    const system =
      'When the user says: go\nCall: act(n="{{result}}")\nSay: Got {{result}} and {{result.a.b}}.\nOtherwise: Failed.';
    for (const [result, said] of [
      [new Error('down'), '[act {"n":""}] Failed.'],
      [7, '[act {"n":""}] Got 7 and .'],
      [{ a: { b: [1, 'two'] } }, '[act {"n":""}] Got and 1, two.'],
      ['text', '[act {"n":""}] Got text and .'],
    ] as const) {
      assert.equal(await converse(system, { tools: { act: () => result } }).say('go'), said);
    }
  });

  it('gives arguments the types that the schema of the tool has', async () => {
    const properties = { people: { type: 'integer' }, sure: { type: 'boolean' }, code: { type: 'string' } };
    const offered = [{ name: 'book', description: 'Books.', parameters: { type: 'object', properties } }];
    const system = `When the user says: go
Ask for {{people}} (number): How many?
Ask for {{sure}} (yes or no): Sure?
Call: book(people={{people}}, sure={{sure}}, code={{people}}, x=1.5, y="a \\"b\\"", z=null)`;
    const conversation = converse(system, { offered });
    await conversation.say('go');
    await conversation.say('twenty-one');
    assert.equal(
      await conversation.say('yeah'),
      '[book {"people":21,"sure":true,"code":"21","x":1.5,"y":"a \\"b\\"","z":null}]',
    );
  });

  it('says the result of a tool that took long when it comes, whatever was said meanwhile', async () => {
    const system =
      'When the user says: find it\nSay: I look.\nCall: find()\nSay: Found {{result.x}}.\nWhen the user says: hello\nSay: Hi.';
    const call = { id: 'c', name: 'find', arguments: '{}' };
    const result = { role: 'tool', toolCallId: 'c', name: 'find', result: '{"x":1}' } as const;
    const before: LanguageModelMessage[] = [
      { role: 'user', text: 'find it' },
      { role: 'assistant', text: 'I', toolCalls: [call] },
    ];
    const pending = { ...result, isPending: true, result: '' };
    const hello: LanguageModelMessage[] = [
      { role: 'user', text: 'hello' },
      { role: 'assistant', text: 'Hi.' },
    ];
    assert.equal(await answer(system, before.slice(0, 1)), 'I look.[find {}]');
    assert.equal(await answer(system, [...before, result]), 'Found 1.');
    assert.equal(await answer(system, [...before, pending]), '');
    assert.equal(await answer(system, [...before, pending, ...hello, result]), 'Found 1.');
    assert.equal(await answer(system, [...before, pending, result, { role: 'user', text: 'hello' }]), 'Found 1. Hi.');
    // A call that never ran has no result, and another one is not taken for it.
    assert.equal(await answer(system, [before[0]!, hello[0]!, result]), 'Hi.');
  });

  it('goes by what the user said, not by what was heard of its own words', async () => {
    const first: LanguageModelMessage = { role: 'user', text: 'book a table' };
    for (const heard of [[], [{ role: 'assistant', text: '' }], [{ role: 'assistant', text: 'Which' }]] as const) {
      assert.equal(
        await answer(booking, [
          { role: 'assistant', text: 'Hello!' },
          first,
          ...heard,
          { role: 'user', text: 'Friday' },
        ]),
        'What name?',
      );
    }
  });

  it('asks again where nothing is new and a question waits, and is silent where none does', async () => {
    const conversation = converse(booking);
    assert.equal(await answer(booking, []), '');
    await conversation.say('book a table');
    assert.equal(await conversation.wait(), 'Which day?');
  });

  it('takes instructions that are as large as they may be, at once', { timeout: 30_000 }, async () => {
    const many = Array.from(
      { length: 10_000 },
      (_, index) => `When the user says: topic${index} of area${index % 97}\nSay: ${index}.`,
    );
    const conversation = converse(many.join('\n'));
    assert.equal(await conversation.say('tell me about topic4711 of area55'), '4711.');
    const long = converse(`When the user says: ${'very '.repeat(20_000)}\nSay: ${'long '.repeat(20_000)}end.`);
    assert.match(await long.say('very '.repeat(20_000)), /long end\.$/u);
  });
});
