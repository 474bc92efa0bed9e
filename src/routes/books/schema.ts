/** The wire form of books. */
import { z } from 'zod';
import { bitRates, type BitRate } from '../../audio/formats.ts';
import { bookContainers } from '../../books/book-format.ts';
import type { BookRequest, BookWithChapters } from '../../books/book-service.ts';
import { documentKinds, type DocumentKind } from '../../documents/index.ts';
import { bookStatuses, type BookRow } from '../../store/index.ts';
import { defaultModel } from '../../voices/models.ts';

const progress = z
  .object({
    characters: z.int().describe('Of the chapters that were asked for.'),
    done_characters: z.int().describe('Of them, as far as they are spoken.'),
    percent: z.int().min(0).max(100),
    seconds: z.number().describe('Of audio, as far as it is made.'),
  })
  .meta({ id: 'BookProgress' });

const asked = z
  .object({
    voice_id: z.string(),
    model_id: z.string(),
    language: z.string().nullable(),
    speed: z.number(),
    format: z.enum(bookContainers),
    bit_rate: z.int(),
  })
  .meta({ id: 'BookSpeech', description: 'How a book was asked to be spoken.' });

const fields = {
  id: z.string(),
  title: z.string(),
  author: z.string().nullable(),
  language: z.string().nullable().describe('As the file tells it.'),
  kind: z.enum(documentKinds).describe('Of the file.'),
  source: z.string().describe('Name or address of the file.'),
  has_cover: z.boolean(),
  status: z
    .enum(bookStatuses)
    .describe('`ready`: read, and not asked for yet; `queued` and `speaking`: its job waits or runs.'),
  speech: asked.nullable().describe('Null before it is asked for.'),
  progress,
  error: z.string().nullable().describe('Why it failed; while it is spoken, what it waits for.'),
  audio_bytes: z
    .int()
    .nullable()
    .describe('Of the finished audio, that of the request before while another is spoken; null where there is none.'),
  created_at: z.string().describe('ISO 8601 date and time.'),
  updated_at: z.string(),
};

export const bookSchema = z.object(fields).meta({ id: 'Book', description: 'A document that is read aloud.' });

const chapterSchema = z
  .object({
    number: z.int().describe('From 1.'),
    title: z.string(),
    characters: z.int(),
    is_selected: z.boolean().describe('Whether it was asked for last; all before that.'),
    is_spoken: z.boolean(),
  })
  .meta({ id: 'BookChapter' });

export const bookWithChaptersSchema = z
  .object({ ...fields, chapters: z.array(chapterSchema) })
  .meta({ id: 'BookWithChapters', description: 'A document that is read aloud, with its chapters.' });

export const newBookSchema = z
  .object({
    url: z
      .string()
      .min(1)
      .max(2048)
      .optional()
      .describe('Address of a document; only from where webhooks may go as well, redirects included.'),
    text: z.string().min(1).optional().describe('The text itself, as Markdown, instead of an address.'),
    title: z.string().min(1).max(200).optional().describe('Of `text`; its heading by default.'),
  })
  .refine(({ url, text }) => (url === undefined) !== (text === undefined), {
    error: 'Give either an address or a text',
    path: ['url'],
  });

export const startSchema = z.object({
  voice_id: z.string().min(1).max(256).describe('An id or a name of `GET /voices`.'),
  model_id: z.string().min(1).max(200).optional().describe(`Default \`${defaultModel}\`.`),
  language: z.string().max(35).nullable().optional().describe('Of the text; the voice’s own by default.'),
  speed: z.number().min(0.6).max(1.5).optional().describe('Default 1.'),
  format: z
    .enum(bookContainers)
    .optional()
    .describe('`mp3` (default) has its chapters in an ID3 tag; `m4b` needs ffmpeg on the server.'),
  bit_rate: z
    .int()
    .refine((value) => bitRates.some((rate) => rate === value), { error: `Must be one of ${bitRates.join(', ')}` })
    .optional()
    .describe('Bits per second, default 64000.'),
  chapters: z.array(z.int().min(1)).min(1).max(10_000).optional().describe('Numbers of the chapters; all by default.'),
});

/** What the fields ask for, with the defaults. */
export function requestOf(body: z.output<typeof startSchema>): BookRequest {
  return {
    voice: body.voice_id,
    modelId: body.model_id ?? defaultModel,
    language: body.language ?? null,
    speed: body.speed ?? 1,
    container: body.format ?? 'mp3',
    bitRate: (body.bit_rate ?? 64_000) as BitRate,
  };
}

/** A book as clients see it. */
export function wireBook(row: BookRow): z.output<typeof bookSchema> {
  const { id, title, author, language, source, status, error, characters } = row;
  const done = Math.min(row.done_characters, characters);
  return {
    ...{ id, title, author, language, kind: row.kind as DocumentKind, source, has_cover: row.cover_blob !== null },
    ...{ status, speech: wireSpeech(row), error, audio_bytes: row.audio_bytes },
    progress: {
      characters,
      done_characters: done,
      percent: status === 'completed' ? 100 : Math.floor((100 * done) / Math.max(1, characters)),
      seconds: Math.round(row.seconds * 1000) / 1000,
    },
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

function wireSpeech({ request }: BookRow): z.output<typeof asked> | null {
  if (request === null) return null;
  const { voice, modelId, language, speed, container, bitRate } = JSON.parse(request) as BookRequest;
  return { voice_id: voice, model_id: modelId, language, speed, format: container, bit_rate: bitRate };
}

export function wireWithChapters({ book, chapters }: BookWithChapters): z.output<typeof bookWithChaptersSchema> {
  return {
    ...wireBook(book),
    chapters: chapters.map(({ number, title, characters, selected, how }) => ({
      ...{ number, title, characters, is_selected: selected === 1 },
      is_spoken: how !== null || (book.status === 'completed' && selected === 1),
    })),
  };
}
