/** What of the caller's words belongs to which turn, in the order in which calls hear them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { converse, type TestConversation } from './testing.ts';

const begin = { kind: 'border', border: 'start' } as const;
const end = { kind: 'border', border: 'end' } as const;

/** What was told of the caller's words, turn by turn. */
function heard({ events }: TestConversation): string[] {
  return events.flatMap((event) => (event.type === 'heard' ? [`${event.turn}: ${event.text}`] : []));
}

describe('a spoken turn', () => {
  it('has the words that it begins with, also where the call ends with them', async () => {
    for (const kind of ['partial', 'final'] as const) {
      const talk = await converse();
      talk.hear(begin, 0);
      talk.hear(end, 0.5);
      talk.hear({ kind, text: 'goodbye' }, 0.1);
      assert.deepEqual(heard(talk), ['1: goodbye']);
      talk.conversation.end('client_disconnected');
      assert.deepEqual(talk.turns(), ['user: goodbye'], kind);
    }
  });

  it('has the words of all its pieces', async () => {
    const talk = await converse();
    talk.hear(begin, 0);
    talk.hear(end, 0.5);
    talk.hear({ kind: 'final', text: 'I want' }, 0.1);
    talk.hear(begin, 0.1);
    talk.hear({ kind: 'partial', text: 'to' }, 0.4);
    talk.hear({ kind: 'partial', text: 'to cancel' }, 0.4);
    assert.deepEqual(heard(talk), ['1: I want', '1: I want to', '1: I want to cancel']);
    talk.conversation.end('client_disconnected');
    assert.deepEqual(talk.turns(), ['user: I want to cancel']);
  });

  it('has the words that were said into the agent’s, and none from before', async () => {
    const talk = await converse({ agent: { initialMessage: 'One two three four five six.' } });
    await talk.pass(0.5);
    for (const text of ['mm-hm', '']) {
      talk.hear(begin, 0);
      if (text !== '') talk.hear({ kind: 'partial', text }, 0.3);
      talk.hear(end, 0.1);
      talk.hear({ kind: 'final', text }, 0.1);
      talk.hear({ kind: 'time' }, 12);
    }
    await talk.pass(0.1);
    talk.hear(begin, 0);
    talk.hear({ kind: 'partial', text: 'please' }, 0.3);
    assert.deepEqual(heard(talk), ['2: please']);
    talk.hear(end, 0.1);
    talk.hear({ kind: 'final', text: 'please stop' }, 0.1);
    assert.deepEqual(heard(talk), ['2: please', '2: please stop']);
    talk.hear({ kind: 'time' }, 12);
    await talk.pass(3);
    assert.equal(talk.turns()[1], 'user: please stop');
  });

  it('has what is keyed in or typed behind its words, and is answered once', async () => {
    for (const isFinal of [true, false]) {
      for (const given of ['tones', 'text']) {
        const recognized = Promise.withResolvers<string>();
        const talk = await converse({
          model: { script: ({ messages }) => [`So ${(messages.at(-1) as { text: string }).text}, is it?`] },
          finalize: () => recognized.promise,
        });
        talk.hear(begin, 0);
        talk.hear({ kind: 'partial', text: 'my number is' }, 0.5);
        talk.hear(end, 0.1);
        if (isFinal) talk.hear({ kind: 'final', text: 'my number is' }, 0.2);
        talk.hear({ kind: 'time' }, 1);
        if (given === 'text') talk.conversation.userText('12');
        else for (const digit of '12#') talk.conversation.digit(digit);
        recognized.resolve(isFinal ? '' : 'my number is');
        await talk.pass(0.1);
        talk.hear({ kind: 'time' }, 12);
        await talk.pass(3);
        const shown = given === 'text' ? '12' : '**';
        const expected = [`user: my number is ${shown}`, 'assistant: So my number is 12, is it?'];
        assert.deepEqual(talk.turns(), expected, `${given}, ${isFinal}`);
        assert.equal(talk.model.requests.length, 1);
        talk.conversation.userText('and');
        await talk.pass(2);
        assert.deepEqual(talk.turns().slice(2), ['user: and', 'assistant: So and, is it?']);
      }
    }
  });

  it('is not ended by what was heard before, while what is typed waits for its text', async () => {
    const recognized = Promise.withResolvers<string>();
    const talk = await converse({ finalize: () => recognized.promise });
    talk.hear(begin, 0);
    talk.hear({ kind: 'partial', text: 'my name' }, 0.5);
    talk.hear(end, 0.1);
    talk.conversation.userText('is Ada');
    talk.conversation.userText('not Eve');
    talk.hear({ kind: 'time' }, 12);
    talk.hear({ kind: 'final', text: 'my name' }, 0);
    recognized.resolve('');
    await talk.pass(2);
    const answered = ['user: not Eve', 'assistant: not Eve'];
    assert.deepEqual(talk.turns(), ['user: my name is Ada', ...answered]);
  });

  it('has what is typed behind a sound that nothing was heard of yet', async () => {
    for (const isSound of [true, false]) {
      const recognized = Promise.withResolvers<string>();
      const talk = await converse({ finalize: () => recognized.promise });
      talk.hear(begin, 0);
      await talk.pass(0.6);
      if (!isSound) talk.hear(end, 0.6);
      talk.conversation.userText('one two');
      await talk.pass(0.4);
      assert.deepEqual(talk.turns(), []);
      recognized.resolve('my number is');
      if (isSound) talk.hear(end, 0.6);
      await talk.pass(3);
      talk.hear({ kind: 'time' }, 12);
      await talk.pass(3);
      const expected = ['user: my number is one two', 'assistant: my number is one two'];
      assert.deepEqual(talk.turns(), expected, String(isSound));
    }
  });

  it('has what is typed behind it, also where the call ends before its text is there', async () => {
    const talk = await converse({ finalize: () => new Promise<string>(() => undefined) });
    talk.hear(begin, 0);
    talk.hear({ kind: 'partial', text: 'my number is' }, 0.5);
    talk.conversation.userText('please cancel order 12');
    for (const digit of '42#') talk.conversation.digit(digit);
    await talk.pass(3);
    assert.deepEqual(talk.turns(), []);
    talk.conversation.end('client_hangup');
    await talk.pass(0.1);
    assert.deepEqual(talk.turns(), ['user: my number is please cancel order 12', 'user: **']);
  });

  it('has the words that were heard before what is typed while the agent speaks', async () => {
    const talk = await converse({ agent: { initialMessage: 'One two three four five six.' } });
    await talk.pass(0.5);
    talk.hear(begin, 0);
    talk.hear({ kind: 'partial', text: 'mm-hm' }, 0.3);
    talk.hear(end, 0.1);
    talk.conversation.userText('stop');
    await talk.pass(2);
    assert.deepEqual(talk.turns().slice(1), ['user: mm-hm stop', 'assistant: mm-hm stop']);
  });

  it('has no words of a piece in which there were none after all', async () => {
    const talk = await converse();
    talk.hear(begin, 0);
    talk.hear({ kind: 'partial', text: 'thank you' }, 0.5);
    talk.hear(end, 0.1);
    talk.hear({ kind: 'final', text: '' }, 0.1);
    talk.conversation.end('client_disconnected');
    assert.deepEqual(talk.turns(), ['user: ']);
  });

  it('tells how long its text took also where that is the first of it', async () => {
    const talk = await converse();
    talk.hear(begin, 0);
    await talk.pass(0.5);
    talk.hear(end, 0.5);
    await talk.pass(0.2);
    talk.hear({ kind: 'final', text: 'yes.' }, 0.2);
    talk.hear({ kind: 'time' }, 12);
    const turn = talk.events.find((event) => event.type === 'turn_ended');
    assert.deepEqual(turn?.figures, { textMs: 200 });
  });
});
