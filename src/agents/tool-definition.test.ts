import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseWith } from '../errors/validation.ts';
import { defineTool } from './tool-definition.ts';
import { newToolSchema } from './tool-schema.ts';
import { options, client, webhook, secret, define, show, refusal, at } from './testing.ts';

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
      [
        { ...client, pre_tool_speech: 'force', execution_mode: 'async' },
        ...['pre_tool_speech', 'execution_mode', 'expects_response', 'parameters'].map((member) => ({
          ...client,
          [member]: undefined,
        })),
      ],
      ['name', 'description'].map((member) => [{ ...client, [member]: undefined }, member] as const),
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
