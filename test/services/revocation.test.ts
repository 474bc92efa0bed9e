/** A key is revoked by one process while another serves it: the database alone tells. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { command, spawned } from '../../src/cli/testing.ts';
import { databases, withDatabase } from '../../src/store/testing.ts';
import { stopwatch } from '../support/processor-wait.ts';
import { readSse, speech, start, toneEngines, version, type WireEvent } from '../support/server.ts';

/** What a client may wait for, on a machine that has a processor for the server. */
const withinMs = 1000;

for (const [name, database] of Object.entries(databases)) {
  describe(`a key that another process revokes, on ${name}`, () => {
    it('ends its socket and its stream within a second, each with an error that says why; those of other keys go on', () =>
      withDatabase(database, async ({ databaseUrl, dataDir }) => {
        const settings = {
          SONORANT_ENGINES: 'espeak',
          SONORANT_WORKERS: '1',
          ...(databaseUrl !== undefined && { SONORANT_DATABASE_URL: databaseUrl }),
          ...(dataDir !== undefined && { SONORANT_DATA_DIR: dataDir }),
        };
        // Neither the cache nor the pings could tell within the time of this test.
        const server = await start(settings, toneEngines, [], { keyCacheMs: 60_000, pingMs: 600_000 });
        try {
          const env = { ...settings, SONORANT_DATA_DIR: dataDir ?? server.dataDir };
          const made = await command(['keys', 'create', '--json'], { env });
          const { id, key } = JSON.parse(made.stdout.toString()) as { id: string; key: string };
          const own = { 'service-version': version, 'x-api-key': key };
          const [socket, other] = [await server.open('', own), await server.open()];
          // More audio than the client is ever given before it has played what it has.
          const transcript = 'A sentence that is spoken for some seconds. '.repeat(300);
          socket.speak('c', transcript, { continue: true });
          await socket.until(({ type }) => type === 'chunk');
          const stream = await fetch(`${server.url}/tts/sse`, {
            method: 'POST',
            headers: { ...own, 'content-type': 'application/json' },
            body: JSON.stringify({ ...speech, transcript }),
          });
          assert.equal(stream.status, 200);

          const done = await spawned(['keys', 'revoke', id], { env });
          const elapsedMs = stopwatch();
          assert.equal(done.code, 0, done.stderr);
          assert.deepEqual(await socket.closed, { code: 1008, reason: 'credential expired or revoked' });
          const tookMs = elapsedMs();
          assert.ok(tookMs < withinMs, `${tookMs} ms`);
          assert.equal(socket.of('c').at(-1)!.error_code, 'unauthorized');
          const last: WireEvent = readSse(await stream.text()).at(-1)!;
          assert.deepEqual([last.type, last.error_code, last.done], ['error', 'unauthorized', true]);

          other.speak('d', 'Still here.', { continue: false });
          assert.equal((await other.ended('d')).at(-1)!.type, 'done');
          other.close();
        } finally {
          await server.close();
        }
      }));
  });
}
