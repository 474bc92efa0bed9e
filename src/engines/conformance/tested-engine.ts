import { it } from 'node:test';
import type { Prosody, Segment } from '../../text/types.ts';
import type { EngineDescriptor, EngineVoice, Synthesizer } from '../adapter.ts';
import { loadSynthesizer, segmentOf, speakWith, type Spoken } from '../testing.ts';

export interface EngineTestOptions {
  /** For an engine that needs one, or whose words are aligned. */
  readonly reference?: EngineDescriptor;
  /** At least two that sound different; the first one speaks English in most cases. */
  readonly voices: readonly [EngineVoice, EngineVoice, ...EngineVoice[]];
  /** Utterances of the run that watches memory, after as many before it (default 100); a sixth of them in `npm test`. */
  readonly longRun?: number;
  /** It makes no marks where they are of no use. Default false: it may make them all the same. */
  readonly sparesMarks?: boolean;
}

/** An engine with the voices that it is tested by, loaded once for its whole suite. */
export class TestedEngine {
  readonly descriptor: EngineDescriptor;
  readonly options: EngineTestOptions;
  readonly #spokenOnce = new Map<string, Promise<Spoken>>();
  #loaded: Synthesizer | undefined;

  constructor(descriptor: EngineDescriptor, options: EngineTestOptions) {
    this.descriptor = descriptor;
    this.options = options;
  }

  get loaded(): Synthesizer {
    return this.#loaded!;
  }

  async load(): Promise<void> {
    this.#loaded = await this.loadAnother();
  }

  /** One of its own, which its test closes. */
  loadAnother(): Promise<Synthesizer> {
    return loadSynthesizer(this.descriptor, this.options.reference);
  }

  /** @param by default the first voice */
  readonly say = (segment: Segment, by: EngineVoice = this.options.voices[0]): Promise<Spoken> =>
    speakWith(this.loaded, segment, by);

  readonly sayText = (text: string, prosody: Partial<Prosody> = {}, by?: EngineVoice): Promise<Spoken> =>
    this.say(segmentOf(text, { prosody }), by);

  /** A text as it is, by the first voice: spoken once for the tests that only look at it. */
  readonly once = (text: string): Promise<Spoken> => {
    const speaking = this.#spokenOnce.get(text) ?? this.sayText(text);
    this.#spokenOnce.set(text, speaking);
    return speaking;
  };
}

/** What an engine does not claim is not asked of it. */
export function itIf(claimed: boolean): (name: string, body: () => Promise<void>) => void {
  return (name, body) => {
    if (claimed) void it(name, body);
  };
}
