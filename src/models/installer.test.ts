import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { eventually } from '../../test/support/eventually.ts';
import { writePiperModel } from '../engines/neural/testing.ts';
import { TestClock } from '../timing/testing.ts';
import { entryNamed } from './catalogue.ts';
import { listInstalled, modelsFolder } from './folder.ts';
import { ModelInstaller, type InstallerOptions } from './installer.ts';
import type { InstallJob } from './install-jobs.ts';
import { withLock } from './lock.ts';
import { InstalledError, LockedError } from './problems.ts';
import { filesBelow, noise, piperSite, type FileAnswerOptions } from './testing.ts';

const paola = entryNamed('it_IT-paola-medium')!;
const thorsten = entryNamed('de_DE-thorsten-medium')!;

/** A data folder, a mirror that has a tiny model as every Piper voice of the table, and an installer. */
async function setting(t: TestContext, answer: FileAnswerOptions = {}) {
  const data = await mkdtemp(join(tmpdir(), 'sonorant-installer-'));
  const installers: ModelInstaller[] = [];
  t.after(async () => {
    await Promise.all(installers.map((installer) => installer.close()));
    await rm(data, { recursive: true });
  });
  const site = await piperSite(t, answer);
  const reloads: (readonly string[])[] = [];
  const problems: string[] = [];
  const open = async (more: Partial<InstallerOptions> = {}): Promise<ModelInstaller> => {
    const installer = await ModelInstaller.open({
      dataDir: data,
      reload: async () => {
        reloads.push((await listInstalled(modelsFolder(data))).map(({ name }) => name));
        return undefined;
      },
      onProblem: (problem) => problems.push(problem),
      download: { backoffMs: 1, retries: 0, stallMs: 20_000 },
      ...more,
    });
    installers.push(installer);
    return installer;
  };
  return { data, models: modelsFolder(data), site, from: site.url, reloads, problems, open, installer: await open() };
}

async function ended(installer: ModelInstaller, { id }: InstallJob): Promise<InstallJob> {
  await eventually('the job has ended', () => !['waiting', 'running'].includes(installer.job(id)!.state));
  return installer.job(id)!;
}

async function reached(installer: ModelInstaller, { id }: InstallJob, bytes: number): Promise<void> {
  await eventually(`${bytes} bytes have come`, () => installer.job(id)!.bytes >= bytes);
}

