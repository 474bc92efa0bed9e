/** Variables, tools and system tools as forms: what they change and nothing else, what is wrong with them at its place, by keys too. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { expectJson } from '../../support/resources.ts';
import { startConsole, type Console } from '../support/browser.ts';
import { ask, checkUnharmed, checkWidths, hostileName } from '../support/pages.ts';

type Json = Readonly<Record<string, unknown>>;

const webhook = {
  type: 'webhook',
  name: 'book',
  description: 'Books a table.',
  pre_tool_speech: 'force',
  execution_mode: 'async',
  response_timeout_secs: 33,
  api_schema: {
    url: 'https://example.com/{house}/tables',
    method: 'POST',
    path_params_schema: { house: { type: 'string', description: 'Which house', enum: ['north', 'south'] } },
    query_params_schema: {
      properties: { size: { type: 'integer', enum: [2, 4] }, region: { type: 'string', dynamic_variable: 'region' } },
      required: ['size'],
    },
    request_body_schema: {
      type: 'object',
      description: 'A booking',
      properties: {
        guest: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
        notes: { type: 'array', items: { type: 'string', description: 'A note' } },
        vip: { type: 'boolean', constant_value: true },
      },
      required: ['guest'],
    },
    request_headers: {
      'x-plain': 'one, two',
      'x-region': { type: 'dynamic_variable', name: 'region' },
      'x-key': { type: 'secret', secret_description: 'Of the kitchen' },
    },
    authentication: {
      mode: 'basic_auth',
      username: 'ann',
      password: { type: 'secret', secret_description: null },
    },
  },
  assignments: [{ dynamic_variable: 'code', value_path: 'data.0.code' }],
};

/** The same with the secrets that only the server has. */
function withSecrets(tool: typeof webhook): Json {
  const { api_schema: api } = tool;
  const { request_headers: headers, authentication } = api;
  return {
    ...tool,
    api_schema: {
      ...api,
      request_headers: { ...headers, 'x-key': { ...headers['x-key'], secret_value: 'k-1' } },
      authentication: { ...authentication, password: { ...authentication.password, secret_value: 'p-1' } },
    },
  };
}

