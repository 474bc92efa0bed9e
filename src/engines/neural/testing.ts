/**
 * Models of a few kilobytes for tests and measurements, in the layout of published ones: they speak tones, with a pitch and a
 * length for each phoneme, through the real library.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { EspeakBinding } from '../espeak/binding.ts';
import { elementType, GraphBuilder } from '../../model-files/onnx/graph.ts';

const { float32, int64 } = elementType;

/** Symbols of the tiny models, by their ids: padding, start and end first, then punctuation, letters and IPA. */
export const symbols: readonly string[] = [
  '_', '^', '$', ' ', ',', '.', '?', '!', ':', ';',
  ...Array.from('abcdefghijklmnopqrstuvwxyz'),
  ...Array.from('ɑəɛɪʊʌæɔɹʃʒθðŋˈˌːɐɜɾɡɚᵻʔ'),
]; // prettier-ignore
const firstLetter = 10;

export interface TinyModelOptions {
  /** Speakers, each higher than the one before. Default 2. */
  readonly speakers?: number;
  /**
   * Multiplications of each frame with a matrix of 512 × 512: 440 take about as much time as a Piper voice of medium size,
   * 0.1 s for a second of audio. Default 0.
   */
  readonly work?: number;
  /** A symbol that the voice does not have; of a Piper voice. */
  readonly lacks?: string;
  /** The graph fails while it runs where this symbol is spoken. */
  readonly faultySymbol?: string;
  /** Whether the graph gives durations. Default true. */
  readonly hasDurations?: boolean;
}

/** Writes a Piper voice: `en_US-tiny-low.onnx` and its configuration. */
export async function writePiperModel(folder: string, options: TinyModelOptions = {}): Promise<void> {
  const { speakers = 2 } = options;
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'en_US-tiny-low.onnx'), piperGraph(options));
  await writeFile(path.join(folder, 'en_US-tiny-low.onnx.json'), JSON.stringify(piperConfig(speakers, options)));
}

/** The configuration of the tiny Piper voice, as Piper writes it. */
export function piperConfig(speakers: number, { faultySymbol, lacks }: TinyModelOptions = {}): Record<string, unknown> {
  const ids = symbols
    .map((symbol, id) => [symbol, [symbol === faultySymbol ? symbols.length : id]] as const)
    .filter(([symbol]) => symbol !== lacks);
  return {
    audio: { sample_rate: 22_050, quality: 'low' },
    espeak: { voice: 'en-us' },
    inference: { noise_scale: 0.667, length_scale: 1, noise_w: 0.8 },
    phoneme_type: 'espeak',
    phoneme_map: {},
    phoneme_id_map: Object.fromEntries(ids),
    num_symbols: 256,
    num_speakers: speakers,
    speaker_id_map: speakers > 1 ? Object.fromEntries(Array.from({ length: speakers }, (_, id) => [`s${id}`, id])) : {},
    piper_version: '1.0.0',
    language: { code: 'en_US', family: 'en', region: 'US' },
    dataset: 'tiny',
  };
}

/** The graph of a Piper voice. Each frame is 256 samples at 22,050 Hz. */
export function piperGraph({ speakers = 2, work = 0, hasDurations = true }: TinyModelOptions = {}): Uint8Array {
  const graph = new GraphBuilder();
  graph.input('input', int64, ['batch_size', 'phonemes']);
  graph.input('input_lengths', int64, ['batch_size']);
  graph.input('scales', float32, [3]);
  if (speakers > 1) graph.input('sid', int64, ['batch_size']);
  const scale = (index: number): string => graph.op('Gather', ['scales', graph.scalar(index, int64)]);
  const ids = graph.op('Reshape', ['input', graph.int64s(-1)]);
  const length = graph.op('Mul', [
    lookup(graph, ids, (id) => (id < 3 ? 1 : id < firstLetter ? 10 : 6 + (id % 2))),
    scale(1),
  ]);
  const rounded = hasDurations
    ? graph.op('Ceil', [length])
    : graph.op('Floor', [graph.op('Add', [length, graph.scalar(0.999)])]);
  const durations = graph.op('Max', [rounded, graph.scalar(1)]);
  const factor =
    speakers > 1
      ? graph.op('Add', [
          graph.op('Mul', [graph.op('Cast', ['sid'], { to: float32 }), graph.scalar(0.5)]),
          graph.scalar(1),
        ])
      : graph.scalar(1);
  const pitches = graph.op('Mul', [lookup(graph, ids, pitchOf), factor]);
  const tone = addTone(graph, { durations, pitches, hop: 256, sampleRate: 22_050 });
  const noise = graph.op('Mul', [
    graph.op('Mul', [graph.op('RandomNormalLike', [tone], { dtype: float32 }), scale(0)]),
    graph.scalar(0.001),
  ]);
  const noisy = graph.op('Add', [tone, noise]);
  const audio = work === 0 ? noisy : addWork(graph, noisy, durations, work);
  graph.op('Reshape', [audio, graph.int64s(1, 1, 1, -1)], {}, 'output');
  graph.output('output', float32, ['batch_size', 'time', 1, 'samples']);
  return graph.model({}, 15);
}

