/** `output_format` of a form, whose fields are texts: `output_format[container]` and so on. */
import { z } from 'zod';
import { anySampleRates, bitRates, containers, encodings, namedEncodings } from '../../audio/formats.ts';

/** One of these numbers, as text. */
function numberOf<const T extends readonly number[]>(values: T) {
  return z
    .enum(values.map(String) as [string, ...string[]])
    .transform((text) => Number(text) as T[number])
    .optional();
}

/** Fields of a form; spread them into its own. Where the container is required, the route says so. */
export const outputFormatFields = {
  'output_format[container]': z.enum(containers).optional().describe('How the audio is packed, as for speech.'),
  'output_format[sample_rate]': numberOf(anySampleRates).describe(
    'Hz. Required for `raw`; when omitted, `wav` and `mp3` take 44100, `opus` 48000 and `flac` 24000.',
  ),
  'output_format[encoding]': z
    .enum(namedEncodings)
    .meta({ enum: encodings })
    .optional()
    .describe('Of `raw`, where it is required, and `wav`. `mp3` ignores it.'),
  'output_format[bit_rate]': numberOf(bitRates).describe('Bits per second, of `mp3` and `opus`.'),
};

/** `output_format` as JSON has it; members that were left out are undefined. */
export function formOutputFormat(fields: z.output<z.ZodObject<typeof outputFormatFields>>) {
  return {
    container: fields['output_format[container]'],
    sample_rate: fields['output_format[sample_rate]'],
    encoding: fields['output_format[encoding]'],
    bit_rate: fields['output_format[bit_rate]'],
  };
}

/** See {@link formOutputFormat}. */
export type FormOutputFormat = ReturnType<typeof formOutputFormat>;
