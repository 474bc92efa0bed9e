/** The catalogue of locales, for language and accent pickers. */
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorResponses } from '../../http/index.ts';
import { languages } from '../../voices/languages.ts';
import { locales } from '../../voices/locales.ts';

const localeSchema = z
  .object({
    locale: z.string().describe('BCP 47 code.'),
    language: z.enum(languages),
    display_name: z.string(),
    accents: z.array(
      z.object({
        id: z.string(),
        label: z.string(),
        is_default: z.boolean().describe('True for exactly one accent of a locale.'),
      }),
    ),
  })
  .meta({ id: 'Locale', description: 'A locale and the accents under it.' });

const catalogue: readonly z.output<typeof localeSchema>[] = locales.map(({ code, language, displayName, accents }) => ({
  locale: code,
  language,
  display_name: displayName,
  accents: accents.map(({ id, label, isDefault }) => ({ id, label, is_default: isDefault })),
}));

/** `GET /locales`: the locales of the catalogue. */
export function localeRoutes(): FastifyPluginCallbackZod {
  return (app, _options, done) => {
    app.get(
      '/locales',
      {
        schema: {
          tags: ['Voices'],
          summary: 'List locales',
          description: 'All locales sorted by code, each with its accents.',
          response: { 200: z.object({ locales: z.array(localeSchema) }), ...errorResponses(400, 401, 403, 500) },
        },
      },
      () => ({ locales: [...catalogue] }),
    );
    done();
  };
}
