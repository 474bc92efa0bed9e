import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { apiKey, start as startServer, toneEngines, type TestServer } from '../../../test/support/server.ts';
import { voiceLike, wavOf } from '../../audio/decoding/testing.ts';
import { withStore } from '../data.ts';
import { command, here, temporaryFolder } from '../testing.ts';

const sampleRate = 16_000;
const maxClipBytes = 200_000;

interface Voice {
  readonly id: string;
  readonly name: string;
  readonly language: string;
  readonly description: string;
}

let server: TestServer;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
before(async () => {
  folder = await temporaryFolder();
  server = await startServer({ SONORANT_MAX_CLIP_BYTES: String(maxClipBytes) }, toneEngines);
  const clip = wavOf(voiceLike({ seconds: 1.5, sampleRate, pitch: 140 }), sampleRate);
  await writeFile(folder.path('anna.wav'), clip);
  await writeFile(folder.path('tone.wav'), wavOf(sine(), sampleRate));
  await writeFile(folder.path('big.wav'), Buffer.concat([clip, Buffer.alloc(8_000_000)]));
  await writeFile(folder.path('empty.wav'), '');
});
after(async () => {
  await server.close();
  await folder.remove();
});

function sine(): Float32Array {
  return Float32Array.from({ length: 2 * sampleRate }, (_, index) => 0.5 * Math.sin(index / 10));
}

const env = { SONORANT_API_KEY: apiKey };

async function voiceOf(id: string): Promise<Voice & { readonly is_owner: boolean }> {
  const headers = { authorization: `Bearer ${apiKey}`, 'service-version': '2026-08-14' };
  const response = await fetch(`${server.url}/voices/${id}`, { headers });
  assert.equal(response.status, 200);
  return (await response.json()) as Voice & { readonly is_owner: boolean };
}

/** The voices in the database. */
function rows() {
  return withStore({ dataDir: server.dataDir }, 'must exist', (store) =>
    store.database.db.selectFrom('voices').selectAll().execute(),
  );
}

describe('sonorant clone --server', () => {
  const clone = (name: string, ...args: readonly string[]) =>
    command(['clone', folder.path(name), '--name', 'Anna', '--server', server.url, ...args], { env });

  it('makes a voice that speaks, and prints its id and name', async () => {
    const { code, stdout, stderr } = await clone('anna.wav');
    assert.deepEqual([code, stderr.split('\n').length], [0, 2], stderr);
    const [, id, name, language] = /^ID +NAME +LANGUAGE\n(\S+) +(\S+) +(\S+)\n$/.exec(stdout.toString())!;
    assert.deepEqual([name, language], ['Anna', 'en']);
    assert.equal((await voiceOf(id!)).is_owner, true);
    const next = /^Hear it with: sonorant (say "Hello" --play --voice (\S+) --server (\S+))\n$/.exec(stderr)!;
    assert.deepEqual(next.slice(2), [id, server.url]);
    const path = folder.path('anna-speaks.wav');
    const said = await command(['say', 'Hello', '-o', path, '--voice', id!, '--server', server.url], { env });
    assert.deepEqual([said.code, existsSync(path)], [0, true], said.stderr);
  });

  it('hands on the language, the transcript, the description and the base voice; --json is what the server says', async () => {
    const base = (JSON.parse((await clone('anna.wav', '--json')).stdout.toString()) as Voice).id;
    const more = [
      '--language',
      'de',
      '--base-voice',
      base,
      '--transcript',
      'Grüße "hier"\r\nund',
      '--description',
      'ä–',
    ];
    const { code, stdout, stderr } = await clone('anna.wav', ...more, '--json');
    assert.deepEqual([code, stderr], [0, '']);
    const { id, name, language, description } = JSON.parse(stdout.toString()) as Voice;
    assert.deepEqual([name, language, description], ['Anna', 'de', 'ä–']);
    assert.equal((await voiceOf(id)).language, 'de');
    assert.equal((await rows()).find((row) => row.id === id)?.clip_transcript, 'Grüße "hier"\r\nund');
  });

  it('takes the server of SONORANT_URL', async () => {
    const args = ['clone', folder.path('anna.wav'), '--name', 'Anna', '--json'];
    const { stdout } = await command(args, { env: { ...env, SONORANT_URL: `${server.url}/` } });
    await voiceOf((JSON.parse(stdout.toString()) as Voice).id);
  });

  it('says in one line what is wrong with the file, by its name', async () => {
    const cases = [
      ['missing.wav', /missing\.wav: no such file or folder$/],
      ['empty.wav', /empty\.wav: is empty$/],
      ['', /: is not a file$/],
      ['big.wav', new RegExp(`big\\.wav: is too big: .*${maxClipBytes} bytes`)],
      ['tone.wav', /tone\.wav: .*no speech/],
    ] as const;
    for (const [name, message] of cases) {
      const { code, stdout, stderr } = await clone(name);
      assert.deepEqual([name, code, stdout.toString()], [name, 1, '']);
      assert.match(stderr, /^sonorant: [^\n]+\n$/);
      assert.match(stderr.trimEnd(), message);
    }
  });

  it('says what else is wrong: options by their names, the key, a server that is away or another one', async (t) => {
    const bad = await clone('anna.wav', '--language', 'xx');
    assert.match(bad.stderr, /^sonorant: --language: [^→]+\n$/);
    assert.match((await clone('anna.wav', '--base-voice', 'nobody')).stderr, /base_voice_id/);
    const args = ['clone', folder.path('anna.wav'), '--name', 'Anna', '--server'];
    const keyless = await command([...args, server.url]);
    assert.deepEqual([keyless.code, keyless.stderr.includes('SONORANT_API_KEY')], [2, true]);
    const wrong = await command([...args, server.url], { env: { SONORANT_API_KEY: 'wrong' } });
    assert.deepEqual([wrong.code, wrong.stderr.includes('The credential is not known')], [1, true], wrong.stderr);
    const away = await command([...args, 'http://127.0.0.1:9'], { env });
    assert.match(away.stderr, /^sonorant: http:\/\/127\.0\.0\.1:9 does not answer: .*ECONNREFUSED[^\n]*\n$/);
    const other = createServer((request, response) => request.resume().on('end', () => response.end('hello')));
    await once(other.listen(0, '127.0.0.1'), 'listening');
    try {
      const { stderr } = await command([...args, `http://127.0.0.1:${(other.address() as AddressInfo).port}`], { env });
      assert.match(stderr, /is not a Sonorant server\n$/);
    } finally {
      other.close();
    }
    const both = await here(t, ...args, server.url, '--data-dir', 'x');
    assert.deepEqual([both.code, both.err.includes('--data-dir')], [2, true]);
    assert.match((await here(t, 'clone', 'x.wav')).err, /required option '--name <name>' not specified/);
  });
});

