/** The form of a request for another voice; forms know only text. */
import { z } from 'zod';
import { outputFormatFields } from '../../http/index.ts';

/** The fields beside the clip. */
export const changeFields = z.object({
  'voice[id]': z.string().min(1).max(256).describe('The voice that is to be heard.'),
  ...outputFormatFields,
  'output_format[container]': outputFormatFields['output_format[container]'].unwrap(),
});

export type ChangeFields = z.output<typeof changeFields>;
