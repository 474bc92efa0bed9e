import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { segmentOf, speakWith } from '../testing.ts';
import { drip, speakAsItComes, toneOf, wavHeaderOf, type Answer } from './testing.ts';
import { assertSpoken, closeAfterEach, key, open, say, sentencePause, voice, words } from './synthesizer-testing.ts';

closeAfterEach();

describe('a request to an upstream', () => {
  it('carries model, voice, text as spoken and the key, and asks for PCM', async () => {
    const { server, engine } = await open();
    await speakWith(engine, segmentOf([['twelve', 'dollars'], 'please.']), voice);
    const { headers, body, path } = server.spoken[0]!;
    assert.deepEqual(body, {
      model: 'kokoro',
      input: 'twelve dollars please.',
      voice: 'af_heart',
      response_format: 'pcm',
    });
    assert.deepEqual([path, headers.authorization], ['/v1/audio/speech', `Bearer ${key}`]);
  });

  it('has a speed where one is asked for, and no key where there is none', async () => {
    const { server, engine } = await open(undefined, { key: undefined });
    await speakWith(engine, segmentOf(words, { prosody: { rate: 1.5 } }), voice);
    assert.equal(server.spoken[0]!.body?.speed, 1.5);
    assert.equal(server.spoken[0]!.headers.authorization, undefined);
  });

  it('is not made for a text of which nothing can be said', async () => {
    const { server, engine } = await open();
    for (const text of [[], ['😀', '—', '...'], ['', ' ']]) {
      assert.equal((await speakWith(engine, segmentOf(text), voice)).samples.length, 0);
    }
    assert.equal(server.received.length, 0);
  });

  it('goes over a connection that is kept, and over a new one when that was closed meanwhile', async () => {
    const { server, engine } = await open();
    await say(engine);
    await say(engine);
    assert.equal(server.connections, 1);
    server.closeIdle();
    assert.ok((await say(engine)).samples.length > 0);
    assert.equal(server.connections, 2);
  });

  it('is made again over a new connection, since all that were kept may be dead', async () => {
    const { server, engine } = await open();
    const used = new WeakSet<object>();
    const both = Promise.withResolvers<undefined>();
    server.answer = async (given) => {
      used.add(given.answer.req.socket);
      if (given.count === 2) both.resolve(undefined);
      await both.promise;
      await speakAsItComes(given);
    };
    await Promise.all([say(engine), say(engine)]);
    server.answer = (given) =>
      used.has(given.answer.req.socket) ? void given.answer.destroy() : speakAsItComes(given);
    assert.ok((await say(engine)).samples.length > 0);
    assert.deepEqual([server.connections, server.spoken.length], [3, 4]);
  });

  it('is made for a voice that the upstream has, and no other', async () => {
    const { server, engine } = await open();
    await assert.rejects(speakWith(engine, segmentOf(words), { ...voice, name: 'nobody' }), /gpu has no voice nobody/u);
    assert.equal(server.received.length, 0);
  });

  it('is made for any voice where the voices were not known when it was loaded', async () => {
    const { server, engine } = await open(undefined, { voices: [] });
    await speakWith(engine, segmentOf(words), { ...voice, name: 'somebody' });
    assert.equal(server.spoken[0]!.body?.voice, 'somebody');
  });
});

