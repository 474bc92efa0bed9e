/** Small breaks of a source file, made from its syntax tree. Each is one that a mistake or a bad merge could make. */
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import ts from 'typescript';

/** What is broken, as the reports name it. */
export type MutantKind =
  'condition' | 'operand' | 'operator' | 'statement' | 'result' | 'await' | 'body' | 'constant' | 'negation' | 'filter';

export interface Mutant {
  /**
   * Depends on what is broken, on the function it stands in and on the name of the file, not on its line or folder: it
   * survives changes elsewhere in the file, and a move.
   */
  readonly id: string;
  readonly kind: MutantKind;
  /** Names of the enclosing functions, classes and variables, from the outermost on. */
  readonly within: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly original: string;
  readonly replacement: string;
}

export interface MutantOptions {
  /** Only in functions whose path of names fits. */
  readonly within?: RegExp | undefined;
  /** Only the calls of `.where(…)` that fit are taken out, and nothing else is broken. */
  readonly filters?: RegExp | undefined;
}

type Found = Pick<Mutant, 'kind' | 'start' | 'end' | 'replacement'>;

/** All mutants of a file, in the order of the source. */
export function mutantsOf(path: string, source: string, { within, filters }: MutantOptions = {}): Mutant[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const seen = new Map<string, number>();
  const mutants: Mutant[] = [];
  const add = (node: ts.Node, found: Found): void => {
    const names = namesAround(node);
    if (within?.test(names) === false) return;
    const original = source.slice(found.start, found.end);
    const key = [basename(path), names, found.kind, statementAround(node).getText(), original, found.replacement].join(
      '\0',
    );
    const ordinal = seen.get(key) ?? 0;
    seen.set(key, ordinal + 1);
    mutants.push({
      ...found,
      id: createHash('sha256').update(`${key}\0${ordinal}`).digest('hex').slice(0, 12),
      within: names,
      line: file.getLineAndCharacterOfPosition(found.start).line + 1,
      original,
    });
  };
  const visit = (node: ts.Node): void => {
    if (isOutOfReach(node)) return;
    const found = filters === undefined ? breaksOf(node) : filtersOf(node, filters);
    for (const item of found) add(node, item);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return mutants;
}

/** The source with the mutant in it. */
export function withMutant(source: string, { start, end, replacement }: Mutant): string {
  return source.slice(0, start) + replacement + source.slice(end);
}

/** Types, imports, and texts for people, which no behaviour depends on. */
function isOutOfReach(node: ts.Node): boolean {
  if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return true;
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeParameterDeclaration(node)) return true;
  return ts.isModuleDeclaration(node);
}

function breaksOf(node: ts.Node): Found[] {
  return [
    ...conditions(node),
    ...binaries(node),
    ...statements(node),
    ...bodies(node),
    ...constants(node),
    ...unaries(node),
  ];
}

function replace(kind: MutantKind, node: ts.Node, replacement: string): Found {
  return { kind, start: node.getStart(), end: node.getEnd(), replacement };
}

function conditions(node: ts.Node): Found[] {
  const condition = conditionOf(node);
  return condition === undefined ? [] : [replace('condition', condition, `!(${condition.getText()})`)];
}

function conditionOf(node: ts.Node): ts.Expression | undefined {
  if (ts.isIfStatement(node) || ts.isWhileStatement(node) || ts.isDoStatement(node)) return node.expression;
  if (ts.isConditionalExpression(node) || ts.isForStatement(node)) return node.condition;
  return undefined;
}

const swaps: Partial<Record<ts.SyntaxKind, string>> = {
  [ts.SyntaxKind.LessThanToken]: '<=',
  [ts.SyntaxKind.LessThanEqualsToken]: '<',
  [ts.SyntaxKind.GreaterThanToken]: '>=',
  [ts.SyntaxKind.GreaterThanEqualsToken]: '>',
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: '!==',
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: '===',
  [ts.SyntaxKind.PlusToken]: '-',
  [ts.SyntaxKind.MinusToken]: '+',
  [ts.SyntaxKind.AsteriskToken]: '/',
  [ts.SyntaxKind.SlashToken]: '*',
  [ts.SyntaxKind.PlusEqualsToken]: '-=',
  [ts.SyntaxKind.MinusEqualsToken]: '+=',
};

const logical: Partial<Record<ts.SyntaxKind, string | undefined>> = {
  [ts.SyntaxKind.AmpersandAmpersandToken]: '||',
  [ts.SyntaxKind.BarBarToken]: '&&',
  [ts.SyntaxKind.QuestionQuestionToken]: undefined,
};

function binaries(node: ts.Node): Found[] {
  if (!ts.isBinaryExpression(node)) return [];
  const { left, right, operatorToken } = node;
  if (operatorToken.kind in logical) {
    const swap = logical[operatorToken.kind];
    return [
      replace('operand', node, left.getText()),
      replace('operand', node, right.getText()),
      ...(swap === undefined ? [] : [replace('operator', operatorToken, swap)]),
    ];
  }
  const swap = swaps[operatorToken.kind];
  // Negating the whole condition is the same break.
  const isCondition = conditionOf(node.parent) === node && swap?.endsWith('==') === true;
  const isText = [left, right].some((side) => ts.isStringLiteralLike(side) || ts.isTemplateExpression(side));
  if (swap === undefined || isCondition || (isText && /^[-+]/.test(swap))) return [];
  return [replace('operator', operatorToken, swap)];
}

