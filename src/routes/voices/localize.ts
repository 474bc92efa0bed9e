import { z } from 'zod';
import { invalidField } from '../../errors/service-error.ts';
import { errorResponses, type App } from '../../http/index.ts';
import { versionHas } from '../../versions/index.ts';
import { mainAccentOf } from '../../voices/locales.ts';
import type { Language } from '../../voices/languages.ts';
import type { LocalizeRequest } from '../../voices/voice-service.ts';
import type { VoiceRouteOptions } from './options.ts';
import { accessField, descriptionField, nameField, taglineField } from '../../voices/fields.ts';
import { madeVoiceSchema } from './schema.ts';
import { madeVoice } from './wire.ts';

/** Languages that versions before 2026-08-14 localize into, and the accent each of their dialects is today. */
const dialects = {
  en: { us: 'general-american', au: 'australian', in: 'indian-english', so: 'southern-us', uk: 'british' },
  de: {},
  es: { mx: 'mexican', pe: 'peruvian' },
  fr: { eu: 'parisian', ca: 'canadian-french' },
  ja: {},
  zh: {},
  hi: {},
  it: {},
  ko: {},
  nl: {},
  pl: {},
  pt: { br: 'brazilian-portuguese', eu: 'european-portuguese' },
  ru: {},
  sv: {},
  tr: {},
} as const satisfies Partial<Readonly<Record<Language, Readonly<Record<string, string>>>>>;

type OlderLanguage = keyof typeof dialects;
const olderLanguages = Object.keys(dialects) as OlderLanguage[];

const localizeBody = z.object({
  voice_id: z.string().min(1).max(256).describe('The voice to bring into another accent.'),
  name: nameField,
  accent: z
    .string()
    .max(64)
    .nullish()
    .describe('Id of a localizable accent, which brings its language along. Required from version 2026-08-14 on.'),
  description: descriptionField.nullish(),
  tagline: taglineField.default(''),
  access: accessField.optional(),
  language: z
    .string()
    .max(64)
    .nullish()
    .describe('Before version 2026-08-14, in place of `accent`; beside it, it is ignored.')
    .meta({ deprecated: true }),
  dialect: z.string().max(64).nullish().describe('The same: a dialect of the language.').meta({ deprecated: true }),
  original_speaker_gender: z
    .string()
    .max(64)
    .nullish()
    .describe('The same: `male` or `female`.')
    .meta({ deprecated: true }),
});

type LocalizeBody = z.output<typeof localizeBody>;
type Target = Pick<LocalizeRequest, 'accent' | 'gender' | 'anyAccent'>;

const olderGenders = new Map([
  ['male', 'masculine'],
  ['female', 'feminine'],
] as const);

/** What the older form of the body asks for. */
function olderTarget({ language, dialect, original_speaker_gender: gender }: LocalizeBody): Target {
  const known = olderLanguages.find((code) => code === language);
  if (known === undefined) {
    throw invalidField('language', `Expected an accent, or one of the languages ${olderLanguages.join(', ')}`);
  }
  const choice: Readonly<Record<string, string>> = dialects[known];
  const accent =
    dialect === null || dialect === undefined
      ? mainAccentOf(known).id
      : Object.hasOwn(choice, dialect)
        ? choice[dialect]
        : undefined;
  if (accent === undefined) {
    throw invalidField('dialect', `Not a dialect of ${known}; allowed: ${Object.keys(choice).join(', ') || 'none'}`);
  }
  const spoken = olderGenders.get(gender as 'male' | 'female');
  if (gender !== null && gender !== undefined && spoken === undefined) {
    throw invalidField('original_speaker_gender', 'Expected male or female');
  }
  return { accent, gender: spoken, anyAccent: true };
}

function targetOf(body: LocalizeBody, version: string): Target {
  if (typeof body.accent === 'string') return { accent: body.accent };
  if (versionHas(version, 'voiceAccess')) {
    throw invalidField('accent', 'Required: expected the id of a localizable accent; GET /accents lists them');
  }
  return olderTarget(body);
}

export function addLocalizing(app: App, { service }: VoiceRouteOptions): void {
  app.post(
    '/voices/localize',
    {
      config: { idempotent: true },
      schema: {
        tags: ['Voices'],
        summary: 'Localize a voice',
        description:
          'Makes a new voice that sounds like another one and speaks with an accent of the same or another language.',
        body: localizeBody,
        response: { 200: madeVoiceSchema, ...errorResponses(400, 404, 501) },
      },
    },
    async ({ body, principal, apiVersion, id: requestId }) => {
      const { voice_id: voiceId, name, tagline, description, access = 'private' } = body;
      const request = { voiceId, name, tagline, description: description ?? '', access, ...targetOf(body, apiVersion) };
      return madeVoice(
        await service.localize({ organizationId: principal.organizationId, requestId }, request),
        apiVersion,
      );
    },
  );
}
