import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ServiceError } from '../errors/service-error.ts';
import { parseWith } from '../errors/validation.ts';
import { changeTool, defineTool, showTool, type ToolDefinition, type ToolOptions } from './tool-definition.ts';
import { newToolSchema, shownToolSchemas, toolPatchSchema } from './tool-schema.ts';

const options: ToolOptions = {
  seal: (secret) => `sealed(${Array.from(secret).reverse().join('')})`,
  allowPrivate: false,
};

const common = {
  name: 'find_order',
  description: 'Finds an order.',
  pre_tool_speech: 'auto',
  execution_mode: 'immediate',
};

const client = {
  type: 'client',
  ...common,
  expects_response: true,
  parameters: {
    type: 'object',
    properties: { order: { type: 'string', description: 'Its number' } },
    required: ['order'],
  },
};

const api = { url: 'https://api.example.org/orders', method: 'GET' };
function webhook(more: object = {}, rest: object = {}) {
  return { type: 'webhook', ...common, api_schema: { ...api, ...more }, ...rest };
}

function secret(value?: string) {
  return { type: 'secret', ...(value !== undefined && { secret_value: value }) };
}

function define(tool: unknown): ToolDefinition {
  return defineTool(parseWith(newToolSchema, tool), options);
}

function change(tool: ToolDefinition, patch: unknown): ToolDefinition {
  return changeTool(tool, parseWith(toolPatchSchema, patch), options);
}

function show(tool: ToolDefinition) {
  return showTool(tool) as unknown as Record<string, never> & { readonly api_schema: Record<string, unknown> };
}

function refusal(make: () => unknown): string {
  try {
    make();
    return 'taken';
  } catch (error) {
    assert.ok(error instanceof ServiceError && error.code === 'invalid_request', String(error));
    return error.message;
  }
}

function at(path: string) {
  return new RegExp(`→ at ${path.replaceAll(/[.[\]$]/g, '\\$&')}(\\n|$)`);
}

