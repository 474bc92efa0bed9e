/**
 * Rewrites the graph of a model so that it can be run by exact ids, gives the duration of each, and repeats itself: other
 * metadata, nodes in front that make its inputs out of others, its audio and durations packed into one output, and noise
 * that is a function of its position ({@link addNoise}). Weights are passed on as they are.
 */
import { elementType, field, GraphBuilder, metadataEntry } from '../../../model-files/onnx/graph.ts';
import { addNoise, isReplaceable } from './noise.ts';
import { FieldBudget, MessageWriter, readFields, readString } from '../../../model-files/onnx/protobuf.ts';

const { float32, int64 } = elementType;

/** Behind the audio and the durations stand how many durations there are, and this number. */
export const packMark = 12_345;

export interface RewriteOptions {
  /** Takes the place of all the model's own metadata. */
  readonly metadata: Readonly<Record<string, string | number>>;
  /** Name of the tensor with the audio. */
  readonly audio: string;
  /** Name of the tensor with the duration of each id; the pack has none when absent. */
  readonly durations?: string | undefined;
  /** Version of ONNX's operators that the model uses. */
  readonly opset: number;
  /**
   * Adds inputs, and nodes that compute inputs of the model out of them.
   * @returns the inputs of the model that are computed now
   */
  readonly prelude?: (graph: GraphBuilder) => readonly string[];
  /** Of the noise. Default 1. */
  readonly seed?: number;
}

/**
 * A new model file. Its one output holds, one after the other, in 32-bit floats: the audio, the durations, their number,
 * {@link packMark}.
 * @returns the file in pieces, most of them views into the old one
 * @throws {ModelError} when the file is damaged
 */
export function rewriteModel(file: Uint8Array, options: RewriteOptions): readonly Uint8Array[] {
  const budget = new FieldBudget();
  const model = new MessageWriter();
  for (const part of readFields(file, budget)) {
    if (part.number === field.model.metadata) continue;
    if (part.number === field.model.graph) {
      model.message(field.model.graph, rewriteGraph(part.bytes, options, budget));
    } else model.raw(part.raw);
  }
  for (const [key, value] of Object.entries(options.metadata)) {
    model.message(field.model.metadata, metadataEntry(key, String(value)));
  }
  return model.pieces();
}

function rewriteGraph(graph: Uint8Array, options: RewriteOptions, budget: FieldBudget): MessageWriter {
  const added = new GraphBuilder('sonorant/');
  const computed = new Set(options.prelude?.(added));
  const out = new MessageWriter();
  // Nodes stand in the order in which they run.
  let written = writeNodes(out, added, 0);
  let salt = 0;
  for (const part of readFields(graph, budget)) {
    if (part.number === field.graph.output) continue;
    if (part.number === field.graph.input && computed.has(nameOf(part.bytes, 1, budget))) continue;
    if (part.number === field.graph.node && isReplaceable(nameOf(part.bytes, field.node.op, budget))) {
      addNoise(added, part.bytes, options.opset, options.seed ?? 1, ++salt);
      written = writeNodes(out, added, written);
    } else out.raw(part.raw);
  }
  pack(added, options);
  writeNodes(out, added, written);
  for (const tensor of added.initializers) out.message(field.graph.initializer, tensor);
  for (const input of added.inputs) out.message(field.graph.input, input);
  for (const output of added.outputs) out.message(field.graph.output, output);
  return out;
}

function writeNodes(out: MessageWriter, { nodes }: GraphBuilder, from: number): number {
  for (const node of nodes.slice(from)) out.message(field.graph.node, node);
  return nodes.length;
}

function pack(graph: GraphBuilder, { audio, durations }: RewriteOptions): void {
  const flat = (tensor: string): string =>
    graph.op('Cast', [graph.op('Reshape', [tensor, graph.int64s(-1)])], { to: float32 });
  const parts = [flat(audio)];
  if (durations === undefined) parts.push(graph.floats(0));
  else {
    const each = flat(durations);
    parts.push(each, graph.op('Cast', [graph.op('Shape', [each])], { to: float32 }));
  }
  graph.op('Concat', [...parts, graph.floats(packMark)], { axis: 0 }, 'sonorant/packed');
  graph.output('sonorant/packed', float32, ['packed']);
}

function nameOf(message: Uint8Array, number: number, budget: FieldBudget): string {
  for (const part of readFields(message, budget)) if (part.number === number) return readString(part);
  return '';
}

/** What sherpa-onnx feeds to a graph that it takes for a Piper voice, as {@link addPiperInputs} declares it. */
export interface PiperInputs {
  /** int64 [1, N]. */
  readonly ids: string;
  /** int64 [1]: N. */
  readonly length: string;
  /** float [3]: noise, length scale, noise of the durations. */
  readonly scales: string;
  /** int64 [1]. */
  readonly speaker: string;
}

export function addPiperInputs(graph: GraphBuilder): PiperInputs {
  return {
    ids: graph.input('input', int64, ['batch', 'ids']),
    length: graph.input('input_lengths', int64, ['batch']),
    scales: graph.input('scales', float32, [3]),
    speaker: graph.input('sid', int64, ['batch']),
  };
}
