/** What a server of OpenAI's shape is asked. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';
import { closeAfterEach } from '../../outbound/testing.ts';
import type { LanguageModelMessage } from '../adapter.ts';
import { answering, delta, eventsOf, hello, refusing, serve } from './testing.ts';

closeAfterEach();

const done = answering(delta('Yes.'), delta({}, 'stop'));

/** The messages that a conversation is sent as. */
async function sent(messages: readonly LanguageModelMessage[], system = ''): Promise<unknown> {
  const { model, asked } = await serve(done);
  await eventsOf(model, { system, messages });
  return asked[0]!.body.messages;
}

function user(text: string): LanguageModelMessage {
  return { role: 'user', text };
}

function assistant(text: string): LanguageModelMessage {
  return { role: 'assistant', text };
}

const call = { id: 'c1', name: 'find', arguments: '{"order":"7"}' };
const wireCall = { id: 'c1', type: 'function', function: { name: 'find', arguments: '{"order":"7"}' } };
function calling(text: string, ...toolCalls: (typeof call)[]): LanguageModelMessage {
  return { role: 'assistant', text, toolCalls };
}

const result = { role: 'tool', toolCallId: 'c1', name: 'find', result: '{"state":"sent"}' } as const;
const silence = { role: 'user', content: '(The user says nothing.)' };

describe('a request to a server of OpenAI’s shape', () => {
  it('has the model, the conversation, the tools and what the agent asks for', async () => {
    const { model, asked } = await serve(done, { key: 'sk-secret' });
    const tool = { name: 'find', description: 'Finds.', parameters: { type: 'object', properties: {} } };
    await eventsOf(model, { ...hello, tools: [tool], temperature: 0.5, maxOutputTokens: 200 });
    const [{ path, headers, body }] = asked as [(typeof asked)[0]];
    assert.equal(path, '/v1/chat/completions');
    assert.equal(headers.authorization, 'Bearer sk-secret');
    const expected: ChatCompletionCreateParamsStreaming = {
      model: 'llama3',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hello?' },
      ],
      stream: true,
      stream_options: { include_usage: true },
      tools: [{ type: 'function', function: tool }],
      temperature: 0.5,
    };
    // Under its older name, since servers that run at home know no other.
    assert.deepEqual(body, { ...expected, max_tokens: 200 });
  });

  it('leaves out what there is not', async () => {
    const { model, asked } = await serve(done);
    await eventsOf(model, { system: ' \n', messages: hello.messages, tools: [] });
    assert.deepEqual(Object.keys(asked[0]!.body), ['model', 'messages', 'stream', 'stream_options']);
    assert.deepEqual(asked[0]!.body.messages, [{ role: 'user', content: 'Hello?' }]);
    assert.equal(asked[0]!.headers.authorization, undefined);
  });

  it('has the result of every call directly behind it', async () => {
    assert.deepEqual(await sent([user('Find 7.'), calling('One moment.', call), result]), [
      { role: 'user', content: 'Find 7.' },
      { role: 'assistant', content: 'One moment.', tool_calls: [wireCall] },
      { role: 'tool', tool_call_id: 'c1', content: '{"state":"sent"}' },
    ]);
    const second = { ...call, id: 'c2', arguments: 'broken{' };
    assert.deepEqual(
      await sent([
        user('Find 7.'),
        calling('', call, second),
        { ...result, toolCallId: 'c2', isError: true, result: 'no' },
      ]),
      [
        { role: 'user', content: 'Find 7.' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [wireCall, { ...wireCall, id: 'c2', function: { name: 'find', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: 'c1', content: '(no result)' },
        { role: 'tool', tool_call_id: 'c2', content: 'Error: no' },
      ],
    );
  });

  it('tells a result that came later in its place', async () => {
    const pending = { ...result, isPending: true, result: '' };
    assert.deepEqual(
      await sent([user('Find 7.'), calling('', call), pending, assistant('I look.'), user('Well?'), result]),
      [
        { role: 'user', content: 'Find 7.' },
        { role: 'assistant', content: null, tool_calls: [wireCall] },
        { role: 'tool', tool_call_id: 'c1', content: '(running; the result comes later)' },
        { role: 'assistant', content: 'I look.' },
        { role: 'user', content: 'Well?\n(Result of the tool find, which came now: {"state":"sent"})' },
      ],
    );
  });

  it('begins and ends with the user, in turn with the assistant', async () => {
    assert.deepEqual(await sent([], 'Be brief.'), [{ role: 'system', content: 'Be brief.' }, silence]);
    assert.deepEqual(await sent([assistant('Hello!')]), [silence, { role: 'assistant', content: 'Hello!' }, silence]);
    assert.deepEqual(
      await sent([
        assistant('Hello!'),
        assistant('Still there?'),
        user('Yes'),
        assistant(''),
        user(' '),
        user('I am.\ud800'),
      ]),
      [silence, { role: 'assistant', content: 'Hello! Still there?' }, { role: 'user', content: 'Yes\nI am.\ufffd' }],
    );
  });

  for (const [what, error] of [
    ['OpenAI', { error: { message: "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead." } }],
    ['FastAPI', { detail: [{ loc: ['body', 'max_completion_tokens'], msg: 'use this' }] }],
  ] as const) {
    it(`says it as the server wants it, from then on, which says so like ${what}`, async () => {
      const { model, asked } = await serve((response, count, request) =>
        count === 1 ? refusing(400, error)(response, count, request) : done(response, count, request),
      );
      for (let time = 0; time < 2; time++) await eventsOf(model, { ...hello, maxOutputTokens: 9 });
      assert.deepEqual(
        asked.map(({ body }) => [body.max_tokens, body.max_completion_tokens]),
        [
          [9, undefined],
          [undefined, 9],
          [undefined, 9],
        ],
      );
    });
  }

  it('does without usage and temperature where the server refuses them', async () => {
    const { model, asked } = await serve((response, count, request) => {
      const { stream_options: options, temperature } = request.body;
      if (options !== undefined) return refusing(422, { message: 'no stream_options' })(response, count, request);
      if (temperature !== undefined) return refusing(400, 'temperature does not support 0.2')(response, count, request);
      return done(response, count, request);
    });
    const events = await eventsOf(model, { ...hello, temperature: 0.2 });
    assert.deepEqual(events.at(-1), { type: 'end', reason: 'stop' });
    assert.equal(asked.length, 3);
  });
});
