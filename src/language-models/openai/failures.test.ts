/** How answers of servers of OpenAI's shape fail, and what is told of it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answering as answeringBytes, client, closeAfterEach } from '../../outbound/testing.ts';
import { TestClock } from '../../timing/testing.ts';
import { LanguageModelError, type LanguageModelFailure } from '../adapter.ts';
import { OpenAiModel } from './model.ts';
import { answering, delta, event, eventsOf, hello, refusing, serve, stream, type Answer } from './testing.ts';

closeAfterEach();

const key = 'sk-very-secret-key';

async function failureOf(promise: Promise<unknown>): Promise<LanguageModelError> {
  const error: unknown = await promise.then(
    () => assert.fail('it does not fail'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof LanguageModelError, String(error));
  assert.match(error.message, /^the model local /u);
  assert.doesNotMatch(JSON.stringify([error.message, error.stack, error.cause]), /very-secret/u);
  return error;
}

/** Lets what waits for the clock come to it. */
async function waiting(clock: TestClock): Promise<void> {
  while (clock.pending === 0) await new Promise(setImmediate);
}

describe('a request that a server of OpenAI’s shape does not answer', () => {
  const cases: readonly (readonly [number, string | object, LanguageModelFailure, RegExp])[] = [
    [
      401,
      `Incorrect API key provided: ${key}`,
      'refused',
      /answered 401: its "key" is missing or not valid: Incorrect API key provided: …$/u,
    ],
    [403, '', 'refused', /its "key" is not allowed to do this/u],
    [404, { error: "model 'llama3' not found" }, 'refused', /or not this "model": model 'llama3' not found/u],
    [400, { detail: 'tools are not supported' }, 'refused', /answered 400: tools are not supported/u],
    [301, '', 'refused', /answered 301/u],
    [400, { error: { message: "This model's maximum context length is 4096 tokens." } }, 'too_long', /4096/u],
    [400, { error: { message: 'the request exceeds the available context size' } }, 'too_long', /answered 400/u],
    [413, '', 'too_long', /answered 413/u],
    [429, 'Rate limit reached', 'rate_limited', /Rate limit reached/u],
    [500, '<html>'.repeat(1000), 'unavailable', /answered 500/u],
    [503, 'Loading model', 'unavailable', /Loading model/u],
  ];
  for (const [status, error, kind, message] of cases) {
    it(`fails as ${kind} at ${status} ${JSON.stringify(error).slice(0, 60)}`, async () => {
      const { model } = await serve(refusing(status, error), { key });
      const failure = await failureOf(eventsOf(model));
      assert.equal(failure.kind, kind);
      assert.match(failure.message, message);
      assert.ok(failure.message.length < 500 && !failure.message.includes('\n'));
    });
  }

  it('says when the server wants to be asked again', async () => {
    const { model, asked } = await serve(refusing(429, 'Slowly', { 'retry-after': '7' }), { clock: new TestClock() });
    assert.equal((await failureOf(eventsOf(model))).retryAfterMs, 7000);
    // A quota of a month, or a wrong clock: what waits for the model asks again sooner.
    const { model: spent } = await serve(refusing(429, 'Spent', { 'retry-after': '2592000' }), {
      clock: new TestClock(),
    });
    assert.equal((await failureOf(eventsOf(spent))).retryAfterMs, 60_000);
    const { kind, message } = await failureOf(eventsOf(model));
    assert.equal(kind, 'unavailable');
    assert.match(message, /not asked again for 7 s/u);
    assert.equal(asked.length, 1);
  });

  it('fails as unreachable where nothing listens', async () => {
    const model = new OpenAiModel(
      { id: 'local', url: 'http://127.0.0.1:9/v1', model: 'm', key },
      client({ reach: 'any' }),
    );
    const { kind, message } = await failureOf(eventsOf(model));
    assert.equal(kind, 'unreachable');
    assert.match(message, /refuses the connection/u);
  });

  it('is not sent to a server that has failed three times, for ten seconds; then once, to see', async () => {
    const clock = new TestClock();
    const fine = answering(delta('Yes.'), delta({}, 'stop'));
    const { model, asked } = await serve((...given) => (given[1] <= 3 ? refusing(500, '')(...given) : fine(...given)), {
      clock,
    });
    for (let time = 0; time < 5; time++) await failureOf(eventsOf(model));
    assert.equal(asked.length, 3);
    clock.advance(10_000);
    await eventsOf(model);
    await eventsOf(model);
    assert.equal(asked.length, 5);
  });

  it('does not count what was wrong with the request', async () => {
    const { model, asked } = await serve(refusing(400, 'maximum context length'));
    for (let time = 0; time < 5; time++) await failureOf(eventsOf(model));
    assert.equal(asked.length, 5);
  });
});

