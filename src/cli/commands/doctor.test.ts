import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { eventually } from '../../../test/support/eventually.ts';
import { apiKey, start, toneEngines, version } from '../../../test/support/server.ts';
import { databases, withStore } from '../../store/testing.ts';
import { voiceLike, wavOf } from '../../audio/decoding/testing.ts';
import { bin, command, here, temporaryFolder } from '../testing.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
before(async () => void (folder = await temporaryFolder()));
after(() => folder.remove());

interface Report {
  readonly findings: readonly { readonly part: string; readonly verdict: string; readonly text: string }[];
}

function verdicts(stdout: Buffer): Record<string, string> {
  const { findings } = JSON.parse(stdout.toString()) as Report;
  return Object.fromEntries(findings.map(({ part, verdict }) => [part, verdict]));
}

describe('sonorant doctor', () => {
  it('finds nothing wrong where a server could start, speaks with each engine, and makes no database', async () => {
    const data = folder.path('new');
    const { code, stdout, stderr } = await command(['doctor', '--json', '-d', data], { env: { SONORANT_PORT: '0' } });
    const found = verdicts(stdout);
    assert.deepEqual([code, stderr], [0, '']);
    const made = await readdir(data);
    assert.ok(!made.some((name) => /^(sonorant\.db|secret\.key)/.test(name)), made.join(' '));
    for (const part of [
      'Node',
      'settings',
      'data folder',
      'database',
      'object store',
      'port',
      'engine flite',
      'engine espeak',
    ]) {
      assert.equal(found[part], 'good', part);
    }
  });

  for (const [name, newDatabase] of Object.entries(databases)) {
    it(`leaves the tables of ${name} as they are, and says what the first start does`, async (t) => {
      const { options, remove } = await newDatabase();
      t.after(remove);
      const data = options.dataDir ?? folder.path('shared');
      if (options.databaseUrl === undefined) await writeFile(`${data}/sonorant.db`, '');
      const url = options.databaseUrl === undefined ? {} : { SONORANT_DATABASE_URL: options.databaseUrl };
      const env = { SONORANT_PORT: '0', SONORANT_ENGINES: 'espeak', ...url };
      const said = async () => {
        const { stdout } = await command(['doctor', '-d', data], { env });
        return /^. database: .*$/m.exec(stdout.toString())?.[0];
      };
      assert.match((await said())!, /✔ .*the first start makes its tables and the keys$/);
      assert.match((await said())!, /the first start makes its tables and the keys$/);
      await withStore(options, async ({ database: { db } }) => {
        const newest = sql`select max(name) from kysely_migration`;
        await sql`delete from kysely_migration where name = (${newest})`.execute(db);
      });
      assert.match((await said())!, /✔ .*the first start migrates it to this version and makes the keys$/);
      assert.match((await said())!, /✔ .*the first start migrates it to this version and makes the keys$/);
    });
  }

  it('looks at the models of the folder that is named', async () => {
    const data = folder.path('with-model');
    await mkdir(`${data}/models/damaged`, { recursive: true });
    const env = { SONORANT_PORT: '0', SONORANT_ENGINES: 'espeak,neural:damaged' };
    const { stderr } = await command(['doctor', '--json', '-d', data], { env });
    assert.match(stderr, /the engine neural:damaged is left out: (?!.*not installed)/);
  });

  it('names each part that does not work, and ends with 1', async () => {
    const file = folder.path('a-file');
    await writeFile(file, '');
    const certificate = folder.path('no.pem');
    const env = {
      SONORANT_PORT: '0',
      SONORANT_REDIS_URL: 'redis://127.0.0.1:1',
      SONORANT_TLS_PORT: '0',
      SONORANT_TLS_CERT: certificate,
      SONORANT_TLS_KEY: certificate,
      SONORANT_ENGINES: 'espeak',
    };
    const { code, stdout, stderr } = await command(['doctor', '--json', '-d', file], { env });
    const found = verdicts(stdout);
    assert.equal(code, 1);
    assert.match(stderr, /^sonorant: .*see above\n$/);
    for (const part of ['data folder', 'Redis', 'certificate']) assert.equal(found[part], 'bad', part);
    assert.equal(found['engine espeak'], 'good');
  });

  it('tells of a key that is not that of the certificate, a TLS port in use, and recognizers that cannot be had', async () => {
    for (const name of ['one', 'two']) {
      const files = ['-keyout', folder.path(`${name}.key`), '-out', folder.path(`${name}.pem`)];
      const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];
      const made = spawnSync('openssl', [
        'req',
        '-x509',
        '-nodes',
        '-subj',
        '/CN=localhost',
        '-days',
        '30',
        ...curve,
        ...files,
      ]);
      assert.equal(made.status, 0, String(made.stderr));
    }
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    try {
      const env = {
        SONORANT_PORT: '0',
        SONORANT_TLS_PORT: String((taken.address() as AddressInfo).port),
        SONORANT_TLS_CERT: folder.path('one.pem'),
        SONORANT_TLS_KEY: folder.path('two.key'),
        SONORANT_ENGINES: 'espeak',
        SONORANT_RECOGNIZERS: '["sherpa:missing"]',
      };
      const args = ['doctor', '-d', folder.path('fourth')];
      const { code, stdout } = await command(args, { env });
      assert.equal(code, 1);
      assert.match(stdout.toString(), /^✖ certificate: .*two\.key is not the key of .*one\.pem/m);
      assert.match(stdout.toString(), /^! TLS port: .* is in use.*SONORANT_TLS_PORT/m);
      assert.match(stdout.toString(), /^! recognizers: none; left out: sherpa:missing: no model/m);
      const right = { ...env, SONORANT_TLS_KEY: folder.path('one.key'), SONORANT_RECOGNIZERS: '["nothing"]' };
      const next = await command(args, { env: right });
      assert.match(next.stdout.toString(), /^✔ certificate: CN=localhost is valid for/m);
      assert.match(next.stdout.toString(), /^✖ recognizers: SONORANT_RECOGNIZERS: entry 1 /m);
    } finally {
      taken.close();
    }
  });

  it('says that a port is in use, that a setting which nothing reads has no effect, and what plays on the path', async () => {
    const programs = folder.path('bin');
    await mkdir(programs);
    await writeFile(folder.path('bin/aplay'), '#!/bin/sh\n');
    await chmod(folder.path('bin/aplay'), 0o755);
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    try {
      const env = {
        SONORANT_PORT: String((taken.address() as AddressInfo).port),
        SONORANT_ENGINES: 'espeak',
        SONORANT_WROKERS: '2',
        PATH: programs,
        PULSE_SERVER: 'unix:/run/sound',
      };
      const { code, stdout } = await command(['doctor', '-d', folder.path('other')], { env });
      assert.equal(code, 0);
      assert.match(stdout.toString(), /^! settings: .*SONORANT_WROKERS$/m);
      assert.match(stdout.toString(), /^! port: .* is in use/m);
      assert.match(stdout.toString(), /^✔ sound: .*aplay$/m);
    } finally {
      taken.close();
    }
  });

  it('says of a program that plays whether there is a sound card or a server of sound', async () => {
    const env = {
      ...{ SONORANT_PORT: '0', SONORANT_ENGINES: 'espeak', PATH: folder.path('bin') },
      ...{ PULSE_SERVER: '', PIPEWIRE_REMOTE: '', XDG_RUNTIME_DIR: folder.path('bin') },
    };
    const { stdout } = await command(['doctor', '-d', folder.path('third')], { env });
    // Of this machine, which may have a sound card.
    const devices = await readdir('/dev/snd').catch(() => []);
    const hasCard = process.platform !== 'linux' || devices.some((name) => /^pcm.*p$/.test(name));
    assert.match(
      stdout.toString(),
      hasCard ? /^✔ sound: .*aplay$/m : /^! sound: aplay is there, but neither a sound card/m,
    );
  });
});

