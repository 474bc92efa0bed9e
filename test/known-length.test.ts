import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { MPEGDecoder } from 'mpg123-decoder';
import { apiKey, speech, start, version, type TestServer } from './support/server.ts';

const short = 'Hello there, my friend. How are you today?';
const long = `${short} ${short} ${short}`;
const wav = { container: 'wav', encoding: 'pcm_s16le', sample_rate: 24_000 };
const mp3 = { container: 'mp3', sample_rate: 24_000, bit_rate: 64_000 };
const openSize = 0xffff_ffff;

interface Answer {
  readonly length: string | null;
  readonly fileId: string | null;
  readonly body: Buffer;
}

/** Samples that a player gives of it. */
async function playedSamples(file: Buffer): Promise<number> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  return decoder.decode(file).samplesDecoded;
}

function dataBytes(file: Buffer): number {
  return file.readUInt32LE(file.indexOf('data') + 4);
}

describe('whether an answer carries its length', () => {
  let server: TestServer;
  before(async () => {
    server = await start();
  });
  after(() => server.close());

  const speak = async (body: object, path = '/tts/bytes'): Promise<Answer> => {
    const response = await server.post(path, { ...speech, ...body });
    assert.equal(response.status, 200, await response.clone().text());
    return {
      length: response.headers.get('content-length'),
      fileId: response.headers.get('cartesia-file-id'),
      body: Buffer.from(await response.arrayBuffer()),
    };
  };
  const rawSamples = async (transcript: string): Promise<number> => {
    const { body } = await speak({ transcript, output_format: { ...wav, container: 'raw' } });
    return body.length / 2;
  };

  it('a short text is one piece with its length in front of it and in it', async () => {
    const samples = await rawSamples(short);
    const { length, body } = await speak({ transcript: short, output_format: wav });
    assert.deepEqual(
      [Number(length), dataBytes(body), body.readUInt32LE(4)],
      [body.length, 2 * samples, body.length - 8],
    );
    const music = await speak({ transcript: short, output_format: mp3 });
    assert.deepEqual([Number(music.length), await playedSamples(music.body)], [music.body.length, samples]);
    const flac = await speak({ transcript: short, output_format: { container: 'flac', sample_rate: 24_000 } });
    assert.deepEqual([Number(flac.length), flac.body.readUInt32BE(22)], [flac.body.length, samples]);
  });

  it('so is it in the shape of OpenAI', async () => {
    const response = await fetch(`${server.url}/v1/audio/speech`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ input: short, response_format: 'wav' }),
    });
    const body = Buffer.from(await response.arrayBuffer());
    assert.deepEqual(
      [Number(response.headers.get('content-length')), dataBytes(body)],
      [body.length, body.length - 44],
    );
  });

  it('a long text, or one with long breaks, is a stream of open size', async () => {
    for (const transcript of [long, `Wait.<break time="9s"/><break time="2s"/>Go.`]) {
      const { length, body } = await speak({ transcript, output_format: wav });
      assert.deepEqual([length, dataBytes(body)], [null, openSize]);
    }
    const { body } = await speak({ transcript: long, output_format: mp3 });
    assert.ok(!body.includes('Info'));
  });

  it('one hundred characters are short, one more are long, whatever their code units', async () => {
    for (const [count, isHeld] of [
      [94, true],
      [95, false],
    ] as const) {
      const { length } = await speak({ transcript: `Hello ${'😀'.repeat(count)}`, output_format: wav });
      assert.equal(length !== null, isHeld, `${count}`);
    }
  });

  it('raw audio stays a stream', async () => {
    const { length } = await speak({ transcript: short, output_format: { ...wav, container: 'raw' } });
    assert.equal(length, null);
  });

  it('a saved file carries it in any case, and its answer as if it were not saved', async () => {
    for (const transcript of [short, long]) {
      const samples = await rawSamples(transcript);
      for (const output_format of [wav, mp3]) {
        const plain = await speak({ transcript, output_format });
        const { body, fileId } = await speak({ transcript, output_format, save: true });
        assert.ok(body.equals(plain.body));
        const response = await fetch(`${server.url}/files/${fileId}/download`, {
          headers: { 'service-version': version, 'x-api-key': apiKey },
        });
        const file = Buffer.from(await response.arrayBuffer());
        if (output_format === wav) assert.deepEqual([dataBytes(file), file.length], [2 * samples, 44 + 2 * samples]);
        else assert.equal(await playedSamples(file), samples);
      }
    }
  });
});
