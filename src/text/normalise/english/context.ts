/** A token and its neighbours, as the rules of English get them. */

export interface TokenText {
  /** Without invisible characters, compatibility forms replaced. */
  readonly text: string;
  /** Without quotes, brackets and closing punctuation. */
  readonly core: string;
  /** The closing punctuation that shapes the intonation. */
  readonly closing: string;
}

export interface Context {
  readonly before: TokenText | undefined;
  readonly after: TokenText | undefined;
  readonly isLast: boolean;
  /** The segment is written in capitals, which then mean nothing. */
  readonly shouting: boolean;
  /** The token at a distance: −1 is {@link before}, 1 is {@link after}. */
  readonly at: (distance: number) => TokenText | undefined;
  /** The spoken words of a part of the token when it is a number, a sum, a measure or a time; undefined otherwise. */
  readonly quantity: (part: string) => readonly string[] | undefined;
}

export interface Spoken {
  readonly words: readonly string[];
  /** In place of the token's own closing punctuation. */
  readonly closing?: string;
}

/** The spoken words of a token, or undefined when the rule does not know it. */
export type Rule = (word: TokenText, context: Context) => Spoken | undefined;

/** The spoken words of the tokens from an index on that belong together, one entry for each; undefined when there are none. */
export type PhraseRule = (words: readonly TokenText[], index: number) => readonly Spoken[] | undefined;
