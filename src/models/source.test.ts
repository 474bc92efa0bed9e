import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { addModel, type AddOptions } from './add.ts';
import { listInstalled, modelsFolder } from './folder.ts';
import { fileServer, piperSite, status, temporaryFolder } from './testing.ts';

const agreed: AddOptions = {
  confirm: () => Promise.resolve(true),
  download: { backoffMs: 1, retries: 0, stallMs: 5000 },
};

describe('the address of a model', () => {
  it('may have a user and a password, which are sent to its server, and shown and recorded nowhere', async (t) => {
    const data = await temporaryFolder(t);
    const models = modelsFolder(data);
    const { url: site } = await piperSite(t);
    const expected = `Basic ${Buffer.from('anna:s3:cret').toString('base64')}`;
    const { url } = await fileServer(t, (request, response) => {
      if (request.headers.authorization !== expected) status(401)(request, response);
      else if (request.url!.startsWith('/missing')) status(404)(request, response);
      else response.writeHead(307, { location: `${site}${request.url!}` }).end();
    });
    const address = url.replace('//', '//anna:s3%3Acret@');
    const shown: string[] = [];
    const options: AddOptions = {
      ...agreed,
      confirm: (plan) => Promise.resolve(shown.push(JSON.stringify(plan)) > 0),
    };
    await addModel(data, `${address}/en_US-x-low.onnx`, options);
    await addModel(data, 'hi_IN-pratham-medium', { ...options, licence: 'CC0-1.0', from: `${address}/m` });
    await assert.rejects(addModel(data, `${address}/missing.tar.gz`, options), (error: Error) => {
      shown.push(error.message);
      return error.message.includes('404');
    });
    const installed = (await listInstalled(models)).map(({ name }) => name);
    assert.deepEqual(installed, ['en_us-x-low', 'hi_in-pratham-medium']);
    const written = installed.map((name) => join(models, name, 'model.json'));
    for (const path of [...written, join(models, '.checksums.json')]) shown.push(await readFile(path, 'utf8'));
    assert.doesNotMatch(shown.join('\n'), /anna|cret/);
  });

  it('is named where its last part has a broken escape, or where it is one of a mirror and has a query', async (t) => {
    const data = await temporaryFolder(t);
    const broken = addModel(data, 'http://127.0.0.1:1/100%25%zz.tar.bz2', agreed);
    await assert.rejects(broken, /^ModelError: http:\/\/127\.0\.0\.1:1\/100%25%zz\.tar\.bz2: "%" begins no escape/);
    const mirrored = addModel(data, 'hi_IN-pratham-medium', { ...agreed, from: 'http://127.0.0.1:1/m?sig=1' });
    await assert.rejects(mirrored, /^ModelError: --from: http:\/\/127\.0\.0\.1:1\/m is followed by \?sig=1/);
  });
});
