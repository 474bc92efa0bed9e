/** An installed model behind the adapter that every engine implements. */
import { createEdges } from '../../audio/edges.ts';
import { speechLoudness } from '../../audio/loudness.ts';
import { joinIntegers } from '../../audio/samples.ts';
import { ownPauseBehind } from '../../text/line-breaks.ts';
import type { Segment } from '../../text/types.ts';
import type { SupervisionLimits } from '../../processes/supervised-process.ts';
import type { EngineVoice, ReferenceEngine, SpeechSink, Synthesizer } from '../adapter.ts';
import { spokenWords } from '../alignment/words.ts';
import { blendedId } from './blending.ts';
import { marksOf, type SpokenRun } from './durations.ts';
import { readVoiceManifest, type DirectSettings, type VoiceManifest, type ModelSpeaker } from './manifest.ts';
import { ModelError } from '../../model-files/model-error.ts';
import { ModelProcess } from './model-process.ts';
import { textPieces } from './native-text.ts';
import { idRuns, idText, symbolsOf, type IdRun } from './phoneme-ids.ts';
import { sherpaConfig } from './sherpa.ts';

/** Given to {@link load}. Plain data. */
export interface NeuralOptions extends Omit<SupervisionLimits, 'clock'> {
  /** Absolute path of the model's folder. */
  readonly folder: string;
  /** Name of the engine, of which its voices are. */
  readonly engine: string;
  /** Threads that compute one run. Default 1: more give other rounding, and little speed on few cores. */
  readonly threads?: number;
}

/** Seconds of audio in one call of the sink, at most. */
const pieceSeconds = 0.25;

/** The pause behind a run: that of its last word's mark. */
function pauseBehind(segment: Segment, { symbols }: IdRun): number {
  const words = spokenWords(segment.tokens);
  const last = symbols.findLast(({ word }) => word !== undefined)?.word ?? -1;
  return secondsBehind(last < words.length - 1 ? words[last]?.text : undefined, segment);
}

/** @param text what stands before the pause; undefined at the end of the segment */
function secondsBehind(text: string | undefined, { tokens, prosody }: Segment): number {
  return ownPauseBehind(text ?? tokens.at(-1)?.text ?? '') / prosody.rate;
}

/**
 * Starts the process of a model and loads it.
 * @param options {@link NeuralOptions}
 * @throws {ModelError} when the folder holds no model
 * @throws {EngineUnavailableError} when it does not load
 */
export async function load(options?: unknown, reference?: ReferenceEngine): Promise<NeuralSynthesizer> {
  const { folder, engine, threads = 1, ...limits } = options as NeuralOptions;
  const manifest = await readVoiceManifest(folder);
  if (manifest.direct !== undefined && reference === undefined) {
    throw new ModelError(`the model ${manifest.name} needs the phonemes of eSpeak, which is not there`);
  }
  const process = new ModelProcess({ ...limits, name: manifest.name, config: sherpaConfig(manifest, folder, threads) });
  try {
    const { sampleRate } = await process.load();
    if (sampleRate !== manifest.sampleRate) {
      throw new ModelError(`the model ${manifest.name} runs at ${sampleRate} Hz, not at ${manifest.sampleRate}`);
    }
  } catch (error) {
    await process.close();
    throw error;
  }
  return new NeuralSynthesizer(engine, manifest, process, reference);
}

/** See {@link load}. */
export class NeuralSynthesizer implements Synthesizer {
  readonly #engine: string;
  readonly #manifest: VoiceManifest;
  readonly #process: ModelProcess;
  readonly #reference: ReferenceEngine | undefined;

  constructor(engine: string, manifest: VoiceManifest, process: ModelProcess, reference: ReferenceEngine | undefined) {
    this.#engine = engine;
    this.#manifest = manifest;
    this.#process = process;
    this.#reference = reference;
  }

  /** What its process takes, in bytes, when it last told. */
  get memoryBytes(): number {
    return this.#process.memoryBytes;
  }

  /** Milliseconds from the start of its process until it could speak. */
  get loadedInMs(): number {
    return this.#process.loadedInMs;
  }

  async speak(segment: Segment, voice: EngineVoice, sink: SpeechSink, signal: AbortSignal): Promise<void> {
    const { direct, name } = this.#manifest;
    if (voice.engine !== this.#engine) throw new Error(`the model ${name} has no voice of ${voice.engine}`);
    if (signal.aborted) return;
    if (direct === undefined) return this.#speakNative(segment, voice, sink, signal);
    await this.#speakDirect(segment, voice, direct, sink, signal);
  }

  /** Of a voice between two speakers, what lies between their levels: it was not measured. */
  level(_segment: Segment, voice: EngineVoice): number | undefined {
    const level = this.#speaker(voice.name)?.level;
    if (voice.blend === undefined || level === undefined) return level;
    const other = this.#speaker(voice.blend.name)?.level;
    return other === undefined ? undefined : level + (other - level) * voice.blend.weight;
  }

  #speaker(name: string): ModelSpeaker | undefined {
    return this.#manifest.speakers.find((each) => each.name === name);
  }

