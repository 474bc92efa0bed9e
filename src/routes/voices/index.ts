/** Voices as callers see them: lists, single ones, those they make, and how each sounds. */
import type { FastifyInstance } from 'fastify';
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { acceptUploads } from '../../http/index.ts';
import { addChanging } from './changing.ts';
import { addCloning } from './cloning.ts';
import type { VoiceRouteDependencies } from './dependencies.ts';
import { addLocalizing } from './localizing.ts';
import { addPreview } from './preview.ts';
import { addReading } from './reading.ts';

export type { VoiceRouteDependencies, VoiceRouteLimits } from './dependencies.ts';

export function voiceRoutes(dependencies: VoiceRouteDependencies): FastifyPluginCallbackZod {
  return (app, _options, done) => {
    void app.register((scope: FastifyInstance, _scopeOptions, scopeDone) => {
      acceptUploads(scope);
      addCloning(scope, dependencies);
      scopeDone();
    });
    addReading(app, dependencies);
    addLocalizing(app, dependencies);
    addChanging(app, dependencies);
    addPreview(app, dependencies);
    done();
  };
}
