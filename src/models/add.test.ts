import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { checkVoiceManifest } from '../engines/neural/manifest.ts';
import { writeKokoroModel, writePiperModel } from '../engines/neural/testing.ts';
import { addModel, type AddOptions } from './add.ts';
import { ModelError } from '../model-files/model-error.ts';
import { listInstalled, modelsFolder, removeModel, sweep } from './folder.ts';
import { withLock } from './lock.ts';
import { file, fileServer, filesBelow, noise, status, tarGz, temporaryFolder, type Answer } from './testing.ts';

const agreed: AddOptions = {
  confirm: () => Promise.resolve(true),
  download: { backoffMs: 1, retries: 1, stallMs: 5000 },
};

/** A data folder, and the files of a tiny Piper voice. */
async function setting(t: TestContext) {
  const root = await temporaryFolder(t);
  const voice = join(root, 'tiny');
  await writePiperModel(voice, { speakers: 1 });
  const data = join(root, 'data');
  const onnx = await readFile(join(voice, 'en_US-tiny-low.onnx'));
  const json = await readFile(join(voice, 'en_US-tiny-low.onnx.json'));
  return { root, data, models: modelsFolder(data), voice, onnx, json };
}

async function refused(promise: Promise<unknown>, pattern: RegExp): Promise<void> {
  await assert.rejects(promise, (error: Error) => {
    assert.ok(error instanceof ModelError, String(error.stack));
    assert.match(error.message, pattern);
    return true;
  });
}

/** Installed models by name, and whatever else lies in their folder. */
async function state(models: string): Promise<{ installed: readonly string[]; rest: readonly string[] }> {
  const installed = (await listInstalled(models)).map(({ name, problem }) =>
    problem === undefined ? name : `${name}!`,
  );
  const files = await filesBelow(models);
  return { installed, rest: files.filter((path) => !installed.includes(path.split('/')[0]!)) };
}

/** How many speakers the first installed model has. */
async function speakersOf(models: string): Promise<number> {
  return checkVoiceManifest((await listInstalled(models))[0]!.manifest).speakers.length;
}

async function archiveOf(folder: string): Promise<Buffer> {
  const names = await filesBelow(folder);
  return tarGz(
    ...(await Promise.all(
      names.map(async (name) => ({ name: `outer/${name}`, content: await readFile(join(folder, name)) })),
    )),
  );
}

/** Gives each path its answer, and 404 to any other. */
function site(answers: Readonly<Record<string, Answer>>): Answer {
  return (request, response) => (answers[request.url ?? ''] ?? status(404))(request, response);
}

