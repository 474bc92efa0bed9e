import { z } from 'zod';
import { versionHas } from '../versions/index.ts';
import { invalidField } from '../errors/service-error.ts';

const voiceId = z.string().min(1).max(256);

/**
 * How a request names a voice: its id or name alone, `{id}` or `{mode: 'id', id}`, where a name is taken too. Other members are
 * ignored, so are the experimental controls of old versions. Every form is read in every version; {@link voiceIdOf} gives what
 * was asked for.
 */
export const voiceSpecifierSchema = z
  .union([
    voiceId,
    z.looseObject({ id: voiceId, mode: z.literal('id').optional() }),
    z.looseObject({ mode: z.literal('embedding') }),
  ])
  .meta({
    id: 'VoiceSpecifier',
    description:
      'The voice to speak with: its id, or its name whatever the case, as a string or as `id` of an object (with `mode: "id"`). Of voices with one name your own go first, then the built-in ones, then the public ones of others; two of one kind are a 400 that lists their ids.',
  });

/** A voice as a request names it. */
export type VoiceSpecifier = z.infer<typeof voiceSpecifierSchema>;

/**
 * The id or name of a specifier.
 * @param version the request's version, a date
 * @throws {ServiceError} `invalid_request` for a voice given by an embedding, which no engine here can speak
 */
export function voiceIdOf(specifier: VoiceSpecifier, version: string): string {
  if (typeof specifier === 'string') return specifier;
  if (typeof specifier.id === 'string' && specifier.mode !== 'embedding') return specifier.id;
  const why = versionHas(version, 'noEmbeddings')
    ? 'this version has no voices by embedding'
    : 'this server has no voices made from embeddings';
  throw invalidField('voice.mode', `Give the voice by its id: ${why}`);
}
