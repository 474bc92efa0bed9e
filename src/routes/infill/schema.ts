/** The form of a request for speech between two recordings; forms know only text. */
import { z } from 'zod';
import { outputFormatFields } from '../../http/index.ts';
import { infillText } from '../../speech/recordings/infill.ts';

/** The fields beside the recordings. */
export const infillFields = z.object({
  model_id: z.string().min(1).max(256).describe('A model family; the voice picks the engine.'),
  language: z.string().max(64).optional().describe('A language or locale code; default: the voice’s own.'),
  transcript: infillText.describe('What is said between them.'),
  voice_id: z.string().min(1).max(256).describe('The voice that says it.'),
  whole: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true')
    .describe(
      'Whether to answer with the recordings as well, joined. Our addition. Default false: what is between alone.',
    ),
  ...outputFormatFields,
  'output_format[container]': outputFormatFields['output_format[container]'].describe(
    'How the audio is packed. Without any member: as the left recording, else as the right one.',
  ),
});

export type InfillFields = z.output<typeof infillFields>;
