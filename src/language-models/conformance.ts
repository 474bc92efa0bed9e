/** What every language model must do, as tests: a model's own test file calls {@link describeLanguageModel}. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  LanguageModelError,
  type LanguageModel,
  type LanguageModelDescriptor,
  type LanguageModelEvent,
  type LanguageModelMessage,
  type LanguageModelRequest,
} from './adapter.ts';

export interface LanguageModelTestOptions {
  /** Answered with text, in at least two events, and without a call. */
  readonly plain: LanguageModelRequest;
  /** Answered with a call of one of its tools; and then, with its result, with text. Of models with tools. */
  readonly calling?: LanguageModelRequest;
}

const never = new AbortController().signal;
/** A model that has begun to read a request ends within this time; far more than it takes. */
const promptMs = 10_000;

/** All events of an answer, which are well-formed. */
async function answerOf(model: LanguageModel, request: LanguageModelRequest, signal = never): Promise<Answer> {
  const events: LanguageModelEvent[] = [];
  for await (const event of model.generate(request, signal)) events.push(event);
  return checked(events);
}

interface Answer {
  readonly events: readonly LanguageModelEvent[];
  readonly text: string;
  readonly calls: readonly Extract<LanguageModelEvent, { type: 'tool_call' }>[];
}

function checked(events: readonly LanguageModelEvent[]): Answer {
  const of = <T extends LanguageModelEvent['type']>(type: T) =>
    events.filter((event): event is Extract<LanguageModelEvent, { type: T }> => event.type === type);
  assert.equal(events.at(-1)?.type, 'end');
  assert.equal(of('end').length, 1);
  assert.ok(of('usage').length <= 1);
  for (const { inputTokens, outputTokens } of of('usage')) {
    assert.ok(Number.isSafeInteger(inputTokens) && inputTokens >= 0, `${inputTokens} tokens`);
    assert.ok(Number.isSafeInteger(outputTokens) && outputTokens >= 0, `${outputTokens} tokens`);
  }
  for (const { text } of of('text')) assert.ok(text !== '' && text.isWellFormed(), JSON.stringify(text));
  const calls = of('tool_call');
  assert.equal(new Set(calls.map(({ id }) => id)).size, calls.length, 'two calls of one id');
  for (const { id, name, arguments: json, problem } of calls) {
    assert.ok(id !== '' && name !== '');
    if (problem === undefined) assert.equal(typeof JSON.parse(json), 'object');
  }
  return {
    events,
    calls,
    text: of('text')
      .map(({ text }) => text)
      .join(''),
  };
}

/** The conversation behind an answer that made calls, and their results. */
function withResults(request: LanguageModelRequest, { text, calls }: Answer): LanguageModelRequest {
  const results = calls.map(({ id, name }): LanguageModelMessage => ({
    role: 'tool',
    toolCallId: id,
    name,
    result: '{"status":"done"}',
  }));
  return { ...request, messages: [...request.messages, { role: 'assistant', text, toolCalls: calls }, ...results] };
}