describe('the forms of agents', () => {
  let console_: Console;
  before(async () => (console_ = await startConsole()));
  after(() => console_.close());
  afterEach(() => console_.leave());

  const make = (path: string, body: object) =>
    expectJson<Json & { id: string }>(ask(console_)('POST', path, body), 201);
  const read = (path: string) => expectJson<Json & { config: Json }>(ask(console_)('GET', path), 200);
  const choose = async (box: Locator, label: string | RegExp, option: string, nth = 0) => {
    await box.getByRole('button', { name: label }).nth(nth).click();
    await box.page().getByRole('option', { name: option, exact: true }).click();
  };

  it('change one thing of a tool and keep all the rest, the secrets too', async () => {
    const { id } = await make('/v1/agents/tools', withSecrets(webhook));
    const agent = await make('/v1/agents', { name: 'Bar', config: { tools: [{ id }] } });
    const { id: used, updated_at: before_ } = agent;
    const visit = await console_.visit({ path: `/agents/${used}` });
    const { page } = visit;
    await page.getByRole('button', { name: /^Change .*book/ }).click();
    const dialog = page.getByRole('dialog');
    assert.equal(await dialog.getByRole('textbox', { name: 'Schema of guest' }).count(), 1);
    assert.equal(await dialog.getByRole('textbox', { name: 'Secret' }).inputValue(), '');
    await checkWidths(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await dialog.getByRole('textbox', { name: 'Description' }).first().fill('Books a table by the window.');
    // An address that is typed anew keeps what is known of its parameters.
    const address = dialog.getByRole('textbox', { name: 'Address' });
    await address.fill('https://example.com/tables');
    await address.fill('https://example.com/v2/{house}/tables/{hall}');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { created_at: created, updated_at: updated, ...changed } = await read(`/v1/agents/tools/${id}`);
    assert.notEqual(created, updated);
    assert.deepEqual(changed, {
      ...{ id, ...webhook },
      description: 'Books a table by the window.',
      api_schema: {
        ...webhook.api_schema,
        url: 'https://example.com/v2/{house}/tables/{hall}',
        path_params_schema: { ...webhook.api_schema.path_params_schema, hall: { type: 'string' } },
      },
    });
    // The dialog stands in the form of the agent, which has sent nothing.
    assert.equal((await read(`/v1/agents/${used}`)).updated_at, before_);
    assert.equal(await page.getByText('The agent was saved.').count(), 0);
    await checkUnharmed(visit);
  });

  it('make a tool of the client with its parameters, by the keyboard, and give it to the agent', async () => {
    const { id } = await make('/v1/agents', { name: 'Café' });
    const visit = await console_.visit({ path: `/agents/${id}` });
    const { page } = visit;
    await page.getByRole('button', { name: 'New tool' }).click();
    const dialog = page.getByRole('dialog');
    await choose(dialog, /Kind/, 'Client: the client of the conversation is asked');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('find_order');
    await dialog.getByRole('textbox', { name: 'Description' }).fill(hostileName);
    const add = dialog.getByRole('button', { name: 'Add a parameter' });
    await add.focus();
    await page.keyboard.press('Enter');
    // The focus goes on in the new row.
    await page.keyboard.type('order');
    await choose(dialog, /Type/, 'Whole number');
    await dialog.getByRole('textbox', { name: 'One of, a line each' }).fill('17\n18');
    await add.click();
    await page.keyboard.type('order');
    await dialog.getByText('This name comes twice.').first().waitFor();
    await page.keyboard.type('s');
    await choose(dialog, /Type/, 'List: Text', 1);
    await dialog.getByRole('checkbox', { name: 'Required' }).nth(1).uncheck();
    await add.click();
    await dialog.getByRole('button', { name: 'Remove parameter 3' }).click();
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page
      .getByRole('checkbox', { name: /find_order/ })
      .and(page.locator(':checked'))
      .waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The agent was saved.').waitFor();
    const { config } = await read(`/v1/agents/${id}`);
    const [{ id: tool }] = config.tools as [{ id: string }];
    const made = await read(`/v1/agents/tools/${tool}`);
    assert.deepEqual([made.expects_response, made.description], [true, hostileName]);
    assert.deepEqual(made.parameters, {
      type: 'object',
      properties: { order: { type: 'integer', enum: [17, 18] }, orders: { type: 'array', items: { type: 'string' } } },
      required: ['order'],
    });
    await checkUnharmed(visit);
  });

  it('say at its place what is wrong with a request, and take secrets, headers and variables of the answer', async () => {
    const visit = await console_.visit({ path: '/tools' });
    const { page } = visit;
    await page.getByRole('button', { name: 'New tool' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('call_kitchen');
    await dialog.getByRole('textbox', { name: 'Description' }).fill('Calls the kitchen.');
    await dialog.getByRole('textbox', { name: 'Address' }).fill('nonsense');
    await choose(dialog, /Kind of authentication/, 'Bearer token');
    await dialog.getByRole('textbox', { name: 'Token' }).fill('t-1');
    await dialog.getByRole('button', { name: 'Add a header' }).click();
    await page.keyboard.type('x-guest');
    await choose(dialog.getByRole('group', { name: 'header 1' }), /Kind/, 'A variable');
    await dialog.getByRole('group', { name: 'header 1' }).getByRole('textbox', { name: 'Variable' }).fill('guest');
    await dialog.getByRole('button', { name: 'Add a variable of the answer' }).click();
    await page.keyboard.type('code');
    await dialog.getByRole('textbox', { name: /^Place in the answer/ }).fill('data.code');
    await dialog.getByRole('button', { name: 'Create' }).click();
    const address = dialog.getByRole('textbox', { name: 'Address' });
    await address.and(page.locator('[aria-invalid=true]')).waitFor();
    await address.fill('https://example.com/kitchen');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { data } = await expectJson<{ data: Json[] }>(ask(console_)('GET', '/v1/agents/tools?limit=1'), 200);
    const { api_schema: api, assignments } = data[0]!;
    assert.deepEqual(api, {
      ...{ url: 'https://example.com/kitchen', method: 'GET', path_params_schema: {}, query_params_schema: null },
      request_body_schema: null,
      request_headers: { 'x-guest': { type: 'dynamic_variable', name: 'guest' } },
      authentication: { mode: 'bearer', token: { type: 'secret', secret_description: null } },
    });
    assert.deepEqual(assignments, [{ dynamic_variable: 'code', value_path: 'data.code' }]);
    await checkUnharmed(visit);
  });

  it('set variables, patience and system tools, and keep what they do not show', async () => {
    const config = {
      dynamic_variable_placeholders: { guest: 'Ann', table: 7, vip: true },
      system_tools: { end_call: { description: 'Say goodbye first.', pre_tool_speech: 'force' } },
      instructions: 'Otherwise: Yes, {{guest}}.',
    };
    const { id } = await make('/v1/agents', { name: 'Bar', config });
    const before_ = (await read(`/v1/agents/${id}`)).config;
    const visit = await console_.visit({ path: `/agents/${id}` });
    const { page } = visit;
    const second = page.getByRole('group', { name: 'variable 2' });
    await second.getByRole('textbox', { name: 'Value' }).fill('seven');
    await second.getByText('This is not a number.').waitFor();
    await second.getByRole('textbox', { name: 'Value' }).fill('8');
    await choose(page.getByRole('group', { name: 'variable 3' }), /Value/, 'No');
    await page.getByRole('button', { name: 'Remove variable 1' }).click();
    await page.getByRole('button', { name: 'Add a variable' }).click();
    await page.keyboard.type('guest');
    await page.getByRole('group', { name: 'variable 3' }).getByRole('textbox', { name: 'Value' }).fill('Bob');
    await page.getByRole('textbox', { name: 'As a rule' }).fill('450');
    // Switched off and on again, a tool is what it was.
    const end = page.getByRole('checkbox', { name: 'End the call' });
    await end.uncheck();
    await end.check();
    assert.equal(await page.getByRole('textbox', { name: 'When to use it' }).inputValue(), 'Say goodbye first.');
    const transfer = page.getByRole('group', { name: 'Transfer to a number' });
    await transfer.getByRole('checkbox', { name: 'Transfer to a number' }).check();
    await transfer.getByRole('textbox', { name: 'When', exact: true }).fill('The guest asks for a person.');
    await transfer.getByRole('textbox', { name: /^Number/ }).fill('12');
    await page.getByRole('button', { name: 'Save' }).click();
    await transfer
      .getByRole('textbox', { name: /^Number/ })
      .and(page.locator('[aria-invalid=true]'))
      .waitFor();
    await transfer.getByRole('textbox', { name: /^Number/ }).fill('+493012345678');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The agent was saved.').waitFor();
    const after_ = (await read(`/v1/agents/${id}`)).config;
    assert.deepEqual(after_, {
      ...before_,
      dynamic_variable_placeholders: { table: 8, vip: false, guest: 'Bob' },
      turn_taking: { ...(after_.turn_taking as Json), min_ms: 450 },
      system_tools: {
        ...(before_.system_tools as Json),
        transfer_to_number: {
          ...{ description: null, pre_tool_speech: 'auto' },
          transfers: [
            {
              condition: 'The guest asks for a person.',
              destination: { type: 'phone', phone_number: '+493012345678' },
            },
          ],
        },
      },
    });
    await checkWidths(page);
    await checkUnharmed(visit);
  });

  it('name the voice that an agent has by another id, and no other one', async () => {
    const alias = 'a0e99841-438c-4a64-b679-ae501e7d6091';
    const agent = await make('/v1/agents', { name: 'Alias', config: { audio: { output: { voice_id: alias } } } });
    const { name } = await expectJson<{ name: string }>(ask(console_)('GET', `/voices/${alias}`), 200);
    const { page } = await console_.visit({ path: '/speak' });
    await page.getByRole('button', { name: /^Voice: / }).click();
    await page.getByRole('searchbox', { name: 'Search' }).fill('scottish');
    await page.getByRole('row', { name: /Alasdair/ }).click();
    await page.goto(`${console_.server.url}/console/agents/${agent.id}`);
    await page.getByRole('button', { name: new RegExp(`^Voice: .*${name}`) }).waitFor();
  });

  it('take JSON that is no whole configuration or request for something on its way, and stay', async () => {
    const { id } = await make('/v1/agents', { name: 'Bar' });
    const visit = await console_.visit({ path: `/agents/${id}` });
    const { page } = visit;
    const json = page.getByRole('textbox', { name: 'Configuration as JSON' });
    const before_ = await json.inputValue();
    await json.fill('{}');
    await page.getByText('This is not whole yet, so nothing of it is saved: audio is missing.').waitFor();
    await json.fill(before_.replace('"instructions": ""', '"instructions": "Be kind."'));
    assert.equal(await page.getByRole('textbox', { name: 'Instructions' }).inputValue(), 'Be kind.');
    await page.getByRole('button', { name: 'New tool' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The request as JSON').click();
    await dialog.getByRole('textbox', { name: 'Request' }).fill('{"method": "GET"}');
    await dialog.getByText('This is not whole yet, so nothing of it is saved: url is missing.').waitFor();
    await checkUnharmed(visit);
  });

  it('change what was typed here, and keep what others have saved and what is typed meanwhile', async () => {
    const { id } = await make('/v1/agents', { name: 'Bar' });
    const visit = await console_.visit({ path: `/agents/${id}` });
    const { page } = visit;
    const speed = page.getByRole('textbox', { name: 'Speed', exact: true });
    await speed.pressSequentially('0.90');
    assert.equal(await speed.inputValue(), '0.90');
    const config = { instructions: 'Be kind.' };
    await expectJson(ask(console_)('PATCH', `/v1/agents/${id}`, { name: 'Pub', config }), 200);
    const { promise: isTyped, resolve: type } = Promise.withResolvers<undefined>();
    await page.route(`**/console/api/v1/agents/${id}`, async (route) => {
      if (route.request().method() === 'PATCH') await isTyped;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Save' }).and(page.locator(':enabled')).click();
    const emotion = page.getByRole('textbox', { name: 'Emotion' });
    await emotion.fill('calm');
    type(undefined);
    await page.getByText('The agent was saved.').waitFor();
    assert.equal(await emotion.inputValue(), 'calm');
    await page.getByText('Not saved yet').waitFor();
    const after_ = await read(`/v1/agents/${id}`);
    const { output } = after_.config.audio as { output: Json };
    assert.deepEqual([after_.name, after_.config.instructions, output.speed], ['Pub', 'Be kind.', 0.9]);
    await page.unrouteAll({ behavior: 'wait' });

    await speed.fill('9');
    await page.getByRole('button', { name: 'Save' }).click();
    const refusal = page.getByRole('alert').filter({ hasText: 'The agent was not saved' });
    await refusal.waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await refusal.waitFor({ state: 'detached', timeout: 5000 });
    assert.equal(await page.locator('[aria-invalid=true]').count(), 0);
    assert.equal(await emotion.inputValue(), '');
    await checkUnharmed(visit);
  });
});