describe('adding a model', () => {
  it('takes a folder, and leaves nothing but the model', async (t) => {
    const { data, models, voice } = await setting(t);
    const added = await addModel(data, voice, agreed);
    assert.equal(added!.manifest.name, 'tiny');
    assert.equal(added!.folder, join(models, 'tiny'));
    assert.deepEqual(await state(models), { installed: ['tiny'], rest: [] });
    assert.deepEqual((await readdir(voice)).sort(), ['en_US-tiny-low.onnx', 'en_US-tiny-low.onnx.json']);
  });

  it('takes a folder of links, as caches of models are', async (t) => {
    const { root, data, models, voice } = await setting(t);
    const linked = join(root, 'linked');
    await mkdir(linked);
    for (const name of await readdir(voice)) await symlink(join(voice, name), join(linked, name));
    await addModel(data, linked, agreed);
    assert.deepEqual((await state(models)).installed, ['linked']);
    for (const path of await filesBelow(join(models, 'linked'))) {
      assert.ok((await readFile(join(models, 'linked', path))).length > 0);
    }
  });

  it('takes an archive, under the name it is given', async (t) => {
    const { root, data, models } = await setting(t);
    await writeKokoroModel(join(root, 'kokoro'));
    await writeFile(join(root, 'Kokoro-Tiny.tar.gz'), await archiveOf(join(root, 'kokoro')));
    await addModel(data, join(root, 'Kokoro-Tiny.tar.gz'), agreed);
    await addModel(data, join(root, 'Kokoro-Tiny.tar.gz'), { ...agreed, name: 'Second_1.0' });
    assert.deepEqual(await state(models), { installed: ['kokoro-tiny', 'second_1.0'], rest: [] });
  });

  it('takes an address of an archive, and of a Piper voice, whose settings lie beside it', async (t) => {
    const { data, models, voice, onnx, json } = await setting(t);
    const server = await fileServer(
      t,
      site({
        '/a/voice.tar.gz?x=1': file(await archiveOf(voice)),
        '/b/en_US-x-low.onnx?download=true': file(onnx),
        '/b/en_US-x-low.onnx.json?download=true': file(json),
      }),
    );
    await addModel(data, `${server.url}/a/voice.tar.gz?x=1`, agreed);
    const { manifest } = (await addModel(data, `${server.url}/b/en_US-x-low.onnx?download=true`, agreed))!;
    assert.equal(manifest.source, `${server.url}/b/en_US-x-low.onnx?download=true`);
    assert.deepEqual((await state(models)).installed, ['en_us-x-low', 'voice']);
  });

  it('takes the files of the table from a mirror, where their paths are the same', async (t) => {
    const { data, models, onnx, json } = await setting(t);
    const path = '/m/rhasspy/piper-voices/resolve/main/hi/hi_IN/pratham/medium';
    const server = await fileServer(
      t,
      site({
        [`${path}/hi_IN-pratham-medium.onnx`]: file(onnx),
        [`${path}/hi_IN-pratham-medium.onnx.json`]: file(json),
        [`${path}/MODEL_CARD`]: file(Buffer.from('# Model card\n\n* License: CC0 \n')),
      }),
    );
    const asked: unknown[] = [];
    const added = await addModel(data, 'hi_IN-pratham-medium', {
      ...agreed,
      from: `${server.url}/m/`,
      confirm: (plan) => {
        asked.push(plan.name, plan.licence, plan.origin, plan.isUnverified);
        assert.deepEqual(
          server.requests.map(({ url }) => basename(url!)),
          ['MODEL_CARD'],
        );
        return Promise.resolve(true);
      },
    });
    assert.deepEqual(asked, ['hi_in-pratham-medium', 'CC0', `${server.url}${path}/hi_IN-pratham-medium.onnx`, true]);
    assert.equal(added!.manifest.licence, 'CC0');
    const sha256 = createHash('sha256').update(onnx).digest('hex');
    assert.equal(added!.unverified[0]!.checksum, `sha256:${sha256}`);
    assert.deepEqual(await state(models), { installed: ['hi_in-pratham-medium'], rest: ['.checksums.json'] });
  });

  it('does without the model card when the licence is said', async (t) => {
    const { data, models, onnx, json } = await setting(t);
    const path = '/rhasspy/piper-voices/resolve/main/hi/hi_IN/pratham/medium/hi_IN-pratham-medium.onnx';
    const server = await fileServer(t, site({ [path]: file(onnx), [`${path}.json`]: file(json) }));
    const options = { ...agreed, from: server.url };
    await refused(
      addModel(data, 'hi_in-pratham-medium', options),
      /MODEL_CARD: the server answered 404 .*; the licence is read from that file, unless --licence/,
    );
    assert.equal(
      (await addModel(data, 'hi_in-pratham-medium', { ...options, licence: 'CC0-1.0' }))!.manifest.licence,
      'CC0-1.0',
    );
    assert.deepEqual((await state(models)).installed, ['hi_in-pratham-medium']);
  });

  it('asks first, downloads nothing of the model before, and takes no for an answer', async (t) => {
    const { data, models, voice } = await setting(t);
    const server = await fileServer(t, file(await archiveOf(voice)));
    const no = { ...agreed, confirm: () => Promise.resolve(false) };
    assert.equal(await addModel(data, `${server.url}/voice.tar.gz`, no), undefined);
    assert.equal(await addModel(data, voice, no), undefined);
    assert.equal(server.requests.length, 0);
    assert.deepEqual(await state(models), { installed: [], rest: [] });
  });

  it('keeps a model of the same name, unless it is told to replace it', async (t) => {
    const { root, data, models, voice } = await setting(t);
    await addModel(data, voice, agreed);
    const other = join(root, 'other');
    await writePiperModel(other, { speakers: 2 });
    await refused(addModel(data, other, { ...agreed, name: 'Tiny' }), /tiny is installed already; --replace/);
    assert.equal(await speakersOf(models), 1);
    await addModel(data, other, { ...agreed, name: 'tiny', replace: true });
    assert.equal(await speakersOf(models), 2);
    // What cannot be used does not take the place of what can.
    await writeFile(join(other, 'en_US-tiny-low.onnx'), noise(5000));
    await refused(addModel(data, other, { ...agreed, name: 'tiny', replace: true }), /en_US-tiny-low\.onnx/);
    assert.deepEqual(await state(models), { installed: ['tiny'], rest: [] });
    assert.equal(await speakersOf(models), 2);
  });

  it('refuses names that are none', async (t) => {
    const { data, models, voice } = await setting(t);
    for (const name of ['..', '.hidden', 'a/b', 'a..b', 'a b', '', 'x'.repeat(65), 'é', 'a\\b', 'end.', '-x']) {
      await refused(addModel(data, voice, { ...agreed, name }), /is no name of a model/);
    }
    await refused(
      addModel(data, 'nothing', agreed),
      /'nothing' is no model of the table, no address, and no file or folder/,
    );
    await refused(addModel(data, 'thorsten', agreed), /did you mean de_de-thorsten-medium, de_de-thorsten-high\?/);
    await refused(addModel(data, join(voice, 'en_US-tiny-low.onnx'), agreed), /name the folder that holds all of them/);
    await refused(addModel(data, 'ftp://example.org/x.tar', agreed), /is not an http or https address/);
    assert.deepEqual(await state(models), { installed: [], rest: [] });
  });

  it('installs nothing of what is no model', async (t) => {
    const { root, data, models, onnx, json } = await setting(t);
    const bad: Readonly<Record<string, Record<string, Buffer | string>>> = {
      empty: {},
      foreign: { 'readme.txt': 'hello' },
      truncated: { 'v.onnx': onnx.subarray(0, onnx.length - 500), 'v.onnx.json': json },
      nothing: { 'v.onnx': Buffer.alloc(0), 'v.onnx.json': json },
      garbage: { 'v.onnx': noise(20_000), 'v.onnx.json': json },
      settings: { 'v.onnx': onnx, 'v.onnx.json': '{"audio":' },
    };
    for (const [name, files] of Object.entries(bad)) {
      const folder = join(root, `bad-${name}`);
      await mkdir(folder);
      for (const [path, content] of Object.entries(files)) await writeFile(join(folder, path), content);
      await refused(addModel(data, folder, agreed), /./);
      assert.deepEqual(await state(models), { installed: [], rest: [] }, name);
    }
    execFileSync('mkfifo', [join(root, 'bad-foreign/pipe')]);
    await refused(addModel(data, join(root, 'bad-foreign'), agreed), /pipe: is neither a file nor a folder/);
  });
});

