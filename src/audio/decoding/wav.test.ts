import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../test/support/property-runs.ts';
import { alawCodes, mulawCodes } from '../g711.ts';
import { DecodingError } from './decoding.ts';
import { MonoMixer } from './mono-mixer.ts';
import { wavFile, type WavParts } from './testing.ts';
import { decodeWav } from './wav.ts';
import { seededRandom } from '../../../test/support/random.ts';

function decode(bytes: Uint8Array, maxSeconds = 600): { samples: Float32Array; sampleRate: number } {
  const samples: number[] = [];
  const mixer = new MonoMixer(maxSeconds, (more) => {
    for (const sample of more) samples.push(sample);
  });
  decodeWav(bytes, 0, mixer);
  mixer.end();
  return { samples: Float32Array.from(samples), sampleRate: mixer.sampleRate };
}

function refuses(parts: WavParts, fault: DecodingError['fault'], said: RegExp): void {
  assert.throws(
    () => decode(wavFile(parts)),
    (error) => error instanceof DecodingError && error.fault === fault && said.test(error.message),
  );
}

/** Values that every coding can hold, give or take its own step. */
const values = Array.from({ length: 4000 }, (_, index) => Math.sin(index / 7) * 0.9);

/** Writes each value in a coding. */
function written(bytes: number, put: (view: DataView, at: number, value: number) => void): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.length * bytes));
  values.forEach((value, index) => put(view, index * bytes, value));
  return new Uint8Array(view.buffer);
}

const codings: readonly (readonly [name: string, tag: number, bits: number, data: Uint8Array, step: number])[] = [
  ['8 bits', 1, 8, written(1, (view, at, value) => view.setUint8(at, Math.round(value * 128) + 128)), 1 / 128],
  ['16 bits', 1, 16, written(2, (view, at, value) => view.setInt16(at, Math.round(value * 32_768), true)), 1 / 32_768],
  [
    '24 bits',
    1,
    24,
    written(3, (view, at, value) => {
      const whole = Math.round(value * 8_388_608);
      view.setUint16(at, whole & 0xffff, true);
      view.setInt8(at + 2, whole >> 16);
    }),
    1 / 8_388_608,
  ],
  ['32 bits', 1, 32, written(4, (view, at, value) => view.setInt32(at, Math.round(value * 2_147_483_648), true)), 1e-7],
  ['float of 32 bits', 3, 32, written(4, (view, at, value) => view.setFloat32(at, value, true)), 1e-7],
  ['float of 64 bits', 3, 64, written(8, (view, at, value) => view.setFloat64(at, value, true)), 1e-7],
  [
    'mu-law',
    7,
    8,
    written(1, (view, at, value) => view.setUint8(at, mulawCodes()[Math.round(value * 32_767) & 0xffff]!)),
    0.04,
  ],
  [
    'A-law',
    6,
    8,
    written(1, (view, at, value) => view.setUint8(at, alawCodes()[Math.round(value * 32_767) & 0xffff]!)),
    0.04,
  ],
];

