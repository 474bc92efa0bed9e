/** Voices as callers see them: lists, single ones, and those they make. */
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { addUploads } from '../../http/index.ts';
import { addBlending } from './blend.ts';
import { addChanging } from './update.ts';
import { addCloning } from './clone.ts';
import type { VoiceRouteOptions } from './options.ts';
import { addLocalizing } from './localize.ts';
import { addReading } from './list.ts';

/** `/voices`: lists, single voices, cloning from an upload, blending, localizing, changes and removal. */
export function voiceRoutes(options: VoiceRouteOptions): FastifyPluginCallbackZod {
  return (app, _options, done) => {
    addUploads(app, (scope) => addCloning(scope, options));
    addReading(app, options);
    addLocalizing(app, options);
    addBlending(app, options);
    addChanging(app, options);
    done();
  };
}
