import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { voiceLike, wavOf } from '../src/audio/decoding/testing.ts';
import { form } from './support/resources.ts';
import { clipRecognizer } from './docs/clip-recognizer.ts';
import { apiKey, start, toneEngines, type TestServer } from './support/server.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));

let server: TestServer;
let folder: string;
let readme: string;
before(async () => {
  server = await start({}, toneEngines, [clipRecognizer]);
  folder = await mkdtemp(join(tmpdir(), 'sonorant-examples-'));
  readme = (await readFile(join(root, 'README.md'), 'utf8')).replaceAll('127.0.0.1:8080', new URL(server.url).host);
});
after(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

function blocks(language: string): string[] {
  return [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map((match) => match[1]!);
}

describe('the README', () => {
  it('has curl commands that the server answers with what they promise', async () => {
    const types = [];
    const recording = new Blob([
      new Uint8Array(wavOf(voiceLike({ seconds: 4, sampleRate: 24_000, pitch: 140 }), 24_000)),
    ]);
    for (const block of blocks('sh').filter((text) => text.startsWith('curl'))) {
      const url = /http:[^\s']+/.exec(block)![0];
      const [, text] = /-d '([^']+)'/.exec(block) ?? [];
      const parts = [...block.matchAll(/-F (\w+)=(?:'([^']+)'|(\S+))/g)].map(
        (match) => [match[1]!, match[2] ?? match[3]!] as const,
      );
      const body =
        parts.length === 0
          ? text
          : form(Object.fromEntries(parts.map(([name, value]) => [name, value.startsWith('@') ? recording : value])));
      const headers = Object.fromEntries(
        [...block.matchAll(/-H ['"]([\w-]+): ([^'"]+)['"]/g)].map((match) => [
          match[1]!,
          match[2]!.replace('$SONORANT_API_KEY', apiKey),
        ]),
      );
      const response = await fetch(url, body === undefined ? { headers } : { method: 'POST', headers, body });
      assert.equal(response.status, 200, block);
      const type = response.headers.get('content-type')!.split(';')[0]!;
      // A sentence of subtitles is shorter than any audio.
      assert.ok((await response.arrayBuffer()).byteLength > (type.endsWith('subrip') ? 100 : 200), block);
      types.push(type);
    }
    assert.deepEqual(types, [
      ...['audio/mpeg', 'audio/mpeg', 'text/event-stream', 'application/x-subrip'],
      ...['application/json', 'application/json'],
    ]);
  });

  it('has a WebSocket program that runs as it stands', async () => {
    const [program] = blocks('js');
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program!], {
      cwd: root,
      env: { ...process.env, SONORANT_API_KEY: apiKey },
    });
    assert.match(stdout, /^(chunk \d+ bytes\n)+done \n$/);
  });
});

describe('the example of a WebSocket without a library', () => {
  it('writes a WAV file for each of its two utterances', async () => {
    await run(process.execPath, [join(root, 'examples/websocket.cjs')], {
      env: { ...process.env, SPEECH_URL: server.url, SONORANT_API_KEY: apiKey, SPEECH_OUTPUT: folder },
    });
    const names = (await readdir(folder)).sort();
    assert.deepEqual(names, ['websocket-first.wav', 'websocket-second.wav']);
    for (const name of names) {
      const file = await readFile(join(folder, name));
      assert.equal(file.toString('latin1', 0, 4), 'RIFF');
      assert.equal(file.readUInt32LE(40), file.length - 44);
      assert.ok(file.length > 48_000, `${name} holds more than a second`);
    }
  });
});
