/** An object store that is away for a while, behind a proxy that hangs, refuses or resets: a server is itself again soon after it. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { wavOf } from '../src/audio/decoding/testing.ts';
import { FaultyProxy, type ProxyFault } from '../src/store/blobs/proxy-testing.ts';
import { bucket } from '../src/store/blobs/testing.ts';
import { apiKey, start, version, type TestServer } from './support/server.ts';
import { swept } from './support/sweeps.ts';

const clip = new Uint8Array(wavOf(new Float32Array(8000).fill(0.1), 8000));

/** Both are back so soon behind the end of a failure. */
const backMs = 10_000;

describe('a server whose object store was away', () => {
  let server: TestServer;
  let proxy: FaultyProxy;
  let remove: () => Promise<void>;
  before(async () => {
    const store = await bucket();
    ({ remove } = store);
    const address = new URL(store.options.blobUrl!);
    const endpoint = new URL(address.searchParams.get('endpoint')!);
    proxy = new FaultyProxy({ host: endpoint.hostname, port: Number(endpoint.port) });
    await proxy.open();
    address.searchParams.set('endpoint', `http://127.0.0.1:${proxy.port}`);
    server = await start({ SONORANT_BLOB_URL: address.href });
  });
  after(async () => {
    await server.close();
    await proxy.close();
    await remove();
  });

  async function isReady(): Promise<boolean> {
    return (await fetch(`${server.url}/readyz`)).status === 200;
  }

  async function isStored(): Promise<boolean> {
    const body = new FormData();
    body.set('purpose', 'fine_tune');
    body.set('file', new Blob([clip]), 'clip.wav');
    const headers = { 'service-version': version, 'x-api-key': apiKey };
    const answer = await fetch(`${server.url}/files`, { method: 'POST', headers, body });
    assert.ok([200, 201, 503].includes(answer.status), `${answer.status} ${await answer.text()}`);
    return answer.status !== 503;
  }

  /** In ms, asked every 200 ms. */
  async function timeUntil(isSo: () => Promise<boolean>): Promise<number> {
    const startedAt = performance.now();
    while (!(await isSo())) {
      assert.ok(performance.now() - startedAt < 6 * backMs, 'it does not come back');
      await sleep(200);
    }
    return performance.now() - startedAt;
  }

  const failures: readonly (readonly [string, ProxyFault, number])[] = [
    ['hangs', { hang: true }, 2],
    ['hangs', { hang: true }, 8],
    ['resets', { resets: Infinity }, 2],
    ['resets', { resets: Infinity }, 8],
  ];
  for (const [name, fault, seconds] of swept(failures, (failure) => failure === failures[0])) {
    it(`is ready, and stores what is uploaded, within ${backMs / 1000} s after it ${name} for ${seconds} s`, async (t) => {
      proxy.fault = fault;
      assert.ok((await timeUntil(async () => !(await isReady()))) < backMs, 'it says that it is not ready');
      // Load balancers ask, and clients upload, meanwhile.
      const uploads = Array.from({ length: 4 }, isStored);
      const until = performance.now() + 1000 * seconds;
      while (performance.now() < until) {
        assert.equal(await isReady(), false);
        await sleep(300);
      }
      proxy.fault = {};
      const back = await Promise.all([timeUntil(isReady), timeUntil(isStored)]);
      t.diagnostic(`ready after ${Math.round(back[0])} ms, stored after ${Math.round(back[1])} ms`);
      for (const ms of back) assert.ok(ms < backMs, `back after ${back.map(Math.round).join(' and ')} ms`);
      await Promise.all(uploads);
    });
  }
});
