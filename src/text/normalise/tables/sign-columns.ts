/** How the tables of words for signs are laid out. */
/** The columns of a row, by group. */
export const signColumns = {
  /** − + ± × ÷ = ≠ < > ≤ ≥ ≈ */
  math: [
    'minus',
    'plus',
    'plusMinus',
    'times',
    'divided',
    'equals',
    'notEqual',
    'less',
    'greater',
    'atMost',
    'atLeast',
    'approximately',
  ],
  /** The decimal mark; % (empty: the name in CLDR) and ‰, `{0}` where the number does not come first; °; – between numbers; № and # before a number; §. */
  numbers: ['decimal', 'percent', 'perMille', 'degrees', 'to', 'number', 'section'],
  /** ½ ⅓ ⅔ ¼ ¾; / in any other fraction; what stands between a whole number and a fraction. */
  fractions: ['half', 'third', 'twoThirds', 'quarter', 'threeQuarters', 'over', 'andFraction'],
  /** @ . / - _ : # as they are named in addresses. */
  web: ['at', 'dot', 'slash', 'hyphen', 'underscore', 'colon', 'hash'],
  /** & © ® ™ */
  words: ['and', 'copyright', 'registered', 'trademark'],
  /**
   * Between an amount and what it is for (`{0}` and `{1}` stand for them where the word does not stand between); before an
   * exponent (`{0}`); √; ∞; : between numbers, where it has a word in scores; \\
   */
  algebra: ['per', 'power', 'root', 'infinity', 'ratio', 'backslash'],
  /**
   * A time of day with minutes and a full hour (`{h}` and `{m}` stand for the numbers), and a pattern of what may stand
   * behind a time in digits and is in these words already.
   */
  time: ['time', 'fullHour', 'afterTime'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** The words of one language: for each group its columns, divided by semicolons. Most may be empty. */
export type SignRow = Readonly<Record<keyof typeof signColumns, string>> & {
  /** Digits behind the decimal mark are one number (up to three digits; zeros before it one by one), not one by one. */
  readonly decimals?: 'number';
};

export type SignName = (typeof signColumns)[keyof typeof signColumns][number];

export type Signs = Readonly<Record<SignName, string>> & { readonly decimals: 'digits' | 'number' };
