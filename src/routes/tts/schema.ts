/** The wire form of a speech request: one schema gives the types, the validation, the OpenAPI and the AsyncAPI documents. */
import { z } from 'zod';
import { anySampleRates, bitRates, containers, encodings, namedEncodings } from '../../audio/formats.ts';
import { voiceSpecifierSchema } from '../../voices/voice-specifier.ts';

function literals<const T extends readonly number[]>(values: T): z.ZodLiteral<T[number]> {
  return z.literal([...values] as T[number][]);
}

export const outputFormatSchema = z
  .looseObject({
    container: z.enum(containers).nullish().describe('Default `raw` when an encoding is given.'),
    encoding: z
      .enum(namedEncodings)
      .meta({ enum: encodings })
      .nullish()
      .describe(
        'Of `raw`, where it is required, and `wav`, which takes `pcm_s16le` when omitted. `mp3` ignores it. A packed container may be named once more.',
      ),
    sample_rate: literals(anySampleRates)
      .nullish()
      .describe(
        'Hz. Required for `raw`; when omitted, `wav` and `mp3` take 44100, `opus` 48000 and `flac` 24000. `opus` has 8000, 12000, 16000, 24000 and 48000; the others have all but 12000.',
      ),
    bit_rate: literals(bitRates)
      .nullish()
      .describe('Bits per second, of `mp3` (when omitted 128000, or 64000 at 8000 Hz) and `opus` (32000).'),
  })
  .meta({
    id: 'OutputFormat',
    description:
      'How the audio is packed. MP3 pairs bit rate and sample rate by the MPEG standard; a pair it does not have is a 400 that lists those it has. Opus is packed in Ogg; FLAC has 16 bits.',
  });

export const generationConfigSchema = z
  .looseObject({
    speed: z
      .union([z.number(), z.string()])
      .nullish()
      .describe('0.6–1.5, default 1. Versions before 2026 also take slowest, slow, normal, fast, fastest, and clamp.'),
    volume: z.number().nullish().describe('0.5–2.0, default 1.'),
    emotion: z
      .union([z.string(), z.array(z.string())])
      .nullish()
      .describe('An emotion name; default: none.'),
  })
  .meta({ id: 'GenerationConfig', description: 'How the text is spoken.' });

/** Characters of one HTTP transcript. */
function transcript(maxCharacters: number) {
  return z.string().max(maxCharacters, `a transcript has at most ${maxCharacters} characters`);
}

const speechFields = {
  model_id: z.string().describe('A model family; the voice picks the engine.'),
  voice: voiceSpecifierSchema,
  output_format: outputFormatSchema,
  language: z
    .string()
    .nullish()
    .describe('A language or locale code; default: the voice’s own. Not together with `locale`.'),
  locale: z.string().nullish().describe('A locale or language code. Not together with `language`.'),
  accent: z.string().nullish().describe('An accent of the voice.'),
  normalization: z
    .string()
    .nullish()
    .describe('`auto` (default), `off`, or a language or locale code: how numbers, dates and signs become words.'),
  generation_config: generationConfigSchema.nullish(),
  pronunciation_dict_id: z
    .string()
    .nullish()
    .describe(
      'A pronunciation dictionary, your own or a public one: how it says words takes the place of their spelling.',
    ),
  speed: z.enum(['slow', 'normal', 'fast']).nullish().meta({ deprecated: true }),
  // Judged with its version: later ones ignore whatever it is.
  duration: z
    .unknown()
    .optional()
    .meta({
      type: ['number', 'null'],
      exclusiveMinimum: 0,
      deprecated: true,
      description:
        'Seconds of audio, after which the text is cut off with the word that is being spoken; of no effect from version 2026-03-01 on.',
    }),
};

const timestampFields = {
  add_timestamps: z.boolean().nullish().describe('Send word timings.'),
  add_phoneme_timestamps: z.boolean().nullish().describe('Send phoneme timings.'),
  use_normalized_timestamps: z
    .boolean()
    .nullish()
    .describe('True: the words as spoken; false (default): the words of the transcript.'),
};

const speakers = z
  .record(z.string(), voiceSpecifierSchema)
  .nullish()
  .describe(
    'Several speakers in one text: a voice for each name. `[Name]` in the transcript then says who speaks from there on, and is not spoken; without this field brackets are text. At most 16 names.',
  );

/** Not together with a voice of its own for each part, where the text begins with a name. */
const optionalVoice = voiceSpecifierSchema
  .optional()
  .describe('Required, but where `speakers` is given: there it speaks what stands before the first name.');

/** Says of a missing voice what is said of any field that is missing, beside what else is wrong. */
const voiceUnlessSpeakers = z.check<{ readonly voice?: unknown; readonly speakers?: unknown }>(({ value, issues }) => {
  if (value.voice !== undefined || (value.speakers ?? undefined) !== undefined) return;
  const missing = voiceSpecifierSchema.safeParse(undefined).error?.issues ?? [];
  for (const issue of missing) issues.push({ ...issue, path: ['voice'], input: undefined });
});
voiceUnlessSpeakers._zod.def.when = ({ value }) => typeof value === 'object' && value !== null;

const contextId = z.string().min(1).max(256);

export function bytesBodySchema(maxCharacters: number) {
  return z
    .looseObject({
      ...speechFields,
      voice: optionalVoice,
      speakers,
      transcript: transcript(maxCharacters).min(1),
      save: z.boolean().nullish().describe('Keep the audio as a file.'),
    })
    .check(voiceUnlessSpeakers)
    .meta({ id: 'BytesRequest' });
}

export function sseBodySchema(maxCharacters: number) {
  return z
    .looseObject({
      ...speechFields,
      ...timestampFields,
      voice: optionalVoice,
      speakers,
      transcript: transcript(maxCharacters).min(1),
      context_id: contextId.nullish().describe('Echoed on every event.'),
    })
    .check(voiceUnlessSpeakers)
    .meta({ id: 'SseRequest' });
}

export const cancelMessageSchema = z.looseObject({ context_id: contextId, cancel: z.literal(true) }).meta({
  id: 'CancelRequest',
  description: 'Stops a context at once; it ends with `done`. An unknown or ended context is ignored.',
});

/** Everything but the transcript is taken from the messages of the context before when it is left out later. */
export const generationMessageSchema = z
  .looseObject({
    ...speechFields,
    ...timestampFields,
    model_id: speechFields.model_id.nullish(),
    voice: voiceSpecifierSchema.nullish(),
    output_format: outputFormatSchema.nullish(),
    transcript: z
      .string()
      .nullish()
      .describe(
        'The next piece of the utterance, joined verbatim to those before; empty or left out to finish or to flush.',
      ),
    context_id: contextId.nullish().describe('One utterance; made up and echoed when omitted.'),
    continue: z.boolean().nullish().describe('More text follows. Default false.'),
    flush: z.boolean().nullish().describe('Speak what is buffered now; acknowledged by `flush_done`.'),
    max_buffer_delay_ms: z
      .int()
      .min(0)
      .max(5000)
      .nullish()
      .describe('How long undecided text may wait for more. Default 3000, before 2026-03-01: 0.'),
  })
  .meta({ id: 'GenerationRequest' });

export type SpeechBody = z.infer<ReturnType<typeof sseBodySchema>> & { readonly save?: boolean | null | undefined };
export type GenerationMessage = z.infer<typeof generationMessageSchema>;
export type WireGenerationConfig = z.infer<typeof generationConfigSchema>;
export type WireOutputFormat = z.infer<typeof outputFormatSchema>;
