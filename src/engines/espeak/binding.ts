import { readFile } from 'node:fs/promises';
import type { EspeakModule, EspeakWorker } from '@echogarden/espeak-ng-emscripten';
import { loadScript } from './script.ts';
import { VoiceSnapshots } from './snapshots.ts';
import { withSteepQuestions } from './tunes.ts';

/** Something the synthesizer reported while it spoke. */
export interface SpeechEvent {
  readonly kind: 'word' | 'phoneme';
  /** Code point of the text where the word begins, from 0. */
  readonly position: number;
  /** Sample where it begins, from the first sample of the call. */
  readonly sample: number;
  /** IPA with stress marks; empty for a pause and for words. */
  readonly phoneme: string;
}

/** eSpeak's own parameters: `wordsPerMinute` 80–450, `pitch` 0–99, `range` 0–99; 50 is the voice's own. */
export interface SpeechParameters {
  readonly wordsPerMinute: number;
  readonly pitch: number;
  readonly range: number;
}

/** A voice whose variant is no file of the package: written when the voice is loaded, and gone again afterwards. */
export interface WrittenVoice {
  /** Path of the language file: `gmw/en-US`. */
  readonly language: string;
  /** Text of the variant file. */
  readonly variant: string;
}

export interface BindingOptions {
  /** Bytes kept for loaded voices (default 32 MiB: all language files at once). */
  readonly snapshotLimitBytes?: number;
}

/** In the files of the package. */
export const dataFolder = '/usr/share/espeak-ng-data';
/** Where eSpeak looks for variants, in the data folder. */
export const variantFolder = 'voices/!v';
/** Name of the one variant file that is not the package's. */
const writtenVariant = 'written';
/**
 * eSpeak's own volume, 0–200: at its default of 100 the loudest voices reach the full scale and are clipped before anything here can
 * turn them down.
 */
const engineVolume = 70;
/** Larger than any hole in a freshly loaded heap, so an allocation of this size shows where the used part ends. */
const probeBytes = 1 << 20;

/** Offsets in eSpeak's event struct, in 32-bit words. */
const eventField = { type: 0, textPosition: 2, sample: 5, id: 7 } as const;
const idBytes = 8;
const decoder = new TextDecoder();

let packageData: Promise<ArrayBuffer> | undefined;

/** The 24 MB data file, read once per thread and shared by all instances: they only read it. */
function readPackageData(): Promise<ArrayBuffer> {
  packageData ??= readFile(new URL('espeak-ng.data', import.meta.resolve('@echogarden/espeak-ng-emscripten'))).then(
    ({ buffer, byteOffset, byteLength }) =>
      byteLength === buffer.byteLength ? buffer : buffer.slice(byteOffset, byteOffset + byteLength),
  );
  return packageData;
}

/** eSpeak NG in this thread, without memory from call to call. */
export class EspeakBinding {
  readonly #module: EspeakModule;
  readonly #worker: EspeakWorker;
  readonly #snapshots: VoiceSnapshots;
  readonly #callback: number;
  readonly #eventWords: number;
  #onAudio: (pcm: Int16Array) => boolean = () => true;
  #needsEvents = true;
  #events: SpeechEvent[] = [];
  #failures: unknown[] = [];

