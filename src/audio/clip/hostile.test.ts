import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { DecodingError } from '../decoding/decoding.ts';
import { decodeClip, type ClipSource } from './index.ts';
import { decodeAndMeasure } from './measured-clip.ts';
import { libavOf, mp3Of, voiceLike, wavOf } from '../decoding/testing.ts';
import { seededRandom } from '../../../test/support/random.ts';
import { swept } from '../../../test/support/sweeps.ts';

const second = { sampleRate: 24_000, pitch: 150 };
const good = new Map<string, Uint8Array>();
/** One for each decoder, and all in a sweep. */
function sample(): readonly (readonly [string, Uint8Array])[] {
  return swept([...good], ([name]) => ['wav', 'mp3', 'ogg'].includes(name));
}
before(async () => {
  const speech = voiceLike({ seconds: 1.5, ...second });
  const speech48 = voiceLike({ seconds: 1.5, pitch: 150, sampleRate: 48_000 });
  good.set('wav', wavOf(speech, 24_000));
  good.set('mp3', await mp3Of(speech, 24_000));
  good.set('flac', await libavOf(speech, 24_000, { encoder: 'flac', container: 'flac' }));
  good.set('ogg', await libavOf(speech48, 48_000, { encoder: 'libopus', container: 'ogg' }));
  good.set('oga', await libavOf(speech, 24_000, { encoder: 'libvorbis', container: 'ogg' }));
  good.set('webm', await libavOf(speech48, 48_000, { encoder: 'libopus', container: 'webm' }));
});

function noise(length: number, seed = 3): Uint8Array {
  const next = seededRandom(seed);
  return Uint8Array.from({ length }, () => 256 * next());
}

function refusal(source: ClipSource, limits: Parameters<typeof decodeClip>[1] = {}): Promise<DecodingError> {
  return refusalOf(decodeClip(source, limits));
}

/** The same of a file that is decoded in this thread. */
function refusalHere(bytes: Uint8Array, maxSeconds = 600): Promise<DecodingError> {
  return refusalOf(decodeAndMeasure(bytes, maxSeconds));
}

async function refusalOf(decoding: Promise<unknown>): Promise<DecodingError> {
  try {
    await decoding;
  } catch (error) {
    assert.ok(error instanceof DecodingError, String(error));
    return error;
  }
  assert.fail('it was decoded');
}

/** The allowed results of a file: samples in bounds, or an error that names the problem. */
async function settles(bytes: Uint8Array, maxSeconds = 2): Promise<'decoded' | DecodingError['fault']> {
  try {
    const { samples, sampleRate } = await decodeAndMeasure(bytes, maxSeconds);
    assert.ok(samples.length > 0 && samples.length <= maxSeconds * sampleRate);
    assert.ok(samples.every((sample) => Math.abs(sample) <= 1));
    return 'decoded';
  } catch (error) {
    assert.ok(error instanceof DecodingError, String(error));
    return error.fault;
  }
}

// The decoders print a line for each bad packet. A decoding thread is silent, this one would not be.
const { log, error } = console;
before(() => {
  Object.assign(console, { log: () => undefined, error: () => undefined });
});
after(() => {
  Object.assign(console, { log, error });
});

describe('what is no audio', () => {
  it('is refused: nothing, a byte, noise, text, pictures, other containers', async () => {
    const files = [
      new Uint8Array(0),
      Uint8Array.of(0x52),
      noise(65_536),
      Buffer.from('#!/bin/sh\nrm -rf /\n'.repeat(100)),
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      Buffer.from('\0\0\0\x20ftypM4A '),
      Buffer.alloc(100_000),
    ];
    for (const file of files) {
      const { fault, message } = await refusalHere(file);
      assert.equal(fault, 'unknown_format');
      assert.match(message, /flac, mp3, mpeg, mpga, oga, ogg, wav, webm/u);
    }
    const { fault, message } = await refusal(files[0]!);
    assert.deepEqual([fault, message], ['unknown_format', (await refusalHere(files[0]!)).message]);
  });

  it('is refused behind the first bytes of every format', async () => {
    const heads = [
      'RIFF\xff\xff\xff\xffWAVE',
      'RF64\xff\xff\xff\xffWAVEfmt ',
      'fLaC\0\0\0\x22',
      'OggS',
      '\x1a\x45\xdf\xa3',
      '\0\0\x01\xba\x44',
      'ID3\x04\0\0\x7f\x7f\x7f\x7f',
    ];
    for (const head of heads) {
      const file = Buffer.concat([Buffer.from(head, 'latin1'), noise(50_000)]);
      assert.ok(
        ['damaged', 'unsupported', 'unknown_format'].includes((await refusalHere(file)).fault),
        JSON.stringify(head),
      );
    }
  });
});

