/** The containers, encodings and rates of answers over HTTP. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { decodeClip } from '../src/audio/clip/index.ts';
import { bitRates, encodings, isMp3Pair, sampleRates } from '../src/audio/formats.ts';
import { mp3Frames } from '../src/audio/mp3/frames.ts';
import { encodeSamples } from '../src/audio/pcm.ts';
import { audioOf, raw24, readSse, speech, start, version, type TestServer } from './support/server.ts';
import { swept } from './support/sweeps.ts';

const sweptRates = swept(sampleRates, (rate) => rate === 8000 || rate === 24_000);

const transcript = 'Hello there, my friend. How are you today?';
/** Its answer does not carry its length (docs/rules.md#known-length). */
const longTranscript = `${transcript} ${transcript} ${transcript}`;
/** So is it with this one, of five words. */
const openLength =
  'Internationalization electroencephalography counterrevolutionaries incomprehensibilities uncharacteristically.';

describe('the formats of speech', () => {
  let server: TestServer;
  before(async () => (server = await start()));
  after(() => server.close());

  const bytes = async (body: object): Promise<Buffer> => {
    const response = await server.post('/tts/bytes', { ...speech, transcript, ...body });
    assert.equal(response.status, 200, await response.clone().text());
    return Buffer.from(await response.arrayBuffer());
  };

  it('streams raw audio in every encoding and sample rate, all of the same duration', async () => {
    const seconds: number[] = [];
    for (const encoding of encodings) {
      for (const sample_rate of sweptRates) {
        const audio = await bytes({ output_format: { container: 'raw', encoding, sample_rate } });
        const width = { pcm_f32le: 4, pcm_s16le: 2, pcm_mulaw: 1, pcm_alaw: 1 }[encoding];
        assert.equal(audio.length % width, 0);
        seconds.push(audio.length / width / sample_rate);
      }
    }
    assert.ok(Math.max(...seconds) - Math.min(...seconds) < 0.001, seconds.join());
  });

  it('puts one header in front of WAV audio, and the audio is that of raw', async () => {
    for (const encoding of encodings) {
      const wav = await bytes({ output_format: { container: 'wav', encoding, sample_rate: 24_000 } });
      const raw = await bytes({ output_format: { container: 'raw', encoding, sample_rate: 24_000 } });
      assert.equal(wav.toString('latin1', 0, 4), 'RIFF');
      // Four letters alone may stand in the samples by chance.
      assert.equal(wav.indexOf('WAVEfmt ', 9), -1);
      // A chunk of odd length has a byte of padding.
      assert.ok(wav.subarray(wav.indexOf('data') + 8, wav.length - (raw.length % 2)).equals(raw));
    }
  });

  it('makes WAV of 44,100 Hz, 16 bit when the format says no more than wav', async () => {
    const wav = await bytes({ output_format: { container: 'wav' } });
    assert.equal(wav.readUInt32LE(24), 44_100);
    assert.equal(wav.readUInt16LE(34), 16);
  });

  it('makes MP3 at every legal pair of rates, as long as the audio within one codec frame', async () => {
    for (const sample_rate of sweptRates) {
      const samples = (await bytes({ transcript: openLength, output_format: { ...raw24, sample_rate } })).length / 2;
      for (const bit_rate of bitRates.filter((rate) => isMp3Pair(sample_rate, rate))) {
        const output_format = { container: 'mp3', sample_rate, bit_rate };
        const frames = mp3Frames(await bytes({ transcript: openLength, output_format }));
        const decoded = frames.reduce((sum, frame) => sum + frame.samples, 0);
        assert.ok(frames.every((frame) => frame.sampleRate === sample_rate && frame.bitRate === bit_rate));
        // What a decoder gives is longer by the encoder's delay of 1105 samples and its closing silence of at least 47 (LAME), and
        // filled up to whole frames.
        assert.ok(
          decoded >= samples + 1105 - 529 && decoded <= samples + 1105 + 47 + frames[0]!.samples,
          `${sample_rate}/${bit_rate}: ${decoded} of ${samples}`,
        );
      }
    }
  });

  it('refuses an MP3 pair that the standard lacks and lists those it has', async () => {
    for (const rates of [
      { sample_rate: 8000, bit_rate: 128_000 },
      { sample_rate: 24_000, bit_rate: 192_000 },
    ]) {
      const output_format = { container: 'mp3', ...rates };
      const response = await server.post('/tts/bytes', { ...speech, transcript, output_format });
      const body = (await response.json()) as { error_code: string; message: string };
      assert.deepEqual([response.status, body.error_code], [400, 'unsupported_format']);
      assert.match(body.message, /24000 Hz: 32000, 64000, 96000, 128000;/);
    }
  });

  it('takes what a container is named for, without anything else about it', async () => {
    const samples = (await bytes({ output_format: raw24 })).length / 2;
    const [frame] = mp3Frames(await bytes({ output_format: { container: 'mp3' } }));
    assert.deepEqual([frame!.sampleRate, frame!.bitRate], [44_100, 128_000]);
    const [lowest] = mp3Frames(await bytes({ output_format: { container: 'mp3', sample_rate: 8000 } }));
    assert.equal(lowest!.bitRate, 64_000);
    const types = { opus: 'audio/ogg', flac: 'audio/flac' } as const;
    for (const [container, sampleRate] of [
      ['opus', 48_000],
      ['flac', 24_000],
    ] as const) {
      for (const serviceVersion of ['2024-06-10', version]) {
        const response = await server.post(
          '/tts/bytes',
          { ...speech, transcript, output_format: { container } },
          { 'service-version': serviceVersion },
        );
        assert.equal(response.headers.get('content-type'), types[container]);
        const clip = await decodeClip(new Uint8Array(await response.arrayBuffer()));
        assert.equal(clip.sampleRate, sampleRate);
        assert.ok(Math.abs(clip.seconds - samples / 24_000) < 0.03, `${clip.seconds} s of ${samples / 24_000}`);
        assert.ok(clip.measures.levelDb > -40, 'it is sound');
      }
    }
  });

  it('takes the name of a packed container as its encoding, and an encoding with mp3', async () => {
    const pairs: readonly (readonly [string, string])[] = [
      ['mp3', 'mp3'],
      ['mp3', 'pcm_s16le'],
      ['opus', 'opus'],
      ['flac', 'flac'],
    ];
    for (const [container, encoding] of pairs) {
      const plain = await bytes({ output_format: { container } });
      for (const serviceVersion of ['2024-06-10', '2025-04-16', version]) {
        const body = { ...speech, transcript, output_format: { container, encoding } };
        const response = await server.post('/tts/bytes', body, { 'service-version': serviceVersion });
        assert.equal(response.status, 200, await response.clone().text());
        assert.ok(Buffer.from(await response.arrayBuffer()).equals(plain), `${container} ${encoding}`);
      }
    }
  });

  it('takes null for a member that is left out', async () => {
    const nothing = { container: null, encoding: null, sample_rate: null, bit_rate: null };
    for (const given of [
      raw24,
      { container: 'wav' },
      { container: 'mp3' },
      { container: 'opus' },
      { container: 'flac' },
    ]) {
      const plain = await bytes({ output_format: given });
      assert.ok((await bytes({ output_format: { ...nothing, ...given } })).equals(plain), JSON.stringify(given));
    }
    const response = await server.post('/tts/bytes', { ...speech, transcript, output_format: nothing });
    assert.equal(response.status, 400);
    assert.match(await response.text(), /output_format\.container/u);
  });

  it('gives FLAC with the samples of raw, and Opus the same bytes each time', async () => {
    const flac = await decodeClip(await bytes({ output_format: { container: 'flac', sample_rate: 16_000 } }));
    const raw = await bytes({ output_format: { ...raw24, sample_rate: 16_000 } });
    assert.ok(Buffer.from(encodeSamples(flac.samples, 'pcm_s16le')).equals(raw));
    const output_format = { container: 'opus', sample_rate: 16_000, bit_rate: 64_000 };
    const [first, ...others] = await Promise.all([1, 2, 3, 4].map(() => bytes({ output_format })));
    for (const other of others) assert.ok(first!.equals(other));
  });

  it('sends every container over SSE as pieces of one stream', async () => {
    for (const container of ['wav', 'mp3', 'opus', 'flac']) {
      const request = { transcript: longTranscript, output_format: { container } };
      const events = readSse(await (await server.post('/tts/sse', { ...speech, ...request })).text());
      assert.ok(audioOf(events).equals(await bytes(request)));
    }
  });
});