  private constructor(module: EspeakModule, options: BindingOptions) {
    this.#module = module;
    steepenQuestions(module);
    this.#worker = withClockStopped(() => new module.eSpeakNGWorker());
    this.#eventWords = this.#worker.getSizeOfEventStruct_() >> 2;
    this.#callback = module.addFunction((pcm, samples, events) => this.#receive(pcm, samples, events), 'iiii');
    // A first call with a string makes the package allocate its argument buffer, which then belongs to the base image.
    withClockStopped(() => this.#worker.set_voice('en-us'));
    const memory = {
      bytes: () => module.HEAPU8,
      top: () => {
        const address = module._malloc(probeBytes);
        module._free(address);
        return address;
      },
    };
    this.#snapshots = new VoiceSnapshots(memory, options.snapshotLimitBytes ?? 32 << 20);
  }

  static async load(options: BindingOptions = {}): Promise<EspeakBinding> {
    const data = await readPackageData();
    const silent = (): void => undefined;
    return new EspeakBinding(
      await loadScript({ getPreloadedPackage: () => data, print: silent, printErr: silent }),
      options,
    );
  }

  get sampleRate(): number {
    return this.#worker.samplerate;
  }

  /** A file of eSpeak's data folder, such as `phontab` or `voices/!v/f2`. */
  readData(path: string): Uint8Array {
    return this.#module.FS.readFile(`${dataFolder}/${path}`);
  }

  hasData(path: string): boolean {
    return this.#module.FS.analyzePath(`${dataFolder}/${path}`).exists;
  }

  /**
   * Speaks a text, with SSML and `[[phonemes]]` read as such: the caller escapes what is not meant so.
   * @param voice   a language with an optional variant, `gmw/en-US`, `gmw/de+f2`; or with one of its own
   * @param onAudio takes each stretch of at most 0.1 s and returns true to stop
   * @param needsEvents whether they are of use
   * @returns the events in the order of the audio, none where they are of no use
   * @throws {Error} when the voice does not load; what `onAudio` throws
   */
  synthesize(
    voice: string | WrittenVoice,
    text: string,
    parameters: SpeechParameters,
    onAudio: (pcm: Int16Array) => boolean,
    needsEvents = true,
  ): readonly SpeechEvent[] {
    this.#restore(voice);
    this.#worker.rate = parameters.wordsPerMinute;
    this.#worker.pitch = parameters.pitch;
    this.#worker.range = parameters.range;
    this.#worker.volume = engineVolume;
    this.#onAudio = onAudio;
    this.#needsEvents = needsEvents;
    this.#events = [];
    this.#failures = [];
    // Never freed: the next restore takes the allocation back together with everything else.
    this.#worker.synth_(this.#write(text), this.#callback);
    for (const failure of this.#failures) throw failure;
    return this.#events;
  }

  /**
   * Writes a text in IPA without speaking it: sounds joined by `_`, words by spaces, clauses by ` | `. Markup is read as text.
   * @throws {Error} when the voice does not load
   */
  toPhonemes(voice: string, text: string): string {
    return this.#phonemes(voice, text, 1);
  }

  /**
   * The same in the mnemonics of the voice's phoneme table, sounds joined by `_`; what belongs to another table stands behind the name
   * of its language, `(en)`.
   * @throws {Error} when the voice does not load
   */
  toMnemonics(voice: string, text: string): string {
    return this.#phonemes(voice, text, 0);
  }

  #phonemes(voice: string, text: string, mode: 0 | 1): string {
    this.#restore(voice);
    const address = this.#worker.text_to_phonemes({ ptr: this.#write(text) }, mode).ptr;
    if (address === 0) return '';
    const heap = this.#module.HEAPU8;
    return decoder.decode(heap.subarray(address, heap.indexOf(0, address)));
  }

  #restore(voice: string | WrittenVoice): void {
    if (typeof voice === 'string') this.#snapshots.restore(voice, () => this.#setVoice(voice));
    else this.#snapshots.restore(`${voice.language}+${voice.variant}`, () => this.#setWrittenVoice(voice));
  }

  #setVoice(name: string): void {
    if (withClockStopped(() => this.#worker.set_voice(name)) !== 0) throw new Error(`eSpeak has no voice ${name}`);
  }

  #setWrittenVoice({ language, variant }: WrittenVoice): void {
    const { FS } = this.#module;
    const path = `${dataFolder}/${variantFolder}/${writtenVariant}`;
    FS.writeFile(path, variant);
    try {
      this.#setVoice(`${language}+${writtenVariant}`);
    } finally {
      FS.unlink(path);
    }
  }

  #write(text: string): number {
    const bytes = new TextEncoder().encode(text);
    const address = this.#module._malloc(bytes.length + 1);
    if (address === 0) throw new Error('eSpeak has no memory for the text');
    this.#module.HEAPU8.set(bytes, address);
    this.#module.HEAPU8[address + bytes.length] = 0;
    return address;
  }

  /** eSpeak's callback. An error must not unwind through the synthesizer, so it is kept and thrown afterwards. */
  #receive(pcm: number, samples: number, events: number): number {
    try {
      if (this.#needsEvents) this.#readEvents(events);
      if (samples === 0) return 0;
      return this.#onAudio(this.#module.HEAP16.slice(pcm >> 1, (pcm >> 1) + samples)) ? 1 : 0;
    } catch (cause) {
      this.#failures.push(cause);
      return 1;
    }
  }

  #readEvents(address: number): void {
    const { HEAP32, HEAPU8, espeakEVENT_LIST_TERMINATED, espeakEVENT_WORD, espeakEVENT_PHONEME } = this.#module;
    for (let at = address >> 2; HEAP32[at] !== espeakEVENT_LIST_TERMINATED; at += this.#eventWords) {
      const type = HEAP32[at + eventField.type];
      if (type !== espeakEVENT_WORD && type !== espeakEVENT_PHONEME) continue;
      this.#events.push({
        kind: type === espeakEVENT_WORD ? 'word' : 'phoneme',
        position: HEAP32[at + eventField.textPosition]! - 1,
        sample: HEAP32[at + eventField.sample]!,
        phoneme: type === espeakEVENT_WORD ? '' : readId(HEAPU8, (at + eventField.id) << 2),
      });
    }
  }
}

/** Before eSpeak reads its tunes, which it does once, when it starts. */
function steepenQuestions({ FS }: EspeakModule): void {
  const path = `${dataFolder}/intonations`;
  FS.writeFile(path, withSteepQuestions(FS.readFile(path)));
}

/** eSpeak seeds the noise of breathy voices from the clock when it starts and loads a voice; a stopped clock gives every instance the same seed. */
function withClockStopped<T>(run: () => T): T {
  const now = Date.now;
  Date.now = () => 0;
  try {
    return run();
  } finally {
    Date.now = now;
  }
}

/** An event's name: at most 8 bytes of UTF-8, shorter ones end in a zero byte. A character cut at the end is dropped. */
function readId(heap: Uint8Array, address: number): string {
  let end = address;
  while (end < address + idBytes && heap[end] !== 0) end++;
  return decoder.decode(heap.subarray(address, end)).replace(/\uFFFD+$/u, '');
}
