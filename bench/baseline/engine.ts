/**
 * Speaks one sentence in one call and gives the seconds of audio that it made.
 * @param onAudio called with the first audio; an engine that gives it all at once calls it at the end
 */
export type BareEngine = (sentence: string, onAudio?: () => void) => number;

/** Takes the samples of a sentence in order: of 16 bits, at the engine's rate. */
export type KeepSamples = (samples: Int16Array) => void;
