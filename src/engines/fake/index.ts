/**
 * An engine for tests: speaks any text at once as a tone for each word, with exact marks, and misbehaves on demand. It is
 * registered by no server; a test adds it to the engines it starts.
 */
import type { BuiltInVoice, Capabilities, EngineDescriptor } from '../adapter.ts';
import { moduleUrl } from '../../processes/module-url.ts';

export interface FakeEngineOptions {
  /** Default `fake`. */
  readonly id?: string;
  readonly capabilities?: Partial<Capabilities>;
  /** Default `shared`. */
  readonly placement?: EngineDescriptor['placement'];
  /** Default: Tonia and Toni, who speak English. */
  readonly voices?: readonly BuiltInVoice[];
  /** Default: a voice of another engine becomes Toni where it is masculine, else Tonia. */
  readonly cast?: EngineDescriptor['cast'];
  readonly synthesizer?: FakeSynthesizerOptions;
}

/** Plain data: it crosses threads. */
export interface FakeSynthesizerOptions {
  /** Samples per second. Set by {@link fakeEngine}. */
  readonly sampleRate?: number;
  /** Seconds of sound for each spoken word at rate 1. Default 0.25. */
  readonly wordSeconds?: number;
  /** Seconds of sound in one call of the sink. Default 0.1. */
  readonly chunkSeconds?: number;
  /** Whether marks are given. Default true. */
  readonly hasMarks?: boolean;
  /** Gives its marks before its audio, as an engine does that plans what it speaks. Default false: behind it. */
  readonly marksFirst?: boolean;
  /** Gives the event loop a turn after each chunk, as an engine that waits does. Default false. */
  readonly waits?: boolean;
  /** Seconds that each second of sound takes, slept between the chunks; for an engine that waits. Default 0. */
  readonly cost?: number;
  /** Segments that a thread speaks at first at 20 times the cost, as with code that is not compiled yet. Default 0. */
  readonly coldSegments?: number;
  /** Whether the same text sounds the same again. Default: as `deterministic` is claimed. */
  readonly repeats?: boolean;
  /** Milliseconds for which each chunk holds the thread, as in a slow synchronous engine. Default 0. */
  readonly chunkMs?: number;
  /** Copies its sound from one tone made before, whatever the words: then it costs next to nothing. Default false. */
  readonly isPrecomputed?: boolean;
  /** Names of the voices it speaks; others fail. Default Tonia and Toni. */
  readonly voices?: readonly string[];
  /** LUFS that it says its voices have. Default: it does not know. */
  readonly level?: number;
  /** Counts how often it was warmed up, for all threads, in a number that they share. */
  readonly warmUps?: Int32Array<SharedArrayBuffer>;
  /** Fails to warm up. */
  readonly failsToWarmUp?: string;
  /** Fails to load. */
  readonly failsToLoad?: string;
}

/** An engine that a test adds to those of a server or a scheduler; speaks English with the voices Tonia and Toni unless told otherwise. */
export function fakeEngine({
  id = 'fake',
  placement = 'shared',
  ...options
}: FakeEngineOptions = {}): EngineDescriptor {
  const capabilities: Capabilities = {
    languages: ['en'],
    sampleRate: 24_000,
    marks: 'exact',
    phonemes: false,
    deterministic: true,
    cloning: 'none',
    prosody: { rate: true, pitch: true, emotion: false },
    concurrency: 1,
    segmentation: { maxCodePoints: 200, firstClauseWords: 4 },
    ...options.capabilities,
  };
  const synthesizer: FakeSynthesizerOptions = {
    hasMarks: capabilities.marks === 'exact' || capabilities.marks === 'estimated',
    repeats: capabilities.deterministic,
    ...options.synthesizer,
    sampleRate: capabilities.sampleRate,
  };
  const voice = (name: string, gender: BuiltInVoice['gender']): BuiltInVoice => ({
    key: `${id}/${name}`,
    name,
    gender,
    language: 'en',
    character: 'a tone for each word',
    accent: 'general-american',
    speaker: { engine: id, name },
  });
  return {
    id,
    capabilities,
    placement,
    voices: () => options.voices ?? [voice('Tonia', 'feminine'), voice('Toni', 'masculine')],
    cast:
      options.cast ?? (({ gender, base }) => base ?? { engine: id, name: gender === 'masculine' ? 'Toni' : 'Tonia' }),
    module: { url: moduleUrl(import.meta.url, './synthesizer'), options: synthesizer },
  };
}
