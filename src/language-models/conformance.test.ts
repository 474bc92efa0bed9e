/** The suite on the models that need nothing but this process. */
import { describeLanguageModel } from './conformance.ts';
import { fakeLanguageModel } from './fake/index.ts';
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