describe('a model that is downloaded', () => {
  it('is refused and forgotten when its checksum is none of the recorded ones', async (t) => {
    const { data, models, onnx, json } = await setting(t);
    const path = '/rhasspy/piper-voices/resolve/main/de/de_DE/thorsten/medium/de_DE-thorsten-medium.onnx';
    const server = await fileServer(t, site({ [path]: file(onnx), [`${path}.json`]: file(json) }));
    const options = { ...agreed, from: server.url };
    await refused(
      addModel(data, 'de_DE-thorsten-medium', options),
      /its checksum is md5:[0-9a-f]{32} and should be md5:a129b00fb3078df43c96bab6c94535c0: the file is damaged or was replaced; .*--sha256 [0-9a-f]{64} takes it/,
    );
    assert.deepEqual(await state(models), { installed: [], rest: [] });
  });

  it('has to be what came from its address the first time, or what the user says', async (t) => {
    const { root, data, models, voice } = await setting(t);
    const first = await archiveOf(voice);
    await writePiperModel(join(root, 'other'), { speakers: 2 });
    const second = await archiveOf(join(root, 'other'));
    const server = await fileServer(t, file(first), file(second));
    const url = `${server.url}/voice.tar.gz`;
    assert.equal((await addModel(data, url, agreed))!.unverified.length, 1);
    const again = { ...agreed, replace: true };
    await refused(addModel(data, url, again), /its checksum is sha256:[0-9a-f]{64} and should be sha256:/);
    assert.equal(await speakersOf(models), 1);
    const checksum = `sha256:${createHash('sha256').update(second).digest('hex')}` as const;
    assert.deepEqual((await addModel(data, url, { ...again, checksum }))!.unverified, []);
    assert.equal(await speakersOf(models), 2);
    await addModel(data, url, again);
  });

  it('is gone on with by the next run after a cut, and by none after it is installed', async (t) => {
    const { data, models, voice } = await setting(t);
    const padded = join(voice, 'padding');
    await writeFile(padded, noise(300_000));
    const archive = await archiveOf(voice);
    const server = await fileServer(t, file(archive, { cutAfter: 150_000 }), file(archive));
    const once = { ...agreed, download: { retries: 0 } };
    await refused(addModel(data, `${server.url}/voice.tar.gz`, once), /what has arrived is kept/);
    const { installed, rest } = await state(models);
    assert.deepEqual(
      [installed, rest.map((path) => basename(path))],
      [[], ['voice.tar.gz.part', 'voice.tar.gz.state']],
    );
    await addModel(data, `${server.url}/voice.tar.gz`, agreed);
    assert.match(server.requests[1]!.headers.range!, /^bytes=\d+-$/);
    assert.deepEqual(await state(models), { installed: ['voice'], rest: ['.checksums.json'] });
  });

  it('begins anew when the parts of several runs make no right file', async (t) => {
    const { data, models, voice } = await setting(t);
    await writeFile(join(voice, 'padding'), noise(300_000));
    const archive = await archiveOf(voice);
    // The server changes the file and keeps its entity tag.
    const server = await fileServer(
      t,
      file(noise(archive.length), { cutAfter: 150_000 }),
      file(archive),
      file(archive),
    );
    const checksum = `sha256:${createHash('sha256').update(archive).digest('hex')}` as const;
    await addModel(data, `${server.url}/voice.tar.gz`, { ...agreed, checksum });
    assert.equal(server.requests.length, 3);
    assert.deepEqual((await state(models)).installed, ['voice']);
  });

  it('leaves nothing when it is no archive, or too large', async (t) => {
    const { data, models } = await setting(t);
    const html = await fileServer(t, file(Buffer.from('<!doctype html><p>Sign in')));
    await refused(addModel(data, `${html.url}/x.tar.bz2`, agreed), /x\.tar\.bz2: is a web page/);
    const missing = await fileServer(t, status(404));
    await refused(addModel(data, `${missing.url}/x.tar.bz2`, agreed), /answered 404 Not Found/);
    const large = await fileServer(t, file(noise(200_000)));
    await refused(addModel(data, `${large.url}/x.tar`, { ...agreed, maxBytes: 100_000 }), /larger than 100000 bytes/);
    const state_ = await state(models);
    assert.deepEqual(state_, { installed: [], rest: [] });
  });
});

