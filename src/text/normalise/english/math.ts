/** Formulas and signs of comparison (ISO 80000-2). */
import type { Context, Rule } from './context.ts';
import { lettersOf, wordOrLetters } from './acronyms.ts';
import { cardinal, number } from './numbers.ts';
import { spoken } from './rule.ts';

/** Signs of operations and relations, as they are read between two operands. */
export const operators: Readonly<Record<string, string>> = {
  '+': 'plus',
  '-': 'minus',
  '−': 'minus',
  '–': 'minus',
  '×': 'times',
  '*': 'times',
  '·': 'times',
  '⋅': 'times',
  '÷': 'divided by',
  '/': 'divided by',
  '^': 'to the power of',
  '=': 'equals',
  '==': 'equals',
  '!=': 'is not equal to',
  '≠': 'is not equal to',
  '<': 'less than',
  '>': 'greater than',
  '<=': 'less than or equal to',
  '>=': 'greater than or equal to',
  '≤': 'less than or equal to',
  '≥': 'greater than or equal to',
  '≈': 'approximately',
  '~': 'about',
  '±': 'plus or minus',
  '∓': 'minus or plus',
  '√': 'square root of',
  '∞': 'infinity',
  '→': 'to',
  '∑': 'sum',
  '∏': 'product',
  '∫': 'integral',
  '∂': 'partial',
  '∆': 'delta',
  '∈': 'in',
  '∝': 'proportional to',
  '≡': 'is identical to',
  '∴': 'therefore',
  '¬': 'not',
  '∧': 'and',
  '∨': 'or',
};

const greek: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'α alpha,β beta,γ gamma,δ delta,ε epsilon,ζ zeta,η eta,θ theta,ι iota,κ kappa,λ lambda,μ mu,µ mu,ν nu,ξ xi,' +
    'π pi,ρ rho,σ sigma,τ tau,υ upsilon,φ phi,χ chi,ψ psi,ω omega,Γ gamma,Δ delta,Θ theta,Λ lambda,Ξ xi,Π pi,' +
    'Σ sigma,Φ phi,Ψ psi,Ω omega'
  )
    .split(',')
    .map((entry): [string, string] => [entry.slice(0, 1), entry.slice(2)]),
);

/** A letter of Greek that stands alone names a quantity. */
export const greekLetter: Rule = ({ core }) => (Object.hasOwn(greek, core) ? { words: [greek[core]!] } : undefined);

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const exponent = /^[⁺⁻]?[⁰¹²³⁴-⁹]+$/u;

function power(text: string, { quantity }: Context): string[] {
  const plain = Array.from(text, (sign) =>
    sign === '⁻' ? '-' : superscripts.includes(sign) ? superscripts.indexOf(sign) : sign,
  ).join('');
  if (plain === '2') return ['squared'];
  if (plain === '3') return ['cubed'];
  return ['to', 'the', 'power', 'of', ...(number(plain.replace('⁺', '')) ?? operand(plain, quantity))];
}

/** A number, a measure, a variable or a word. */
function operand(text: string, quantity: Context['quantity']): readonly string[] {
  const known = quantity(text);
  if (known !== undefined) return known;
  const found = /^(\d[\d,.]*)?(\p{L}+)$/u.exec(text);
  if (found === null) {
    return (text.match(/\p{L}+|\d+/gu) ?? []).flatMap((part) => number(part) ?? wordOrLetters(part, false));
  }
  const [, factor, name] = found as unknown as [string, string | undefined, string];
  const isVariable = name.length === 1 || (name.length < 4 && /^[^aeiouyAEIOU]+$/u.test(name));
  const words = Object.hasOwn(greek, name) ? [greek[name]!] : isVariable ? lettersOf(name) : wordOrLetters(name, false);
  return [...(factor === undefined ? [] : (number(factor) ?? [])), ...words];
}

const signs = String.raw`<=|>=|!=|==|[-+−–×*·⋅÷/=<>≤≥≠≈±√~^→∞()]|[⁺⁻]?[⁰¹²³⁴-⁹]+`;
const splitter = new RegExp(`(${signs})`, 'u');
const formula =
  /[=×÷≠≤≥≈±√^⁰¹²³⁴-⁹⁻→⋅]|\d\*\d|^[<>~]=?[-−]?[\p{Sc}.]?\d|^[\p{L}\d.]{1,8}[<>+][\p{L}\d.]{1,8}$|\d\+\d|[\p{L}\d]−/u;
const mostCharacters = 64;

/** Terms and their signs in one token: `2+2=4`, `x≥7`, `<5%`, `6.02×10²³`. */
export const expression: Rule = ({ core }, context) => {
  if (core.length > mostCharacters || !formula.test(core) || /["@\\]|:\/\//u.test(core)) return undefined;
  const words: string[] = [];
  let raise = false;
  for (const part of core.split(splitter)) {
    if (part === '' || part === '(' || part === ')') continue;
    if (raise) words.push(...power(part, context));
    else if (exponent.test(part)) words.push(...power(part, context));
    else if (part !== '^') {
      words.push(...(Object.hasOwn(operators, part) ? operators[part]!.split(' ') : operand(part, context.quantity)));
    }
    raise = part === '^';
  }
  return words.length === 0 ? undefined : spoken(words);
};

/** `x = a/b` */
export const quotient: Rule = ({ core }, { before, after }) => {
  const found = /^(\p{L})\/(\p{L})$/u.exec(core);
  const isTerm = [before, after].some((word) => /^[-+*=<>]=?$/u.test(word?.text ?? ''));
  return found === null || !isTerm ? undefined : spoken([...lettersOf(found[1]!), 'over', ...lettersOf(found[2]!)]);
};

/** `1.5e10`. */
export const scientific: Rule = ({ core }) => {
  const found = /^([-−+]?\d+(?:\.\d+)?)[eE]([-−+]?)(\d{1,3})$/u.exec(core);
  if (found === null) return undefined;
  const minus = found[2] === '' || found[2] === '+' ? [] : ['minus'];
  return spoken([
    ...number(found[1]!)!,
    'times',
    'ten',
    'to',
    'the',
    'power',
    'of',
    ...minus,
    ...cardinal(Number(found[3])),
  ]);
};

/** `f(x)`, `−x`, and a grade with its sign: `A−`. */
export const functionOf: Rule = ({ text }, { before }) => {
  const negative = /^[-−]([a-z])[.,;]?$/u.exec(text);
  // Behind a word it is an option of a command.
  const isOption = /^[a-z]{2,}$/u.test(before?.text ?? '');
  if (negative !== null) return spoken([isOption ? 'dash' : 'minus', ...lettersOf(negative[1]!)]);
  const grade = /^([A-F])[-−][.,;!?]?$/u.exec(text);
  if (grade !== null) return spoken([grade[1]!, 'minus']);
  const found = /^(\p{L})\((\p{L}|\d{1,3})\)?[.,;]?$/u.exec(text);
  return found === null
    ? undefined
    : spoken([...lettersOf(found[1]!), 'of', ...(number(found[2]!) ?? lettersOf(found[2]!))]);
};
