/** Answers of which nothing can be heard. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LanguageModelEvent } from '../language-models/adapter.ts';
import { converse, ended } from './testing.ts';

describe('an answer without a word', () => {
  it('is an empty one, which has not failed', async () => {
    const failures: Error[] = [];
    const talk = await converse({
      model: { script: (_request, index) => [['…'], [' —'], ['…', ' . . .', '\n'], ['*']][index] ?? ['Well, yes.'] },
      onFailure: (error) => failures.push(error),
    });
    for (const text of ['one', 'two', 'three', 'four', 'five']) {
      talk.conversation.userText(text);
      await talk.pass(2);
    }
    assert.equal(ended(talk), undefined);
    assert.deepEqual(failures, []);
    assert.deepEqual(talk.turns().slice(-2), ['user: five', 'assistant: Well, yes.']);
    assert.equal(talk.turns().length, 6, 'no turn was none');
    assert.ok(talk.model.requests.at(-1)!.messages.every(({ role }) => role === 'user'));
  });

  it('is spoken with the word that comes behind', async () => {
    const talk = await converse({ model: { script: () => ['— ', '"', 'Yes', '", he said.'] } });
    talk.conversation.userText('and');
    await talk.pass(2);
    assert.deepEqual(talk.turns(), ['user: and', 'assistant: — "Yes", he said.']);
    const texts = talk.events.flatMap((event) => (event.type === 'text' ? [event.text] : []));
    assert.deepEqual(texts, ['— "Yes', '", he said.']);
  });

  it('before or behind a tool is left out', async () => {
    const call: LanguageModelEvent = { type: 'tool_call', id: 'c1', name: 'none', arguments: '{}' };
    const talk = await converse({
      model: { script: (_request, index) => [['…', call], ['Let me see.', call], ['—']][index] ?? [] },
    });
    talk.conversation.userText('and');
    await talk.pass(3);
    assert.deepEqual(talk.turns(), ['user: and', 'assistant: Let me see.']);
  });
});

describe('an answer that goes on without a sound', () => {
  it('has failed where no word comes', async () => {
    for (const begin of [[], ['Well. ']]) {
      const script = () => [...begin, ...Array.from({ length: 600 }, () => '!'), { waitMs: Infinity }];
      const failures: Error[] = [];
      const talk = await converse({ model: { script }, onFailure: (error) => failures.push(error) });
      talk.conversation.userText('and');
      await talk.pass(60);
      assert.match(talk.turns()[1]!, /^assistant: (?:Well\. !+ )?Sorry, something went wrong\./u);
      assert.deepEqual(
        failures.map(({ message }) => message),
        ['the model wrote 450 characters without a word'],
      );
    }
  });

  it('is heard from the words on that can be spoken', async () => {
    const strange = '\u0f40\u0f0b\u0f41. ';
    const script = () => [strange.repeat(100), ...Array.from({ length: 20 }, () => strange.repeat(10)), 'And this.'];
    const isHeard = (text: string) => /[a-z]/u.test(text);
    const talk = await converse({ model: { script }, isHeard });
    talk.conversation.userText('and');
    await talk.pass(10);
    assert.match(talk.turns()[1]!, /And this\.$/u);
    assert.ok(talk.line.written > 0);
  });
});
