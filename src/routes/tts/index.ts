import type { FastifyPluginCallback } from 'fastify';
import type { App } from '../../http/index.ts';
import type { SpeechRouteDeps } from './deps.ts';
import { addHttpSpeech } from './http.ts';
import { addWebSocketSpeech } from './websocket.ts';

export { Connections } from './connections.ts';
export type { SpeechRouteDeps, SpeechRouteLimits } from './deps.ts';

/** The three speech transports. */
export const ttsRoutes = (deps: SpeechRouteDeps): FastifyPluginCallback => (app, _options, done) => {
  addHttpSpeech(app as unknown as App, deps);
  addWebSocketSpeech(app as unknown as App, deps);
  done();
};
