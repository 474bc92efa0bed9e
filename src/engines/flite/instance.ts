import type { Phone } from './marks.ts';
import { isSonorant } from './phones.ts';
import { layout, setTableFunction, type Exports, type FliteCode, type Pointer } from './program.ts';
import { fliteVoices, type FliteVoice, type FliteVoiceName } from './speakers.ts';
import { systemCalls } from './wasi.ts';
import { webAssembly } from '../../audio/webassembly.ts';
import { riseOver, riseTimes, withRise, withTimes, type PitchPoint, type Rise } from './questions.ts';
import type { FliteToken } from './words.ts';

/** Samples per second of every voice. */
export const sampleRate = 16000;

/** What one run speaks. */
export interface FliteRun {
  readonly voice: FliteVoiceName;
  readonly tokens: readonly FliteToken[];
  /** Multiplier on the voice's speed. */
  readonly rate: number;
  /** Multiplier on the voice's mean pitch. */
  readonly pitch: number;
  /** Multiplier on the voice's pitch range. */
  readonly range: number;
  /** The pitch rises at its end, as that of a question. */
  readonly rises: boolean;
}

export interface FliteListener {
  /**
   * All phones and pauses with their times, once, before any audio.
   * @returns how many samples of the run's start to leave out
   */
  phones(phones: readonly Phone[]): number;
  /** PCM in order, after the samples left out. Returns false to end the run. */
  audio(samples: Int16Array): boolean;
}

/** Free heap that a snapshot holds ready: about 40 s of speech. Pages cost nothing until they are used. */
const reservedHeap = 48 << 20;
/** Samples of a chunk at least: few in the first one, for its sake the run begins; then more, so that there are fewer. */
const chunkSamples = { first: 960, next: 1600 } as const;
/** Of the predicted contour. */
const frameSeconds = 0.005;
/** Flite's own limits of the fundamental frequency, in Hz. */
const pitchLimits = { min: 50, max: 700 } as const;
/** What the callback answers. */
const streamReply = { go: 0, stop: -1 } as const;

const literals = [
  'Token',
  'Segment',
  'name',
  'punc',
  'prepunctuation',
  'whitespace',
  'phones',
  'end',
  'R:SylStructure.parent.parent.R:Token.parent',
  '',
  ' ',
  'streaming_info',
  'duration_stretch',
  'int_f0_target_mean',
  'int_f0_target_stddev',
  'param_track',
  'str_track',
  'cg_db',
  'wave_synth_func',
  'Target',
  'pos',
  'f0',
  ...(Object.keys(fliteVoices) as FliteVoiceName[]),
] as const;
type Literal = (typeof literals)[number];

interface State {
  readonly listener: FliteListener;
  readonly utterance: Pointer;
  /** Token items of flite, with the spoken word each belongs to. */
  readonly words: ReadonlyMap<Pointer, number>;
  /** Samples to leave out, known once the phones were read. */
  skip: number | undefined;
  readonly run: FliteRun;
  /** True while only the contour of the pitch is wanted, no audio. */
  predicting: boolean;
  /** Of the run's end, known with them where it rises. */
  rise: Rise | undefined;
}

/**
 * One instance of flite with all voices registered. Whatever a run changes is undone after it by copying back the state
 * of its start (0.14 MB): the same run gives the same samples, and memory does not grow.
 */
