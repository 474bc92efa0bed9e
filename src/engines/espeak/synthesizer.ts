/** eSpeak behind the adapter that every engine implements. */
import { createEdges } from '../../audio/edges.ts';
import { speechLoudness } from '../../audio/loudness.ts';
import { SpectralResponse } from '../../audio/timbre/spectral-filter.ts';
import { RecentlyUsed } from '../../collections/recently-used.ts';
import { neutralProsody, type Segment } from '../../text/types.ts';
import type { EngineVoice, PhonemizedWord, SpeechSink, Synthesizer } from '../adapter.ts';
import { earlier } from '../alignment/words.ts';
import { shapedSink } from '../timbre/shaped-sink.ts';
import { EspeakBinding, variantFolder, type BindingOptions, type WrittenVoice } from './binding.ts';
import { capabilities } from './capabilities.ts';
import { fitVoice } from './fit.ts';
import { letterNames } from './respell/letter-names.ts';
import { CloneLevels, levelOf } from './level.ts';
import { toMarks } from './marks.ts';
import { phonemizedWords } from './phonemize.ts';
import { PhoneTable } from './phones.ts';
import { plainVariant } from './profile.ts';
import { toParameters, trailingPause } from './prosody.ts';
import { respellers } from './respell/index.ts';
import { composeUtterance, type Utterance } from './utterance.ts';
import { writtenVariants } from './variants.ts';
import { voiceFileFor, voiceFileNameFor, voiceFiles, type VoiceFile } from './language-files.ts';

/**
 * Loads eSpeak in this thread.
 * @throws {Error} when the package is not installed or does not start
 */
export async function load(options?: unknown): Promise<Synthesizer> {
  return EspeakSynthesizer.load(options ?? {});
}

/**
 * So far below the loudness of the voice, in dB, its speech has ended: behind the last sound of a breathy voice there is a tenth of a second
 * of breath, and the `f` that others end with is hardly louder than that.
 */
const endDepth = { breathy: 23, other: 26 } as const;
/** Fitted clones kept; one takes 10 KB. */
const maxFitted = 64;

/** A voice as the binding takes it, and what is to be done with what it gives. */
interface LoadedVoice {
  readonly loaded: string | WrittenVoice;
  readonly response?: SpectralResponse;
}

