/** Models of voice activity of some hundred bytes for tests, in the layouts of Silero's: what is loud is speech. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { elementType, GraphBuilder } from '../../model-files/onnx/graph.ts';

const { float32, int64 } = elementType;

export interface TinySileroOptions {
  /** Of Silero's layouts: 4 has two states and no context, 5 one state and 64 samples of context. Default 5. */
  readonly version?: 4 | 5;
  /** The graph fails while it runs on a sound louder than that, 0–1. Default: it never does. */
  readonly faultAbove?: number;
}

/** Writes `silero_vad.onnx`. */
export async function writeSilero(folder: string, { version = 5, faultAbove }: TinySileroOptions = {}): Promise<void> {
  const graph = new GraphBuilder();
  graph.input('input', float32, ['batch', 'samples']);
  const states = version === 5 ? (['state'] as const) : (['h', 'c'] as const);
  const size = version === 5 ? 128 : 64;
  if (version === 4) graph.input('sr', int64, [1]);
  for (const state of states) graph.input(state, float32, [2, 'batch', size]);
  if (version === 5) graph.input('sr', int64, [1]);
  const loudness = graph.op('ReduceMean', [graph.op('Abs', ['input'])], { axes: [1], keepdims: 1 });
  const likelihood = graph.op('Sigmoid', [
    graph.op('Mul', [graph.op('Sub', [loudness, graph.scalar(0.06)]), graph.scalar(1000)]),
  ]);
  const index = graph.op('Cast', [graph.op('Greater', [loudness, graph.scalar(faultAbove ?? 2)])], { to: int64 });
  const none = graph.op('Gather', [graph.floats(0), graph.op('Reshape', [index, graph.int64s(1)])]);
  graph.op('Add', [likelihood, none], {}, 'output');
  graph.output('output', float32, ['batch', 1]);
  for (const [state, next] of version === 5
    ? [['state', 'stateN']]
    : [
        ['h', 'hn'],
        ['c', 'cn'],
      ]) {
    graph.op('Identity', [state!], {}, next);
    graph.output(next!, float32, [2, 'batch', size]);
  }
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'silero_vad.onnx'), graph.model({}, 14));
}