describe('the installer of a server', () => {
  it('installs in the background, tells how far it is, and has what was installed taken up', async (t) => {
    const { installer, from, reloads, models } = await setting(t);
    const job = await installer.install(paola, { from });
    assert.deepEqual([job.name, job.from, installer.activeJob(paola.name)?.id], [paola.name, from, job.id]);
    const { state, step, error, licence } = await ended(installer, job);
    assert.deepEqual([state, step, error], ['succeeded', null, null]);
    assert.ok(licence !== null);
    assert.deepEqual(reloads, [[paola.name]]);
    // The list of jobs is written behind the end of one.
    await eventually('nothing but the model and two lists is left', async () => {
      const beside = (await filesBelow(models)).filter((path) => !path.startsWith(`${paola.name}/`));
      return beside.join() === '.checksums.json,.jobs.json';
    });
    await assert.rejects(installer.install(paola), InstalledError);
  });

  it('joins the job that installs the same model, and lets another one wait', async (t) => {
    const { installer, site, from } = await setting(t, { stallAfter: 1000 });
    const first = await installer.install(paola, { from });
    await reached(installer, first, 1000);
    const [again, and] = await Promise.all([installer.install(paola, { from }), installer.install(paola)]);
    assert.deepEqual([again.id, and.id], [first.id, first.id]);
    const second = await installer.install(entryNamed('nl_NL-ronnie-medium')!, { from });
    assert.equal(second.state, 'waiting');
    assert.deepEqual(
      installer.jobs.map(({ id }) => id),
      [second.id, first.id],
    );
    assert.equal((await installer.cancel(second.id))!.state, 'cancelled');
    site.serve({});
    assert.equal((await installer.cancel(first.id))!.state, 'cancelled');
    assert.equal(await installer.cancel('nobody'), undefined);
  });

  it('keeps what came before a cancel, and goes on with it', async (t) => {
    const { installer, site, from } = await setting(t, { stallAfter: 1000 });
    const job = await installer.install(paola, { from });
    await reached(installer, job, 1000);
    assert.equal((await installer.cancel(job.id))!.state, 'cancelled');
    assert.equal((await installer.cancel(job.id))!.state, 'cancelled');
    site.serve({});
    const again = await installer.install(paola, { from });
    assert.notEqual(again.id, job.id);
    assert.equal((await ended(installer, again)).state, 'succeeded');
    assert.deepEqual(site.ranges(), ['bytes=1000-']);
  });

  it('says after a stop that it was interrupted, and goes on with it', async (t) => {
    const { installer, site, from, open, models } = await setting(t, { stallAfter: 1000 });
    const job = await installer.install(paola, { from });
    const second = await installer.install(entryNamed('nl_NL-ronnie-medium')!, { from });
    await reached(installer, job, 1000);
    await installer.close();
    const next = await open();
    for (const { id } of [job, second]) {
      assert.equal(next.job(id)!.state, 'interrupted');
      assert.match(next.job(id)!.error!, /^the server stopped .*; installing it again goes on with what has arrived$/);
    }
    site.serve({});
    assert.equal((await ended(next, await next.install(paola, { from }))).state, 'succeeded');
    assert.deepEqual(site.ranges(), ['bytes=1000-']);
    assert.deepEqual(
      (await listInstalled(models)).map(({ name }) => name),
      [paola.name],
    );
  });

  it('says the same after a kill in the middle', { timeout: 60_000 }, async (t) => {
    const { data, site, from, open } = await setting(t, { stallAfter: 1000 });
    const code = `
      import { ModelInstaller } from ${JSON.stringify(import.meta.resolve('./installer.ts'))};
      import { entryNamed } from ${JSON.stringify(import.meta.resolve('./catalogue.ts'))};
      const options = { dataDir: ${JSON.stringify(data)}, reload: async () => undefined, onProblem: console.error };
      const installer = await ModelInstaller.open(options);
      await installer.install(entryNamed(${JSON.stringify(paola.name)}), { from: ${JSON.stringify(from)} });
      setInterval(() => installer.jobs[0].bytes >= 1000 && process.stdout.write('.'), 10);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const next = await open();
    assert.deepEqual([next.jobs.length, next.jobs[0]!.state], [1, 'interrupted']);
    site.serve({});
    assert.equal((await ended(next, await next.install(paola, { from }))).state, 'succeeded');
    assert.deepEqual(site.ranges(), ['bytes=1000-']);
  });

  it('installs nothing with a wrong checksum, and says what came', async (t) => {
    const { installer, from, models, reloads } = await setting(t);
    const { state, step, error, byHand } = await ended(installer, await installer.install(thorsten, { from }));
    assert.deepEqual([state, step, byHand], ['failed', 'verifying', null]);
    assert.match(error!, /its checksum is md5:[0-9a-f]{32} and should be md5:a129b00fb3078df43c96bab6c94535c0/);
    assert.deepEqual([await listInstalled(models), reloads], [[], []]);
  });

  it('says without a connection what to put where, and takes that', async (t) => {
    const { installer, data, models, site } = await setting(t);
    await site.close();
    const job = await ended(installer, await installer.install(paola, { from: site.url }));
    assert.equal(job.state, 'failed');
    const { folder, files } = job.byHand!;
    assert.ok(folder.startsWith(join(models, '.downloads', paola.name)), folder);
    assert.deepEqual(
      files.map(({ name, url }) => [name, url]),
      paola.files.map(({ url }) => [url.split('/').at(-1), url]),
    );
    assert.match(job.error!, /^http:\/\/127\.0\.0\.1:.* \(1 attempts\)$/);
    assert.match(
      job.byHand!.text,
      /^To do without this connection, download https:\/\/huggingface\.co\/.* elsewhere, put it_IT-.* into \/.*, and try again$/,
    );
    const voice = join(data, 'voice');
    await writePiperModel(voice, { speakers: 1 });
    for (const { name } of files) {
      const published = name.endsWith('.json') ? 'en_US-tiny-low.onnx.json' : 'en_US-tiny-low.onnx';
      await writeFile(join(folder, name), await readFile(join(voice, published)));
    }
    const again = await ended(installer, await installer.install(paola, { from: site.url }));
    assert.deepEqual([again.state, again.error], ['succeeded', null]);
  });

  it('refuses a file that was put there and is another one', async (t) => {
    const { installer, models, site } = await setting(t);
    await site.close();
    const { byHand } = await ended(installer, await installer.install(thorsten, { from: site.url }));
    await writeFile(join(byHand!.folder, byHand!.files[0]!.name), noise(1000));
    const again = await ended(installer, await installer.install(thorsten, { from: site.url }));
    assert.match(again.error!, /its checksum is md5:[0-9a-f]{32} and should be/);
    assert.deepEqual(await listInstalled(models), []);
    // It may be the one that the publisher has now, and be taken by its checksum.
    assert.equal((await readFile(join(byHand!.folder, byHand!.files[0]!.name))).length, 1000);
  });

  it('says of a model that is installed and cannot be used why', async (t) => {
    const { open, from } = await setting(t);
    const installer = await open({ reload: () => Promise.resolve('it speaks no language of the interface') });
    const { state, step, error } = await ended(installer, await installer.install(paola, { from }));
    assert.deepEqual([state, step], ['failed', 'loading']);
    assert.equal(error, 'it is installed and cannot be used: it speaks no language of the interface');
    await assert.rejects(installer.install(paola), InstalledError);
  });

  it('cannot be cancelled when it is installed, and says after a second how far it is', async (t) => {
    const { open, from } = await setting(t);
    const clock = new TestClock();
    const loading = Promise.withResolvers<undefined>();
    const installer = await open({ clock, reload: () => loading.promise });
    const job = await installer.install(paola, { from });
    await eventually('it is being taken up', () => installer.job(job.id)!.step === 'loading');
    const cancelled = installer.cancel(job.id);
    clock.advance(1000);
    assert.equal((await cancelled)!.state, 'running');
    loading.resolve(undefined);
    const { state, error } = await ended(installer, job);
    assert.deepEqual([state, error], ['succeeded', null]);
    assert.equal((await installer.cancel(job.id))!.state, 'succeeded');
  });

  it('says why it could not be taken up, also where it was to be cancelled', async (t) => {
    const { open, from, problems } = await setting(t);
    const loading = Promise.withResolvers<undefined>();
    const installer = await open({ reload: () => loading.promise });
    const job = await installer.install(paola, { from });
    await eventually('it is being taken up', () => installer.job(job.id)!.step === 'loading');
    const cancelled = installer.cancel(job.id);
    loading.reject(new Error('no thread'));
    const { state, error } = (await cancelled)!;
    assert.deepEqual([state, error], ['failed', 'it is installed and cannot be used: no thread']);
    assert.deepEqual(problems, [`the model ${paola.name} is installed and could not be taken up`]);
    const other = await open({ reload: () => Promise.reject(new Error('no thread')) });
    assert.ok((await other.remove(paola.name))! > 0);
    assert.equal(problems.at(-1), `the model ${paola.name} is removed and could not be let go of`);
  });

  it('removes a model, but none while one is installed', async (t) => {
    const { installer, site, from, reloads } = await setting(t);
    assert.equal(await installer.remove(paola.name), undefined);
    await ended(installer, await installer.install(paola, { from }));
    site.serve({ stallAfter: 1000 });
    const running = await installer.install(entryNamed('nl_NL-ronnie-medium')!, { from });
    await reached(installer, running, 1000);
    await assert.rejects(installer.remove(paola.name), (error) => {
      assert.ok(error instanceof LockedError);
      assert.match(error.message, /^the model nl_nl-ronnie-medium is being installed/);
      return true;
    });
    await installer.cancel(running.id);
    assert.ok((await installer.remove('IT_it-Paola-medium'))! > 0);
    assert.deepEqual(reloads.at(-1), []);
  });

  it('fails clearly while the command works in the folder', async (t) => {
    const { installer, from, models } = await setting(t);
    await withLock(models, async () => {
      const { state, error } = await ended(installer, await installer.install(paola, { from }));
      assert.equal(state, 'failed');
      assert.match(error!, /^another "sonorant models" command, or a server that installs a model, is at work/);
    });
    assert.equal((await ended(installer, await installer.install(paola, { from }))).state, 'succeeded');
  });

  it('remembers the last jobs only, and begins anew with a file that is none', async (t) => {
    const { models, open, site, from } = await setting(t);
    const installer = await open({ keep: 2 });
    await site.close();
    for (let count = 0; count < 4; count++) await ended(installer, await installer.install(thorsten, { from }));
    assert.equal(installer.jobs.length, 2);
    await installer.close();
    await rm(join(models, '.jobs.json'));
    await mkdir(models, { recursive: true });
    await writeFile(join(models, '.jobs.json'), '{"half');
    assert.deepEqual((await open()).jobs, []);
  });
});
