/** The variables of a function, with their types: {@link typesOfLocals}. */
import type {
  AssignmentExpression,
  CallExpression,
  Expression,
  FunctionExpression,
  MemberExpression,
  Node,
  UnaryExpression,
} from 'acorn';
import type { WasmType } from '../../../audio/wasm-code.ts';
import { arithmetic, doubleFunctions, refuse, views, type Names } from './instructions.ts';

/** By name, the parameters first. */
export type Locals = ReadonlyMap<string, WasmType>;

function assignmentsIn(body: Node): readonly AssignmentExpression[] {
  const found: AssignmentExpression[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== 'object' || node === null) return;
    if ('type' in node && node.type === 'AssignmentExpression') found.push(node as AssignmentExpression);
    Object.values(node).forEach(visit);
  };
  visit(body);
  return found;
}

function typeOfMember({ object }: MemberExpression, names: Names): WasmType {
  const view = object.type === 'Identifier' ? names.views.get(object.name) : undefined;
  return view === undefined ? refuse(object) : views[view].type;
}

function typeOfUnary({ operator, argument }: UnaryExpression): WasmType {
  const isInteger = operator === '-' && argument.type === 'Literal' && Number.isInteger(argument.value);
  return !isInteger && (operator === '+' || operator === '-') ? 'double' : 'integer';
}

function typeOfCall({ callee, arguments: given }: CallExpression, names: Names): WasmType {
  if (callee.type !== 'Identifier') return 'integer';
  const math = names.math.get(callee.name);
  if (math !== undefined) return doubleFunctions.has(math) ? 'double' : 'integer';
  return names.called(callee.name, given.length).result ?? 'integer';
}

/** What an expression gives, where the types of the variables are these. */
function typeOf(node: Expression, locals: Locals, names: Names): WasmType {
  const either = (...nodes: readonly Expression[]): WasmType =>
    nodes.some((each) => typeOf(each, locals, names) === 'double') ? 'double' : 'integer';
  switch (node.type) {
    case 'Literal':
      return Number.isInteger(node.value) ? 'integer' : 'double';
    case 'Identifier':
      return locals.get(node.name) ?? 'integer';
    case 'MemberExpression':
      return typeOfMember(node, names);
    case 'AssignmentExpression':
      return either(node.right);
    case 'ConditionalExpression':
      return either(node.consequent, node.alternate);
    case 'UnaryExpression':
      return typeOfUnary(node);
    case 'BinaryExpression':
      if (!arithmetic.has(node.operator) || node.left.type === 'PrivateIdentifier') return 'integer';
      return either(node.left, node.right);
    case 'CallExpression':
      return typeOfCall(node, names);
    default:
      return refuse(node);
  }
}

/** All are declared at the start. Parameters are integers, other variables doubles where one is assigned to them. */
export function typesOfLocals(node: FunctionExpression, names: Names): Locals {
  const declared = node.body.body.flatMap((each) =>
    each.type === 'VariableDeclaration' ? each.declarations.map(({ id }) => id) : [],
  );
  const all = [...node.params, ...declared].map((each) => (each.type === 'Identifier' ? each.name : refuse(each)));
  const locals = new Map(all.map((name): [string, WasmType] => [name, 'integer']));
  const assignments = assignmentsIn(node.body);
  for (let before = -1, doubles = 0; before !== doubles;) {
    before = doubles;
    for (const { left, right } of assignments) {
      if (left.type !== 'Identifier' || locals.get(left.name) !== 'integer') continue;
      if (typeOf(right, locals, names) !== 'double') continue;
      locals.set(left.name, 'double');
      doubles++;
    }
  }
  return locals;
}
