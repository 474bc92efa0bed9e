import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { addLists } from './lists.ts';
import type { OpenAiRouteOptions } from './options.ts';
import { addSpeech } from './speech.ts';

/** Speech, models and voices in OpenAI's shape (docs/rules.md#openai-shape). */
export function openAiRoutes(options: OpenAiRouteOptions): FastifyPluginCallbackZod {
  return (app, _options, done) => {
    addSpeech(app, options);
    addLists(app, options);
    done();
  };
}
