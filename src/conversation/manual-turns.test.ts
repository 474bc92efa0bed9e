/** Conversations whose turns are committed, whose replies are asked for and cancelled, and of which less was heard than was played. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { converse, ended, settled, wordSeconds, type TestConversation } from './testing.ts';

/** The caller says this, and nothing of what is heard ends a turn. */
async function speak({ caller, pass }: TestConversation, text: string): Promise<void> {
  caller.sound('start', 0);
  caller.text(text, false);
  await pass(0.4);
  caller.sound('end', 0);
  caller.text(text, true);
  await pass(0.1);
}

/** Those of the last request to the model. */
function lastMessages({ model }: TestConversation): string[] {
  return model.requests.at(-1)!.messages.map((message) => `${message.role}: ${'text' in message ? message.text : ''}`);
}

const counts = { script: () => ['One two three four five six seven eight nine ten.'] };

describe('a conversation without turn detection', () => {
  it('answers nothing by itself: turns are committed, and replies asked for', async () => {
    const talk = await converse({ turnDetection: false });
    await speak(talk, 'one and');
    await talk.pass(5);
    await speak(talk, 'two');
    assert.deepEqual(talk.turns(), [], 'a turn goes on as long as it is not committed');
    assert.equal(await talk.conversation.commit(), 'one and two');
    await talk.pass(5);
    assert.deepEqual(talk.turns(), ['user: one and two']);
    assert.equal(talk.model.requests.length, 0);
    assert.equal(await talk.conversation.reply(), true);
    assert.equal(await talk.conversation.reply(), false, 'one at a time');
    await talk.pass(2);
    assert.deepEqual(talk.turns(), ['user: one and two', 'assistant: one and two']);
  });

  it('starts a turn with its first word, and ends it with the last sound, whenever it is committed', async () => {
    const talk = await converse({ turnDetection: false });
    await talk.pass(1);
    await speak(talk, 'hello');
    await talk.pass(3);
    await talk.conversation.commit();
    const [turn] = talk.events.flatMap((event) => (event.type === 'turn_ended' ? [event] : []));
    assert.ok(Math.abs(turn!.startTime - 1) < 0.03, `from ${turn!.startTime} s`);
    assert.ok(Math.abs(turn!.endTime - 1.4) < 0.03, `to ${turn!.endTime} s`);
  });

  it('ends in a silence after hearing has failed during a sound', async () => {
    const talk = await converse({ turnDetection: false, agent: { endSeconds: 5 } });
    talk.caller.sound('start', 0);
    talk.caller.failed(new Error('by the test'));
    await talk.pass(4.9);
    assert.equal(ended(talk), undefined);
    await talk.pass(0.2);
    assert.equal(ended(talk), 'inactivity');
  });

  it('does not listen to the decisions of a detector', async () => {
    const talk = await converse({ turnDetection: false });
    await talk.say('first');
    await talk.pass(2);
    assert.deepEqual(talk.turns(), []);
    assert.equal(await talk.conversation.commit(), 'first');
  });

  it('waits with a commit, and with the reply behind it, for text that is still being recognized', async () => {
    const recognized = Promise.withResolvers<string>();
    const talk = await converse({ turnDetection: false, finalize: () => recognized.promise });
    talk.caller.sound('start', 0);
    talk.caller.text('the first', false);
    const committed = talk.conversation.commit();
    const replied = talk.conversation.reply();
    await talk.pass(1);
    assert.deepEqual(talk.turns(), []);
    recognized.resolve('the first words');
    assert.equal(await committed, 'the first words');
    assert.equal(await replied, true);
    await talk.pass(2);
    assert.deepEqual(talk.turns(), ['user: the first words', 'assistant: the first words']);
  });

  it('makes no turn of a commit where no word was heard, twice or behind the end', async () => {
    const talk = await converse({ turnDetection: false });
    assert.equal(await talk.conversation.commit(), '');
    await speak(talk, 'hello');
    const both = [talk.conversation.commit(), talk.conversation.commit()];
    assert.deepEqual(await Promise.all(both), ['hello', '']);
    talk.conversation.end('client_hangup');
    assert.equal(await talk.conversation.commit(), '');
    assert.equal(await talk.conversation.reply(), false);
    assert.equal(talk.conversation.truncate(1, 0), false);
    assert.deepEqual(talk.turns(), ['user: hello']);
  });

  it('lets the caller speak into a reply, which goes on, and tells the model both in order', async () => {
    const talk = await converse({ turnDetection: false, model: counts });
    await talk.conversation.reply();
    await talk.pass(0.5);
    await speak(talk, 'please stop');
    await talk.conversation.commit();
    talk.conversation.userText('typed');
    assert.deepEqual(talk.line.clears, [], 'neither words nor what is typed silences it');
    await talk.pass(3);
    await talk.conversation.reply();
    assert.deepEqual(lastMessages(talk), [
      'assistant: One two three four five six seven eight nine ten.',
      'user: please stop',
      'user: typed',
    ]);
  });

  it('takes tones and typed text for turns beside what is being said', async () => {
    const talk = await converse({ turnDetection: false });
    await speak(talk, 'my number is');
    for (const digit of '42#') talk.conversation.digit(digit);
    talk.conversation.userText('typed');
    await talk.conversation.commit();
    assert.deepEqual(talk.turns(), ['user: **', 'user: typed', 'user: my number is']);
    assert.equal(talk.model.requests.length, 0);
    await talk.conversation.reply();
    assert.deepEqual(lastMessages(talk), ['user: 42', 'user: typed', 'user: my number is']);
  });

  it('still ends a call in which nothing is said any more, also with words that were not committed', async () => {
    const talk = await converse({ turnDetection: false, agent: { endSeconds: 10 } });
    await speak(talk, 'hello');
    await talk.pass(9);
    assert.equal(ended(talk), undefined);
    await talk.pass(1.5);
    assert.equal(ended(talk), 'inactivity');
    assert.deepEqual(talk.turns(), ['user: hello']);
  });
});

