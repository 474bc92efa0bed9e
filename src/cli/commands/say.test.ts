import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { decodeClip } from '../../audio/clip/index.ts';
import { MPEGDecoder, type MPEGDecodedAudio } from 'mpg123-decoder';
import { mp3Frames } from '../../audio/mp3/frames.ts';
import { encodeSamples } from '../../audio/pcm.ts';
import { command, ended, here, spawned, start, temporaryFolder } from '../testing.ts';

/** What a header of 44 bytes says, and the bytes behind it. */
function readWav(file: Buffer): { riffBytes: number; sampleRate: number; dataBytes: number; samples: Buffer } {
  assert.deepEqual(
    [file.toString('latin1', 0, 4), file.toString('latin1', 8, 16), file.toString('latin1', 36, 40)],
    ['RIFF', 'WAVEfmt ', 'data'],
  );
  return {
    riffBytes: file.readUInt32LE(4),
    sampleRate: file.readUInt32LE(24),
    dataBytes: file.readUInt32LE(40),
    samples: file.subarray(44),
  };
}

function isSound(samples: Buffer): boolean {
  return new Int16Array(samples.buffer.slice(samples.byteOffset, samples.byteOffset + samples.byteLength)).some(
    (sample) => Math.abs(sample) > 1000,
  );
}

const openSize = 0xffff_ffff;

/** Each command loads its engines anew. */
const env = { SONORANT_ENGINES: 'espeak' };

async function decodeMp3(file: Buffer): Promise<MPEGDecodedAudio> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  return decoder.decode(file);
}

