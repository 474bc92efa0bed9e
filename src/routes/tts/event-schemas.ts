/**
 * The server's events as schemas: what `wireEvent` writes, for the AsyncAPI document and for clients that check a stream. SSE
 * sends the same events without `flush_id` and `flush_done`, and with `context_id` only where the request carried one.
 */
import { z } from 'zod';
import { errorRegistry, type ErrorCode } from '../../errors/registry.ts';
import { voiceSpecifierSchema } from '../../voices/voice-specifier.ts';
import { cancelMessageSchema, generationConfigSchema, generationMessageSchema, outputFormatSchema } from './schema.ts';

const contextId = z
  .string()
  .min(1)
  .max(256)
  .describe('The context it belongs to. On SSE only when the request carried one.');

const progress = {
  context_id: contextId.optional(),
  status_code: z.literal(206),
  done: z.literal(false),
};

const flushId = z.int().min(1).describe('1 until the first flush, 2 until the second, and so on. WebSocket only.');

const seconds = z.array(z.number().min(0));
const times = {
  start: seconds.describe('Seconds from the first sample of the utterance.'),
  end: seconds.describe('Seconds; never less than the start.'),
};

export const chunkEventSchema = z
  .object({
    type: z.literal('chunk'),
    ...progress,
    data: z
      .base64()
      .describe(
        'The next piece of the audio, base64. Whole samples on the WebSocket; on SSE the pieces are one container stream.',
      ),
    step_time: z.number().min(0).describe('Milliseconds since the chunk before, as the server made them.'),
    flush_id: flushId.optional(),
  })
  .describe('Audio.');

export const timestampsEventSchema = z
  .object({
    type: z.literal('timestamps'),
    ...progress,
    word_timestamps: z
      .object({
        words: z
          .array(z.string())
          .describe('Words of the transcript with their punctuation, or as spoken with `use_normalized_timestamps`.'),
        ...times,
        speakers: z
          .array(z.string().nullable())
          .optional()
          .describe(
            'Who says each word, as the transcript names it; null before the first name. On SSE, where the request has `speakers`.',
          ),
      })
      .describe('Arrays of one length.'),
    flush_id: flushId.optional(),
  })
  .describe('When each word is spoken. Sent with `add_timestamps`.');

export const phonemeTimestampsEventSchema = z
  .object({
    type: z.literal('phoneme_timestamps'),
    ...progress,
    phoneme_timestamps: z
      .object({ phonemes: z.array(z.string()).describe('IPA.'), ...times })
      .describe('Three arrays of one length.'),
    flush_id: flushId.optional(),
  })
  .describe('When each phoneme is spoken. Sent with `add_phoneme_timestamps`.');

export const flushDoneEventSchema = z
  .object({
    type: z.literal('flush_done'),
    ...progress,
    flush_done: z.literal(true),
    flush_id: flushId.describe('The flush that is complete.'),
  })
  .describe('All text sent before a flush has been spoken. WebSocket only.');

export const doneEventSchema = z
  .object({
    type: z.literal('done'),
    context_id: contextId.optional(),
    status_code: z.literal(206),
    done: z.literal(true),
  })
  .describe('The context has ended: nothing follows under its id until it is used again.');

export const errorEventSchema = z
  .object({
    type: z.literal('error'),
    done: z
      .boolean()
      .describe('Whether the context has ended. False only for `context_closed`: the running speech goes on.'),
    status_code: z.int().min(400).max(599).describe('The HTTP status of the error.'),
    title: z.string(),
    message: z.string().describe('What was wrong, with the field and what it allows.'),
    error_code: z.enum(Object.keys(errorRegistry) as [ErrorCode, ...ErrorCode[]]),
    request_id: z.uuid().describe('The connection; finds it in the log.'),
    doc_url: z.string().describe('Where the code is explained.'),
    context_id: contextId.optional().describe('Absent when the message carried none that could be read.'),
    error: z.string().describe('"Title: message", for clients of versions before 2026-03-01.'),
  })
  .describe(
    'A message that could not be taken, or a context that failed. The socket stays open and other contexts go on.',
  );

/** Every event by its `type`. */
export const serverEventSchemas = {
  chunk: chunkEventSchema,
  timestamps: timestampsEventSchema,
  phoneme_timestamps: phonemeTimestampsEventSchema,
  flush_done: flushDoneEventSchema,
  done: doneEventSchema,
  error: errorEventSchema,
} as const;

export const serverEventSchema = z.discriminatedUnion('type', [
  chunkEventSchema,
  timestampsEventSchema,
  phonemeTimestampsEventSchema,
  flushDoneEventSchema,
  doneEventSchema,
  errorEventSchema,
]);

/** An event as the client receives it. */
export type ServerEvent = z.infer<typeof serverEventSchema>;

/** All messages of the WebSocket, for its documentation. */
export const socketSchemas = {
  client: { generation: generationMessageSchema, cancel: cancelMessageSchema },
  server: serverEventSchemas,
  parts: {
    OutputFormat: outputFormatSchema,
    GenerationConfig: generationConfigSchema,
    VoiceSpecifier: voiceSpecifierSchema,
  },
} as const;
