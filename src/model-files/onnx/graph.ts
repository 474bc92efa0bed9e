/** Writes nodes, constants, inputs and outputs of an ONNX graph (https://onnx.ai/onnx/repo-docs/IR.html). */
import { MessageWriter } from './protobuf.ts';

/** Element types of tensors, by their number in ONNX. */
export const elementType = { float32: 1, int32: 6, int64: 7, bool: 9, float16: 10 } as const;
export type ElementType = (typeof elementType)[keyof typeof elementType];

/** A number, or the name of a size that is known at run time only. */
export type Dimension = number | string;

/** Value of an attribute: an integer, a string, a list of integers, a float or a tensor. */
export type Attribute = number | string | readonly number[] | { readonly float: number } | { readonly tensor: Tensor };

export interface Tensor {
  readonly type: ElementType;
  readonly shape: readonly number[];
  readonly data: ArrayLike<number>;
}

const { float32, int64 } = elementType;

/** Fields of the messages of `onnx.proto`. */
export const field = {
  model: { irVersion: 1, producer: 2, graph: 7, opset: 8, metadata: 14 },
  graph: { node: 1, name: 2, initializer: 5, input: 11, output: 12 },
  node: { input: 1, output: 2, name: 3, op: 4, attribute: 5 },
  attribute: { name: 1, float: 2, int: 3, string: 4, tensor: 5, graph: 6, ints: 8, type: 20 },
  tensor: { dims: 1, type: 2, name: 8, rawData: 9, dataLocation: 14 },
} as const;

const attributeType = { float: 1, int: 2, string: 3, tensor: 4, ints: 7 } as const;

/** A graph, or the part that is added to one. */
export class GraphBuilder {
  readonly nodes: MessageWriter[] = [];
  readonly initializers: MessageWriter[] = [];
  readonly inputs: MessageWriter[] = [];
  readonly outputs: MessageWriter[] = [];
  readonly #prefix: string;
  #count = 0;

  /** @param prefix of the names that are given to tensors and nodes. Must not occur in the graph that it is added to. */
  constructor(prefix = 't') {
    this.#prefix = prefix;
  }

  input(name: string, type: ElementType, shape: readonly Dimension[]): string {
    this.inputs.push(valueInfo(name, type, shape));
    return name;
  }

  output(name: string, type: ElementType, shape: readonly Dimension[]): void {
    this.outputs.push(valueInfo(name, type, shape));
  }

  /** @returns the name of the constant */
  constant(type: ElementType, shape: readonly number[], data: ArrayLike<number>): string {
    const name = this.#name();
    this.initializers.push(tensorMessage({ type, shape, data }, name));
    return name;
  }

  scalar(value: number, type: ElementType = float32): string {
    return this.constant(type, [], [value]);
  }

  int64s(...values: number[]): string {
    return this.constant(int64, [values.length], values);
  }

  floats(...values: number[]): string {
    return this.constant(float32, [values.length], values);
  }

  /** @returns the name of the first output */
  op(
    type: string,
    inputs: readonly string[],
    attributes: Readonly<Record<string, Attribute>> = {},
    output = this.#name(),
  ): string {
    const node = new MessageWriter();
    for (const input of inputs) node.string(field.node.input, input);
    node.string(field.node.output, output).string(field.node.name, this.#name()).string(field.node.op, type);
    for (const [name, value] of Object.entries(attributes)) node.message(field.node.attribute, attribute(name, value));
    this.nodes.push(node);
    return output;
  }

  /** A whole model file. */
  model(metadata: Readonly<Record<string, string | number>> = {}, opset = 17, irVersion = 8): Uint8Array {
    const graph = new MessageWriter();
    for (const node of this.nodes) graph.message(field.graph.node, node);
    graph.string(field.graph.name, 'graph');
    for (const tensor of this.initializers) graph.message(field.graph.initializer, tensor);
    for (const input of this.inputs) graph.message(field.graph.input, input);
    for (const output of this.outputs) graph.message(field.graph.output, output);
    const model = new MessageWriter()
      .int(field.model.irVersion, irVersion)
      .string(field.model.producer, 'sonorant')
      .message(field.model.graph, graph)
      .message(field.model.opset, new MessageWriter().string(1, '').int(2, opset));
    for (const [key, value] of Object.entries(metadata)) {
      model.message(field.model.metadata, metadataEntry(key, String(value)));
    }
    return model.toBytes();
  }

  #name(): string {
    return `${this.#prefix}${this.#count++}`;
  }
}

/** An entry of a model's metadata. */
export function metadataEntry(key: string, value: string): MessageWriter {
  return new MessageWriter().string(1, key).string(2, value);
}

function tensorMessage({ type, shape, data }: Tensor, name: string): MessageWriter {
  const tensor = new MessageWriter();
  for (const size of shape) tensor.int(field.tensor.dims, size);
  return tensor
    .int(field.tensor.type, type)
    .string(field.tensor.name, name)
    .bytes(field.tensor.rawData, new Uint8Array(elements(type, data).buffer));
}

function elements(type: ElementType, data: ArrayLike<number>): Float32Array | BigInt64Array | Int32Array | Uint8Array {
  if (type === float32) return Float32Array.from(data);
  if (type === int64) return BigInt64Array.from(Array.from(data), BigInt);
  if (type === elementType.int32) return Int32Array.from(data);
  if (type === elementType.bool) return Uint8Array.from(data);
  throw new RangeError(`constants of type ${type} are not written`);
}

function attribute(name: string, value: Attribute): MessageWriter {
  const { type, int, string, float, ints, tensor } = field.attribute;
  const message = new MessageWriter().string(field.attribute.name, name);
  if (typeof value === 'number') return message.int(int, value).int(type, attributeType.int);
  if (typeof value === 'string') return message.string(string, value).int(type, attributeType.string);
  if ('float' in value) return message.float(float, value.float).int(type, attributeType.float);
  if ('tensor' in value) {
    return message.message(tensor, tensorMessage(value.tensor, name)).int(type, attributeType.tensor);
  }
  for (const each of value) message.int(ints, each);
  return message.int(type, attributeType.ints);
}

function valueInfo(name: string, type: ElementType, shape: readonly Dimension[]): MessageWriter {
  const dimensions = new MessageWriter();
  for (const size of shape) {
    const dimension = new MessageWriter();
    dimensions.message(1, typeof size === 'number' ? dimension.int(1, size) : dimension.string(2, size));
  }
  const tensorType = new MessageWriter().int(1, type).message(2, dimensions);
  return new MessageWriter().string(1, name).message(2, new MessageWriter().message(1, tensorType));
}
