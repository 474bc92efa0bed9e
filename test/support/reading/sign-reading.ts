/** How the patterns of signs are said: by eSpeak's phonemes without stress. */
import { voiceFiles } from '../../../src/engines/espeak/language-files.ts';
import { EspeakPhonemes } from '../../../src/engines/espeak/phonemes-testing.ts';
import { spokenOf } from '../../../src/text/normalise/index.ts';
import { initialReaderState, readSegments } from '../../../src/text/reader.ts';
import { neutralProsody, type Segment, type Token } from '../../../src/text/types.ts';
import type { Language } from '../../../src/voices/languages.ts';
import type { Pattern } from '../../normalisation-patterns.ts';

/** `misread`: otherwise than written out. `lost`: as if the sign were not there. */
export interface SignFault {
  readonly kind: 'misread' | 'lost';
  readonly text: string;
}

/** Stress and word borders. */
const ignored = /[\sˈˌ]/gu;

export class SignReader {
  readonly #espeak: EspeakPhonemes;

  constructor(espeak: EspeakPhonemes) {
    this.#espeak = espeak;
  }

  static async load(): Promise<SignReader> {
    return new SignReader(await EspeakPhonemes.load());
  }

  faultsOf({ name, written, without, spoken }: Pattern, language: Language): SignFault[] {
    const voice = Object.keys(voiceFiles).find((file) => voiceFiles[file]!.language === language)!;
    const said = segmentsOf(written, language);
    const isSaid = (segments: readonly Segment[]): boolean => this.#espeak.areEqual(said, segments, voice, ignored);
    const faults: SignFault[] = [];
    if (!isSaid(ofWords(spoken, language))) {
      faults.push({ kind: 'misread', text: `${name}: ${written} is not read as ${spoken}` });
    }
    if (without !== undefined && isSaid(segmentsOf(without, language))) {
      faults.push({ kind: 'lost', text: `${name}: ${written} lost its sign` });
    }
    return faults;
  }
}

function segmentsOf(text: string, language: Language): readonly Segment[] {
  return readSegments(text, initialReaderState, { language, normalization: 'auto', generationConfig: {} }).segments;
}

/** Words divided by spaces, in every language. */
function ofWords(text: string, language: Language): readonly Segment[] {
  const texts = text.split(' ');
  const spoken = spokenOf(texts, language, 'auto');
  const tokens = texts.map((word, index): Token => ({ text: word, spoken: spoken[index]!, continues: false }));
  return [{ tokens, prosody: neutralProsody, language, pauseSeconds: 0 }];
}
