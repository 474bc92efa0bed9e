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

/** Frames of 20 ms that carry their number, and what becomes of them. */
async function framed() {
  const recorded: number[] = [];
  const onAudio = (side: string, at: number, samples: Int16Array): void => {
    if (side === 'caller') samples.forEach((sample, index) => (recorded[at + index] = sample));
  };
  const talk = await converse({ onAudio });
  let sent = 0;
  const send = (): void => talk.conversation.audio(new Float32Array(160).fill(++sent / 32_768));
  return {
    ...{ talk, send },
    /** As they are spoken. */
    speak: async (seconds: number): Promise<void> => {
      for (let frame = 0; frame < seconds * 50; frame++) {
        await talk.pass(0.02);
        send();
      }
    },
    /** The number of the frame in each 20 ms of the recording; 0 where there is none. */
    frames: () => Array.from({ length: Math.ceil(recorded.length / 160) }, (_, at) => recorded[at * 160] ?? 0),
  };
}

describe('audio of a caller', () => {
  it('that was held up on its way is heard whole, and recorded where it was spoken', async () => {
    const { talk, send, speak, frames } = await framed();
    await speak(2);
    await talk.pass(8);
    for (let frame = 0; frame < 8 * 50; frame++) send();
    await speak(1);
    assert.equal(talk.listened(), 11);
    assert.deepEqual(
      frames(),
      Array.from({ length: 11 * 50 }, (_, at) => at + 1),
    );
  });

  it('that was not spoken meanwhile is recorded where it comes, also behind some that was held up', async () => {
    const { talk, send, speak, frames } = await framed();
    await speak(1);
    await talk.pass(4);
    await speak(1);
    assert.deepEqual([frames()[4.5 * 50], frames()[5 * 50], frames().length], [0, 51, 6 * 50]);
    await talk.pass(4);
    for (let frame = 0; frame < 50; frame++) send();
    await speak(1);
    assert.deepEqual(
      frames().slice(6 * 50, 7 * 50),
      Array.from({ length: 50 }, (_, at) => at + 101),
    );
    assert.deepEqual([frames().length, frames().at(-1)], [11 * 50, 200]);
  });

  it('that is ahead of real time is neither heard nor recorded', async () => {
    const { talk, send, frames } = await framed();
    await talk.pass(2);
    for (let frame = 0; frame < 20 * 50; frame++) send();
    assert.equal(talk.listened(), 7);
    assert.equal(frames().length, 7 * 50);
    assert.deepEqual(
      frames().slice(0, 100),
      Array.from({ length: 100 }, (_, at) => at + 1),
    );
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

  it('let an agent that speaks go on, however many there are', async () => {
    const initialMessage = 'One two three four five six seven eight nine ten eleven twelve.';
    const talk = await converse({ agent: { initialMessage } });
    await talk.pass(0.3);
    for (let time = 0; time < 3; time++) await unheard(talk);
    await talk.pass(3);
    assert.deepEqual([talk.turns(), ended(talk)], [[`assistant: ${initialMessage}`], undefined]);
    for (let time = 0; time < 2; time++) await unheard(talk);
    await talk.pass(3);
    assert.deepEqual([talk.turns().slice(1), ended(talk)], [[sorry], undefined], 'asked once, for both');
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
      if (end !== undefined) continue;
      await talk.say('now you hear me');
      await talk.pass(3);
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
