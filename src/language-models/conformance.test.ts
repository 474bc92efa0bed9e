/** The suite on the models that need nothing but this process. */
import { createServer } from 'node:http';
import { once } from 'node:events';
import { after } from 'node:test';
import type { AddressInfo } from 'node:net';
import { describeLanguageModel } from './conformance.ts';
import { fakeLanguageModel } from './fake/index.ts';
import { openAiModel } from './openai/index.ts';
import { HttpClient } from '../outbound/http-client.ts';
import { rules } from './rules/index.ts';
import { delta, event } from './openai/testing.ts';
import type { LanguageModelRequest } from './adapter.ts';

const tools = [{ name: 'find', description: 'Finds an order.', parameters: { type: 'object', properties: {} } }];

function asked(text: string): LanguageModelRequest {
  return { system: '', messages: [{ role: 'user', text }], tools };
}

describeLanguageModel(
  () =>
    fakeLanguageModel({
      script: ({ messages }) => {
        const last = messages.at(-1);
        if (last?.role !== 'user') return ['It is ', 'done.'];
        if (last.text !== 'Find it.') return ['Good ', 'morning.'];
        return ['One moment.', { type: 'tool_call', id: 'call_1', name: 'find', arguments: '{}' }];
      },
    }),
  'fake',
  { plain: asked('Hello.'), calling: asked('Find it.') },
);

const system = `When the user says: hello\nSay: Good morning.\nWhen the user says: find it\nCall: find(order=7)\nSay: It is {{result.status}}.`;

describeLanguageModel(() => rules, 'rules', {
  plain: { ...asked('Hello.'), system },
  calling: { ...asked('Find it.'), system },
});

/** Calls a tool for a certain text, and otherwise says two words. */
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request
    .on('data', (chunk: Buffer) => chunks.push(chunk))
    .on('end', () => {
      const { messages } = JSON.parse(Buffer.concat(chunks).toString()) as { messages: { content: unknown }[] };
      const called = { index: 0, id: 'call_1', function: { name: 'find', arguments: '{}' } };
      const pieces =
        messages.at(-1)?.content === 'Find it.'
          ? [delta({ tool_calls: [called] }), delta({}, 'tool_calls')]
          : [delta('Good '), delta('morning.'), delta({}, 'stop')];
      response.end([...pieces, '[DONE]'].map(event).join(''));
    });
});
const http = new HttpClient({ reach: 'any' });
after(async () => {
  await http.close();
  server.close();
  server.closeAllConnections();
});

describeLanguageModel(
  async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return openAiModel({ id: 'llama', url: `http://127.0.0.1:${port}/v1`, model: 'llama3' }, http);
  },
  'openai',
  { plain: asked('Hello.'), calling: asked('Find it.') },
);