/** Numbers in a style of the tiny Kokoro and Kitten models. */
const styleSize = 4;
const styleLengths = 510;

/** Writes a Kokoro model in the layout of the archives of sherpa-onnx. Its speakers are af_one, bm_two, af_three, … */
export async function writeKokoroModel(folder: string, options: TinyModelOptions = {}): Promise<void> {
  const { speakers = 2 } = options;
  const names = Array.from({ length: speakers }, (_, id) => `${id % 2 === 0 ? 'af' : 'bm'}_speaker${id}`);
  await mkdir(folder, { recursive: true });
  await writeFile(
    path.join(folder, 'model.onnx'),
    styleGraph(options, {
      model_type: 'kokoro',
      language: 'multi-lang',
      has_espeak: 1,
      sample_rate: 24_000,
      version: 2,
      voice: 'en-us',
      style_dim: `${styleLengths},1,${styleSize}`,
      n_speakers: speakers,
      speaker_names: names.join(','),
    }),
  );
  await writeFile(path.join(folder, 'voices.bin'), styleTable(speakers, styleLengths));
  await writeFile(path.join(folder, 'tokens.txt'), tokenList());
}

/** Writes a Kitten model in the layout of the archives of sherpa-onnx, with eSpeak's data for English. */
export async function writeKittenModel(folder: string, options: TinyModelOptions = {}): Promise<void> {
  const { speakers = 2 } = options;
  const names = Array.from({ length: speakers }, (_, id) => `expr-voice-${id + 2}-${id % 2 === 0 ? 'm' : 'f'}`);
  await mkdir(folder, { recursive: true });
  await writeFile(
    path.join(folder, 'model.onnx'),
    styleGraph(options, {
      model_type: 'kitten-tts',
      language: 'English',
      has_espeak: 1,
      sample_rate: 24_000,
      version: 1,
      voice: 'en-us',
      style_dim: `1,${styleSize}`,
      n_speakers: speakers,
      speaker_names: names.join(','),
    }),
  );
  await writeFile(path.join(folder, 'voices.bin'), styleTable(speakers, 1));
  await writeFile(path.join(folder, 'tokens.txt'), tokenList());
  await writeEspeakData(path.join(folder, 'espeak-ng-data'));
}

/** What a front end of sherpa-onnx needs to read English. */
export async function writeEspeakData(folder: string): Promise<void> {
  const binding = await EspeakBinding.load();
  for (const file of ['phontab', 'phonindex', 'phondata', 'intonations', 'en_dict', 'lang/gmw/en', 'lang/gmw/en-US']) {
    const target = path.join(folder, file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, binding.readData(file));
  }
}

export function tokenList(): string {
  return symbols.map((symbol, id) => `${symbol} ${id}\n`).join('');
}

function styleTable(speakers: number, lengths: number): Uint8Array {
  const styles = new Float32Array(speakers * lengths * styleSize);
  for (let row = 0; row < speakers * lengths; row++) styles[row * styleSize] = 1 + 0.5 * Math.floor(row / lengths);
  return new Uint8Array(styles.buffer);
}

