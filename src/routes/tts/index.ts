import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import type { SpeechRouteOptions } from './options.ts';
import { addHttpSpeech } from './http.ts';
import { addWebSocketSpeech } from './websocket.ts';

export { Connections } from './connections.ts';
export type { SpeechRouteOptions as SpeechRouteDeps, SpeechRouteLimits } from './options.ts';

/** The three speech transports. */
export function ttsRoutes(deps: SpeechRouteOptions): FastifyPluginCallbackZod {
  return (app, _options, done) => {
    addHttpSpeech(app, deps);
    addWebSocketSpeech(app, deps);
    done();
  };
}