describe('sonorant status', () => {
  it('says how a running server is, also as JSON', async (t) => {
    const server = await start({}, toneEngines);
    try {
      await server
        .post('/tts/bytes', {
          model_id: 'espeak',
          transcript: 'Hi',
          voice: 'a0e99841-438c-4a64-b679-ae501e7d6091',
          output_format: { container: 'wav' },
        })
        .then((answer) => answer.arrayBuffer());
      await eventually('the engines are warm', async () => (await fetch(`${server.url}/readyz`)).ok, 60_000);
      const asText = await here(t, 'status', '--server', `${server.url}/`);
      assert.deepEqual([asText.code, asText.err], [0, '']);
      assert.match(asText.out, /^ready +yes$/m);
      assert.match(asText.out, /^segments spoken since the start +[1-9]/m);
      const { out } = await here(t, 'status', '--server', server.url, '--json');
      const report = JSON.parse(out) as { server: string; ready: { ok: boolean }; figures: Record<string, number> };
      assert.deepEqual([report.server, report.ready.ok, report.figures.sonorant_contexts], [server.url, true, 0]);
    } finally {
      await server.close();
    }
  });

  it('ends with 1 and says so where nothing answers, or something else does', async (t) => {
    const nobody = await here(t, 'status', '--server', 'http://127.0.0.1:1');
    assert.deepEqual([nobody.code, nobody.out], [1, '']);
    assert.match(
      nobody.err,
      /no server answers at http:\/\/127\.0\.0\.1:1: .*ECONNREFUSED|no server answers at http:\/\/127\.0\.0\.1:1: bad port/,
    );
    const wrong = await here(t, 'status', '--server', 'localhost');
    assert.equal(wrong.code, 2);
    assert.match(wrong.err, /--server: 'localhost' is not an address/);
    const inEnvironment = await command(['status'], { env: { SONORANT_URL: 'localhost' } });
    assert.match(inEnvironment.stderr, /SONORANT_URL: 'localhost' is not an address/);
    for (const [host, address] of [
      ['127.0.0.2', '127.0.0.2'],
      ['::1', '[::1]'],
      ['0.0.0.0', '127.0.0.1'],
    ] as const) {
      const away = await command(['status'], { env: { SONORANT_HOST: host, SONORANT_PORT: '39471' } });
      assert.ok(away.stderr.includes(`no server answers at http://${address}:39471: `), away.stderr);
    }
  });
});

