/**
 * Functions that `wasm2js` (Binaryen) has written as JavaScript, as WebAssembly again: integers of 32 bits and doubles, views of one
 * memory, blocks, loops and calls are all that it writes. They do the same to the bit, but where the program that `wasm2js` was given
 * would end or do something else itself: at numbers of several bytes that lie beyond the memory or not at a multiple of their size, at
 * −2³¹ divided by −1, and at doubles from 2³¹ on that become integers. What is not known here is refused.
 */
import { parseExpressionAt, type FunctionExpression, type Node } from 'acorn';
import { compileModule, unsignedNumber, type WasmSignature } from '../../../audio/wasm-code.ts';
import type { WasmModule } from '../../../audio/webassembly.ts';
import { views, type Called, type Names, type View } from './instructions.ts';
import { translateFunction } from './statements.ts';

export interface Translation {
  /** Exports `entry`. */
  readonly module: WasmModule;
  /** What the module takes from `host` beside the memory: expressions of the script, by their names there. */
  readonly imports: ReadonlyMap<string, string>;
}

export interface TranslationOptions {
  /** The function that is exported, and those that are translated with it; the script calls its own of these. */
  readonly entry: string;
  readonly helpers: readonly string[];
  /** Functions of the script that take and give doubles; all others take and give integers. */
  readonly ofDoubles: readonly string[];
  /** Variables in which a helper leaves something beside its result. No other function that is called may. */
  readonly registers: readonly string[];
}

const [call, getGlobal, setGlobal] = [0x10, 0x23, 0x24] as const;

/** @throws {Error} where it is not there once */
function functionAt(script: string, name: string): FunctionExpression {
  const start = script.indexOf(`function ${name}(`);
  if (start < 0 || script.includes(`function ${name}(`, start + 1)) {
    throw new Error(`The script does not have one function ${name}.`);
  }
  return parseExpressionAt(script, start, { ecmaVersion: 2022 }) as Node as FunctionExpression;
}

function isView(type: string): type is View {
  return type in views;
}

/** The views of the memory and the functions of `Math`, as the script names them. */
function namesIn(script: string): Pick<Names, 'views' | 'math'> {
  const math = script.matchAll(/\bvar ([\w$]+)=Math\.(\w+);/g);
  const arrays = script.matchAll(/\bvar ([\w$]+)=new (\w+Array)\(F\);/g);
  return {
    math: new Map([...math].map((match): [string, string] => [match[1]!, match[2]!])),
    views: new Map(
      [...arrays].flatMap((match): [string, View][] => (isView(match[2]!) ? [[match[1]!, match[2]]] : [])),
    ),
  };
}

/** What is called and read of the script. */
class Imports {
  readonly signatures: (WasmSignature & { readonly name: string })[] = [];
  readonly expressions = new Map<string, string>();

  take(name: string, expression: string, signature: WasmSignature): Called {
    if (!this.expressions.has(name)) this.signatures.push({ name, ...signature });
    this.expressions.set(name, expression);
    return { ...signature, call: [call, ...unsignedNumber(this.signatures.findIndex((each) => each.name === name))] };
  }
}

/**
 * @param script what `wasm2js` wrote, with what stands around it
 * @throws {Error} where a function is not as `wasm2js` writes it
 */
export function translate(script: string, { entry, helpers, ofDoubles, registers }: TranslationOptions): Translation {
  const own = [entry, ...helpers].map((name) => ({ name, node: functionAt(script, name), call: [] as number[] }));
  const imports = new Imports();
  const integers = (length: number) => Array.from({ length }, () => 'integer' as const);
  const names: Names = {
    ...namesIn(script),
    called: (name, count) => {
      const found = own.find((each) => each.name === name);
      if (found !== undefined) return { parameters: integers(count), result: 'integer', call: found.call };
      const type = ofDoubles.includes(name) ? 'double' : 'integer';
      return imports.take(name, name, { parameters: integers(count).map(() => type), result: type });
    },
    calledByNumber: (table, count) => {
      const given = integers(count).map((_, index) => `x${index}`);
      const expression = `(n,${given.join()})=>${table}[n](${given.join()})`;
      return imports.take(`${table} ${count}`, expression, { parameters: integers(count + 1), result: 'integer' });
    },
    variable: (name) => {
      const register = unsignedNumber(registers.indexOf(name));
      if (registers.includes(name)) return { read: [getGlobal, ...register], write: [setGlobal, ...register] };
      const read = imports.take(`get ${name}`, `()=>${name}`, { parameters: [], result: 'integer' });
      const write = imports.take(`set ${name}`, `(x)=>{${name}=x}`, { parameters: ['integer'] });
      return { read: read.call, write: write.call };
    },
  };
  const functions = own.map(({ name, node }) => ({
    ...translateFunction(node, names),
    ...(name === entry && { exportedAs: name }),
  }));
  // Imports have the first numbers, and how many there are is known now.
  own.forEach((each, index) => each.call.push(call, ...unsignedNumber(imports.signatures.length + index)));
  return {
    module: compileModule({ imports: imports.signatures, functions, globals: registers.length }),
    imports: imports.expressions,
  };
}