describe('sonorant say', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  before(async () => void (folder = await temporaryFolder()));
  after(() => folder.remove());

  it('speaks a text of several speakers, each part by its voice', async () => {
    const both = ['--speaker', 'Anna=Sadie', '--speaker', 'Ben=Henry', '--sample-rate', '16000'];
    const text = '[Anna] Hello there. [Ben] Hi.';
    const two = { SONORANT_ENGINES: 'flite,espeak' };
    const spoken = await command(['say', text, ...both, '-o', folder.path('talk.wav'), '--timestamps'], { env: two });
    assert.equal(spoken.code, 0, spoken.stderr);
    assert.deepEqual(
      spoken.stdout
        .toString()
        .trim()
        .split('\n')
        .map((line) => line.split('\t')[2]),
      ['Hello', 'there.', 'Hi.'],
    );
    const one = async (said: string, voice: string): Promise<Buffer> => {
      const path = folder.path('one.wav');
      await command(['say', said, '--voice', voice, '--sample-rate', '16000', '-o', path], { env: two });
      return readWav(await readFile(path)).samples;
    };
    const { samples } = readWav(await readFile(folder.path('talk.wav')));
    assert.ok(samples.equals(Buffer.concat([await one('Hello there.', 'Sadie'), await one('Hi.', 'Henry')])));
    const unknown = await command(['say', '[Carl] Hi.', ...both, '-o', folder.path('none.wav')], { env: two });
    assert.equal(unknown.code, 1);
    assert.match(unknown.stderr, /names \[Carl\], which has no voice/u);
  });

  it('speaks its arguments into a WAV file whose header states the true sizes, and says nothing about it', async () => {
    const path = folder.path('hello.wav');
    const { code, stdout, stderr } = await command(['say', 'Hello', 'there.', '-o', path]);
    assert.deepEqual([code, stdout.length, stderr], [0, 0, '']);
    const file = await readFile(path);
    const { riffBytes, sampleRate, dataBytes, samples } = readWav(file);
    assert.deepEqual([riffBytes, dataBytes], [file.length - 8, samples.length]);
    assert.ok(samples.length > 0.5 * 2 * sampleRate && samples.length < 3 * 2 * sampleRate, `${samples.length} bytes`);
    assert.ok(isSound(samples));
  });

  it('writes to standard output what it writes to a file, as a stream whose sizes are open', async () => {
    const { code, stdout } = await spawned(['say', '-', '-o', '-'], { input: 'Hello there.' });
    const { riffBytes, dataBytes, samples } = readWav(stdout);
    assert.deepEqual([code, riffBytes, dataBytes], [0, openSize, openSize]);
    assert.deepEqual(samples, readWav(await readFile(folder.path('hello.wav'))).samples);
  });

  it('takes the container from the ending and the voice by its name', async () => {
    const path = folder.path('hallo.MP3');
    const say = ['say', 'Guten Tag.', '--voice', 'lukas', '--sample-rate', '44100', '-o'];
    const { code, stderr } = await command([...say, path, '--bit-rate', '128000'], { env });
    assert.deepEqual([code, stderr], [0, '']);
    const frames = mp3Frames(await readFile(path));
    assert.ok(frames.length > 10);
    assert.ok(
      frames.every((frame) => frame.sampleRate === 44_100 && frame.bitRate === 128_000 && frame.channels === 1),
    );
    const wav = folder.path('hallo.wav');
    await command([...say, wav], { env });
    const { samplesDecoded } = await decodeMp3(await readFile(path));
    assert.equal(samplesDecoded, readWav(await readFile(wav)).samples.length / 2);
  });

  it('writes FLAC that states its length, and Opus, by the ending', async () => {
    const [flac, opus] = [folder.path('hello.flac'), folder.path('hello.opus')];
    const say = ['say', 'Hello there.', '--sample-rate', '16000', '-o'];
    for (const path of [flac, opus]) {
      const { code, stderr } = await command([...say, path], { env });
      assert.deepEqual([code, stderr], [0, '']);
    }
    const samplesOnly = folder.path('hello.raw');
    assert.equal((await command([...say, samplesOnly, '--format', 'raw'], { env })).code, 0);
    const raw = await readFile(samplesOnly);
    const file = await readFile(flac);
    assert.equal(file.readUInt32BE(22), raw.length / 2);
    const { samples } = await decodeClip(file);
    assert.ok(Buffer.from(encodeSamples(samples, 'pcm_s16le')).equals(raw));
    const clip = await decodeClip(await readFile(opus));
    assert.equal(clip.format, 'ogg');
    assert.ok(Math.abs(clip.seconds - raw.length / 32_000) < 0.03);
  });

  it('refuses rates and options that a format does not have, before it speaks', async (t) => {
    const path = folder.path('refused');
    const cases = [
      [['.opus', '--sample-rate', '44100'], /--sample-rate: opus has 8000, 12000, 16000, 24000, 48000/],
      [['.wav', '--sample-rate', '12000'], /--sample-rate: wav has 8000, 16000/],
      [['.flac', '--bit-rate', '64000'], /--bit-rate goes with mp3 and opus only/],
      [['.opus', '--encoding', 'pcm_s16le'], /--encoding goes with wav and raw only/],
    ] as const;
    for (const [[ending, ...options], message] of cases) {
      const { code, err } = await here(t, 'say', 'Hello.', '-o', path + ending, ...options);
      assert.equal(code, 2);
      assert.match(err, message);
      assert.equal(existsSync(path + ending), false);
    }
  });

  it('without -o writes speech.wav, says so, and never over a file that is there', async () => {
    const cwd = folder.path('');
    const first = await command(['say', '-f', '-', '--language', 'fr'], { cwd, env, input: 'Bonjour.' });
    assert.equal(first.code, 0, first.stderr);
    assert.match(first.stderr, /^speech\.wav: \d\.\d s of speech, wav, pcm_s16le at 22050 Hz, mono\n$/);
    const written = await readFile(folder.path('speech.wav'));
    const second = await command(['say', 'Again.'], { cwd, env });
    assert.deepEqual(
      [second.code, second.stderr],
      [1, 'sonorant: speech.wav exists already; name the output with -o\n'],
    );
    assert.deepEqual(await readFile(folder.path('speech.wav')), written);
  });

  it('ends on Ctrl-C with a whole file of what was spoken so far, and says how much that is', async () => {
    await writeFile(folder.path('long.txt'), 'This goes on and on, and nobody knows when it ends. '.repeat(1400));
    const path = folder.path('long.wav');
    const child = start(['say', '-f', folder.path('long.txt'), '-o', path, '--voice', 'Nora'], { env });
    const end = ended(child);
    while (child.exitCode === null && !(existsSync(path) && (await stat(path)).size > 100_000)) await wait(20);
    child.kill('SIGINT');
    const { code, stderr } = await end;
    assert.equal(code, 130);
    const file = await readFile(path);
    const { riffBytes, sampleRate, dataBytes, samples } = readWav(file);
    assert.deepEqual([riffBytes, dataBytes], [file.length - 8, samples.length]);
    const [, minutes = '0', seconds] = /holds the first (?:(\d+):)?([\d.]+) (?:min|s) of speech\n$/.exec(stderr)!;
    assert.ok(Math.abs(60 * Number(minutes) + Number(seconds) - samples.length / 2 / sampleRate) < 1, stderr);
    assert.match(stderr, /^sonorant: stopped; [^\n]*\n$/);
  });

  const printing = async (path: string, ...more: readonly string[]) => {
    const text = 'Each of these sentences has a number of words. '.repeat(40);
    const child = start(['say', text, '-o', path, ...more], { env });
    const stderr = buffer(child.stderr!);
    await once(child.stdout!, 'data');
    child.stdout!.destroy();
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, stderr: String(await stderr) };
  };

  it('goes on to the end of its files when the reader of its lines leaves', { timeout: 120_000 }, async () => {
    const [path, subtitles] = [folder.path('lines.wav'), folder.path('lines.srt')];
    const { code, stderr } = await printing(path, '--subtitles', subtitles, '--timestamps');
    assert.deepEqual([code, stderr], [0, '']);
    const { dataBytes, samples, riffBytes } = readWav(await readFile(path));
    assert.deepEqual([dataBytes, riffBytes], [samples.length, samples.length + 36]);
    const cues = (await readFile(subtitles, 'utf8')).match(/number of\s+words\./g);
    assert.equal(cues?.length, 40);
    assert.ok(samples.length > 40 * 22_050 * 2, `${samples.length} bytes`);
  });

  it('ends without a word when the reader of its sound leaves, unless subtitles were to go with it', async () => {
    assert.deepEqual(await printing('-'), { code: 0, stderr: '' });
    const subtitles = folder.path('cut.srt');
    const { code, stderr } = await printing('-', '--subtitles', subtitles);
    assert.equal(code, 1);
    assert.match(stderr, /^sonorant: standard output was closed; .* of speech were written\n$/);
    assert.ok(existsSync(subtitles));
  });

  it('makes no file when there is nothing to speak or the text cannot be read, and exits with 1', async (t) => {
    await writeFile(folder.path('latin1.txt'), Buffer.from('caf\xe9 au lait', 'latin1'));
    const path = folder.path('none.wav');
    const texts = [
      [' ', /nothing to speak/],
      ['[laughter] — 😀', /nothing in this text can be spoken/],
      [['-f', folder.path('latin1.txt')], /latin1\.txt is not UTF-8 text/],
      [['-f', folder.path('missing.txt')], /missing\.txt: no such file or folder/],
    ] as const;
    for (const [given, message] of texts) {
      const { code, err } = await here(t, 'say', ...[given].flat(), '-o', path);
      assert.equal(code, 1);
      assert.match(err, message);
      assert.match(err, /^sonorant: [^\n]+\n$/);
    }
    assert.equal(existsSync(path), false);
  });
});
