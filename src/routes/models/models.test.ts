/** On a whole server, since what is installed has to speak and hear. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { eventually } from '../../../test/support/eventually.ts';
import { clientOf, expectJson, form, type Ask } from '../../../test/support/resources.ts';
import {
  adminKey,
  apiKey,
  fliteVoice,
  raw24,
  start,
  toneEngines,
  type TestServer,
} from '../../../test/support/server.ts';
import { isLibraryInstalled } from '../../model-files/sherpa-onnx.ts';
import { addModel } from '../../models/add.ts';
import { piperSite, writeRecognizer, type PiperSite } from '../../models/testing.ts';
import { writeToneCtc } from '../../recognizers/sherpa/testing.ts';
import { startServer } from '../../server/start.ts';
import { openTestStore, passwordCost } from '../../store/testing.ts';

interface Model {
  readonly name: string;
  readonly state: string;
  readonly purpose: string;
  readonly model_id: string | null;
  readonly recommended_for: readonly string[];
  readonly licence: Readonly<Record<'name' | 'words' | 'url' | 'page', string | null>>;
}

interface Job {
  readonly id: string;
  readonly model: string;
  readonly state: string;
  readonly bytes: number;
  readonly percent: number | null;
  readonly error: string | null;
  readonly by_hand: {
    readonly text: string;
    readonly folder: string;
    readonly files: readonly { readonly name: string }[];
  } | null;
}

const paola = 'it_it-paola-medium';

describe('/models', () => {
  const closing: (() => Promise<void>)[] = [];
  let server: TestServer;
  let site: PiperSite;
  let admin: Ask;
  before(async () => {
    site = await piperSite({ after: (close) => void closing.push(close as () => Promise<void>) });
    server = await start();
    admin = clientOf(server.url, adminKey);
  });
  after(async () => {
    await server.close();
    for (const close of closing) await close();
  });

  const read = <T>(path: string): Promise<T> => expectJson<T>(admin('GET', path), 200);
  const models = async (): Promise<readonly Model[]> => (await read<{ data: Model[] }>('/models')).data;
  const model = async (name: string): Promise<Model> => (await models()).find((each) => each.name === name)!;
  const post = (name: string, more: object = {}) =>
    admin('POST', '/models', { name, accept_licence: true, from: site.url, ...more });
  const begin = (name: string, more?: object): Promise<Job> => expectJson<Job>(post(name, more), 202);
  const ended = async ({ id }: Job): Promise<Job> => {
    let job: Job;
    await eventually('the job has ended', async () => {
      job = await read<Job>(`/models/jobs/${id}`);
      return !['waiting', 'running'].includes(job.state);
    });
    return job!;
  };
  const refusal = async (answer: ReturnType<Ask>, status: number) =>
    expectJson<{ error_code: string; message: string }>(answer, status);

  it('lists what can be installed, with its licence, size and memory, and what is recommended', async () => {
    const { data, machine } = await read<{ data: Record<string, unknown>[]; machine: Record<string, number> }>(
      '/models',
    );
    const thorsten = data.find(({ name }) => name === 'de_de-thorsten-medium')!;
    assert.deepEqual(thorsten.licence, {
      name: 'CC0-1.0',
      words: 'Free to use for everything; its makers gave up their rights.',
      commercial: true,
      url: 'https://spdx.org/licenses/CC0-1.0.html',
      page: 'https://huggingface.co/rhasspy/piper-voices/blob/main/de/de_DE/thorsten/medium/MODEL_CARD',
    });
    assert.deepEqual(
      [thorsten.state, thorsten.kind, thorsten.purpose, thorsten.family, thorsten.languages, thorsten.download_bytes],
      ['available', 'voice', 'speaking', 'piper', ['de'], 63_206_113],
    );
    assert.ok(Number(thorsten.memory_bytes) > 100e6);
    assert.ok(machine.memory_bytes! > 0 && machine.free_disk_bytes! > 0 && machine.cores! > 0);
    const choices = new Map(data.map(({ name, purpose, recommended_for: codes }) => [String(name), [purpose, codes]]));
    const { data: detectors } = await read<{ data: Model[] }>('/models?purpose=detecting');
    assert.deepEqual(
      detectors.map(({ name }) => name),
      ['silero-vad'],
    );
    assert.equal((await refusal(admin('GET', '/models?purpose=singing'), 400)).error_code, 'invalid_request');
    assert.deepEqual(choices.get('silero-vad'), ['detecting', ['*']]);
    assert.deepEqual(choices.get('de_de-thorsten-high'), ['speaking', []]);
    for (const purpose of ['speaking', 'cloning', 'hearing']) {
      const english = data.filter(
        (each) => each.purpose === purpose && (each.recommended_for as readonly string[]).includes('en'),
      );
      assert.equal(english.length, 1, purpose);
    }
  });

  it('asks for the licence, a name of the table and an address that is one', async () => {
    const { error_code: code, message } = await refusal(admin('POST', '/models', { name: paola }), 400);
    assert.equal(code, 'invalid_request');
    assert.match(message, /Must be true: it_it-paola-medium is under .*, see https:\/\/\S+\n.* at accept_licence/);
    assert.equal((await refusal(post('nobody'), 404)).error_code, 'not_found');
    assert.equal((await refusal(post('../../etc'), 404)).error_code, 'not_found');
    assert.equal((await refusal(post(paola, { from: 'file:///etc' }), 400)).error_code, 'invalid_request');
    for (const from of [
      'http://user@a.example',
      'http://:word@a.example/m',
      'http://a.example?key=1',
      'http://a.example/m#x',
    ]) {
      assert.match(
        (await refusal(post(paola, { from }), 400)).message,
        /Must have no user, password, query or fragment/,
      );
    }
    assert.equal((await refusal(admin('GET', '/models/jobs/nobody'), 404)).error_code, 'not_found');
    assert.equal((await refusal(admin('POST', '/models/jobs/nobody/cancel'), 404)).error_code, 'not_found');
    assert.equal((await refusal(admin('DELETE', `/models/${paola}`), 404)).error_code, 'not_found');
    assert.deepEqual((await read<{ data: Job[] }>('/models/jobs')).data, []);
  });

  it('is for administrators of the first organization', async () => {
    const store = await openTestStore({ dataDir: server.dataDir });
    try {
      const { id: organizationId } = await store.organizations.create('Theirs');
      const { secret } = await store.apiKeys.create({ organizationId, kind: 'admin', description: '' });
      const routes = [
        ['GET', '/models'],
        ['POST', '/models'],
        ['GET', '/models/jobs'],
        ['GET', '/models/jobs/x'],
        ['POST', '/models/jobs/x/cancel'],
        ['DELETE', '/models/x'],
      ] as const;
      for (const [method, path] of routes) {
        const body = method === 'POST' ? { name: paola, accept_licence: true } : undefined;
        const theirs = await refusal(clientOf(server.url, secret)(method, path, body), 403);
        assert.match(theirs.message, /administrators of the server’s first organization/);
        assert.equal((await clientOf(server.url, apiKey)(method, path, body)).status, 403);
        assert.equal((await clientOf(server.url, 'nobody')(method, path, body)).status, 401);
      }
    } finally {
      await store.close();
    }
  });

  it('installs a voice that then speaks, and removes it again', async (t) => {
    const job = await begin('IT_it-Paola-medium');
    assert.equal(job.model, paola);
    const { state, percent, error } = await ended(job);
    assert.deepEqual([state, percent, error], ['succeeded', 100, null]);
    const { state: installed, model_id: id, licence } = await model(paola);
    assert.deepEqual([installed, id], ['installed', `neural:${paola}`]);
    assert.ok(licence.name !== null);
    const { error_code: code } = await refusal(post(paola), 409);
    assert.equal(code, 'model_installed');
    const speak = () =>
      server.post('/tts/bytes', { model_id: id, voice: fliteVoice, transcript: 'Hello.', output_format: raw24 });
    if (isLibraryInstalled()) {
      const answer = await speak();
      assert.equal(answer.status, 200, await answer.clone().text());
      assert.ok((await answer.arrayBuffer()).byteLength > 10_000);
    } else {
      t.diagnostic('sherpa-onnx-node is not installed: nothing is spoken');
    }
    assert.equal((await admin('DELETE', `/models/${paola}`)).status, 204);
    assert.equal((await model(paola)).state, 'available');
    assert.equal((await speak()).status, 400);
  });

  it('gives the running job to whoever asks for the same, cancels it, and goes on with it', async () => {
    site.serve({ stallAfter: 2000 });
    const job = await begin(paola);
    await eventually('a part has come', async () => (await read<Job>(`/models/jobs/${job.id}`)).bytes >= 2000);
    assert.equal((await begin(paola)).id, job.id);
    const busy = await refusal(admin('DELETE', '/models/nobody'), 404);
    assert.equal(busy.error_code, 'not_found');
    const cancelled = await expectJson<Job>(admin('POST', `/models/jobs/${job.id}/cancel`), 200);
    assert.deepEqual([cancelled.state, cancelled.bytes], ['cancelled', 2000]);
    assert.equal((await expectJson<Job>(admin('POST', `/models/jobs/${job.id}/cancel`), 200)).state, 'cancelled');
    site.serve({});
    const again = await begin(paola);
    assert.equal((await ended(again)).state, 'succeeded');
    assert.deepEqual(site.ranges(), ['bytes=2000-']);
    const { data } = await read<{ data: Job[] }>('/models/jobs');
    assert.deepEqual(
      data.slice(0, 2).map(({ id, state }) => [id, state]),
      [
        [again.id, 'succeeded'],
        [job.id, 'cancelled'],
      ],
    );
  });

  it('removes nothing while something is installed', async () => {
    site.serve({ stallAfter: 1000 });
    const job = await begin('nl_nl-ronnie-medium');
    const { error_code: code, message } = await refusal(admin('DELETE', `/models/${paola}`), 409);
    assert.equal(code, 'models_busy');
    assert.match(message, /^The model nl_nl-ronnie-medium is being installed; .*\.$/);
    await expectJson(admin('POST', `/models/jobs/${job.id}/cancel`), 200);
    assert.equal((await admin('DELETE', `/models/${paola}`)).status, 204);
    site.serve({});
  });

  it('says why a file was not taken', async () => {
    const { state, error, by_hand: byHand } = await ended(await begin('de_DE-thorsten-medium'));
    assert.deepEqual([state, byHand], ['failed', null]);
    assert.match(error!, /its checksum is md5:[0-9a-f]{32} and should be md5:a129b00fb3078df43c96bab6c94535c0/);
  });

  it('says what to put where while the files cannot be downloaded', { timeout: 60_000 }, async () => {
    // Nothing listens there.
    const { state, error, by_hand: byHand } = await ended(await begin(paola, { from: 'http://127.0.0.1:9/mirror' }));
    assert.equal(state, 'failed');
    assert.match(error!, /^http:\/\/127\.0\.0\.1:9\/mirror\/.* \(4 attempts\)$/);
    assert.match(byHand!.text, /^To do without this connection, download https:.* elsewhere, put it_IT-/);
    assert.ok(byHand!.folder.startsWith(join(server.dataDir, 'models')));
    assert.deepEqual(
      byHand!.files.map(({ name }) => name),
      ['it_IT-paola-medium.onnx', 'it_IT-paola-medium.onnx.json'],
    );
  });

  it('says that the disk is full', async (t) => {
    const small = await start();
    t.after(() => small.close());
    const folder = join(small.dataDir, 'models');
    await mkdir(folder, { recursive: true });
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', folder], { stdio: 'ignore' });
    } catch {
      t.skip('a small file system cannot be mounted here');
      return;
    }
    try {
      const ask = clientOf(small.url, adminKey);
      const job = await expectJson<Job>(
        ask('POST', '/models', { name: paola, accept_licence: true, from: site.url }),
        202,
      );
      let seen: Job | undefined;
      await eventually('the job has failed', async () => {
        seen = await expectJson<Job>(ask('GET', `/models/jobs/${job.id}`), 200);
        return seen.state === 'failed';
      });
      assert.match(
        seen!.error!,
        /this takes about 127\.0 MB while it is installed, and on the disk of .* are 0\.\d MB/,
      );
    } finally {
      // Another reader of the folder, of its lock or its size, may not have closed it yet.
      execFileSync('umount', ['--lazy', folder]);
    }
  });

  it('says of a voice that the settings leave out that it cannot be used', async (t) => {
    const other = await start({ SONORANT_ENGINES: toneEngines.map(({ id }) => id).join(',') });
    t.after(() => other.close());
    const ask = clientOf(other.url, adminKey);
    const body = { name: paola, accept_licence: true, from: site.url };
    const { id } = await expectJson<Job>(ask('POST', '/models', body), 202);
    let job: Job;
    await eventually('the job has ended', async () => {
      job = await expectJson<Job>(ask('GET', `/models/jobs/${id}`), 200);
      return !['waiting', 'running'].includes(job.state);
    });
    assert.deepEqual(
      [job!.state, job!.error],
      ['failed', `it is installed and cannot be used: SONORANT_ENGINES names neither neural nor neural:${paola}`],
    );
    assert.equal((await ask('DELETE', `/models/${paola}`)).status, 204);
  });

  it('is in the hands of those who start the server', async (t) => {
    const closed = await start({ SONORANT_MODEL_ROUTES: 'false' });
    t.after(() => closed.close());
    for (const [method, path] of [
      ['GET', '/models'],
      ['POST', '/models'],
      ['DELETE', '/models/x'],
      ['GET', '/models/jobs'],
    ] as const) {
      const body = method === 'POST' ? { name: paola, accept_licence: true } : undefined;
      const { error_code: code, message } = await refusal(clientOf(closed.url, adminKey)(method, path, body), 403);
      assert.equal(code, 'forbidden');
      assert.match(message, /^SONORANT_MODEL_ROUTES is false, which turns these routes off: "sonorant models"/);
    }
  });
});

describe('a recognizer in /models', () => {
  it('is let go of when it is removed, without a new start', async (t) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'sonorant-'));
    const source = join(dataDir, 'ear');
    await writeToneCtc(source);
    // One stays, so that the server has a recognizer on every machine and knows that this one is gone.
    for (const name of ['ear', 'other-ear']) {
      await addModel(dataDir, source, { name, languages: ['en'], confirm: () => Promise.resolve(true) });
    }
    const settings = { SONORANT_PORT: '0', SONORANT_DATA_DIR: dataDir, SONORANT_LOG_LEVEL: 'silent' };
    const keys = { SONORANT_API_KEY: apiKey, SONORANT_ADMIN_KEY: adminKey };
    const server = await startServer({ ...settings, ...keys, SONORANT_MODELS_PRELOAD: 'false' }, toneEngines, {
      passwordCost,
    });
    t.after(async () => {
      await server.stop();
      await rm(dataDir, { recursive: true });
    });
    const hear = () =>
      clientOf(server.url, apiKey)('POST', '/stt', form({ file: new Blob(['no audio']), model: 'ear' }));
    const codeOf = async () => (JSON.parse((await hear()).text) as { error_code: string }).error_code;
    assert.notEqual(await codeOf(), 'recognizer_not_found');
    assert.equal((await clientOf(server.url, adminKey)('DELETE', '/models/ear')).status, 204);
    assert.equal(await codeOf(), 'recognizer_not_found');
  });

  it('is listed with what it is for', async (t) => {
    const server = await start();
    t.after(() => server.close());
    const source = join(server.dataDir, 'ear');
    await writeRecognizer(source);
    await addModel(server.dataDir, source, { name: 'ear', licence: 'MIT', confirm: () => Promise.resolve(true) });
    const { data } = await expectJson<{ data: (Model & { streaming: boolean; kind: string })[] }>(
      clientOf(server.url, adminKey)('GET', '/models'),
      200,
    );
    const { state, kind, purpose, streaming, model_id: id } = data[0]!;
    assert.deepEqual([state, kind, purpose, streaming, id], ['installed', 'recognizer', 'hearing', false, null]);
    const { status } = await clientOf(server.url, adminKey)('DELETE', '/models/ear');
    assert.equal(status, 204);
  });
});