  /** The speaker whose language and phonemes a voice has, by the number that its run takes. */
  #directSpeaker({ name, blend: mixed }: EngineVoice, { blend }: DirectSettings): ModelSpeaker {
    const known = (wanted: string): ModelSpeaker => {
      const speaker = this.#speaker(wanted);
      if (speaker === undefined) throw new Error(`the model ${this.#manifest.name} has no speaker ${wanted}`);
      return speaker;
    };
    const first = known(name);
    if (mixed === undefined) return first;
    if (blend === undefined) throw new Error(`the model ${this.#manifest.name} does not speak between two speakers`);
    return { ...first, id: blendedId(blend.speakers, first.id, known(mixed.name).id, mixed.weight) };
  }

  async close(): Promise<void> {
    await this.#process.close();
  }

  async #speakDirect(
    segment: Segment,
    voice: EngineVoice,
    direct: DirectSettings,
    sink: SpeechSink,
    signal: AbortSignal,
  ): Promise<void> {
    const speaker = this.#directSpeaker(voice, direct);
    const level = this.level(segment, voice) ?? speechLoudness;
    const words = this.#phonemize(segment, speaker);
    const leftOut: string[] = [];
    const symbols = symbolsOf(segment, words, {
      ...direct,
      isBritish: speaker.accent === 'british',
      onLeftOut: (symbol) => leftOut.push(symbol),
    });
    if (leftOut.length > 0) sink.leftOut?.(leftOut);
    const runs = idRuns(symbols, direct);
    const spoken: SpokenRun[] = [];
    for (const run of runs) {
      await this.#process.run(
        {
          request: {
            text: idText(run.ids),
            speaker: speaker.id,
            speed: segment.prosody.rate / direct.lengthScale,
            isPacked: true,
            options: {},
          },
          size: run.ids.length,
          onAudio: (samples, durations) => {
            const edges = createEdges(this.#manifest.sampleRate, level);
            const heard = joinIntegers([edges.write(samples), edges.end(pauseBehind(segment, run))]);
            spoken.push({
              run,
              samples: samples.length,
              skipped: edges.skipped,
              heard: heard.length,
              durations: durations ?? new Int32Array(0),
            });
            if (spoken.length === runs.length) this.#mark(segment, spoken, direct, sink);
            this.#give(heard, sink, signal);
          },
        },
        signal,
      );
      if (signal.aborted) return;
    }
    if (runs.length === 0) this.#mark(segment, spoken, direct, sink);
  }

  #mark(segment: Segment, spoken: readonly SpokenRun[], { hopLength }: DirectSettings, sink: SpeechSink): void {
    if (hopLength === undefined) return;
    try {
      sink.marks(marksOf(spokenWords(segment.tokens), spoken, hopLength));
    } catch (error) {
      throw new Error(`the model ${this.#manifest.name}: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    }
  }

  #phonemize(
    segment: Segment,
    { language, phonemes }: ModelSpeaker,
  ): ReturnType<ReferenceEngine['synthesizer']['phonemize']> {
    const reference = this.#reference!;
    const own = reference.voiceFor(segment.language);
    if (own === undefined) throw new Error(`there are no phonemes of the language ${segment.language}`);
    const name = language === segment.language ? phonemes : undefined;
    return reference.synthesizer.phonemize(segment, { engine: own.engine, name: name ?? own.name });
  }

  async #speakNative(segment: Segment, voice: EngineVoice, sink: SpeechSink, signal: AbortSignal): Promise<void> {
    const { native } = this.#manifest;
    const { clip } = voice;
    const speaker = this.#nativeSpeaker(voice);
    const pieces = textPieces(segment);
    const level = this.level(segment, voice);
    for (const [index, text] of pieces.entries()) {
      const edges = createEdges(this.#manifest.sampleRate, level);
      await this.#process.run(
        {
          request: {
            text,
            speaker: speaker?.id ?? 0,
            speed: segment.prosody.rate,
            isPacked: false,
            ...(clip !== undefined && { clip: { transcript: clip.transcript } }),
            options: { ...native!.options, ...(native!.takesLanguage && { lang: segment.language }) },
          },
          size: text.length,
          clip,
          onAudio: (samples) => this.#give(edges.write(samples), sink, signal),
        },
        signal,
      );
      if (signal.aborted) return;
      this.#give(edges.end(secondsBehind(index < pieces.length - 1 ? text : undefined, segment)), sink, signal);
    }
  }

  /**
   * The speaker of the model that a voice is; undefined where it is a clip.
   * @throws {Error} when the model does not speak it
   */
  #nativeSpeaker({ name: wanted, blend, clip }: EngineVoice): ModelSpeaker | undefined {
    const { name, needsTranscript, cloning } = this.#manifest;
    const speaker = this.#speaker(wanted);
    if (blend !== undefined) throw new Error(`the model ${name} does not speak between two speakers`);
    if (clip === undefined && speaker === undefined) throw new Error(`the model ${name} has no speaker ${wanted}`);
    if (clip !== undefined && !cloning) throw new Error(`the model ${name} does not speak with the voice of a clip`);
    if (clip !== undefined && needsTranscript && clip.transcript === undefined) {
      throw new Error(`the model ${name} needs what is said in the clip`);
    }
    return speaker;
  }

  /** In pieces, so that an abort is heard between them. */
  #give(samples: Int16Array, sink: SpeechSink, signal: AbortSignal): void {
    const step = Math.round(this.#manifest.sampleRate * pieceSeconds);
    for (let at = 0; at < samples.length && !signal.aborted; at += step) sink.audio(samples.slice(at, at + step));
  }
}
