/** Counts what is spoken when it is kept: a try that fails or is stopped is spoken again, and counts once. */
import type { SpeechMeter, SpeechSettings } from '../speech/settings.ts';

/** Holds what a meter is told back until {@link KeptUsage.count}. */
export class KeptUsage implements SpeechMeter {
  readonly #meter: SpeechMeter;
  readonly #spoken = new Map<SpeechSettings, number>();
  readonly #sounded = new Map<SpeechSettings, number>();

  constructor(meter: SpeechMeter) {
    this.#meter = meter;
  }

  spoken(settings: SpeechSettings, characters: number): void {
    this.#spoken.set(settings, (this.#spoken.get(settings) ?? 0) + characters);
  }

  sounded(settings: SpeechSettings, seconds: number): void {
    this.#sounded.set(settings, (this.#sounded.get(settings) ?? 0) + seconds);
  }

  /** Once, when what was spoken is kept. */
  count(): void {
    for (const [settings, characters] of this.#spoken) this.#meter.spoken(settings, characters);
    for (const [settings, seconds] of this.#sounded) this.#meter.sounded?.(settings, seconds);
    this.#spoken.clear();
    this.#sounded.clear();
  }
}
