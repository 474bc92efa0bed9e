import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { apiKey, start as startServer, type TestServer } from '../../../test/support/server.ts';
import { decodeClip } from '../../audio/clip/index.ts';
import { voiceLike, wavOf } from '../../audio/decoding/testing.ts';
import { allEngines } from '../../engines/registry.ts';
import { command, spawned, temporaryFolder } from '../testing.ts';

const words = 'and then we walked home';
let server: TestServer;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let local: Record<string, string>;
before(async () => {
  folder = await temporaryFolder();
  server = await startServer({ SONORANT_ENGINES: 'flite' }, allEngines);
  local = { SONORANT_DATA_DIR: folder.path('none'), SONORANT_ENGINES: 'flite' };
  // Of different rates, as recordings are.
  await writeFile(folder.path('left.wav'), wavOf(voiceLike({ seconds: 2, sampleRate: 16_000, pitch: 130 }), 16_000));
  await writeFile(folder.path('right.wav'), wavOf(voiceLike({ seconds: 1, sampleRate: 24_000, pitch: 140 }), 24_000));
  await writeFile(folder.path('words.txt'), words);
  await writeFile(folder.path('blank.txt'), ' \n');
  await writeFile(folder.path('long.txt'), 'word '.repeat(1001));
  await writeFile(folder.path('notes.txt'), 'no audio at all');
});
after(async () => {
  await server.close();
  await folder.remove();
});

const remote = { SONORANT_API_KEY: apiKey };
function both(): string[] {
  return ['--left', folder.path('left.wav'), '--right', folder.path('right.wav')];
}

async function secondsOf(name: string): Promise<number> {
  return (await decodeClip(await readFile(folder.path(name)))).seconds;
}

describe('sonorant infill', () => {
  it('speaks what is between, alone or whole, the same here and on a server', async () => {
    const args = ['infill', ...both(), '--voice', 'Russell'];
    const alone = await command([...args, words, '-o', folder.path('middle.wav'), '--json'], { env: local });
    assert.deepEqual([alone.code, alone.stderr], [0, '']);
    const made = JSON.parse(alone.stdout.toString()) as { file: string; seconds: number; sample_rate: number };
    assert.deepEqual([made.file, made.sample_rate], [folder.path('middle.wav'), 24_000]);
    const middle = await secondsOf('middle.wav');
    assert.ok(middle > 0.7 && middle < 4 && Math.abs(made.seconds - middle) < 0.01, `${middle} s`);
    const file = ['-f', folder.path('words.txt')];
    const whole = await command([...args, ...file, '--whole', '-o', folder.path('whole.mp3'), '--json'], {
      env: local,
    });
    assert.deepEqual([whole.code, whole.stderr], [0, '']);
    const { joints } = JSON.parse(whole.stdout.toString()) as { joints: number[] };
    assert.ok(joints.length === 2 && Math.abs(joints[1]! - joints[0]! - middle) < 0.001, joints.join());
    assert.ok(Math.abs((await secondsOf('whole.mp3')) - middle - 3) < 0.1);
    const there = ['-o', folder.path('there.wav'), '--server', server.url];
    const asked = await command([...args, words, ...there], { env: remote });
    assert.deepEqual([asked.code, asked.stderr], [0, '']);
    assert.ok((await readFile(folder.path('there.wav'))).equals(await readFile(folder.path('middle.wav'))));
    const wholeThere = await command([...args, words, '--whole', ...there, '--json'], { env: remote });
    assert.deepEqual((JSON.parse(wholeThere.stdout.toString()) as { joints: number[] }).joints, joints);
  });

  it('goes on from standard input, leads into it, and writes standard output', async () => {
    const input = await readFile(folder.path('right.wav'));
    const raw = ['--voice', 'Russell', '--format', 'raw', '--sample-rate', '24000', '--whole'];
    const after = await spawned(['infill', words, '--left', '-', ...raw, '-o', '-'], { env: local, input });
    assert.deepEqual([after.code, after.stderr], [0, '']);
    const path = folder.path('before.raw');
    const before = await command(['infill', words, '--right', '-', ...raw, '-o', path], { env: local, input });
    assert.deepEqual([before.code, before.stderr], [0, '']);
    // A second of the recording, and what is said.
    for (const { length } of [after.stdout, await readFile(path)]) {
      assert.ok(length > 2 * 1.7 * 24_000, `${length} bytes`);
    }
  });

  for (const [what, args, code, message] of [
    ['a recording that is none', ['hi', '--left', 'notes.txt'], 1, /notes\.txt: The clip is none of the audio formats/],
    ['the second recording', ['hi', '--left', 'left.wav', '--right', 'notes.txt'], 1, /notes\.txt: The clip is none/],
    ['a recording that is not there', ['hi', '--right', 'missing.wav'], 1, /missing\.wav: no such file/],
    ['a text of nothing', ['-f', 'blank.txt', '--left', 'left.wav'], 2, /blank\.txt: Must not be blank/],
    ['a text that is too long', ['-f', 'long.txt', '--left', 'left.wav'], 2, /long\.txt: .*5000/],
  ] as const) {
    it(`says what is wrong with ${what}`, async () => {
      const paths = args.map((arg) => (/\.\w+$/.test(arg) ? folder.path(arg) : arg));
      const output = ['--voice', 'Russell', '-o', folder.path('nothing.wav')];
      for (const [env, ...more] of [[local], [remote, '--server', server.url]] as const) {
        const result = await command(['infill', ...paths, ...output, ...more], { env });
        assert.match(result.stderr, /^sonorant: [^\n]+\n$/);
        assert.match(result.stderr, message);
        assert.deepEqual([result.code, existsSync(folder.path('nothing.wav'))], [code, false]);
      }
    });
  }

  it('says what a server refuses', async () => {
    const output = ['-o', folder.path('nothing.wav'), '--server', server.url];
    const args = ['infill', words, ...both(), ...output];
    const unknown = await command([...args, '--voice', 'nobody'], { env: remote });
    assert.deepEqual([unknown.code, unknown.stderr.includes("refuses: No voice 'nobody'")], [1, true], unknown.stderr);
    const language = await command([...args, '--voice', 'Sadie', '--language', 'xx'], { env: remote });
    assert.deepEqual([language.code, language.stderr.startsWith('sonorant: --language: ')], [2, true], language.stderr);
  });
});
