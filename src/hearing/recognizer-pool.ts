/** The recognizers of a server, each opened when it is first needed and kept. */
import { ServiceError } from '../errors/service-error.ts';
import type { Recognizer, RecognizerDescriptor, RecognizerId } from '../recognizers/adapter.ts';
import type { SpeechDetector } from '../recognizers/detector.ts';
import { installation, languagesHeard, recognizersFor } from '../recognizers/registry.ts';
import type { WordAligner } from './word-aligner.ts';

export interface OpenRecognizer {
  readonly id: RecognizerId;
  readonly recognizer: Recognizer;
  /** Finds when its words are heard where it does not know; undefined: nothing does. */
  readonly aligner?: Pick<WordAligner, 'align'> | undefined;
  /** What finds speech for it, in place of the built-in detectors. */
  readonly detector?: SpeechDetector | undefined;
}

/** Names of hosted models that stand for the best recognizer of the language. */
const interfaceModels = ['ink-2', 'ink-whisper', 'ink-whisper-2025-06-04'];
const openAiModels = ['whisper-1', 'gpt-4o-transcribe', 'gpt-4o-mini-transcribe'];
const aliases: ReadonlySet<string> = new Set([...interfaceModels, ...openAiModels]);

/** What a request asks for. */
export interface RecognizerChoice {
  /** An alias, the id of a recognizer, or undefined. */
  readonly model: string | undefined;
  /** ISO 639, of two letters where there is such a code; undefined: the only one of the recognizer that was named, else to be found out, else English. */
  readonly language: string | undefined;
}

/** What helps all recognizers of a pool; it is closed with them. */
export interface PoolHelpers {
  /** Default: words have the times that recognizers know. */
  readonly aligner?: WordAligner | undefined;
  /** Default: the built-in detectors find speech. */
  readonly detector?: SpeechDetector | undefined;
}

/** See the head of this file. */
export class RecognizerPool {
  #descriptors: readonly RecognizerDescriptor[];
  readonly #aligner: WordAligner | undefined;
  #detector: SpeechDetector | undefined;
  readonly #open = new Map<RecognizerId, Recognizer>();
  /** Of those that are gone: streams that began before may still be heard by them. */
  readonly #retired: Pick<Recognizer, 'close'>[] = [];

  constructor(descriptors: readonly RecognizerDescriptor[], { aligner, detector }: PoolHelpers = {}) {
    this.#descriptors = descriptors;
    this.#aligner = aligner;
    this.#detector = detector;
  }

  /** In order of preference. */
  get descriptors(): readonly RecognizerDescriptor[] {
    return this.#descriptors;
  }

  /** What each hears, in order of preference. */
  report(): { readonly recognizer: RecognizerId; readonly languages: readonly string[] | 'any' }[] {
    return this.#descriptors.map(({ id, capabilities: { languages } }) => ({ recognizer: id, languages }));
  }

  /** @throws {ServiceError} `recognizer_unavailable` where there is none at all; the message says how to get one */
  require(): void {
    if (this.#descriptors.length > 0) return;
    throw new ServiceError('recognizer_unavailable', `This server has no recognizer: ${installation}.`);
  }

  /**
   * Those that hear what a request asks for, in order of preference; and the language they are given, undefined where they find it out.
   * @throws {ServiceError} `recognizer_unavailable`; `recognizer_not_found` for a model that is none; `unsupported_language`
   */
  choose({ model, language }: RecognizerChoice): {
    readonly recognizers: readonly OpenRecognizer[];
    readonly language: string | undefined;
  } {
    this.require();
    const isNamed = model !== undefined && !aliases.has(model);
    const named = isNamed ? this.#named(model) : this.#descriptors;
    // Clients that cannot name a language name its recognizer.
    const asked = language ?? (isNamed ? onlyLanguageOf(named[0]!) : undefined);
    const found = recognizersFor(asked, named);
    if (found.length === 0) throw unsupported(asked ?? 'en', named);
    const first = found[0]!;
    const given = asked ?? (first.capabilities.detectsLanguage ? undefined : 'en');
    return { recognizers: found.map((descriptor) => this.#opened(descriptor)), language: given };
  }

  /**
   * Takes others, in order of preference. One that is open stays so, unless it has another version now; streams that began before go on
   * with what they have.
   */
  update(descriptors: readonly RecognizerDescriptor[], detector?: SpeechDetector): void {
    if (this.#detector?.id !== detector?.id || this.#detector?.version !== detector?.version) {
      if (this.#detector !== undefined) this.#retired.push(this.#detector);
      this.#detector?.retire();
      this.#detector = detector;
    }
    const kept = descriptors.map((each) => this.#descriptors.find((known) => isSame(known, each)) ?? each);
    for (const gone of this.#descriptors.filter((each) => !kept.includes(each))) {
      const recognizer = this.#open.get(gone.id);
      if (recognizer === undefined) continue;
      this.#open.delete(gone.id);
      this.#retired.push(recognizer);
      recognizer.retire?.();
    }
    this.#descriptors = kept;
  }

  /** Loads the preferred one of the installed models. @throws {RecognizerError} when it does not load */
  async warmUp(): Promise<void> {
    const first = this.#descriptors.find(({ version }) => version !== undefined);
    if (first !== undefined) await this.#opened(first).recognizer.load();
  }

  async close(): Promise<void> {
    const all = [...this.#open.values(), ...this.#retired, ...(this.#detector ? [this.#detector] : [])];
    await Promise.all([...all.map((recognizer) => recognizer.close()), this.#aligner?.close()]);
  }

  #named(model: string): readonly RecognizerDescriptor[] {
    const found = this.#descriptors.find(({ id }) => id === model);
    if (found !== undefined) return [found];
    const known = [...aliases, ...this.#descriptors.map(({ id }) => id)].join(', ');
    throw new ServiceError(
      'recognizer_not_found',
      `There is no recognizer of the name given as "model"; there are ${known}.`,
    );
  }

  #opened(descriptor: RecognizerDescriptor): OpenRecognizer {
    const { id } = descriptor;
    const recognizer = this.#open.get(id) ?? descriptor.open();
    this.#open.set(id, recognizer);
    return { id, recognizer, aligner: this.#aligner, detector: this.#detector };
  }
}

function onlyLanguageOf({ capabilities: { languages } }: RecognizerDescriptor): string | undefined {
  return languages !== 'any' && languages.length === 1 ? languages[0] : undefined;
}

function unsupported(language: string, among: readonly RecognizerDescriptor[]): ServiceError {
  const heard = languagesHeard(among);
  const known = heard === 'any' ? 'any' : heard.join(', ');
  return new ServiceError(
    'unsupported_language',
    `No recognizer here hears the "language" "${language}"; they hear ${known}.`,
  );
}

function isSame(a: RecognizerDescriptor, b: RecognizerDescriptor): boolean {
  return a.id === b.id && a.version === b.version && JSON.stringify(a.capabilities) === JSON.stringify(b.capabilities);
}
