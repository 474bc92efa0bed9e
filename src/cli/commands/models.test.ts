import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import { eventually } from '../../../test/support/eventually.ts';
import { installedModels } from '../../engines/neural/index.ts';
import { isLibraryInstalled } from '../../model-files/sherpa-onnx.ts';
import { writePiperModel } from '../../engines/neural/testing.ts';
import { file, fileServer, filesBelow, noise, tarGz, temporaryFolder, writeRecognizer } from '../../models/testing.ts';
import { writeToneCtc, writeTransducer } from '../../recognizers/sherpa/testing.ts';
import { bin, command, ended, here, start } from '../testing.ts';

/** A data folder, and a tiny Piper voice beside it. */
async function setting(t: TestContext, options: Parameters<typeof writePiperModel>[1] = { speakers: 1 }) {
  const root = await temporaryFolder(t);
  const voice = join(root, 'my-voice');
  await writePiperModel(voice, options);
  const data = join(root, 'data');
  /** In this process, which is quicker. */
  const models = ([verb, ...args]: readonly [string, ...string[]]) =>
    here(t, 'models', verb, '--data-dir', data, ...args);
  /** In one of its own, by the setting. */
  const outside = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await command(['models', ...args], { env: { SONORANT_DATA_DIR: data } });
    return { code, out: stdout.toString(), err: stderr };
  };
  return { root, voice, data, models: (...args: readonly [string, ...string[]]) => models(args), outside };
}

async function archiveOf(folder: string, padding: number): Promise<Buffer> {
  const names = await filesBelow(folder);
  const entries = names.map(async (name) => ({ name, content: await readFile(join(folder, name)) }));
  return tarGz({ name: 'padding', content: noise(padding) }, ...(await Promise.all(entries)));
}

