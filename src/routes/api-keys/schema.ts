/** The wire forms of keys. */
import { z } from 'zod';
import { clampedPageFields, pageSchema } from '../../http/index.ts';
import { isOrigin } from '../../identity/keys.ts';
import { scopes } from '../../store/index.ts';

const kind = z.enum(['api', 'admin']);
const name = z.string().trim().min(1).max(100);
const scopeList = z.array(z.enum(scopes)).min(1);
const time = z.iso.datetime({ offset: true });
const budgetFields = {
  characters: z
    .int()
    .min(1)
    .max(1_000_000_000_000)
    .describe('Characters that may be spoken with the key and its tokens in a UTC month.'),
  action: z
    .enum(['refuse', 'alert'])
    .describe(
      'At 80 % and at 100 % webhooks get `api_key.budget_reached`. `refuse`: then speech is refused with 402 `quota_exceeded`, within a second or so; `alert`: it goes on.',
    ),
};
const budget = z.object({ ...budgetFields, action: budgetFields.action.default('refuse') });
const origin = z
  .string()
  .max(300)
  .refine(isOrigin, { message: 'Invalid input: expected an origin, https://www.example.com' });
const originList = z.array(origin).min(1).max(50);
const families =
  '`tts`: everything that speaks; `voices`: voices, accents and dictionaries; `agents`: agents and their tools; `files`: files, datasets and fine-tunes.';

export const keySchema = z
  .object({
    id: z.uuid(),
    kind: kind.describe('An API key opens everything but the organization, an admin key only that.'),
    name: z.string().nullable().describe('Null where none was given.'),
    description: z.string(),
    scopes: z
      .array(z.enum(scopes))
      .nullable()
      .describe(`The families of routes that it opens; null for all of its kind. ${families}`),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime().nullable().describe('When it ends by itself; null: never.'),
    budget: z
      .object({
        ...budgetFields,
        used_characters: z.int().describe('Of this month; other servers add theirs within seconds.'),
      })
      .nullable()
      .describe('Null: it may speak as much as it likes.'),
    origins: z
      .array(z.string())
      .nullable()
      .describe('Origins of the web pages that it is for, and that alone may use it; null for a key of programs.'),
    last_used_at: z.iso
      .datetime()
      .nullable()
      .describe(
        'Of its requests and its tokens’, the last one that the request log still has; null where it has none.',
      ),
    creator_email: z.string().nullable(),
    creator_still_in_org: z
      .boolean()
      .nullable()
      .describe('Null where the creator is not known, as for keys of the command line.'),
    creator_image_url: z.string().nullable(),
  })
  .meta({ id: 'ApiKey', description: 'A key that works, without the key itself.' });

export const newKeySchema = keySchema
  .extend({ key: z.string().describe('The key itself. Told this once: it is stored nowhere.') })
  .meta({ id: 'NewApiKey', description: 'A key that was made just now.' });

export const rotatedKeySchema = newKeySchema
  .extend({
    replaced: z
      .object({ id: z.uuid(), ends_at: z.iso.datetime().describe('From this moment on it is refused.') })
      .describe('The key whose place it takes.'),
  })
  .meta({ id: 'RotatedApiKey', description: 'A key that took the place of another one.' });

export const idParams = z.object({ id: z.string() });

const kindQuery = kind.default('api').describe('Which keys are meant.');
export const keyQuery = z.object({ kind: kindQuery });
export const keysQuery = z.object({
  ...clampedPageFields(),
  kind: kindQuery,
  q: z.string().max(256).optional().describe('Part of the name, the description or the creator’s name or email.'),
});
export const keysPage = pageSchema(keySchema);

export const newKeyBody = z
  .object({
    name: name.nullish().describe('What people call it.'),
    description: z.string().max(1000).nullish().describe('What it is for. Default: its name.'),
    scopes: scopeList
      .nullish()
      .describe(`What it is limited to; without it the key opens everything of its kind. ${families}`),
    kind: kind.default('api').describe('An admin key has no scopes.'),
    expires_at: time.nullish().describe('RFC 3339 with a time zone: when it ends by itself. Default: never.'),
    budget: budget.nullish().describe('Default: none.'),
    origins: originList
      .nullish()
      .describe(
        'Makes a key that may stand in web pages: it opens `POST /tts/bytes` and `/tts/sse` for pages of these origins, and nothing else. Programs can claim any origin, so `scopes` must be `["tts"]` and a `budget` with `refuse` is needed. Default: a key of programs.',
      ),
  })
  .refine(({ kind: given, budget: limit }) => given === 'api' || limit === undefined || limit === null, {
    path: ['budget'],
    message: 'Only API keys have a budget',
  })
  .refine(({ kind: given, scopes: limits }) => given === 'api' || limits === undefined || limits === null, {
    path: ['scopes'],
    message: 'Only API keys have scopes',
  })
  .refine(({ kind: given, origins }) => given === 'api' || origins === undefined || origins === null, {
    path: ['origins'],
    message: 'Only API keys have origins',
  });

export const keyChangesBody = z.object({
  name: name.optional(),
  scopes: scopeList.nullish().describe('Null for no limit. What is taken away ends at once, open sockets included.'),
  origins: originList.optional().describe('Of a key for web pages. What is taken away ends at once.'),
  budget: budget.nullish().describe('Null for none. A new one is reported anew in the same month.'),
});

/** @param maxSeconds longest overlap */
export function rotationBody(maxSeconds: number) {
  return z
    .object({
      overlap_seconds: z
        .int()
        .min(0)
        .max(maxSeconds)
        .nullish()
        .describe('How long the old key works beside the new one. Default 0: it ends at once, with its sockets.'),
      expires_at: time
        .nullish()
        .describe('When the new key ends; null for never. Default: when the old one would have.'),
    })
    .nullish();
}
