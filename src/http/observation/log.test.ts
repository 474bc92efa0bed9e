import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { ServiceError } from '../../errors/service-error.ts';
import { createLogger, type LogOptions } from '../index.ts';
import { withoutCredentials } from './log.ts';
import { startTestServer } from '../testing.ts';

interface LogLine {
  readonly msg: string;
  readonly level: number;
  readonly request_id?: string;
  readonly [name: string]: unknown;
}

function recorder(options: LogOptions = {}) {
  const lines: string[] = [];
  const logger = createLogger({ ...options, destination: { write: (line) => lines.push(line) } });
  return {
    logger,
    secret: '',
    text: () => lines.join(''),
    lines: () => lines.map((line) => JSON.parse(line) as LogLine),
  };
}

const spoken = 'the quick brown transcript';

/** A server that meets every way in which a secret could reach its log. */
async function busyServer() {
  const record = recorder({ level: 'trace' });
  const server = await startTestServer({
    server: { logger: record.logger },
    authentication: { verifyToken: () => Promise.resolve(undefined) },
    routes(app) {
      app.post('/tts', { schema: { body: z.object({ transcript: z.string(), speed: z.number() }) } }, (request) => {
        request.log.info({ transcript: (request.body as { transcript: string }).transcript }, 'careless');
        return {};
      });
      app.get('/socket', { websocket: true }, (socket) => {
        socket.close();
      });
      app.get('/broken', (request) => {
        request.log.info({ req: request, headers: request.headers }, 'careless');
        throw Object.assign(new Error(`could not ask http://host/?api_key=${record.secret}`), {
          headers: request.headers,
          transcript: spoken,
        });
      });
      app.get('/known', () => {
        throw new ServiceError('engine_failed', 'failed', { cause: new Error('inner') });
      });
    },
  });
  record.secret = server.apiKey;
  return { record, server };
}

describe('the log', () => {
  it('has no error for a server that is expected not to be ready, and the cause of one that is not', async () => {
    const record = recorder();
    const state: { problem?: Error } = {};
    const server = await startTestServer({
      server: { logger: record.logger },
      readiness: {
        node: () =>
          state.problem === undefined
            ? Promise.resolve({ missing: ['the engines are warming up'], notes: [] })
            : Promise.reject(state.problem),
        storage: () => Promise.resolve({ missing: [], notes: [] }),
        speech: () => Promise.resolve({ missing: ['the engines are warming up'], notes: [] }),
      },
      isDraining: () => true,
    });
    for (const url of ['/readyz', '/readyz/speech', '/anything']) await server.inject({ url });
    assert.deepEqual(
      record.lines().filter(({ level }) => level >= 50),
      [],
    );
    state.problem = new Error('the disk is gone');
    await server.inject({ url: '/readyz' });
    assert.match(JSON.stringify(record.lines().filter(({ level }) => level >= 50)), /the disk is gone/);
    await server.close();
  });

  it('has one JSON line for a request, with the id of its response, its caller and its outcome', async () => {
    const { record, server } = await busyServer();
    const response = await server.inject({ url: '/broken?page=2' });
    const line = record.lines().find(({ msg }) => msg === 'request')!;
    assert.equal(line.request_id, response.headers['cartesia-request-id']);
    const { method, path, status, error_code, organization_id } = line;
    assert.deepEqual(
      { method, path, status, error_code, organization_id },
      {
        method: 'GET',
        path: '/broken',
        status: 500,
        error_code: 'internal_error',
        organization_id: server.organizationId,
      },
    );
    assert.match(String(line.key_id), /^[0-9a-f-]{36}$/);
    assert.equal(typeof line.ms, 'number');
    await server.close();
  });

  it('is silent about health checks and scrapes', async () => {
    const { record, server } = await busyServer();
    for (const url of ['/healthz', '/readyz', '/metrics', '/']) await server.inject({ url });
    assert.deepEqual(
      record.lines().filter(({ msg }) => msg === 'request'),
      [],
    );
    await server.close();
  });

  it('never holds a credential or a transcript, wherever they were sent and whatever went wrong', async () => {
    const { record, server } = await busyServer();
    const { apiKey, adminKey } = server;
    const body = JSON.stringify({ transcript: spoken, speed: 1 });
    await server.inject({ method: 'POST', url: '/tts', payload: body });
    await server.inject({ method: 'POST', url: '/tts', payload: body.replace('1', '"x"') });
    await server.inject({ method: 'POST', url: '/tts', payload: body.slice(0, -3) });
    for (const path of ['/broken', '/known', '/nope', '/%zz', '/socket']) {
      await server.inject({ url: `${path}?api_key=${apiKey}&access_token=aaaa.bbbb.cccc` });
      await server.inject({ url: path, headers: { 'x-api-key': undefined, authorization: `Bearer ${apiKey}` } });
      await server.inject({ url: path, headers: { 'x-api-key': adminKey, authorization: 'Bearer aaaa.bbbb.cccc' } });
    }
    await server.injectSocket(`/socket?cartesia_version=2026-08-14&api_key=${apiKey}`).then((socket) => {
      socket.terminate();
    });
    await server.close();
    const log = record.text();
    assert.ok(record.lines().length > 15);
    for (const secret of [apiKey, adminKey, apiKey.slice(7), adminKey.slice(13), 'aaaa.bbbb.cccc', spoken]) {
      assert.ok(!log.includes(secret), secret);
    }
  });

  it('keeps the stack of an error, and the cause behind a known one', async () => {
    const { record, server } = await busyServer();
    await server.inject({ url: '/known' });
    const line = record.lines().find(({ level }) => level === 50)! as unknown as {
      err: { message: string; stack: string };
    };
    assert.match(line.err.message, /failed/);
    assert.match(line.err.stack, /inner/);
    await server.close();
  });

  it('has no error for a client that leaves in the middle of its body', async () => {
    const { record, server } = await busyServer();
    const { hostname, port } = new URL(await server.app.listen({ port: 0, host: '127.0.0.1' }));
    const client = connect(Number(port), hostname);
    const headers = ['Host: x', `X-API-Key: ${server.apiKey}`, 'Service-Version: 2026-08-14', 'Content-Length: 99'];
    client.write(`POST /tts HTTP/1.1\r\n${headers.join('\r\n')}\r\nContent-Type: application/json\r\n\r\n{`);
    const [, reply] = (await once(server.app.server, 'request')) as [IncomingMessage, ServerResponse];
    await setImmediate();
    client.destroy();
    await once(reply, 'close');
    while (!record.lines().some(({ error_code: code }) => code !== undefined)) await setImmediate();
    await server.close();
    const [line, ...more] = record.lines().filter(({ level, error_code: code }) => code !== undefined || level > 30);
    assert.deepEqual([line?.level, line?.error_code, more], [30, 'invalid_request', []]);
  });

  it('has the level it is told, and lines for people at a terminal', () => {
    const quiet = recorder({ level: 'warn' });
    quiet.logger.info('no');
    quiet.logger.warn('yes');
    assert.deepEqual(
      quiet.lines().map(({ msg }) => msg),
      ['yes'],
    );
    const people = recorder({ pretty: true });
    people.logger.info({ port: 8080 }, 'listening');
    assert.match(people.text(), /INFO.*listening/);
    assert.throws(() => people.lines());
  });
});

