/** What servers of OpenAI's shape answer, each in its own way, over a real connection. */
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { closeAfterEach } from '../../outbound/testing.ts';
import type { LanguageModelEvent } from '../adapter.ts';
import { answering, delta, event, eventsOf, hello, serve, stream, textOf } from './testing.ts';

closeAfterEach();

function call(index: number | undefined, id: string | undefined, name: string | undefined, json: unknown) {
  return { tool_calls: [{ index, id, type: 'function', function: { name, arguments: json } }] };
}

function callsOf(events: readonly LanguageModelEvent[]) {
  return events.filter((one) => one.type === 'tool_call');
}

describe('an answer of a server of OpenAI’s shape', () => {
  it('is text in pieces, what it took and how it ended', async () => {
    const usage = { choices: [], usage: { prompt_tokens: 12, completion_tokens: 2, total_tokens: 14 } };
    const { model } = await serve(
      answering(delta({ role: 'assistant', content: '' }), delta('Good '), delta('day.'), delta({}, 'stop'), usage),
    );
    assert.deepEqual(await eventsOf(model), [
      { type: 'text', text: 'Good ' },
      { type: 'text', text: 'day.' },
      { type: 'usage', inputTokens: 12, outputTokens: 2 },
      { type: 'end', reason: 'stop' },
    ]);
  });

  for (const [finish, reason] of [
    ['stop', 'stop'],
    ['eos', 'stop'],
    ['length', 'length'],
    ['content_filter', 'content_filter'],
  ]) {
    it(`that ends with ${finish} ends so`, async () => {
      const { model } = await serve(answering(delta('Well'), delta({}, finish)));
      assert.deepEqual((await eventsOf(model)).at(-1), { type: 'end', reason });
    });
  }

  for (const [what, pieces] of [
    [
      'in pieces',
      [
        delta(call(0, 'a', 'find', '')),
        delta(call(0, undefined, undefined, '{"order"')),
        delta(call(0, undefined, undefined, ':"7"}')),
        delta(call(1, 'b', 'say', '{}')),
        delta({}, 'tool_calls'),
      ],
    ],
    [
      'in pieces, each with the id and the name',
      [delta(call(0, 'a', 'find', '{"order":')), delta(call(0, 'a', 'find', '"7"}')), delta(call(1, 'b', 'say', ''))],
    ],
    ['whole, all of one index', [delta(call(0, 'a', 'find', '{"order":"7"}')), delta(call(0, 'b', 'say', '{}'))]],
    [
      'whole, without an index, as objects',
      [delta(call(undefined, 'a', 'find', { order: '7' })), delta(call(undefined, 'b', 'say', undefined))],
    ],
    [
      'all at once, ended as if it were text',
      [
        delta(
          { tool_calls: [...call(0, 'a', 'find', '{"order":"7"}').tool_calls, ...call(1, 'b', 'say', '').tool_calls] },
          'stop',
        ),
      ],
    ],
  ] as const) {
    it(`has its calls where they come ${what}`, async () => {
      const { model } = await serve(answering(delta('One moment.'), ...pieces));
      const events = await eventsOf(model);
      const found = callsOf(events).map(({ arguments: json, ...rest }) => ({
        ...rest,
        json: JSON.parse(json) as unknown,
      }));
      assert.deepEqual(found, [
        { type: 'tool_call', id: 'a', name: 'find', json: { order: '7' } },
        { type: 'tool_call', id: 'b', name: 'say', json: {} },
      ]);
      assert.deepEqual(events.at(-1), { type: 'end', reason: 'tool_calls' });
    });
  }

  it('has calls of their own ids, also where the server gives none or one that was there before', async () => {
    const { model } = await serve(
      answering(
        delta(call(0, undefined, 'find', '{}')),
        delta(call(0, undefined, 'find', '{}')),
        delta(call(1, 'a', 'say', '{}')),
      ),
    );
    const before = { role: 'assistant', text: '', toolCalls: [{ id: 'a', name: 'find', arguments: '{}' }] } as const;
    const ids = callsOf(await eventsOf(model, { ...hello, messages: [...hello.messages, before] })).map(({ id }) => id);
    assert.equal(new Set([...ids, 'a', '']).size, 5);
    assert.ok(
      ids.every((id) => /^[A-Za-z0-9]{9}$/u.test(id)),
      String(ids),
    );
  });

  for (const json of ['{"order": 7', '[7]', 'seven']) {
    it(`says that arguments are broken, and what they are: ${json}`, async () => {
      const { model } = await serve(answering(delta(call(0, 'a', 'find', json)), delta({}, 'tool_calls')));
      const [found] = callsOf(await eventsOf(model));
      assert.equal(found?.arguments, json);
      assert.match(found.problem ?? '', /^the arguments are /u);
    });
  }

  it('gives no call that the largest number of tokens has cut off', async () => {
    const { model } = await serve(answering(delta('Yes.'), delta(call(0, 'a', 'find', '{"or')), delta({}, 'length')));
    assert.deepEqual(await eventsOf(model), [
      { type: 'text', text: 'Yes.' },
      { type: 'end', reason: 'length' },
    ]);
  });

  for (const [what, pieces] of [
    ['as a field of their own', [delta({ reasoning_content: 'Hm.' }), delta({ reasoning: 'Hm!' }), delta('Yes.')]],
    ['in tags', [delta('\n<thi'), delta('nk>Hm, '), delta('no?</thi'), delta('nk>\n\nYes'), delta('.')]],
    [
      'as parts',
      [
        delta({
          content: [
            { type: 'thinking', thinking: 'Hm.' },
            { type: 'text', text: 'Yes.' },
          ],
        }),
      ],
    ],
  ] as const) {
    it(`has no thoughts in it, which come ${what}`, async () => {
      const { model } = await serve(answering(...pieces, delta({}, 'stop')));
      assert.equal(textOf(await eventsOf(model)), 'Yes.');
    });
  }

  it('that begins like a thought and is none is whole', async () => {
    for (const pieces of [['<', '3'], ['<thin'], ['  ', '<b>']]) {
      const { model } = await serve(answering(...pieces.map((text) => delta(text)), delta({}, 'stop')));
      assert.equal(textOf(await eventsOf(model)), pieces.join(''));
    }
  });

  it('is the same however the bytes of it come', async () => {
    const text = 'Grüße, 日本 😀! \\ "quoted"\r\n\tend';
    for (const lineEnd of ['\n', '\r\n', '\r']) {
      const body = Buffer.from(
        [
          ': keep-alive\n\nevent: message\nid: 3\nretry: 5\n\ndata:\n\n',
          ...Array.from(text, (character) => event(delta(character))),
          event(delta({}, 'stop')),
          'data: [DONE]',
        ]
          .join('')
          .replaceAll('\n', lineEnd),
      );
      for (const step of [1, 7, body.length]) {
        const { model } = await serve((response) => {
          stream(response);
          response.socket?.setNoDelay(true);
          for (let at = 0; at < body.length; at += step) response.write(body.subarray(at, at + step));
          response.end();
        });
        assert.equal(textOf(await eventsOf(model)), text, `${JSON.stringify(lineEnd)}, ${step} bytes`);
      }
    }
  });

  it('joins the halves of a character', async () => {
    const { model } = await serve(
      answering(delta('a\ud83d'), delta('\ude00b\ud83d'), delta('c\ud83d'), delta({}, 'stop')),
    );
    assert.equal(textOf(await eventsOf(model)), 'a😀b\ufffdc\ufffd');
  });

  for (const [what, end] of [
    ['[DONE] missing', event(delta({}, 'stop'))],
    ['the reason missing', event('[DONE]')],
    [
      'choices that are empty, null or absent',
      `${event({ choices: [] })}${event({ choices: null })}${event({})}${event('null')}${event(delta({}, 'stop'))}`,
    ],
    [
      'more behind its end',
      `${event(delta({}, 'stop'))}${event(delta('More.'))}${event('[DONE]')}${event(delta('More.'))}${event('{')}`,
    ],
  ] as const) {
    it(`is whole with ${what}`, async () => {
      const { model } = await serve((response) => stream(response).end(event(delta('Yes.')) + end));
      const events = await eventsOf(model);
      assert.deepEqual([textOf(events), events.at(-1)], ['Yes.', { type: 'end', reason: 'stop' }]);
    });
  }

  it('is whole with a hundred thousand tokens', async () => {
    const { model } = await serve((response) => {
      stream(response);
      const token = event(delta('word '));
      for (let count = 0; count < 100_000; count += 1000) response.write(token.repeat(1000));
      response.end(event(delta({}, 'stop')) + event('[DONE]'));
    });
    assert.equal(textOf(await eventsOf(model)).length, 500_000);
  });

  it('leaves its connection to later ones', async () => {
    const { model, sockets } = await serve(answering(delta('Yes.'), delta({}, 'stop')));
    for (let time = 0; time < 6; time++) await eventsOf(model);
    // The end of the body may be on its way when the next request goes out.
    assert.ok(sockets.length <= 2, `${sockets.length} connections`);
  });

  it('leaves its connection to those of models that are opened later, also where the body ends behind the close', async () => {
    const whole = [delta('Yes.'), delta({}, 'stop'), '[DONE]'].map(event).join('');
    const open: ServerResponse[] = [];
    const { descriptor, sockets } = await serve((response) => {
      open.push(response);
      stream(response).write(whole);
    });
    for (let time = 0; time < 6; time++) {
      const model = descriptor.open();
      assert.equal(textOf(await eventsOf(model)), 'Yes.');
      await model.close();
      open.at(-1)!.end();
    }
    // The end of the body may be on its way when the next request goes out.
    assert.ok(sockets.length <= 3, `${sockets.length} connections`);
  });

  it('is cut where it would be longer than four million characters', async () => {
    const { model } = await serve((response) => {
      stream(response);
      const token = event(delta('x'.repeat(100_000)));
      const more = (): void => {
        while (response.write(token));
      };
      response.on('drain', more);
      more();
    });
    const events = await eventsOf(model);
    assert.ok(textOf(events).length <= 4_100_000);
    assert.deepEqual(events.at(-1), { type: 'end', reason: 'length' });
  });
});
