/** Speaks one sentence in one call and gives the seconds of audio that it made. */
export type BareEngine = (sentence: string) => number;