describe('sonorant models', () => {
  it('lists what can be added, without a data folder', async (t) => {
    const { outside, data } = await setting(t);
    const { code, out, err } = await outside('list');
    assert.deepEqual([code, err], [0, '']);
    assert.match(out, /^NAME +KIND +FAMILY +LANGUAGES +SPEAKERS +SIZE +LICENCE +STATE\nkokoro-multi-lang-v1_0 /);
    assert.match(out, /^de_de-thorsten-medium +voice +piper +de +1 +63\.2 MB +CC0-1\.0 +available$/m);
    await assert.rejects(readdir(data), /ENOENT/);
  });

  it('adds, lists and removes a model', async (t) => {
    const { voice, data, models, outside } = await setting(t);
    const added = await outside('add', voice, '--yes', '--licence', 'CC0-1.0', '--name', 'Mine');
    assert.equal(added.code, 0, added.err);
    assert.equal(added.out, `Installed mine in ${join(data, 'models/mine')}: piper, en, 1 speaker, licence CC0-1.0.\n`);
    assert.match(added.err, /^ {2}Model {5}mine\n {2}Size .*\n {2}Licence {3}CC0-1\.0\n {2}Source {4}my-voice\n/);
    assert.match(added.err, /A running server takes it up after: kill -HUP <its process id>\n$/);

    assert.match((await models('list')).out, /\nmine +voice +piper +en +1 +\S+ .B +CC0-1\.0 +installed\n/);
    const { installed, available } = JSON.parse((await models('list', '--json')).out) as Record<
      string,
      { name: string }[]
    >;
    assert.deepEqual([installed!.length, installed![0]!.name], [1, 'mine']);
    assert.ok(available!.some(({ name }) => name === 'fr_fr-siwis-medium'));

    const again = await models('add', voice, '--yes', '--name', 'mine');
    assert.deepEqual([again.code, again.out], [1, '']);
    assert.match(again.err, /^sonorant: the model mine is installed already; --replace takes its place\n$/);
    assert.equal((await models('add', voice, '--yes', '--name', 'mine', '--replace')).code, 0);

    const removed = await models('remove', 'MINE', '--yes');
    assert.deepEqual([removed.code, removed.out], [0, 'Removed mine.\n']);
    const missing = await models('remove', 'mine', '--yes');
    assert.equal(missing.code, 1);
    assert.match(
      missing.err,
      /^sonorant: no model 'mine' is installed in .*models; "sonorant models list" shows them\n$/,
    );
    assert.deepEqual(await filesBelow(data), []);
  });

  it('prints what it installed as JSON', async (t) => {
    const { voice, data, models } = await setting(t);
    const { out } = await models('add', voice, '--yes', '--json');
    assert.deepEqual(JSON.parse(out), {
      name: 'my-voice',
      folder: join(data, 'models/my-voice'),
      kind: 'voice',
      family: 'piper',
      languages: ['en'],
      speakers: 1,
      cloning: false,
      licence: 'unknown: ask its publisher',
      source: 'my-voice',
    });
  });

  it('takes a recognizer that states itself, and leaves it out of the engines', async (t) => {
    const { root, data, models } = await setting(t);
    const folder = join(root, 'ear');
    const stated = await writeRecognizer(folder);
    const added = await models('add', folder, '--yes', '--name', 'Mine', '--licence', 'MIT');
    assert.deepEqual(
      [added.code, added.out],
      [0, `Installed mine in ${join(data, 'models/mine')}: recognizer nemo-ctc, en de, licence MIT.\n`],
    );
    assert.match((await models('list')).out, /\nmine +recognizer +nemo-ctc +en de +\S+ .?B +MIT +installed\n/);
    const { installed } = JSON.parse((await models('list', '--json')).out) as { installed: Record<string, unknown>[] };
    const { bytes, ...shown } = installed[0]!;
    assert.ok(Number(bytes) > 2000);
    const facts = { kind: 'recognizer', family: 'nemo-ctc', streaming: false, languages: ['en', 'de'] };
    const origin = { licence: 'MIT', source: 'ear' };
    assert.deepEqual(shown, {
      name: 'mine',
      state: 'installed',
      folder: join(data, 'models/mine'),
      ...facts,
      ...origin,
    });
    // What runs recognizers finds its part as it was stated.
    const kept = JSON.parse(await readFile(join(data, 'models/mine/model.json'), 'utf8')) as object;
    assert.deepEqual(kept, { ...stated, name: 'mine', licence: 'MIT', source: 'ear' });
    assert.deepEqual(await installedModels(join(data, 'models')), { engines: [], problems: [] });
    assert.equal((await models('remove', 'mine', '--yes')).code, 0);
    assert.deepEqual(await filesBelow(data), []);
  });

  it('takes a recognizer as it is published, out of an archive', async (t) => {
    const { root, data, models } = await setting(t);
    const [folder, archive] = [join(root, 'ear'), join(root, 'sherpa-onnx-ear-de-2026.tar.gz')];
    await writeTransducer(folder);
    await writeFile(archive, await archiveOf(folder, 10));
    const added = await models('add', archive, '--yes', '--name', 'ear', '--licence', 'MIT');
    assert.deepEqual(
      [added.code, added.out],
      [0, `Installed ear in ${join(data, 'models/ear')}: recognizer lstm, streaming, de, licence MIT.\n`],
    );
    const other = await models('add', archive, '--yes', '--name', 'other', '--licence', 'MIT', '--language', 'en,FR');
    assert.match(other.out, /recognizer lstm, streaming, en fr, licence MIT/);
    const wrong = await models('add', archive, '--yes', '--name', 'wrong', '--language', 'english');
    assert.deepEqual([wrong.code, wrong.out], [2, '']);
    assert.match(wrong.err, /--language: 'english' is not a code of two letters/);
    await rm(join(folder, 'joiner-epoch-1-avg-1.onnx'));
    const missing = await models('add', folder, '--yes', '--name', 'missing');
    assert.deepEqual([missing.code, missing.out], [1, '']);
    assert.match(missing.err, /this looks like a recognizer \(transducer\), but has no joiner\.onnx/);
  });

  it('needs --yes where there is no terminal', async (t) => {
    const { voice, data, models, outside } = await setting(t);
    const { code, out, err } = await outside('add', voice);
    assert.deepEqual([code, out], [2, '']);
    assert.match(err, /\nsonorant: there is no terminal to ask at: --yes agrees to the licence\n$/);
    assert.deepEqual(await filesBelow(data), []);
    await models('add', voice, '--yes');
    assert.match(
      (await models('remove', 'my-voice')).err,
      /^sonorant: there is no terminal to ask at: --yes deletes it\n$/,
    );
    assert.match((await models('list')).out, /my-voice/);
  });

  it('asks at a terminal', async (t) => {
    const { voice, data } = await setting(t);
    const answered = async (answer: string): Promise<{ code: number | null; out: string }> => {
      const line = [process.execPath, bin, 'models', 'add', voice, '--data-dir', data].join(' ');
      const child = spawn('script', ['-qec', line, '/dev/null'], { stdio: 'pipe' });
      child.stdin.end(`${answer}\n`);
      const [out, [code]] = await Promise.all([text(child.stdout), once(child, 'close') as Promise<[number | null]>]);
      return { code, out };
    };
    let no: Awaited<ReturnType<typeof answered>>;
    try {
      no = await answered('no');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      t.skip('this machine has no program "script"');
      return;
    }
    assert.match(no.out, /Install it under this licence\? \[y\/N\]/);
    assert.match(no.out, /sonorant: nothing was installed/);
    assert.equal(no.code, 1);
    assert.deepEqual(await filesBelow(data), []);
    const yes = await answered('y');
    assert.equal(yes.code, 0, yes.out);
    assert.deepEqual(await readdir(join(data, 'models')), ['.staging', 'my-voice']);
  });

  it('says in one line what is wrong', async (t) => {
    const { root, models, voice } = await setting(t);
    const wrong: readonly [args: readonly [string, ...string[]], code: number, message: RegExp][] = [
      [['add', 'siwis', '--yes'], 1, /'siwis' is no model of the table.*did you mean fr_fr-siwis-medium\?/],
      [['add', voice, '--yes', '--name', '../x'], 1, /'\.\.\/x' is no name of a model/],
      [['add', voice, '--yes', '--from', 'http://x'], 1, /--from goes with names of the table and addresses/],
      [['add', voice, '--yes', '--max-size', 'much'], 2, /--max-size: 'much' is not a size such as 500MB/],
      [['add', voice, '--yes', '--sha256', 'abc'], 2, /--sha256: 'abc' is not 64 hexadecimal digits/],
      [['add', root, '--yes'], 1, /./],
      [['test', 'nothing'], 1, /no model 'nothing' is installed/],
    ];
    for (const [args, code, message] of wrong) {
      const { code: got, out, err } = await models(...args);
      assert.deepEqual([args, got, out], [args, code, '']);
      const last = err.trimEnd().split('\n').at(-1)!;
      assert.match(last, /^sonorant: /);
      assert.match(last, message);
    }
  });

  it('stops in good order, and goes on with the download when it is called again', async (t) => {
    const { voice, data, models } = await setting(t);
    const archive = await archiveOf(voice, 300_000);
    const stalled = file(archive, { stallAfter: 150_000 });
    const server = await fileServer(t, stalled, stalled, file(archive));
    let kept = 0;
    for (const [signal, code] of [
      ['SIGINT', 130],
      ['SIGKILL', null],
    ] as const) {
      const child = start(['models', 'add', `${server.url}/voice.tar.gz`, '--yes'], {
        env: { SONORANT_DATA_DIR: data },
      });
      const end = ended(child);
      // Bytes of this run: what the one before left says nothing of how far this one is.
      await eventually('more is on disk', async () => (await partialDownload(data)) > kept, 60_000);
      child.kill(signal);
      assert.equal((await end).code, code);
      kept = await partialDownload(data);
      assert.doesNotMatch((await models('list')).out, / installed/);
    }
    const added = await models('add', `${server.url}/voice.tar.gz`, '--yes');
    assert.equal(added.code, 0, added.err);
    assert.match(server.requests.at(-1)!.headers.range!, /^bytes=\d+-$/);
    assert.match(
      added.err,
      /No checksum is recorded for .*voice\.tar\.gz, which could not be verified\. It is sha256:[0-9a-f]{64}/,
    );
    assert.match((await models('list')).out, /\nvoice +voice +piper .* installed\n/);
    assert.deepEqual(
      (await filesBelow(join(data, 'models'))).filter((path) => path.startsWith('.')),
      ['.checksums.json'],
    );
  });
});