describe('an addition that ends before its time', () => {
  it('leaves no model when it is killed, and the next one clears what it left', async (t) => {
    const { root, data, models, voice } = await setting(t);
    await writeFile(join(root, 'voice.tar.gz'), await archiveOf(voice));
    const module = new URL('./add.ts', import.meta.url).href;
    for (const step of ['unpacking', 'preparing']) {
      const script = `
        const { addModel } = await import(${JSON.stringify(module)});
        await addModel(${JSON.stringify(data)}, ${JSON.stringify(join(root, 'voice.tar.gz'))}, {
          confirm: () => Promise.resolve(true),
          onProgress: (step) => step === ${JSON.stringify(step)} && process.kill(process.pid, 'SIGKILL'),
        });`;
      const child = spawn(process.execPath, ['-e', script], { stdio: 'inherit' });
      assert.deepEqual(await once(child, 'exit'), [null, 'SIGKILL']);
      assert.deepEqual((await state(models)).installed, []);
      assert.ok((await readdir(models)).includes('.lock'), 'it held the lock');
    }
    assert.ok((await readdir(join(models, '.staging'))).length > 0);
    await addModel(data, join(root, 'voice.tar.gz'), agreed);
    assert.deepEqual(await state(models), { installed: ['voice'], rest: [] });
    assert.deepEqual((await readdir(models)).sort(), ['.staging', 'voice']);
    assert.deepEqual(await readdir(join(models, '.staging')), []);
  });

  it('brings back the old model when it was killed while it replaced it', async (t) => {
    const { data, models, voice } = await setting(t);
    await addModel(data, voice, agreed);
    const aside = join(models, '.staging/run/replaced');
    await mkdir(aside, { recursive: true });
    await rename(join(models, 'tiny'), join(aside, 'tiny'));
    await sweep(models);
    assert.deepEqual(await state(models), { installed: ['tiny'], rest: [] });
  });

  it('ends at a signal, and keeps what was downloaded', async (t) => {
    const { data, models, voice } = await setting(t);
    const archive = await archiveOf(voice);
    const server = await fileServer(t, file(archive, { stallAfter: 1000 }));
    const controller = new AbortController();
    const adding = addModel(data, `${server.url}/voice.tar.gz`, {
      ...agreed,
      signal: controller.signal,
      onProgress: (_, done) => done > 0 && controller.abort(new Error('stopped')),
    });
    await assert.rejects(adding, /^Error: stopped$/);
    const { installed, rest } = await state(models);
    assert.deepEqual([installed, rest.length], [[], 2]);
  });

  it('says that the disk is full, and gives back what it took', async (t) => {
    const { root, data, models, voice } = await setting(t);
    await mkdir(models, { recursive: true });
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', models], { stdio: 'ignore' });
    } catch {
      t.skip('a small file system cannot be mounted here');
      return;
    }
    try {
      await fillDisk(t, { root, data, models, voice });
    } finally {
      execFileSync('umount', [models]);
    }
  });
});

