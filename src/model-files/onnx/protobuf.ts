/**
 * The wire format of protocol buffers (https://protobuf.dev/programming-guides/encoding/), as far as ONNX files need it.
 * Reading gives views into the file and copies nothing; writing collects pieces, so that a model of some hundred megabytes is
 * never held twice.
 */
import { ModelError } from '../model-error.ts';

/** A field of a message. Exactly one of `int` and `bytes` means something: which one, `wire` tells. */
export interface Field {
  readonly number: number;
  /** 0: `int`; 2: `bytes`, a string or a message; 1 and 5: `bytes`, 8 or 4 of them. */
  readonly wire: 0 | 1 | 2 | 5;
  /** Value of a varint as a signed 64-bit number; rounded where a double cannot hold it. */
  readonly int: number;
  readonly bytes: Uint8Array;
  /** The whole field, its tag included. */
  readonly raw: Uint8Array;
}

const none = new Uint8Array(0);
const fixedSizes: Readonly<Record<number, number>> = { 1: 8, 5: 4 };

/** Counts what is read of one file, so that a hostile one cannot keep the reader busy. */
export class FieldBudget {
  #left: number;

  /** @param fields at most so many. Default 5,000,000; a model of 300 MB has some ten thousand. */
  constructor(fields = 5_000_000) {
    this.#left = fields;
  }

  /** @throws {ModelError} when there are too many */
  take(): void {
    if (--this.#left < 0) throw new ModelError('the file has more parts than any model has');
  }
}

/**
 * The fields of a message in the order of the file.
 * @throws {ModelError} where the bytes are no message
 */
export function* readFields(message: Uint8Array, budget: FieldBudget): Generator<Field> {
  const cursor = { at: 0 };
  while (cursor.at < message.length) {
    budget.take();
    const from = cursor.at;
    const tag = readVarint(message, cursor);
    const number = Math.floor(tag / 8);
    const wire = tag % 8;
    if (number < 1) throw broken(from);
    if (wire === 0) {
      const int = readVarint(message, cursor);
      yield { number, wire, int, bytes: none, raw: message.subarray(from, cursor.at) };
      continue;
    }
    const length = wire === 2 ? readVarint(message, cursor) : fixedSizes[wire];
    if (length === undefined || length < 0 || length > message.length - cursor.at) throw broken(from);
    const bytes = message.subarray(cursor.at, cursor.at + length);
    cursor.at += length;
    yield { number, wire: wire as 1 | 2 | 5, int: 0, bytes, raw: message.subarray(from, cursor.at) };
  }
}

/** A base-128 number of at most ten bytes, lowest first. */
function readVarint(bytes: Uint8Array, cursor: { at: number }): number {
  let value = 0;
  let scale = 1;
  for (let count = 0; count < 10; count++) {
    const byte = bytes[cursor.at];
    if (byte === undefined) break;
    cursor.at++;
    value += (byte & 127) * scale;
    if (byte < 128) return value >= 2 ** 63 ? value - 2 ** 64 : value;
    scale *= 128;
  }
  throw broken(cursor.at);
}

function broken(at: number): ModelError {
  return new ModelError(`the file is no ONNX model, or is damaged, at byte ${at} of a part`);
}

const decoder = new TextDecoder();

/** @throws {ModelError} when the field is no string, or one longer than any name */
export function readString({ wire, bytes }: Field, maxBytes = 1 << 20): string {
  if (wire !== 2 || bytes.length > maxBytes) throw new ModelError('the file is no ONNX model: a name is damaged');
  return decoder.decode(bytes);
}

/** A message being written. */
export class MessageWriter {
  readonly #pieces: Uint8Array[] = [];
  #length = 0;

  /** Bytes so far. */
  get length(): number {
    return this.#length;
  }

  int(number: number, value: number): this {
    return this.raw(varint(number * 8)).raw(varint(value));
  }

  float(number: number, value: number): this {
    return this.raw(varint(number * 8 + 5)).raw(new Uint8Array(Float32Array.of(value).buffer));
  }

  bytes(number: number, value: Uint8Array): this {
    return this.raw(varint(number * 8 + 2))
      .raw(varint(value.length))
      .raw(value);
  }

  string(number: number, value: string): this {
    return this.bytes(number, new TextEncoder().encode(value));
  }

  message(number: number, value: MessageWriter): this {
    this.raw(varint(number * 8 + 2)).raw(varint(value.length));
    for (const piece of value.pieces()) this.raw(piece);
    return this;
  }

  /** Bytes as they are: a field with its tag. */
  raw(piece: Uint8Array): this {
    this.#pieces.push(piece);
    this.#length += piece.length;
    return this;
  }

  /** What was written, to be written to a file one after the other. */
  pieces(): readonly Uint8Array[] {
    return this.#pieces;
  }

  /** What was written, in one piece. */
  toBytes(): Uint8Array {
    return new Uint8Array(Buffer.concat(this.#pieces));
  }
}

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  while (rest > 127n) {
    bytes.push(Number(rest & 127n) | 128);
    rest >>= 7n;
  }
  bytes.push(Number(rest));
  return Uint8Array.from(bytes);
}
