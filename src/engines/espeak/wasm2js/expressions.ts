/** The expressions of a function that `wasm2js` has written, as instructions. */
import type {
  AssignmentExpression,
  BinaryExpression,
  CallExpression,
  ConditionalExpression,
  Expression,
  MemberExpression,
  Node,
  UnaryExpression,
} from 'acorn';
import {
  constant,
  double,
  end,
  get,
  isZero,
  lessUnsigned,
  multiply,
  otherwise,
  set,
  shiftLeft,
  tee,
  typeCodes,
  type Code,
  type WasmType,
} from '../../../audio/wasm-code.ts';
import * as instructions from './instructions.ts';
import { refuse, startIf, views, type Called, type Names, type Sign, type Value, type View } from './instructions.ts';
import type { Locals } from './locals.ts';

/** The sign of operands or of choices: `unknown` where it matters which of them counts. */
function commonSign(...signs: readonly Sign[]): Sign {
  const different = new Set(signs.filter((sign) => sign !== 'either'));
  return different.size === 0 ? 'either' : different.size === 1 ? [...different][0]! : 'unknown';
}

export class Expressions {
  readonly #names: Names;
  readonly #types: Locals;
  readonly #numbers: ReadonlyMap<string, number>;
  /** Locals that keep what is stored and used as well. */
  readonly #kept: Readonly<Record<WasmType, number>>;

  /** @param types of the locals; behind them an integer and a double are used */
  constructor(types: Locals, names: Names) {
    this.#names = names;
    this.#types = types;
    this.#numbers = new Map([...types.keys()].map((name, index) => [name, index]));
    this.#kept = { integer: types.size, double: types.size + 1, vector: -1 };
  }

  /** For what it does: what it gives is dropped. */
  effect(node: Expression): Code {
    if (node.type === 'AssignmentExpression') return this.#assign(node, false).code;
    if (node.type === 'SequenceExpression') return node.expressions.map((each) => this.effect(each));
    return [this.#value(node).code, instructions.drop];
  }

  /** An integer; 0 of what is false. */
  integer(node: Expression): Code {
    return this.#as('integer', node);
  }

  number(node: Expression): number {
    if (node.type === 'Literal' && typeof node.value === 'number') return node.value;
    if (node.type === 'UnaryExpression' && node.operator === '-') return -this.number(node.argument);
    return refuse(node);
  }

  assignTo(name: string, right: Expression): Code {
    const local = this.#numbers.get(name);
    if (local !== undefined) return [this.#as(this.#types.get(name)!, right), set(local)];
    return [this.integer(right), this.#names.variable(name).write];
  }

  #as(type: WasmType, node: Expression): Code {
    return this.#converted(type, this.#value(node), node);
  }

  /** Integers become doubles where a double is wanted; the other way stands in the script. */
  #converted(type: WasmType, { type: from, code, sign, number }: Value, node: Node): Code {
    if (from === type) return code;
    if (type === 'integer' || sign === 'unknown') return refuse(node);
    return number === undefined ? [code, instructions.toDouble[sign === 'unsigned' ? sign : 'signed']] : double(number);
  }

  #value(node: Expression): Value {
    switch (node.type) {
      case 'Literal':
        return this.#literal(node, this.number(node));
      case 'Identifier':
        return this.#read(node.name);
      case 'MemberExpression':
        return this.#load(node);
      case 'AssignmentExpression':
        return this.#assign(node, true);
      case 'BinaryExpression':
        return this.#binary(node);
      case 'UnaryExpression':
        return this.#unary(node);
      case 'ConditionalExpression':
        return this.#conditional(node);
      case 'CallExpression':
        return this.#call(node);
      default:
        return refuse(node);
    }
  }