/** What a model does not claim is not asked of it. */
export function describeLanguageModel(
  open: () => Promise<LanguageModelDescriptor> | LanguageModelDescriptor,
  name: string,
  { plain, calling }: LanguageModelTestOptions,
): void {
  void describe(`the language model ${name}`, () => {
    let descriptor: LanguageModelDescriptor;
    let model: LanguageModel;
    before(async () => {
      descriptor = await open();
      model = descriptor.open();
    });
    after(() => model.close());

    void it('answers in pieces and says how the answer ended', async () => {
      const { events, text, calls } = await answerOf(model, plain);
      assert.ok(events.filter(({ type }) => type === 'text').length >= 2 && text.trim() !== '');
      assert.deepEqual(calls, []);
      assert.deepEqual(events.at(-1), { type: 'end', reason: 'stop' });
    });

    void it('gives the same request the same events, where it says so', async () => {
      if (!descriptor.capabilities.deterministic) return;
      const { events } = await answerOf(model, plain);
      assert.deepEqual((await answerOf(model, plain)).events, events);
      assert.deepEqual((await answerOf(descriptor.open(), plain)).events, events);
    });

    void it('answers several at once, each as if it were alone', async () => {
      const alone = await answerOf(model, plain);
      const all = await Promise.all(Array.from({ length: 5 }, () => answerOf(model, plain)));
      if (descriptor.capabilities.deterministic) for (const each of all) assert.deepEqual(each, alone);
    });

    void it('calls a tool and answers with its result, where it has tools', async () => {
      if (calling === undefined) return;
      assert.ok(descriptor.capabilities.tools);
      const first = await answerOf(model, calling);
      assert.ok(first.calls.length > 0);
      assert.deepEqual(first.events.at(-1), { type: 'end', reason: 'tool_calls' });
      for (const call of first.calls) assert.equal(call.problem, undefined);
      const second = await answerOf(model, withResults(calling, first));
      assert.deepEqual(second.calls, []);
      assert.notEqual(second.text.trim(), '');
    });

    void it('calls nothing that it is not offered, where it has no tools', async () => {
      if (descriptor.capabilities.tools) return;
      const tools = [{ name: 'find', description: 'Finds.', parameters: { type: 'object', properties: {} } }];
      assert.deepEqual((await answerOf(model, { ...plain, tools })).calls, []);
    });

    void it('takes every conversation: none, texts of nothing, calls without a result, results that came late', async () => {
      const user = (text: string): LanguageModelMessage => ({ role: 'user', text });
      const call = { id: 'call_1', name: 'find', arguments: '{"order":"7"}' };
      const result = { role: 'tool', toolCallId: 'call_1', name: 'find', result: '{}' } as const;
      const saying = { role: 'assistant', text: 'One moment.', toolCalls: [call] } as const;
      const conversations: LanguageModelMessage[][] = [
        [],
        [{ role: 'assistant', text: 'Hello?' }],
        [user(''), { role: 'assistant', text: '' }, user('Hello?'), user('Are you there?')],
        [user('Find it'), saying, user('Well?')],
        [user('Find it'), saying, { ...result, isPending: true }, user('Well?'), result],
        [user('Find it'), saying, { ...result, isError: true, result: 'timed out' }],
        [result, { ...result, toolCallId: 'call_2' }, user('\u0000 \u202e 😀 <b>')],
      ];
      for (const messages of conversations) await answerOf(model, { ...plain, messages });
    });

    void it('is left at once, and answers what comes behind', async () => {
      const reason = new Error('the caller has left');
      const early = new AbortController();
      early.abort(reason);
      await assert.rejects(answerOf(model, plain, early.signal), (error) => error === reason);
      const late = new AbortController();
      await assert.rejects(
        (async () => {
          for await (const event of model.generate(plain, late.signal)) {
            assert.notEqual(event.type, 'end');
            late.abort(reason);
          }
        })(),
        (error) => error === reason,
      );
      for await (const event of model.generate(plain, never)) if (event.type === 'text') break;
      await answerOf(model, plain);
    });

    void it('takes the instructions of agents that have none, and says what callers may say', () => {
      assert.deepEqual(descriptor.check(''), []);
      for (const instructions of ['', plain.system]) {
        const phrases = descriptor.phrases(instructions);
        assert.ok(phrases.length <= 1000 && new Set(phrases).size === phrases.length);
        assert.ok(phrases.every((phrase) => phrase.trim() !== ''));
        if (!descriptor.capabilities.phrases) assert.deepEqual(phrases, []);
      }
    });

    void it('fails what is asked of it when it is closed, as a model fails', { timeout: promptMs }, async () => {
      const other = descriptor.open();
      await other.close();
      await assert.rejects(
        answerOf(other, plain),
        (error) => error instanceof LanguageModelError && error.kind === 'unreachable',
      );
    });
  });
}
