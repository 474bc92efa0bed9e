/** The wire forms of speech to text. */
import { z } from 'zod';
import { rawEncodings } from '../../audio/decoding/raw.ts';
import { canResample } from '../../audio/resampler.ts';
import { recognizerRate } from '../../recognizers/adapter.ts';

const model = z
  .string()
  .max(256)
  .optional()
  .transform((name) => (name === '' ? undefined : name))
  .describe(
    'A recognizer of this server by its name, or `ink-2`, `ink-whisper`, `whisper-1`, `gpt-4o-transcribe`, `gpt-4o-mini-transcribe`, which stand for the best one of the language. Default: that one.',
  );

/** The code of two letters, where a language has one: `eng` is `en`. */
function languageOf(code: string): string {
  return code.length === 2 ? code.toLowerCase() : new Intl.Locale(code).language;
}

/** `en`, `eng`, `en-US`, `en_US`, `haw`: what counts is the language. */
export const languageField = z
  .string()
  .regex(/^(?:[a-z]{2,3}(?:[-_][a-z0-9]+)*)?$/iu, 'an ISO 639 code: two or three letters, with or without a region')
  .optional()
  .transform((code) => (code === '' || code === undefined ? undefined : languageOf(code.split(/[-_]/u)[0]!)))
  .describe('ISO 639 code of what is spoken. Default: found out where the recognizer can, else `en`.');

/** Hz of samples without a header. */
const sampleRate = z.coerce
  .number()
  .int()
  .min(4000)
  .max(192_000)
  .refine(
    (rate) => canResample(rate, recognizerRate),
    'a rate that can be brought to 16,000 Hz, such as 8000, 16000, 22050, 44100 or 48000',
  );

const granularities = z
  .array(z.enum(['word', 'segment']))
  .optional()
  .describe('`word`: the answer has the words with their times.');

const prompt = z
  .string()
  .max(4000)
  .optional()
  .describe('What was said before, or names that come; for recognizers that take it.');
const temperature = z.coerce.number().min(0).max(1).optional().describe('0–1; for recognizers that take it.');

/** The form of `POST /stt`. */
export const sttFields = z.object({
  model,
  language: languageField,
  'timestamp_granularities[]': granularities,
  prompt,
  temperature,
});

export const responseFormats = ['json', 'verbose_json', 'text', 'srt', 'vtt'] as const;

/** The form in OpenAI's shape. */
export const transcriptionFields = z.object({
  model,
  language: languageField,
  response_format: z
    .enum(responseFormats)
    .default('json')
    .describe('`verbose_json` has the duration, segments and, where asked for, words; `srt` and `vtt` are subtitles.'),
  'timestamp_granularities[]': granularities,
  prompt,
  temperature,
  stream: z
    .enum(['true', 'false'])
    .default('false')
    .describe('`true`: events with what is heard, while it is heard; for `json` and `text`.'),
});

/** Of a file without a header; where there is one, that counts. */
export const rawQuery = z.object({
  encoding: z.enum(rawEncodings).optional().describe('Of samples without a header, little-endian and mono.'),
  sample_rate: sampleRate.optional().describe('Hz, likewise.'),
});

const maxKeyterms = 100;
const maxKeytermCharacters = 1200;

/** Of the sockets: how samples come, who hears them, and in which language. */
export const socketQuery = z.object({
  model,
  encoding: z.enum(rawEncodings).describe('Of the samples, little-endian and mono.'),
  sample_rate: sampleRate.describe('Hz.'),
  language: languageField.describe(
    'ISO 639 code of what is spoken. Default: `en`; with `ink-whisper` or a recognizer by its name, found out where that can.',
  ),
  keyterm: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .transform((given) => [given ?? []].flat().filter((term) => term.trim() !== ''))
    .refine((terms) => terms.length <= maxKeyterms, `at most ${maxKeyterms} terms`)
    .refine(
      (terms) => terms.join('').length <= maxKeytermCharacters,
      `at most ${maxKeytermCharacters} characters in all`,
    )
    .describe('What is likely to be said, such as a name; may be repeated. For recognizers that prefer phrases.'),
});

/** Of the socket on which the client says when it is done. */
export const manualSocketQuery = socketQuery.extend({
  min_volume: z.coerce.number().min(0).max(1).optional().describe('Quieter sound is no speech, 0–1 of full scale.'),
  max_silence_duration_secs: z.coerce
    .number()
    .min(0.1)
    .max(30)
    .optional()
    .describe('A longer pause ends a piece of speech, which then is final. Default 0.6.'),
});

/** When a turn of the turns socket starts and ends. */
export const turnThresholds = z.object({
  start_threshold: z.number().min(0.5).max(0.9).optional().describe('Default 0.8.'),
  eager_end_threshold: z.number().min(0.3).max(0.8).optional().describe('Default 0.4.'),
  end_threshold: z.number().min(0.05).max(0.5).optional().describe('Lower is more patient. Default 0.2.'),
  end_timeout_ms: z.number().min(640).max(11_200).optional().describe('Longest patience. Default 5600.'),
});

/** An address knows only text. */
function ofQuery<T extends z.ZodType>(field: T) {
  return z.preprocess((text) => (typeof text === 'string' ? Number(text) : text), field);
}

/** Of the socket that finds out when turns end. */
export const turnSocketQuery = socketQuery.extend({
  turn_start_threshold: ofQuery(turnThresholds.shape.start_threshold),
  turn_eager_end_threshold: ofQuery(turnThresholds.shape.eager_end_threshold),
  turn_end_threshold: ofQuery(turnThresholds.shape.end_threshold),
  turn_end_timeout_ms: ofQuery(turnThresholds.shape.end_timeout_ms),
});

/** What clients of it send in text frames. */
export const turnMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('config'), turn: turnThresholds }),
  z.object({ type: z.literal('close') }),
]);

export const wordSchema = z.object({ word: z.string(), start: z.number(), end: z.number() });

export const transcriptSchema = z
  .object({
    type: z.literal('transcript'),
    text: z.string(),
    is_final: z.literal(true),
    language: z.string().optional().describe('ISO 639-1; absent where it is not known.'),
    duration: z.number().describe('Seconds of the audio.'),
    request_id: z.string(),
    words: z
      .array(wordSchema)
      .optional()
      .describe('With `timestamp_granularities[]=word`, where the recognizer knows the times.'),
  })
  .meta({ id: 'Transcript' });

export const transcriptionSchema = z
  .object({
    text: z.string(),
    task: z.literal('transcribe').optional(),
    language: z.string().optional().describe('Its English name in small letters.'),
    duration: z.number().optional(),
    segments: z.array(z.object({ id: z.int(), start: z.number(), end: z.number(), text: z.string() })).optional(),
    words: z.array(wordSchema).optional(),
  })
  .meta({ id: 'Transcription' });
