/** One function that `wasm2js` has written, as WebAssembly: {@link translateFunction}. */
import type { Expression, FunctionExpression, Node, Statement, SwitchStatement } from 'acorn';
import {
  block,
  constant,
  end,
  ifTrue,
  isZero,
  leave,
  loop,
  otherwise,
  repeat,
  subtract,
  unsignedNumber,
  type Code,
  type WasmFunction,
} from '../../../audio/wasm-code.ts';
import { Expressions } from './expressions.ts';
import { branch, branchTable, refuse, returnResult, type Names } from './instructions.ts';
import { typesOfLocals } from './locals.ts';

/** A block or loop around a statement. */
interface Frame {
  readonly label?: string | undefined;
  /** What leads to its end, or to its start. */
  readonly by?: 'break' | 'continue';
  /** Whether it is meant where no label is given. */
  readonly isInnermost?: boolean;
}

/** Of the numbers from the least to the greatest of a switch. */
const longestTable = 1024;

class Statements {
  readonly #expressions: Expressions;
  /** The innermost last. */
  readonly #frames: Frame[] = [];

  constructor(expressions: Expressions) {
    this.#expressions = expressions;
  }

  translate(node: Statement, label?: string): Code {
    switch (node.type) {
      case 'EmptyStatement':
        return [];
      case 'VariableDeclaration':
        return node.declarations.map(({ id, init }) =>
          id.type === 'Identifier' && init ? this.#expressions.assignTo(id.name, init) : refuse(id),
        );
      case 'ExpressionStatement':
        return this.#expressions.effect(node.expression);
      case 'BlockStatement': {
        const inside = (): Code => node.body.map((each) => this.translate(each));
        return label === undefined ? inside() : [block, this.#within({ label, by: 'break' }, inside), end];
      }
      case 'LabeledStatement':
        return this.translate(node.body, node.label.name);
      case 'IfStatement': {
        const inside = this.#within({}, () => [
          this.translate(node.consequent),
          node.alternate ? [otherwise, this.translate(node.alternate)] : [],
        ]);
        return [this.#expressions.integer(node.test), ifTrue, inside, end];
      }
      case 'WhileStatement':
        return this.#while(node.test, node.body, label);
      case 'BreakStatement':
        return this.#jump(node, 'break', node.label?.name);
      case 'ContinueStatement':
        return this.#jump(node, 'continue', node.label?.name);
      case 'SwitchStatement':
        return this.#switch(node, label);
      case 'ReturnStatement':
        return [node.argument ? this.#expressions.integer(node.argument) : constant(0), returnResult];
      default:
        return refuse(node);
    }
  }

  #within(frame: Frame, code: () => Code): Code {
    this.#frames.push(frame);
    const inside = code();
    this.#frames.pop();
    return inside;
  }

  #while(test: Expression, body: Statement, label: string | undefined): Code {
    const isEndless = test.type === 'Literal' && test.value === 1;
    const inside = this.#within({ label, by: 'break', isInnermost: true }, () =>
      this.#within({ label, by: 'continue', isInnermost: true }, () => [
        isEndless ? [] : [this.#expressions.integer(test), isZero, leave],
        this.translate(body),
      ]),
    );
    return [block, loop, inside, repeat, end, end];
  }

  #jump(node: Node, by: 'break' | 'continue', label: string | undefined): Code {
    const index = this.#frames.findLastIndex(
      (frame) => frame.by === by && (label === undefined ? frame.isInnermost === true : frame.label === label),
    );
    return index < 0 ? refuse(node) : [branch, ...unsignedNumber(this.#frames.length - 1 - index)];
  }

  /** A block for each case, the first innermost: behind its end stands what the case does. */
  #switch(node: SwitchStatement, label: string | undefined): Code {
    const { cases, discriminant } = node;
    const numbers = cases.map(({ test }) => (test ? this.#expressions.number(test) : undefined));
    const known = numbers.filter((each) => each !== undefined);
    const least = Math.min(...known);
    const length = Math.max(...known) - least + 1;
    if (known.length === 0 || length > longestTable) return refuse(node);
    const fallback = numbers.includes(undefined) ? numbers.indexOf(undefined) : cases.length;
    const targets = Array.from({ length }, (_, index) => numbers.indexOf(least + index));
    const table = [...targets, fallback].flatMap((target) => unsignedNumber(target < 0 ? fallback : target));
    const choose = [this.#expressions.integer(discriminant), constant(least), subtract];
    this.#frames.push({ label, by: 'break', isInnermost: true }, ...cases.map(() => ({})));
    const bodies = cases.map(({ consequent }) => {
      this.#frames.pop();
      return [end, consequent.map((each) => this.translate(each))];
    });
    this.#frames.pop();
    const blocks = [...cases, undefined].map(() => block);
    return [blocks, choose, branchTable, ...unsignedNumber(length), table, bodies, end];
  }
}

/**
 * A function of integers that gives an integer, 0 where it gives nothing.
 * @throws {Error} where it is not as `wasm2js` writes it
 */
export function translateFunction(node: FunctionExpression, names: Names): WasmFunction {
  const locals = typesOfLocals(node, names);
  const types = [...locals.values()];
  const statements = new Statements(new Expressions(locals, names));
  return {
    parameters: types.slice(0, node.params.length),
    result: 'integer',
    locals: [...types.slice(node.params.length), 'integer', 'double'],
    body: [node.body.body.map((each) => statements.translate(each)), constant(0)],
  };
}
