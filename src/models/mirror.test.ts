import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addModel, type AddOptions } from './add.ts';
import { ModelError } from '../model-files/model-error.ts';
import { entryNamed } from './catalogue.ts';
import { fileServer, noise, piperSite, status, temporaryFolder, type Answer } from './testing.ts';

const paola = entryNamed('it_IT-paola-medium')!;
const pratham = entryNamed('hi_IN-pratham-medium')!;

function agreed(from: string, more: Partial<AddOptions> = {}): AddOptions {
  return {
    ...{ from, licence: 'CC0-1.0', confirm: () => Promise.resolve(true) },
    ...{ download: { backoffMs: 1, retries: 0, stallMs: 5000 }, ...more },
  };
}

async function refused(promise: Promise<unknown>, pattern: RegExp): Promise<void> {
  await assert.rejects(promise, (error: Error) => {
    assert.ok(error instanceof ModelError, String(error.stack));
    assert.match(error.message, pattern);
    return true;
  });
}

describe('a mirror', () => {
  it('sends no more of a file than half as much again as the table says, and 1 MB', async (t) => {
    const { size } = paola.files[1]!;
    const most = Math.ceil(1.5 * size) + 1_000_000;
    const { url } = await piperSite(t);
    const withSettings = async (bytes: number, isStated: boolean): Promise<string> => {
      const sent: Answer = (request, response) => {
        if (!request.url!.endsWith('.json')) {
          return void response.writeHead(307, { location: `${url}${request.url}` }).end();
        }
        response.writeHead(200, isStated ? { 'content-length': bytes } : {}).end(noise(bytes));
      };
      return (await fileServer(t, sent)).url;
    };
    for (const isStated of [true, false]) {
      const from = await withSettings(most + 1, isStated);
      await refused(
        addModel(await temporaryFolder(t), paola.name, agreed(from)),
        new RegExp(`\\.json: is larger than ${most} bytes; --max-size allows more`),
      );
      // Who says how much may come has it read, and it is nothing that could be settings.
      const allowed = agreed(from, { maxBytes: most + 1 });
      await refused(addModel(await temporaryFolder(t), paola.name, allowed), /onnx\.json(?!: is larger)/);
    }
  });

  it('is not followed elsewhere for a model card, whose text is shown', async (t) => {
    const { url: elsewhere, requests } = await fileServer(t, status(404));
    const { url: from } = await fileServer(t, (request, response) => {
      response.writeHead(302, { location: `${elsewhere}${request.url}` }).end();
    });
    const data = await temporaryFolder(t);
    const licence = { licence: undefined };
    await refused(
      addModel(data, pratham.name, agreed(from, licence)),
      new RegExp(`MODEL_CARD: redirects to ${elsewhere}, which is another server; the licence is read from that file`),
    );
    assert.deepEqual(requests, []);
    let stated: string | undefined;
    const confirm: AddOptions['confirm'] = (plan) => {
      stated = plan.licence;
      return Promise.resolve(false);
    };
    await addModel(data, pratham.name, agreed(from, { ...licence, agreesUnread: true, confirm }));
    assert.match(stated!, /^unknown/);
    const { url: moved } = await fileServer(
      t,
      (request, response) => void response.writeHead(302, { location: `${request.url}-2` }).end(),
      (_, response) => void response.end('* License: CC0-1.0\n'),
    );
    await addModel(data, pratham.name, agreed(moved, { ...licence, confirm }));
    assert.equal(stated, 'CC0-1.0');
  });
});
