/** What the licences of models mean for those who use them, in a sentence. The text of the licence is what holds. */

interface Words {
  readonly pattern: RegExp;
  readonly words: string;
  /** Whether it may be used to earn money; null: nothing says so. */
  readonly commercial: boolean | null;
  /** Of its text. */
  readonly url?: string;
}

const spdx = 'https://spdx.org/licenses';

/** The first that fits a licence. */
const known: readonly Words[] = [
  {
    pattern: /^cc-by-nc-sa-4\.0$/i,
    words: 'Not for commercial use. Its makers have to be named; what is made of the model itself keeps this licence.',
    commercial: false,
    url: `${spdx}/CC-BY-NC-SA-4.0.html`,
  },
  {
    pattern: /^not stated;.*(?:\bNC\b|not for commercial)/i,
    words: 'Its makers state none; what it was trained on is not for commercial use.',
    commercial: false,
  },
  {
    pattern: /^not stated$/i,
    words: 'Its makers state none: ask them before you use it for more than a trial.',
    commercial: null,
  },
  {
    pattern: /\bNC\b|non-?commercial|not for commercial|research only/i,
    words: 'Not for commercial use, as far as its makers say.',
    commercial: false,
  },
  {
    pattern: /^apache-2\.0$/i,
    words: 'Free to use, commercially too. Its notices go with the model when you pass it on.',
    commercial: true,
    url: `${spdx}/Apache-2.0.html`,
  },
  {
    pattern: /^mit$/i,
    words: 'Free to use, commercially too. Its notice goes with the model when you pass it on.',
    commercial: true,
    url: `${spdx}/MIT.html`,
  },
  {
    pattern: /^cc0(?:-1\.0)?$/i,
    words: 'Free to use for everything; its makers gave up their rights.',
    commercial: true,
    url: `${spdx}/CC0-1.0.html`,
  },
  { pattern: /^public domain$/i, words: 'Free to use for everything; nobody holds rights in it.', commercial: true },
  {
    pattern: /^cc-by-sa-4\.0$/i,
    words:
      'Free to use, commercially too, if its makers are named; what is made of the model itself keeps this licence.',
    commercial: true,
    url: `${spdx}/CC-BY-SA-4.0.html`,
  },
  {
    pattern: /^cc-by-4\.0$/i,
    words: 'Free to use, commercially too, if its makers are named.',
    commercial: true,
    url: `${spdx}/CC-BY-4.0.html`,
  },
  {
    pattern: /^cc-by-3\.0$/i,
    words: 'Free to use, commercially too, if its makers are named.',
    commercial: true,
    url: `${spdx}/CC-BY-3.0.html`,
  },
  {
    pattern: /open ?rail/i,
    words: 'Free to use, commercially too, but for the uses that its text forbids.',
    commercial: true,
  },
];

/** What is known of a licence; nulls where it is not. */
export interface LicenceSummary {
  readonly words: string | null;
  readonly commercial: boolean | null;
  /** Address of its text; null where only its own page has it. */
  readonly url: string | null;
}

/** @param licence as the table or a manifest has it; null where it is not known */
export function licenceSummary(licence: string | null): LicenceSummary {
  const found = licence === null ? undefined : known.find(({ pattern }) => pattern.test(licence));
  return { words: found?.words ?? null, commercial: found?.commercial ?? null, url: found?.url ?? null };
}
