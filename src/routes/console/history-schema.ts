/** The bodies of the history's routes. */
import { z } from 'zod';
import { pageFields, pageSchema, queryBoolean } from '../../http/index.ts';
import { takeOrigins, type ListedTake, type TakeRow } from '../../store/index.ts';

/** Longest text of a take, in characters: no request of speech has more. */
const maxTextLength = 100_000;
/** Most words of a take: one for each character of the longest text and the space behind it. */
const maxWords = 50_000;
/** Largest {@link takeFields} `take`, in bytes. */
export const maxTakeBytes = 8_000_000;

const word = z.tuple([z.string().max(1000), z.number().min(0), z.number().min(0)]);
const settings = z.record(z.string().max(64), z.union([z.string().max(256), z.number(), z.boolean(), z.null()]));
const title = z.string().trim().max(200).nullable();

const takeSchema = z.object({
  origin: z.enum(takeOrigins),
  title: title.optional(),
  text: z.string().max(maxTextLength),
  voice_id: z.string().max(256).nullable(),
  voice_name: z.string().max(500),
  model_id: z.string().max(256).nullable(),
  language: z.string().max(64).nullable(),
  settings: settings.refine((given) => Object.keys(given).length <= 32, 'At most 32 settings'),
  seconds: z.number().min(0).max(1e7),
  words: z.array(word).max(maxWords),
});

/** `take` is JSON; the audio is the file beside it. */
export const takeFields = z.object({
  take: z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: 'Not JSON' });
        return z.NEVER;
      }
    })
    .pipe(takeSchema),
});
export type TakeFields = z.output<typeof takeSchema>;

export const takeParams = z.object({ id: z.string() });

export const historyQuery = z.object({
  ...pageFields(30),
  q: z.string().max(256).optional(),
  starred: queryBoolean().optional(),
  voice_id: z.string().max(256).optional(),
});

export const changeTakeSchema = z.strictObject({ title: title.optional(), starred: z.boolean().optional() });

const listedTakeSchema = z.object({
  id: z.string(),
  created_at: z.string(),
  origin: z.enum(takeOrigins),
  title: z.string().nullable(),
  starred: z.boolean(),
  voice: z.object({ id: z.string().nullable(), name: z.string() }),
  model_id: z.string().nullable(),
  language: z.string().nullable(),
  container: z.string(),
  seconds: z.number(),
  size: z.int(),
  settings: z.record(z.string(), z.unknown()),
  excerpt: z.string(),
});
export const takeListSchema = pageSchema(listedTakeSchema);
export const takeDetailSchema = z.object({ ...listedTakeSchema.shape, text: z.string(), words: z.array(word) });

export const historyStateSchema = z.object({
  is_on: z.boolean(),
  is_wanted: z.boolean(),
  days: z.int(),
  limit_bytes: z.int(),
  takes: z.int(),
  bytes: z.int(),
  voices: z.array(z.object({ id: z.string(), name: z.string() })),
  share_max_days: z.int().describe('Longest life of a link; 0: this server makes none.'),
});

export function wireTake(row: ListedTake): z.output<typeof listedTakeSchema> {
  const { id, created_at, origin, starred, voice_id, voice_name, model_id, language } = row;
  const { container, seconds, size, settings: how, excerpt } = row;
  return {
    ...{ id, created_at, origin, title: row.title, starred: starred === 1, voice: { id: voice_id, name: voice_name } },
    ...{ model_id, language, container, seconds, size, excerpt },
    settings: JSON.parse(how) as Record<string, unknown>,
  };
}

export function wireTakeDetail(row: TakeRow): z.output<typeof takeDetailSchema> {
  return { ...wireTake(row), text: row.text, words: JSON.parse(row.words) as [string, number, number][] };
}
