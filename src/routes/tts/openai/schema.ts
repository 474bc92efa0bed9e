/** The wire forms of OpenAI's shape. */
import { z } from 'zod';
import { defaultVoice, openAiModels } from './aliases.ts';
import { responseFormats } from './formats.ts';

const voiceName = z.string().min(1).max(256);

/** @param maxCharacters of the text */
export function speechBodySchema(maxCharacters: number) {
  return z
    .looseObject({
      input: z
        .string()
        .min(1)
        .max(maxCharacters, `a text has at most ${maxCharacters} characters`)
        .describe('The text to speak; the one field that is needed.'),
      model: z
        .string()
        .min(1)
        .max(256)
        .nullish()
        .describe(
          `A model of \`GET /v1/models\`, or one of OpenAI’s: ${openAiModels.join(', ')}. Default: tts-1. \`kokoro\` and \`piper\` stand for it too.`,
        ),
      voice: z
        .union([voiceName, z.looseObject({ id: voiceName })])
        .nullish()
        .describe(
          `A voice by its id or name, as text or as \`id\` of an object; OpenAI’s names stand for built-in voices. Default: ${defaultVoice}.`,
        ),
      response_format: z
        .enum(responseFormats, {
          error: ({ input }) =>
            input === 'aac'
              ? `this server makes no aac; it makes ${responseFormats.join(', ')}`
              : `Invalid option: expected one of ${responseFormats.join(', ')}`,
        })
        .nullish()
        .describe('Default: mp3. `pcm` is 24,000 Hz, 16 bits, little-endian, without a header.'),
      speed: z
        .number()
        .min(0.25)
        .max(4)
        .nullish()
        .describe('Default: 1. An engine that does not reach it speaks at its nearest.'),
      instructions: z.string().nullish().describe('Taken, and without effect: no engine here follows instructions.'),
      stream_format: z
        .enum(['audio', 'sse'])
        .nullish()
        .describe(
          '`audio` (default): the audio as the body. `sse`: `speech.audio.delta` events, then `speech.audio.done`.',
        ),
    })
    .meta({ id: 'OpenAiSpeechRequest' });
}
export type SpeechBody = z.output<ReturnType<typeof speechBodySchema>>;

const modelSchema = z
  .object({ id: z.string(), object: z.literal('model'), created: z.int(), owned_by: z.string() })
  .meta({ id: 'OpenAiModel' });
export { modelSchema };

export const modelListSchema = z
  .object({ object: z.literal('list'), data: z.array(modelSchema) })
  .meta({ id: 'OpenAiModelList' });

export const audioModelListSchema = z.object({ models: z.array(modelSchema) }).meta({ id: 'OpenAiAudioModelList' });

export const voiceListSchema = z
  .object({
    voices: z.array(
      z.object({
        id: z.string(),
        object: z.literal('voice'),
        name: z.string(),
        language: z.string().describe('ISO 639-1.'),
        gender: z.string().nullable(),
        description: z.string(),
      }),
    ),
  })
  .meta({ id: 'OpenAiVoiceList' });
