/** How the patterns of signs are said: by eSpeak's phonemes without stress. */
import { voiceFiles } from '../../src/engines/espeak/language-files.ts';
import { EspeakSynthesizer } from '../../src/engines/espeak/synthesizer.ts';
import { spokenOf } from '../../src/text/normalise/index.ts';
import { initialReaderState, readSegments } from '../../src/text/reader.ts';
import { neutralProsody, type Segment, type Token } from '../../src/text/types.ts';
import type { Language } from '../../src/voices/languages.ts';
import type { Pattern } from '../normalisation-patterns.ts';

/** `misread`: otherwise than written out. `lost`: as if the sign were not there. */
export interface SignFault {
  readonly kind: 'misread' | 'lost';
  readonly text: string;
}

export class SignReader {
  readonly #engine: EspeakSynthesizer;

  private constructor(engine: EspeakSynthesizer) {
    this.#engine = engine;
  }

  static async load(): Promise<SignReader> {
    return new SignReader(await EspeakSynthesizer.load());
  }

  faultsOf({ name, written, without, spoken }: Pattern, language: Language): SignFault[] {
    const said = this.#heard(written, language);
    const faults: SignFault[] = [];
    if (said !== this.#heardWords(spoken, language)) {
      faults.push({ kind: 'misread', text: `${name}: ${written} is not read as ${spoken}` });
    }
    if (without !== undefined && said === this.#heard(without, language)) {
      faults.push({ kind: 'lost', text: `${name}: ${written} lost its sign` });
    }
    return faults;
  }

  #heard(text: string, language: Language): string {
    const options = { language, normalization: 'auto', generationConfig: {} };
    return this.#phonemesOf(readSegments(text, initialReaderState, options).segments, language);
  }

  /** Words divided by spaces, in every language. */
  #heardWords(text: string, language: Language): string {
    const texts = text.split(' ');
    const spoken = spokenOf(texts, language, 'auto');
    const tokens = texts.map((word, index): Token => ({ text: word, spoken: spoken[index]!, continues: false }));
    return this.#phonemesOf([{ tokens, prosody: neutralProsody, language, pauseSeconds: 0 }], language);
  }

  #phonemesOf(segments: readonly Segment[], language: Language): string {
    const name = Object.keys(voiceFiles).find((voice) => voiceFiles[voice]!.language === language)!;
    return segments
      .flatMap((segment) => this.#engine.phonemize(segment, { engine: 'espeak', name }))
      .map(({ phonemes }) => phonemes.replace(/[\sˈˌ]/gu, ''))
      .join('');
  }
}
