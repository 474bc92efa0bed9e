import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { after, before, describe, it, type TestContext } from 'node:test';
import { Listener } from './listener.ts';
import { startTestServer, type TestServer } from './testing.ts';

interface Answer {
  readonly status: number;
  readonly head: string;
  readonly body: { readonly error_code: string; readonly message: string; readonly request_id: string };
}

/** A server on a port whose route `/slow` answers half at once, the rest when `finish` is called. */
async function listen(t?: TestContext, requestTimeoutMs?: number) {
  let finish!: () => void;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const server = await startTestServer({
    server: { requestTimeoutMs },
    routes(app) {
      app.get('/slow', { config: { public: true } }, async (_request, reply) => {
        reply.hijack();
        reply.raw.writeHead(200, { 'content-length': '10' }).write('first');
        await finished;
        reply.raw.end('-last');
      });
    },
  });
  const listener = new Listener(server.app.server, { ends: server.app.connectionEnds });
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  t?.after(() => server.close());
  return { server, listener, finish, port: (server.app.server.address() as AddressInfo).port };
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

/** Everything the server sends until it ends the connection. */
async function readAll(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (data: Buffer) => (text += data.toString()));
  await once(socket, 'close');
  return text;
}

async function ask(port: number, request: string): Promise<Answer> {
  const socket = await open(port);
  socket.write(request);
  const [head = '', body = ''] = (await readAll(socket)).split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head, body: JSON.parse(body) as Answer['body'] };
}

describe('a request that is not as HTTP wants it', () => {
  let server: TestServer;
  let port: number;
  before(async () => {
    ({ server, port } = await listen());
  });
  after(() => server.close());

  it('gets 417 for an expectation that is not supported', async () => {
    const { status, body } = await ask(
      port,
      'GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: foo\r\nConnection: close\r\n\r\n',
    );
    assert.equal(status, 417);
    assert.equal(body.error_code, 'invalid_request');
    assert.match(body.message, /"Expect"/);
  });

  it('gets 400 without Host in HTTP/1.1, and its answer in HTTP/1.0', async () => {
    const { status, body } = await ask(port, 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n');
    assert.equal(status, 400);
    assert.match(body.message, /"Host"/);
    assert.equal((await ask(port, 'GET /healthz HTTP/1.0\r\n\r\n')).status, 200);
  });

  it('gets 405 for CONNECT, with the methods there are', async () => {
    const { status, head, body } = await ask(port, 'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n');
    assert.equal(status, 405);
    assert.match(head, /^allow: GET, /m);
    assert.equal(body.error_code, 'method_not_allowed');
    assert.ok(head.includes(body.request_id));
  });
});

describe('a request that does not arrive in time', () => {
  it('gets 408, whether its headers or its body are missing', async (t) => {
    const { port } = await listen(t, 300);
    const head = 'POST /healthz HTTP/1.1\r\nHost: x\r\n';
    const answers = await Promise.all([ask(port, head), open(port).then(readAll)]);
    assert.equal(answers[0].status, 408);
    assert.match(answers[1], /^HTTP\/1.1 408 /);
    assert.match(answers[0].body.message, /in time/);
  });
});

describe('a listener that drains', () => {
  it('lets an answer end and closes its connection then, others at once', async (t) => {
    const { server, listener, finish, port } = await listen(t);
    const [busy, idle, silent] = await Promise.all([open(port), open(port), open(port)]);
    const all = [busy, idle, silent].map(readAll);
    idle.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(idle, 'data');
    busy.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(busy, 'data');
    const closed = server.app.close();
    listener.drain(new AbortController().signal);
    await Promise.all([all[1], all[2]]);
    finish();
    assert.match((await all[0])!, /first-last$/);
    await closed;
  });

  it('cuts off what is still there at the deadline', async (t) => {
    const { server, listener, port } = await listen(t);
    const busy = await open(port);
    const said = readAll(busy);
    busy.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(busy, 'data');
    const closed = server.app.close();
    const deadline = new AbortController();
    listener.drain(deadline.signal);
    deadline.abort();
    assert.match(await said, /first$/);
    await closed;
  });
});
