/** The catalogue of accents. */
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorResponses, queryBoolean } from '../../http/index.ts';
import { isLanguage, languages } from '../../voices/languages.ts';
import { accents, findLocale, parseLanguageTag, type Accent } from '../../voices/locales.ts';

const accentSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    language: z.enum(languages),
    locale: z.string().describe('BCP 47 code of the one locale it stands under.'),
    is_locale_default: z.boolean().describe('True for exactly one accent of a locale.'),
    is_localizable: z.boolean().describe('Whether a voice can be localized into it.'),
  })
  .meta({ id: 'Accent', description: 'A way of speaking a language.' });

function notACode(what: string) {
  return { error: `Not a ${what} code of this service; GET /locales lists them` };
}

const query = z.object({
  is_localizable: queryBoolean().optional(),
  language: z
    .string()
    .refine((code) => isLanguage(code.toLowerCase()), notACode('language'))
    .optional()
    .describe('A language, such as `en`.'),
  locale: z
    .string()
    .refine((code) => findLocale(code) !== undefined, notACode('locale'))
    .optional()
    .describe('A locale, such as `en-GB`; case does not matter, `_` works for `-`.'),
});

function toWire(accent: Accent): z.output<typeof accentSchema> {
  return {
    id: accent.id,
    name: accent.label,
    language: accent.language,
    locale: accent.locale,
    is_locale_default: accent.isDefault,
    is_localizable: accent.isLocalizable,
  };
}

function matches(accent: Accent, { is_localizable: localizable, language, locale }: z.output<typeof query>): boolean {
  return (
    (localizable === undefined || accent.isLocalizable === localizable) &&
    (language === undefined || accent.language === parseLanguageTag(language)?.language) &&
    (locale === undefined || accent.locale === findLocale(locale)?.code)
  );
}

/** `GET /accents`: the accents of the catalogue, with filters. Pages are cut in memory. */
export function accentRoutes(): FastifyPluginCallbackZod {
  return (app, _options, done) => {
    app.get(
      '/accents',
      {
        schema: {
          tags: ['Voices'],
          summary: 'List accents',
          description: 'All accents sorted by id; the given conditions hold together.',
          querystring: query,
          response: { 200: z.object({ accents: z.array(accentSchema) }), ...errorResponses(400, 401, 403, 500) },
        },
      },
      (request) => ({ accents: accents.filter((accent) => matches(accent, request.query)).map(toWire) }),
    );
    done();
  };
}
