/** Voices as callers see them: lists, single ones, those they make, and how each sounds. */
import type { FastifyInstance } from 'fastify';
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { acceptUploads } from '../../http/index.ts';
import { addChanging } from './update.ts';
import { addCloning } from './clone.ts';
import type { VoiceRouteOptions } from './options.ts';
import { addLocalizing } from './localize.ts';
import { addPreview } from './preview.ts';
import { addReading } from './list.ts';

export type { VoiceRouteOptions as VoiceRouteDependencies, VoiceRouteLimits } from './options.ts';

export function voiceRoutes(dependencies: VoiceRouteOptions): FastifyPluginCallbackZod {
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