/** Kokoro's and Kitten's graph: each unit of a duration is 600 samples at 24,000 Hz. The style's first number is the pitch. */
function styleGraph(
  { work = 0, hasDurations = true, faultySymbol }: TinyModelOptions,
  metadata: Readonly<Record<string, string | number>>,
): Uint8Array {
  const graph = new GraphBuilder();
  graph.input('tokens', int64, [1, 'sequence_length']);
  graph.input('style', float32, [1, styleSize]);
  graph.input('speed', float32, [1]);
  const faulty = faultySymbol === undefined ? -1 : symbols.indexOf(faultySymbol);
  const given = graph.op('Reshape', ['tokens', graph.int64s(-1)]);
  // An id behind the end of the tables, where the symbol is to fail.
  const shift = graph.op('Cast', [graph.op('Equal', [given, graph.scalar(faulty, int64)])], { to: int64 });
  const ids = graph.op('Add', [given, graph.op('Mul', [shift, graph.scalar(symbols.length, int64)])]);
  const speed = graph.op('Gather', ['speed', graph.scalar(0, int64)]);
  const length = graph.op('Div', [
    lookup(graph, ids, (id) => (id === 0 ? 1 : id < firstLetter ? 5 : 3 + (id % 2))),
    speed,
  ]);
  const durations = graph.op('Max', [
    hasDurations ? graph.op('Round', [length]) : graph.op('Floor', [length]),
    graph.scalar(1),
  ]);
  const factor = graph.op('Gather', [graph.op('Reshape', ['style', graph.int64s(-1)]), graph.scalar(0, int64)]);
  const pitches = graph.op('Mul', [lookup(graph, ids, pitchOf), factor]);
  const tone = addTone(graph, { durations, pitches, hop: 600, sampleRate: 24_000 });
  const noise = graph.op('Mul', [graph.op('RandomUniformLike', [tone], { dtype: float32 }), graph.scalar(0.001)]);
  const noisy = graph.op('Add', [tone, noise]);
  const audio = work === 0 ? noisy : addWork(graph, noisy, durations, work);
  graph.op('Identity', [audio], {}, 'audio');
  graph.output('audio', float32, ['audio_length']);
  if (hasDurations) {
    graph.op('Cast', [durations], { to: int64 }, 'duration');
    graph.output('duration', int64, ['sequence_length']);
  }
  return graph.model(metadata, 14);
}

function pitchOf(id: number): number {
  return id < firstLetter ? 0 : 120 + 10 * (id - firstLetter);
}

/** A value for each id. An id that is no symbol fails. */
function lookup(graph: GraphBuilder, ids: string, valueOf: (id: number) => number): string {
  const table = symbols.map((_, id) => valueOf(id));
  return graph.op('Gather', [graph.constant(float32, [table.length], table), ids]);
}

/** A sine for each id, as long as its duration, silent where the pitch is 0. */
function addTone(
  graph: GraphBuilder,
  { durations, pitches, hop, sampleRate }: { durations: string; pitches: string; hop: number; sampleRate: number },
): string {
  const ends = graph.op('CumSum', [durations, graph.scalar(0, int64)]);
  const total = graph.op('ReduceSum', [durations, graph.int64s(0)], { keepdims: 0 });
  const frames = graph.op('Range', [graph.scalar(0), total, graph.scalar(1)]);
  const passed = graph.op('GreaterOrEqual', [
    graph.op('Unsqueeze', [frames, graph.int64s(1)]),
    graph.op('Unsqueeze', [ends, graph.int64s(0)]),
  ]);
  const index = graph.op('ReduceSum', [graph.op('Cast', [passed], { to: int64 }), graph.int64s(1)], { keepdims: 0 });
  const perFrame = graph.op('Unsqueeze', [graph.op('Gather', [pitches, index]), graph.int64s(1)]);
  const perSample = graph.op('Reshape', [graph.op('Expand', [perFrame, graph.int64s(1, hop)]), graph.int64s(-1)]);
  const step = graph.op('Mul', [perSample, graph.scalar((2 * Math.PI) / sampleRate)]);
  const phase = graph.op('CumSum', [step, graph.scalar(0, int64)]);
  const voiced = graph.op('Cast', [graph.op('Greater', [perSample, graph.scalar(0)])], { to: float32 });
  return graph.op('Mul', [graph.op('Sin', [phase]), graph.op('Mul', [voiced, graph.scalar(0.3)])]);
}

/** Multiplies a row for each frame with a matrix, again and again, and adds next to nothing of it. */
function addWork(graph: GraphBuilder, audio: string, durations: string, work: number): string {
  const width = 512;
  const total = graph.op('ReduceSum', [durations, graph.int64s(0)], { keepdims: 1 });
  const shape = graph.op('Concat', [graph.op('Cast', [total], { to: int64 }), graph.int64s(width)], { axis: 0 });
  const first = graph.op('Mul', [graph.op('ReduceMax', [audio], { keepdims: 0 }), graph.scalar(1e-3)]);
  const matrix = graph.constant(
    float32,
    [width, width],
    Float32Array.from({ length: width * width }, (_, i) => Math.sin(i * 12.9898) / width),
  );
  let rows = graph.op('Expand', [first, shape]);
  for (let i = 0; i < work; i++) rows = graph.op('MatMul', [rows, matrix]);
  const mean = graph.op('ReduceMean', [rows], { axes: [0, 1], keepdims: 0 });
  return graph.op('Add', [audio, graph.op('Mul', [mean, graph.scalar(1e-9)])]);
}
