/** Attempts on agents, their tools and webhooks, and on the people of an organization. */
import assert from 'node:assert/strict';
import { fliteVoice } from '../support/server.ts';
import { expectJson } from '../support/resources.ts';
import {
  some,
  read,
  assertHas,
  shows,
  newest,
  absentOrWhole,
  oneOf,
  take,
  create,
  change,
  remove,
  type Session,
  type Check,
  type Attempt,
  type Writer,
  type Plan,
  type Members,
} from './attempts.ts';
import { localizeVoice } from './speech-attempts.ts';

export const agent: Plan = (writer) => {
  const shown = { name: some(writer) };
  const body = { ...shown, config: { audio: { output: { voice_id: fliteVoice } } } };
  const path = (id: string): string => `/v1/agents/${id}`;
  return create({ route: 'POST /v1/agents', list: '/v1/agents', status: 201, body, shown, path });
};

/** Another configuration, which is a new version. */
export const configureAgent: Plan = async (writer) => {
  const path = await take(writer, 'POST /v1/agents', agent);
  const instructions = some(writer);
  const configured = async ({ ask }: Session, expected: string | undefined): Promise<void> => {
    const found = (await read(ask, path)) as { config: { instructions?: string }; version: { id: string } } | undefined;
    assert.ok(found !== undefined, `${path} is lost`);
    if (expected !== undefined) assert.equal(found.config.instructions, expected, path);
    // The version that is published is there.
    assert.ok((await read(ask, `${path}/versions/${found.version.id}`)) !== undefined, `a version of ${path} is lost`);
  };
  return {
    route: 'PATCH /v1/agents/{agent_id}',
    changes: [path],
    send: ({ ask }) => ask('PATCH', path, { config: { instructions } }),
    status: 200,
    outcome: () => ({ path, check: (session) => configured(session, instructions) }),
    either: (session) => configured(session, undefined),
  };
};

export const removeAgent: Plan = async (writer) =>
  remove('DELETE /v1/agents/{agent_id}', await take(writer, 'POST /v1/agents', agent), 204);

export const renameOlderAgent: Plan = async (writer) => {
  const at = await take(writer, 'POST /v1/agents', agent);
  const path = at.replace('/v1', '');
  return change(writer, { route: 'PATCH /agents/{agent_id}', path, at, status: 200, body: { name: some(writer) } });
};

export const removeOlderAgent: Plan = async (writer) => {
  const at = await take(writer, 'POST /v1/agents', agent);
  return remove('DELETE /agents/{agent_id}', at.replace('/v1', ''), 204, at);
};

export const tool: Plan = (writer) => {
  const shown = { name: some(writer), description: 'Opens the door.' };
  return create({
    route: 'POST /v1/agents/tools',
    list: '/v1/agents/tools',
    status: 201,
    body: {
      ...shown,
      type: 'client',
      pre_tool_speech: 'auto',
      execution_mode: 'immediate',
      expects_response: true,
      parameters: { type: 'object', properties: {}, required: [] },
    },
    shown,
    path: (id) => `/v1/agents/tools/${id}`,
  });
};

export const changeTool: Plan = async (writer) => {
  const path = await take(writer, 'POST /v1/agents/tools', tool);
  const body = { description: some(writer) };
  return change(writer, { route: 'PATCH /v1/agents/tools/{tool_id}', path, status: 200, body });
};

export const removeTool: Plan = async (writer) =>
  remove('DELETE /v1/agents/tools/{tool_id}', await take(writer, 'POST /v1/agents/tools', tool), 204);

export const metric: Plan = (writer) => {
  const body = { name: some(writer), prompt: 'Was the agent polite?' };
  const path = (id: string): string => `/agents/metrics/${id}`;
  return create({ route: 'POST /agents/metrics', list: '/agents/metrics', status: 200, body, path });
};

export const removeMetric: Plan = async (writer) =>
  remove('DELETE /agents/metrics/{metric_id}', await take(writer, 'POST /agents/metrics', metric), 204);

