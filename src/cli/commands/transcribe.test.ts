import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { eventually } from '../../../test/support/eventually.ts';
import { apiKey, start as startServer, toneEngines, type TestServer } from '../../../test/support/server.ts';
import { voiceLike, wavOf } from '../../audio/decoding/testing.ts';
import { fakeRecognizer } from '../../recognizers/fake/index.ts';
import { command, start, temporaryFolder } from '../testing.ts';

const sampleRate = 16_000;
const speech = voiceLike({ seconds: 2, sampleRate, pitch: 130 });

/** A server of OpenAI's shape that hears the same in everything, and knows no times; its language only while it is set. */
let upstream: Server;
let language: string | undefined = 'en';
let recognizers: string;
let server: TestServer;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
before(async () => {
  folder = await temporaryFolder();
  const pause = new Float32Array(1.5 * sampleRate);
  await writeFile(folder.path('talk.wav'), wavOf(Float32Array.from([...speech, ...pause, ...speech]), sampleRate));
  await writeFile(folder.path('notes.txt'), 'no audio at all');
  upstream = createServer((request, response) => {
    request.resume().on('end', () => response.end(JSON.stringify({ text: 'Good morning, all of you.', language })));
  }).listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/v1`;
  recognizers = JSON.stringify([{ id: 'whisper', url, model: 'large-v3' }]);
  server = await startServer({}, toneEngines, [fakeRecognizer()]);
});
after(async () => {
  upstream.close();
  upstream.closeAllConnections();
  await server.close();
  await folder.remove();
});

describe('sonorant transcribe', () => {
  it('stops at the first signal while it reads standard input, and leaves no file', { timeout: 60_000 }, async () => {
    const scratch = folder.path('scratch');
    await mkdir(scratch);
    const child = start(['transcribe', '-'], { env: { TMPDIR: scratch } });
    const stderr = text(child.stderr!);
    await eventually('it reads', async () => (await readdir(scratch)).length > 0);
    child.kill('SIGTERM');
    const [code] = (await once(child, 'close')) as [number | null];
    assert.deepEqual([code, await stderr, await readdir(scratch)], [143, 'sonorant: stopped\n', []]);
  });

  it('obeys the settings of the server', async () => {
    for (const name of ['SONORANT_RECOGNIZER_TIMEOUT_MS', 'SONORANT_MODELS_MEMORY']) {
      const { code, stderr } = await command(['transcribe', '-'], { env: { [name]: 'long' }, input: 'x' });
      assert.deepEqual([code, stderr.split(': allowed')[0]], [2, `sonorant: ${name}`]);
    }
    const name = 'SONORANT_UPSTREAM_FIRST_BYTE_MS';
    const { code, stderr } = await command(['voices'], { env: { [name]: 'long' } });
    assert.deepEqual([code, stderr.split(': allowed')[0]], [2, `sonorant: ${name}`]);
  });

  it('prints what a recognizer of this machine hears, and writes subtitles', async () => {
    const env = { SONORANT_RECOGNIZERS: recognizers };
    const srt = folder.path('talk.srt');
    const { code, stdout, stderr } = await command(['transcribe', folder.path('talk.wav'), '--subtitles', srt], {
      env,
    });
    assert.deepEqual([code, stderr], [0, '']);
    assert.equal(stdout.toString(), 'Good morning, all of you. Good morning, all of you.\n');
    const cues = (await readFile(srt, 'utf8')).trim().split('\n\n');
    assert.equal(cues.length, 2);
    assert.match(cues[1]!, /^2\n00:00:03,\d{3} --> 00:00:05,\d{3}\nGood morning, all of you\.$/);
  });

  it('takes standard input, and prints JSON without times that nothing knows', async (test) => {
    const env = { SONORANT_RECOGNIZERS: recognizers };
    const input = await readFile(folder.path('talk.wav'));
    language = undefined;
    test.after(() => (language = 'en'));
    const { code, stdout } = await command(['transcribe', '-', '--json'], { env, input });
    assert.equal(code, 0);
    assert.deepEqual(JSON.parse(stdout.toString()), {
      text: 'Good morning, all of you. Good morning, all of you.',
      duration: 5.5,
    });
  });

  it('finds the times of words that its recognizer does not know', async () => {
    const env = { SONORANT_RECOGNIZERS: recognizers };
    const { stdout } = await command(['transcribe', folder.path('talk.wav'), '--json'], { env });
    const { text, words } = JSON.parse(stdout.toString()) as {
      text: string;
      words: { word: string; start: number; end: number }[];
    };
    assert.equal(words.map(({ word }) => word).join(' '), text);
    assert.deepEqual(
      words.map(({ start }) => Math.floor(start / 3.25)),
      [0, 0, 0, 0, 0, 1, 1, 1, 1, 1],
    );
  });

  it('asks a running server', async () => {
    const env = { SONORANT_API_KEY: apiKey };
    const { code, stdout, stderr } = await command(
      ['transcribe', folder.path('talk.wav'), '--server', server.url, '--json'],
      { env },
    );
    assert.deepEqual([code, stderr], [0, '']);
    const heard = JSON.parse(stdout.toString()) as { text: string; language: string; words: { word: string }[] };
    assert.match(heard.text, /^one two three/);
    assert.equal(heard.language, 'en');
    assert.equal(heard.words.map(({ word }) => word).join(' '), heard.text);
  });

  for (const [what, args, env, code, message] of [
    ['a file that is no audio', ['notes.txt'], 'local', 1, /notes\.txt: The file is none of the audio formats/],
    ['a file that is not there', ['nothing.wav'], 'local', 1, /no such file/],
    [
      'subtitles of another kind',
      ['talk.wav', '--subtitles', 'a.ass'],
      'local',
      2,
      /neither with \.srt nor with \.vtt/,
    ],
    ['a language that is none', ['talk.wav', '-l', 'klingon'], 'local', 2, /no code such as de/],
    ['a recognizer that is none', ['talk.wav', '--model', 'siri'], 'local', 2, /there are .*whisper/],
    ['a machine without a recognizer', ['talk.wav'], 'none', 1, /apt-get install pocketsphinx/],
    ['a server without a key', ['talk.wav', '--server', 'http://127.0.0.1:9'], 'none', 2, /SONORANT_API_KEY/],
    ['a server that hears no German', ['talk.wav', '--server', 'server', '-l', 'de'], 'key', 1, /they hear en/],
  ] as const) {
    it(`says what is wrong with ${what}`, async () => {
      const environments = {
        local: { SONORANT_RECOGNIZERS: recognizers },
        none: { SONORANT_RECOGNIZERS: '[]' },
        key: { SONORANT_API_KEY: apiKey },
      };
      const [file, ...options] = args.map((arg) => (arg === 'server' ? server.url : arg));
      const result = await command(['transcribe', folder.path(file!), ...options], { env: environments[env] });
      assert.match(result.stderr, message);
      assert.deepEqual([result.code, result.stderr.trim().split('\n').length], [code, 1]);
    });
  }
});
