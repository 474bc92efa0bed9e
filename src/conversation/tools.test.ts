/** Tools in conversations by hand: who runs them, what the model is told, and when. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ToolDefinition } from '../agents/tool-definition.ts';
import type { LanguageModelEvent } from '../language-models/adapter.ts';
import type { FakeLanguageModelOptions } from '../language-models/fake/index.ts';
import { rules } from '../language-models/rules/index.ts';
import type { ToolNeeds } from './conversation.ts';
import { clientTool, converse, ended, type TestConversation } from './testing.ts';

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

  it('are followed by a sentence of its own, where the model puts no space before it', async () => {
    const talk = await converse({ model: calling('Let me see.', look), tools: () => ({ tools: [clientTool()] }) });
    await talk.say('what colour is it');
    await talk.pass(1);
    talk.conversation.clientResult('c1', 'blue', false);
    await talk.pass(2);
    assert.deepEqual(talk.turns(), ['user: what colour is it', 'assistant: Let me see. It is blue.']);
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

  it('say something before any that wants it, whichever is called first', async () => {
    const named = (name: string): LanguageModelEvent => ({ ...look, id: name, name });
    for (const names of [
      ['quiet', 'loud'],
      ['loud', 'quiet'],
    ]) {
      const talk = await converse({
        model: calling(...names.map(named)),
        tools: () => ({
          tools: [
            clientTool({ name: 'quiet', expects_response: false }),
            clientTool({ name: 'loud', expects_response: false, pre_tool_speech: 'force' }),
          ],
        }),
      });
      await talk.say('look');
      await talk.pass(3);
      assert.equal(talk.turns().at(-1), 'assistant: One moment, please. It is sent.', names.join());
    }
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

  it('that ran stay when the caller interrupts the others, and are not run again', async () => {
    const slow: LanguageModelEvent = { ...look, id: 'c2', arguments: '{"what":"sea"}' };
    const talk = await converse({ model: calling(look, slow), tools: () => ({ tools: [clientTool()] }) });
    await talk.say('look twice');
    talk.conversation.clientResult('c1', 'blue', false);
    await talk.pass(0.2);
    await talk.say('wait');
    const results = talk.model.requests[1]!.messages.filter(({ role }) => role === 'tool');
    assert.deepEqual(
      results.map((message) => message.role === 'tool' && [message.result, message.isError]),
      [
        ['blue', undefined],
        ['It was not run to its end: the caller interrupted.', true],
      ],
    );
  });

  it('that fail in a way of their own are an error for the model', async () => {
    const failures: unknown[] = [];
    const webhook = {
      ...clientTool(),
      type: 'webhook',
      api_schema: { path_params_schema: {}, query_params_schema: null, request_body_schema: null },
    };
    const talk = await converse({
      model: calling({ ...look, arguments: '{}' }),
      tools: () => ({
        tools: [webhook as unknown as ToolDefinition],
        callWebhook: () => Promise.reject(new Error('by the test')),
        onFailure: (error) => failures.push(error),
      }),
    });
    await talk.say('look');
    await talk.pass(2);
    assert.equal(talk.turns().at(-1), 'assistant: It is The tool failed..');
    assert.equal(failures.length, 1);
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

  it('tell what comes while the reply that called still speaks, behind that', async () => {
    const asynchronous = clientTool({ execution_mode: 'async' });
    const script: FakeLanguageModelOptions['script'] = ({ messages }, index) => {
      if (index === 0) return ['Let me look that up for you now. ', look];
      const last = messages.at(-1);
      return last?.role === 'tool' && last.isPending !== true ? [`It is ${last.result}.`] : [];
    };
    const talk = await converse({ model: { script }, tools: () => ({ tools: [asynchronous] }) });
    await talk.say('look');
    await talk.pass(0.5);
    talk.conversation.clientResult('c1', 'blue', false);
    await talk.pass(5);
    const expected = ['user: look', 'assistant: Let me look that up for you now.', 'assistant: It is blue.'];
    assert.deepEqual(talk.turns(), expected);
    assert.deepEqual(
      talk.model.requests.at(-1)!.messages.map((message) => ('isPending' in message ? 'pending' : message.role)),
      ['user', 'assistant', 'pending', 'tool'],
    );
  });

  it('tell rules what comes while the reply that called still speaks', async () => {
    const asynchronous = clientTool({ execution_mode: 'async' });
    const instructions =
      'When the user says: look\nSay: Let me look that up.\nCall: look(what="sky")\nSay: It is {{result}}.';
    const talk = await converse({
      agent: { model: rules.open(), system: () => instructions },
      tools: () => ({ tools: [asynchronous] }),
    });
    await talk.say('look');
    await talk.pass(0.5);
    talk.conversation.clientResult(clientCalls(talk)[0]!.id, 'blue', false);
    await talk.pass(5);
    assert.deepEqual(talk.turns(), ['user: look', 'assistant: Let me look that up.', 'assistant: It is blue.']);
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
