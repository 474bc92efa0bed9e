/** How a voice of this server sounds, for a recording that is to sound like it. */
import { RecentlyUsed } from '../../collections/recently-used.ts';
import { decodeClip } from '../../audio/clip/index.ts';
import { wavHeader } from '../../audio/wav/header.ts';
import type { TargetVoice } from '../../audio/voice-change/index.ts';
import type { SpeakerProfile } from '../../engines/adapter.ts';
import type { SpeechScheduler } from '../../engines/scheduling/scheduler.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { lateError } from '../../voices/clip-analysis.ts';
import type { SpeechSettings } from '../settings.ts';
import { spokenSamples } from '../spoken-samples.ts';
import { profileOf } from '../../voices/cloning.ts';
import type { Language } from '../../voices/languages.ts';
import { sentences } from '../../voices/sentences.ts';

/** Voices whose sound is remembered. */
const remembered = 256;
const measuredFormat = { encoding: 'pcm_s16le', sampleRate: 24_000 } as const;

/** What a voice says to be measured: some ten seconds of ordinary sentences, since counted numbers lie a tenth lower than those. */
export function measuredText(language: Language): string {
  return sentences[language].join(' ');
}

/**
 * Tells how voices sound: a voice speaks a sample, once, which is measured.
 * A sample without a voice in it has no profile.
 */
export class TargetVoices {
  readonly #scheduler: SpeechScheduler;
  readonly #known = new RecentlyUsed<Promise<SpeakerProfile | undefined>>(remembered);

  constructor(scheduler: SpeechScheduler) {
    this.#scheduler = scheduler;
  }

  /**
   * What a recording that is to sound like the voice takes from it. A clone is what was measured of its speaker; any other voice is
   * {@link spoken}.
   * @throws {ServiceError} what speaking it fails with; `unavailable` where its sample has no pitch
   */
  async of(settings: SpeechSettings): Promise<TargetVoice> {
    const target = settings.speaker.profile ?? (await this.spoken(settings));
    if (target === undefined) {
      throw new ServiceError('unavailable', 'The voice has no pitch that a recording could take.');
    }
    return target;
  }

  /**
   * What is measured in its speech, also of a clone; undefined where that has no pitch.
   * @throws {ServiceError} what speaking it fails with
   */
  spoken(settings: SpeechSettings): Promise<SpeakerProfile | undefined> {
    const { clip, ...named } = settings.speaker;
    const key = JSON.stringify([named, clip?.id, settings.language]);
    return this.#known.getOrInsertComputed(key, () =>
      this.#measure(settings).catch((error: unknown) => {
        this.#known.delete(key);
        throw error;
      }),
    );
  }

  async #measure(settings: SpeechSettings): Promise<SpeakerProfile | undefined> {
    const transcript = measuredText(settings.language as Language);
    // The service's own sample (docs/rules.md#preview-metering).
    const samples = await spokenSamples(transcript, {
      scheduler: this.#scheduler,
      // Another voice that steps in would be taken for this one as long as it is remembered.
      settings: { ...settings, fallbacks: [] },
      meter: 'exempt',
      sampleRate: measuredFormat.sampleRate,
    });
    const { measures } = await decodeClip(Buffer.concat([wavHeader(measuredFormat, samples.length), samples])).catch(
      (error: unknown) => {
        throw lateError(error);
      },
    );
    const { seconds, activeSeconds: speechSeconds, voicedSeconds, pitch, timbre } = measures;
    if (pitch === undefined) return undefined;
    const found = { medianPitch: pitch.median, lowPitch: pitch.low, highPitch: pitch.high, timbre };
    return profileOf({ format: 'wav', seconds, speechSeconds, voicedSeconds, ...found });
  }
}
