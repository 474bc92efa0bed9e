/** What is read out of a file: a book, an article, a letter. */

/** The kinds of files that are read. */
export const documentKinds = ['epub', 'pdf', 'docx', 'markdown', 'html', 'text'] as const;
/** A kind of {@link documentKinds}. */
export type DocumentKind = (typeof documentKinds)[number];

/** A part of a document. */
export interface Chapter {
  /** For lists: of the table of contents, of the heading, or made up where there is neither. Never empty. */
  readonly title: string;
  /** What is read aloud, a heading among it; each without line breaks. At least one. */
  readonly paragraphs: readonly string[];
}

/** The picture of a book, 5 MB at most. */
export interface Cover {
  readonly mediaType: 'image/jpeg' | 'image/png';
  readonly bytes: Uint8Array;
}

/** A file as its text. */
export interface Document {
  readonly kind: DocumentKind;
  readonly title: string;
  readonly author: string | undefined;
  /** As the file tells it: a code (`de`) or a locale (`pt-BR`). */
  readonly language: string | undefined;
  readonly cover: Cover | undefined;
  /** At least one. */
  readonly chapters: readonly Chapter[];
}

/** Bounds of reading one file; a file beyond them fails with {@link DocumentError}. */
export interface DocumentLimits {
  /** Largest file in bytes. Default 100,000,000. */
  readonly maxBytes?: number | undefined;
  /** Most pages of a PDF. Default 5,000. */
  readonly maxPages?: number | undefined;
  /** Most entries of an archive (EPUB, DOCX). Default 10,000. */
  readonly maxEntries?: number | undefined;
  /** Most bytes that an archive may unpack to. Default 500,000,000. */
  readonly maxUnpackedBytes?: number | undefined;
  /** Most bytes that one entry with text may unpack to. Default 50,000,000. */
  readonly maxEntryBytes?: number | undefined;
  /** How many times its size an archive may unpack to; below 10 MB it is not asked. Default 100. */
  readonly maxRatio?: number | undefined;
  /** Most characters of text. Default 10,000,000: about 3,000 pages. */
  readonly maxCharacters?: number | undefined;
  /** Most chapters; of a file with more, each few neighbours become one, so that no text is lost. Default 5,000. */
  readonly maxChapters?: number | undefined;
  /**
   * Most bytes of memory that the process may take in which it is read; some 100 MB are its own. Default 1,000,000,000.
   */
  readonly maxMemoryBytes?: number | undefined;
  /** Longest reading in milliseconds; then its process is ended. Default 120,000. */
  readonly deadlineMs?: number | undefined;
}

export type ReadLimits = { readonly [Name in keyof DocumentLimits]-?: NonNullable<DocumentLimits[Name]> };

export const defaultLimits: ReadLimits = {
  maxBytes: 100_000_000,
  maxPages: 5000,
  maxEntries: 10_000,
  maxUnpackedBytes: 500_000_000,
  maxEntryBytes: 50_000_000,
  maxRatio: 100,
  maxCharacters: 10_000_000,
  maxChapters: 5000,
  maxMemoryBytes: 1_000_000_000,
  deadlineMs: 120_000,
};

/**
 * `unsupported`: of no known kind; `damaged`; `protected`: a password or digital rights management; `scan`: pictures of
 * pages; `empty`: no text; `too_large`: beyond a limit; `too_slow`; `busy`: too many wait.
 */
export type DocumentFault =
  'unsupported' | 'damaged' | 'protected' | 'scan' | 'empty' | 'too_large' | 'too_slow' | 'busy';

/** Why a file is not read, in words for the user. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
  readonly fault: DocumentFault;

  constructor(fault: DocumentFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

/** A number with commas, as messages have it. */
export function shown(value: number): string {
  return value.toLocaleString('en-US');
}
