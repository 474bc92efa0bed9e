import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MPEGDecoder } from 'mpg123-decoder';
import { swept } from '../../test/support/sweeps.ts';
import { createContainerWriter } from './container.ts';
import { createFileFinisher, finishFile } from './finished-file.ts';
import {
  bitRates,
  bytesPerSample,
  encodings,
  isMp3Pair,
  payloadFormat,
  sampleRates,
  type Mp3Format,
  type OutputFormat,
} from './formats.ts';
import { mp3Frames } from './mp3/frames.ts';
import { encodeSamples } from './pcm.ts';

function tone(length: number): Float32Array {
  return Float32Array.from({ length }, (_, index) => 0.4 * Math.sin(index * 0.05 + index * index * 1e-6));
}

async function streamOf(format: OutputFormat, samples: Float32Array): Promise<Buffer> {
  const writer = await createContainerWriter(format);
  const payload = encodeSamples(samples, payloadFormat(format).encoding);
  return Buffer.concat([writer.header(), writer.write(payload), writer.end()]);
}

const mp3Formats = swept(
  sampleRates.flatMap((sampleRate) =>
    bitRates
      .filter((bitRate) => isMp3Pair(sampleRate, bitRate))
      .map((bitRate): Mp3Format => ({ container: 'mp3', sampleRate, bitRate })),
  ),
  ({ bitRate }) => bitRate === 64_000,
);

describe('a finished MP3 file', () => {
  it('decodes to exactly the samples that went in, at their places, for every pair of rates', async () => {
    const decoder = new MPEGDecoder();
    await decoder.ready;
    for (const format of mp3Formats) {
      for (const length of [1, 576, format.sampleRate + 123]) {
        const samples = tone(length);
        const file = finishFile(format, await streamOf(format, samples), length);
        const { channelData, samplesDecoded } = decoder.decode(file);
        await decoder.reset();
        const what = `${format.sampleRate} Hz, ${format.bitRate} bit/s`;
        assert.equal(samplesDecoded, length, what);
        if (length < 8000) continue;
        const error = (shift: number): number =>
          samples
            .subarray(1, -1)
            .reduce((sum, sample, index) => sum + Math.abs(sample - channelData[0]![index + 1 + shift]!), 0);
        assert.ok(error(0) < error(1) && error(0) < error(-1), what);
      }
    }
  });

  it('begins with one frame more, which states its frames and bytes', async () => {
    for (const format of mp3Formats) {
      const stream = await streamOf(format, tone(20_000));
      const file = Buffer.from(finishFile(format, stream, 20_000));
      const [info, ...frames] = mp3Frames(file);
      assert.deepEqual(frames.length, mp3Frames(stream).length);
      const at = file.indexOf('Info');
      assert.ok(at > 0 && at < info!.length);
      assert.deepEqual([file.readUInt32BE(at + 8), file.readUInt32BE(at + 12)], [frames.length, file.length]);
      assert.equal(createFileFinisher(format)!.reservedBytes, info!.length);
    }
  });
});

describe('a finished WAV file', () => {
  it('states the true sizes in every encoding, with a byte of padding where the samples are odd', async () => {
    for (const encoding of encodings) {
      const format = { container: 'wav', encoding, sampleRate: 8000 } as const;
      const file = Buffer.from(finishFile(format, await streamOf(format, tone(1001)), 1001));
      const dataAt = file.indexOf('data');
      assert.equal(file.readUInt32LE(4), file.length - 8);
      assert.equal(file.readUInt32LE(dataAt + 4), 1001 * bytesPerSample(encoding));
      assert.equal(file.length % 2, 0);
    }
  });
});

describe('a container whose stream is the file already', () => {
  it('stays as it is', async () => {
    for (const format of [
      { container: 'raw', encoding: 'pcm_s16le', sampleRate: 24_000 },
      { container: 'opus', sampleRate: 24_000, bitRate: 32_000 },
    ] as const) {
      const stream = await streamOf(format, tone(3000));
      assert.deepEqual([createFileFinisher(format), finishFile(format, stream, 3000)], [undefined, stream]);
    }
  });
});
