/** A token and its neighbours, as the rules of English get them. */

export interface Word {
  /** Without invisible characters. */
  readonly text: string;
  /** Without quotes, brackets and closing punctuation. */
  readonly core: string;
  /** The closing punctuation that shapes the intonation. */
  readonly closing: string;
}

export interface Context {
  readonly before: Word | undefined;
  readonly after: Word | undefined;
  readonly isLast: boolean;
  /** The segment is written in capitals, which then mean nothing. */
  readonly shouting: boolean;
  /** The token is part of a phone number written with spaces, and another part follows. */
  readonly phonePart: boolean;
  readonly phoneGoesOn: boolean;
}

export interface Spoken {
  readonly words: readonly string[];
  /** In place of the token's own closing punctuation. */
  readonly closing?: string;
}

/** The spoken words of a token, or undefined when the rule does not know it. */
export type Rule = (word: Word, context: Context) => Spoken | undefined;
