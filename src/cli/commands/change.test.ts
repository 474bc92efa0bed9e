import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { apiKey, start as startServer, type TestServer } from '../../../test/support/server.ts';
import { decodeClip } from '../../audio/clip/index.ts';
import { voiceLike, wavOf } from '../../audio/decoding/testing.ts';
import { allEngines } from '../../engines/registry.ts';
import { command, interrupted, spawned, temporaryFolder } from '../testing.ts';

const sampleRate = 16_000;
const seconds = 1.5;
const longSeconds = 30;
let server: TestServer;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
/** Of the command without a server: the one engine whose voices are asked for, and a program that keeps what it is to play. */
let local: Record<string, string>;
/** The same with the data folder of the server, which has a voice of {@link cloneName}: what it sounds like is known already. */
let cloned: Record<string, string>;
const cloneName = 'Anna Meier';
let cloneId: string;
before(async () => {
  folder = await temporaryFolder();
  server = await startServer({ SONORANT_ENGINES: 'flite' }, allEngines);
  const speaker = (pitch: number): Float32Array => voiceLike({ seconds, sampleRate, pitch });
  await writeFile(folder.path('talk.wav'), wavOf(speaker(130), sampleRate));
  await writeFile(folder.path('high.wav'), wavOf(speaker(210), sampleRate));
  await writeFile(folder.path('two.wav'), wavOf(Float32Array.from([...speaker(100), ...speaker(240)]), sampleRate));
  await writeFile(folder.path('silent.wav'), wavOf(new Float32Array(2 * sampleRate), sampleRate));
  await writeFile(folder.path('notes.txt'), 'no audio at all');
  await writeFile(folder.path('empty.wav'), '');
  await mkdir(folder.path('bin'));
  const heard = folder.path('heard');
  await writeFile(folder.path('bin/aplay'), `#!/bin/sh\necho "$@" > "${heard}.args"\nexec /bin/cat > "${heard}"\n`);
  await chmod(folder.path('bin/aplay'), 0o755);
  local = {
    PATH: `${folder.path('bin')}:${dirname(process.execPath)}`,
    SONORANT_DATA_DIR: folder.path('none'),
    SONORANT_ENGINES: 'flite',
  };
  cloned = { ...local, SONORANT_DATA_DIR: server.dataDir };
  const clone = ['clone', folder.path('high.wav'), '--name', cloneName, '--json'];
  const made = await command([...clone, '--data-dir', server.dataDir], { env: {} });
  assert.equal(made.code, 0, made.stderr);
  cloneId = (JSON.parse(made.stdout.toString()) as { id: string }).id;
});
after(async () => {
  await server.close();
  await folder.remove();
});

/** Hz, and seconds. */
async function measured(name: string) {
  const clip = await decodeClip(await readFile(folder.path(name)));
  return { pitch: clip.measures.pitch!.median, seconds: clip.seconds, format: clip.format };
}

const remote = { SONORANT_API_KEY: apiKey };

