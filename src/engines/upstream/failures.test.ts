import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { drip, speakAsItComes, UpstreamServer, wavHeaderOf, type Answer } from './testing.ts';
import {
  closeAfterEach,
  broken,
  engineAt,
  key,
  open,
  say,
  sentencePause,
  unavailable,
  words,
} from './synthesizer-testing.ts';

closeAfterEach();

describe('an upstream that does not speak', () => {
  const answers: Readonly<Record<string, readonly [Answer, RegExp, requests: number]>> = {
    'answers 500 always': [({ answer }) => void answer.writeHead(500).end('boom'), /answered 500: boom/u, 2],
    'closes the connection': [({ answer }) => void answer.destroy(), /cannot be reached|closed the connection/u, 2],
    'is busy': [({ answer }) => void answer.writeHead(503, { 'retry-after': '7' }).end(), /answered 503/u, 1],
    'has had too many requests': [
      ({ answer }) => void answer.writeHead(429, { 'retry-after': '7' }).end(),
      /answered 429/u,
      1,
    ],
    'does not know the key, and repeats it': [
      ({ answer }) => void answer.writeHead(401).end(`{"detail":"bad key ${key}"}`),
      /answered 401: its "key" is missing or not valid: \{"detail":"bad key …"\}/u,
      1,
    ],
    'does not know the model': [({ answer }) => void answer.writeHead(404).end(), /answered 404: it has no/u, 1],
    redirects: [
      ({ answer }) => void answer.writeHead(307, { location: 'http://127.0.0.1:1/v1/audio/speech' }).end(),
      /redirects to http:\/\/127.0.0.1:1\/v1\/audio\/speech, which is not followed/u,
      1,
    ],
    'answers with a page': [
      ({ answer }) =>
        void answer.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Hi</title>'),
      /answered with text\/html where audio was asked for: <!doctype html>/u,
      1,
    ],
    'answers with a page that it calls audio': [
      ({ answer }) =>
        void answer.writeHead(200, { 'content-type': 'audio/pcm' }).end('<!doctype html><title>Hi</title>'),
      /where audio was asked for: <!doctype/u,
      1,
    ],
    'answers with JSON': [
      ({ answer }) => void answer.writeHead(200, { 'content-type': 'application/json' }).end('{"error":"no model"}'),
      /application\/json where audio was asked for: \{"error":"no model"\}/u,
      1,
    ],
    'answers with JSON of no type': [
      ({ answer }) => void answer.writeHead(200).end('{"error": "no model is loaded"}'),
      /text where audio was asked for: \{"error"/u,
      1,
    ],
    'answers with MP3': [
      ({ answer }) =>
        void answer.writeHead(200, { 'content-type': 'audio/mpeg' }).end(Buffer.from('fff344c4'.repeat(9), 'hex')),
      /answered with MP3 where PCM was asked for/u,
      1,
    ],
    'answers with Ogg': [({ answer }) => void answer.end(Buffer.from(`OggS${'\0'.repeat(90)}`)), /Ogg where PCM/u, 1],
    'answers with a WAV file of another rate': [
      ({ answer, pcm }) => void answer.end(Buffer.concat([wavHeaderOf(22_050, pcm.length), pcm])),
      /a WAV file of 22050 Hz, but its "sample_rate" is set to 24000/u,
      1,
    ],
    'answers with a WAV file in stereo': [
      ({ answer, pcm }) => void answer.end(Buffer.concat([wavHeaderOf(24_000, pcm.length, 2), pcm])),
      /2 channels of 16 bits/u,
      1,
    ],
    'answers with half a header': [
      ({ answer }) => void answer.end(wavHeaderOf(24_000, 4).subarray(0, 30)),
      /the beginning of a WAV file/u,
      1,
    ],
    'answers with compressed audio': [
      ({ answer }) => void answer.writeHead(200, { 'content-encoding': 'gzip' }).end('x'),
      /compressed audio \(gzip\)/u,
      1,
    ],
    'answers with nothing': [({ answer }) => void answer.end(), /no audio at all/u, 1],
    'closes before any audio': [
      ({ answer }) => {
        answer.writeHead(200, { 'content-type': 'audio/pcm' });
        answer.flushHeaders();
        setImmediate(() => answer.destroy());
      },
      /ended its answer early, after 0.00 s/u,
      1,
    ],
  };
  for (const [what, [answer, message, requests]] of Object.entries(answers)) {
    it(`is unavailable, with what it did: ${what}`, async () => {
      const { engine, server } = await open(answer);
      await assert.rejects(say(engine), unavailable(message));
      assert.equal(server.spoken.length, requests);
    });
  }

  it('is unavailable when it refuses the connection', async () => {
    const server = await UpstreamServer.open();
    const { url } = server;
    await server.close();
    await assert.rejects(say(engineAt(url)), unavailable(/refuses the connection/u));
  });

  it('is asked once more after a failure of its own, and speaks then', async () => {
    for (const [status, end] of [
      [500, true],
      [502, true],
      [0, false],
    ] as const) {
      const { engine, server } = await open((given) => {
        if (given.count > 1) return speakAsItComes(given);
        if (end) return void given.answer.writeHead(status).end();
        return void given.answer.destroy();
      });
      assert.equal((await say(engine)).samples.length, 24_000 + sentencePause);
      assert.equal(server.spoken.length, 2);
    }
  });

  it('is told of its error although that has no end', async () => {
    const { engine, server, clock } = await open(({ answer }) => {
      answer.writeHead(403);
      answer.write('no ');
    });
    const failed = assert.rejects(say(engine), unavailable(/answered 403: its "key" is not allowed/u));
    await server.until(() => server.spoken.length === 1);
    const over = new AbortController();
    void failed.finally(() => over.abort());
    while (!over.signal.aborted) {
      clock.advance(10);
      await new Promise(setImmediate);
    }
    await failed;
  });
});

describe('an upstream that fails inside its audio', () => {
  const answers: Readonly<Record<string, readonly [Answer, RegExp]>> = {
    'half a sample': [
      ({ answer, pcm }) => void answer.end(pcm.subarray(0, 4801)),
      /answered with audio that ends inside a sample/u,
    ],
    'less than its length': [
      async ({ answer, pcm }) => {
        answer.writeHead(200, { 'content-length': pcm.length });
        await new Promise((resolve) => answer.write(pcm.subarray(0, 4800), resolve));
        answer.destroy();
      },
      /ended its answer early, after 0.10 s of audio/u,
    ],
    'no end of its chunks': [
      async ({ answer, pcm }) => {
        await new Promise((resolve) => answer.write(pcm.subarray(0, 4800), resolve));
        answer.destroy();
      },
      /ended its answer early, after 0.10 s of audio/u,
    ],
    'less than the header of its WAV file says': [
      ({ answer, pcm }) => void answer.end(Buffer.concat([wavHeaderOf(24_000, pcm.length), pcm.subarray(0, 4800)])),
      /a WAV file that ends 43200 bytes before/u,
    ],
  };
  for (const [what, [answer, message]] of Object.entries(answers)) {
    it(`fails the segment, and is not asked again: ${what}`, async () => {
      const { engine, server } = await open(answer);
      let heard = 0;
      await assert.rejects(
        say(engine, words, () => heard++),
        broken(message),
      );
      assert.ok(heard > 0);
      assert.equal(server.spoken.length, 1);
    });
  }

  it('leaves the error of its sink as it is, and ends the request', async () => {
    const { engine, server } = await open(async ({ answer, pcm }) => {
      await drip(answer, pcm, 480);
    });
    const failing = () => {
      throw new RangeError('no room');
    };
    await assert.rejects(say(engine, words, failing), RangeError);
    await server.until(() => server.cut === 1);
  });
});