describe('what is broken', () => {
  it('gives what is there of it, or is refused, wherever it is cut off', async () => {
    for (const [name, file] of sample()) {
      const ends = [4, 12, 40, 45, 60, ...[0.1, 0.5, 0.9].map((share) => Math.floor(share * file.length))];
      const outcomes = [];
      for (const end of ends) outcomes.push(await settles(file.subarray(0, end)));
      assert.equal(outcomes.at(-1), 'decoded', `${name} to its last tenth`);
      assert.notEqual(outcomes[0], 'decoded', `four bytes of ${name}`);
    }
  });

  it('gives what is there of it, or is refused, whichever bytes are wrong', async () => {
    for (const [name, file] of sample()) {
      for (let round = 1; round <= 4; round++) {
        const next = seededRandom(round);
        const bytes = Uint8Array.from(file);
        // Half of the changes hit the headers at the beginning.
        for (let change = 0; change < 1 + file.length / 1000; change++) {
          bytes[Math.floor(next() * (change % 2 === 0 ? 200 : file.length))] = 256 * next();
        }
        assert.ok(typeof (await settles(bytes)) === 'string', `${name}, round ${round}`);
      }
    }
  });
});

describe('what unfolds', () => {
  it('is stopped at the cap: FLAC that holds days of silence in 16 MB', async () => {
    const silence = await libavOf(new Float32Array(24_000), 24_000, { encoder: 'flac', container: 'flac' });
    const frameStart = silence.lastIndexOf(0xff, silence.length - 3);
    const frame = silence.subarray(silence.indexOf(0xf8, 42) - 1, frameStart);
    assert.ok(frame.length < 2000);
    const bomb = Buffer.concat([
      silence.subarray(0, frameStart),
      ...Array.from({ length: Math.floor(16e6 / frame.length) }, () => frame),
    ]);
    const { fault, message } = await refusal(bomb, { maxSeconds: 10 });
    assert.equal(fault, 'too_long');
    assert.match(message, /10 s/u);
  });

  it('is stopped at the cap: MP3 of 16 MB', async () => {
    const file = good.get('mp3')!;
    const { fault } = await refusal(Buffer.concat(Array.from({ length: Math.floor(16e6 / file.length) }, () => file)), {
      maxSeconds: 10,
    });
    assert.equal(fault, 'too_long');
  });

  it('is stopped at the cap in every format', async () => {
    for (const [name, file] of good) assert.equal((await refusalHere(file, 1)).fault, 'too_long', name);
    assert.equal((await refusal(good.get('ogg')!, { maxSeconds: 1 })).fault, 'too_long');
  });
});

describe('decoding', () => {
  it('ends at its deadline, and the process goes on', async () => {
    const { fault, message } = await refusal(good.get('webm')!, { deadlineMs: 1 });
    assert.equal(fault, 'too_slow');
    assert.match(message, /1 ms/u);
    assert.equal((await decodeClip(good.get('webm')!)).format, 'webm');
  });

  it('takes two at a time, lets sixteen wait without their bytes, and refuses more', async () => {
    let asked = 0;
    let release!: () => void;
    const released = new Promise<void>((resolve) => (release = resolve));
    const source = async (): Promise<Uint8Array> => {
      const isLast = ++asked === 18;
      await released;
      if (isLast) return Uint8Array.of(1);
      throw new DecodingError('unknown_format', 'of the source');
    };
    const all = Array.from({ length: 18 }, () => refusal(source));
    await new Promise(setImmediate);
    assert.equal(asked, 2);
    assert.equal((await refusal(source)).fault, 'busy');
    release();
    for (const { fault } of await Promise.all(all)) assert.equal(fault, 'unknown_format');
    assert.equal(asked, 18);
  });

  it('goes on when a source fails', async () => {
    for (let time = 0; time < 5; time++) {
      await assert.rejects(
        decodeClip(() => Promise.reject(new Error('gone'))),
        /gone/u,
      );
    }
    assert.equal((await decodeClip(good.get('wav')!)).format, 'wav');
  });

  it('does not detach the bytes of the caller', async () => {
    const bytes = Uint8Array.from(good.get('wav')!);
    await decodeClip(bytes);
    assert.deepEqual(bytes, Uint8Array.from(good.get('wav')!));
  });
});
