/** Fields that several bodies about voices have. */
import { z } from 'zod';
import { languages } from './languages.ts';

/** Characters of a tagline, at most. */
export const maxTagline = 32;

/** Characters as a person counts them, not UTF-16 units. */
export const taglineField = z
  .string()
  .refine((text) => Array.from(text).length <= maxTagline, {
    error: `Too long: expected at most ${maxTagline} characters`,
  })
  .meta({ maxLength: maxTagline, description: 'A few words; empty when unset.' });

/** Name of a voice: 1 to 256 characters. */
export const nameField = z.string().min(1).max(256).describe('Name of the voice.');
/** Description of a voice: up to 10,000 characters. */
export const descriptionField = z.string().max(10_000).describe('Usually longer than the tagline.');
/** Who can use a voice. */
export const access = z.enum(['private', 'public']);
/** What `access` of a voice says, for the descriptions of schemas. */
export const accessDescription = 'Who can use the voice: its owner, or everyone.';

/** `"public"`, or `{type: "public"}` as older clients write it. */
export const accessField = z
  .union([access, z.object({ type: access })])
  .transform((given) => (typeof given === 'string' ? given : given.type))
  .describe(accessDescription);

/** Forms know only text: an empty one and the word `null` stand for nothing. */
function nullableText(max: number) {
  return z
    .string()
    .max(max)
    .optional()
    .transform((text) => (text === undefined || text === '' || text === 'null' ? null : text));
}

/** The fields of a form that clones a voice, but for the clip. Clients of older versions send more, which is ignored. */
export const cloneFields = z.object({
  name: nameField,
  language: z.enum(languages).describe('Language of the voice.'),
  tagline: taglineField.default(''),
  description: nullableText(descriptionField.maxLength!),
  accent: nullableText(64).describe(
    'Id of an accent of the language, which the voice then has as its own; needed for adding others. GET /accents lists them.',
  ),
  transcript: nullableText(2000).describe(
    'What is said in the clip, word for word. Some models that clone by the clip itself need it; the others and the embedded engines do not.',
  ),
  base_voice_id: nullableText(256).describe('The voice the clone derives from: it lends what the clip does not tell.'),
  access: access.optional().describe(`${accessDescription} Default private.`),
  'access[type]': access.optional().describe('The same under its old name; `access` wins.').meta({ deprecated: true }),
});
