/** Where `sonorant say` brings speech beside a file: the loudspeaker, subtitles, words; and speech of a server. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '../../../test/support/eventually.ts';
import { apiKey, start as startServer, toneEngines, type TestServer } from '../../../test/support/server.ts';
import { command, temporaryFolder } from '../testing.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
/** A program with the name of one that plays: it keeps what it is given, and how it was called. */
let env: Record<string, string>;
let server: TestServer;

before(async () => {
  folder = await temporaryFolder();
  await mkdir(folder.path('bin'));
  const heard = folder.path('heard');
  await writeFile(folder.path('bin/aplay'), `#!/bin/sh\necho "$@" > "${heard}.args"\nexec cat > "${heard}"\n`);
  await writeFile(folder.path('bin/cat'), `#!/bin/sh\nexec /bin/cat\n`);
  for (const name of ['aplay', 'cat']) await chmod(folder.path(`bin/${name}`), 0o755);
  env = { PATH: `${folder.path('bin')}:${dirname(process.execPath)}`, SONORANT_ENGINES: 'espeak' };
  server = await startServer({}, toneEngines);
});
after(async () => {
  await server.close();
  await folder.remove();
});

interface Said {
  readonly seconds: number;
  readonly file: string | null;
  readonly words?: readonly { readonly word: string; readonly start: number; readonly end: number }[];
}

describe('sonorant say', () => {
  it('plays what it would have written, to its end', async () => {
    const path = folder.path('file.raw');
    const text = 'This is played while it is made.';
    const { code, stdout, stderr } = await command(['say', text, '--play', '-o', path], { env });
    assert.deepEqual([code, stdout.length, stderr], [0, 0, '']);
    assert.match(readFileSync(folder.path('heard.args'), 'utf8'), /-f S16_LE -c 1 -r 22050 -\n/);
    assert.deepEqual(readFileSync(folder.path('heard')), readFileSync(path));
    assert.ok(statSync(path).size > 20_000);
  });

  it('says what it needs where nothing plays, and what a player said that failed', async () => {
    const without = await command(['say', 'Hi', '--play'], { env: { ...env, PATH: dirname(process.execPath) } });
    assert.equal(without.code, 1);
    assert.match(without.stderr, /no program that plays sound was found; one of these is needed: .*aplay/);
    const broken = folder.path('broken');
    await mkdir(broken);
    await writeFile(`${broken}/aplay`, '#!/bin/sh\necho "no device" >&2\nexit 3\n');
    await chmod(`${broken}/aplay`, 0o755);
    const failed = await command(['say', 'Hi', '--play'], { env: { ...env, PATH: `${broken}:/usr/bin:/bin` } });
    assert.deepEqual([failed.code, failed.stderr], [1, 'sonorant: aplay could not play: no device\n']);
    const law = await command(['say', 'Hi', '--play', '--encoding', 'pcm_mulaw'], { env });
    assert.equal(law.code, 2);
  });

  it('speaks each line that is typed without waiting for the next one', async () => {
    const heard = folder.path('heard');
    await writeFile(heard, '');
    async function* typed(): AsyncGenerator<string> {
      yield 'the first line without a full stop\n';
      await eventually('the first line is heard', () => statSync(heard).size > 20_000);
      const first = statSync(heard).size;
      yield 'the second\n';
      await eventually('the second line is heard', () => statSync(heard).size > first + 10_000);
    }
    const { code, stderr } = await command(['say', '--play', '--lines'], { env, input: typed() });
    assert.equal(code, 0, stderr);
  });

  it('prints the words with their times, and writes subtitles', async () => {
    const [path, srt] = [folder.path('words.wav'), folder.path('words.srt')];
    const text = 'Hello there, it costs $5.';
    const { code, stdout } = await command(['say', text, '-o', path, '--timestamps', '--subtitles', srt], { env });
    assert.equal(code, 0);
    const rows = stdout
      .toString()
      .trim()
      .split('\n')
      .map((line) => line.split('\t'));
    assert.equal(rows.map((row) => row[2]).join(' '), text);
    const times = rows.flatMap(([begin, end]) => [Number(begin), Number(end)]);
    assert.deepEqual(
      times.toSorted((a, b) => a - b),
      times,
    );
    assert.match(readFileSync(srt, 'utf8'), /^1\n00:00:00,\d{3} --> 00:00:0\d,\d{3}\nHello there, it costs \$5\.\n$/);
    const wrong = await command(['say', text, '-o', '-', '--timestamps'], { env });
    assert.deepEqual([wrong.code, wrong.stdout.length], [2, 0]);
    assert.match(wrong.stderr, /standard output/);
  });

  it('tells as JSON what it made', async () => {
    const path = folder.path('json.mp3');
    const { stdout } = await command(['say', 'Hello there.', '-o', path, '--timestamps', '--json'], { env });
    const said = JSON.parse(stdout.toString()) as Said;
    assert.equal(said.file, path);
    assert.ok(said.seconds > 0.5);
    assert.deepEqual(
      said.words?.map(({ word }) => word),
      ['Hello', 'there.'],
    );
  });
});

