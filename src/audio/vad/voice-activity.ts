/**
 * Where speech begins and ends in a stream of samples. Three judges, the cheap ones first: a frame has to be louder than the noise
 * behind it, WebRTC's detector has to take it for speech, and where that goes on for a while RNNoise has to agree, which is asked at
 * onsets only, since it costs a hundred times as much.
 */
import { BandDetector, frameLength, loadDetectors, vadRate, VoiceDetector } from './detectors.ts';
import { levelOf, NoiseFloor } from './frame-energy.ts';

/** How sure it has to be. */
export interface VoiceActivityOptions {
  /** dB that a frame has to be above the noise behind it. Default 6. */
  readonly aboveNoise?: number;
  /** Quieter frames are never speech: dB below full scale. Default −58. */
  readonly quietest?: number;
  /** Milliseconds of likely speech that begin a stretch. Default 60. */
  readonly onsetMs?: number;
  /** Milliseconds of likely speech in a row that make a candidate, see {@link OnsetCandidate}. Default 60: clicks are shorter. */
  readonly candidateMs?: number;
  /** Milliseconds without speech that end a stretch. Default 240. */
  readonly offsetMs?: number;
  /** dB by which the frames of an onset have to differ: a steady tone, which RNNoise takes for a voice, does not. Default 1.5. */
  readonly leastMovement?: number;
  /** How likely speech has to be for RNNoise, 0–1. Default 0.85: bursts of noise reach 0.75. */
  readonly likelihood?: number;
}

/** What finds speech in a stream: the borders of stretches of it, some time behind where they are. */
export interface SpeechActivity {
  /** Called with candidates, where they are found before a border is sure. Default: not called. */
  onCandidate?: ((candidate: OnsetCandidate) => void) | undefined;
  /** Whether a stretch of speech has begun and not ended. */
  readonly isSpeech: boolean;
  /** Whether a sound is being looked at that may become speech: it began some time ago. */
  readonly isConsidering: boolean;
  /** Where the last sound of the stretch of speech that goes on ended; undefined while it sounds, and outside of speech. */
  readonly quietSince: number | undefined;
  /**
   * @param samples the next ones, mono, at {@link vadRate}
   * @returns the borders that are known with them; the same for every division of the stream
   */
  write(samples: Int16Array): VoiceBorder[];
  /** The end of the stretch that has not ended, where there is one. Nothing may be written behind it. */
  end(): VoiceBorder[];
  /** Frees what it takes; a second call does nothing. Nothing may be written behind it. */
  close(): void;
}

/**
 * A sound that may be the onset of speech, sooner than that is sure: it has begun, or was none. One that has begun is followed by the start
 * of a stretch of speech, or is dropped. `at`: where it began, in samples since the beginning of the stream.
 */
export interface OnsetCandidate {
  readonly state: 'begun' | 'dropped';
  readonly at: number;
}

/** `at`: samples since the beginning of the stream. A start is given before its end; both in order. */
export interface VoiceBorder {
  readonly kind: 'start' | 'end';
  readonly at: number;
}

const frameMs = (1000 * frameLength) / vadRate;
/** What RNNoise hears before a candidate, so that its state has settled. */
const contextFrames = 15;
/** A candidate that RNNoise has not taken for speech after so long is none. */
const patienceFrames = 50;
/** After that it is not asked for so long, unless the sound gets louder by so many dB: noise goes on, and asking is dear. */
const restFrames = 25;
const louder = 5;
/** Frames of RNNoise, of 10 ms each, that have to be likely among {@link window} of them. */
const likelyFrames = 6;
/** Frames of an onset whose levels are compared. */
const movementFrames = 8;
const window = 12;

/** See the head of this file. One stream. */
export class VoiceActivity implements SpeechActivity {
  onCandidate: ((candidate: OnsetCandidate) => void) | undefined;
  readonly #options: Required<VoiceActivityOptions>;
  readonly #modules: Awaited<ReturnType<typeof loadDetectors>>;
  readonly #bands: BandDetector;
  readonly #floor = new NoiseFloor(frameMs / 1000);
  /** The last frames, for RNNoise. */
  readonly #recent: Int16Array<ArrayBuffer>[] = [];
  #partial = new Int16Array(frameLength);
  #partialLength = 0;
  #frames = 0;
  #candidate: Candidate | undefined;
  /** No candidate before this frame that is not louder than that. */
  #rest = { until: 0, level: 0 };
  #isSpeech = false;
  #isClosed = false;
  /** Index behind the last frame of speech. */
  #spokenUntil = 0;

  /** Loads the detectors, which the first call compiles in some 10 ms. */
  static async create(options: VoiceActivityOptions = {}): Promise<VoiceActivity> {
    return new VoiceActivity(options, await loadDetectors());
  }

