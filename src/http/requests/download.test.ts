import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { sendObject } from '../index.ts';
import { startTestServer } from '../testing.ts';

const object = { id: 'a', type: 'audio/wav', filename: 'a.wav', size: 4, blob: 'a' };
const ofFile = ['content-disposition', 'etag', 'accept-ranges', 'content-range', 'content-length'];

async function answerOf(get: () => Promise<Readable | undefined>, method: 'GET' | 'HEAD', range?: string) {
  const stat = async () => ((await get()) === undefined ? undefined : { key: 'a', size: 4, modifiedAt: new Date(0) });
  const server = await startTestServer({
    routes: (app) => void app.get('/object', (request, reply) => sendObject(request, reply, object, { get, stat })),
  });
  const answer = await server.inject({ url: '/object', method, headers: { range } });
  await server.close();
  return answer;
}

describe('a download', () => {
  it('whose object is gone or cannot be read has no header of the file', async () => {
    for (const method of ['GET', 'HEAD'] as const) {
      for (const range of [undefined, 'bytes=1-2']) {
        const gone = await answerOf(() => Promise.resolve(undefined), method, range);
        const broken = await answerOf(() => Promise.reject(new Error('broken')), method, range);
        assert.deepEqual([gone.statusCode, broken.statusCode], [404, 500], method);
        for (const { headers } of [gone, broken]) {
          const { 'content-type': type, ...rest } = headers;
          assert.match(String(type), /^application\/json/);
          for (const name of ofFile.slice(0, 4)) assert.equal(rest[name], undefined, `${method} ${name}`);
          assert.notEqual(rest['content-length'], '2');
        }
      }
    }
  });

  it('has them all where it is there, also for HEAD', async () => {
    const get = () => Promise.resolve(Readable.from([Buffer.from('bc')]));
    const [whole, part] = [await answerOf(get, 'HEAD'), await answerOf(get, 'GET', 'bytes=1-2')];
    assert.deepEqual([whole.statusCode, whole.body, whole.headers['content-length']], [200, '', '4']);
    assert.deepEqual([part.statusCode, part.body], [206, 'bc']);
    for (const name of ofFile) assert.notEqual(part.headers[name], undefined, name);
  });
});
