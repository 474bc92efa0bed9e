/**
 * The request in the units that engines speak.
 * One raw transcript becomes a sequence of {@link Segment}s; a segment is spoken alone.
 */

/** How a segment is to be spoken: multipliers on the voice's own values, each 1 when nothing was asked. */
export interface Prosody {
  /** Speaking rate, 0.3–3 (speed × the emotion's rate). */
  readonly rate: number;
  /** Linear gain on the samples, 0.25–4 (volume × the emotion's volume). */
  readonly volume: number;
  /** Mean pitch, 0.5–2. */
  readonly pitch: number;
  /** Pitch range (intonation), 0–2. */
  readonly range: number;
}

/**
 * One word of the caller: a white-space token of the transcript with its punctuation, markup removed;
 * for Chinese, Japanese and Thai a dictionary word (docs/rules.md#word-definition).
 */
export interface Token {
  /** As the caller wrote it, markup removed, punctuation kept. */
  readonly text: string;
  /**
   * The words to be spoken for it, in order, punctuation kept on the last one where it shapes the intonation.
   * `['twelve', 'dollars']` for `$12`; empty where nothing is spoken (a lone dash).
   */
  readonly spoken: readonly string[];
  /** IPA phones that replace the spelling, from `<<a|b>>`; `spoken` then holds one word, their joined text. */
  readonly phones?: readonly string[];
  /** It is spelled: each of its spoken words is a letter, a digit or a sign, said by its name. */
  readonly isSpelled?: true;
  /**
   * True when no white space stands between this token and the one before it, so both are one word of the caller
   * (a word cut by the segment cap or by a tag). Never true for scripts written without spaces.
   */
  readonly continues: boolean;
  /** Linear gain on its sound where a tag has changed it within the segment; the segment's own when absent. */
  readonly volume?: number;
}

/** Which kinds of {@link Prosody} an engine speaks by itself. */
export interface ProsodySupport {
  readonly rate: boolean;
  readonly pitch: boolean;
  /** It takes the emotion's name. */
  readonly emotion: boolean;
}

/** A run of transcript with one prosody: what one call of an engine speaks. */
export interface Segment {
  readonly tokens: readonly Token[];
  readonly prosody: Prosody;
  /** Name of the emotion, for an engine that takes it; its prosody is then not in {@link prosody}. */
  readonly emotion?: string;
  /** ISO 639-1 code of the language of the text. */
  readonly language: string;
  /**
   * Silence before the first token in seconds, 0–60: of `<break>`, and what the end of a line or of a paragraph asks for behind the pause
   * that engines make of a mark (docs/rules.md#line-break). A segment may be silence only (no tokens).
   */
  readonly pauseSeconds: number;
  /** It is all that is said, or all that a speaker says in a turn: no other segment of it stands before or behind. */
  readonly isWhole?: true;
}

/** How an engine wants text to be cut: constants of the engine, so that load and message borders cannot change bytes. */
export interface SegmentationLimits {
  /** Hard cap of a segment in code points of raw transcript (docs/rules.md#segment-cap). */
  readonly maxCodePoints: number;
  /** The first segment of an utterance may end at a clause mark after this many words (docs/rules.md#first-clause). */
  readonly firstClauseWords: number;
  /**
   * Of an engine whose segment is heard only when all of it is computed: a segment has at most so many code points, or as many as the
   * utterance has before it, so that the first audio comes soon and each next one while that plays. A third of it in languages whose
   * code points are syllables. Default: {@link maxCodePoints}.
   */
  readonly firstCodePoints?: number;
  /**
   * A volume tag does not end a segment: the engine's marks are exact, so that the pipeline can change the volume between two words.
   * Default false.
   */
  readonly volumeWithin?: boolean;
}

/** The prosody of a segment for which nothing was asked. */
export const neutralProsody: Prosody = { rate: 1, volume: 1, pitch: 1, range: 1 };
