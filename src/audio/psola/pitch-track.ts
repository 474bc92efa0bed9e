/** The fundamental frequency of a recording over its time, and where it has one. */
import { lower } from '../clip/measures.ts';
import { PitchFinder } from '../clip/pitch.ts';

const hopSeconds = 0.01;
/** Everything that is looked for lies below 4 kHz. */
const analysisRate = 8000;
const pitchRange = { min: 60, max: 500 } as const;
/** What lies further from the median, in octaves, is an error of the finder: of one octave, where that brings it near. */
const reach = 0.85;
/**
 * So much of a frame's power may be noise: the end of a sound, a voiced consonant and a breathy vowel have it beside their periods. Noise
 * alone has more than 0.7.
 */
const mostAperiodicity = 0.5;
/** A pitch that is further from both its neighbours, in octaves, is an error of the finder. */
const mostStep = 0.2;
/** A voiced sound lasts at least so many frames; one that lasts longer than so many, as in song, is several. */
const [minFrames, maxFrames] = [3, 200] as const;

/** Seconds from the start of the recording. */
export interface VoicedRun {
  readonly from: number;
  readonly to: number;
}

/** Frames are looked at when they are asked for, so that the beginning of a long recording does not wait for its end. */
export class PitchTrack {
  readonly #samples: Float32Array;
  readonly #rate: number;
  readonly #median: number;
  readonly #finder: PitchFinder;
  readonly #frames: number;
  /** Hz, 0 where nothing is voiced; undefined where it was not looked at yet. */
  readonly #found: (number | undefined)[];
  readonly #smoothed: (number | undefined)[];

  /**
   * @param samples mono
   * @param sampleRate Hz
   * @param median of the recording's pitch, Hz; what a recording without a voiced sound has everywhere
   */
  constructor(samples: Float32Array, sampleRate: number, median: number) {
    const factor = Math.max(1, Math.floor(sampleRate / analysisRate));
    this.#samples = lower(samples, factor);
    this.#rate = sampleRate / factor;
    this.#median = median;
    this.#finder = new PitchFinder(this.#rate, pitchRange);
    this.#frames = Math.ceil(this.#samples.length / (hopSeconds * this.#rate));
    this.#found = Array.from({ length: this.#frames });
    this.#smoothed = Array.from({ length: this.#frames });
  }

  /** Hz, at a time in seconds: in pauses and voiceless sounds on a line from one voiced sound to the next. */
  pitchAt(seconds: number): number {
    const place = Math.min(this.#frames - 1, Math.max(0, seconds / hopSeconds));
    const before = this.#voiced(Math.floor(place), -1);
    const behind = this.#voiced(Math.ceil(place), 1);
    const [from, to] = [this.#smoothedAt(before), this.#smoothedAt(behind)];
    if (from === 0 || to === 0) return from || to || this.#median;
    return behind === before ? from : from * (to / from) ** ((place - before) / (behind - before));
  }

  /** Voiced sounds in their order. */
  *runs(): Generator<VoicedRun> {
    for (let first = 0; first < this.#frames; first++) {
      if (this.#smoothedAt(first) === 0) continue;
      let end = first;
      while (this.#smoothedAt(end) > 0 && end - first < maxFrames) end++;
      if (end - first >= minFrames) yield { from: (first - 0.5) * hopSeconds, to: (end - 0.5) * hopSeconds };
      first = end - 1;
    }
  }

  /** The nearest voiced frame in a direction; one outside of the recording where there is none. */
  #voiced(frame: number, direction: 1 | -1): number {
    let at = frame;
    while (at >= 0 && at < this.#frames && this.#smoothedAt(at) === 0) at += direction;
    return at;
  }

  /** The median of three neighbours: single errors go, and so does what stands alone. */
  #smoothedAt(frame: number): number {
    if (frame < 0 || frame >= this.#frames) return 0;
    return (this.#smoothed[frame] ??= this.#smooth(frame));
  }

  #smooth(frame: number): number {
    const here = this.#foundAt(frame);
    if (here === 0) return 0;
    const around = [frame - 1, frame, frame + 1].map((at) => this.#foundAt(at)).filter((pitch) => pitch > 0);
    if (around.filter((pitch) => Math.abs(Math.log2(pitch / here)) <= mostStep).length < 2) return 0;
    return around.toSorted((one, other) => one - other)[Math.floor((around.length - 1) / 2)]!;
  }

  #foundAt(frame: number): number {
    if (frame < 0 || frame >= this.#frames) return 0;
    return (this.#found[frame] ??= this.#find(frame));
  }

  #find(frame: number): number {
    const at = Math.round(frame * hopSeconds * this.#rate) - Math.floor(this.#finder.frameLength / 2);
    const voice = at < 0 ? undefined : this.#finder.voiceAt(this.#samples, at, mostAperiodicity);
    return voice === undefined ? 0 : nearMedian(voice.pitch, this.#median);
  }
}

/** 0 where it is no pitch of this voice. */
function nearMedian(pitch: number, median: number): number {
  return [pitch, pitch / 2, pitch * 2].find((one) => Math.abs(Math.log2(one / median)) < reach) ?? 0;
}
