/** Messages of the sockets on which one talks to an agent, and the body that makes a session. */
import { z } from 'zod';
import { hasWord } from '../../turns/words.ts';
import { languages } from '../../voices/languages.ts';

/** Encodings of both directions, by their names. */
export const lineFormats = {
  mulaw_8000: { encoding: 'pcm_mulaw', sampleRate: 8000 },
  pcm_16000: { encoding: 'pcm_s16le', sampleRate: 16_000 },
  pcm_24000: { encoding: 'pcm_s16le', sampleRate: 24_000 },
  pcm_44100: { encoding: 'pcm_s16le', sampleRate: 44_100 },
} as const;
export type LineFormat = keyof typeof lineFormats;

export const lineFormat = z.enum(['mulaw_8000', 'pcm_16000', 'pcm_24000', 'pcm_44100']);

/** Values are judged with the variables of the agent, which say of what type they are. */
const variables = z
  .record(z.string().max(64), z.unknown())
  .refine((given) => Object.keys(given).length <= 64, { error: 'Too many: at most 64 variables' });

export const sessionCreate = z.strictObject({
  type: z.literal('session_create'),
  audio: z.strictObject({
    input_format: lineFormat.describe('Of the audio in both directions.'),
    output_delivery: z
      .enum(['speaking_pace', 'as_available'])
      .default('speaking_pace')
      .describe('At most 200 ms ahead of real time, or as fast as it is made.'),
  }),
  dynamic_variables: variables.optional(),
});

export const audioInput = z.object({ type: z.literal('audio_input'), audio: z.string().describe('Base64.') });
export const dtmfInput = z.object({ type: z.literal('dtmf_input'), digit: z.string().regex(/^[0-9*#]$/u) });
export const clientToolResult = z.object({
  type: z.literal('client_tool_result'),
  tool_call_id: z.string().min(1).max(256),
  result: z.string().describe('At most 4,096 bytes; a longer one becomes `result_too_large`.'),
  is_error: z.boolean().default(false),
  error_type: z.string().max(256).optional(),
});
export const userText = z.object({
  type: z.literal('user_text'),
  text: z
    .string()
    .min(1)
    .max(4000)
    .refine(hasWord, { error: 'Expected a letter or a digit: a turn has a word' })
    .describe('What the user types, with a letter or a digit: a turn of its own.'),
});

/** What a client sends. */
export const clientMessage = z.discriminatedUnion('type', [
  sessionCreate,
  audioInput,
  dtmfInput,
  clientToolResult,
  userText,
]);
export type ClientMessage = z.output<typeof clientMessage>;

/** The body of `POST …/sessions`. */
export const sessionBody = z
  .strictObject({
    dynamic_variables: variables.optional(),
    config_overrides: z
      .strictObject({
        instructions: z.string().max(262_144),
        initial_message: z.string().max(10_000).nullable(),
        language: z.strictObject({ primary: z.enum(languages) }),
        audio: z.strictObject({
          output: z
            .strictObject({ voice_id: z.string().min(1).max(256), speed: z.number().min(0.6).max(1.5).nullable() })
            .partial(),
        }),
      })
      .partial()
      .optional(),
  })
  .nullish();
export type SessionSettings = NonNullable<z.output<typeof sessionBody>>;

/** The settings of a session, over which others stand. */
export function together(session: SessionSettings, over: SessionSettings): SessionSettings {
  const { audio, ...rest } = over.config_overrides ?? {};
  const before = session.config_overrides ?? {};
  const output = { ...before.audio?.output, ...audio?.output };
  return { ...session, config_overrides: { ...before, ...rest, audio: { output } } };
}
