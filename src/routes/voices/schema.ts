/** The wire form of voices in every version. */
import { z } from 'zod';
import { bandCount } from '../../audio/timbre/bands.ts';
import { clipNotes } from '../../engines/adapter.ts';
import { languages } from '../../voices/languages.ts';
import { genders } from '../../voices/voice.ts';
import { access, accessDescription, maxTagline } from '../../voices/fields.ts';

const localeCode = z.string().describe('BCP 47 code of a locale.');

const measured = 'null where it was not measured: in voices made by older servers, and in clips with too few vowels.';

/** What a clip told of its speaker. */
const speakerProfileSchema = z
  .object({
    pitch_hz: z.number().describe('Median fundamental frequency in Hz.'),
    pitch_spread: z.number().describe('From its 10th to its 90th percentile, as a share of the median.'),
    formants_hz: z
      .array(z.number())
      .nullable()
      .describe(
        `Medians of the formants F1 to F4 in Hz, without F4 where the clip holds nothing above 4 kHz; ${measured}`,
      ),
    vocal_tract_cm: z
      .number()
      .nullable()
      .describe('Length of the vocal tract in cm, estimated from the upper formants.'),
    spectrum_db: z
      .array(z.number().nullable())
      .nullable()
      .describe(
        `Long-term average spectrum: the power of ${bandCount} bands of equal width in mel between 60 Hz and 8 kHz, in dB of that of all together; null in bands that the clip does not hold.`,
      ),
    tilt_db_per_octave: z.number().nullable().describe('Slope of that spectrum between 250 Hz and 5 kHz.'),
    harmonics_to_noise_db: z
      .number()
      .nullable()
      .describe('Ratio of harmonics to noise in voiced sound; the lower, the breathier or hoarser the voice.'),
    syllables_per_second: z.number().nullable().describe('Rate of speaking, pauses not counted.'),
    notes: z
      .array(z.enum(clipNotes))
      .describe('What of the clip makes the voice less like its speaker; empty when nothing does.'),
  })
  .meta({ id: 'SpeakerProfile', description: 'What was measured of the speaker of a cloned or fine-tuned voice.' });

const blendSchema = z.object({
  engine: z.string().describe('Id of the engine that speaks it.'),
  speakers: z.array(z.string()).describe('The names that the model has for the two voices.'),
  weight: z.number().describe('Share of the second one.'),
});

const common = {
  id: z.string(),
  is_owner: z.boolean().describe('Whether the voice belongs to your organization.'),
  name: z.string(),
  description: z.string(),
  gender: z.enum(genders).nullable(),
  created_at: z.string().describe('ISO 8601 date and time.'),
  language: z.enum(languages).describe('ISO 639-1 code of the native language.'),
  is_starred: z.boolean().optional().describe('Only with `expand[]=is_starred`.'),
  preview_file_url: z
    .string()
    .nullable()
    .optional()
    .describe(
      'Only with `expand[]=preview_file_url`: address of a spoken sample, to be fetched with the same credential; null where no engine here speaks the voice.',
    ),
  spoken_by: z
    .object({ engine: z.string().describe('Id of the engine.'), reason: z.string() })
    .nullable()
    .optional()
    .describe('Only with `expand[]=spoken_by`: what speaks the voice in its own language, and why.'),
  speaker_profile: speakerProfileSchema
    .nullable()
    .optional()
    .describe('Only with `expand[]=speaker_profile`: what was measured in its clips; null for a voice made from none.'),
  blend: blendSchema
    .nullable()
    .optional()
    .describe('Only with `expand[]=blend`: the two voices that it lies between; null for one that is no blend.'),
};

const visibility = z.enum(['owner', 'all']).describe('Whose list shows the voice.');
const tagline = z.string().describe(`A few words, at most ${maxTagline} characters; empty when unset.`);

/** A voice as versions from 2026-08-14 on show it. */
export const voiceSchema = z
  .object({
    ...common,
    status: z.enum(['active', 'archived']),
    access: access.describe(accessDescription),
    visibility,
    tagline,
    accents: z
      .array(z.object({ accent: z.string().describe('Accent id.'), locale: localeCode, is_native: z.boolean() }))
      .describe('The accents the voice can speak with, the native one first; empty when unknown.'),
    locales: z
      .array(z.object({ locale: localeCode, is_native: z.boolean() }))
      .describe('The locales of these accents, the native one first.'),
    accent: z.string().nullable().describe('Id of the native accent.'),
    country: z.string().nullable().describe('ISO 3166-1 alpha-2 code of the native locale.').meta({ deprecated: true }),
    is_pro: z.boolean(),
  })
  .meta({ id: 'Voice', description: 'A voice (version 2026-08-14).' });

const embedding = z
  .array(z.number())
  .optional()
  .meta({ deprecated: true, description: 'Before version 2025-04-16: empty, since no voice here is made from one.' });

/** A voice as versions before 2026-08-14 show it. */
export const olderVoiceSchema = z
  .object({ ...common, is_public: z.boolean(), embedding })
  .meta({ id: 'OlderVoice', description: 'A voice before version 2026-08-14.' });

export const oldestVoiceSchema = z
  .object({
    id: z.string(),
    user_id: z.string(),
    is_public: z.boolean(),
    name: z.string(),
    description: z.string(),
    created_at: z.string(),
    language: z.enum(languages),
    embedding,
  })
  .meta({
    id: 'OldestVoice',
    description: 'A voice in version 2024-06-10; before 2026-08-14 also what a clone is told as.',
  });

export const voiceMetadataSchema = z
  .object({
    id: z.string().describe('Id of the new voice.'),
    access: access.describe(accessDescription),
    visibility,
    name: z.string(),
    tagline,
    description: z.string(),
    created_at: z.string().describe('ISO 8601 date and time.'),
    language: z.enum(languages),
    user_id: z.string().describe('Id of the organization that owns it.').meta({ deprecated: true }),
  })
  .meta({ id: 'VoiceMetadata', description: 'A voice that was just made (version 2026-08-14).' });

/** The answer to who made a voice, in every version. */
export const madeVoiceSchema = z.union([voiceMetadataSchema, oldestVoiceSchema]);

/** The order matters: the first form that fits is sent, and older ones lack members that newer ones require. */
export const anyVoiceSchema = z.union([voiceSchema, olderVoiceSchema, oldestVoiceSchema]);

export type SpeakerProfile = z.infer<typeof speakerProfileSchema>;
export type WireBlend = z.infer<typeof blendSchema>;
export type WireVoice = z.infer<typeof voiceSchema>;
export type OlderWireVoice = z.infer<typeof olderVoiceSchema>;
export type OldestWireVoice = z.infer<typeof oldestVoiceSchema>;