describe('an answer of a server of OpenAI’s shape that fails', () => {
  const broken: readonly (readonly [string, Answer, RegExp])[] = [
    ['ends in the middle of a word', (response) => stream(response).end(event(delta('Good mor'))), /in the middle/u],
    [
      'is cut with its connection',
      (response) => stream(response).write(event(delta('Good')), () => response.destroy()),
      /broke off/u,
    ],
    ['is no stream', refusing(200, { choices: [{ message: { content: 'Yes.' } }] }), /answered with nothing/u],
    ['is empty', (response) => stream(response).end(), /answered with nothing/u],
    ['has an event that is no JSON', (response) => stream(response).end('data: {"choices\n\n'), /not JSON/u],
    [
      'tells of an error',
      (response) => stream(response).end(event({ error: { message: 'CUDA out of memory' } })),
      /CUDA out of memory/u,
    ],
  ];
  for (const [what, answer, message] of broken) {
    it(`fails as broken where it ${what}`, async () => {
      const { model } = await serve(answer, { key });
      const failure = await failureOf(eventsOf(model));
      assert.equal(failure.kind, 'broken');
      assert.match(failure.message, message);
    });
  }

  it('fails as broken where it is not of HTTP', async () => {
    const server = await answeringBytes('220 mail ready\r\n');
    const model = new OpenAiModel(
      { id: 'local', url: `${server.url}v1`, model: 'm', key: undefined },
      client({ reach: 'any' }),
    );
    assert.equal((await failureOf(eventsOf(model))).kind, 'unreachable');
  });

  it('fails as broken where a line does not end, without keeping all of it', async () => {
    const { model } = await serve((response) => {
      stream(response).write('data: ');
      const chunk = 'x'.repeat(65_536);
      const more = (): void => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on('drain', more);
      more();
    });
    const { kind, message } = await failureOf(eventsOf(model));
    assert.deepEqual([kind, message.includes('lines that do not end')], ['broken', true]);
  });

  it('keeps what it gave before it failed', async () => {
    const { model } = await serve((response) => stream(response).end(event(delta('Good mor'))));
    const texts: string[] = [];
    await failureOf(
      (async () => {
        for await (const one of model.generate(hello, new AbortController().signal)) {
          if (one.type === 'text') texts.push(one.text);
        }
      })(),
    );
    assert.deepEqual(texts, ['Good mor']);
  });

  it('fails where nothing is said in time, however often the server says that it lives and thinks', async () => {
    const clock = new TestClock();
    const begun = Promise.withResolvers<Parameters<Answer>[0]>();
    const { model } = await serve(
      (given) => {
        begun.resolve(stream(given));
        given.write(
          `: alive\n\n${event(delta({ role: 'assistant', content: '' }))}${event(delta({ reasoning_content: 'Hm' }))}`,
        );
      },
      { clock },
    );
    const failed = failureOf(eventsOf(model));
    const response = await begun.promise;
    clock.advance(7999);
    response.write(': alive\n\n');
    clock.advance(1);
    const { kind, message } = await failed;
    assert.equal(kind, 'first_token_timeout');
    assert.match(message, /within 8000 ms/u);
  });

  it('fails where it falls silent, but not while nobody reads', async () => {
    const clock = new TestClock();
    const { model } = await serve((response) => stream(response).write(event(delta('One ')) + event(delta('two'))), {
      clock,
    });
    const events = model.generate(hello, new AbortController().signal);
    assert.deepEqual((await events.next()).value, { type: 'text', text: 'One ' });
    clock.advance(60_000);
    assert.deepEqual((await events.next()).value, { type: 'text', text: 'two' });
    const failed = failureOf(events.next());
    await waiting(clock);
    clock.advance(4999);
    clock.advance(1);
    const { kind, message } = await failed;
    assert.equal(kind, 'silence');
    assert.match(message, /silent for 5000 ms/u);
  });

  it('is over a second behind its end, where the server leaves the stream open', async () => {
    const clock = new TestClock();
    const { model } = await serve(
      (response) => stream(response).write(event(delta('Yes.')) + event(delta({}, 'stop'))),
      { clock },
    );
    const events = model.generate(hello, new AbortController().signal);
    await events.next();
    const end = events.next();
    await waiting(clock);
    // The piece that ends it may still be on its way.
    while (clock.pending > 0) {
      await new Promise(setImmediate);
      clock.advance(100);
    }
    assert.deepEqual((await end).value, { type: 'end', reason: 'stop' });
  });

  it('closes its connection when it is left', async () => {
    const left = Promise.withResolvers<undefined>();
    const { model } = await serve((response) => {
      response.on('close', () => left.resolve(undefined));
      stream(response).write(event(delta('Yes.')));
    });
    for await (const one of model.generate(hello, new AbortController().signal)) {
      assert.equal(one.type, 'text');
      break;
    }
    await left.promise;
  });
});