describe('the audio of an upstream', () => {
  const bodies: Readonly<Record<string, Answer>> = {
    'in pieces of an odd number of bytes': speakAsItComes,
    'byte by byte': async ({ answer, pcm }) => {
      await drip(answer, pcm.subarray(0, 60), 1);
      answer.end(pcm.subarray(60));
    },
    'whole, with its length': ({ answer, pcm }) => {
      answer.writeHead(200, { 'content-type': 'audio/pcm', 'content-length': pcm.length }).end(pcm);
    },
    'under no type': async ({ answer, pcm }) => {
      await drip(answer, pcm, 999);
      answer.end();
    },
    'as a WAV file of the agreed rate': async ({ answer, pcm }) => {
      answer.writeHead(200, { 'content-type': 'audio/wav' });
      await drip(answer, Buffer.concat([wavHeaderOf(24_000, pcm.length), pcm, Buffer.from('LIST....')]), 7);
      answer.end();
    },
    'as a WAV file with an open length and the wrong type': ({ answer, pcm }) => {
      answer.writeHead(200, { 'content-type': 'audio/mpeg' });
      answer.end(Buffer.concat([wavHeaderOf(24_000, 'open'), pcm]));
    },
  };
  for (const [how, answer] of Object.entries(bodies)) {
    it(`is given on sample by sample: ${how}`, async () => {
      const { server, engine } = await open(answer);
      const spoken = await say(engine);
      assertSpoken(spoken, toneOf(server.spoken[0]!.body!));
      assert.equal(spoken.markCalls, 0);
    });
  }

  it('begins with its first sound and ends with the pause of its mark, whatever silence is around it', async () => {
    const silence = (seconds: number): Buffer => Buffer.alloc(Math.round(seconds * 24_000) * 2);
    const { engine } = await open(async ({ answer, pcm }) => {
      answer.writeHead(200, { 'content-type': 'audio/pcm' });
      await drip(answer, Buffer.concat([silence(0.4), pcm, silence(0.7)]), 4801);
      answer.end();
    });
    for (const [text, pause] of [
      ['One two.', 0.33],
      ['One two,', 0.15],
      ['One two', 0.02],
    ] as const) {
      const { samples } = await say(engine, text);
      assert.ok(samples.findIndex((sample) => Math.abs(sample) > 2000) < 0.02 * 24_000);
      const behind = samples.length - 1 - samples.findLastIndex((sample) => Math.abs(sample) > 2000);
      assert.ok(Math.abs(behind / 24_000 - pause) < 0.006, `${text}: ${behind / 24_000}`);
    }
    const fast = await speakWith(engine, segmentOf('One two.', { prosody: { rate: 2 } }), voice);
    const behind = fast.samples.length - 1 - fast.samples.findLastIndex((sample) => Math.abs(sample) > 2000);
    assert.ok(Math.abs(behind / 24_000 - 0.165) < 0.006);
  });

  it('is given on while more is still to come', async () => {
    const { engine } = await open(async ({ answer, pcm }) => {
      answer.write(pcm.subarray(0, 4800));
      await heard.promise;
      answer.end(pcm.subarray(4800));
    });
    const heard = Promise.withResolvers<undefined>();
    assert.ok((await say(engine, words, () => heard.resolve(undefined))).samples.length > 2400);
  });

  it('may come slowly', async () => {
    const { engine, clock } = await open(async ({ answer, pcm }) => {
      for (let at = 0; at < pcm.length; at += 12_000) {
        answer.write(pcm.subarray(at, at + 12_000));
        await heard.promise;
        heard = Promise.withResolvers();
        clock.advance(4900);
      }
      answer.end();
    });
    let heard = Promise.withResolvers<undefined>();
    let given = 0;
    const sink = {
      audio: ({ length }: Int16Array) => {
        given += length;
        if (given % 6000 === 0) heard.resolve(undefined);
      },
      marks: (): void => undefined,
    };
    await engine.speak(segmentOf(words), voice, sink, new AbortController().signal);
    assert.equal(given, 24_000 + sentencePause);
  });

  it('of many segments comes at once, each for itself, and the failure of one is its own', async () => {
    const { engine } = await open((given) =>
      given.request.body!.input.startsWith('Bad') ? void given.answer.destroy() : speakAsItComes(given),
    );
    const texts = ['One.', 'One two.', 'Bad.', 'One two three.', 'Bad again.', 'One two three four.'];
    const all = await Promise.allSettled(texts.map((text) => say(engine, text)));
    assert.deepEqual(
      all.map((each) => (each.status === 'fulfilled' ? (each.value.samples.length - sentencePause) / 6000 : 'failed')),
      [1, 2, 'failed', 3, 'failed', 4],
    );
  });
});

describe('an abort', () => {
  it('ends the request at once, before and inside the audio, and is no error', async () => {
    for (const isInside of [false, true]) {
      const { engine, server } = await open(({ answer, pcm }) => {
        if (isInside) answer.write(pcm.subarray(0, 4800));
      });
      const abort = new AbortController();
      const speaking = say(engine, words, () => abort.abort(), abort.signal);
      await server.until(() => server.spoken.length === 1);
      if (!isInside) abort.abort();
      const { samples, markCalls } = await speaking;
      assert.deepEqual([samples.length > 0, markCalls], [isInside, 0]);
      await server.until(() => server.cut === 1);
    }
  });

  it('before it begins makes no request', async () => {
    const { engine, server } = await open();
    await say(engine, words, undefined, AbortSignal.abort());
    assert.equal(server.received.length, 0);
  });
});
