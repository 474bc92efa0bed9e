/** Tools that are requests to others, against a real server. */
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { ToolDefinition } from '../agents/tool-definition.ts';
import { problemOfArguments } from './tool-arguments.ts';
import { webhookCaller } from './webhook-tool.ts';

type WebhookTool = Extract<ToolDefinition, { readonly type: 'webhook' }>;

let server: Server;
let address: string;
const seen: { readonly request: IncomingMessage; readonly body: string }[] = [];
let answer = { status: 200, body: '{"order":{"state":"sent","items":[{"id":7}]}}', location: '' };
before(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (data: Buffer) => (body += data.toString()));
    request.on('end', () => {
      seen.push({ request, body });
      response.writeHead(answer.status, answer.location === '' ? {} : { location: answer.location });
      response.end(answer.body);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => server.close());

function tool(api: Partial<WebhookTool['api_schema']> = {}, more: Partial<WebhookTool> = {}): WebhookTool {
  return {
    type: 'webhook',
    name: 'find_order',
    description: 'Finds an order.',
    pre_tool_speech: 'auto',
    execution_mode: 'immediate',
    response_timeout_secs: 5,
    assignments: [],
    ...more,
    api_schema: {
      url: `${address}/orders/{order}/state`,
      method: 'GET',
      path_params_schema: { order: { type: 'string' } },
      query_params_schema: null,
      request_body_schema: null,
      request_headers: {},
      authentication: null,
      ...api,
    },
  };
}

type Body = NonNullable<WebhookTool['api_schema']['request_body_schema']>;

function objectWith(properties: Body['properties'], ...required: string[]): Body {
  return { type: 'object', properties, required };
}

const call = webhookCaller({ secrets: { open: (text) => `opened ${text}` }, allowPrivate: true });
const signal = new AbortController().signal;

describe('a tool that is a request', () => {
  it('has what the model, constants, variables and secrets give, each in its place', async () => {
    answer = { status: 200, body: '{"order":{"state":"sent","items":[{"id":7}]}}', location: '' };
    const definition = tool(
      {
        method: 'POST',
        query_params_schema: {
          properties: {
            lang: { type: 'string', constant_value: 'de' },
            who: { type: 'string', dynamic_variable: 'name' },
          },
          required: [],
        },
        request_body_schema: {
          type: 'object',
          properties: { note: { type: 'string' }, pin: { type: 'string', dynamic_variable: 'secret__pin' } },
          required: [],
        },
        request_headers: { 'X-Key': { type: 'secret', sealed: 'abc', secret_description: null } },
        authentication: { mode: 'bearer', token: { type: 'secret', sealed: 'tok', secret_description: null } },
      },
      {
        assignments: [
          { dynamic_variable: 'state', value_path: 'order.state' },
          { dynamic_variable: 'item', value_path: 'order.items.0.id' },
        ],
      },
    );
    const given = { order: 'a/b?c', note: 'quick' };
    const result = await call(definition, given, { name: 'Ada\r\nX-Evil: 1', secret__pin: '1234' }, signal);
    const { request, body } = seen.at(-1)!;
    assert.equal(request.url, '/orders/a%2Fb%3Fc/state?lang=de&who=Ada%0D%0AX-Evil%3A+1');
    assert.deepEqual(JSON.parse(body), { note: 'quick', pin: '1234' });
    assert.equal(request.headers['x-key'], 'opened abc');
    assert.equal(request.headers.authorization, 'Bearer opened tok');
    assert.deepEqual(result, { result: answer.body, isError: false, updates: { state: 'sent', item: 7 } });
  });

  it('has a body of the type that its owner says, else of JSON', async () => {
    answer = { status: 200, body: '{}', location: '' };
    const types: (string | undefined)[] = [];
    for (const request_headers of [{}, { 'Content-Type': 'application/merge-patch+json' }]) {
      const body = objectWith({ note: { type: 'string' } });
      const definition = tool({ method: 'PATCH', request_body_schema: body, request_headers });
      await call(definition, { order: '1', note: 'quick' }, {}, signal);
      assert.equal(seen.at(-1)!.body, '{"note":"quick"}');
      types.push(seen.at(-1)!.request.headers['content-type']);
    }
    assert.deepEqual(types, ['application/json', 'application/merge-patch+json']);
  });

  it('has no value for what was left out, also of names that every object has', async () => {
    answer = { status: 200, body: '{}', location: '' };
    const properties = { constructor: { type: 'string' }, toString: { type: 'string' } } as const;
    const definition = tool({
      method: 'POST',
      query_params_schema: { properties, required: ['toString'] },
      request_body_schema: objectWith(properties),
    });
    assert.equal(problemOfArguments(definition, { order: '1' }), '"toString" is required.');
    await call(definition, { order: '1' }, {}, signal);
    const { request, body } = seen.at(-1)!;
    assert.deepEqual([request.url, body], ['/orders/1/state', '{}']);
  });

  it('has no object that the model left out, unless what is fixed in it makes it whole', async () => {
    answer = { status: 200, body: '{}', location: '' };
    const zip = { type: 'string' } as const;
    const country = { type: 'string', constant_value: 'DE' } as const;
    const parts = {
      free: objectWith({ zip }, 'zip'),
      optional: objectWith({ zip }),
      half: objectWith({ zip, country }, 'zip'),
      fixed: objectWith({ zip, country }, 'country'),
    };
    const outer = objectWith({ free: parts.free });
    const definition = tool({ method: 'POST', request_body_schema: objectWith({ ...parts, outer }) });
    const sent = async (given: object): Promise<unknown> => {
      await call(definition, { order: '1', ...given }, {}, signal);
      return JSON.parse(seen.at(-1)!.body);
    };
    assert.deepEqual(await sent({}), { fixed: { country: 'DE' } });
    assert.deepEqual(await sent({ optional: {}, outer: {}, half: { zip: '1' } }), {
      optional: {},
      outer: {},
      half: { zip: '1', country: 'DE' },
      fixed: { country: 'DE' },
    });
  });

  it('never leaves its path, whatever the model gives', async () => {
    const before = seen.length;
    for (const order of ['..', '.']) {
      const { isError, result } = await call(tool(), { order }, {}, signal);
      assert.deepEqual([isError, seen.length], [true, before], order);
      assert.match(result, /path/u);
    }
    const dotted = tool({ url: `${address}/orders/.{order}` });
    assert.equal((await call(dotted, { order: '.' }, {}, signal)).isError, true);
    assert.equal(seen.length, before);
    await call(tool(), { order: '\ud800' }, {}, signal);
    assert.equal(seen.at(-1)!.request.url, '/orders/%EF%BF%BD/state');
  });

  it('is an error where the answer is one, leads elsewhere, or is too large', async () => {
    answer = { status: 404, body: 'no order', location: '' };
    assert.deepEqual(await call(tool(), { order: '1' }, {}, signal), {
      result: '{"status":404,"body":"no order"}',
      isError: true,
    });
    answer = { status: 302, body: '', location: `${address}/elsewhere` };
    assert.equal((await call(tool(), { order: '1' }, {}, signal)).isError, true);
    assert.notEqual(seen.at(-1)!.request.url, '/elsewhere');
    answer = { status: 200, body: 'x'.repeat(65_537), location: '' };
    assert.equal((await call(tool(), { order: '1' }, {}, signal)).result, 'result_too_large');
  });

  it('follows no redirect, least of all to a private address', async () => {
    const before = seen.length;
    for (const status of [301, 302, 303, 307, 308]) {
      for (const location of [
        'http://169.254.169.254/latest/meta-data/',
        `${address}/private`,
        'http://[::1]/',
        '//0/',
      ]) {
        answer = { status, body: 'moved', location };
        assert.deepEqual(await call(tool(), { order: '1' }, {}, signal), {
          result: `{"status":${status},"body":"moved"}`,
          isError: true,
        });
        // The model, which speaks to strangers, is not told where it leads.
      }
    }
    assert.equal(seen.length, before + 20);
    assert.ok(seen.slice(before).every(({ request }) => request.url!.startsWith('/orders/')));
  });

  it('does not reach what it may not, and tells the model nothing of the network', async () => {
    const careful = webhookCaller({ secrets: { open: (text) => text }, allowPrivate: false });
    const before = seen.length;
    const { isError, result } = await careful(tool(), { order: '1' }, {}, signal);
    assert.deepEqual([isError, result, seen.length], [true, 'The request failed.', before]);
    const missing = tool({ path_params_schema: { order: { type: 'string', dynamic_variable: 'constructor' } } });
    assert.match((await call(missing, {}, {}, signal)).result, /"constructor" has no value/u);
  });
});
