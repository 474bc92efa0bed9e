import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/support/characters.ts';
import { startTestServer, type TestServer } from '../../http/testing.ts';
import { finishDeletions } from '../../jobs/testing.ts';
import { attachment, readRange } from '../../http/requests/download.ts';
import { fileRoutes } from './index.ts';
import { filePurposes } from './schema.ts';
import { form, testBlobs, wav, type FormPart, type TestBlobs } from './testing.ts';

interface WireFile {
  readonly id: string;
  readonly filename: string;
  readonly size: number;
  readonly [name: string]: unknown;
}

const maxFileBytes = 50_000;

describe('files', () => {
  let server: TestServer;
  let blobs: TestBlobs;
  let theirs: string;
  before(async () => {
    blobs = await testBlobs();
    server = await startTestServer({
      routes: (app, store) => void app.register(fileRoutes({ store, blobs, maxFileBytes })),
    });
  });
  after(async () => {
    await server.close();
    await blobs.remove();
  });
  beforeEach(async () => {
    const { rows } = await server.store.files.page(server.organizationId, { limit: 100 });
    for (const { id, blob } of rows) {
      await Promise.all([
        server.store.transaction(({ files }) => files.remove(server.organizationId, id)),
        blobs.delete(blob),
      ]);
    }
    const organization = await server.store.organizations.create('Theirs');
    theirs = (await server.store.apiKeys.create({ organizationId: organization.id, kind: 'api', description: '' }))
      .secret;
  });

  const send = (parts: readonly FormPart[]) => {
    const { payload, headers } = form(parts);
    return server.inject({ method: 'POST', url: '/files', payload, headers });
  };
  const upload = async (filename = 'a.wav', content = wav(), purpose = 'fine_tune'): Promise<WireFile> => {
    const response = await send([
      { name: 'purpose', content: purpose },
      { name: 'file', filename, content },
    ]);
    assert.equal(response.statusCode, 201, response.body);
    return response.json<WireFile>();
  };
  const get = (url: string, headers: Record<string, string> = {}) => server.inject({ url, headers });

  describe('POST /files', () => {
    it('keeps the bytes and tells of the file', async () => {
      const content = wav(new Int16Array(3000).fill(7));
      for (const purpose of filePurposes) {
        const { id, created_at, ...file } = await upload('Élan.wav', content, purpose);
        assert.match(id, /^file_\w{22}$/);
        assert.ok(!Number.isNaN(Date.parse(created_at as string)));
        assert.deepEqual(file, {
          filename: 'Élan.wav',
          purpose,
          size: content.length,
          status: 'ready',
          owner_id: `org_${server.organizationId}`,
        });
        assert.deepEqual((await get(`/files/${id}/download`)).rawPayload, content);
      }
    });

    it('takes audio of every kind under any name, and nothing else', async () => {
      const filler = Buffer.alloc(100);
      for (const head of ['fLaC', 'OggS', '\x1a\x45\xdf\xa3', 'ID3\x04\0\0\x7f\x7f\x7f\x7f']) {
        await upload('song.txt', Buffer.concat([Buffer.from(head, 'latin1'), filler]));
      }
      const before = await blobs.keys();
      for (const content of [
        '',
        'text',
        '<html>'.repeat(5000),
        '\x89PNG\r\n\x1a\n'.padEnd(100),
        'RIFF1234AVI '.padEnd(100),
        'PK\x03\x04'.padEnd(100),
        'fLaC',
        '\xff\xfb\x90\0'.padEnd(60),
      ]) {
        const response = await send([
          { name: 'purpose', content: 'fine_tune' },
          { name: 'file', filename: 'a.wav', content: Buffer.from(content, 'latin1') },
        ]);
        assert.equal(response.statusCode, 400, content.slice(0, 10));
        assert.match(response.json<{ message: string }>().message, /Not audio.*\n {2}→ at file/);
      }
      assert.deepEqual(await blobs.keys(), before);
    });

    it('refuses a missing or unknown purpose, wherever it stands, and leaves nothing', async () => {
      const file = { name: 'file', filename: 'a.wav', content: wav() };
      for (const parts of [
        [file],
        [{ name: 'purpose', content: 'voice_clone' }, file],
        [file, { name: 'purpose', content: '' }],
      ]) {
        const response = await send(parts);
        assert.equal(response.statusCode, 400);
        assert.match(response.body, /purpose/);
      }
      assert.deepEqual(
        [await blobs.keys(), (await server.store.files.page(server.organizationId, { limit: 1 })).rows],
        [[], []],
      );
    });

    it('takes a file of exactly the limit; one byte more is 413', async () => {
      const exact = Buffer.concat([wav(), Buffer.alloc(maxFileBytes)]).subarray(0, maxFileBytes);
      assert.equal((await upload('a.wav', exact)).size, maxFileBytes);
      const kept = await blobs.keys();
      const response = await send([
        { name: 'file', filename: 'a.wav', content: Buffer.concat([exact, Buffer.alloc(1)]) },
        { name: 'purpose', content: 'fine_tune' },
      ]);
      assert.deepEqual(
        [response.statusCode, response.json<{ error_code: string }>().error_code],
        [413, 'file_too_large'],
      );
      assert.deepEqual(await blobs.keys(), kept);
    });

    it('needs multipart and an API key', async () => {
      assert.equal((await server.inject({ method: 'POST', url: '/files', payload: {} })).statusCode, 415);
      const { payload, headers } = form([{ name: 'purpose', content: 'fine_tune' }]);
      assert.equal(
        (
          await server.inject({
            method: 'POST',
            url: '/files',
            payload,
            headers: { ...headers, 'x-api-key': server.adminKey },
          })
        ).statusCode,
        403,
      );
    });
  });

  describe('GET /files', () => {
    const list = async (query: string) =>
      (await get(`/files?${query}`)).json<{ data: WireFile[]; has_more: boolean }>();

    it('is walked to an empty page, each file once, and says whether more follow', async () => {
      const made = [];
      for (const name of ['1', '2', '3', '4', '5']) made.push((await upload(name)).id);
      const first = await list('limit=2');
      assert.deepEqual([Object.keys(first), first.data.length, first.has_more], [['data', 'has_more'], 2, true]);
      const ids: string[] = [];
      for (let page = first; page.data.length > 0; page = await list(`limit=2&starting_after=${ids.at(-1)!}`)) {
        ids.push(...page.data.map(({ id }) => id));
      }
      assert.deepEqual([...ids].sort(), made.sort());
      assert.deepEqual(
        (await list(`limit=2&ending_before=${ids[3]!}`)).data.map(({ id }) => id),
        ids.slice(1, 3),
      );
    });

    it('narrows by purpose and by part of the name', async () => {
      await upload('Élan.wav', wav(), 'voice-clone');
      await upload('other.wav', wav(), 'tts_generation');
      for (const [query, names] of [
        ['purpose=voice-clone', ['Élan.wav']],
        ['q=elan', ['Élan.wav']],
        ['q=.wav&purpose=tts_generation', ['other.wav']],
        ['q=%25', []],
      ] as const) {
        assert.deepEqual(
          (await list(query)).data.map(({ filename }) => filename),
          names,
          query,
        );
      }
    });

    it('answers 400 that names the field', async () => {
      const theirFile = 'file_of_nobody';
      for (const [query, field] of [
        ['purpose=music', 'purpose'],
        ['limit=0', 'limit'],
        ['limit=101', 'limit'],
        [`starting_after=${theirFile}`, 'starting_after'],
        ['ending_before=%00', ''],
        ['starting_after=a&ending_before=b', 'ending_before'],
      ] as const) {
        const response = await get(`/files?${query}`);
        assert.equal(response.statusCode, 400, query);
        assert.ok(response.body.includes(field), response.body);
      }
    });
  });

  describe('a file', () => {
    it('is told of again under /info', async () => {
      const file = await upload();
      assert.deepEqual((await get(`/files/${file.id}/info`)).json<WireFile>(), file);
    });

    it('is downloaded whole, with its name and length', async () => {
      const { id, size } = await upload('Élan (1) 50%.wav');
      const { statusCode, headers, rawPayload } = await get(`/files/${id}/download`);
      assert.deepEqual(
        [statusCode, headers['content-type'], headers['content-length'], headers['accept-ranges']],
        [200, 'application/octet-stream', String(size), 'bytes'],
      );
      assert.equal(
        headers['content-disposition'],
        'attachment; filename="_lan (1) 50_.wav"; filename*=UTF-8\'\'%C3%89lan%20%281%29%2050%25.wav',
      );
      assert.equal(rawPayload.length, size);
    });

    it('is downloaded in ranges', async () => {
      const content = wav();
      const { id } = await upload('a.wav', content);
      const { size } = { size: content.length };
      for (const [range, start, end] of [
        ['bytes=0-0', 0, 0],
        ['bytes=10-19', 10, 19],
        ['bytes=1600-', 1600, size - 1],
        ['bytes=-7', size - 7, size - 1],
        [`bytes=0-${size + 10}`, 0, size - 1],
        [`bytes=-${size + 10}`, 0, size - 1],
      ] as const) {
        const { statusCode, headers, rawPayload } = await get(`/files/${id}/download`, { range });
        assert.deepEqual(
          [statusCode, headers['content-range'], headers['content-length']],
          [206, `bytes ${start}-${end}/${size}`, String(end - start + 1)],
          range,
        );
        assert.deepEqual(rawPayload, content.subarray(start, end + 1), range);
      }
      for (const range of ['bytes=5-2', 'bytes=a-b', 'lines=0-1', 'bytes=0-1,4-5', 'bytes=-', '']) {
        assert.equal((await get(`/files/${id}/download`, { range })).statusCode, 200, range);
      }
      for (const range of [`bytes=${size}-`, 'bytes=99999999999999999999-', 'bytes=-0']) {
        const { statusCode, headers } = await get(`/files/${id}/download`, { range });
        assert.deepEqual([statusCode, headers['content-range']], [416, `bytes */${size}`], range);
      }
    });

    it('is downloaded whole when the part a client has is of something else', async () => {
      const { id } = await upload();
      const {
        headers: { etag },
      } = await get(`/files/${id}/download`);
      assert.equal(
        (await get(`/files/${id}/download`, { range: 'bytes=0-1', 'if-range': String(etag) })).statusCode,
        206,
      );
      assert.equal((await get(`/files/${id}/download`, { range: 'bytes=0-1', 'if-range': '"other"' })).statusCode, 200);
    });

    it('answers HEAD with the headers of the download', async () => {
      const { id, size } = await upload();
      const { statusCode, headers, rawPayload } = await server.inject({ method: 'HEAD', url: `/files/${id}/download` });
      assert.deepEqual([statusCode, headers['content-length'], rawPayload.length], [200, String(size), 0]);
    });

    it('is deleted with its bytes, once', async () => {
      const { id } = await upload();
      assert.equal((await blobs.keys()).length, 1);
      const response = await server.inject({ method: 'DELETE', url: `/files/${id}` });
      assert.deepEqual(
        [response.statusCode, response.json<unknown>()],
        [200, { message: 'File deleted successfully' }],
      );
      assert.equal((await get(`/files/${id}/download`)).statusCode, 404);
      await finishDeletions(server.store, blobs);
      assert.deepEqual(await blobs.keys(), []);
      assert.equal((await server.inject({ method: 'DELETE', url: `/files/${id}` })).statusCode, 404);
    });

    it('is kept while the published configuration of an agent uses it, and no longer', async () => {
      const { id } = await upload();
      const config = (file: string | null) =>
        JSON.stringify({
          audio: { output: { background_sound: file === null ? null : { file_id: file, volume: 1 } } },
          tools: [],
        });
      const version = (file: string | null) => ({ config: config(file), description: null, createdBy: null });
      const agent = await server.store.transaction(({ agents }) =>
        agents.create(server.organizationId, { name: 'Front desk', description: null, version: version(id) }),
      );
      const refused = await server.inject({ method: 'DELETE', url: `/files/${id}` });
      assert.deepEqual(
        [refused.statusCode, refused.headers['x-should-retry'], refused.json<{ error_code: string }>().error_code],
        [409, 'false', 'in_use'],
      );
      assert.match(refused.body, /Front desk/);
      assert.equal((await get(`/files/${id}/download`)).statusCode, 200);
      await server.store.transaction(({ agents }) =>
        agents.update(server.organizationId, agent, { version: version(null) }),
      );
      assert.equal((await server.inject({ method: 'DELETE', url: `/files/${id}` })).statusCode, 200);
    });

    it('of another organization is like one that is not there', async () => {
      const { id } = await upload();
      for (const [method, path] of [
        ['GET', '/info'],
        ['GET', '/download'],
        ['HEAD', '/download'],
        ['DELETE', ''],
      ] as const) {
        const answers = await Promise.all(
          [id, 'nothing'].map((name) =>
            server.inject({ method, url: `/files/${name}${path}`, headers: { 'x-api-key': theirs } }),
          ),
        );
        const [foreign, missing] = answers.map(({ statusCode, body }) => [
          statusCode,
          body.replace(/"request_id":"[^"]+"/, ''),
        ]);
        assert.deepEqual(foreign, missing);
        assert.equal(foreign![0], 404);
      }
      assert.equal((await get(`/files/${id}/info`)).statusCode, 200);
    });
  });
});

describe('the range of a request', () => {
  it('lies inside of the file, whatever is asked', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc
            .tuple(
              fc.constantFrom('', '0', '5', '99', '9'.repeat(30)),
              fc.constantFrom('', '0', '7', '100', '9'.repeat(30)),
            )
            .map(([first, last]) => `bytes=${first}-${last}`),
        ),
        fc.integer({ min: 1, max: 100 }),
        (header, size) => {
          try {
            const range = readRange(header, size);
            if (range !== undefined) {
              assert.ok(range.start >= 0 && range.start <= range.end && range.end < size, JSON.stringify(range));
            }
          } catch (error) {
            assert.equal((error as { status?: number }).status, 416);
          }
        },
      ),
    );
  });
});

describe('the name of a download', () => {
  it('is a header that can be sent, and gives back the whole name', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter }).map((text) => text.toWellFormed()),
        (name) => {
          const header = attachment(name);
          assert.match(header, /^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''[A-Za-z0-9!~.%_-]*$/);
          assert.doesNotMatch(/filename="([^]*)"; /.exec(header)![1]!, /["\\%]/);
          assert.equal(decodeURIComponent(header.slice(header.indexOf("''") + 2)), name);
        },
      ),
    );
  });
});
