/** Fields that several bodies about voices have. */
import { z } from 'zod';

export const maxTagline = 32;

/** Characters as a person counts them, not UTF-16 units. */
export const taglineField = z
  .string()
  .refine((text) => Array.from(text).length <= maxTagline, {
    error: `Too long: expected at most ${maxTagline} characters`,
  })
  .meta({ maxLength: maxTagline, description: 'A few words; empty when unset.' });

export const nameField = z.string().min(1).max(256).describe('Name of the voice.');
export const descriptionField = z.string().max(10_000).describe('Usually longer than the tagline.');
export const access = z.enum(['private', 'public']);
export const accessDescription = 'Who can use the voice: its owner, or everyone.';

/** `"public"`, or `{type: "public"}` as older clients write it. */
export const accessField = z
  .union([access, z.object({ type: access })])
  .transform((given) => (typeof given === 'string' ? given : given.type))
  .describe(accessDescription);
