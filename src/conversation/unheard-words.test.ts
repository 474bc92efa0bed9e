/** What becomes of a conversation in which words of the caller could not be heard. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { converse, ended, type TestConversation } from './testing.ts';

const sorry = 'assistant: Sorry, something went wrong. Could you say that again?';

/** A sound of which the text never comes. */
async function unheard({ hear, pass }: TestConversation): Promise<void> {
  hear({ kind: 'border', border: 'start' }, 0.1);
  await pass(0.4);
  hear({ kind: 'border', border: 'end' }, 0.4);
  hear({ kind: 'failure' }, 0.2);
  await pass(0.02);
}

describe('audio ahead of real time', () => {
  it('is not heard either, also behind a time without any', async () => {
    const recorded: number[] = [];
    const onAudio = (side: string, _at: number, { length }: Int16Array): void => {
      if (side === 'caller') recorded.push(length);
    };
    const talk = await converse({ onAudio });
    await talk.pass(20);
    for (let second = 0; second < 20; second++) talk.conversation.audio(new Float32Array(8000));
    // The first second takes its place before now.
    assert.equal(talk.listened(), 6);
    assert.equal(recorded.reduce((sum, length) => sum + length) / 8000, 6, 'as what is recorded');
  });
});

describe('words that could not be heard', () => {
  it('are asked for again, and those before them are in the turn and in what the model is told', async () => {
    const talk = await converse();
    talk.hear({ kind: 'border', border: 'start' }, 0);
    talk.hear({ kind: 'border', border: 'end' }, 0.4);
    talk.hear({ kind: 'final', text: 'I want to cancel' }, 0.1);
    await unheard(talk);
    await talk.pass(3);
    assert.deepEqual(talk.turns(), ['user: I want to cancel', sorry]);
    assert.equal(talk.model.requests.length, 0, 'half of what was said is not acted on');
    await talk.say('my order');
    await talk.pass(1);
    assert.deepEqual(talk.turns().slice(2), ['user: my order', 'assistant: my order']);
    assert.deepEqual(
      talk.model.requests[0]!.messages.map((message) => `${message.role}: ${'text' in message ? message.text : ''}`),
      ['user: I want to cancel', sorry, 'user: my order'],
    );
  });

  it('are asked for where no word of them was heard', async () => {
    const talk = await converse();
    await unheard(talk);
    await talk.pass(3);
    assert.deepEqual(talk.turns(), [sorry]);
  });

  it('let an agent that speaks go on', async () => {
    const talk = await converse({ agent: { initialMessage: 'One two three four.' } });
    await talk.pass(0.5);
    await unheard(talk);
    await talk.pass(3);
    assert.deepEqual(talk.turns(), ['assistant: One two three four.']);
  });

  it('end the conversation as failed when it is the third time in a row', async () => {
    const failures: string[] = [];
    const talk = await converse({ onFailure: ({ message }) => failures.push(message) });
    for (const [times, end] of [
      [2, undefined],
      [3, 'error'],
    ] as const) {
      for (let time = 0; time < times; time++) {
        await unheard(talk);
        await talk.pass(3);
      }
      assert.equal(ended(talk), end);
      if (end === undefined) await talk.say('now you hear me');
    }
    assert.deepEqual(failures, Array(5).fill('by the test'));
  });

  it('are asked for by nobody without turn detection: the turn goes on', async () => {
    const talk = await converse({ turnDetection: false });
    talk.caller.text('I want', true);
    await unheard(talk);
    talk.caller.text('my order', true);
    await talk.pass(1);
    assert.equal(await talk.conversation.commit(), 'I want my order');
    assert.deepEqual(talk.turns(), ['user: I want my order']);
  });
});
