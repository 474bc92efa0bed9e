/** Bodies that are made as their client takes them: clients that take nothing or leave, credentials that end, bodies that fail. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { sendObject } from './requests/download.ts';
import { responseStream, type BodyPiece } from './response-stream.ts';
import { startTestServer, type TestServer } from './testing.ts';

const limit = { timeout: 30_000 };
/** One of the pieces that do not end. */
const endless = 'x'.repeat(1 << 14);

let server: TestServer;
let url: string;
let keyId: string;
/** Of the newest body: its pieces are not asked for any more. */
let left: PromiseWithResolvers<undefined>;

async function* bytesOf(): AsyncGenerator<Buffer, void, void> {
  for await (const { bytes } of bodyOf('endless')) yield Buffer.from(bytes as string);
}

async function* bodyOf(kind: string): AsyncGenerator<BodyPiece, void, void> {
  try {
    yield { bytes: 'first ', seconds: 0 };
    if (kind === 'failing') throw new Error('it broke');
    while (kind !== 'short') {
      // A body in parts that are made one after the other, as others are served between them.
      await new Promise(setImmediate);
      yield { bytes: endless, seconds: 0 };
    }
    yield { bytes: 'last', seconds: 0 };
  } finally {
    left.resolve(undefined);
  }
}

before(async () => {
  server = await startTestServer({
    outbound: { stallMs: 300 },
    routes(app) {
      app.get('/object', { config: { auth: 'tts' } }, (request, reply) => {
        const content = Readable.from(bytesOf(), { objectMode: false });
        content.once('close', () => left.resolve(undefined));
        const object = { id: '1', type: 'application/octet-stream', filename: 'file', size: 1 << 30, blob: 'file' };
        return sendObject(request, reply, object, {
          get: () => Promise.resolve(content),
          stat: () => Promise.resolve(undefined),
        });
      });
      app.get<{ Params: { kind: string }; Querystring: { events?: string } }>(
        '/body/:kind',
        { config: { auth: 'tts' } },
        (request, reply) => {
          keyId = request.principal.keyId;
          const errorEvent = (error: unknown): string => `error: ${(error as Error).message}`;
          const body = responseStream(request, reply, bodyOf(request.params.kind), {
            transport: 'test',
            ...(request.query.events !== undefined && { errorEvent }),
          });
          return reply.type('text/plain').send(body);
        },
      );
    },
  });
  url = await server.app.listen({ port: 0, host: '127.0.0.1' });
});
after(() => server.close());

function headers(): Record<string, string> {
  return { 'x-api-key': server.apiKey, 'service-version': '2026-08-14' };
}

/** The answer, of which nothing is read yet. */
async function answerOf(path: string): Promise<IncomingMessage> {
  left = Promise.withResolvers();
  const asked = get(new URL(`${url}/body/${path}`), { headers: headers(), agent: false });
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  response.pause();
  return response;
}

async function ends(reason: string): Promise<boolean> {
  const metrics = await server.app.metrics.registry.metrics();
  return metrics.includes(`sonorant_connections_ended_total{transport="test",reason="${reason}"} 1`);
}

describe('a body that is made as its client takes it', () => {
  it('comes whole', limit, async () => {
    assert.equal(await text(await answerOf('short')), 'first last');
    await left.promise;
  });

  it('is cut where the client takes nothing, and what makes it ends', limit, async () => {
    const response = await answerOf('endless');
    await left.promise;
    await assert.rejects(text(response), /aborted/);
    assert.ok(await ends('stalled'));
  });

  it('is cut where it is an object, too, which is closed', limit, async () => {
    const response = await answerOf('../object');
    await left.promise;
    await assert.rejects(text(response), /aborted/);
    const metrics = await server.app.metrics.registry.metrics();
    assert.ok(metrics.includes('sonorant_connections_ended_total{transport="download",reason="stalled"} 1'));
  });

  it('ends with what makes it when the client leaves', limit, async () => {
    const response = await answerOf('endless');
    response.destroy();
    await left.promise;
    assert.equal(await ends('answer_failed'), false, 'it has not failed');
  });

  it('breaks off where it fails, and says so where it is made of events', limit, async () => {
    await assert.rejects(text(await answerOf('failing')), /aborted/);
    assert.ok(await ends('answer_failed'));
    assert.equal(await text(await answerOf('failing?events')), 'first error: it broke');
  });

  it('ends with its credential', limit, async () => {
    const response = await answerOf('endless?events');
    server.app.connections.revoke(keyId);
    await left.promise;
    assert.match(await text(response), /error: The credential of this stream has expired or was revoked\.$/);
    assert.ok(await ends('credential_revoked'));
  });

  it('ends with a server that stops waiting for it', limit, async () => {
    const response = await answerOf('endless');
    await server.app.connections.drain(AbortSignal.timeout(1));
    await left.promise;
    await assert.rejects(text(response), /aborted/);
    assert.ok(await ends('shutting_down'));
    assert.equal(server.app.connections.size, 0);
  });
});
