/** Conversations by hand: whose turn it is, what was heard, and how it ends. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ToolDefinition } from '../agents/tool-definition.ts';
import { LanguageModelError, type LanguageModelEvent } from '../language-models/adapter.ts';
import type { FakeLanguageModelOptions } from '../language-models/fake/index.ts';
import type { ToolNeeds } from './conversation.ts';
import { converse, wordSeconds, type TestConversation } from './testing.ts';

function ended({ events }: TestConversation): string | undefined {
  const last = events.at(-1);
  return last?.type === 'ended' ? last.reason : undefined;
}

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

/** A definition of a tool of the other end. */
function clientTool(changes: Partial<Extract<ToolDefinition, { type: 'client' }>> = {}): ToolDefinition {
  return {
    type: 'client',
    name: 'look',
    description: 'Looks something up.',
    pre_tool_speech: 'auto',
    execution_mode: 'immediate',
    response_timeout_secs: 5,
    expects_response: true,
    parameters: { type: 'object', properties: { what: { type: 'string' } }, required: ['what'] },
    ...changes,
  };
}

const look: LanguageModelEvent = { type: 'tool_call', id: 'c1', name: 'look', arguments: '{"what":"sky"}' };

/** The model calls in its first answer, and tells the last result in the next ones. */
function calling(...calls: readonly (string | LanguageModelEvent)[]): FakeLanguageModelOptions {
  return {
    script({ messages }, index) {
      const last = messages.at(-1);
      return index === 0 ? calls : [last?.role === 'tool' ? `It is ${last.result}.` : 'Nothing.'];
    },
  };
}

function clientCalls({ events }: TestConversation) {
  return events.flatMap((event) => (event.type === 'client_call' ? [event.call] : []));
}

describe('tools of a conversation', () => {
  it('are run by the other end, and the answer has their result', async () => {
    const talk = await converse({ model: calling('Let me see. ', look), tools: () => ({ tools: [clientTool()] }) });
    await talk.say('what colour is it');
    await talk.pass(1);
    assert.deepEqual(clientCalls(talk), [
      { id: 'c1', name: 'look', parameters: { what: 'sky' }, expectsResponse: true },
    ]);
    assert.ok(talk.line.written > 0, 'what the model says first is heard while the tool runs');
    talk.conversation.clientResult('other', 'ignored', false);
    talk.conversation.clientResult('c1', 'blue', false);
    talk.conversation.clientResult('c1', 'green', false);
    await talk.pass(2);
    assert.deepEqual(talk.turns(), ['user: what colour is it', 'assistant: Let me see. It is blue.']);
    assert.deepEqual(talk.model.requests[1]!.messages.slice(1), [
      { role: 'assistant', text: 'Let me see. ', toolCalls: [{ id: 'c1', name: 'look', arguments: '{"what":"sky"}' }] },
      { role: 'tool', toolCallId: 'c1', name: 'look', result: 'blue' },
    ]);
  });

  it('give the model an error for what cannot be run', async () => {
    const wrong: readonly [LanguageModelEvent, RegExp][] = [
      [{ ...look, name: 'fly' }, /no tool "fly"/],
      [{ ...look, arguments: '{"what":5}' }, /"what" must be of the type string/],
      [{ ...look, arguments: '{}' }, /"what" is required/],
      [{ ...look, arguments: '{"what":"sky","when":"now"}' }, /no parameter "when"/],
      [{ ...look, arguments: '{"what', problem: 'The arguments are no JSON.' }, /no JSON/],
    ];
    for (const [call, message] of wrong) {
      const talk = await converse({ model: calling(call), tools: () => ({ tools: [clientTool()] }) });
      await talk.say('look');
      await talk.pass(2);
      const result = talk.model.requests[1]!.messages.at(-1)!;
      assert.ok(result.role === 'tool' && result.isError === true);
      assert.match(result.result, message);
      assert.deepEqual(clientCalls(talk), []);
    }
  });

  it('that give nothing in time, or too much, are errors', async () => {
    const late = await converse({ model: calling(look), tools: () => ({ tools: [clientTool()] }) });
    await late.say('look');
    await late.pass(5.5);
    const large = await converse({ model: calling(look), tools: () => ({ tools: [clientTool()] }) });
    await large.say('look');
    large.conversation.clientResult('c1', 'x'.repeat(4097), false);
    await large.pass(2);
    const results = [late, large].map(({ model }) => {
      const last = model.requests[1]!.messages.at(-1)!;
      return last.role === 'tool' ? last.result : '';
    });
    assert.deepEqual(results, ['No result came within 5 s.', 'result_too_large']);
  });

  it('are not run three times over', async () => {
    const talk = await converse({
      model: { script: () => [look] },
      tools: () => ({ tools: [clientTool({ expects_response: false })] }),
    });
    await talk.say('look');
    await talk.pass(5);
    assert.equal(clientCalls(talk).length, 3);
    assert.match(talk.turns().at(-1)!, /^assistant: Sorry, something went wrong/);
  });

  it('wait until the turn is over', async () => {
    const talk = await converse({
      agent: { isSpeculative: true },
      model: calling(look),
      tools: () => ({ tools: [clientTool()] }),
    });
    talk.caller.sound('start', 0);
    talk.caller.decided({ kind: 'start', at: 0, since: 0 });
    talk.caller.sound('end', 0);
    talk.caller.decided({ kind: 'eager_end', at: 0, transcript: 'look' });
    await talk.pass(1);
    assert.equal(talk.model.requests.length, 1);
    assert.deepEqual(clientCalls(talk), []);
    talk.caller.decided({ kind: 'end', at: 0, transcript: 'look' });
    await talk.pass(0.1);
    assert.equal(clientCalls(talk).length, 1);
  });

  it('tell what comes later when it is quiet', async () => {
    const asynchronous = clientTool({ execution_mode: 'async' });
    const talk = await converse({ model: calling(look), tools: () => ({ tools: [asynchronous] }) });
    await talk.say('look');
    await talk.pass(1.5);
    assert.deepEqual(talk.turns(), ['user: look', 'assistant: It is running.']);
    talk.conversation.clientResult('c1', 'blue', false);
    await talk.pass(0.9);
    assert.equal(talk.turns().length, 2);
    await talk.pass(2);
    assert.deepEqual(talk.turns().slice(2), ['assistant: It is blue.']);
  });

  it('end the call behind what is being said, unless the caller interrupts', async () => {
    const systemTools = (needs: ToolNeeds) => ({
      systemTools: [
        {
          tool: { name: 'end_call', description: 'Ends.', parameters: {} },
          isAnnounced: false,
          run: () => {
            needs.endCall();
            return Promise.resolve({ result: 'ending', isError: false });
          },
        },
      ],
    });
    const script = (_request: unknown, index: number) =>
      index === 0 ? ['Good bye, my friend. ', { ...look, name: 'end_call', arguments: '{}' } as const] : [];
    const talk = await converse({ model: { script }, tools: systemTools });
    await talk.say('bye');
    await talk.pass(0.3);
    assert.equal(ended(talk), undefined);
    await talk.pass(2);
    assert.equal(ended(talk), 'agent_hangup');
    assert.deepEqual(talk.turns(), ['user: bye', 'assistant: Good bye, my friend.']);
    const other = await converse({ model: { script }, tools: systemTools });
    await other.say('bye');
    await other.pass(0.3);
    await other.say('no wait');
    await other.pass(3);
    assert.equal(ended(other), undefined);
  });
});
