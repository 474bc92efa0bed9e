/** Examples of agents, their tools and webhooks. */
import { idOf, type Examples } from './example.ts';

const agent = idOf('POST /v1/agents', 'agent');
const tool = idOf('POST /v1/agents/tools', 'tool');
const webhook = idOf('POST /agents/webhooks', 'webhook');

export const agentExamples: Examples = {
  'POST /v1/agents': {
    body: { name: 'Front desk', description: 'Takes calls.', config: { audio: { output: { speed: 1.1 } } } },
  },
  'GET /v1/agents': { query: { limit: '1' } },
  'GET /v1/agents/{agent_id}': { params: { agent_id: agent } },
  'PATCH /v1/agents/{agent_id}': {
    params: { agent_id: agent },
    body: { config: { audio: { output: { speed: 0.9 } } }, version_description: 'Speaks slower' },
  },
  'DELETE /v1/agents/{agent_id}': { params: { agent_id: agent } },
  'GET /v1/agents/{agent_id}/versions': { params: { agent_id: agent } },
  'GET /v1/agents/{agent_id}/versions/{version_id}': {
    params: { agent_id: agent, version_id: idOf('GET /v1/agents/{agent_id}/versions', 'versions', 'data[0].id') },
  },
  'GET /v1/agents/models': {},
  'POST /v1/agents/tools': {
    body: {
      type: 'webhook',
      name: 'find_order',
      description: 'Finds an order by its number.',
      pre_tool_speech: 'auto',
      execution_mode: 'immediate',
      api_schema: {
        url: 'https://api.example.com/orders/{order}',
        method: 'GET',
        path_params_schema: { order: { type: 'string', description: 'The number of the order.' } },
      },
    },
  },
  'GET /v1/agents/tools': { query: { type: 'webhook', limit: '1' } },
  'GET /v1/agents/tools/{tool_id}': { params: { tool_id: tool } },
  'PATCH /v1/agents/tools/{tool_id}': { params: { tool_id: tool }, body: { response_timeout_secs: 10 } },
  'DELETE /v1/agents/tools/{tool_id}': { params: { tool_id: tool } },
  'GET /agents': {},
  'GET /agents/{agent_id}': { params: { agent_id: agent } },
  'PATCH /agents/{agent_id}': { params: { agent_id: agent }, body: { name: 'Reception' } },
  'DELETE /agents/{agent_id}': { params: { agent_id: agent } },
  'GET /agents/templates': {},
  'GET /agents/{agent_id}/phone-numbers': { params: { agent_id: agent } },
  'GET /agents/{agent_id}/deployments': { params: { agent_id: agent } },
  'GET /agents/deployments/{deployment_id}': { params: { deployment_id: 'ad_1' }, status: 404 },
};

/** Calls come from sockets, so there is none yet that an example could name. */
const call = { params: { call_id: 'ac_7hQ2mWx4KpRtZ1cV9sBnLd' }, status: 404 } as const;

export const callExamples: Examples = {
  'GET /agents/calls': { query: { agent_id: 'agent_4fKqT2sWm8xRjZ1cV9sBnL', limit: '1' }, status: 404 },
  'GET /agents/calls/{call_id}': call,
  'GET /agents/calls/{call_id}/audio': call,
  'POST /agents/calls/{call_id}/cancel': call,
  'DELETE /agents/calls/{call_id}': call,
};

export const webhookExamples: Examples = {
  'POST /agents/webhooks': {
    body: {
      url: 'https://example.com/hooks/sonorant',
      secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      display_name: 'Production',
      events: ['voice.*', 'dataset.created'],
    },
  },
  'GET /agents/webhooks': { query: { limit: '1' } },
  'PATCH /agents/webhooks/{webhook_id}': { params: { webhook_id: webhook }, body: { events: ['*'] } },
  'DELETE /agents/webhooks/{webhook_id}': { params: { webhook_id: webhook } },
  'POST /agents/webhooks/{webhook_id}/resume': { params: { webhook_id: webhook } },
  'POST /agents/webhooks/{webhook_id}/test': { params: { webhook_id: webhook } },
  'GET /agents/webhooks/{webhook_id}/deliveries': {
    params: { webhook_id: webhook },
    query: { limit: '1' },
    after: ['POST /datasets'],
  },
  'POST /agents/webhooks/{webhook_id}/deliveries/{delivery_id}/resend': {
    params: {
      webhook_id: webhook,
      delivery_id: idOf('GET /agents/webhooks/{webhook_id}/deliveries', 'deliveries', 'data[0].id'),
    },
  },
};
