import { z } from 'zod';
import { errorResponses, type App } from '../../http/index.ts';
import { invalidField, ServiceError } from '../../errors/service-error.ts';
import { TargetVoices } from '../../speech/recordings/target-voices.ts';
import { defaultModel } from '../../voices/models.ts';
import type { VoiceLibrary } from '../../voices/library.ts';
import { similarityInWords, similarityOf, type VoiceSimilarity } from '../../voices/similarity.ts';
import { voiceNotFound } from '../../voices/voice-service.ts';
import type { SpeechRouteOptions } from './options.ts';

const similaritySchema = z
  .object({
    voice_id: z.string(),
    engine: z.string().describe('Id of the engine that spoke.'),
    summary: z.string().describe('What was measured, in a sentence.'),
    similarity: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe(
        'Pitch, formants and spectrum together. 1: as near as the nearest recordings of one speaker (other recordings of the same speaker have 0.8 to 1). 0: as far as two speakers usually are, or farther. null where formants or spectrum could not be measured.',
      ),
    pitch: z
      .object({
        clip_hz: z.number().describe('Median fundamental frequency of the clip in Hz.'),
        clone_hz: z.number().describe('That of the clone in Hz.'),
        difference: z.number().describe('The second over the first, less 1: 0.02 is 2 % higher.'),
      })
      .describe('How high the voices are.'),
    pitch_spread: z
      .object({ clip: z.number(), clone: z.number() })
      .describe('From the 10th to the 90th percentile, as a share of the median; no part of `similarity`.'),
    formants: z
      .object({
        clip_hz: z.array(z.number()),
        clone_hz: z.array(z.number()),
        difference: z.number().describe('Root mean square of the relative differences, as a share.'),
      })
      .nullable()
      .describe('Medians of F1 to F4; null where the clip or the clone has too few vowels to tell.'),
    spectrum: z
      .object({
        difference_db: z.number().describe('Root mean square over the bands that both have, levels left out.'),
      })
      .nullable()
      .describe('The long-term average spectrum, in the bands of `speaker_profile`; null as for the formants.'),
  })
  .meta({ id: 'VoiceSimilarity', description: 'How near a clone comes to its clip, by what is measured in both.' });

export interface SimilarityRouteOptions extends Pick<SpeechRouteOptions, 'reader' | 'scheduler'> {
  readonly voices: Pick<VoiceLibrary, 'get'>;
}

/** What a clone says is measured like its clip was, and compared with what is kept of that (docs/rules.md#clone-similarity). */
export function addSimilarity(app: App, { voices, reader, scheduler }: SimilarityRouteOptions): void {
  const spoken = new TargetVoices(scheduler);
  app.get(
    '/voices/:id/similarity',
    {
      config: { concurrencyLimit: 'contexts' },
      schema: {
        tags: ['Voices'],
        summary: 'How near a clone comes to its clip',
        description:
          'The clone speaks about ten seconds in its own language, which are not counted; pitch, formants and spectrum are measured in them as they were in the clip. That says nothing of accent, melody, breath, or how natural the speech is: listen to both.',
        params: z.object({ id: z.string() }),
        response: { 200: similaritySchema, ...errorResponses(400, 404, 429, 503) },
      },
    },
    async ({ params: { id }, principal: { organizationId }, apiVersion: version }) => {
      const voice = await voices.get(id, organizationId);
      if (voice === undefined) throw voiceNotFound();
      const { profile: clip } = voice.speaker;
      if (clip === undefined) {
        throw invalidField('id', 'This voice was made from no clip: there is nothing to compare it with');
      }
      const settings = await reader.read(
        { model_id: defaultModel, voice: { mode: 'id', id }, output_format: output },
        { organizationId, version },
      );
      const clone = await spoken.spoken(settings);
      if (clone === undefined) {
        throw new ServiceError('unavailable', 'What the clone said has no pitch: nothing could be measured in it.');
      }
      const found = roundedSimilarity(similarityOf(clip, clone));
      const { pitch, formants, spectrum, overall } = found;
      return {
        voice_id: voice.id,
        engine: settings.speaker.engine,
        summary: similarityInWords(found),
        similarity: overall ?? null,
        pitch: { clip_hz: clip.medianPitch, clone_hz: clone.medianPitch, difference: pitch },
        pitch_spread: { clip: clip.pitchSpread, clone: clone.pitchSpread },
        formants:
          formants === undefined
            ? null
            : {
                clip_hz: [...clip.timbre!.formants],
                clone_hz: [...clone.timbre!.formants],
                difference: formants,
              },
        spectrum: spectrum === undefined ? null : { difference_db: spectrum },
      };
    },
  );
}

/** Any will do: samples are asked for. */
const output = { container: 'raw', encoding: 'pcm_s16le', sample_rate: 24_000 } as const;

/** As exact as it is measured; the sentence says the same as the figures. */
function roundedSimilarity({ pitch, formants, spectrum, overall }: VoiceSimilarity): VoiceSimilarity {
  return {
    pitch: rounded(pitch, 2),
    formants: formants && rounded(formants, 2),
    spectrum: spectrum && rounded(spectrum, 1),
    overall: overall && rounded(overall, 2),
  };
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