  private constructor(options: VoiceActivityOptions, modules: Awaited<ReturnType<typeof loadDetectors>>) {
    this.#options = {
      aboveNoise: 6,
      quietest: -58,
      onsetMs: 60,
      candidateMs: 60,
      offsetMs: 240,
      likelihood: 0.85,
      leastMovement: 1.5,
      ...options,
    };
    this.#modules = modules;
    this.#bands = new BandDetector(modules);
  }

  get isSpeech(): boolean {
    return this.#isSpeech;
  }

  get isConsidering(): boolean {
    return this.#candidate !== undefined;
  }

  get quietSince(): number | undefined {
    return this.#isSpeech && this.#spokenUntil < this.#frames ? this.#spokenUntil * frameLength : undefined;
  }

  /** Samples that were judged; the rest waits until its frame is complete. */
  get judged(): number {
    return this.#frames * frameLength;
  }

  write(samples: Int16Array): VoiceBorder[] {
    const borders: VoiceBorder[] = [];
    for (let at = 0; at < samples.length;) {
      const part = samples.subarray(at, at + frameLength - this.#partialLength);
      this.#partial.set(part, this.#partialLength);
      this.#partialLength += part.length;
      at += part.length;
      if (this.#partialLength < frameLength) break;
      this.#judge(this.#partial, borders);
      // A frame that is not kept any more has room for the next one.
      this.#partial = this.#recent.length > contextFrames ? this.#recent.shift()! : new Int16Array(frameLength);
      this.#partialLength = 0;
    }
    return borders;
  }

  end(): VoiceBorder[] {
    this.close();
    if (!this.#isSpeech) return [];
    this.#isSpeech = false;
    return [{ kind: 'end', at: this.#spokenUntil * frameLength }];
  }

  /** The detectors' memory is not the runtime's own. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#drop();
    this.#bands.close();
  }

  #judge(frame: Int16Array<ArrayBuffer>, borders: VoiceBorder[]): void {
    const index = this.#frames++;
    const { aboveNoise, quietest, offsetMs } = this.#options;
    const level = levelOf(frame);
    const isLoud = level > Math.max(quietest, this.#floor.level + aboveNoise);
    // It keeps statistics of the noise: asked for each frame, also for those that are too quiet.
    const isLikely = this.#bands.isSpeech(frame) && isLoud;
    this.#floor.update(level);
    if (this.#isSpeech) {
      if (isLikely) this.#spokenUntil = index + 1;
      else if ((index + 1 - this.#spokenUntil) * frameMs >= offsetMs) {
        this.#isSpeech = false;
        borders.push({ kind: 'end', at: this.#spokenUntil * frameLength });
      }
    } else this.#consider(frame, index, isLikely ? level : undefined, borders);
    this.#recent.push(frame);
  }

  /** @param level of a frame that is likely */
  #consider(frame: Int16Array, index: number, level: number | undefined, borders: VoiceBorder[]): void {
    const { onsetMs, likelihood, leastMovement } = this.#options;
    if (this.#candidate === undefined) {
      if (level === undefined || (index < this.#rest.until && level < this.#rest.level + louder)) return;
      this.#candidate = new Candidate(index);
    }
    const candidate = this.#candidate;
    candidate.add(index, level);
    this.#report(candidate);
    if (candidate.quietFrames(index) * frameMs > 100) return this.#drop();
    if (candidate.likely * frameMs < onsetMs) return;
    if (candidate.detector === undefined) {
      candidate.detector = new VoiceDetector(this.#modules);
      const inCandidate = index - candidate.first;
      for (const [at, before] of this.#recent.entries()) {
        const likelihoods = candidate.detector.write(before);
        if (this.#recent.length - at <= inCandidate) candidate.hear(likelihoods, likelihood);
      }
    }
    candidate.hear(candidate.detector.write(frame), likelihood);
    if (candidate.isVoice && candidate.movement >= leastMovement) {
      borders.push({ kind: 'start', at: candidate.first * frameLength });
      this.#spokenUntil = index + 1;
      this.#isSpeech = true;
      candidate.isReported = false;
      this.#drop();
    } else if (index - candidate.first > patienceFrames) {
      this.#rest = { until: index + restFrames, level: candidate.loudest };
      this.#drop();
    }
  }

  /** Before RNNoise is asked, which takes some milliseconds for what lies before. */
  #report(candidate: Candidate): void {
    if (candidate.isReported || candidate.inRow * frameMs < this.#options.candidateMs) return;
    candidate.isReported = true;
    this.onCandidate?.({ state: 'begun', at: candidate.first * frameLength });
  }

  #drop(): void {
    const { isReported = false, first = 0 } = this.#candidate ?? {};
    if (isReported && !this.#isClosed) this.onCandidate?.({ state: 'dropped', at: first * frameLength });
    this.#candidate?.detector?.close();
    this.#candidate = undefined;
  }
}

/** A sound that may become speech. */
class Candidate {
  /** Index of its first frame. */
  readonly first: number;
  /** Frames that are likely so far, and the last of them without one between that is not. */
  likely = 0;
  inRow = 0;
  /** Its beginning was reported, and its end was not. */
  isReported = false;
  detector: VoiceDetector | undefined;
  readonly #voices: boolean[] = [];
  readonly #levels: number[] = [];
  #last: number;

  constructor(first: number) {
    this.first = first;
    this.#last = first;
  }

  add(index: number, level: number | undefined): void {
    if (level === undefined) {
      this.inRow = 0;
      return;
    }
    this.likely++;
    this.inRow++;
    this.#last = index;
    // The first frame holds but a part of the sound.
    if (index > this.first) this.#levels.push(level);
    if (this.#levels.length > movementFrames) this.#levels.shift();
  }

  /** dB of the loudest of the last frames. */
  get loudest(): number {
    return Math.max(...this.#levels);
  }

  /** dB between the loudest and the quietest of the last frames; 0 before there are enough. */
  get movement(): number {
    return this.#levels.length < 3 ? 0 : Math.max(...this.#levels) - Math.min(...this.#levels);
  }

  quietFrames(index: number): number {
    return index - this.#last;
  }

  hear(likelihoods: readonly number[], threshold: number): void {
    this.#voices.push(...likelihoods.map((likelihood) => likelihood >= threshold));
    this.#voices.splice(0, Math.max(0, this.#voices.length - window));
  }

  get isVoice(): boolean {
    return this.#voices.filter(Boolean).length >= likelyFrames;
  }
}
