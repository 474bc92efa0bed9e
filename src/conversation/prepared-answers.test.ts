/** Answers to turns that have probably ended, and then have not, or were none. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { converse, ended, type TestConversation } from './testing.ts';

const begin = { kind: 'border', border: 'start' } as const;
const end = { kind: 'border', border: 'end' } as const;

/** A noise that is heard as words, whose end looks likely, and that is none after all. */
async function noise(talk: TestConversation, text: string): Promise<void> {
  const { length } = talk.model.requests;
  talk.hear(begin, 0);
  talk.hear({ kind: 'partial', text }, 0.4);
  talk.hear(end, 0.1);
  talk.hear({ kind: 'time' }, 0.4);
  await talk.pass(0.3);
  assert.equal(talk.model.requests.length, length + 1, 'an answer is prepared');
  talk.hear({ kind: 'final', text: '' }, 0.5);
  talk.hear({ kind: 'time' }, 12);
  await talk.pass(0.1);
}

describe('an answer that was prepared for a turn without a word', () => {
  it('is not the answer to the same words later', async () => {
    const script = (_request: unknown, index: number) => [`Answer ${index + 1}.`];
    const talk = await converse({ agent: { isSpeculative: true, checkInSeconds: 8 }, model: { script } });
    await noise(talk, 'thank you');
    await talk.pass(10);
    talk.hear(begin, 0);
    talk.hear(end, 0.4);
    talk.hear({ kind: 'time' }, 12);
    talk.hear({ kind: 'final', text: 'thank you' }, 0);
    talk.hear({ kind: 'time' }, 12);
    await talk.pass(2);
    assert.deepEqual(talk.turns(), [
      'user: ',
      'assistant: Are you still there?',
      'user: thank you',
      'assistant: Answer 2.',
    ]);
    assert.deepEqual(
      talk.model.requests[1]!.messages.map((message) => 'text' in message && message.text),
      ['Are you still there?', 'thank you'],
    );
  });

  it('does not end what is said then: the call still ends in silence', async () => {
    const talk = await converse({ agent: { isSpeculative: true, checkInSeconds: 8, endSeconds: 20 } });
    await noise(talk, 'thank you');
    await talk.pass(8);
    talk.hear(begin, 0);
    talk.hear({ kind: 'partial', text: 'mm' }, 0.3);
    talk.hear(end, 0.1);
    talk.hear({ kind: 'time' }, 0.4);
    talk.hear({ kind: 'partial', text: 'mm-hm' }, 0);
    talk.hear({ kind: 'final', text: 'mm-hm' }, 0.1);
    talk.hear({ kind: 'time' }, 12);
    await talk.pass(30);
    assert.deepEqual(talk.turns().slice(0, 2), ['user: ', 'assistant: Are you still there?']);
    assert.equal(ended(talk), 'inactivity');
  });
});
