/**
 * Recognizers of a few kilobytes for tests, in the layouts of published ones: each word of their vocabulary is a tone, heard through
 * the real library.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { elementType, GraphBuilder } from '../../model-files/onnx/graph.ts';
import { recognizerRate } from '../adapter.ts';

const { float32, int64, int32, float16 } = elementType;

/** What the tiny recognizers hear, and the tone that says it, in Hz. */
export const tones = { one: 300, two: 600, three: 1100, four: 1900, five: 3200 } as const;
export type ToneWord = keyof typeof tones;
const hertz = Object.values(tones);
const symbols = Object.keys(tones);
const features = 80;

/** Speech for them: each word for 0.3 s, with 0.2 s of silence around it. */
export function spoken(...words: readonly ToneWord[]): Int16Array<ArrayBuffer> {
  const [pause, length] = [0.2 * recognizerRate, 0.3 * recognizerRate];
  const samples = new Int16Array((words.length + 1) * pause + words.length * length);
  for (const [index, word] of words.entries()) {
    const from = pause + index * (pause + length);
    for (let i = 0; i < length; i++) {
      samples[from + i] = 12_000 * Math.sin((2 * Math.PI * tones[word] * i) / recognizerRate);
    }
  }
  return samples;
}

export interface TinyRecognizerOptions {
  /** As `model_type` of the metadata. */
  readonly type?: string;
  /** The words as they stand in the vocabulary. Default: small letters. */
  readonly spelling?: (word: string) => string;
  /** The graph fails while it runs where this word is spoken. Default: none. */
  readonly faultyWord?: ToneWord;
  /** Power below which nothing is a tone; of the model of T-One's layout. Default 20. */
  readonly quiet?: number;
  /** Multiplications with a matrix of 512 × 512 for each run: some 50 take a second. Default 0. */
  readonly work?: number;
}

function tokenList({ spelling = (word: string) => word }: TinyRecognizerOptions): string {
  return ['<blk> 0', ...symbols.map((word, index) => `▁${spelling(word)} ${index + 1}`)].join('\n');
}

/** A CTC model of NeMo's layout, which hears whole pieces: `model.onnx`, `tokens.txt`. */
export async function writeNemoCtc(folder: string, options: TinyRecognizerOptions = {}): Promise<void> {
  const graph = new GraphBuilder();
  graph.input('audio_signal', float32, ['B', features, 'T']);
  graph.input('length', int64, ['B']);
  const frames = graph.op('Transpose', ['audio_signal'], { perm: [0, 2, 1] });
  const logits = addWork(graph, addFaults(graph, toneLogits(graph, frames, slaneyBin, -4), options), options);
  graph.op('Identity', [logits], {}, 'logprobs');
  graph.output('logprobs', float32, ['B', 'T', symbols.length + 1]);
  const metadata = { vocab_size: symbols.length + 1, subsampling_factor: 1, normalize_type: '' };
  const model = graph.model({ model_type: options.type ?? 'EncDecCTCModelBPE', ...metadata }, 14);
  await writeAll(folder, { 'model.onnx': model, 'tokens.txt': tokenList(options) });
}

/** A streaming CTC model of T-One's layout: `model.onnx`, `tokens.txt`. It hears 300 ms at a time, at 8 kHz. */
export async function writeToneCtc(folder: string, options: TinyRecognizerOptions = {}): Promise<void> {
  const width = 240;
  const graph = new GraphBuilder();
  graph.input('signal', int32, ['B', 10 * width, 1]);
  graph.input('state', float16, ['B', 4]);
  const samples = graph.op('Reshape', ['signal', graph.int64s(-1, 10, width)]);
  const scaled = graph.op('Mul', [graph.op('Cast', [samples], { to: float32 }), graph.scalar(1 / 32_768)]);
  const parts = [Math.cos, Math.sin].map((wave) => {
    const table = Float32Array.from({ length: width * hertz.length }, (_, i) => {
      const [at, tone] = [Math.floor(i / hertz.length), hertz[i % hertz.length]!];
      const window = 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / width);
      return ((4 * window) / width) * wave((2 * Math.PI * tone * at) / 8000);
    });
    const found = graph.op('MatMul', [scaled, graph.constant(float32, [width, hertz.length], table)]);
    return graph.op('Mul', [found, found]);
  });
  const power = graph.op('Mul', [graph.op('Add', [parts[0]!, parts[1]!]), graph.scalar(1000)]);
  const logits = addWork(graph, addFaults(graph, withBlank(graph, power, options.quiet ?? 20), options), options);
  graph.op('LogSoftmax', [logits], { axis: -1 }, 'logprobs');
  graph.op('Identity', ['state'], {}, 'state_next');
  graph.output('logprobs', float32, ['B', 10, symbols.length + 1]);
  graph.output('state_next', float16, ['B', 4]);
  const model = graph.model({ frame_length_ms: 300, state_dim: 4, sample_rate: 8000 }, 14);
  await writeAll(folder, { 'model.onnx': model, 'tokens.txt': tokenList(options) });
}

