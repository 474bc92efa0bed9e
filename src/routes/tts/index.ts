import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import type { SpeechRouteDeps } from './deps.ts';
import { addHttpSpeech } from './http.ts';
import { addWebSocketSpeech } from './websocket.ts';

export { Connections } from './connections.ts';
export type { SpeechRouteDeps, SpeechRouteLimits } from './deps.ts';

/** The three speech transports. */
export function ttsRoutes(deps: SpeechRouteDeps): FastifyPluginCallbackZod {
  return (app, _options, done) => {
    addHttpSpeech(app, deps);
    addWebSocketSpeech(app, deps);
    done();
  };
}
