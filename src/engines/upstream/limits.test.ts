import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { TestClock } from '../../timing/testing.ts';
import { segmentOf } from '../testing.ts';
import { speakAsItComes, type Answer } from './testing.ts';
import {
  closeAfterEach,
  broken,
  closing,
  engineAt,
  open,
  say,
  unavailable,
  voice,
  words,
} from './synthesizer-testing.ts';
import type { UpstreamSynthesizer } from './synthesizer.ts';

closeAfterEach();

describe('the time limits of an upstream', () => {
  it('end a wait for the first audio, with and without a status, and nothing is tried again', async () => {
    const silent: readonly Answer[] = [() => undefined, ({ answer }) => answer.writeHead(200).flushHeaders()];
    for (const answer of silent) {
      const { engine, server, clock } = await open(answer);
      const failed = assert.rejects(say(engine), unavailable(/gave no audio within 8000 ms/u));
      await server.until(() => server.spoken.length === 1);
      while (clock.pending !== 1) await new Promise(setImmediate);
      clock.advance(7999);
      clock.advance(1);
      await failed;
      await server.until(() => server.cut === 1);
      assert.equal(server.spoken.length, 1);
    }
  });

  it('count from the first attempt on', async () => {
    const { engine, server, clock } = await open(({ answer, count }) => {
      if (count > 1) return;
      clock.advance(1500);
      answer.writeHead(500).end();
    });
    const failed = assert.rejects(say(engine), unavailable(/gave no audio within 8000 ms/u));
    await server.until(() => server.spoken.length === 2);
    while (clock.pending !== 1) await new Promise(setImmediate);
    clock.advance(6500);
    await failed;
  });

  it('end a connection that does not come to stand, TLS included', async () => {
    const deaf = createServer(() => undefined);
    deaf.listen(0, '127.0.0.1');
    await once(deaf, 'listening');
    closing.push(() => deaf.close());
    const clock = new TestClock();
    const engine = engineAt(`https://127.0.0.1:${(deaf.address() as AddressInfo).port}/v1`, {}, clock);
    const accepted = once(deaf, 'connection');
    const failed = assert.rejects(say(engine), unavailable(/took no connection within 2000 ms/u));
    await accepted;
    clock.advance(2000);
    await failed;
  });

  it('end a silence inside the audio, and audio that is next to none', async () => {
    const slow: readonly Answer[] = [
      async ({ answer, pcm }) => {
        answer.write(pcm.subarray(0, 9600));
        await heard.promise;
        clock.advance(5000);
      },
      async ({ answer, pcm }) => {
        answer.write(pcm.subarray(0, 9600));
        await heard.promise;
        for (let at = 9600; !answer.destroyed; at += 2) {
          answer.write(pcm.subarray(at, at + 2));
          await new Promise(setImmediate);
          clock.advance(1000);
        }
      },
    ];
    let heard = Promise.withResolvers<undefined>();
    let clock = new TestClock();
    for (const answer of slow) {
      heard = Promise.withResolvers();
      const opened = await open(answer);
      ({ clock } = opened);
      let samples = 0;
      const sink = {
        audio: ({ length }: Int16Array) => {
          samples += length;
          if (samples >= 4800) heard.resolve(undefined);
        },
        marks: (): void => undefined,
      };
      await assert.rejects(
        async () => opened.engine.speak(segmentOf(words), voice, sink, new AbortController().signal),
        broken(/fell silent for 5000 ms/u),
      );
      await opened.server.until(() => opened.server.cut === 1);
    }
  });
});

describe('an upstream that keeps failing', () => {
  const isDown: Answer = ({ answer }) => void answer.writeHead(500).end();

  async function fail(engine: UpstreamSynthesizer, message = /answered 500/u): Promise<void> {
    await assert.rejects(say(engine), unavailable(message));
  }

  it('is left alone for a while after three failures, then tried with one request, then asked as before', async () => {
    const { engine, server, clock } = await open(isDown);
    for (let count = 0; count < 3; count++) await fail(engine);
    assert.equal(server.spoken.length, 6);
    await fail(engine, /has failed before: it is not asked again for 10 s/u);
    clock.advance(9999);
    await fail(engine, /for 1 s/u);
    assert.equal(server.spoken.length, 6);

    clock.advance(1);
    await fail(engine);
    assert.equal(server.spoken.length, 8);
    await fail(engine, /for 10 s/u);

    clock.advance(10_000);
    const go = Promise.withResolvers<undefined>();
    server.answer = async (given) => {
      await go.promise;
      await speakAsItComes(given);
    };
    const probe = say(engine);
    await server.until(() => server.spoken.length === 9);
    await fail(engine, /being tried with another request/u);
    go.resolve(undefined);
    assert.ok((await probe).samples.length > 0);
    await Promise.all([say(engine), say(engine)]);
    assert.equal(server.spoken.length, 11);
  });

  it('is counted in a row only, and not for texts that it refuses', async () => {
    const { engine, server } = await open(isDown);
    for (let round = 0; round < 3; round++) {
      server.answer = isDown;
      await fail(engine);
      await fail(engine);
      server.answer = speakAsItComes;
      await say(engine);
    }
    server.answer = ({ answer }) => void answer.writeHead(400).end();
    for (let count = 0; count < 5; count++) await fail(engine, /answered 400/u);
  });

  it('is tried again when the request that was to try it was given up', async () => {
    const { engine, server, clock } = await open(isDown);
    for (let count = 0; count < 3; count++) await fail(engine);
    clock.advance(10_000);
    server.answer = () => undefined;
    const abort = new AbortController();
    const probe = say(engine, words, undefined, abort.signal);
    await server.until(() => server.spoken.length === 7);
    abort.abort();
    await probe;
    server.answer = speakAsItComes;
    assert.ok((await say(engine)).samples.length > 0);
  });

  it('is left alone for as long as it asks, at most a minute', async () => {
    for (const [header, seconds] of [
      ['7', 7],
      ['99999999', 60],
    ] as const) {
      const { engine, server, clock } = await open(
        ({ answer }) => void answer.writeHead(429, { 'retry-after': header }).end(),
      );
      await fail(engine, /answered 429/u);
      await fail(engine, new RegExp(`for ${seconds} s`, 'u'));
      server.answer = speakAsItComes;
      clock.advance(seconds * 1000);
      assert.ok((await say(engine)).samples.length > 0);
    }
  });
});
