/** The manifest of a voice: how it is run, who speaks. Made by `prepare.ts`. */
import { z } from 'zod';
import { isConvertible } from '../../audio/pipeline.ts';
import { checkManifest, isInside, modelLanguage, readManifest, sharedManifest } from '../../model-files/manifest.ts';

/** Families of voices that are run here. */
export const families = ['piper', 'kokoro', 'matcha', 'kitten', 'zipvoice', 'pocket', 'supertonic'] as const;
/** How a model is built, which decides how it is run. */
export type Family = (typeof families)[number];

/** Paths inside the model's folder, with commas between them. */
const relativePaths = z
  .string()
  .max(10_000)
  .refine((list) => list.split(',').every(isInside), 'has paths inside the folder of the model only');

const speaker = z.object({
  /** What the model calls it by. */
  id: z.int().min(0),
  /** Unique in the model: `amy`, `af_heart`. */
  name: z.string().min(1).max(100),
  gender: z.enum(['masculine', 'feminine', 'gender_neutral']).nullable(),
  language: modelLanguage,
  /** Id of an accent of the interface; null when it is none of them. */
  accent: z.string().nullable(),
  /** Voice of eSpeak whose phonemes it was trained on; direct mode only. */
  phonemes: z.string().optional(),
  /** LUFS, as it was measured when the model was installed; direct mode only. */
  level: z.number().min(-70).max(10).optional(),
});

const direct = z.object({
  /** How phonemes become ids. */
  alphabet: z.enum(['piper', 'kokoro', 'misaki']),
  /** Ids of each symbol. */
  ids: z.record(z.string(), z.array(z.int().min(0).max(6399)).min(1).max(16)),
  /** Samples for each unit of a duration; absent where the model gives no durations. */
  hopLength: z.int().min(1).max(100_000).optional(),
  /** Most ids in one run. */
  maxIds: z.int().min(16).max(100_000),
  /** The model's own length of sounds: 2 is half as fast. */
  lengthScale: z.number().min(0.1).max(10),
  noiseScale: z.number().min(0).max(10),
  noiseScaleW: z.number().min(0).max(10),
  /** Version of the rewriting that the graph has gone through. */
  rewrite: z.int().min(1),
  /**
   * The graph speaks between two speakers: how many it has in all, also those that are not spoken directly. Absent where it does
   * not, as in models that were installed before graphs did.
   */
  blend: z.object({ speakers: z.int().min(2).max(10_000) }).optional(),
});

const native = z.object({
  /** Options of the family's configuration in sherpa-onnx that are files, comma-separated where there are several. */
  files: z.record(z.string(), relativePaths),
  /** Those that are none. */
  options: z.record(z.string(), z.union([z.number(), z.string()])),
  /** Files of rules that rewrite numbers and dates, comma-separated. */
  ruleFsts: relativePaths.optional(),
  /** Needs the language of each text as the option `lang`. */
  takesLanguage: z.boolean(),
});

const schema = z
  .object({
    ...sharedManifest.shape,
    kind: z.literal('voice').default('voice'),
    family: z.enum(families),
    mode: z.enum(['direct', 'native']),
    /** Hz. */
    sampleRate: z.int().min(8000).max(192_000).refine(isConvertible, 'cannot be converted to the rates of responses'),
    languages: z.array(modelLanguage).min(1),
    /** Empty for a model that speaks with voices of clips only. */
    speakers: z.array(speaker),
    /** Speaks with the voice of a clip. */
    cloning: z.boolean(),
    /** Needs what is said in the clip too. */
    needsTranscript: z.boolean(),
    /** The same text gives the same audio. */
    deterministic: z.boolean(),
    direct: direct.optional(),
    native: native.optional(),
  })
  .refine((manifest) => manifest[manifest.mode] !== undefined, 'does not say how it is run in its mode')
  .refine((manifest) => manifest.cloning || manifest.speakers.length > 0, 'has neither speakers nor cloning');

/** What `model.json` of a voice holds; {@link checkVoiceManifest} says what is allowed. */
export type VoiceManifest = z.infer<typeof schema>;
export type ModelSpeaker = VoiceManifest['speakers'][number];
export type DirectSettings = NonNullable<VoiceManifest['direct']>;
export type NativeSettings = NonNullable<VoiceManifest['native']>;

/**
 * The manifest of the voice model in a folder.
 * @param maxBytes of its file. Default 32 MiB, which is more than 100,000 speakers take
 * @throws {ModelError} when there is none, or it is not that of a voice
 */
export async function readVoiceManifest(folder: string, maxBytes?: number): Promise<VoiceManifest> {
  return checkVoiceManifest(await readManifest(folder, maxBytes));
}

/** @throws {ModelError} when it is not the manifest of a voice; the message names the first thing that is wrong */
export function checkVoiceManifest(data: unknown): VoiceManifest {
  return checkManifest(schema, data);
}
