import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { download, type DownloadOptions } from './download.ts';
import { ModelError } from '../model-files/model-error.ts';
import { freePort } from '../../test/support/free-port.ts';
import { file, fileServer, filesBelow, noise, status, temporaryFolder, type Answer } from './testing.ts';

const content = noise(400_000);

/** Downloads from a server of these answers, with pauses that no test waits for. */
async function fetched(t: TestContext, answers: readonly Answer[], options: DownloadOptions = {}) {
  const folder = await temporaryFolder(t);
  const server = await fileServer(t, ...answers);
  const path = join(folder, 'model.bin');
  const run = (more: DownloadOptions = {}): Promise<{ joined: boolean }> =>
    download(`${server.url}/model.bin`, path, { backoffMs: 1, stallMs: 5000, connectMs: 5000, ...options, ...more });
  return { server, path, folder, run };
}

async function failure(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => assert.fail('it went well'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ModelError, String((error as Error).stack));
  return error.message;
}

describe('a download', () => {
  it('gives the file, with progress, and leaves nothing beside it', async (t) => {
    const seen: (number | undefined)[] = [];
    const { run, path, folder, server } = await fetched(t, [file(content)], {
      onProgress: (received, total) => {
        assert.equal(total, content.length);
        seen.push(received);
      },
    });
    assert.deepEqual(await run(), { joined: false });
    assert.ok((await readFile(path)).equals(content));
    assert.deepEqual(await filesBelow(folder), ['model.bin']);
    assert.deepEqual([seen[0], seen.at(-1)], [0, content.length]);
    assert.equal(server.requests[0]!.headers['accept-encoding'], 'identity');
  });

  it('goes on with what came before a cut, in the same run', async (t) => {
    const { run, path, server } = await fetched(t, [file(content, { cutAfter: 150_000 }), file(content)]);
    assert.deepEqual(await run(), { joined: true });
    assert.ok((await readFile(path)).equals(content));
    assert.match(server.requests[1]!.headers.range!, /^bytes=[1-9]\d{4,5}-$/);
    assert.equal(server.requests[1]!.headers['if-range'], '"1"');
  });

  it('goes on with what an earlier run left', async (t) => {
    const { run, path, folder, server } = await fetched(t, [file(content, { cutAfter: 150_000 }), file(content)]);
    assert.match(await failure(run({ retries: 0 })), /cut|aborted/);
    assert.deepEqual(await filesBelow(folder), ['model.bin.part', 'model.bin.state']);
    await run();
    assert.ok((await readFile(path)).equals(content));
    assert.match(server.requests[1]!.headers.range!, /^bytes=[1-9]\d{4,5}-$/);
    assert.deepEqual(await filesBelow(folder), ['model.bin']);
  });

  it('goes on as long as each attempt brings something', async (t) => {
    const { run, path, server } = await fetched(t, [file(content, { cutAfter: 150_000 })], { retries: 1 });
    await run();
    assert.ok((await readFile(path)).equals(content));
    assert.ok(server.requests.length >= 3);
  });

  it('begins anew where the server does not go on, or the file has changed', async (t) => {
    const other = noise(300_000);
    const second: readonly [Buffer, Answer][] = [
      [content, file(content, { ranges: false })],
      [other, file(other, { etag: '"2"' })],
      // It ignores If-Range and goes on with another version.
      [
        other,
        (_, response) =>
          void response
            .writeHead(206, { etag: '"2"', 'content-range': 'bytes 150000-299999/300000' })
            .end(other.subarray(150_000)),
      ],
      [
        other,
        (_, response) =>
          void response.writeHead(206, { 'content-range': 'bytes 150000-299999/300000' }).end(other.subarray(150_000)),
      ],
      [
        other,
        (_, response) =>
          void response
            .writeHead(206, { etag: '"1"', 'content-range': 'bytes 7-399999/400000' })
            .end(content.subarray(7)),
      ],
    ];
    for (const [right, answer] of second) {
      const { run, path } = await fetched(t, [
        file(content, { cutAfter: 150_000 }),
        answer,
        file(right, { etag: '"2"' }),
      ]);
      await run();
      assert.ok((await readFile(path)).equals(right));
    }
  });

  it('begins anew without an entity tag or a date, or with a weak tag', async (t) => {
    for (const headers of [{}, { etag: 'W/"1"' }]) {
      const cut: Answer = (_, response) => {
        response.writeHead(200, { 'content-length': content.length, ...headers });
        response.write(content.subarray(0, 150_000), () => response.destroy());
      };
      const { run, path, server } = await fetched(t, [cut, file(content)]);
      assert.deepEqual(await run(), { joined: false });
      assert.ok((await readFile(path)).equals(content));
      assert.equal(server.requests[1]!.headers.range, undefined);
    }
  });

  it('begins anew when what an earlier run noted cannot be read', async (t) => {
    const { run, path } = await fetched(t, [file(content)]);
    await writeFile(`${path}.part`, 'half');
    await writeFile(`${path}.state`, '{"url":');
    await run();
    assert.ok((await readFile(path)).equals(content));
  });

  it('tries again when the server is busy or fails once', async (t) => {
    for (const code of [500, 502, 503, 429, 408]) {
      const { run, path } = await fetched(t, [status(code), file(content)]);
      await run();
      assert.ok((await readFile(path)).equals(content));
    }
  });

  it('gives up when the server goes on failing, and says what it said', async (t) => {
    const { run, server, folder } = await fetched(t, [status(503)], { retries: 2 });
    assert.match(await failure(run()), /\/model\.bin: the server answered 503 Service Unavailable \(3 attempts\)/);
    assert.equal(server.requests.length, 3);
    assert.deepEqual(await filesBelow(folder), []);
  });

  it('does not ask again for what is not there', async (t) => {
    for (const code of [404, 403, 401, 410]) {
      const { run, server } = await fetched(t, [status(code)]);
      assert.match(await failure(run()), new RegExp(`the server answered ${code} `));
      assert.equal(server.requests.length, 1);
    }
  });

  it('notices that nothing comes any more, before and within the answer', async (t) => {
    const silent: Answer = () => undefined;
    const first = await fetched(t, [silent, file(content)], { stallMs: 500 });
    await first.run();
    assert.ok((await readFile(first.path)).equals(content));
    const within = await fetched(t, [file(content, { stallAfter: 150_000 }), file(content)], { stallMs: 500 });
    await within.run();
    assert.ok((await readFile(within.path)).equals(content));
    assert.match(within.server.requests[1]!.headers.range!, /^bytes=[1-9]\d{4,5}-$/);
    const always = await fetched(t, [file(content, { stallAfter: 10 })], { stallMs: 500, retries: 1 });
    assert.match(await failure(always.run()), /nothing came for 0\.5 s \(\d attempts\)/);
  });

  it('notices a length that is not true', async (t) => {
    const longer = await fetched(t, [file(content, { length: content.length + 10, cutAfter: content.length })], {
      retries: 1,
    });
    assert.match(await failure(longer.run()), /model\.bin: .* \(2 attempts\)/);
    const shorter = await fetched(t, [
      (_, response) => {
        // Behind the head of one answer comes more than it says.
        response.socket!.end(`HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n${'a'.repeat(5000)}`);
      },
    ]);
    await shorter.run();
    // Its checksum tells that it is not the file.
    assert.equal((await readFile(shorter.path)).length, 1000);
  });

  it('refuses a file that is too large, by what it claims and by what comes', async (t) => {
    const claims = await fetched(t, [file(content)], { maxBytes: 100_000 });
    assert.match(await failure(claims.run()), /is larger than 100000 bytes; --max-size allows more/);
    const comes = await fetched(t, [(_, response) => void response.writeHead(200).end(content)], { maxBytes: 100_000 });
    assert.match(await failure(comes.run()), /is larger than 100000 bytes/);
    for (const { folder, server } of [claims, comes]) {
      assert.deepEqual(await filesBelow(folder), []);
      assert.equal(server.requests.length, 1);
    }
  });

  it('follows redirects, a bounded number of them, to http and https only', async (t) => {
    const target = await fileServer(t, file(content));
    const { run, path } = await fetched(t, [
      status(302, { location: '/moved' }),
      status(307, { location: `${target.url}/x` }),
    ]);
    await run();
    assert.ok((await readFile(path)).equals(content));
    const loop = await fetched(t, [status(302, { location: '/model.bin' })]);
    assert.match(await failure(loop.run()), /redirects more than 5 times/);
    assert.equal(loop.server.requests.length, 6);
    for (const location of ['file:///etc/passwd', 'ftp://127.0.0.1/x', 'data:text/plain,x']) {
      const elsewhere = await fetched(t, [status(302, { location })]);
      assert.match(await failure(elsewhere.run()), /is not an http or https address/);
    }
    const nowhere = await fetched(t, [status(302)]);
    assert.match(await failure(nowhere.run()), /redirects to nowhere/);
  });

  it('goes on behind a redirect', async (t) => {
    const target = await fileServer(t, file(content, { cutAfter: 150_000 }), file(content));
    const { run, path } = await fetched(t, [status(302, { location: `${target.url}/x` })]);
    await run();
    assert.ok((await readFile(path)).equals(content));
    assert.match(target.requests[1]!.headers.range!, /^bytes=[1-9]\d{4,5}-$/);
  });

  it('refuses a web page', async (t) => {
    const page: Answer = (_, response) =>
      void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<html>');
    const { run, folder } = await fetched(t, [page]);
    assert.match(await failure(run()), /answered with a web page/);
    assert.deepEqual(await filesBelow(folder), []);
  });

  it('says that no server is there', async (t) => {
    const port = await freePort();
    const path = join(await temporaryFolder(t), 'x');
    const options = { backoffMs: 1, retries: 1 };
    assert.match(await failure(download(`http://127.0.0.1:${port}/x`, path, options)), /connection refused/);
    assert.match(await failure(download('file:///etc/passwd', path, options)), /is not an http or https address/);
    assert.match(await failure(download('models', path, options)), /is not an http or https address/);
  });

  it('ends when the signal is raised, keeps what came, and can be gone on with', async (t) => {
    const controller = new AbortController();
    const { run, path, folder } = await fetched(t, [file(content, { stallAfter: 150_000 }), file(content)]);
    const stopped = run({
      signal: controller.signal,
      onProgress: (received) => received === 150_000 && controller.abort(new Error('stopped')),
    });
    await assert.rejects(stopped, /^Error: stopped$/);
    assert.deepEqual(await filesBelow(folder), ['model.bin.part', 'model.bin.state']);
    assert.deepEqual(await run(), { joined: true });
    assert.ok((await readFile(path)).equals(content));
  });
});
