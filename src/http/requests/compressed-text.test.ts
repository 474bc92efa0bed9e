import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { chooseCoding, CompressedText } from './compressed-text.ts';

describe('the coding of an answer', () => {
  const cases: readonly (readonly [string | undefined, 'br' | 'gzip' | undefined])[] = [
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['deflate, zstd', undefined],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['GZIP;q=0.5, br;q=0', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *;q=0.1', 'gzip'],
    ['gzip;q=0, *;q=0', undefined],
    ['gzip;q=wrong', undefined],
  ];
  for (const [accepted, coding] of cases) {
    it(`is ${coding ?? 'none'} for ${JSON.stringify(accepted)}`, () => assert.equal(chooseCoding(accepted), coding));
  }
});

describe('a compressed text', () => {
  const text = 'Grüße, '.repeat(1000);
  const app = fastify();
  const page = new CompressedText('text/plain', text);
  app.get('/', (request, reply) => page.send(request, reply));
  const get = (headers: Readonly<Record<string, string>>) => app.inject({ url: '/', headers });

  it('is the same text in every coding, which the headers name', async () => {
    const [plain, br, gzip] = await Promise.all(['identity', 'br', 'gzip'].map((c) => get({ 'accept-encoding': c })));
    assert.equal(plain!.body, text);
    assert.equal(plain!.headers['content-encoding'], undefined);
    assert.equal(br!.headers['content-encoding'], 'br');
    assert.equal(brotliDecompressSync(br!.rawPayload).toString(), text);
    assert.equal(gzip!.headers['content-encoding'], 'gzip');
    assert.equal(gunzipSync(gzip!.rawPayload).toString(), text);
    for (const answer of [plain, br, gzip]) {
      assert.equal(answer!.headers.vary, 'accept-encoding');
      assert.equal(answer!.headers['content-type'], 'text/plain; charset=utf-8');
    }
    assert.ok(br!.rawPayload.length < text.length / 20);
  });

  it('is not sent again to who has it', async () => {
    const { etag } = (await get({})).headers;
    const again = await get({ 'if-none-match': `"other", ${String(etag)}` });
    assert.equal(again.statusCode, 304);
    assert.equal(again.body, '');
    assert.equal((await get({ 'if-none-match': '"other"' })).statusCode, 200);
  });
});