/** What a process wrote that says some lines right behind another one and ends in some way, at the latest when it has written them. */
async function lastLines(end: string): Promise<readonly string[]> {
  const script = `
    import { createLogger } from ${JSON.stringify(new URL('log.ts', import.meta.url).href)};
    const logger = createLogger({ pretty: false });
    const say = () => {
      for (let line = 0; line < 5; line++) logger.info(String(line));
      ${end};
    };
    logger.info('first');
    // By then that line has been passed on.
    setImmediate(() => setImmediate(say));`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 30_000,
  });
  child.stdout.on('data', (data: Buffer) => {
    if (data.includes('"msg":"4"')) child.kill();
  });
  const lines = (await text(child.stdout)).trimEnd().split('\n');
  // Another thread writes the first one, at any time.
  return lines.map((line) => (JSON.parse(line) as LogLine).msg).filter((line) => line !== 'first');
}

describe('the log of a process', () => {
  for (const [how, end, last] of [
    ['has nothing left to do', '', []],
    ['goes on', 'setInterval(() => undefined, 1000)', []],
    ['exits', 'process.exit(1)', []],
    ['fails', 'throw new Error("failed")', []],
    ['is killed behind a fatal line', 'logger.fatal("end"); process.kill(process.pid, "SIGKILL")', ['end']],
  ] as const) {
    it(`has all its lines when it ${how}`, async () => {
      assert.deepEqual(await lastLines(end), ['0', '1', '2', '3', '4', ...last]);
    });
  }
});

it('the log of a process that hangs has its last warning and what was said before', { timeout: 30_000 }, async () => {
  const script = `
    import { createLogger } from ${JSON.stringify(new URL('log.ts', import.meta.url).href)};
    const logger = createLogger({ pretty: false });
    const hang = () => { for (;;); };
    process.stdin.once('data', () => {
      logger.info('before');
      logger.warn('last');
      setImmediate(() => setImmediate(hang));
    });
    logger.info('first');`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: 15_000,
  });
  let written = '';
  for await (const data of child.stdout) {
    // It hangs while these lines are still gathered, and after the write of the first one has ended.
    if (written === '') child.stdin.write('go');
    written += String(data);
    if (written.includes('"last"')) child.kill('SIGKILL');
  }
  const lines = written.trimEnd().split('\n');
  assert.deepEqual(
    lines.map((line) => (JSON.parse(line) as LogLine).msg),
    ['first', 'before', 'last'],
  );
});

describe('the last line of defence', () => {
  it('takes credentials out of any text', () => {
    assert.equal(
      withoutCredentials('{"a":"sk_car_abc123","b":"sk_car_admin_XYZ"}'),
      '{"a":"sk_car_[redacted]","b":"sk_car_[redacted]"}',
    );
    assert.equal(withoutCredentials('{"secret":"whsec_MfKQ9r8G+K/q=="}'), '{"secret":"whsec_[redacted]"}');
    assert.equal(
      withoutCredentials('GET /x?a=1&api_key=k&access_token=t HTTP'),
      'GET /x?a=1&api_key=[redacted]&access_token=[redacted] HTTP',
    );
    assert.equal(withoutCredentials('{"authorization":"Bearer a.b.c"}'), '{"authorization":"Bearer [redacted]"}');
  });
});