describe('sonorant change', () => {
  it('gives a recording the voice of this machine or of a server, of the same samples', async () => {
    const { code, stdout, stderr } = await command(
      ['change', folder.path('talk.wav'), '--voice', 'sadie', '-o', folder.path('here.wav'), '--json'],
      { env: local },
    );
    assert.deepEqual([code, stderr], [0, '']);
    const said = JSON.parse(stdout.toString()) as object;
    const file = folder.path('here.wav');
    assert.deepEqual(said, { file, container: 'wav', sample_rate: 24_000, seconds, notes: [] });
    const [before_, made] = [await measured('talk.wav'), await measured('here.wav')];
    assert.deepEqual([made.seconds, made.format], [seconds, 'wav']);
    assert.ok(made.pitch > 1.1 * before_.pitch, `${made.pitch} Hz of ${before_.pitch}`);
    const there = await command(
      ['change', folder.path('talk.wav'), '--voice', 'Sadie', '-o', folder.path('there.wav'), '--server', server.url],
      { env: remote },
    );
    assert.deepEqual([there.code, there.stderr], [0, '']);
    assert.ok((await readFile(folder.path('there.wav'))).equals(await readFile(file)));
  });

  it('takes the format of the name, plays, and says where it has put what no name was given for', async () => {
    const env = cloned;
    const args = ['change', folder.path('talk.wav'), '--voice', cloneName];
    const mp3 = await command([...args, '-o', folder.path('a.mp3'), '--play'], { env });
    assert.deepEqual([mp3.code, mp3.stderr], [0, '']);
    assert.equal((await measured('a.mp3')).format, 'mpeg');
    assert.match(readFileSync(folder.path('heard.args'), 'utf8'), /-c 1 -r 24000 -\n/);
    assert.ok(readFileSync(folder.path('heard')).length >= 2 * seconds * 24_000);
    const cwd = folder.path('bin');
    const unnamed = await command([...args, '--format', 'flac'], { env, cwd });
    assert.equal(unnamed.code, 0);
    assert.match(unnamed.stderr, /^changed\.flac: 1\.5 s of speech, flac, 24000 Hz\n$/);
    assert.equal((await measured('bin/changed.flac')).format, 'flac');
    const again = await command([...args, '--format', 'flac'], { env, cwd });
    assert.deepEqual([again.code, again.stderr.includes('changed.flac exists already')], [1, true]);
  });

  it('reads standard input and writes standard output', async () => {
    const input = await readFile(folder.path('talk.wav'));
    const raw = ['-o', '-', '--format', 'raw', '--sample-rate', '8000'];
    const { code, stdout, stderr } = await spawned(['change', '-', '--voice', cloneName, ...raw], {
      env: cloned,
      input,
    });
    assert.deepEqual([code, stderr, stdout.length], [0, '', 2 * seconds * 8000]);
  });

  it('ends on Ctrl-C with a whole file of what was changed so far, and says how much that is', async () => {
    await writeFile(
      folder.path('long.wav'),
      wavOf(voiceLike({ seconds: longSeconds, sampleRate: 8000, pitch: 130 }), 8000),
    );
    const path = folder.path('long-changed.wav');
    const { code, stderr } = await interrupted(
      ['change', folder.path('long.wav'), '--voice', cloneName, '-o', path],
      () => existsSync(path) && statSync(path).size > 100_000,
      { env: cloned },
    );
    assert.equal(code, 130, stderr);
    const { seconds: kept } = await decodeClip(await readFile(path));
    const [, minutes = '0', reported] = /holds the first (?:(\d+):)?([\d.]+) (?:min|s) of speech\n$/.exec(stderr)!;
    assert.ok(
      kept < longSeconds && Math.abs(60 * Number(minutes) + Number(reported) - kept) < 1,
      `${kept} s: ${stderr}`,
    );
  });

  it('takes a voice that was made from a recording: of the data folder, or of the server', async () => {
    const goal = (await measured('high.wav')).pitch;
    for (const [name, env, ...more] of [
      [cloneName, cloned],
      [cloneId, local, '--data-dir', server.dataDir],
      [cloneName, remote, '--server', server.url],
    ] as const) {
      const output = ['-o', folder.path('anna.wav')];
      const result = await command(['change', folder.path('talk.wav'), '--voice', name, ...output, ...more], { env });
      assert.deepEqual([result.code, result.stderr], [0, '']);
      const { pitch } = await measured('anna.wav');
      assert.ok(Math.abs(pitch / goal - 1) < 0.05, `${pitch} Hz for ${goal}`);
    }
    const unknown = ['change', folder.path('talk.wav'), '--voice', 'Berta', '-d', server.dataDir, '-o', 'x.wav'];
    const refused = await command(unknown, { env: local });
    assert.deepEqual([refused.code, existsSync('x.wav')], [2, false]);
    assert.match(refused.stderr, /--voice: no voice has the name or ID 'Berta', neither a built-in one .* nor one in/);
  });

  it('says what is noteworthy, here and there', async () => {
    for (const [env, ...more] of [[cloned], [remote, '--server', server.url]] as const) {
      const output = ['-o', folder.path('two-changed.wav')];
      const args = ['change', folder.path('two.wav'), '--voice', cloneName, ...output, ...more];
      const { code, stderr } = await command(args, { env });
      assert.equal(code, 0);
      assert.match(stderr, /^sonorant: \S+two\.wav: several speakers seem to be heard, who all become one\n$/);
    }
  });

  for (const [file, message] of [
    ['silent.wav', /silent\.wav: The clip is silent/],
    ['notes.txt', /notes\.txt: The clip is none of the audio formats/],
    ['empty.wav', /empty\.wav: is empty/],
    ['missing.wav', /missing\.wav: no such file/],
    ['bin', /bin: is not a file/],
  ] as const) {
    it(`says what is wrong with ${file}, here and there, and writes nothing`, async () => {
      for (const [env, ...more] of [[cloned], [remote, '--server', server.url]] as const) {
        const output = ['-o', folder.path('nothing.wav')];
        const args = ['change', folder.path(file), '--voice', cloneName, ...output, ...more];
        const { code, stderr } = await command(args, { env });
        assert.match(stderr, /^sonorant: [^\n]+\n$/);
        assert.match(stderr, message);
        assert.deepEqual([code, existsSync(folder.path('nothing.wav'))], [1, false]);
      }
    });
  }

  it('asks nothing of a voice where the recording is no good', async (test) => {
    let asked = 0;
    const engine = createServer((_request, response) => {
      asked++;
      response.writeHead(500).end();
    });
    engine.listen(0, '127.0.0.1');
    await once(engine, 'listening');
    test.after(() => engine.close());
    const url = `http://127.0.0.1:${(engine.address() as AddressInfo).port}/v1`;
    const upstream = { id: 'far', url, model: 'tts', languages: ['en'], voices: ['Vera'] };
    const env = { ...local, SONORANT_ENGINES: '', SONORANT_UPSTREAMS: JSON.stringify([upstream]) };
    const attempt = (file: string) =>
      command(['change', folder.path(file), '--voice', 'Vera', '-o', folder.path('nothing.wav')], { env });
    const { code, stderr } = await attempt('silent.wav');
    assert.match(stderr, /silent\.wav: The clip is silent/);
    assert.deepEqual([code, asked], [1, 0]);
    assert.equal((await attempt('talk.wav')).code, 1);
    assert.ok(asked > 0);
  });

  it('says what a server refuses, and that none answers', async () => {
    const args = ['change', folder.path('talk.wav'), '-o', folder.path('nothing.wav')];
    const unknown = await command([...args, '--voice', 'nobody', '--server', server.url], { env: remote });
    assert.deepEqual([unknown.code, unknown.stderr.includes("refuses: No voice 'nobody'")], [1, true], unknown.stderr);
    const wrong = await command([...args, '--voice', 'Sadie', '--server', server.url], {
      env: { SONORANT_API_KEY: 'wrong' },
    });
    assert.deepEqual([wrong.code, wrong.stderr.includes(`${server.url} refuses: `)], [1, true], wrong.stderr);
    const away = await command([...args, '--voice', 'Sadie', '--server', 'http://127.0.0.1:2'], { env: remote });
    assert.deepEqual([away.code, away.stderr.includes('no server answers at')], [1, true], away.stderr);
  });
});