/** Bytes that an unfinished download has on disk. */
async function partialDownload(data: string): Promise<number> {
  const path = (await filesBelow(data)).find((candidate) => candidate.endsWith('.gz.part'));
  return path === undefined ? 0 : (await stat(join(data, path))).size;
}

describe('sonorant models test', { skip: isLibraryInstalled() ? false : 'sherpa-onnx-node is not installed' }, () => {
  it('speaks with the model, and prints and checks what it measures', async (t) => {
    const { voice, models, outside } = await setting(t);
    await models('add', voice, '--yes');
    const { code, out, err } = await outside('test', 'my-voice');
    assert.deepEqual([code, err], [0, '']);
    assert.match(out, /^LANGUAGE +VOICE +AUDIO +FIRST AUDIO +REAL-TIME FACTOR +WORDS +CHECKS\n/);
    assert.match(out, /\nEnglish +tiny +\d\.\d\d s +\d+ ms +0\.\d{3} +7 exact +passed\n/);
    assert.match(out, /\nFirst audio with loading: \d+ ms\. Memory of the model's process: [1-9]\d* MB\.\n$/);
    const { languages } = JSON.parse((await outside('test', 'MY-VOICE', '--json')).out) as {
      languages: { language: string; words: number; faults: unknown[] }[];
    };
    assert.deepEqual(
      languages.map(({ language, words, faults }) => ({ language, words, faults })),
      [{ language: 'en', words: 7, faults: [] }],
    );
  });

  it('speaks to a recognizer, and prints what it heard', async (t) => {
    const { root, models } = await setting(t);
    const folder = join(root, 'ear');
    await writeToneCtc(folder, { quiet: 0.01 });
    await models('add', folder, '--yes', '--language', 'en');
    const { code, out, err } = await models('test', 'EAR', '--json');
    // It hears tones, of which there are some in any voice.
    assert.deepEqual([code, err], [0, '']);
    const { languages, ...rest } = JSON.parse(out) as { languages: Record<string, unknown>[]; memory_bytes: number };
    assert.ok(rest.memory_bytes > 1e6);
    const [{ heard, real_time_factor: factor, ...shown }] = languages as [Record<string, unknown>];
    assert.match(String(heard), /^(?:(?:one|two|three|four|five)(?: |$))+$/u);
    assert.ok(Number(factor) > 0);
    assert.deepEqual([shown.language, shown.spoken], ['en', 'good morning. 1, 2, 3, 4, 5.']);
    assert.match(
      (await models('test', 'ear')).out,
      /^LANGUAGE +AUDIO +REAL-TIME FACTOR +WORDS +SPOKEN +HEARD\nEnglish /,
    );
  });

  it('fails when the model fails, or is damaged', async (t) => {
    // The sample begins with it.
    const { voice, data, models } = await setting(t, { speakers: 1, faultySymbol: 'ɡ' });
    await models('add', voice, '--yes');
    const failed = await models('test', 'my-voice');
    assert.equal(failed.code, 1);
    assert.match(failed.err, /^sonorant: neural:my-voice failed on en: [^\n]+\n$/);
    await writeFile(join(data, 'models/my-voice/tokens.txt'), '');
    const damaged = await models('test', 'my-voice');
    assert.equal(damaged.code, 1);
    assert.match(damaged.err, /^sonorant: the model my-voice is damaged: tokens\.txt has 0 bytes instead of \d+\n$/);
  });
});
