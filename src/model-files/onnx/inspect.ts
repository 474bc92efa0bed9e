/** What an ONNX file says about itself, without running it. */
import { ModelError } from '../model-error.ts';
import { field } from './graph.ts';
import { FieldBudget, readFields, readString, type Field } from './protobuf.ts';

/** What a model file says of itself. */
export interface ModelSummary {
  /** Version of ONNX's own operators. */
  readonly opset: number;
  /** Without constants, which old files list as inputs too. */
  readonly inputs: readonly ValueSummary[];
  readonly outputs: readonly ValueSummary[];
  readonly metadata: ReadonlyMap<string, string>;
  /** Of the main graph, in the order in which they run. */
  readonly nodes: readonly NodeSummary[];
  /** Operators of the main graph and of the graphs inside its loops and branches, and how often each occurs. */
  readonly operators: ReadonlyMap<string, number>;
  /** Random operators inside loops and branches, which {@link ModelSummary.nodes} does not list. */
  readonly nestedRandom: number;
}

export interface ValueSummary {
  readonly name: string;
  /** Number of the element type in ONNX; 0 when it is not a tensor. */
  readonly type: number;
  /** A number, or the name of a size that is known at run time only; empty where nothing is said. */
  readonly shape: readonly (number | string)[];
}

export interface NodeSummary {
  readonly operator: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

/** Graphs inside graphs: no model comes near. */
const maxDepth = 8;

/**
 * Reads a model file. Its weights are not looked at.
 * @throws {ModelError} when it is no ONNX model, is cut off or damaged, or keeps weights in another file
 */
export function inspectModel(file: Uint8Array): ModelSummary {
  const budget = new FieldBudget();
  const metadata = new Map<string, string>();
  let graph: Uint8Array | undefined;
  let opset = 0;
  for (const part of readFields(file, budget)) {
    if (part.number === field.model.graph && part.wire === 2) graph = part.bytes;
    else if (part.number === field.model.metadata) {
      const [key, value] = readPair(part, budget);
      metadata.set(key, value);
    } else if (part.number === field.model.opset) opset = Math.max(opset, readOpset(part, budget));
  }
  if (graph === undefined) throw new ModelError('the file is no ONNX model: it has no graph');
  return { opset, metadata, ...readGraph(graph, budget) };
}

function readGraph(graph: Uint8Array, budget: FieldBudget): Omit<ModelSummary, 'opset' | 'metadata'> {
  const nodes: NodeSummary[] = [];
  const operators = new Map<string, number>();
  const inputs: ValueSummary[] = [];
  const outputs: ValueSummary[] = [];
  const constants = new Set<string>();
  const nested = { random: 0 };
  for (const part of readFields(graph, budget)) {
    if (part.number === field.graph.node) nodes.push(readNode(part.bytes, operators, nested, budget, 0));
    else if (part.number === field.graph.initializer) constants.add(readConstant(part.bytes, budget));
    else if (part.number === field.graph.input) inputs.push(readValue(part.bytes, budget));
    else if (part.number === field.graph.output) outputs.push(readValue(part.bytes, budget));
  }
  if (nodes.length === 0 || outputs.length === 0) {
    throw new ModelError('the file is no ONNX model: it computes nothing');
  }
  return {
    nodes,
    operators,
    outputs,
    inputs: inputs.filter(({ name }) => !constants.has(name)),
    nestedRandom: nested.random,
  };
}

/** Reads one node; what it holds of graphs counts in `operators` and `nested`. */
export function readNode(
  node: Uint8Array,
  operators: Map<string, number>,
  nested: { random: number },
  budget: FieldBudget,
  depth: number,
): NodeSummary {
  const inputs: string[] = [];
  const outputs: string[] = [];
  let operator = '';
  for (const part of readFields(node, budget)) {
    if (part.number === field.node.input) inputs.push(readString(part));
    else if (part.number === field.node.output) outputs.push(readString(part));
    else if (part.number === field.node.op) operator = readString(part);
    else if (part.number === field.node.attribute) readInnerGraph(part.bytes, operators, nested, budget, depth);
  }
  operators.set(operator, (operators.get(operator) ?? 0) + 1);
  if (depth > 0 && isRandom(operator)) nested.random++;
  return { operator, inputs, outputs };
}

function readInnerGraph(
  attribute: Uint8Array,
  operators: Map<string, number>,
  nested: { random: number },
  budget: FieldBudget,
  depth: number,
): void {
  for (const part of readFields(attribute, budget)) {
    if (part.number !== field.attribute.graph || part.wire !== 2) continue;
    if (depth >= maxDepth) throw new ModelError('the model nests its graphs too deep');
    for (const inner of readFields(part.bytes, budget)) {
      if (inner.number === field.graph.node) readNode(inner.bytes, operators, nested, budget, depth + 1);
    }
  }
}

/** Operators that draw numbers at random. */
export function isRandom(operator: string): boolean {
  return operator.startsWith('Random') || operator === 'Multinomial' || operator === 'Bernoulli';
}

/** @returns its name */
function readConstant(tensor: Uint8Array, budget: FieldBudget): string {
  let name = '';
  for (const part of readFields(tensor, budget)) {
    if (part.number === field.tensor.name) name = readString(part);
    if (part.number === field.tensor.dataLocation && part.int !== 0) {
      throw new ModelError('the model keeps its weights in a file of their own, which is not supported');
    }
  }
  return name;
}

function readValue(value: Uint8Array, budget: FieldBudget): ValueSummary {
  let name = '';
  let type = 0;
  const shape: (number | string)[] = [];
  for (const part of readFields(value, budget)) {
    if (part.number === 1) name = readString(part);
    if (part.number !== 2) continue;
    // TypeProto → tensor type (1) → element type (1) and shape (2) → dimensions (1) → size (1) or name (2).
    for (const tensor of fieldsOf(part, 1, budget)) {
      if (tensor.number === 1) type = tensor.int;
      if (tensor.number !== 2) continue;
      for (const dimension of readFields(tensor.bytes, budget)) {
        if (dimension.number === 1) shape.push(readDimension(dimension.bytes, budget));
      }
    }
  }
  return { name, type, shape };
}

function* fieldsOf(message: Field, number: number, budget: FieldBudget): Generator<Field> {
  for (const part of readFields(message.bytes, budget)) {
    if (part.number === number) yield* readFields(part.bytes, budget);
  }
}

function readDimension(dimension: Uint8Array, budget: FieldBudget): number | string {
  for (const part of readFields(dimension, budget)) {
    if (part.number === 1 && part.wire === 0) return part.int;
    if (part.number === 2) return readString(part);
  }
  return '';
}

function readPair(pair: Field, budget: FieldBudget): [string, string] {
  let key = '';
  let value = '';
  for (const part of readFields(pair.bytes, budget)) {
    if (part.number === 1) key = readString(part);
    // Some exports keep a whole list of speakers in one value.
    if (part.number === 2) value = readString(part, 1 << 24);
  }
  return [key, value];
}

function readOpset(entry: Field, budget: FieldBudget): number {
  let domain = '';
  let version = 0;
  for (const part of readFields(entry.bytes, budget)) {
    if (part.number === 1) domain = readString(part);
    if (part.number === 2) version = part.int;
  }
  return domain === '' || domain === 'ai.onnx' ? version : 0;
}
