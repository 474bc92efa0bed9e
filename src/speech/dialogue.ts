/** Several speakers in one text: its names become turns of one context (docs/rules.md#several-speakers). */
import { hasEncoderState } from '../audio/formats.ts';
import { invalidField } from '../errors/service-error.ts';
import { faultOfName, SpeakerReader } from '../text/speaker-names.ts';
import type { Push } from './context-options.ts';
import type { SpeechSettings } from './settings.ts';
import type { SpeakerTurn } from './turns.ts';

/**
 * The names that a request gives voices to, without the white space around them.
 * @param most how many there may be
 * @throws {ServiceError} `invalid_request` naming the field: too many, two alike, or one that cannot stand in brackets
 */
export function speakerNames<T>(speakers: Readonly<Record<string, T>>, most = 16): ReadonlyMap<string, T> {
  const given = Object.entries(speakers);
  if (given.length === 0) throw invalidField('speakers', 'no speaker; give a voice to each name that the text has');
  if (given.length > most) {
    throw invalidField('speakers', `at most ${most} speakers in one text, received ${given.length}`);
  }
  const names = new Map<string, T>();
  for (const [written, voice] of given) {
    const fault = faultOfName(written);
    const name = written.trim();
    if (fault !== undefined) throw invalidField('speakers', `'${written}': ${fault}`);
    if (names.has(name)) throw invalidField('speakers', `'${name}' stands there twice, but for white space`);
    names.set(name, voice);
  }
  return names;
}

/** Who speaks a text. */
export interface Cast {
  /** By their names. */
  readonly speakers: ReadonlyMap<string, SpeechSettings>;
  /** Speaks what stands before the first name; undefined where the request has no voice. */
  readonly voice: SpeechSettings | undefined;
}

/** Gives a text that names its speakers to a context, however it is divided. */
export class Dialogue {
  readonly #cast: Cast;
  readonly #reader = new SpeakerReader();
  readonly #turns = new Map<string | undefined, SpeakerTurn>();
  /** The next text is the first of a turn. */
  #begins = true;

  constructor(cast: Cast) {
    this.#cast = cast;
  }

  /** What the turns that have begun are spoken with, in the order in which the speakers came. */
  get settings(): readonly SpeechSettings[] {
    return [...this.#turns.values()].map(({ settings }) => settings);
  }

  /**
   * What a context is to be given for the next piece of the text. White space around names is neither spoken nor counted.
   * @param isEnd no more text follows; the last message then ends the context
   * @throws {ServiceError} `invalid_request` naming the name that has no voice, or the voice that is missing
   */
  read(text: string, isEnd: boolean): Push[] {
    const parts = this.#reader.read(text, isEnd);
    const pushes: Push[] = [];
    for (const [index, part] of parts.entries()) {
      if (index > 0) this.#begins = true;
      const isWhole = isEnd || index < parts.length - 1;
      const said = this.#begins ? part.text.trimStart() : part.text;
      const transcript = isWhole ? said.trimEnd() : said;
      const turn = index > 0 || transcript !== '' ? this.#turnOf(part.speaker) : undefined;
      if (transcript === '') continue;
      pushes.push({
        transcript,
        continue: true,
        flush: false,
        maxBufferDelayMs: Infinity,
        ...(this.#begins && { turn }),
      });
      this.#begins = false;
    }
    if (isEnd) pushes.push({ transcript: '', continue: false, flush: false });
    return pushes;
  }

  #turnOf(speaker: string | undefined): SpeakerTurn {
    const known = this.#turns.get(speaker);
    if (known !== undefined) return known;
    const { voice, speakers } = this.#cast;
    const settings = speaker === undefined ? voice : speakers.get(speaker);
    if (settings === undefined) throw withoutVoice(speaker, speakers);
    const turn = { speaker: speaker ?? null, settings };
    this.#turns.set(speaker, turn);
    return turn;
  }
}

function withoutVoice(speaker: string | undefined, speakers: Cast['speakers']): Error {
  if (speaker === undefined) {
    return invalidField('voice', 'text stands before the first [name]: give it a voice, or begin with a name');
  }
  const names = [...speakers.keys()].join(', ');
  return invalidField('speakers', `the text names [${speaker}], which has no voice; those that have one: ${names}`);
}

/**
 * One answer of several speakers has one encoder, which lives where an engine does.
 * @throws {ServiceError} `invalid_request` for a container that keeps state, where the engines of the speakers have threads of their own
 */
export function requireOneEncoder(settings: readonly SpeechSettings[]): void {
  const [first] = settings;
  if (first === undefined || !hasEncoderState(first.format)) return;
  const engines = [...new Set(settings.map(({ speaker }) => speaker.engine))];
  if (engines.length === 1 || settings.every(({ isEmbedded }) => isEmbedded === true)) return;
  throw invalidField(
    'output_format.container',
    `${first.format.container} is made where an engine runs, and those of these speakers run apart (${engines.join(', ')}); wav and raw take them all`,
  );
}