export class EspeakSynthesizer implements Synthesizer {
  readonly #binding: EspeakBinding;
  readonly #phoneTables = new Map<string, PhoneTable>();
  /** By voice file, variant and profile. */
  readonly #fitted = new RecentlyUsed<LoadedVoice>(maxFitted);
  readonly #letterNames = new Map<string, string>();
  readonly #cloneLevels = new CloneLevels((segment, voice, sink) => {
    this.speak(segment, voice, sink, new AbortController().signal);
  });

  private constructor(binding: EspeakBinding) {
    if (binding.sampleRate !== capabilities.sampleRate) throw new Error(`eSpeak runs at ${binding.sampleRate} Hz`);
    this.#binding = binding;
  }

  static async load(options: BindingOptions = {}): Promise<EspeakSynthesizer> {
    return new EspeakSynthesizer(await EspeakBinding.load(options));
  }

  speak(segment: Segment, voice: EngineVoice, sink: SpeechSink, signal: AbortSignal): void {
    const name = voiceFileNameFor(voice.name, segment.language);
    const file = voiceFiles[name]!;
    const { loaded, response } = this.#voice(name, file, voice);
    const utterance = this.#compose(segment, file);
    const parameters = toParameters(segment, voice);
    if (signal.aborted) return;
    const { needsMarks = true } = sink;
    if (utterance.text.trim() === '') {
      if (needsMarks) sink.marks(toMarks(utterance, [], 0));
      return;
    }
    const heard = { samples: 0, given: 0, aborted: false };
    const edges = createEdges(
      capabilities.sampleRate,
      levelOf(name, voice.variant) ?? speechLoudness,
      // How loud a clone is, and how much of it is breath, its profile says.
      voice.profile !== undefined ? undefined : /^f\d/u.test(voice.variant ?? '') ? endDepth.breathy : endDepth.other,
    );
    const give = (samples: Int16Array): void => {
      heard.given += samples.length;
      if (samples.length > 0) sink.audio(samples);
    };
    const shaped = shapedSink({ audio: (samples) => give(edges.write(samples)) }, response);
    const onAudio = (pcm: Int16Array): boolean => {
      heard.aborted = signal.aborted;
      if (heard.aborted) return true;
      heard.samples += pcm.length;
      shaped.audio(pcm);
      return false;
    };
    const events = this.#binding.synthesize(loaded, utterance.text, parameters, onAudio, needsMarks);
    if (heard.aborted) return;
    shaped.end();
    const pause = trailingPause(segment.tokens, parameters.wordsPerMinute);
    give(edges.end(pause));
    if (!needsMarks) return;
    const spoken = edges.skipped + heard.given - Math.round(pause * capabilities.sampleRate);
    const total = Math.min(heard.samples, Math.max(0, spoken));
    sink.marks(earlier(toMarks(utterance, events, total), edges.skipped));
  }

  level(segment: Segment, voice: EngineVoice): number | undefined {
    return this.#cloneLevels.of(voiceFileNameFor(voice.name, segment.language), voice, segment.language);
  }

  /** The phonemes do not depend on variant, pitch and profile. */
  phonemize(segment: Segment, voice: EngineVoice): readonly PhonemizedWord[] {
    const file = voiceFileFor(voice.name, segment.language);
    const utterance = this.#compose(segment, file);
    if (utterance.text.trim() === '') return phonemizedWords(utterance, [], '');
    // The faster, the less to compute; the sounds are the same.
    const parameters = { ...toParameters({ ...segment, prosody: neutralProsody }, {}), wordsPerMinute: 450 };
    const events = this.#binding.synthesize(file.file, utterance.text, parameters, () => false);
    return phonemizedWords(utterance, events, this.#binding.toPhonemes(file.file, utterance.plainText));
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #compose(segment: Segment, file: VoiceFile): Utterance {
    return composeUtterance(
      segment,
      {
        phones: (phones) => this.#phoneTable(file).mnemonics(phones),
        letter: (letter) => this.#letterName(letter, file),
      },
      respellers[segment.language],
    );
  }

  /** The name of a letter: what eSpeak says where it stands alone, since between others it may be a word (A, и, k). */
  #letterName(letter: string, file: VoiceFile): string {
    const key = `${file.file} ${letter}`;
    let name = this.#letterNames.get(key);
    if (name === undefined) {
      const text = letterNames[file.language]?.[letter.toLocaleLowerCase(file.language)] ?? letter;
      const mnemonics = this.#binding.toMnemonics(file.file, text);
      // Another language's letter is said by its sounds.
      name = mnemonics.includes('(')
        ? this.#phoneTable(file).mnemonics([this.#binding.toPhonemes(file.file, text).replace(/\([a-z-]*\)|_/gu, '')])
        : mnemonics.trim().split(/\s+/u).map(withoutPauses).join('||');
      this.#letterNames.set(key, name);
    }
    return name;
  }

  #voice(name: string, file: VoiceFile, { variant, profile }: EngineVoice): LoadedVoice {
    const written = variant === undefined ? undefined : this.#writtenVariant(variant);
    if (profile !== undefined) {
      return this.#fitted.getOrInsertComputed(`${name} ${variant ?? ''} ${JSON.stringify(profile)}`, () => {
        const original = written ?? (variant === undefined ? plainVariant : this.#packageVariant(variant));
        const fitted = fitVoice(profile, { name, file, variant, original });
        return {
          loaded: { language: file.file, variant: fitted.variant },
          ...(fitted.gains !== undefined && { response: new SpectralResponse(fitted.gains, capabilities.sampleRate) }),
        };
      });
    }
    if (written !== undefined) return { loaded: { language: file.file, variant: written } };
    return { loaded: variant === undefined ? file.file : `${file.file}+${variant}` };
  }

  /**
   * The text of a variant of our own, undefined where it is one of the package's.
   * @throws {Error} when it is neither: eSpeak would speak an unknown variant with the plain voice
   */
  #writtenVariant(variant: string): string | undefined {
    const written = Object.hasOwn(writtenVariants, variant) ? writtenVariants[variant] : undefined;
    const isKnown =
      written !== undefined || (/^[\w ]+$/u.test(variant) && this.#binding.hasData(`${variantFolder}/${variant}`));
    if (!isKnown) throw new Error(`eSpeak has no voice variant ${variant}`);
    return written;
  }

  #packageVariant(variant: string): string {
    return Buffer.from(this.#binding.readData(`${variantFolder}/${variant}`)).toString();
  }

  #phoneTable({ phonemes }: VoiceFile): PhoneTable {
    let table = this.#phoneTables.get(phonemes);
    if (!table) {
      table = new PhoneTable(this.#binding.readData('phontab'), this.#binding.readData('phonindex'), phonemes);
      this.#phoneTables.set(phonemes, table);
    }
    return table;
  }
}

/** Sounds of a word joined by `|` instead of `_`; the stops and pauses before a vowel, `_!` and `_|`, are left out. */
function withoutPauses(mnemonics: string): string {
  return mnemonics
    .split('_')
    .filter((mnemonic) => !/^[!|]?$/u.test(mnemonic))
    .join('|');
}
