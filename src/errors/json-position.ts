/**
 * Where a text stops being JSON. The runtime says so for some mistakes only, and shows a part of the text, in which a secret may
 * stand: only the place and what is expected there are told.
 */
import { ServiceError } from './service-error.ts';

/** What is wrong, and where: offset in UTF-16 units. */
export interface JsonProblem {
  readonly offset: number;
  readonly problem: string;
}

/** White space and the next token (RFC 8259): a string, a number, a word or one sign. */
const token =
  /[ \t\n\r]*(?:("[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})[ !#-[\]-\uffff]*)*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-]))|(true|false|null)(?!\w)|([[\]{},:])|)/y;

type Expected = 'value' | 'value or ]' | 'name or }' | 'name' | ':' | ', or ]' | ', or }' | 'end';

/** What may come after a value in each kind of nest. */
const afterValue: Readonly<Record<string, Expected>> = { '{': ', or }', '[': ', or ]' };

/** Every text that is expected, in words. */
const words: Readonly<Record<Expected, string>> = {
  value: 'a value',
  'value or ]': 'a value or "]"',
  'name or }': 'a name in double quotes or "}"',
  name: 'a name in double quotes',
  ':': '":"',
  ', or ]': '"," or "]"',
  ', or }': '"," or "}"',
  end: 'nothing more',
};

/** The first place at which the text is no JSON; undefined when it is. */
export function jsonProblem(text: string): JsonProblem | undefined {
  const nests: string[] = [];
  let expected: Expected = 'value';
  for (token.lastIndex = 0; ;) {
    const [whole, string, number, word, sign] = token.exec(text)!;
    const isValue = string !== undefined || number !== undefined || word !== undefined;
    const next: Expected | undefined = isValue
      ? afterScalar(expected, string !== undefined, nests)
      : afterSign(expected, sign, nests);
    if (next === undefined) {
      const offset = token.lastIndex - whole.trimStart().length;
      if (expected === 'end' && offset === text.length) return undefined;
      return { offset, problem: problemAt(text, offset, expected) };
    }
    expected = next;
  }
}

function afterScalar(expected: Expected, isString: boolean, nests: readonly string[]): Expected | undefined {
  if (expected.startsWith('value')) return afterValue[nests.at(-1) ?? ''] ?? 'end';
  return expected.startsWith('name') && isString ? ':' : undefined;
}

/** Enters and leaves nests. @returns undefined for a sign that may not stand here, or none */
function afterSign(expected: Expected, sign: string | undefined, nests: string[]): Expected | undefined {
  if (sign === undefined) return undefined;
  if ((sign === '{' || sign === '[') && expected.startsWith('value')) {
    nests.push(sign);
    return sign === '{' ? 'name or }' : 'value or ]';
  }
  if ((sign === '}' || sign === ']') && expected.endsWith(sign)) {
    nests.pop();
    return afterValue[nests.at(-1) ?? ''] ?? 'end';
  }
  if (sign === ':' && expected === ':') return 'value';
  if (sign !== ',' || !expected.startsWith(',')) return undefined;
  return nests.at(-1) === '{' ? 'name' : 'value';
}

function problemAt(text: string, offset: number, expected: Expected): string {
  const before = text.slice(0, offset).trimEnd().at(-1);
  const here = text[offset];
  if (here === undefined) return `it ends where ${words[expected]} is expected`;
  if (here === "'") return 'strings stand in double quotes, not in single ones';
  if (here === '"') {
    return `a string is not closed or holds a line break, a control character or a wrong escape`;
  }
  if (before === ',' && (here === '}' || here === ']')) return `a comma stands before "${here}"`;
  return `expected ${words[expected]}`;
}

/** `line 3, column 7: …` of a text that is no JSON; undefined when it is. Lines and columns begin with 1. */
export function describeJsonProblem(text: string): string | undefined {
  const found = jsonProblem(text);
  if (found === undefined) return undefined;
  const before = text.slice(0, found.offset);
  const line = before.split('\n').length;
  const column = found.offset - before.lastIndexOf('\n');
  return `line ${line}, column ${column}: ${found.problem}`;
}

/** A message of a socket as JSON. @throws {ServiceError} `invalid_json` that says where it is none */
export function parseMessage(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const problem = describeJsonProblem(text) ?? 'it cannot be read';
    throw new ServiceError('invalid_json', `The message is not JSON: ${problem}.`, { cause });
  }
}