/** A streaming transducer of icefall's LSTM layout, with a whole encoder and one of 8 bits, which both do the same. */
export async function writeTransducer(folder: string, options: TinyRecognizerOptions = {}): Promise<void> {
  const [chunk, subsampling, size] = [16, 4, symbols.length + 1];
  const encoder = new GraphBuilder();
  encoder.input('x', float32, ['N', chunk, features]);
  encoder.input('h', float32, [1, 'N', 4]);
  encoder.input('c', float32, [1, 'N', 4]);
  const grouped = encoder.op('Reshape', ['x', encoder.int64s(-1, chunk / subsampling, subsampling, features)]);
  const frames = encoder.op('ReduceMean', [grouped], { axes: [2], keepdims: 0 });
  const logits = addWork(encoder, addFaults(encoder, toneLogits(encoder, frames, kaldiBin, -4), options), options);
  encoder.op('Identity', [logits], {}, 'encoder_out');
  encoder.op('Identity', ['h'], {}, 'next_h');
  encoder.op('Identity', ['c'], {}, 'next_c');
  encoder.output('encoder_out', float32, ['N', chunk / subsampling, size]);
  encoder.output('next_h', float32, [1, 'N', 4]);
  encoder.output('next_c', float32, [1, 'N', 4]);
  const layers = { num_encoder_layers: 1, T: chunk, decode_chunk_len: chunk, rnn_hidden_size: 4, d_model: 4 };
  const encoded = encoder.model({ model_type: options.type ?? 'lstm', ...layers }, 14);
  const suffix = 'epoch-1-avg-1';
  await writeAll(folder, {
    [`encoder-${suffix}.onnx`]: encoded,
    [`encoder-${suffix}.int8.onnx`]: encoded,
    [`decoder-${suffix}.onnx`]: lastToken(size),
    [`joiner-${suffix}.onnx`]: sum(size),
    'tokens.txt': tokenList(options),
  });
}

/** Against a word that was just given: a tone lasts for many frames. */
function lastToken(size: number): Uint8Array {
  const graph = new GraphBuilder();
  graph.input('y', int64, ['N', 2]);
  const penalties = Float32Array.from({ length: size * size }, (_, i) =>
    i % size > 0 && Math.floor(i / size) === i % size ? -1000 : 0,
  );
  const last = graph.op('Gather', ['y', graph.scalar(1, int64)], { axis: 1 });
  // Before the first token the context is −1 or 0: the blank.
  const known = graph.op('Max', [last, graph.scalar(0, int64)]);
  graph.op('Gather', [graph.constant(float32, [size, size], penalties), known], {}, 'decoder_out');
  graph.output('decoder_out', float32, ['N', size]);
  return graph.model({ vocab_size: size, context_size: 2 }, 14);
}

function sum(size: number): Uint8Array {
  const graph = new GraphBuilder();
  graph.input('encoder_out', float32, ['N', size]);
  graph.input('decoder_out', float32, ['N', size]);
  graph.op('Add', ['encoder_out', 'decoder_out'], {}, 'logit');
  graph.output('logit', float32, ['N', size]);
  return graph.model({ joiner_dim: size }, 14);
}

/** Frames of the energy in bands of frequency, to the energy at each tone with the blank in front. */
function toneLogits(graph: GraphBuilder, frames: string, binOf: (hertz: number) => number, quiet: number): string {
  const near = hertz.map((each) => {
    const bin = Math.round(binOf(each));
    const bins = graph.op('Gather', [frames, graph.int64s(bin - 1, bin, bin + 1)], { axis: 2 });
    return graph.op('ReduceMax', [bins], { axes: [2], keepdims: 1 });
  });
  return withBlank(graph, graph.op('Concat', near, { axis: 2 }), quiet);
}

/** @param quiet what is below it is no tone */
function withBlank(graph: GraphBuilder, energies: string, quiet: number): string {
  const zero = graph.op('Mul', [graph.op('ReduceMax', [energies], { axes: [2], keepdims: 1 }), graph.scalar(0)]);
  return graph.op('Concat', [graph.op('Add', [zero, graph.scalar(quiet)]), energies], { axis: 2 });
}

/** A look into a table behind its end where the word is the likeliest anywhere. */
function addFaults(graph: GraphBuilder, logits: string, { faultyWord }: TinyRecognizerOptions): string {
  if (faultyWord === undefined) return logits;
  const best = graph.op('ArgMax', [logits], { axis: 2, keepdims: 0 });
  const isFaulty = graph.op('Equal', [best, graph.scalar(symbols.indexOf(faultyWord) + 1, int64)]);
  const index = graph.op('ReduceMax', [graph.op('Cast', [isFaulty], { to: int32 })], { keepdims: 0 });
  return graph.op('Add', [logits, graph.op('Gather', [graph.floats(0), index])]);
}

function addWork(graph: GraphBuilder, logits: string, { work = 0 }: TinyRecognizerOptions): string {
  if (work === 0) return logits;
  const width = 512;
  const matrix = graph.constant(
    float32,
    [width, width],
    Float32Array.from({ length: width * width }, (_, i) => Math.sin(i * 12.9898) / width),
  );
  const first = graph.op('Mul', [graph.op('ReduceMax', [logits], { keepdims: 0 }), graph.scalar(1e-3)]);
  let rows = graph.op('Expand', [first, graph.int64s(width, width)]);
  for (let i = 0; i < work; i++) rows = graph.op('MatMul', [rows, matrix]);
  const mean = graph.op('ReduceMean', [rows], { axes: [0, 1], keepdims: 0 });
  return graph.op('Add', [logits, graph.op('Mul', [mean, graph.scalar(1e-9)])]);
}

/** Kaldi's bands: evenly spaced between 20 and 7600 Hz on its mel scale. */
function kaldiBin(hz: number): number {
  const mel = (x: number): number => 1127 * Math.log(1 + x / 700);
  return ((mel(hz) - mel(20)) / (mel(7600) - mel(20))) * (features + 1) - 1;
}

/** Slaney's bands between 0 and 8000 Hz: linear below 1 kHz, logarithmic above. */
function slaneyBin(hz: number): number {
  const mel = (x: number): number => (x < 1000 ? x / (200 / 3) : 15 + Math.log(x / 1000) / (Math.log(6.4) / 27));
  return (mel(hz) / mel(8000)) * (features + 1) - 1;
}

async function writeAll(folder: string, files: Readonly<Record<string, Uint8Array | string>>): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) await writeFile(path.join(folder, name), content);
}
