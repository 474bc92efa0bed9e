/**
 * Noise that is a function of its position: replaces the random operators of a graph, so that the same input gives the same
 * output. An integer hash of the position gives uniform numbers, two of them a normal one (Box–Muller).
 */
import { ModelError } from '../../../model-files/model-error.ts';
import { elementType, field, type GraphBuilder } from '../../../model-files/onnx/graph.ts';
import { FieldBudget, readFields, readString } from '../../../model-files/onnx/protobuf.ts';

const { float32, int64 } = elementType;
/** A prime below 2³¹: squares of what is smaller stay inside 64 bits. */
const modulus = 2_147_483_647;

interface RandomNode {
  readonly operator: string;
  readonly input: string | undefined;
  readonly output: string;
  readonly ints: ReadonlyMap<string, number>;
  readonly floats: ReadonlyMap<string, number>;
  readonly shape: readonly number[];
}

/** Whether {@link addNoise} can take the place of this operator. */
export function isReplaceable(operator: string): boolean {
  return /^Random(Normal|Uniform)(Like)?$/u.test(operator);
}

/**
 * Adds the nodes that take the place of a random one.
 * @param node the `NodeProto` to replace
 * @param salt different for each node of a graph, so that their noise differs
 */
export function addNoise(graph: GraphBuilder, node: Uint8Array, opset: number, seed: number, salt: number): void {
  const random = readRandomNode(node);
  const shape =
    random.input === undefined
      ? graph.constant(int64, [random.shape.length], random.shape)
      : graph.op('Shape', [random.input]);
  const count = graph.op('ReduceProd', [shape], { keepdims: 0 });
  const position = graph.op('Range', [graph.scalar(0, int64), count, graph.scalar(1, int64)]);
  const uniform = (a: number, b: number): string => hash(graph, position, a, b, seed * 7 + salt * 7919);
  const values = random.operator.startsWith('RandomNormal')
    ? normal(graph, uniform(16_807, 1203), uniform(39_373, 99_991), random)
    : scaled(graph, uniform(16_807, 1203), random);
  const flat = random.ints.has('dtype')
    ? graph.op('Cast', [values], { to: random.ints.get('dtype')! })
    : opset >= 15 && random.input !== undefined
      ? graph.op('CastLike', [values, random.input])
      : values;
  graph.op('Reshape', [flat, shape], {}, random.output);
}

function normal(graph: GraphBuilder, radius: string, angle: string, { floats }: RandomNode): string {
  const logarithm = graph.op('Log', [graph.op('Max', [radius, graph.scalar(1e-7)])]);
  const length = graph.op('Sqrt', [graph.op('Mul', [logarithm, graph.scalar(-2)])]);
  const cosine = graph.op('Cos', [graph.op('Mul', [angle, graph.scalar(2 * Math.PI)])]);
  const standard = graph.op('Mul', [length, cosine]);
  const scale = floats.get('scale') ?? 1;
  const mean = floats.get('mean') ?? 0;
  if (scale === 1 && mean === 0) return standard;
  return graph.op('Add', [graph.op('Mul', [standard, graph.scalar(scale)]), graph.scalar(mean)]);
}

function scaled(graph: GraphBuilder, uniform: string, { floats }: RandomNode): string {
  const low = floats.get('low') ?? 0;
  const high = floats.get('high') ?? 1;
  return graph.op('Add', [graph.op('Mul', [uniform, graph.scalar(high - low)]), graph.scalar(low)]);
}

/** A number in 0–1 for each position: three rounds of squaring and multiplying modulo a prime. */
function hash(graph: GraphBuilder, position: string, a: number, b: number, seed: number): string {
  const prime = graph.scalar(modulus, int64);
  const remainder = (x: string): string => graph.op('Mod', [x, prime]);
  const add = (x: string, y: number): string => graph.op('Add', [x, graph.scalar(y, int64)]);
  const multiply = (x: string, y: number): string => remainder(graph.op('Mul', [x, graph.scalar(y, int64)]));
  let z = remainder(add(multiply(add(position, 1), a), (seed * b) % modulus));
  for (const factor of [48_271, 69_621, 40_692]) {
    z = remainder(graph.op('Mul', [z, z]));
    z = remainder(add(multiply(z, factor), b));
  }
  return graph.op('Div', [graph.op('Cast', [add(z, 1)], { to: float32 }), graph.scalar(modulus + 2)]);
}

function readRandomNode(node: Uint8Array): RandomNode {
  const budget = new FieldBudget(10_000);
  const ints = new Map<string, number>();
  const floats = new Map<string, number>();
  const shape: number[] = [];
  let operator = '';
  let input: string | undefined;
  let output = '';
  for (const part of readFields(node, budget)) {
    if (part.number === field.node.op) operator = readString(part);
    if (part.number === field.node.input) input = readString(part);
    if (part.number === field.node.output) output = readString(part);
    if (part.number !== field.node.attribute) continue;
    let name = '';
    for (const item of readFields(part.bytes, budget)) {
      if (item.number === field.attribute.name) name = readString(item);
      if (item.number === field.attribute.int) ints.set(name, item.int);
      if (item.number === field.attribute.float) floats.set(name, readFloat(item.bytes));
      if (item.number === field.attribute.ints) shape.push(...(item.wire === 2 ? readPacked(item.bytes) : [item.int]));
    }
  }
  if (input === undefined && shape.length === 0) throw new ModelError(`the operator ${operator} has no shape`);
  return { operator, input, output, ints, floats, shape };
}

function readFloat(bytes: Uint8Array): number {
  return bytes.length === 4 ? new DataView(bytes.buffer, bytes.byteOffset, 4).getFloat32(0, true) : 0;
}

/** A list of integers in one field. */
function readPacked(bytes: Uint8Array): number[] {
  const values: number[] = [];
  let value = 0;
  let scale = 1;
  for (const byte of bytes) {
    value += (byte & 127) * scale;
    scale *= 128;
    if (byte >= 128) continue;
    values.push(value);
    value = 0;
    scale = 1;
  }
  return values;
}
