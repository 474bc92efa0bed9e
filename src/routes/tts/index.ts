import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import type { SpeechRouteOptions } from './options.ts';
import { addHttpSpeech } from './http.ts';
import { addPreview } from './preview.ts';
import { addSimilarity, type SimilarityRouteOptions } from './similarity.ts';
import { addWebSocketSpeech } from './websocket.ts';

export { openAiRoutes } from './openai/index.ts';
export { speechMetrics, type SpeechMetrics } from './metrics.ts';
export type { SpeechRouteOptions, SpeechRouteLimits } from './options.ts';

/** The three speech transports. */
export function ttsRoutes(options: SpeechRouteOptions): FastifyPluginCallbackZod {
  return (app, _options, done) => {
    addHttpSpeech(app, options);
    addWebSocketSpeech(app, options);
    done();
  };
}

/** The spoken samples of voices: a route of theirs by its address, a stream of speech by what it does. */
export function previewRoutes(options: SpeechRouteOptions): FastifyPluginCallbackZod {
  return (app, _options, done) => {
    addPreview(app, options);
    done();
  };
}

/** How near clones come to their clips. */
export function similarityRoutes(options: SimilarityRouteOptions): FastifyPluginCallbackZod {
  return (app, _options, done) => {
    addSimilarity(app, options);
    done();
  };
}