/** Adds to a file system of 1 MiB what does not fit. */
async function fillDisk(
  t: TestContext,
  { root, data, models, voice }: Readonly<Record<'root' | 'data' | 'models' | 'voice', string>>,
): Promise<void> {
  await writeFile(join(voice, 'zeros'), Buffer.alloc(3 * 2 ** 20));
  // It looks small enough.
  const archive = await archiveOf(voice);
  await writeFile(join(root, 'voice.tar.gz'), archive);
  const full = /no space is left on the disk of .*models; nothing was installed/;
  await refused(addModel(data, join(root, 'voice.tar.gz'), agreed), full);
  const large: Answer = (_, response) => void response.writeHead(200).end(noise(2 * 2 ** 20));
  const server = await fileServer(t, large, file(archive));
  await refused(addModel(data, `${server.url}/a.tar.gz`, agreed), full);
  await refused(addModel(data, `${server.url}/b.tar.gz`, agreed), full);
  await writeFile(join(root, 'large.tar'), Buffer.alloc(2 * 2 ** 20));
  await refused(addModel(data, join(root, 'large.tar'), agreed), /takes about 5\.5 MB .* are 1\.0 MB left/);
  assert.deepEqual(await state(models), { installed: [], rest: [] });
}

describe('the folder of the models', () => {
  it('takes one command at a time, and forgets those that have ended', async (t) => {
    const { data, models, voice } = await setting(t);
    await withLock(models, async () => {
      await refused(addModel(data, voice, agreed), new RegExp(`is at work, process ${process.pid}; try again`));
    });
    assert.deepEqual(await state(models), { installed: [], rest: [] });
    const holders = [
      '{"pid":1,"host":"elsewhere.example","started":""}',
      '{"pid":999999999,"host":"HOST","started":"1"}',
      `{"pid":${process.pid},"host":"HOST","started":"before it began"}`,
    ];
    const { hostname } = await import('node:os');
    const lock = join(models, '.lock');
    await writeFile(lock, holders[0]!);
    await refused(addModel(data, voice, agreed), /process 1 on elsewhere\.example, holds .*\.lock; if it has/);
    await writeFile(lock, '');
    await refused(addModel(data, voice, agreed), /has just begun/);
    for (const holder of holders.slice(1)) {
      await writeFile(lock, holder.replace('HOST', hostname()));
      await addModel(data, voice, { ...agreed, replace: true });
    }
    assert.deepEqual(await state(models), { installed: ['tiny'], rest: [] });
  });

  it('lets only one of many at once install', async (t) => {
    const { data, models, voice } = await setting(t);
    const all = await Promise.allSettled(Array.from({ length: 8 }, () => addModel(data, voice, agreed)));
    assert.equal(all.filter(({ status: outcome }) => outcome === 'fulfilled').length, 1);
    assert.deepEqual(await state(models), { installed: ['tiny'], rest: [] });
  });

  it('lists what is damaged with what is wrong with it, and removes it too', async (t) => {
    const { data, models, voice } = await setting(t);
    await addModel(data, voice, agreed);
    await addModel(data, voice, { ...agreed, name: 'second' });
    await addModel(data, voice, { ...agreed, name: 'third' });
    await rm(join(models, 'second/tokens.txt'));
    await writeFile(join(models, 'third/model.json'), '{');
    const problems = (await listInstalled(models)).map(({ name, problem }) => [name, problem]);
    assert.deepEqual(problems, [
      ['second', 'tokens.txt is missing'],
      ['third', 'model.json is not JSON'],
      ['tiny', undefined],
    ]);
    await withLock(models, () => removeModel(models, 'second'));
    assert.deepEqual((await state(models)).installed, ['third!', 'tiny']);
  });
});
