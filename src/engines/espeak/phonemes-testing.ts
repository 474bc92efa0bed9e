/** What eSpeak says for segments, without asking it twice for the same text, since each answer is a synthesis. */
import type { Segment } from '../../text/types.ts';
import { respellers } from './respell/index.ts';
import { EspeakSynthesizer } from './synthesizer.ts';
import { composeUtterance, type Mnemonics } from './utterance.ts';

/** A key needs no mnemonics, only what they are made of. */
const named: Mnemonics = { phones: (phones) => phones.join(' '), letter: (letter) => `letter ${letter}` };

export class EspeakPhonemes {
  readonly #engine: EspeakSynthesizer;
  readonly #said = new Map<string, string>();

  constructor(engine: EspeakSynthesizer) {
    this.#engine = engine;
  }

  static async load(): Promise<EspeakPhonemes> {
    return new EspeakPhonemes(await EspeakSynthesizer.load());
  }

  /** @param name of the voice */
  of(segments: readonly Segment[], name: string): string {
    return segments.map((segment) => this.#ofSegment(segment, name)).join('');
  }

  /** Whether the phonemes are equal but for the marks of `ignored`; eSpeak is not asked where it reads the same text for both. */
  areEqual(a: readonly Segment[], b: readonly Segment[], name: string, ignored: RegExp): boolean {
    const keys = [a, b].map((segments) => segments.map((segment) => keyOf(segment, name)).join('\n'));
    return keys[0] === keys[1] || this.of(a, name).replace(ignored, '') === this.of(b, name).replace(ignored, '');
  }

  #ofSegment(segment: Segment, name: string): string {
    const key = keyOf(segment, name);
    let said = this.#said.get(key);
    if (said === undefined) {
      const words = this.#engine.phonemize(segment, { engine: 'espeak', name });
      this.#said.set(key, (said = words.map(({ phonemes }) => phonemes).join('')));
    }
    return said;
  }
}

/** The text that eSpeak reads, and by what voice. */
function keyOf(segment: Segment, name: string): string {
  return `${name} ${segment.language} ${composeUtterance(segment, named, respellers[segment.language]).text}`;
}