/** A metric of its own attached to an agent of its own; the outcome is that of both. */
export const attachMetric: Plan = async (writer) => {
  const { path: at } = await writer.make(await metric(writer));
  return attachment(writer, at, true);
};

export const detachMetric: Plan = async (writer) => {
  const { path: at } = await writer.make(await metric(writer));
  const attempt = await attachment(writer, at, true);
  const { path } = await writer.make(attempt);
  return attachment(writer, at, false, path.split('#')[1]);
};

/** @param agentId the agent; a new one when absent */
async function attachment(writer: Writer, at: string, attach: boolean, agentId?: string): Promise<Attempt> {
  const id = at.split('/').at(-1)!;
  const agentPath = agentId === undefined ? (await writer.make(await agent(writer))).path : `/v1/agents/${agentId}`;
  const of = agentPath.split('/').at(-1)!;
  const isAttached =
    (expected: boolean): Check =>
    async (session) => {
      const found = await newest(session, `/agents/metrics?agent_id=${of}`);
      assert.equal(
        found.some((one) => one.id === id),
        expected,
        `${at} of ${agentPath}`,
      );
    };
  const path = `/agents/${of}/metrics/${id}`;
  const method = attach ? 'POST' : 'DELETE';
  const outcome = `${at}#${of}`;
  return {
    route: `${method} /agents/{agent_id}/metrics/{metric_id}`,
    changes: [outcome],
    send: ({ ask }) => ask(method, path),
    status: 204,
    outcome: () => ({ path: outcome, check: isAttached(attach) }),
    either: oneOf(isAttached(true), isAttached(false)),
  };
}

export const invite: Plan = (writer) => {
  const email = `${some(writer)}@example.org`;
  const list = '/organizations/invites';
  return {
    route: 'POST /organizations/invites',
    send: ({ admin }) => admin('POST', list, { emails: [email] }),
    status: 201,
    outcome: ({ text }) => {
      const [{ id, accept_url: url }] = JSON.parse(text) as [{ id: string; accept_url: string }];
      // The token is shown once, so it is carried along with the path.
      return {
        path: `${list}/${id}#${new URL(url).searchParams.get('token')!}`,
        check: shows(`${list}/${id}`, { email }),
      };
    },
    either: absentOrWhole(list, { email }, (id) => shows(`${list}/${id}`, { email })),
    isKeyed: true,
  };
};

/** An invite that was withdrawn stays to be seen. */
export const removeInvite: Plan = async (writer) => {
  const taken = await take(writer, 'POST /organizations/invites', invite);
  const [path] = taken.split('#') as [string];
  const revoked = shows(path, { status: 'revoked' });
  return {
    route: 'DELETE /organizations/invites/{id}',
    changes: [taken],
    send: ({ admin }) => admin('DELETE', path),
    status: 204,
    outcome: () => ({ path: taken, check: revoked }),
    either: oneOf(revoked, shows(path, { status: 'pending' })),
  };
};

export const acceptInvite: Plan = async (writer) => {
  const { path } = await writer.make(await invite(writer));
  const [, token] = path.split('#') as [string, string];
  const name = some(writer);
  const list = '/organizations/users';
  return {
    route: 'POST /invitations/accept',
    changes: [path],
    send: ({ ask }) => ask('POST', '/invitations/accept', { token, name }),
    status: 201,
    outcome: ({ text }) => {
      const at = `${list}/${(JSON.parse(text) as { id: string }).id}`;
      return { path: at, check: shows(at, { name }) };
    },
    either: absentOrWhole(list, { name }, (id) => shows(`${list}/${id}`, { name })),
  };
};

export const removeUser: Plan = async (writer) => {
  const path = await take(writer, 'POST /invitations/accept', acceptInvite);
  return remove('DELETE /organizations/users/{id}', path, 204);
};

