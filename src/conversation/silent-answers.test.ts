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