describe('sonorant completion', () => {
  /** What is offered behind each of the lines. */
  const completions = (...lines: readonly (readonly string[])[]): string[][] => {
    const script = lines.map(
      (words) =>
        `COMP_WORDS=(sonorant ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _sonorant; echo "\${COMPREPLY[@]}"`,
    );
    const source = `source <("${process.execPath}" "${bin}" completion bash)`;
    const { stdout, stderr } = spawnSync('bash', ['-c', [source, ...script].join('\n')], { encoding: 'utf8' });
    assert.equal(stderr, '');
    return stdout
      .replace(/\n$/, '')
      .split('\n')
      .map((line) => line.trim().split(' '));
  };

  it('completes commands, those below them, and their options in bash', () => {
    const given = [['keys', 'rev'], ['sa'], ['say', 'Hello', '--vol'], ['keys', '--vol']];
    assert.deepEqual(completions(...given), [['revoke'], ['say'], ['--volume'], ['']]);
  });

  it('gives zsh and fish what they can read', async (t) => {
    for (const [shell, check, line] of [
      ['zsh', ['-n'], /'revoke:/],
      ['fish', ['--no-execute'], /-a 'revoke'/],
    ] as const) {
      const { code, out } = await here(t, 'completion', shell);
      assert.equal(code, 0);
      assert.match(out, line);
      // Where the shell is installed it judges its script itself.
      const judged = spawnSync(shell, check, { input: out, encoding: 'utf8' });
      if (judged.error === undefined) assert.equal(`${judged.status}${judged.stderr}`, '0');
    }
    const wrong = await here(t, 'completion', 'csh');
    assert.equal(wrong.code, 2);
  });
});

describe('sonorant voices', () => {
  it('can be narrowed by gender and engine', async (t) => {
    const narrow = ['-l', 'en', '--gender', 'feminine', '--engine', 'flite', '--json'];
    const listed = await command(['voices', ...narrow], { env: { SONORANT_DATA_DIR: folder.path('none') } });
    const voices = JSON.parse(listed.stdout.toString()) as { gender: string; engine: string }[];
    assert.ok(voices.length > 0);
    assert.ok(voices.every(({ gender, engine }) => gender === 'feminine' && engine === 'flite'));
    const unknown = await here(t, 'voices', '--engine', 'nope');
    assert.deepEqual([unknown.code, unknown.out], [2, '']);
    assert.match(unknown.err, /'nope' is none of flite, espeak/);
  });

  it('are those of a server that is named, cloned ones too', async () => {
    const server = await start({}, toneEngines);
    try {
      const body = new FormData();
      body.set(
        'clip',
        new Blob([wavOf(voiceLike({ seconds: 2, sampleRate: 16_000, pitch: 150 }), 16_000)]),
        'clip.wav',
      );
      body.set('name', 'My own');
      body.set('language', 'de');
      const headers = { authorization: `Bearer ${apiKey}`, 'service-version': version };
      const made = await fetch(`${server.url}/voices/clone`, { method: 'POST', headers, body });
      const { id } = (await made.json()) as { id: string };
      const env = { SONORANT_API_KEY: apiKey };
      const listed = await command(['voices', '--server', server.url, '-l', 'de', '--json'], { env });
      const voices = JSON.parse(listed.stdout.toString()) as { id: string; name: string; language: string }[];
      assert.ok(voices.some((voice) => voice.id === id && voice.name === 'My own'));
      assert.ok(voices.length > 1 && voices.every(({ language }) => language === 'de'));
      const table = await command(['voices'], { env: { ...env, SONORANT_URL: server.url } });
      assert.match(table.stdout.toString(), /My own/);
      const without = await command(['voices', '--server', server.url], { env: { SONORANT_API_KEY: '' } });
      assert.deepEqual([without.code, without.stderr.includes('needs a key')], [2, true]);
    } finally {
      await server.close();
    }
  });
});