describe('turn detection', () => {
  it('is switched off and on: words that were not committed are a turn without an answer', async () => {
    const talk = await converse();
    talk.conversation.setTurnDetection(false);
    await speak(talk, 'not answered');
    talk.conversation.setTurnDetection(true);
    await talk.pass(2);
    assert.deepEqual(talk.turns(), ['user: not answered']);
    assert.equal(talk.model.requests.length, 0);
    await talk.say('answered');
    await talk.pass(2);
    assert.deepEqual(talk.turns(), ['user: not answered', 'user: answered', 'assistant: answered']);
    assert.deepEqual(lastMessages(talk), ['user: not answered', 'user: answered']);
  });

  it('lets what it has paused go on when it is switched off', async () => {
    const talk = await converse({ model: counts });
    await talk.say('count');
    await talk.pass(0.7);
    talk.caller.sound('start', 0);
    const { written } = talk.line;
    talk.conversation.setTurnDetection(false);
    await talk.pass(3);
    assert.ok(talk.line.written > written);
    assert.equal(talk.turns().at(-1), 'assistant: One two three four five six seven eight nine ten.');
  });

  it('answers a turn that is committed before it would have ended', async () => {
    const talk = await converse();
    talk.caller.sound('start', 0);
    talk.caller.decided({ kind: 'start', at: 0, since: 0 });
    talk.caller.sound('end', 0);
    talk.caller.text('at once', true);
    assert.equal(await talk.conversation.commit(), 'at once');
    await talk.pass(2);
    assert.deepEqual(talk.turns(), ['user: at once', 'assistant: at once']);
  });
});