describe('the WAV reader', () => {
  for (const [name, tag, bits, data, step] of codings) {
    it(`reads ${name}`, () => {
      const { samples, sampleRate } = decode(wavFile({ tag, bits, data, sampleRate: 22_050 }));
      assert.deepEqual([samples.length, sampleRate], [values.length, 22_050]);
      const worst = samples.reduce((most, sample, index) => Math.max(most, Math.abs(sample - values[index]!)), 0);
      assert.ok(worst <= step, `off by ${worst}`);
    });

    it(`reads ${name} from a buffer, wherever its bytes lie in memory`, () => {
      const file = wavFile({ tag, bits, data });
      for (let shift = 0; shift < 8; shift++) {
        const place = Buffer.from(new ArrayBuffer(file.length + 8), shift, file.length);
        place.set(file);
        assert.deepEqual(decode(place).samples, decode(file).samples);
      }
    });

    it(`reads ${name} behind the extensible format`, () => {
      const guid = Buffer.alloc(24);
      guid.writeUInt16LE(22, 0);
      guid.writeUInt16LE(bits, 2);
      guid.writeUInt16LE(tag, 8);
      assert.equal(decode(wavFile({ tag: 0xfffe, bits, data, extension: guid })).samples.length, values.length);
    });
  }

  it('gives the mean of all channels', () => {
    const data = new Uint8Array(
      Int16Array.from({ length: 600 }, (_, index) => [8192, -16_384, 16_384][index % 3]!).buffer,
    );
    const { samples } = decode(wavFile({ channels: 3, data }));
    assert.equal(samples.length, 200);
    assert.ok(samples.every((sample) => sample === 8192 / 3 / 32_768 || Math.abs(sample - 8192 / 3 / 32_768) < 1e-7));
  });

  it('makes 0 of what is no number and keeps within the full scale', () => {
    const data = new Uint8Array(Float32Array.of(NaN, Infinity, -Infinity, 5, -5, 0.5).buffer);
    assert.deepEqual([...decode(wavFile({ tag: 3, bits: 32, data })).samples], [0, 0, 0, 1, -1, 0.5]);
  });

  it('passes over other chunks, also those of odd length', () => {
    const data = new Uint8Array(2000).fill(3);
    const chunks = [
      ['LIST', new Uint8Array(7).fill(9)],
      ['bext', new Uint8Array(602)],
      ['JUNK', new Uint8Array(1)],
    ] as const;
    assert.equal(decode(wavFile({ data, chunks })).samples.length, 1000);
  });

  it('reads a stream that was never finished to its end', () => {
    const data = new Uint8Array(2000);
    for (const dataSize of [0xffff_ffff, 0x7fff_ffff, 4000, 0]) {
      assert.equal(decode(wavFile({ data, dataSize, riffSize: dataSize })).samples.length, 1000, String(dataSize));
    }
  });

  /** With 2000 bytes behind the head of the samples, and these sizes in front. */
  function longFile(riff: number, data: number): Uint8Array {
    const ds64 = Buffer.alloc(28);
    ds64.writeBigUInt64LE(BigInt(riff));
    ds64.writeBigUInt64LE(BigInt(data), 8);
    return wavFile({
      id: 'RF64',
      data: new Uint8Array(2000),
      dataSize: 0xffff_ffff,
      riffSize: 0xffff_ffff,
      chunks: [['ds64', ds64]],
    });
  }

  it('reads the long sizes of RF64', () => {
    const whole = longFile(0, 0).length;
    assert.equal(decode(longFile(whole - 8, 600)).samples.length, 300);
    assert.equal(decode(longFile(0, 600)).samples.length, 300);
    assert.equal(decode(longFile(0, 0)).samples.length, 1000, 'never finished');
    assert.throws(() => decode(longFile(whole - 8, 0)), /no audio/u);
  });

  it('takes no chunk behind the samples for samples where there are none', () => {
    const tags = Buffer.from('LIST\x1a\0\0\0INFOISFT\x0e\0\0\0Lavf60.16.100\0', 'latin1');
    const empty = wavFile({ data: tags, dataSize: 0 });
    assert.throws(() => decode(empty), /no audio/u);
    // A whole number of chunks may lack its last byte, and something may stand in front.
    assert.throws(() => decode(Buffer.concat([empty, Buffer.alloc(1)])), /no audio/u);
  });

  it('leaves out a frame that is cut off', () => {
    assert.equal(decode(wavFile({ channels: 2, data: new Uint8Array(4003) })).samples.length, 1000);
  });

  it('refuses rates, channels and codings that are none', () => {
    const data = new Uint8Array(400);
    for (const sampleRate of [0, 1, 999, 384_001, 0xffff_ffff]) {
      refuses({ data, sampleRate }, 'unsupported', /sample rate/u);
    }
    for (const channels of [0, 33, 65_535]) refuses({ data, channels }, 'unsupported', /channels/u);
    for (const [tag, bits] of [
      [1, 0],
      [1, 40],
      [1, 64],
      [3, 16],
      [2, 4],
      [0x55, 16],
      [7, 16],
      [0, 16],
    ] as const) {
      refuses({ data, tag, bits }, 'unsupported', /coded as|linear PCM of|float of/u);
    }
  });

  it('refuses a file without samples, without a format, or with a format that comes too late', () => {
    refuses({ data: new Uint8Array(0) }, 'damaged', /no audio/u);
    const bytes = Buffer.from(wavFile({ data: new Uint8Array(100) }));
    const renamed = (name: string): Uint8Array => {
      const copy = Buffer.from(bytes);
      copy.write('junk', copy.indexOf(name));
      return copy;
    };
    assert.throws(() => decode(renamed('fmt ')), /"fmt "/u);
    assert.throws(() => decode(renamed('data')), /"data"/u);
    refuses({ data: new Uint8Array(100), chunks: [['data', new Uint8Array(100)]] }, 'damaged', /"fmt "/u);
    refuses({ data: new Uint8Array(100), chunks: [['fmt ', new Uint8Array(8)]] }, 'damaged', /cut off/u);
  });

  it('stops at the cap', () => {
    const data = new Uint8Array(2 * 16_001);
    assert.throws(
      () => decode(wavFile({ data }), 1),
      (error) => error instanceof DecodingError && error.fault === 'too_long' && error.message.includes('1 s'),
    );
    assert.equal(decode(wavFile({ data: data.subarray(2) }), 1).samples.length, 16_000);
    assert.throws(() => decode(wavFile({ data: new Uint8Array(2 * 48_001), sampleRate: 384_000 }), 1), /384000 Hz/u);
  });

  it('gives samples or says what is wrong, whatever stands in the file', () => {
    const noise = seededRandom(7);
    const byte = fc.constantFrom(0, 1, 2, 0x7f, 0x80, 0xff);
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(60), byte), { maxLength: 6 }), fc.nat(300), (changes, length) => {
        const bytes = wavFile({ data: Uint8Array.from({ length }, () => 256 * noise()) });
        for (const [at, value] of changes) bytes[at] = value;
        try {
          const { samples } = decode(bytes, 10);
          assert.ok(samples.every((sample) => Math.abs(sample) <= 1));
        } catch (error) {
          assert.ok(error instanceof DecodingError, String(error));
        }
      }),
      runs(500),
    );
  });
});
