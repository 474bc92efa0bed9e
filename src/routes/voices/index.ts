/** Voices as callers see them: lists, single ones, and those they make. */
import type { FastifyInstance } from 'fastify';
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { acceptUploads } from '../../http/index.ts';
import { addChanging } from './update.ts';
import { addCloning } from './clone.ts';
import type { VoiceRouteOptions } from './options.ts';
import { addLocalizing } from './localize.ts';
import { addReading } from './list.ts';

/** `/voices`: lists, single voices, cloning from an upload, localizing, changes and removal. */
export function voiceRoutes(options: VoiceRouteOptions): FastifyPluginCallbackZod {
  return (app, _options, done) => {
    void app.register((scope: FastifyInstance, _scopeOptions, scopeDone) => {
      acceptUploads(scope);
      addCloning(scope, options);
      scopeDone();
    });
    addReading(app, options);
    addLocalizing(app, options);
    addChanging(app, options);
    done();
  };
}
