import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  bitRates,
  bytesPerSample,
  contentType,
  defaultMp3BitRate,
  describeMp3Pairs,
  encodings,
  isMp3Pair,
  payloadFormat,
  sampleRates,
  type OutputFormat,
} from './formats.ts';

/** Bounds of constant bit rates in Layer III: MPEG-1, MPEG-2 and MPEG-2.5. */
function withinTheStandard(sampleRate: number, bitRate: number): boolean {
  if (sampleRate >= 32_000) return bitRate >= 32_000 && bitRate <= 320_000;
  return bitRate <= (sampleRate >= 16_000 ? 160_000 : 64_000);
}

describe('the output formats', () => {
  it('allow exactly the MP3 pairs of the standard', () => {
    for (const sampleRate of sampleRates) {
      for (const bitRate of bitRates) {
        assert.equal(
          isMp3Pair(sampleRate, bitRate),
          withinTheStandard(sampleRate, bitRate),
          `${sampleRate} ${bitRate}`,
        );
      }
    }
  });

  it('name every allowed pair and no other', () => {
    const named = describeMp3Pairs()
      .split('; ')
      .flatMap((part) => {
        const [rate, list] = part.split(' Hz: ');
        return list!.split(', ').map((bitRate) => `${rate} ${bitRate}`);
      });
    const allowed = sampleRates.flatMap((rate) =>
      bitRates.filter((bitRate) => isMp3Pair(rate, bitRate)).map((bitRate) => `${rate} ${bitRate}`),
    );
    assert.deepEqual(named, allowed);
  });

  it('have an audio media type; raw audio says its encoding and rate', () => {
    assert.equal(contentType({ container: 'wav', encoding: 'pcm_f32le', sampleRate: 24_000 }), 'audio/wav');
    assert.equal(contentType({ container: 'mp3', sampleRate: 24_000, bitRate: 64_000 }), 'audio/mpeg');
    assert.equal(contentType({ container: 'opus', sampleRate: 24_000, bitRate: 64_000 }), 'audio/ogg');
    assert.equal(contentType({ container: 'flac', sampleRate: 24_000 }), 'audio/flac');
    assert.equal(
      contentType({ container: 'raw', encoding: 'pcm_mulaw', sampleRate: 8000 }),
      'audio/pcm;encoding=pcm_mulaw;rate=8000',
    );
  });

  it('have the payload in the encoding asked for, in floats for MP3 and Opus, in 16 bits for FLAC', () => {
    for (const encoding of encodings) {
      for (const container of ['raw', 'wav'] as const) {
        const format: OutputFormat = { container, encoding, sampleRate: 16_000 };
        assert.deepEqual(payloadFormat(format), { encoding, sampleRate: 16_000 });
      }
    }
    for (const container of ['mp3', 'opus'] as const) {
      assert.deepEqual(payloadFormat({ container, sampleRate: 16_000, bitRate: 32_000 }), {
        encoding: 'pcm_f32le',
        sampleRate: 16_000,
      });
    }
    assert.equal(payloadFormat({ container: 'flac', sampleRate: 16_000 }).encoding, 'pcm_s16le');
  });

  it('give MP3 128 kbit/s by default, or what its rate has below that', () => {
    assert.deepEqual(sampleRates.map(defaultMp3BitRate), [64_000, 128_000, 128_000, 128_000, 128_000, 128_000]);
  });

  it('know the bytes of a sample', () => {
    assert.deepEqual(encodings.map(bytesPerSample), [4, 2, 1, 1]);
  });
});
