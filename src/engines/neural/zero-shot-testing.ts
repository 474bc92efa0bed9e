/** Tiny models that speak with the voice of a clip, or in two steps, in the layout of published ones; see `testing.ts`. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { elementType, GraphBuilder } from '../../model-files/onnx/graph.ts';
import { tokenList, writeEspeakData } from './testing.ts';

const { float32, int64 } = elementType;
const mels = 100;

/**
 * Writes a ZipVoice model with eSpeak's data for English. It speaks a tone, the higher the clip's
 * loudest one.
 */
export async function writeZipvoiceModel(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'encoder.int8.onnx'), encoder());
  await writeFile(path.join(folder, 'decoder.int8.onnx'), decoder());
  await writeFile(path.join(folder, 'vocos_24khz.onnx'), vocoder());
  await writeFile(path.join(folder, 'tokens.txt'), tokenList());
  await writeFile(path.join(folder, 'lexicon.txt'), '啊 a\n');
  await writeEspeakData(path.join(folder, 'espeak-ng-data'));
}

/** Eight frames for each symbol of the text, behind those of the clip. */
function encoder(): Uint8Array {
  const graph = new GraphBuilder();
  graph.input('tokens', int64, [1, 'symbols']);
  graph.input('prompt_tokens', int64, [1, 'prompt_symbols']);
  graph.input('prompt_features_len', int64, [1]);
  graph.input('speed', float32, [1]);
  const count = graph.op('Cast', [graph.op('Gather', [graph.op('Shape', ['tokens']), graph.int64s(1)])], {
    to: float32,
  });
  const own = graph.op('Div', [graph.op('Mul', [count, graph.scalar(8)]), 'speed']);
  const frames = graph.op('Add', [graph.op('Cast', [own], { to: int64 }), 'prompt_features_len']);
  const shape = graph.op('Concat', [graph.int64s(1), frames, graph.int64s(mels)], { axis: 0 });
  graph.op('Expand', [graph.scalar(1), shape], {}, 'text_condition');
  graph.output('text_condition', float32, [1, 'frames', mels]);
  return graph.model({ use_espeak: 1, use_pinyin: 1 });
}

/** The way from noise to a value that depends on the clip. */
function decoder(): Uint8Array {
  const graph = new GraphBuilder();
  graph.input('t', float32, [1]);
  graph.input('x', float32, [1, 'frames', mels]);
  graph.input('text_condition', float32, [1, 'frames', mels]);
  graph.input('speech_condition', float32, [1, 'frames', mels]);
  graph.input('guidance_scale', float32, [1]);
  const loudest = graph.op('ReduceMax', ['speech_condition'], { axes: [1], keepdims: 0 });
  const height = graph.op('Cast', [graph.op('ArgMax', [loudest], { axis: 1, keepdims: 1 })], { to: float32 });
  const aim = graph.op('Add', ['text_condition', graph.op('Div', [height, graph.scalar(10)])]);
  // Uses every input, as the real one does.
  const nothing = graph.op('Mul', [graph.op('Add', ['t', 'guidance_scale']), graph.scalar(0)]);
  const step = graph.op('Sub', [aim, graph.op('Mul', ['x', graph.scalar(0)])]);
  graph.op('Add', [step, nothing], {}, 'v');
  graph.output('v', float32, [1, 'frames', mels]);
  return graph.model({ version: 1, feat_dim: mels, sample_rate: 24_000, n_fft: 1024, hop_length: 256, num_mels: mels });
}

/** A spectrum with one line, at a frequency that the mean of the features gives. A line in four keeps its phase from frame to frame. */
function vocoder(): Uint8Array {
  const bins = 513;
  const graph = new GraphBuilder();
  graph.input('mels', float32, [1, mels, 'frames']);
  const mean = graph.op('ReduceMean', ['mels'], { axes: [1], keepdims: 1 });
  const scaled = graph.op('Mul', [mean, graph.scalar(0.1)]);
  const line = graph.op('Mul', [graph.op('Round', [graph.op('Max', [scaled, graph.scalar(1)])]), graph.scalar(4)]);
  const all = graph.constant(
    float32,
    [1, bins, 1],
    Float32Array.from({ length: bins }, (_, bin) => bin),
  );
  const isLine = graph.op('Cast', [graph.op('Equal', [all, line])], { to: float32 });
  graph.op('Mul', [isLine, graph.scalar(200)], {}, 'mag');
  const zero = graph.op('Mul', [isLine, graph.scalar(0)]);
  graph.op('Add', [zero, graph.scalar(1)], {}, 'x');
  graph.op('Identity', [zero], {}, 'y');
  for (const name of ['mag', 'x', 'y']) graph.output(name, float32, [1, bins, 'frames']);
  return graph.model({
    model_type: 'vocos',
    sample_rate: 24_000,
    n_fft: 1024,
    hop_length: 256,
    win_length: 1024,
    window_type: 'hann',
    center: 1,
    pad_mode: 'reflect',
    normalized: 0,
  });
}
