/** An engine that speaks as another one does and keeps its word times to itself, for tests of finding them again. */
import type {
  Capabilities,
  EngineDescriptor,
  EngineVoice,
  LoadSynthesizer,
  SpeechSink,
  Synthesizer,
  SynthesizerModule,
} from '../adapter.ts';
import { moduleUrl } from '../../processes/module-url.ts';
import type { Segment } from '../../text/types.ts';

/** Plain data: it crosses threads. */
interface WrapperOptions {
  readonly wrapped: SynthesizerModule;
  /** As {@link EngineVoice.engine} of its voices. */
  readonly engine: string;
  /** Gives its audio piece by piece, with a turn of the event loop before each. */
  readonly waits: boolean;
}

const url = moduleUrl(import.meta.url, './unmarked-testing');

/** The same voices, spoken without marks: `unmarked-<id>`. */
export function unmarked(
  descriptor: EngineDescriptor,
  changes: Partial<Capabilities> = {},
  waits = false,
): EngineDescriptor {
  const { id, module, capabilities } = descriptor;
  const engine = `unmarked-${id}`;
  const options: WrapperOptions = { wrapped: module, engine: id, waits };
  return {
    id: engine,
    capabilities: { ...capabilities, marks: 'aligned', phonemes: false, reference: false, ...changes },
    placement: waits ? { threads: 1 } : 'shared',
    voices: () =>
      descriptor
        .voices()
        .map((voice) => ({ ...voice, key: `${engine}/${voice.key}`, speaker: { ...voice.speaker, engine } })),
    cast: ({ base }) => base,
    module: { url, options },
  };
}

export async function load(options?: unknown): Promise<Synthesizer> {
  const { wrapped, engine, waits } = options as WrapperOptions;
  const { load: loadWrapped } = (await import(wrapped.url)) as { readonly load: LoadSynthesizer };
  const synthesizer = await loadWrapped(wrapped.options);
  const close = (): Promise<void> => synthesizer.close();
  const speak = async (segment: Segment, voice: EngineVoice, sink: SpeechSink, signal: AbortSignal): Promise<void> => {
    const pieces: Int16Array[] = [];
    const own = { audio: (samples: Int16Array) => void pieces.push(samples), marks: () => undefined };
    await synthesizer.speak(segment, { ...voice, engine }, own, signal);
    for (const piece of pieces) {
      await new Promise(setImmediate);
      if (signal.aborted) return;
      sink.audio(piece);
    }
  };
  return {
    speak: waits
      ? speak
      : (segment, voice, sink, signal) =>
          synthesizer.speak(
            segment,
            { ...voice, engine },
            { audio: (samples) => sink.audio(samples), marks: () => undefined },
            signal,
          ),
    close,
  };
}
