import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseWith } from '../errors/validation.ts';
import { type ToolDefinition } from './tool-definition.ts';
import { shownToolSchemas } from './tool-schema.ts';
import { options, client, webhook, secret, define, change, show, refusal, at } from './testing.ts';

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

  it('gives no tool the name of one that every agent can have', () => {
    for (const name of ['end_call', 'send_dtmf', 'transfer_to_number']) {
      for (const refused of [() => define({ ...client, name }), () => change(define(client), { name })]) {
        assert.match(refusal(refused), /Reserved: /u, name);
        assert.match(refusal(refused), at('name'), name);
      }
      const older = { ...define(client), name };
      assert.deepEqual(
        change(older, { name, description: 'Ends.' }),
        { ...older, description: 'Ends.' },
        'keeps its own',
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