describe('a new tool', () => {
  it('has twenty seconds to answer and no assignments unless it says otherwise', () => {
    assert.deepEqual(define(client), { ...client, response_timeout_secs: 20 });
    assert.deepEqual(show(define(webhook())), {
      ...webhook({
        path_params_schema: {},
        query_params_schema: null,
        request_body_schema: null,
        request_headers: {},
        authentication: null,
      }),
      response_timeout_secs: 20,
      assignments: [],
    });
  });

  const values = (type: string, value: unknown) => ({
    parameters: { type: 'object', properties: { p: { type, ...(value as object) } } },
  });
  const deep = (depth: number): object =>
    depth === 0 ? { type: 'string' } : { type: 'object', properties: { p: deep(depth - 1) } };
  const body = (properties: object, required: string[] = []) => ({
    method: 'POST',
    request_body_schema: { type: 'object', properties, required },
  });
  const query = (properties: object, required: string[] = []) => ({ query_params_schema: { properties, required } });
  const cases: readonly (readonly [
    name: string,
    taken: readonly object[],
    refused: readonly (readonly [tool: object, path: string])[],
  ])[] = [
    [
      'is of a type',
      [client, webhook()],
      [
        [{ ...client, type: 'mcp' }, 'type'],
        [{ name: 'x' }, 'type'],
      ],
    ],
    [
      'is named with a letter, then letters, digits, _ and -',
      ['a', 'A-1_b', 'x'.repeat(64)].map((name) => ({ ...client, name })),
      ['1a', '_a', 'a b', '', 'x'.repeat(65)].map((name) => [{ ...client, name }, 'name'] as const),
    ],
    [
      'is described in 1 to 2000 characters',
      [{ ...client, description: 'x'.repeat(2000) }],
      [
        [{ ...client, description: '' }, 'description'],
        [{ ...client, description: 'x'.repeat(2001) }, 'description'],
      ],
    ],
    [
      'answers within 1 to 120 seconds',
      [
        { ...client, response_timeout_secs: 1 },
        { ...client, response_timeout_secs: 120 },
      ],
      [
        [{ ...client, response_timeout_secs: 0 }, 'response_timeout_secs'],
        [{ ...client, response_timeout_secs: 121 }, 'response_timeout_secs'],
      ],
    ],
    [
      'says how it speaks and runs',
      [{ ...client, pre_tool_speech: 'force', execution_mode: 'async' }],
      ['name', 'description', 'pre_tool_speech', 'execution_mode', 'expects_response', 'parameters'].map(
        (member) => [{ ...client, [member]: undefined }, member] as const,
      ),
    ],
    [
      'has parameters with values of five types',
      ['string', 'integer', 'number', 'boolean']
        .map((type) => ({ ...client, ...values(type, {}) }))
        .concat([{ ...client, ...values('array', { items: { type: 'integer' } }) }]),
      [
        [{ ...client, ...values('object', {}) }, 'parameters.properties.p.type'],
        [{ ...client, ...values('array', {}) }, 'parameters.properties.p.items'],
        [{ ...client, ...values('string', { items: { type: 'string' } }) }, 'parameters.properties.p.items'],
        [{ ...client, ...values('array', { items: { type: 'array' } }) }, 'parameters.properties.p.items.type'],
        [{ ...client, ...values('string', { description: 'x'.repeat(1001) }) }, 'parameters.properties.p.description'],
      ],
    ],
    [
      'enumerates 1 to 64 values of the type',
      [{ ...client, ...values('integer', { enum: Array.from({ length: 64 }, (_, index) => index) }) }],
      [
        [{ ...client, ...values('integer', { enum: [] }) }, 'parameters.properties.p.enum'],
        [
          { ...client, ...values('integer', { enum: Array.from({ length: 65 }, (_, index) => index) }) },
          'parameters.properties.p.enum',
        ],
        [{ ...client, ...values('integer', { enum: [1, 1.5] }) }, 'parameters.properties.p.enum[1]'],
        [{ ...client, ...values('string', { enum: ['a', 'a'] }) }, 'parameters.properties.p.enum'],
      ],
    ],
    [
      'requires parameters that it has',
      [],
      [
        [{ ...client, parameters: { type: 'object', properties: {}, required: ['x'] } }, 'parameters.required[0]'],
        [webhook(query({}, ['x'])), 'api_schema.query_params_schema.required[0]'],
        [webhook(body({}, ['x'])), 'api_schema.request_body_schema.required[0]'],
        [
          {
            ...client,
            parameters: {
              type: 'object',
              properties: {},
              required: Array.from({ length: 65 }, (_, index) => `${index}`),
            },
          },
          'parameters.required',
        ],
      ],
    ],
    [
      'fixes a parameter to a value or a variable, not to both',
      [
        webhook(query({ p: { type: 'integer', constant_value: 1 } })),
        webhook(query({ p: { type: 'string', dynamic_variable: 'system__time' } })),
      ],
      [
        [
          webhook(query({ p: { type: 'integer', constant_value: 1, dynamic_variable: 'x' } })),
          'api_schema.query_params_schema.properties.p.dynamic_variable',
        ],
        [
          webhook(query({ p: { type: 'integer', constant_value: '1' } })),
          'api_schema.query_params_schema.properties.p.constant_value',
        ],
        [
          webhook(query({ p: { type: 'string', enum: ['a'], constant_value: 'b' } })),
          'api_schema.query_params_schema.properties.p.constant_value',
        ],
        [
          webhook(query({ p: { type: 'string', dynamic_variable: 'a b' } })),
          'api_schema.query_params_schema.properties.p.dynamic_variable',
        ],
      ],
    ],
    [
      'sends a body of bounded depth, with methods that have one',
      [
        webhook(body({ p: deep(4) })),
        webhook(body({ p: { type: 'array', items: deep(3) } })),
        webhook({ ...body({}), method: 'PATCH' }),
      ],
      [
        [webhook({ ...body({}), method: 'GET' }), 'api_schema.request_body_schema'],
        [webhook({ ...body({}), method: 'DELETE' }), 'api_schema.request_body_schema'],
        [
          webhook(body({ p: deep(5) })),
          'api_schema.request_body_schema.properties.p.properties.p.properties.p.properties.p.properties.p.type',
        ],
        [
          webhook({ method: 'POST', request_body_schema: { type: 'array', items: {} } }),
          'api_schema.request_body_schema.type',
        ],
      ],
    ],
    [
      'has an address on the public internet with https',
      ['https://api.example.org', 'https://api.example.org:8443/a?b=c', 'https://93.184.215.14/'].map((url) =>
        webhook({ url }),
      ),
      [
        'http://api.example.org',
        'ftp://x',
        'orders',
        '',
        'https://user:password@example.org',
        'https://localhost/x',
        'https://127.0.0.1',
        'https://[::1]/',
        'https://10.0.0.1',
        'https://169.254.169.254/',
        'https://2130706433/',
        'https://0x7f.1/',
        `https://example.org/${'x'.repeat(2048)}`,
        'https://exa mple.org',
      ].map((url) => [webhook({ url }), 'api_schema.url'] as const),
    ],
    [
      'has parameters in the path of its address and nowhere else',
      [
        webhook({
          url: 'https://example.org/{a}/x-{b}',
          path_params_schema: { a: { type: 'string' }, b: { type: 'integer' } },
        }),
      ],
      [
        [webhook({ url: 'https://example.org/{a}' }), 'api_schema.path_params_schema'],
        [webhook({ path_params_schema: { a: { type: 'string' } } }), 'api_schema.path_params_schema'],
        ...[
          'https://{a}.example.org/',
          'https://example.org/?q={a}',
          'https://example.org/{a}?q={a}',
          'https://example.org/#{a}',
          'https://example.org:{a}/',
          'https://{a}@example.org/',
          'https://example.org/{1}',
          'https://example.org/{a',
          'https:////\\/{a}.example.org/',
          'https:\\\\{a}.example.org/',
          'https://example.org/\\{a}',
        ].map((url) => [webhook({ url, path_params_schema: { a: { type: 'string' } } }), 'api_schema.url'] as const),
      ],
    ],
    [
      'sends headers that HTTP can carry',
      [
        webhook({
          request_headers: {
            'X-Key': 'text',
            'X-Secret': secret('s'),
            'X-Caller': { type: 'dynamic_variable', name: 'caller' },
          },
        }),
      ],
      [
        [webhook({ request_headers: { 'a b': 'x' } }), 'api_schema.request_headers'],
        [webhook({ request_headers: { a: 'x', A: 'y' } }), 'api_schema.request_headers'],
        [webhook({ request_headers: { Host: 'x' } }), 'api_schema.request_headers'],
        [webhook({ request_headers: { a: 'x\r\nb: y' } }), 'api_schema.request_headers.a'],
        [webhook({ request_headers: { a: secret('x\ny') } }), 'api_schema.request_headers.a.secret_value'],
        [
          webhook({
            request_headers: Object.fromEntries(Array.from({ length: 65 }, (_, index) => [`h${index}`, 'x'])),
          }),
          'api_schema.request_headers',
        ],
      ],
    ],
    [
      'authenticates with a name and a password or with a token',
      [
        webhook({ authentication: { mode: 'basic_auth', username: 'x'.repeat(512), password: secret('p') } }),
        webhook({ authentication: { mode: 'bearer', token: secret('t') } }),
      ],
      [
        [
          webhook({ authentication: { mode: 'basic_auth', username: 'a:b', password: secret('p') } }),
          'api_schema.authentication.username',
        ],
        [
          webhook({ authentication: { mode: 'basic_auth', username: 'x'.repeat(513), password: secret('p') } }),
          'api_schema.authentication.username',
        ],
        [webhook({ authentication: { mode: 'bearer', token: 't' } }), 'api_schema.authentication.token'],
        [webhook({ authentication: { mode: 'digest' } }), 'api_schema.authentication.mode'],
        [
          webhook({ authentication: { mode: 'bearer', token: secret('t') }, request_headers: { Authorization: 'x' } }),
          'api_schema.request_headers',
        ],
      ],
    ],
    [
      'brings the value of each secret',
      [],
      [
        [
          webhook({ authentication: { mode: 'bearer', token: secret() } }),
          'api_schema.authentication.token.secret_value',
        ],
        [
          webhook({ authentication: { mode: 'basic_auth', username: '', password: secret() } }),
          'api_schema.authentication.password.secret_value',
        ],
        [webhook({ request_headers: { 'x-key': secret() } }), 'api_schema.request_headers.x-key.secret_value'],
        [
          webhook({ request_headers: { a: { ...secret('x'), secret_description: 'x'.repeat(201) } } }),
          'api_schema.request_headers.a.secret_description',
        ],
      ],
    ],
    [
      'assigns at most 64 values to variables that are not reserved',
      [
        webhook(
          {},
          {
            assignments: Array.from({ length: 64 }, (_, index) => ({
              dynamic_variable: `v${index}`,
              value_path: 'a.b',
            })),
          },
        ),
      ],
      [
        [
          webhook(
            {},
            {
              assignments: Array.from({ length: 65 }, (_, index) => ({
                dynamic_variable: `v${index}`,
                value_path: 'a',
              })),
            },
          ),
          'assignments',
        ],
        [
          webhook({}, { assignments: [{ dynamic_variable: 'system__x', value_path: 'a' }] }),
          'assignments[0].dynamic_variable',
        ],
        [webhook({}, { assignments: [{ dynamic_variable: 'x', value_path: '' }] }), 'assignments[0].value_path'],
      ],
    ],
  ];

  for (const [name, taken, refused] of cases) {
    it(name, () => {
      for (const tool of taken) define(tool);
      for (const [tool, path] of refused) {
        assert.match(
          refusal(() => define(tool)),
          at(path),
          JSON.stringify(tool).slice(0, 300),
        );
      }
    });
  }

  it('may go to a private address where the operator allows it, never to where clouds keep their secrets', () => {
    const allowed = (url: string) =>
      refusal(() => defineTool(parseWith(newToolSchema, webhook({ url })), { ...options, allowPrivate: true }));
    for (const url of ['http://localhost:3000/', 'http://127.0.0.1/', 'https://10.0.0.1/x']) {
      assert.equal(allowed(url), 'taken');
    }
    assert.match(allowed('http://169.254.169.254/'), at('api_schema.url'));
  });

  it('names every problem at once', () => {
    const message = refusal(() =>
      define(webhook({ url: 'http://x/{a}', method: 'GET', request_body_schema: { type: 'object', properties: {} } })),
    );
    for (const path of ['api_schema.url', 'api_schema.path_params_schema', 'api_schema.request_body_schema']) {
      assert.match(message, at(path));
    }
  });
});