describe('sonorant clone in a data folder', () => {
  const clone = (name: string, ...args: readonly string[]) =>
    command(['clone', folder.path(name), '--name', 'Local', '--data-dir', server.dataDir, ...args], {
      env: { SONORANT_MAX_CLIP_BYTES: String(maxClipBytes) },
    });

  it('makes a voice that the running server of that folder speaks with', async () => {
    const { code, stdout, stderr } = await clone('anna.wav', '--json');
    assert.deepEqual([code, stderr], [0, '']);
    const { id } = JSON.parse(stdout.toString()) as Voice;
    const { name, is_owner } = await voiceOf(id);
    assert.deepEqual([name, is_owner], ['Local', true]);
    const output_format = { container: 'raw', encoding: 'pcm_s16le', sample_rate: 24_000 };
    const said = await server.post('/tts/bytes', {
      model_id: 'sonorant-1',
      transcript: 'Hi.',
      voice: id,
      output_format,
    });
    assert.deepEqual([said.status, (await said.arrayBuffer()).byteLength > 5000], [200, true]);
  });

  it('makes a voice that reads books, by name and by id', async () => {
    const { id } = JSON.parse((await clone('anna.wav', '--name', 'Reader', '--json')).stdout.toString()) as Voice;
    await writeFile(folder.path('book.txt'), 'The fox jumps.');
    const read = async (name: string, args: readonly string[], environment: Record<string, string>) => {
      const book = ['book', folder.path('book.txt'), '-o', folder.path(name), ...args];
      const { code, stderr } = await command(book, { env: environment });
      assert.equal(code, 0, stderr);
      return readFile(folder.path(name));
    };
    const named = await read('named.mp3', ['--voice', 'Reader', '-d', server.dataDir], {
      SONORANT_URL: 'http://127.0.0.1:1',
    });
    assert.deepEqual(await read('by-id.mp3', ['--voice', id], { SONORANT_DATA_DIR: server.dataDir }), named);
    assert.notDeepEqual(await read('built-in.mp3', [], {}), named);
  });

  it('makes a voice that the command lists as an own one, where its data folder is named or set', async () => {
    const made = await clone('anna.wav', '--name', 'Listed', '--language', 'de', '--json');
    const { id } = JSON.parse(made.stdout.toString()) as Voice;
    const env = { SONORANT_DATA_DIR: server.dataDir };
    const list = async (args: readonly string[], environment: Record<string, string> = {}) => {
      const { code, stdout, stderr } = await command(['voices', ...args], { env: environment });
      assert.deepEqual([code, stderr], [0, '']);
      return stdout.toString();
    };
    const ids = async (args: readonly string[], environment?: Record<string, string>) =>
      (JSON.parse(await list([...args, '--json'], environment)) as Voice[]).map((voice) => voice.id);
    const german = JSON.parse(await list(['-l', 'de', '--json'], env)) as (Voice & { is_owner: boolean })[];
    const newest = german[0]!;
    assert.deepEqual([newest.id, newest.name, newest.language, newest.is_owner], [id, 'Listed', 'de', true]);
    assert.equal(german.at(-1)!.is_owner, false);
    assert.match(await list([], env), new RegExp(`^${id} +Listed .* de.* own$`, 'm'));
    assert.ok((await ids(['--data-dir', server.dataDir], { SONORANT_URL: 'http://127.0.0.1:1' })).includes(id));
    assert.ok(!(await ids(['-l', 'en'], env)).includes(id));
    assert.ok(!(await ids([], { SONORANT_DATA_DIR: folder.path('none') })).includes(id));
    const elsewhere = await command(['voices', '--data-dir', folder.path('none')]);
    assert.deepEqual([elsewhere.code, elsewhere.stderr.includes('sonorant.db does not exist')], [1, true]);
    const nobody = await command(['voices', '--organization', 'nobody'], { env });
    assert.deepEqual([nobody.code, nobody.stderr.includes("the name 'nobody'")], [1, true]);
    const both = await command(['voices', '--server', server.url, '--data-dir', server.dataDir]);
    assert.deepEqual([both.code, both.stderr.includes('--data-dir')], [2, true]);
  });

  it('are listed without making anything, and without a folder that nothing named and that cannot be read', async () => {
    const dataDir = folder.path('empty');
    await mkdir(dataDir);
    await writeFile(join(dataDir, 'sonorant.db'), '');
    const env = { SONORANT_DATA_DIR: dataDir };
    const empty = await command(['voices', '-l', 'de'], { env });
    assert.deepEqual([empty.code, empty.stderr], [0, '']);
    await withStore({ dataDir }, 'must exist', async (store) =>
      assert.equal(await store.organizations.first(), undefined),
    );
    await writeFile(join(dataDir, 'sonorant.db'), 'x'.repeat(5000));
    const broken = await command(['voices', '-l', 'de'], { env });
    assert.equal(broken.code, 0);
    assert.match(broken.stderr, /^Without the voices of .*: .*not a database/);
    assert.deepEqual(broken.stdout, empty.stdout);
    assert.equal((await command(['voices', '--data-dir', dataDir])).code, 1);
  });

  it('makes a voice that the command speaks with, by its hint and by its name, a text with speakers too', async (t) => {
    const path = folder.path('own-says.wav');
    const made = await clone('anna.wav', '--name', 'Only here');
    const [, id, dataDir] = /^Hear it with: sonorant say "Hello" --play --voice (\S+) --data-dir (\S+)\n$/.exec(
      made.stderr,
    )!;
    assert.equal(dataDir, server.dataDir);
    const say = async (text: string, ...args: readonly string[]) => {
      const { code, err } = await here(t, 'say', text, '-o', path, ...args);
      assert.deepEqual([code, err], [0, '']);
      return readFile(path);
    };
    const own = await say('Hello', '--voice', id!, '--data-dir', server.dataDir);
    assert.deepEqual(await say('Hello', '--voice', 'only here', '--data-dir', server.dataDir), own);
    assert.deepEqual(await say('[A] Hello', '--speaker', 'A=Only here', '--data-dir', server.dataDir), own);
    assert.notDeepEqual(await say('Hello'), own);
    const env = { SONORANT_DATA_DIR: server.dataDir };
    const unnamed = await command(['say', 'Hello', '-o', path, '--voice', 'Only here'], { env });
    assert.deepEqual([unnamed.code, await readFile(path)], [0, own], unnamed.stderr);
    const nobody = await command(['say', 'Hello', '-o', path, '--voice', 'nobody'], { env });
    assert.deepEqual([nobody.code, nobody.stderr.includes(`nor one in ${server.dataDir}`)], [2, true]);
    const elsewhere = await here(
      t,
      'say',
      'Hello',
      '-o',
      path,
      '--voice',
      'Only here',
      '--data-dir',
      folder.path('none'),
    );
    assert.deepEqual([elsewhere.code, elsewhere.err.includes('sonorant.db does not exist')], [1, true]);
    const both = await here(t, 'say', 'Hello', '--server', server.url, '--data-dir', server.dataDir);
    assert.deepEqual([both.code, both.err.includes('--data-dir')], [2, true]);
  });

  it('refuses what a server refuses, and keeps nothing of it', async () => {
    const earlier = (await rows()).length;
    const bad = [
      [await clone('tone.wav'), 1, /tone\.wav: .*no speech/],
      [await clone('big.wav'), 1, /big\.wav: is too big: at most 200000 bytes \(SONORANT_MAX_CLIP_BYTES\)/],
      [await clone('anna.wav', '--language', 'xx'), 2, /^sonorant: --language: /],
      [await clone('anna.wav', '--name', ''), 2, /^sonorant: --name: /],
    ] as const;
    for (const [{ code, stderr }, expected, message] of bad) {
      assert.deepEqual([code, /^sonorant: [^\n]+\n$/.test(stderr)], [expected, true], stderr);
      assert.match(stderr, message);
    }
    assert.equal((await rows()).length, earlier);
  });

  it('needs a data folder that is there', async () => {
    await mkdir(folder.path('nothing'));
    const args = ['clone', folder.path('anna.wav'), '--name', 'X', '--data-dir', folder.path('nothing')];
    const { code, stderr } = await command(args);
    assert.deepEqual([code, stderr.includes('sonorant.db does not exist')], [1, true]);
    assert.equal(existsSync(folder.path('nothing/blobs')), false);
  });
});