describe('sonorant say --server', () => {
  const text = 'This is spoken by a server, which may stand anywhere.';
  const remote = (...args: readonly string[]) =>
    command(['say', '--server', server.url, ...args], { env: { SONORANT_API_KEY: apiKey } });

  it('is that of SONORANT_URL where no other one is named', async () => {
    const said = async (args: readonly string[], env: Record<string, string>): Promise<Buffer> => {
      const path = folder.path('by-url.wav');
      const { code, stderr } = await command(['say', 'Hi.', '-o', path, ...args], { env });
      assert.equal(code, 0, stderr);
      return readFileSync(path);
    };
    const env = { SONORANT_API_KEY: apiKey };
    const there = await said([], { ...env, SONORANT_URL: server.url });
    assert.deepEqual(there, await said(['--server', server.url], { ...env, SONORANT_URL: 'http://127.0.0.1:9' }));
    assert.notDeepEqual(there, await said([], { SONORANT_ENGINES: 'espeak' }));
  });

  it('writes the bytes that the server gives for the same request in one answer', async () => {
    const path = folder.path('remote.raw');
    const { code, stderr } = await remote(
      text,
      '-o',
      path,
      '--voice',
      'Lukas',
      '--sample-rate',
      '24000',
      '--speed',
      '1.2',
    );
    assert.deepEqual([code, stderr], [0, '']);
    const answer = await server.post('/tts/bytes', {
      model_id: 'sonorant-1',
      transcript: text,
      voice: 'Lukas',
      generation_config: { speed: 1.2 },
      output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: 24_000 },
    });
    assert.equal(answer.status, 200);
    assert.deepEqual(readFileSync(path), Buffer.from(await answer.arrayBuffer()));
  });

  it('takes a voice of the language, and has word times', async () => {
    const { stdout } = await remote('Guten Tag.', '-o', folder.path('de.wav'), '-l', 'de', '--timestamps', '--json');
    const said = JSON.parse(stdout.toString()) as Said;
    assert.deepEqual(
      said.words?.map(({ word }) => word),
      ['Guten', 'Tag.'],
    );
  });

  it('speaks all lines of a text that pauses for longer than a context lives', async () => {
    const path = folder.path('slow.wav');
    async function* typed(): AsyncGenerator<string> {
      yield 'Hello.\n';
      await eventually('the first line is spoken', () => existsSync(path) && statSync(path).size > 10_000);
      // A context that is not kept lives for a second behind its audio.
      await pause(3000);
      yield 'Again.\n';
    }
    const arguments_ = ['say', '--server', server.url, '--lines', '--timestamps', '-o', path];
    const { code, stdout, stderr } = await command(arguments_, { env: { SONORANT_API_KEY: apiKey }, input: typed() });
    assert.equal(code, 0, stderr);
    const lines = stdout.toString().trimEnd().split('\n');
    assert.deepEqual(
      lines.map((line) => line.split('\t')[2]),
      ['Hello.', 'Again.'],
    );
  });

  it('says what the server refuses, and that none answers', async () => {
    const path = folder.path('none.wav');
    const bad = await command(['say', 'Hi', '-o', path, '--server', server.url], {
      env: { SONORANT_API_KEY: 'wrong' },
    });
    assert.equal(bad.code, 1);
    assert.match(bad.stderr, /refuses: The credential is not known/);
    const unknown = await remote('Hi', '-o', path, '--voice', 'Nobody');
    assert.equal(unknown.code, 1);
    assert.match(unknown.stderr, /Nobody/);
    const away = await command(['say', 'Hi', '-o', path, '--server', 'http://127.0.0.1:9'], {
      env: { SONORANT_API_KEY: 'x' },
    });
    assert.match(away.stderr, /no server answers at http:\/\/127\.0\.0\.1:9: .*ECONNREFUSED/);
    const keyless = await command(['say', 'Hi', '-o', path, '--server', server.url]);
    assert.equal(keyless.code, 2);
    const named = await command(['say', 'Hi', '-o', path], { env: { SONORANT_URL: server.url } });
    assert.equal(named.code, 2);
    assert.match(named.stderr, /SONORANT_URL needs a key of that server in SONORANT_API_KEY/);
    assert.equal(existsSync(path), false);
  });
});
