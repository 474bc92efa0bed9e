/** What is done with a program named ffmpeg, whatever it does; the real one is tried in test/services. */
import assert from 'node:assert/strict';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { DecodingError, type DecodedAudio } from '../audio/decoding/index.ts';
import { encodeSamples } from '../audio/pcm.ts';
import { wavFile } from '../audio/decoding/testing.ts';
import { decodeWithFfmpeg } from './ffmpeg.ts';

const { PATH } = process.env;
let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sonorant-ffmpeg-'));
});
beforeEach(() => (process.env.PATH = folder));
after(async () => {
  process.env.PATH = PATH;
  await rm(folder, { recursive: true });
});

const samples = Float32Array.from({ length: 24_000 }, (_, index) => Math.sin(index / 20) / 2);
const wav = wavFile({ sampleRate: 8000, data: encodeSamples(samples, 'pcm_s16le') });

/** A program that does this in place of decoding. `$out` is a WAV file of 3 s at 8 kHz, `$pid` a file for its process. */
async function program(script: string): Promise<void> {
  await writeFile(join(folder, 'out.wav'), wav);
  const names = `out='${join(folder, 'out.wav')}'\npid='${join(folder, 'pid')}'\n`;
  await writeFile(join(folder, 'ffmpeg'), `#!/bin/sh\n${names}echo $$ >"$pid"\n${script}\n`);
  await chmod(join(folder, 'ffmpeg'), 0o755);
}

async function isGone(): Promise<boolean> {
  const pid = Number(await readFile(join(folder, 'pid'), 'utf8'));
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
}

async function all({ blocks }: Pick<DecodedAudio, 'blocks'>): Promise<number[]> {
  const found: number[] = [];
  for await (const block of blocks) found.push(...block);
  return found;
}

function fails(fault: DecodingError['fault'], message?: RegExp): (error: unknown) => boolean {
  return (error) => error instanceof DecodingError && error.fault === fault && (message?.test(error.message) ?? true);
}

describe('what ffmpeg decodes', () => {
  it('is its output, at the rate of its header', async () => {
    await program('/bin/cat "$out"');
    const audio = await decodeWithFfmpeg('in', 'mov');
    assert.equal(audio.sampleRate, 8000);
    const found = await all(audio);
    assert.equal(found.length, samples.length);
    assert.ok(found.every((sample, index) => Math.abs(sample - samples[index]!) < 1e-4));
  });

  it('is asked for by one reader, from one local file, without its names being opened', async () => {
    await program('printf "%s\\n" "$@" >"$pid.args"; env >"$pid.env"; /bin/cat "$out"');
    process.env.SONORANT_TEST_SECRET = 'kept from it';
    await all(await decodeWithFfmpeg('/tmp/http://a', 'mov'));
    delete process.env.SONORANT_TEST_SECRET;
    const args = (await readFile(join(folder, 'pid.args'), 'utf8')).split('\n');
    const valueOf = (name: string): string | undefined => args[args.indexOf(name) + 1];
    assert.deepEqual(
      [valueOf('-protocol_whitelist'), valueOf('-f'), valueOf('-i')],
      ['file', 'mov', 'file:/tmp/http://a'],
    );
    assert.ok(!(await readFile(join(folder, 'pid.env'), 'utf8')).includes('kept from it'));
  });

  for (const [what, script, fault] of [
    ['ends without a sample', 'exit 0', 'damaged'],
    ['ends inside of its header', '/usr/bin/head -c 20 "$out"', 'damaged'],
    ['gives no sample behind its header', '/usr/bin/head -c 44 "$out"', 'damaged'],
    ['is killed in the middle', '/usr/bin/head -c 9000 "$out"; kill -SEGV $$', 'damaged'],
    ['fails at the end', '/bin/cat "$out"; exit 69', 'damaged'],
    ['gives nothing at all', 'exec /bin/sleep 60', 'too_slow'],
    ['gives nothing more', '/usr/bin/head -c 9000 "$out"; exec /bin/sleep 60', 'too_slow'],
    ['gives more than may be', '/bin/cat "$out"; while :; do /bin/cat "$out"; done', 'too_long'],
  ] as const) {
    it(`is ${fault} where it ${what}, and its process is gone`, async () => {
      await program(script);
      const limits = { maxSeconds: 10, stallMs: fault === 'too_slow' ? 300 : 20_000 };
      await assert.rejects(async () => all(await decodeWithFfmpeg('in', 'mov', limits)), fails(fault));
      assert.ok(await isGone());
    });
  }

  it('waits for its reader', async () => {
    // What it has written is counted by itself; a pipe holds 64 KiB.
    await program('n=0; while :; do /bin/cat "$out"; n=$((n+1)); echo $n >"$pid.count"; done');
    const { blocks, close } = await decodeWithFfmpeg('in', 'mov');
    await blocks.next();
    const written = async (): Promise<number> =>
      Number(await readFile(join(folder, 'pid.count'), 'utf8').catch(() => '0'));
    for (let before = -1, now = await written(); now > before || now === 0; now = await written()) {
      before = now;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    assert.ok((await written()) <= 8, `${await written()} times 48 kB`);
    await close();
    assert.ok(await isGone());
  });

  it('is not decoded on when its reader leaves', async () => {
    await program('while :; do /bin/cat "$out"; done');
    const { blocks } = await decodeWithFfmpeg('in', 'mov');
    for await (const block of blocks) {
      assert.ok(block.length > 0);
      break;
    }
    await turn();
    assert.ok(await isGone());
  });

  it('is nothing where there is no ffmpeg, which is named', async () => {
    await rm(join(folder, 'ffmpeg'), { force: true });
    await assert.rejects(
      decodeWithFfmpeg('in', 'mov'),
      fails('unsupported', /m4a, mp4, mov or 3gp.*only ffmpeg reads/u),
    );
  });
});
