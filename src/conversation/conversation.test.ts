/** Conversations by hand: whose turn it is, what was heard, and how it ends. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LanguageModelError } from '../language-models/adapter.ts';
import { converse, ended, wordSeconds, type TestConversation } from './testing.ts';

const sorry = 'assistant: Sorry, something went wrong. Could you say that again?';

/** Sound without text, yet. */
async function sound({ caller, pass }: TestConversation, seconds: number): Promise<void> {
  caller.sound('start', 0);
  await pass(seconds);
  caller.sound('end', 0);
}

describe('a conversation', () => {
  it('says its first message, answers each turn, and tells the model all of it', async () => {
    const talk = await converse({ agent: { initialMessage: 'Good morning.' } });
    await talk.pass(2);
    await talk.say('what is new');
    await talk.pass(2);
    await talk.say('and tomorrow');
    await talk.pass(2);
    const expected = ['assistant: Good morning.', 'user: what is new', 'assistant: what is new'];
    assert.deepEqual(talk.turns(), [...expected, 'user: and tomorrow', 'assistant: and tomorrow']);
    assert.deepEqual(
      talk.model.requests.at(-1)!.messages.map((message) => [message.role, 'text' in message && message.text]),
      [
        ['assistant', 'Good morning.'],
        ['user', 'what is new'],
        ['assistant', 'what is new'],
        ['user', 'and tomorrow'],
      ],
    );
    const numbers = talk.events.flatMap((event) => (event.type === 'turn_started' ? [event.turn] : []));
    assert.deepEqual(numbers, [1, 2, 3, 4, 5]);
  });

  it('says what the model writes while it writes on', async () => {
    const script = () => ['The first sentence. ', 'The second', { waitMs: 60_000 }, ' comes late.'];
    const talk = await converse({ model: { script } });
    await talk.say('tell me');
    await talk.pass(1);
    const texts = talk.events.flatMap((event) => (event.type === 'text' ? [event.text] : []));
    assert.equal(texts.join(''), 'The first sentence. The second');
    assert.ok(talk.line.written >= 3 * wordSeconds * 8000, 'the first sentence is on the line');
  });

  it('is silent as soon as the caller begins, and has what was heard, to the word', async () => {
    const talk = await converse({ model: { script: () => ['One two three four five six seven eight nine ten.'] } });
    await talk.say('count');
    // Less than 300 ms of it have been heard already.
    await talk.pass(0.9);
    const before = talk.clock.now();
    talk.caller.sound('start', 0);
    assert.deepEqual(talk.line.clears, [before]);
    const { written } = talk.line;
    await talk.pass(0.3);
    assert.equal(talk.line.written, written, 'nothing is said into the caller’s words');
    talk.caller.text('stop', false);
    talk.caller.decided({ kind: 'start', at: 0, since: 0 });
    talk.caller.sound('end', 0);
    await talk.pass(0.3);
    talk.caller.decided({ kind: 'end', at: 0, transcript: 'stop' });
    await talk.pass(0.1);
    assert.deepEqual(talk.turns(), ['user: count', 'assistant: One two three four…', 'user: stop']);
    assert.deepEqual(talk.model.requests[1]!.messages, [
      { role: 'user', text: 'count' },
      { role: 'assistant', text: 'One two three four' },
      { role: 'user', text: 'stop' },
    ]);
  });

  it('ends a turn that was cut when the last of it was heard, not when words made sure that it was cut', async () => {
    const talk = await converse({ model: { script: () => ['One two three four five six seven eight nine ten.'] } });
    await talk.say('count');
    await talk.pass(0.9);
    const silentAt = talk.clock.now() / 1000;
    talk.caller.sound('start', 0);
    await talk.pass(1.5);
    talk.caller.text('please stop', false);
    const end = talk.events.findLast((event) => event.type === 'turn_ended');
    assert.equal(end?.role, 'assistant');
    assert.equal(end.text, 'One two three four');
    assert.ok(Math.abs(end.endTime - silentAt) < 0.03, `${end.endTime} s, silent at ${silentAt} s`);
    assert.ok(end.endTime - end.startTime < 5 * wordSeconds + 0.1, 'no longer than what was heard takes');
  });

  it('ends a turn that ran out of sound when that was heard', async () => {
    const script = () => ['One two. ', { waitMs: 3000 }, 'Three four.'];
    const talk = await converse({ model: { script } });
    await talk.say('count');
    await talk.pass(2);
    talk.conversation.end('client_hangup');
    const end = talk.events.find((event) => event.type === 'turn_ended' && event.role === 'assistant');
    assert.equal(end?.type, 'turn_ended');
    const seconds = end.endTime - end.startTime;
    assert.ok(seconds >= 2 * wordSeconds && seconds < 2 * wordSeconds + 0.1, `${seconds} s for two words`);
  });

  it('records a word that is said again behind a pause', async () => {
    let recorded = 0;
    const onAudio = (side: string, _at: number, { length }: Int16Array): void => {
      if (side === 'agent') recorded += length;
    };
    const talk = await converse({ onAudio, model: { script: () => ['One two three four five six.'] } });
    await talk.say('count');
    await talk.pass(0.5);
    await sound(talk, 0.3);
    talk.caller.text('', true);
    await talk.pass(2);
    // All six words, and what had been heard of the one it stopped in.
    assert.ok(recorded > 6 * wordSeconds * 8000, `${recorded / 8000} s`);
    assert.ok(recorded < 7 * wordSeconds * 8000, `${recorded / 8000} s`);
  });

  it('goes on from the word it stopped at after a cough and after a back-channel', async () => {
    for (const heard of ['', 'mm-hm']) {
      const talk = await converse({ model: { script: () => ['One two three four five six.'] } });
      await talk.say('count');
      await talk.pass(0.7);
      await sound(talk, 0.3);
      if (heard !== '') talk.caller.decided({ kind: 'start', at: 0, since: 0 });
      await talk.pass(0.2);
      const { written } = talk.line;
      talk.caller.text(heard, true);
      await talk.pass(0.1);
      assert.ok(talk.line.written > written, 'it goes on within 500 ms');
      await talk.pass(2);
      assert.deepEqual(talk.turns(), ['user: count', 'assistant: One two three four five six.'], heard);
      // A word that was cut is said again, and no other one.
      const again = talk.line.written / 8000 - 6 * wordSeconds;
      assert.ok(again >= 0 && again <= wordSeconds + 0.21, `${again} s were said again`);
    }
  });

  it('does not begin to answer into words that go on', async () => {
    const talk = await converse();
    await talk.say('first');
    await talk.pass(2);
    const { written } = talk.line;
    talk.caller.sound('start', 0);
    talk.caller.decided({ kind: 'start', at: 0, since: 0 });
    talk.caller.sound('end', 0);
    talk.caller.sound('start', 0);
    talk.caller.text('second', true);
    talk.caller.decided({ kind: 'end', at: 0, transcript: 'second' });
    await talk.pass(0.5);
    assert.equal(talk.line.written, written);
    talk.caller.sound('end', 0);
    talk.caller.text('', true);
    await talk.pass(1);
    assert.equal(talk.turns().at(-1), 'assistant: second');
  });

  it('pauses for what may become speech, not for long, and not again and again', async () => {
    const talk = await converse({ model: { script: () => ['One two three four five six. '.repeat(12)] } });
    await talk.say('count');
    await talk.pass(0.7);
    const { caller, line } = talk;
    caller.candidate('begun');
    assert.equal(line.clears.length, 1, 'at once');
    const { written } = line;
    await talk.pass(0.1);
    assert.equal(line.written, written);
    caller.candidate('dropped');
    assert.ok(line.written > written, 'at once again');
    caller.candidate('begun');
    await talk.pass(0.5);
    assert.equal(line.clears.length, 1, 'the next noise does nothing');
    caller.sound('start', 0);
    assert.equal(line.clears.length, 2, 'but speech does');
    caller.sound('end', 0);
    caller.text('', true);
    await talk.pass(11);
    caller.candidate('begun');
    assert.equal(line.clears.length, 3, 'and so does a noise later');
    const before = line.written;
    await talk.pass(0.4);
    assert.ok(line.written > before, 'one that goes on is not waited for');
  });

  it('tells how long the text of a turn took', async () => {
    const talk = await converse();
    await talk.say('first');
    talk.conversation.userText('second');
    await talk.pass(1);
    const users = talk.events.flatMap((event) => (event.type === 'turn_ended' && event.role === 'user' ? [event] : []));
    assert.deepEqual(
      users.map(({ figures }) => figures),
      [{ textMs: 300 }, {}],
    );
  });

  it('silences the agent with the first tone', async () => {
    const talk = await converse({ model: { script: () => ['One two three four five six.'] } });
    await talk.say('count');
    await talk.pass(0.5);
    talk.conversation.digit('1');
    assert.equal(talk.line.clears.length, 1);
    talk.caller.text('', true);
    const { written } = talk.line;
    await talk.pass(1);
    assert.equal(talk.line.written, written, 'to the end of the tones');
    await talk.pass(1);
    assert.match(talk.turns()[1]!, /^assistant: One two.*…$/u);
  });

  it('goes on 2 s after a sound of which no text comes', async () => {
    const talk = await converse({ model: { script: () => ['One two three four five six.'] } });
    await talk.say('count');
    await talk.pass(0.7);
    await sound(talk, 0.3);
    const { written } = talk.line;
    await talk.pass(1.9);
    assert.equal(talk.line.written, written);
    await talk.pass(0.2);
    assert.ok(talk.line.written > written);
  });

  it('leaves no text of a reply of which nothing was heard', async () => {
    const talk = await converse({ model: { script: () => [{ waitMs: 500 }, 'Too late.'] } });
    await talk.say('first');
    await talk.pass(0.2);
    await talk.say('no, second');
    await talk.pass(2);
    assert.deepEqual(talk.turns(), ['user: first', 'user: no, second', 'assistant: Too late.']);
    assert.deepEqual(
      talk.model.requests[1]!.messages.map(({ role }) => role),
      ['user', 'user'],
    );
  });

  it('does not hear itself in the first 3 s of speech on a line with an echo', async () => {
    const script = () => ['One two three four five six seven eight nine ten one two three four five six seven eight.'];
    const talk = await converse({ model: { script }, line: { hasEcho: true } });
    await talk.say('count');
    await talk.pass(0.5);
    await talk.say('one two three');
    assert.deepEqual(talk.line.clears, []);
    await talk.pass(2);
    await talk.say('please stop');
    await talk.pass(0.1);
    assert.deepEqual(talk.turns().at(-1), 'user: please stop');
    assert.match(talk.turns()[1]!, /^assistant: One two .*…$/u);
  });

  it('asks early where it may, and uses the answer only if the caller said no more', async () => {
    const talk = await converse({ agent: { isSpeculative: true } });
    const begin = (): void => {
      talk.caller.sound('start', 0);
      talk.caller.decided({ kind: 'start', at: 0, since: 0 });
      talk.caller.sound('end', 0);
    };
    begin();
    talk.caller.decided({ kind: 'eager_end', at: 0, transcript: 'red' });
    await talk.pass(0.3);
    assert.equal(talk.model.requests.length, 1);
    assert.equal(talk.line.written, 0, 'nothing is heard before the turn is over');
    talk.caller.decided({ kind: 'resume', at: 0 });
    talk.caller.decided({ kind: 'eager_end', at: 0, transcript: 'red and blue' });
    await talk.pass(0.3);
    talk.caller.decided({ kind: 'end', at: 0, transcript: 'red and blue' });
    await talk.pass(2);
    assert.deepEqual(talk.turns(), ['user: red and blue', 'assistant: red and blue']);
    assert.equal(talk.model.requests.length, 2, 'the answer was there');
  });

  it('answers what is typed, which interrupts like words', async () => {
    const talk = await converse({
      model: { script: (_request, index) => [index === 0 ? 'One two three four.' : 'Yes.'] },
    });
    talk.conversation.userText('count');
    await talk.pass(0.5);
    talk.conversation.userText('are you there');
    await talk.pass(1);
    const expected = ['user: count', 'assistant: One two…', 'user: are you there', 'assistant: Yes.'];
    assert.deepEqual(talk.turns(), expected);
  });

  it('takes tones for a turn, until # or a pause of 1.5 s, and shows them to the model only', async () => {
    const talk = await converse();
    for (const digit of '12#') talk.conversation.digit(digit);
    await talk.pass(1);
    for (const digit of '34') talk.conversation.digit(digit);
    await talk.pass(1.3);
    assert.equal(talk.model.requests.length, 1);
    await talk.pass(1);
    assert.deepEqual(
      talk.model.requests.map(({ messages }) => messages.at(-1)),
      [
        { role: 'user', text: '12' },
        { role: 'user', text: '34' },
      ],
    );
    assert.deepEqual(
      talk.turns().filter((turn) => turn.startsWith('user')),
      ['user: **', 'user: **'],
    );
  });

  it('answers what is typed and keyed in after hearing has failed during a sound', async () => {
    for (const isInto of ['silence', 'speech']) {
      const talk = await converse({ agent: { initialMessage: 'One two three four.' } });
      await talk.pass(isInto === 'silence' ? 2 : 0.5);
      talk.caller.sound('start', 0);
      await talk.pass(0.2);
      talk.caller.failed(new Error('by the test'));
      await talk.pass(4);
      talk.conversation.userText('are you there');
      await talk.pass(2);
      talk.conversation.digit('1');
      await talk.pass(4);
      const answered = ['assistant: are you there', 'user: *', 'assistant: 1'];
      const said = ['assistant: One two three four.', ...(isInto === 'silence' ? [sorry] : [])];
      assert.deepEqual(talk.turns(), [...said, 'user: are you there', ...answered], isInto);
    }
  });

  it('asks whether the caller is there, once in a silence, and ends', async () => {
    const talk = await converse({ agent: { checkInSeconds: 5, endSeconds: 20, initialMessage: 'Hello.' } });
    await talk.pass(15);
    assert.deepEqual(talk.turns(), ['assistant: Hello.', 'assistant: Are you still there?']);
    assert.equal(ended(talk), undefined);
    await talk.pass(6);
    assert.equal(ended(talk), 'inactivity');
  });

  it('ends after its longest time, whatever is said', async () => {
    const talk = await converse({ maxSeconds: 3 });
    await talk.say('hello');
    await talk.pass(3);
    assert.equal(ended(talk), 'max_duration');
  });

  it('says that something failed, and ends after the third time in a row', async () => {
    const talk = await converse({ model: { script: () => [new LanguageModelError('unreachable', 'fake: gone')] } });
    for (const text of ['one', 'two', 'three']) {
      assert.equal(ended(talk), undefined);
      talk.conversation.userText(text);
      await talk.pass(4);
    }
    assert.equal(talk.turns().filter((turn) => turn.startsWith('assistant: Sorry')).length, 3);
    assert.equal(ended(talk), 'error');
  });

  it('records each side without a gap or an overlap, however its audio comes', async () => {
    const places: [string, number, number][] = [];
    const onAudio = (side: string, at: number, samples: Int16Array): void =>
      void places.push([side, at, samples.length]);
    const talk = await converse({ onAudio, agent: { initialMessage: 'One two three four five six.' } });
    for (let frame = 0; frame < 50; frame++) {
      // Two frames in a burst, then a pause.
      if (frame % 2 === 0) {
        for (let part = 0; part < 2; part++) talk.conversation.audio(new Float32Array(160).fill(0.1));
      }
      await talk.pass(0.02);
    }
    for (const side of ['caller', 'agent']) {
      const own = places.filter(([name]) => name === side);
      assert.ok(own.length > 10, side);
      own.slice(1).forEach(([, at], index) => assert.equal(at, own[index]![1] + own[index]![2], side));
    }
  });

  it('ends once, with what was heard until then', async () => {
    const talk = await converse({ model: { script: () => ['One two three four five six.'] } });
    await talk.say('count');
    await talk.pass(0.7);
    talk.conversation.end('client_hangup');
    talk.conversation.end('error');
    talk.conversation.userText('more');
    await talk.pass(2);
    assert.deepEqual(talk.turns(), ['user: count', 'assistant: One two three…']);
    assert.equal(talk.events.filter(({ type }) => type === 'ended').length, 1);
    assert.equal(ended(talk), 'client_hangup');
    assert.equal(talk.clock.pending, 0, 'nothing runs on');
  });
});