/** Webhooks have no route for one: they are found in their list. */
function webhookIs(id: string, expected: Members | undefined): Check {
  return async ({ ask }) => {
    let page = '/agents/webhooks?limit=100';
    for (;;) {
      const { data, has_more: more } = await expectJson<{ data: Members[]; has_more: boolean }>(ask('GET', page), 200);
      const found = data.find((webhook) => webhook.id === id);
      if (found !== undefined) {
        assert.ok(expected !== undefined, `the webhook ${id} was deleted`);
        assertHas(found, expected, `webhook ${id}`);
        return;
      }
      if (!more) break;
      page = `/agents/webhooks?limit=100&starting_after=${String(data.at(-1)!.id)}`;
    }
    assert.equal(expected, undefined, `the webhook ${id} is lost`);
  };
}

export const webhook: Plan = (writer) => {
  const shown = { display_name: some(writer) };
  const body = { ...shown, url: writer.receiver, secret: some(writer) };
  const list = '/agents/webhooks';
  return {
    route: 'POST /agents/webhooks',
    send: ({ ask }) => ask('POST', list, body),
    status: 200,
    outcome: ({ text }) => {
      const { id } = JSON.parse(text) as { id: string };
      return { path: `${list}/${id}`, check: webhookIs(id, shown) };
    },
    either: absentOrWhole(list, shown, (id) => webhookIs(id, { url: writer.receiver })),
    isKeyed: true,
  };
};

async function takeWebhook(writer: Writer): Promise<{ readonly path: string; readonly id: string }> {
  const path = await take(writer, 'POST /agents/webhooks', webhook);
  return { path, id: path.split('/').at(-1)! };
}

export const changeWebhook: Plan = async (writer) => {
  const { path, id } = await takeWebhook(writer);
  const body = { display_name: some(writer) };
  const whole = webhookIs(id, { url: writer.receiver });
  return {
    route: 'PATCH /agents/webhooks/{webhook_id}',
    changes: [path],
    send: ({ ask }) => ask('PATCH', path, body),
    status: 200,
    outcome: () => ({ path, check: webhookIs(id, body) }),
    either: whole,
  };
};

export const removeWebhook: Plan = async (writer) => {
  const { path, id } = await takeWebhook(writer);
  return {
    route: 'DELETE /agents/webhooks/{webhook_id}',
    changes: [path],
    send: ({ ask }) => ask('DELETE', path),
    status: 200,
    outcome: () => ({ path, check: webhookIs(id, undefined) }),
    either: oneOf(webhookIs(id, undefined), webhookIs(id, {})),
  };
};

/** Calls that have the server send: they change no object that can be read. */
function call(route: string, path: string, whole: Check, refusals: readonly number[]): Attempt {
  const send: Attempt['send'] = ({ ask }) => ask('POST', path);
  return { route, send, status: 200, outcome: () => undefined, either: whole, refusals };
}

export const resumeWebhook: Plan = async (writer) => {
  const { path, id } = await takeWebhook(writer);
  return call('POST /agents/webhooks/{webhook_id}/resume', `${path}/resume`, webhookIs(id, {}), [409]);
};

export const testWebhook: Plan = async (writer) => {
  const { path, id } = await takeWebhook(writer);
  return call('POST /agents/webhooks/{webhook_id}/test', `${path}/test`, webhookIs(id, {}), [429]);
};

export const resendDelivery: Plan = async (writer) => {
  const { path, id } = await writer
    .make(await webhook(writer))
    .then((made) => ({ ...made, id: made.path.split('/').at(-1)! }));
  await writer.make(await localizeVoice(writer));
  const [delivery] = await newest(writer.session, `${path}/deliveries`);
  assert.ok(delivery !== undefined, `${path} has no delivery of a voice that was made after it`);
  return call(
    'POST /agents/webhooks/{webhook_id}/deliveries/{delivery_id}/resend',
    `${path}/deliveries/${String(delivery.id)}/resend`,
    webhookIs(id, {}),
    [409],
  );
};
