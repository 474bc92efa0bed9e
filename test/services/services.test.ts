/** The whole server on each database with each object store, and its errors when one of them cannot be reached. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { drivers } from '../../src/store/blobs/testing.ts';
import { databases, openTestStore, withDatabase } from '../../src/store/testing.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { apiKey, start } from '../support/server.ts';
import { clientOf, expectJson, form, speechClip } from '../support/resources.ts';
import { refusedStart } from '../support/refused-start.ts';

const oneWorker = { SONORANT_ENGINES: 'espeak', SONORANT_WORKERS: '1' };

for (const [databaseName, database] of Object.entries(databases)) {
  for (const [driverName, driver] of Object.entries(drivers)) {
    describe(`a server on ${databaseName} with ${driverName}`, () => {
      it('keeps voices and files and gives them back', () =>
        withDatabase(database, async ({ databaseUrl }) => {
          const {
            options: { blobUrl },
            remove,
          } = await driver();
          const server = await start({
            ...oneWorker,
            ...(databaseUrl !== undefined && { SONORANT_DATABASE_URL: databaseUrl }),
            ...(blobUrl !== undefined && { SONORANT_BLOB_URL: blobUrl }),
          });
          try {
            const ask = clientOf(server.url, apiKey);
            const clip = await speechClip(server);
            const { id, size } = await expectJson<{ id: string; size: number }>(
              ask('POST', '/files', form({ file: clip, purpose: 'fine_tune' })),
              201,
            );
            assert.equal(size, clip.size);
            const download = await fetch(`${server.url}/files/${id}/download`, {
              headers: { 'x-api-key': apiKey, 'service-version': '2026-08-14' },
            });
            assert.deepEqual(new Uint8Array(await download.arrayBuffer()), new Uint8Array(await clip.arrayBuffer()));
            const voice = await expectJson<{ id: string }>(
              ask('POST', '/voices/clone', form({ clip, name: 'Mine', language: 'en' })),
              200,
            );
            await expectJson(ask('GET', `/voices/${voice.id}`), 200);
            assert.equal((await ask('DELETE', `/files/${id}`)).status, 200);
            assert.equal((await ask('GET', `/files/${id}/download`)).status, 404);
            await eventually('the server is ready', async () => (await fetch(`${server.url}/readyz`)).ok);
          } finally {
            await server.close();
            await remove();
          }
        }));
    });
  }
}

describe('the start of a server whose service is not there', () => {
  it('ends with 1 and one line that names the database and no password', async () => {
    const port = await freePort();
    const { code, output } = await refusedStart({
      ...oneWorker,
      SONORANT_DATA_DIR: '/nowhere',
      SONORANT_DATABASE_URL: `postgres://someone:hush-hush@127.0.0.1:${port}/voices`,
    });
    assert.match(
      output,
      new RegExp(
        `^Sonorant did not start: the database voices at 127\\.0\\.0\\.1:${port} cannot be opened: connect ECONNREFUSED 127\\.0\\.0\\.1:${port}\n$`,
      ),
    );
    assert.equal(code, 1);
  });

  for (const [name, database] of Object.entries(databases)) {
    it(`ends with 1 and one line that names the bucket, and lets go of ${name}`, () =>
      withDatabase(database, async ({ dataDir = '/nowhere', ...options }) => {
        const port = await freePort();
        const { code, output } = await refusedStart({
          ...oneWorker,
          SONORANT_DATA_DIR: dataDir,
          ...(options.databaseUrl !== undefined && { SONORANT_DATABASE_URL: options.databaseUrl }),
          SONORANT_BLOB_URL: `s3://voices?endpoint=http://127.0.0.1:${port}`,
          AWS_ACCESS_KEY_ID: 'x',
          AWS_SECRET_ACCESS_KEY: 'hush-hush',
        });
        assert.match(
          output,
          new RegExp(
            `^Sonorant did not start: the bucket voices at http://127\\.0\\.0\\.1:${port} cannot be used: [^\n]*ECONNREFUSED[^\n]*\n$`,
          ),
        );
        assert.equal(code, 1);
        await (await openTestStore({ ...options, ...(options.databaseUrl === undefined && { dataDir }) })).close();
      }));
  }
});
