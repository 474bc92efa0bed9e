/** The wire form of fine-tunes. */
import { z } from 'zod';
import { languages } from '../../voices/languages.ts';

export const fineTuneBody = z.object({
  name: z.string().min(1).max(256).describe('Also the name of the voice it makes.'),
  description: z.string().max(4096),
  language: z.enum(languages),
  dataset: z.string().describe('Id of the dataset to learn from.'),
  accent: z.string().nullish().describe('Id of an accent of the language.'),
  model_id: z.string().nullish().meta({ deprecated: true }),
});

export const fineTuneSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    language: z.enum(languages),
    accent: z.string().nullable(),
    supported_model_ids: z.array(z.string()).describe('Models that can speak its voice.'),
    model_id: z.string().meta({ deprecated: true }),
    dataset: z.string(),
    status: z.enum(['created', 'training', 'completed', 'failed']),
    progress: z.number().describe('0–1.'),
    user_errors: z
      .array(z.object({ code: z.string(), message: z.string() }))
      .describe('What was wrong with the dataset or with single clips of it; also of one that completed.'),
    created_at: z.string().describe('ISO 8601 date and time.'),
  })
  .meta({ id: 'FineTune', description: 'A voice in the making, from the clips of a dataset.' });
