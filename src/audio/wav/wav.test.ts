import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createContainerWriter } from '../container.ts';
import { bytesPerSample, encodings, sampleRates, type Encoding } from '../formats.ts';
import { wavHeader, wavPadding } from './header.ts';

interface Chunk {
  readonly id: string;
  readonly size: number;
  readonly body: Buffer;
}

/** The chunks of a WAV stream, where a size of 0xFFFFFFFF means "to the end". */
function parse(stream: Uint8Array): { riffSize: number; chunks: Chunk[] } {
  const bytes = Buffer.from(stream);
  assert.equal(bytes.toString('latin1', 0, 4), 'RIFF');
  assert.equal(bytes.toString('latin1', 8, 12), 'WAVE');
  const chunks: Chunk[] = [];
  for (let at = 12; at < bytes.length;) {
    const size = bytes.readUInt32LE(at + 4);
    const length = size === 0xffff_ffff ? bytes.length : size;
    chunks.push({ id: bytes.toString('latin1', at, at + 4), size, body: bytes.subarray(at + 8, at + 8 + length) });
    at += 8 + length + (length % 2);
  }
  return { riffSize: bytes.readUInt32LE(4), chunks };
}

const tags: Record<Encoding, number> = { pcm_s16le: 1, pcm_f32le: 3, pcm_alaw: 6, pcm_mulaw: 7 };
const formats = encodings.flatMap((encoding) => sampleRates.map((sampleRate) => ({ encoding, sampleRate })));

describe('the WAV writer', () => {
  it('describes the format of every encoding and rate', () => {
    for (const { encoding, sampleRate } of formats) {
      const bytes = bytesPerSample(encoding);
      const { body } = parse(wavHeader({ encoding, sampleRate })).chunks[0]!;
      const fields = [
        body.readUInt16LE(0),
        body.readUInt16LE(2),
        body.readUInt32LE(4),
        body.readUInt32LE(8),
        body.readUInt16LE(12),
        body.readUInt16LE(14),
      ];
      assert.deepEqual(fields, [tags[encoding], 1, sampleRate, sampleRate * bytes, bytes, 8 * bytes]);
    }
  });

  it('describes several channels, whose samples stand side by side', () => {
    const { body } = parse(wavHeader({ encoding: 'pcm_s16le', sampleRate: 16_000 }, 4000, 2)).chunks[0]!;
    assert.equal(body.readUInt16LE(2), 2);
    assert.equal(body.readUInt32LE(8), 64_000);
    assert.deepEqual([body.readUInt16LE(12), body.readUInt16LE(14)], [4, 16]);
  });

  it('has the plain header of 44 bytes for 16-bit samples, an extension size and a fact chunk for all others', () => {
    for (const format of formats) {
      const linear = format.encoding === 'pcm_s16le';
      const { chunks } = parse(wavHeader(format));
      assert.deepEqual(
        chunks.map(({ id, body }) => [id, body.length]),
        linear
          ? [
              ['fmt ', 16],
              ['data', 0],
            ]
          : [
              ['fmt ', 18],
              ['fact', 4],
              ['data', 0],
            ],
      );
      assert.equal(wavHeader(format).length, linear ? 44 : 58);
    }
  });

  it('leaves the sizes of a live stream open and puts nothing but the payload behind the one header', async () => {
    for (const format of formats) {
      const writer = await createContainerWriter({ container: 'wav', ...format });
      const payload = [new Uint8Array(400).fill(1), new Uint8Array(800).fill(2)];
      const stream = Buffer.concat([writer.header(), ...payload.map((part) => writer.write(part)), writer.end()]);
      const { riffSize, chunks } = parse(stream);
      assert.deepEqual([riffSize, chunks.at(-1)!.size], [0xffff_ffff, 0xffff_ffff]);
      assert.deepEqual(chunks.at(-1)!.body, Buffer.concat(payload));
      assert.equal(stream.toString('latin1').split('RIFF').length, 2);
    }
  });

  it('states the true sizes of a finished file, with padding to an even length', () => {
    for (const format of formats) {
      const payload = Buffer.alloc(501 * bytesPerSample(format.encoding), 5);
      const file = Buffer.concat([wavHeader(format, payload.length), payload, wavPadding(payload.length)]);
      const { riffSize, chunks } = parse(file);
      assert.equal(file.length % 2, 0);
      assert.equal(riffSize, file.length - 8);
      assert.deepEqual(chunks.at(-1)!.body, payload);
      if (format.encoding !== 'pcm_s16le') assert.equal(chunks[1]!.body.readUInt32LE(0), 501);
    }
  });

  it('refuses more samples than the sizes can state', () => {
    assert.throws(() => wavHeader({ encoding: 'pcm_s16le', sampleRate: 24_000 }, 2 ** 32), RangeError);
  });
});