export class FliteInstance {
  readonly #flite: Exports;
  readonly #literals: ReadonlyMap<Literal, Pointer>;
  readonly #scratch: Pointer;
  readonly #streaming: Pointer;
  readonly #callback: number;
  /** What flite calls in place of making the wave of a voice of recorded sounds. */
  readonly #risingWave: number;
  readonly #snapshot: {
    readonly from: Pointer;
    readonly bytes: Uint8Array;
    readonly stack: number;
    readonly size: number;
  };
  #state: State | undefined;

  constructor(code: FliteCode) {
    const { exports } = new webAssembly.Instance(code.module, { wasi_snapshot_preview1: systemCalls });
    this.#flite = exports as unknown as Exports;
    const { table } = this.#flite;
    this.#callback = setTableFunction(table, 5, 1, (wave, start, count) => this.#onAudio(wave, start, count));
    this.#risingWave = setTableFunction(table, 1, 2, (utterance) => this.#speakRising(utterance));
    this.#flite.__wasm_call_ctors();
    this.#flite.flite_init();
    this.#flite.flite_set_voice_list(0);
    this.#scratch = this.#flite.malloc(scratchBytes);
    this.#literals = new Map(literals.map((text) => [text, this.#write(this.#flite.malloc(text.length + 1), text)]));
    this.#streaming = this.#flite.new_audio_streaming_info();
    const top = this.#flite.malloc(reservedHeap);
    this.#flite.free(top);
    this.#snapshot = {
      from: code.mutableFrom,
      // The first words of the free heap are its own book-keeping.
      bytes: this.#bytes.slice(code.mutableFrom, top + 64),
      stack: this.#flite.stack_pointer.value,
      size: this.#flite.memory.buffer.byteLength,
    };
  }

  /** Whether a run needed more memory than reserved. Such an instance stays large and is better replaced. */
  get isOutgrown(): boolean {
    return this.#flite.memory.buffer.byteLength > this.#snapshot.size;
  }

  /**
   * Speaks; synchronous. After an error the instance must not be used again.
   * @throws {Error} when flite fails, and whatever the listener throws
   */
  speak(run: FliteRun, listener: FliteListener): void {
    const utterance = this.#flite.new_utterance();
    const features = this.#pointer(utterance + layout.utterance.features);
    const needsContour = this.#setProsody(features, run);
    this.#setChunk(0);
    this.#view.setInt32(this.#streaming + layout.streaming.callback, this.#callback, true);
    this.#flite.feat_set(
      features,
      this.#literal('streaming_info'),
      this.#flite.audio_streaming_info_val(this.#streaming),
    );
    this.#state = {
      listener,
      utterance,
      words: this.#addTokens(utterance, run.tokens),
      skip: undefined,
      run,
      predicting: needsContour,
      rise: undefined,
    };
    try {
      this.#flite.utt_init(utterance, this.#flite.flite_voice_select(this.#literal(run.voice)));
      this.#flite.utt_synth_tokens(utterance);
      if (needsContour && this.#state.skip !== undefined) this.#speakContour(features, run);
    } finally {
      this.#state = undefined;
    }
    this.#restore();
  }

  #restore(): void {
    this.#bytes.set(this.#snapshot.bytes, this.#snapshot.from);
    this.#flite.stack_pointer.value = this.#snapshot.stack;
  }

  /** @returns whether the pitch is still to be set, on the contour */
  #setProsody(features: Pointer, { voice: name, rate, pitch, range, rises }: FliteRun): boolean {
    const voice: FliteVoice = fliteVoices[name];
    const set = (literal: Literal, value: number): number =>
      this.#flite.feat_set_float(features, this.#literal(literal), value);
    set('duration_stretch', voice.stretch / rate);
    const isPlain = pitch === 1 && range === 1;
    if (voice.pitchBy === 'contour') return !isPlain || rises;
    if (!isPlain) {
      set('int_f0_target_mean', voice.meanHz * pitch);
      set('int_f0_target_stddev', voice.deviationHz * pitch * range);
    }
    if (voice.melody === 'contour') return rises;
    if (rises) {
      const hook = this.#flite.uttfunc_val(this.#risingWave);
      this.#flite.feat_set(features, this.#literal('wave_synth_func'), hook);
    }
    return false;
  }

  #addTokens(utterance: Pointer, tokens: readonly FliteToken[]): Map<Pointer, number> {
    const words = new Map<Pointer, number>();
    const relation = this.#flite.utt_relation_create(utterance, this.#literal('Token'));
    for (const { name, punctuation, phones, word } of tokens) {
      const item = this.#flite.relation_append(relation, 0);
      this.#flite.item_set_string(item, this.#literal('name'), this.#write(this.#scratch, name));
      this.#flite.item_set_string(item, this.#literal('punc'), this.#write(this.#scratch, punctuation));
      this.#flite.item_set_string(item, this.#literal('prepunctuation'), this.#literal(''));
      this.#flite.item_set_string(item, this.#literal('whitespace'), this.#literal(' '));
      if (phones !== undefined) {
        this.#flite.item_set_string(item, this.#literal('phones'), this.#write(this.#scratch, phones));
      }
      words.set(item, word);
    }
    return words;
  }

  /** Flite calls this with new samples of the wave. */
  #onAudio(wave: Pointer, start: number, count: number): number {
    const state = this.#state!;
    if (state.skip === undefined) {
      const phones = this.#readPhones(state);
      if (state.run.rises) state.rise = riseOf(phones, state.run.rate);
      state.skip = state.listener.phones(phones);
    }
    if (state.predicting) return streamReply.stop;
    if (this.#pointer(wave + layout.wave.sampleRate) !== sampleRate) {
      throw new Error('flite speaks at another sample rate than expected');
    }
    const end = start + count;
    if (end <= state.skip) {
      this.#setChunk(state.skip + chunkSamples.first - end);
      return streamReply.go;
    }
    this.#setChunk(chunkSamples.next);
    const samples = this.#pointer(wave + layout.wave.samples);
    const chunk = this.#flite.memory.buffer.slice(samples + 2 * Math.max(start, state.skip), samples + 2 * end);
    return state.listener.audio(new Int16Array(chunk)) ? streamReply.go : streamReply.stop;
  }

  #readPhones({ utterance, words }: State): Phone[] {
    const flite = this.#flite;
    const phones: Phone[] = [];
    let start = 0;
    for (
      let item = flite.relation_head(flite.utt_relation(utterance, this.#literal('Segment')));
      item !== 0;
      item = flite.item_next(item)
    ) {
      const name = this.#read(flite.item_feat_string(item, this.#literal('name')));
      const end = Math.max(start, Math.round(flite.item_feat_float(item, this.#literal('end')) * sampleRate));
      const token = flite.path_to_item(item, this.#literal('R:SylStructure.parent.parent.R:Token.parent'));
      phones.push({ name, start, end, word: words.get(token) ?? -1 });
      start = end;
    }
    return phones;
  }

  /** Changes the predicted pitch contour, as flite scales it for the other voices, and speaks what was predicted. */
  #speakContour(features: Pointer, { voice: name, pitch, range }: FliteRun): void {
    const flite = this.#flite;
    const { meanHz, pitchBy }: FliteVoice = fliteVoices[name];
    const contour = flite.val_track(flite.feat_val(features, this.#literal('param_track')));
    const frames = this.#pointer(contour + layout.track.frames);
    const addresses: Pointer[] = [];
    const points: PitchPoint[] = [];
    for (let i = 0; i < this.#pointer(contour + layout.track.frameCount); i++) {
      const frame = this.#pointer(frames + 4 * i);
      const hz = this.#view.getFloat32(frame, true);
      // Below are frames without pitch.
      if (hz < pitchLimits.min / 2) continue;
      addresses.push(frame);
      points.push({
        time: i * frameSeconds,
        hz: pitchBy === 'contour' ? (meanHz + (hz - meanHz) * range) * pitch : hz,
      });
    }
    const { rise } = this.#state!;
    const hertz = rise === undefined ? points.map(({ hz }) => hz) : withRise(points, rise);
    for (const [index, hz] of hertz.entries()) {
      this.#view.setFloat32(addresses[index]!, Math.min(Math.max(hz, pitchLimits.min), pitchLimits.max), true);
    }
    this.#state!.predicting = false;
    this.#setChunk(0);
    const database = flite.val_cg_db(flite.feat_val(features, this.#literal('cg_db')));
    const excitation = flite.feat_val(features, this.#literal('str_track'));
    flite.mlsa_resynthesis(
      flite.mlpg(contour, database),
      excitation && flite.val_track(excitation),
      database,
      this.#streaming,
      0,
    );
  }

  /** The pitch of recorded sounds is set by targets, between which it goes in straight lines. Speaks them with a rise at their end. */
  #speakRising(utterance: Pointer): number {
    const flite = this.#flite;
    const item = { time: this.#literal('pos'), hz: this.#literal('f0') };
    const rise = riseOf(this.#readPhones(this.#state!), this.#state!.run.rate);
    if (rise === undefined) return flite.diphone_synth(utterance);
    const items: Pointer[] = [];
    const first = flite.relation_head(flite.utt_relation(utterance, this.#literal('Target')));
    for (let at = first; at !== 0; at = flite.item_next(at)) items.push(at);
    const targets = items.map((at) => ({
      time: flite.item_feat_float(at, item.time),
      hz: flite.item_feat_float(at, item.hz),
    }));
    const points = withTimes(targets, riseTimes(rise));
    const hertz = withRise(points, rise);
    for (const [index, { time }] of points.entries()) {
      const at = (items[index] ??= flite.item_append(items[index - 1]!, 0));
      flite.item_set_float(at, item.time, time);
      flite.item_set_float(at, item.hz, hertz[index]!);
    }
    return flite.diphone_synth(utterance);
  }

  #setChunk(samples: number): void {
    this.#view.setInt32(this.#streaming + layout.streaming.minSamples, samples, true);
  }

  get #bytes(): Uint8Array {
    return new Uint8Array(this.#flite.memory.buffer);
  }

  get #view(): DataView {
    return new DataView(this.#flite.memory.buffer);
  }

  #pointer(at: Pointer): Pointer {
    return this.#view.getUint32(at, true);
  }

  #literal(text: Literal): Pointer {
    return this.#literals.get(text)!;
  }

  /** Writes a C string of ASCII characters. */
  #write(at: Pointer, text: string): Pointer {
    if (at === 0 || text.length >= scratchBytes) throw new Error('flite has no room for a string');
    const { written } = new TextEncoder().encodeInto(text, this.#bytes.subarray(at, at + text.length));
    this.#bytes[at + written] = 0;
    return at;
  }

  #read(at: Pointer): string {
    const bytes = this.#bytes;
    let end = at;
    while (bytes[end] !== 0) end++;
    return String.fromCharCode(...bytes.subarray(at, end));
  }
}

/** Bytes for one string handed to flite: a name or the phones of a word. */
const scratchBytes = 1024;

/** Of the sounds that are voiced to their end; of all where there are none; undefined where nothing is spoken. */
function riseOf(phones: readonly Phone[], rate: number): Rise | undefined {
  const spoken = phones.filter(({ word }) => word >= 0);
  const sonorants = spoken.filter(({ name }) => isSonorant(name));
  const voiced = sonorants.length > 0 ? sonorants : spoken;
  if (voiced.length === 0) return undefined;
  return riseOver(
    voiced.map(({ start, end }) => ({ start: start / sampleRate, end: end / sampleRate })),
    rate,
  );
}
