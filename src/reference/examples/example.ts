/** What an example of an operation is made of; {@link ../code} writes it in each language. */

/** A value out of the answer of another operation's example, which is run before. */
export interface FromAnswer {
  readonly from: string;
  /** The name of the variable that holds the answer: `dictionary`. */
  readonly variable: string;
  /** Where the value stands: `id`, `data[0].id`. */
  readonly member: string;
  /** Only what follows this text in the value. */
  readonly after?: string | undefined;
}

/** A text that is another one at each run, where `*` stands. */
export interface Unique {
  readonly unique: string;
}

/** Speech that the example has the server make, to be uploaded. */
export interface Clip {
  readonly clip: string;
}

/** A file of text to be uploaded, which the example's own code writes. */
export interface TextFile {
  /** Its name. */
  readonly file: string;
}

export type Value =
  string | number | boolean | null | FromAnswer | Unique | readonly Value[] | { readonly [name: string]: Value };

export interface Example {
  readonly params?: Readonly<Record<string, string | FromAnswer>>;
  readonly query?: Readonly<Record<string, string | FromAnswer>>;
  /** Sent as JSON. */
  readonly body?: Value;
  /** Sent as `multipart/form-data`. */
  readonly form?: Readonly<Record<string, string | Clip | TextFile>>;
  /** Operations whose examples are run before, so that there is something to see. */
  readonly after?: readonly string[];
  /** File that the answer is written to. */
  readonly output?: string;
  /** What the operation answers. Default: the first of its statuses below 300. */
  readonly status?: number;
  /** Where the request is more than one call: `{base}` is the address of the server, `{socket}` that with `ws`. */
  readonly code?: Readonly<Partial<Record<'curl' | 'typescript' | 'python', string>>>;
}

/** By operation: `POST /tts/bytes`. */
export type Examples = Readonly<Record<string, Example>>;

export function isFrom(value: unknown): value is FromAnswer {
  return typeof value === 'object' && value !== null && 'from' in value && 'member' in value;
}

export function isUnique(value: unknown): value is Unique {
  return typeof value === 'object' && value !== null && 'unique' in value;
}

export function isClip(value: unknown): value is Clip {
  return typeof value === 'object' && value !== null && 'clip' in value;
}

/** The name of the file that a field of a form uploads. */
export function fileNameOf(value: Clip | TextFile): string {
  return isClip(value) ? 'clip.wav' : value.file;
}

/** The id that an operation's answer gives. */
export function idOf(from: string, variable: string, member = 'id'): FromAnswer {
  return { from, variable, member };
}

/** What a server answered to an example. */
export interface RecordedAnswer {
  readonly status: number;
  /** Media type; absent where the answer has no content. */
  readonly type?: string;
  /** Content as text, of JSON on one line; absent where it is audio. */
  readonly text?: string;
  /** How long the content was that is no text. */
  readonly bytes?: number;
}
