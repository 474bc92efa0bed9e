/** Examples of agents, their tools and webhooks. */
import { idOf, type Examples } from './example.ts';
import { handshake } from './speech.ts';

const agent = idOf('POST /v1/agents', 'agent');
const tool = idOf('POST /v1/agents/tools', 'tool');
const webhook = idOf('POST /agents/webhooks', 'webhook');

const metric = idOf('POST /agents/metrics', 'metric');

export const agentExamples: Examples = {
  'POST /v1/agents': {
    body: { name: 'Front desk', description: 'Takes calls.', config: { audio: { output: { speed: 1.1 } } } },
  },
  'GET /v1/agents': { query: { q: 'Opening hours', limit: '1' } },
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

/** Calls come from sockets: `npm run test:docs` talks to an agent of this name before each of these examples. */
const call = { params: { call_id: idOf('GET /agents/calls', 'calls', 'data[0].id') } };

export const callExamples: Examples = {
  'GET /v1/agents/websocket/{agent_id}': {
    status: 101,
    params: { agent_id: agent },
    code: {
      curl: `AGENT=$(curl -sS '{base}/v1/agents' \\
  -H "Authorization: Bearer $SONORANT_API_KEY" -H 'Service-Version: {version}' -H 'Content-Type: application/json' \\
  -d '{"name":"Reception"}' | sed -E 's/^[^:]*:"([^"]*)".*/\\1/')
${handshake('"{base}/v1/agents/websocket/$AGENT"')}`,
      typescript: `const headers = {
  Authorization: \`Bearer \${process.env.SONORANT_API_KEY}\`,
  'Service-Version': '{version}',
  'Content-Type': 'application/json',
};
const instructions = 'When the user says: good bye\\nEnd: Good bye!\\nOtherwise: I only know how to say good bye.';
const config = { model: { id: 'rules' }, instructions };
const body = JSON.stringify({ name: 'Reception', config });
const { id } = await (await fetch('{base}/v1/agents', { method: 'POST', headers, body })).json();

const query = \`api_key=\${process.env.SONORANT_API_KEY}&cartesia_version={version}\`;
const socket = new WebSocket(\`{socket}/v1/agents/websocket/\${id}?\${query}\`);
socket.onopen = () =>
  socket.send(JSON.stringify({ type: 'session_create', audio: { input_format: 'pcm_16000' } }));
socket.onmessage = ({ data }) => {
  const message = JSON.parse(String(data));
  if (message.type === 'session_ready') socket.send(JSON.stringify({ type: 'user_text', text: 'Good bye' }));
  if (message.type === 'turn_ended') console.log(message.role, message.text);
};
await new Promise((resolve) => (socket.onclose = resolve)); // the agent ends the call`,
      python: `import asyncio
import json
import os
import requests
import websockets

key = os.environ['SONORANT_API_KEY']
headers = {'Authorization': f'Bearer {key}', 'Service-Version': '{version}'}
instructions = 'When the user says: good bye\\nEnd: Good bye!\\nOtherwise: I only know how to say good bye.'
body = {'name': 'Reception', 'config': {'model': {'id': 'rules'}, 'instructions': instructions}}
agent = requests.post('{base}/v1/agents', headers=headers, json=body).json()
address = f"{socket}/v1/agents/websocket/{agent['id']}?api_key={key}&cartesia_version={version}"

async def main():
    async with websockets.connect(address) as socket:
        await socket.send(json.dumps({'type': 'session_create', 'audio': {'input_format': 'pcm_16000'}}))
        async for message in socket:
            event = json.loads(message)
            if event['type'] == 'session_ready':
                await socket.send(json.dumps({'type': 'user_text', 'text': 'Good bye'}))
            if event['type'] == 'turn_ended':
                print(event['role'], event['text'])

asyncio.run(main())`,
    },
  },
  'GET /agents/stream/{agent_id}': {
    status: 101,
    params: { agent_id: agent },
    code: {
      curl: `AGENT=$(curl -sS '{base}/v1/agents' \\
  -H "Authorization: Bearer $SONORANT_API_KEY" -H 'Service-Version: {version}' -H 'Content-Type: application/json' \\
  -d '{"name":"Reception"}' | sed -E 's/^[^:]*:"([^"]*)".*/\\1/')
${handshake('"{base}/agents/stream/$AGENT"')}`,
      typescript: `const headers = {
  Authorization: \`Bearer \${process.env.SONORANT_API_KEY}\`,
  'Service-Version': '{version}',
  'Content-Type': 'application/json',
};
const body = JSON.stringify({ name: 'Reception', config: { initial_message: 'Good morning.' } });
const { id } = await (await fetch('{base}/v1/agents', { method: 'POST', headers, body })).json();

const query = \`api_key=\${process.env.SONORANT_API_KEY}&cartesia_version={version}\`;
const socket = new WebSocket(\`{socket}/agents/stream/\${id}?\${query}\`);
socket.onopen = () => socket.send(JSON.stringify({ event: 'start', config: { input_format: 'pcm_16000' } }));
socket.onmessage = ({ data }) => {
  const { event, media } = JSON.parse(String(data));
  console.log(event);
  if (event === 'media_output' && media.payload !== '') socket.close(1000);
};
await new Promise((resolve) => (socket.onclose = resolve));`,
      python: `import asyncio
import json
import os
import requests
import websockets

key = os.environ['SONORANT_API_KEY']
headers = {'Authorization': f'Bearer {key}', 'Service-Version': '{version}'}
body = {'name': 'Reception', 'config': {'initial_message': 'Good morning.'}}
agent = requests.post('{base}/v1/agents', headers=headers, json=body).json()
address = f"{socket}/agents/stream/{agent['id']}?api_key={key}&cartesia_version={version}"

async def main():
    async with websockets.connect(address) as socket:
        await socket.send(json.dumps({'event': 'start', 'config': {'input_format': 'pcm_16000'}}))
        async for message in socket:
            event = json.loads(message)['event']
            print(event)
            if event == 'media_output':
                break

asyncio.run(main())`,
    },
  },
  'POST /v1/agents/websocket/{agent_id}/sessions': {
    params: { agent_id: agent },
    body: { dynamic_variables: {}, config_overrides: { initial_message: 'Hello, how can I help?' } },
  },
  'GET /agents/calls': { query: { agent_id: idOf('GET /v1/agents', 'agents', 'data[0].id'), limit: '1' } },
  'GET /agents/calls/{call_id}': call,
  'GET /agents/calls/{call_id}/audio': { ...call, output: 'call.wav' },
  'POST /agents/calls/{call_id}/cancel': call,
  'DELETE /agents/calls/{call_id}': call,
  'POST /agents/metrics': {
    body: {
      name: { unique: 'solved.*' },
      display_name: 'Solved',
      prompt: 'Did the caller get what they called for? Answer yes or no.',
    },
  },
  'GET /agents/metrics': { query: { limit: '1' }, after: ['POST /agents/metrics'] },
  'GET /agents/metrics/{metric_id}': { params: { metric_id: metric } },
  'DELETE /agents/metrics/{metric_id}': { params: { metric_id: metric } },
  'POST /agents/{agent_id}/metrics/{metric_id}': { params: { agent_id: agent, metric_id: metric } },
  'DELETE /agents/{agent_id}/metrics/{metric_id}': { params: { agent_id: agent, metric_id: metric } },
  'GET /agents/metrics/results': { query: { limit: '1', start_date: '2026-01-01T00:00:00Z' } },
  'GET /agents/metrics/results/export': {
    query: { agent_id: 'agent_4fKqT2sWm8xRjZ1cV9sBnL', start_date: '2026-01-01T00:00:00Z' },
    status: 404,
  },
  'DELETE /agents/metrics/results/{result_id}': {
    params: { result_id: 'mres_4fKqT2sWm8xRjZ1cV9sBnL' },
    status: 404,
  },
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