describe('a secret of a tool', () => {
  const text = fc.stringMatching(/^[A-Za-z0-9]{12,40}$/);

  it('is sealed in what is stored and absent from what is shown', () => {
    fc.assert(
      fc.property(text, text, (one, two) => {
        const tool = define(
          webhook({
            authentication: { mode: 'basic_auth', username: 'me', password: secret(one) },
            request_headers: { 'x-key': { ...secret(two), secret_description: 'Key' } },
          }),
        );
        for (const value of [one, two]) {
          assert.ok(JSON.stringify(tool).includes(options.seal(value)));
          assert.ok(!JSON.stringify(show(tool)).includes(options.seal(value)));
          assert.ok(!JSON.stringify(tool).includes(value) || options.seal(value).includes(value));
          assert.ok(!JSON.stringify(show(tool)).includes(value));
        }
        const shown = show(tool).api_schema;
        assert.deepEqual(shown.authentication, {
          mode: 'basic_auth',
          username: 'me',
          password: { type: 'secret', secret_description: null },
        });
        assert.deepEqual(shown.request_headers, { 'x-key': { type: 'secret', secret_description: 'Key' } });
        parseWith(shownToolSchemas.webhook, { ...show(tool), id: 'x', created_at: '', updated_at: '' });
      }),
    );
  });

  const tool = define(
    webhook({
      authentication: { mode: 'bearer', token: secret('token') },
      request_headers: { 'x-key': secret('key'), 'x-plain': 'x' },
    }),
  );
  const sealed = (changed: ToolDefinition) => JSON.stringify(changed).match(/sealed\(\w+\)/g);

  it('stays when a change does not touch it, also when what was shown is sent back', () => {
    for (const patch of [
      { description: 'New' },
      { api_schema: { url: 'https://example.org/new' } },
      { api_schema: show(tool).api_schema },
    ]) {
      assert.deepEqual(sealed(change(tool, patch)), sealed(tool));
    }
    const { request_headers: headers } = show(
      change(tool, { api_schema: { request_headers: { 'x-key': { ...secret(), secret_description: 'New words' } } } }),
    ).api_schema;
    assert.deepEqual(headers, { 'x-key': { type: 'secret', secret_description: 'New words' } });
  });

  it('is replaced by a new value and goes with what held it', () => {
    assert.deepEqual(
      sealed(change(tool, { api_schema: { authentication: { mode: 'bearer', token: secret('other') } } })),
      ['sealed(yek)', 'sealed(rehto)'],
    );
    assert.deepEqual(sealed(change(tool, { api_schema: { authentication: null, request_headers: null } })), null);
    assert.match(
      refusal(() =>
        change(tool, { api_schema: { authentication: { mode: 'basic_auth', username: 'x', password: secret() } } }),
      ),
      at('api_schema.authentication.password.secret_value'),
    );
    assert.match(
      refusal(() => change(tool, { api_schema: { request_headers: { 'x-plain': secret() } } })),
      at('api_schema.request_headers.x-plain.secret_value'),
    );
  });
});

