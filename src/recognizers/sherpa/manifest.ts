/** The manifest of a recognizer: how sherpa-onnx runs it and what it can do. Made by `prepare.ts`. */
import { z } from 'zod';
import { checkManifest, relativePath, sharedManifest } from '../../model-files/manifest.ts';

/** How a model is built, by the option of sherpa-onnx that takes its graphs. */
export const recognizerFamilies = [
  'zipformer',
  'lstm',
  'conformer',
  'nemo-transducer',
  'zipformer-ctc',
  'nemo-ctc',
  'tone-ctc',
  'omnilingual-ctc',
  'whisper',
  'moonshine',
  'sense-voice',
] as const;
export type RecognizerFamily = (typeof recognizerFamilies)[number];

const recognizer = z.object({
  family: z.enum(recognizerFamilies),
  /** It hears while it is spoken to; otherwise whole pieces. */
  streaming: z.boolean(),
  /** By the option of sherpa-onnx. */
  graphs: z.record(z.string(), relativePath),
  tokens: relativePath,
  /** It gives the time of each token. */
  words: z.boolean(),
  /** It finds out the language, or needs none. */
  detectsLanguage: z.boolean(),
  /** It writes capitals only: what it gives is put into small letters. */
  capitals: z.boolean(),
  /** Seconds of silence behind the end of an utterance, of which a streaming model has to have heard a part. */
  tailSeconds: z.number().min(0).max(10),
});

const schema = z
  .object({ ...sharedManifest.shape, kind: z.literal('recognizer'), recognizer })
  .refine(
    ({ files, recognizer: { graphs, tokens } }) =>
      [...Object.values(graphs), tokens].every((name) => files.some((file) => file.path === name)),
    'names graphs or tokens that are none of its files',
  );

/** What `model.json` of a recognizer holds. */
export type RecognizerManifest = z.infer<typeof schema>;
export type RecognizerSettings = RecognizerManifest['recognizer'];

/** @throws {ModelError} when it is not the manifest of a recognizer; the message names the first thing that is wrong */
export function checkRecognizerManifest(data: unknown): RecognizerManifest {
  return checkManifest(schema, data);
}
