import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AudioFileFormat } from '../decoding/index.ts';
import { decodeClip } from './index.ts';
import { decodeAndMeasure } from './measured-clip.ts';
import { measureSpeech } from './measures.ts';
import { libavOf, mp3Of, voiceLike, wavOf } from '../decoding/testing.ts';

const seconds = 1.5;
const speech = voiceLike({ seconds, sampleRate: 24_000, pitch: 200 });
const speech48 = voiceLike({ seconds, sampleRate: 48_000, pitch: 200 });
const { levelDb: trueLevel } = measureSpeech(speech, 24_000);

interface Case {
  readonly name: string;
  readonly format: AudioFileFormat;
  readonly sampleRate: number;
  readonly make: () => Promise<Uint8Array> | Uint8Array;
}

const cases: readonly Case[] = [
  { name: 'wav', format: 'wav', sampleRate: 24_000, make: () => wavOf(speech, 24_000) },
  { name: 'mp3', format: 'mpeg', sampleRate: 24_000, make: () => mp3Of(speech, 24_000) },
  {
    name: 'mp3 behind an ID3 tag',
    format: 'mpeg',
    sampleRate: 24_000,
    make: async () => tagged(await mp3Of(speech, 24_000)),
  },
  {
    name: 'mp3 behind what other software left there',
    format: 'mpeg',
    sampleRate: 24_000,
    make: async () => Buffer.concat([Buffer.alloc(5000, 0xff), await mp3Of(speech, 24_000)]),
  },
  {
    name: 'mp3 in a program stream of MPEG-1',
    format: 'mpeg',
    sampleRate: 24_000,
    make: async () => programStream(await mp3Of(speech, 24_000), 1),
  },
  {
    name: 'mp3 in a program stream of MPEG-2',
    format: 'mpeg',
    sampleRate: 24_000,
    make: async () => programStream(await mp3Of(speech, 24_000), 2),
  },
  {
    name: 'flac',
    format: 'flac',
    sampleRate: 24_000,
    make: () => libavOf(speech, 24_000, { encoder: 'flac', container: 'flac' }),
  },
  {
    name: 'flac behind an ID3 tag',
    format: 'flac',
    sampleRate: 24_000,
    make: async () => tagged(await libavOf(speech, 24_000, { encoder: 'flac', container: 'flac' })),
  },
  {
    name: 'vorbis in ogg',
    format: 'ogg',
    sampleRate: 24_000,
    make: () => libavOf(speech, 24_000, { encoder: 'libvorbis', container: 'ogg' }),
  },
  {
    name: 'flac in ogg',
    format: 'ogg',
    sampleRate: 24_000,
    make: () => libavOf(speech, 24_000, { encoder: 'flac', container: 'ogg' }),
  },
  {
    name: 'opus in ogg',
    format: 'ogg',
    sampleRate: 48_000,
    make: () => libavOf(speech48, 48_000, { encoder: 'libopus', container: 'ogg' }),
  },
  {
    name: 'vorbis in webm',
    format: 'webm',
    sampleRate: 24_000,
    make: () => libavOf(speech, 24_000, { encoder: 'libvorbis', container: 'webm' }),
  },
  {
    name: 'opus in webm',
    format: 'webm',
    sampleRate: 48_000,
    make: () => libavOf(speech48, 48_000, { encoder: 'libopus', container: 'webm' }),
  },
];

const inThread = ['wav', 'mp3', 'opus in webm'];

/** An ID3v2 tag with a picture of 3,000 bytes, whose content looks like other formats. */
function tagged(file: Uint8Array): Uint8Array {
  const size = 3000;
  return Buffer.concat([
    Buffer.from('ID3'),
    Buffer.of(4, 0, 0, 0, 0, size >> 7, size & 0x7f),
    Buffer.alloc(size, 'RIFFxxxxWAVEOggSfLaC'),
    file,
  ]);
}

/** Audio in packets, between those of a video stream and those of a second audio stream. */
function programStream(audio: Uint8Array, version: 1 | 2): Uint8Array {
  const pack =
    version === 1
      ? Buffer.of(0, 0, 1, 0xba, 0x21, 0, 1, 0, 1, 0x80, 0, 1)
      : Buffer.of(0, 0, 1, 0xba, 0x44, 0, 4, 0, 4, 1, 0, 0, 3, 0xf9, 0xff);
  const header =
    version === 1 ? Buffer.of(0xff, 0xff, 0x40, 0x20, 0x21, 0, 1, 0, 1) : Buffer.of(0x80, 0x80, 5, 0x21, 0, 1, 0, 1);
  const packet = (id: number, payload: Uint8Array): Buffer => {
    const length = header.length + payload.length;
    return Buffer.concat([Buffer.of(0, 0, 1, id, length >> 8, length & 0xff), header, payload]);
  };
  const parts: Uint8Array[] = [pack, Buffer.of(0, 0, 1, 0xbb, 0, 2, 0x80, 0)];
  for (let at = 0; at < audio.length; at += 2000) {
    parts.push(
      packet(0xe0, Buffer.alloc(500, 0xff)),
      packet(0xc0, audio.subarray(at, at + 2000)),
      packet(0xc1, Buffer.alloc(100, 1)),
      packet(0xbe, Buffer.alloc(40, 0xff)),
      pack,
    );
  }
  return Buffer.concat([...parts, Buffer.of(0, 0, 1, 0xb9)]);
}

describe('a clip is decoded by what is in it', () => {
  for (const { name, format, sampleRate, make } of cases) {
    it(name, async () => {
      const file = await make();
      // A thread for one of each decoder; what it does, it does here too.
      const clip = await (inThread.includes(name) ? decodeClip(file) : decodeAndMeasure(file, 600));
      assert.deepEqual([clip.format, clip.sampleRate], [format, sampleRate]);
      assert.equal(clip.seconds, clip.samples.length / sampleRate);
      assert.ok(Math.abs(clip.seconds - seconds) < 0.1, `${clip.seconds} s`);
      const { levelDb, pitch } = clip.measures;
      assert.ok(Math.abs(pitch!.median - 200) < 2, `${pitch!.median} Hz`);
      assert.ok(Math.abs(levelDb - trueLevel) < 1, `${levelDb} dB`);
    });
  }

  it('and without loss where the format has none', async () => {
    for (const container of ['flac', 'ogg'] as const) {
      const { samples } = await decodeAndMeasure(await libavOf(speech, 24_000, { encoder: 'flac', container }), 600);
      assert.deepEqual(
        Int16Array.from(samples, (sample) => sample * 32_768),
        Int16Array.from(speech, (sample) => sample * 32_767),
      );
    }
  });
});