function statements(node: ts.Node): Found[] {
  if (ts.isThrowStatement(node)) return [replace('statement', node, ';')];
  if (ts.isReturnStatement(node)) {
    const undone = replace('result', node, node.expression === undefined ? ';' : 'return;');
    return node.expression?.kind === ts.SyntaxKind.Identifier && node.expression.getText() === 'undefined'
      ? [replace('result', node, ';')]
      : [undone];
  }
  if (!ts.isExpressionStatement(node) || isLog(node.expression)) return [];
  // Without it a derived class could not be made at all.
  const isSuper =
    ts.isCallExpression(node.expression) && node.expression.expression.kind === ts.SyntaxKind.SuperKeyword;
  return isSuper ? [] : [replace('statement', node, ';')];
}

/** Calls that only write a line for people. */
function isLog(node: ts.Node): boolean {
  return ts.isCallExpression(node) && /\blog\b.*\.(trace|debug|info|warn|error)$/s.test(node.expression.getText());
}

function bodies(node: ts.Node): Found[] {
  if (!ts.isFunctionLike(node) || !('body' in node)) return [];
  const body = node.body;
  if (body === undefined) return [];
  if (!ts.isBlock(body)) return isIdentifierOf(body, 'undefined') ? [] : [replace('body', body, 'undefined')];
  if (body.statements.length === 0 || ts.isConstructorDeclaration(node)) return [];
  // One statement that goes is the same break.
  return body.statements.length === 1 && statements(body.statements[0]!).length > 0
    ? []
    : [replace('body', body, '{}')];
}

function isIdentifierOf(node: ts.Node, text: string): boolean {
  return ts.isIdentifier(node) && node.text === text;
}

function constants(node: ts.Node): Found[] {
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [replace('constant', node, 'false')];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [replace('constant', node, 'true')];
  if (ts.isNumericLiteral(node)) {
    const value = Number(node.text.replaceAll('_', ''));
    return [replace('constant', node, String(value === 0 ? 1 : value + Math.max(1, Math.abs(value) / 2)))];
  }
  if (!ts.isStringLiteral(node) || isForPeople(node)) return [];
  return [replace('constant', node, node.text === '' ? "'mutant'" : "''")];
}

/** Names of properties, arguments of errors and of log lines, and what TypeScript alone reads. */
function isForPeople(node: ts.StringLiteral): boolean {
  const { parent } = node;
  // A sentence.
  if (/^[A-Z].* .*\.$/s.test(node.text)) return true;
  if (ts.isPropertyAssignment(parent) && parent.name === node) return true;
  if (ts.isImportTypeNode(parent) || ts.isLiteralTypeNode(parent)) return true;
  if (ts.isNewExpression(parent)) {
    const name = parent.expression.getText();
    // The first argument of an error of ours is its code.
    if (/(Service|Http)Error$/.test(name)) return parent.arguments?.[0] !== node;
    if (/(Error|Exception)$/.test(name)) return parent.arguments?.[0] === node;
  }
  return isLog(parent) || (ts.isCallExpression(parent) && parent.expression.getText().endsWith('.describe'));
}

function unaries(node: ts.Node): Found[] {
  if (ts.isAwaitExpression(node)) return [replace('await', node, node.expression.getText())];
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
    return conditionOf(node.parent) === node ? [] : [replace('negation', node, node.operand.getText())];
  }
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
    const text = node.getText();
    if (text.includes('++')) return [replace('operator', node, text.replace('++', '--'))];
    if (text.includes('--')) return [replace('operator', node, text.replace('--', '++'))];
  }
  return [];
}

/** `query.where(…)` becomes `query`. */
function filtersOf(node: ts.Node, fits: RegExp): Found[] {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return [];
  const { name, expression } = node.expression;
  const isFilter = name.text === 'where' && node.arguments.some((argument) => fits.test(argument.getText()));
  return isFilter ? [replace('filter', node, expression.getText())] : [];
}

function namesAround(node: ts.Node): string {
  const names: string[] = [];
  for (let at = node; !ts.isSourceFile(at); at = at.parent) {
    if (ts.isConstructorDeclaration(at)) names.unshift('constructor');
    else if (isNamed(at) && at.name !== undefined) names.unshift(at.name.getText());
  }
  return names.join('.');
}

function isNamed(node: ts.Node): node is ts.FunctionLikeDeclaration | ts.ClassLikeDeclaration | ts.VariableDeclaration {
  return (
    ts.isFunctionLike(node) ||
    ts.isClassLike(node) ||
    ts.isVariableDeclaration(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isPropertyAssignment(node)
  );
}

function statementAround(node: ts.Node): ts.Node {
  let at = node;
  while (!ts.isStatement(at) && !ts.isClassElement(at) && !ts.isSourceFile(at.parent)) at = at.parent;
  return at;
}
