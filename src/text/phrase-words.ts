/**
 * Words that begin a phrase, by language: a text that has to be cut within a sentence is cut before one of them, where a speaker may
 * pause. Conjunctions and relative words begin a clause, prepositions a smaller phrase; words that lean on what stands before (of, to)
 * are left out.
 */
export interface PhraseWords {
  readonly clause: ReadonlySet<string>;
  readonly phrase: ReadonlySet<string>;
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/u));
}

const phraseWords: Readonly<Partial<Record<string, PhraseWords>>> = {
  en: {
    clause: words(
      `and but or nor yet because although though unless until till while whereas when whenever where wherever after before since if
      whether which who whom whose that so as`,
    ),
    phrase: words(
      `about above across against along among around at behind below beneath beside between beyond by despite down during except for from
      in inside into like near off on onto outside over past through throughout toward towards under underneath upon with within without
      than`,
    ),
  },
};

/** @param language ISO 639-1 code */
export function phraseWordsOf(language: string): PhraseWords | undefined {
  return phraseWords[language];
}
