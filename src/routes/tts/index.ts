import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import type { SpeechRouteDeps } from './deps.ts';
import { addHttpSpeech } from './http.ts';
import { addWebSocketSpeech } from './websocket.ts';

export { Connections } from './connections.ts';
export type { SpeechRouteDeps, SpeechRouteLimits } from './deps.ts';

/** The three speech transports. */
export const ttsRoutes = (deps: SpeechRouteDeps): FastifyPluginCallbackZod => (app, _options, done) => {
  addHttpSpeech(app, deps);
  addWebSocketSpeech(app, deps);
  done();
};