  #literal(node: Node, number: number): Value {
    if (!Number.isInteger(number)) return { type: 'double', sign: 'signed', code: double(number), number };
    if (number < -(2 ** 31) || number >= 2 ** 32) return refuse(node);
    const sign = number < 0 ? 'signed' : number < 2 ** 31 ? 'either' : 'unsigned';
    return { type: 'integer', sign, code: constant(number | 0), number };
  }

  #read(name: string): Value {
    const local = this.#numbers.get(name);
    if (local !== undefined) return { type: this.#types.get(name)!, sign: 'unknown', code: get(local) };
    return { type: 'integer', sign: 'unknown', code: this.#names.variable(name).read };
  }

  /**
   * A byte beyond the memory is 0, as it is in JavaScript where it is multiplied or shifted: eSpeak reads behind its tables of bytes, with
   * voices and melodies that are far from those of people. To look at each address costs nothing that can be measured with bytes, and
   * an eighth of the speed with numbers of all sizes.
   */
  #load(node: MemberExpression): Value {
    const { view, address } = this.#place(node);
    const { type, sign, load, shift } = views[view];
    if (shift > 0 || node.property.type === 'Literal') return { type, sign, code: [address, load, shift, 0] };
    const kept = this.#kept.integer;
    const isInside = [address, tee(kept), instructions.memoryPages, constant(16), shiftLeft, lessUnsigned];
    const byte = [startIf, typeCodes.integer, get(kept), load, shift, 0, otherwise, constant(0), end];
    return { type, sign, code: [isInside, byte] };
  }

  /** `I[x>>2]` is the number at the address x, `I[3]` that at 12. */
  #place({ object, property, computed }: MemberExpression): { readonly view: View; readonly address: Code } {
    const view = object.type === 'Identifier' ? this.#names.views.get(object.name) : undefined;
    if (view === undefined || !computed || property.type === 'PrivateIdentifier') return refuse(object);
    const { shift } = views[view];
    if (property.type === 'Literal') return { view, address: constant(this.number(property) * 2 ** shift) };
    if (shift === 0) return { view, address: this.integer(property) };
    if (property.type !== 'BinaryExpression' || property.operator !== '>>') return refuse(property);
    const { left, right } = property;
    if (left.type === 'PrivateIdentifier' || this.number(right) !== shift) return refuse(property);
    return { view, address: this.integer(left) };
  }

  #assign({ operator, left, right }: AssignmentExpression, isUsed: boolean): Value {
    if (operator !== '=') return refuse(left);
    if (left.type === 'Identifier') {
      const code = this.assignTo(left.name, right);
      const { type, code: read } = this.#read(left.name);
      return { type, sign: 'unknown', code: isUsed ? [code, read] : code };
    }
    if (left.type !== 'MemberExpression') return refuse(left);
    const { view, address } = this.#place(left);
    const { type, shift, store } = views[view];
    const kept = this.#kept[type];
    const code = [address, this.#as(type, right), isUsed ? tee(kept) : [], store, shift, 0, isUsed ? get(kept) : []];
    return { type, sign: 'unknown', code };
  }

  #binary(node: BinaryExpression): Value {
    const { operator, left, right } = node;
    if (left.type === 'PrivateIdentifier') return refuse(left);
    const first = this.#value(left);
    const second = this.#value(right);
    if (first.type === 'integer' && second.type === 'integer') return this.#ofIntegers(node, first, second);
    const code = instructions.doubleOperators.get(operator) ?? refuse(node);
    const type = instructions.comparisons.has(operator) ? 'integer' : 'double';
    const operands = [this.#converted('double', first, left), this.#converted('double', second, right)];
    return { type, sign: 'either', code: [operands, code] };
  }

  #ofIntegers(node: BinaryExpression, first: Value, second: Value): Value {
    const { operator } = node;
    const isComparison = instructions.comparisons.has(operator);
    const common = instructions.integerOperators.get(operator);
    if (common !== undefined) {
      const isWritten = operator !== '+' && operator !== '-';
      const sign = operator === '>>>' ? 'unsigned' : isComparison ? 'either' : isWritten ? 'signed' : 'unknown';
      // `x|0` and `x>>>0` say what the sign is.
      if (second.number === 0 && (operator === '|' || operator === '>>>')) return { ...first, sign };
      return { type: 'integer', sign, code: [first.code, second.code, common] };
    }
    const sign = commonSign(first.sign, second.sign);
    const operators = instructions.signOperators.get(operator);
    if (operators === undefined || sign === 'unknown') return refuse(node);
    const code = [first.code, second.code, operators[sign === 'unsigned' ? sign : 'signed']];
    if (isComparison) return { type: 'integer', sign: 'either', code };
    return { type: 'integer', sign, code: second.number === undefined ? this.#unlessZero(second.code, code) : code };
  }

  /** In JavaScript a division by 0 gives 0, once it is an integer. */
  #unlessZero(divisor: Code, divide: Code): Code {
    return [divisor, startIf, typeCodes.integer, divide, otherwise, constant(0), end];
  }

  #unary(node: UnaryExpression): Value {
    const { operator, argument } = node;
    if (operator === '!') return { type: 'integer', sign: 'either', code: [this.integer(argument), isZero] };
    if (operator === '+') return this.#ofDouble(argument);
    if (operator === '-' && argument.type === 'Literal') return this.#literal(node, -this.number(argument));
    if (operator === '-') return this.#ofDouble(argument, instructions.negateDouble);
    // `~~x` makes an integer of a double.
    if (operator !== '~' || argument.type !== 'UnaryExpression' || argument.operator !== '~') return refuse(node);
    return { type: 'integer', sign: 'signed', code: [this.#as('double', argument.argument), ...instructions.truncate] };
  }

  #ofDouble(operand: Expression, ...instruction: readonly number[]): Value {
    return { type: 'double', sign: 'signed', code: [this.#as('double', operand), ...instruction] };
  }

  #conditional({ test, consequent, alternate }: ConditionalExpression): Value {
    const [first, second] = [this.#value(consequent), this.#value(alternate)];
    const type = first.type === 'integer' && second.type === 'integer' ? 'integer' : 'double';
    const then = this.#converted(type, first, consequent);
    const otherCode = this.#converted(type, second, alternate);
    const code = [this.integer(test), startIf, typeCodes[type], then, otherwise, otherCode, end];
    return { type, sign: commonSign(first.sign, second.sign), code };
  }

  #call({ callee, arguments: given }: CallExpression): Value {
    const values = given.map((each) => (each.type === 'SpreadElement' ? refuse(each) : each));
    if (callee.type === 'MemberExpression') {
      const { object, property, computed } = callee;
      if (object.type !== 'Identifier' || !computed || property.type === 'PrivateIdentifier') return refuse(callee);
      return this.#callOf(this.#names.calledByNumber(object.name, values.length), [property, ...values]);
    }
    if (callee.type !== 'Identifier') return refuse(callee);
    const math = this.#names.math.get(callee.name);
    if (math === undefined) return this.#callOf(this.#names.called(callee.name, values.length), values);
    const instruction = instructions.doubleFunctions.get(math);
    if (instruction !== undefined) return this.#ofDouble(values[0]!, instruction);
    if (math !== 'imul') return refuse(callee);
    return { type: 'integer', sign: 'signed', code: [values.map((each) => this.integer(each)), multiply] };
  }

  #callOf({ parameters, result = 'integer', call }: Called, given: readonly Expression[]): Value {
    const code = [given.map((each, index) => this.#as(parameters[index]!, each)), call];
    return { type: result, sign: 'unknown', code };
  }
}