describe('a reply', () => {
  it('is asked for without a turn of the caller', async () => {
    const talk = await converse({ model: { script: () => ['Shall we begin?'] } });
    assert.equal(await talk.conversation.reply(), true);
    await talk.pass(2);
    assert.deepEqual(talk.turns(), ['assistant: Shall we begin?']);
  });

  it('is cancelled where it is, and the history has what was heard', async () => {
    const talk = await converse({ model: counts });
    await talk.say('count');
    await talk.pass(0.7);
    assert.equal(talk.conversation.cancelReply(), true);
    assert.equal(talk.conversation.cancelReply(), false);
    assert.equal(talk.line.clears.length, 1);
    const { written } = talk.line;
    await talk.pass(2);
    assert.equal(talk.line.written, written);
    assert.deepEqual(talk.turns(), ['user: count', 'assistant: One two three…']);
    await talk.say('go on');
    assert.deepEqual(lastMessages(talk), ['user: count', 'assistant: One two three', 'user: go on']);
  });

  it('is cancelled before it begins', async () => {
    const recognized = Promise.withResolvers<string>();
    const talk = await converse({ turnDetection: false, finalize: () => recognized.promise });
    await speak(talk, 'one');
    const committed = talk.conversation.commit();
    const replied = talk.conversation.reply();
    assert.equal(talk.conversation.cancelReply(), true);
    recognized.resolve('');
    assert.equal(await committed, 'one');
    assert.equal(await replied, false);
    await settled();
    assert.equal(talk.model.requests.length, 0);
  });
});

describe('a turn of the agent of which less was heard', () => {
  it('ends there while it is being said', async () => {
    const talk = await converse({ model: counts });
    await talk.say('count');
    await talk.pass(1.5);
    const turn = talk.events.findLast((event) => event.type === 'turn_started')!;
    assert.equal(talk.conversation.truncate(turn.turn, 3 * wordSeconds + 0.01), true);
    assert.equal(talk.line.clears.length, 1);
    assert.equal(talk.turns().at(-1), 'assistant: One two three…');
    const end = talk.events.findLast((event) => event.type === 'turn_ended')!;
    const seconds = end.endTime - end.startTime;
    assert.ok(Math.abs(seconds - 3 * wordSeconds) < 0.1, `${seconds} s for three words`);
  });

  it('has what is left in the history also when it has ended', async () => {
    const talk = await converse({ model: counts });
    await talk.say('count');
    await talk.pass(3);
    const end = talk.events.findLast((event) => event.type === 'turn_ended')!;
    assert.equal(talk.conversation.truncate(end.turn, 2 * wordSeconds), true);
    assert.equal(talk.conversation.truncate(end.turn, 5 * wordSeconds), true, 'and is not longer again');
    const cuts = talk.events.flatMap((event) => (event.type === 'turn_truncated' ? [event] : []));
    assert.deepEqual(
      cuts.map(({ turn, text, interrupted }) => ({ turn, text, interrupted })),
      [{ turn: end.turn, text: 'One two', interrupted: true }],
    );
    assert.ok(Math.abs(end.endTime - cuts[0]!.endTime - 8 * wordSeconds) < 0.03, `to ${cuts[0]!.endTime} s`);
    await talk.say('go on');
    assert.deepEqual(lastMessages(talk), ['user: count', 'assistant: One two', 'user: go on']);
  });

  it('is the last one only, and what tools did stays', async () => {
    const look = { type: 'tool_call', id: 'c1', name: 'look', arguments: '{}' } as const;
    const script = (_request: unknown, index: number) =>
      index === 0 ? ['One two. ', look] : index === 1 ? ['Three four five.'] : ['Yes.'];
    const talk = await converse({ model: { script } });
    await talk.say('count');
    await talk.pass(3);
    const end = talk.events.findLast((event) => event.type === 'turn_ended')!;
    assert.equal(talk.conversation.truncate(end.turn - 1, 0), false, 'no turn of the caller');
    assert.equal(talk.conversation.truncate(99, 0), false);
    assert.throws(() => talk.conversation.truncate(end.turn, -1), RangeError);
    assert.throws(() => talk.conversation.truncate(end.turn, NaN), RangeError);
    assert.equal(talk.conversation.truncate(end.turn, 0), true);
    await talk.say('what was that');
    assert.deepEqual(lastMessages(talk), ['user: count', 'assistant: ', 'tool: ', 'user: what was that']);
  });
});