describe('a change of a tool', () => {
  it('changes what it names and nothing else', () => {
    const tool = define(
      webhook({ request_headers: { a: 'b' } }, { assignments: [{ dynamic_variable: 'x', value_path: 'y' }] }),
    );
    assert.deepEqual(change(tool, {}), tool);
    assert.deepEqual(change(tool, { name: 'other', response_timeout_secs: 5 }), {
      ...tool,
      name: 'other',
      response_timeout_secs: 5,
    });
    assert.deepEqual(show(change(tool, { api_schema: { method: 'PUT' } })).api_schema, {
      ...show(tool).api_schema,
      method: 'PUT',
    });
    assert.deepEqual(show(change(tool, { assignments: [] })).assignments, []);
    assert.deepEqual(
      change(define(client), { parameters: { type: 'object', properties: {} }, expects_response: false }),
      { ...define(client), expects_response: false, parameters: { type: 'object', properties: {}, required: [] } },
    );
  });

  it('cannot change the type, and refuses members that are unknown or of the other type', () => {
    assert.deepEqual(change(define(client), { type: 'client' }), define(client));
    assert.match(
      refusal(() => change(define(client), { type: 'webhook' })),
      at('type'),
    );
    assert.match(
      refusal(() => change(define(client), { api_schema: { method: 'GET' } })),
      at('api_schema'),
    );
    assert.match(
      refusal(() => change(define(client), { assignments: [] })),
      at('assignments'),
    );
    for (const member of [{ expects_response: true }, { parameters: client.parameters }]) {
      assert.match(
        refusal(() => change(define(webhook()), member)),
        at(Object.keys(member)[0]!),
      );
    }
    for (const patch of [{ nmae: 'x' }, { id: 'x' }, { api_schema: { headers: {} } }]) {
      assert.match(
        refusal(() => change(define(webhook()), patch)),
        /Unrecognized key/,
      );
    }
  });

  it('is judged by what comes out', () => {
    const tool = define(
      webhook({
        url: 'https://example.org/{a}',
        method: 'POST',
        path_params_schema: { a: { type: 'string' } },
        request_body_schema: { type: 'object', properties: {} },
      }),
    );
    assert.match(
      refusal(() => change(tool, { api_schema: { url: 'https://example.org/' } })),
      at('api_schema.path_params_schema'),
    );
    assert.match(
      refusal(() => change(tool, { api_schema: { method: 'GET' } })),
      at('api_schema.request_body_schema'),
    );
    assert.deepEqual(
      show(change(tool, { api_schema: { method: 'GET', request_body_schema: null } })).api_schema.request_body_schema,
      null,
    );
  });
});
