/**
 * The script of eSpeak's package, the functions in which its time goes as WebAssembly: `wasm2js`, which wrote it, knows no 64-bit
 * integers and reads memory through arrays that are checked at each step. The samples are the same to the bit. What it gains: decision 1.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { compileFunction } from 'node:vm';
import type loadPackage from '@echogarden/espeak-ng-emscripten';
import { webAssembly, type WasmMemory } from '../../audio/webassembly.ts';
import { translate } from './wasm2js/translate.ts';

type Load = typeof loadPackage;

/** A part of the script, from the first text to the second with both. */
interface Passage {
  readonly from: string;
  readonly to: string;
  readonly by: string;
}

/** Of the memory that the script begins with, in pages of 64 KiB; it grows to 2 GiB. */
const memoryPages = { initial: 261, maximum: 32_768 };

const passages: readonly Passage[] = [
  // The memory, so that WebAssembly works on it.
  { from: 'new ArrayBuffer(17104896)', to: ';', by: 'memory.buffer;' },
  { from: 'var za=new ArrayBuffer(', to: 'Aa.set(G);', by: 'memory.grow(Ca);var za=memory.buffer;' },
  // The remainder of the 64-bit number (b, a), below 2⁶², by 2³¹ − 1, which makes the noise of breathy voices: once for each
  // sample. Seeds below 4,179,000,000 keep it below 2⁶²: the first is the clock in seconds, which is stopped at 0, the others are
  // below 2³¹.
  {
    from: 'function Fg(a,b){',
    to: 'return sa}',
    by: 'function Fg(a,b){a=(a&2147483647)+(b<<1|a>>>31)|0;b=(a&2147483647)+(a>>>31)|0;ua=0;return (b|0)==2147483647?0:b}',
  },
  // A function has neither imports nor exports.
  { from: 'const{createRequire}=await import("module")', to: ';', by: '' },
  { from: 'export default Module', to: ';', by: 'return Module;' },
];

/** @throws {Error} where the passage is not there once */
function replaced(script: string, { from, to, by }: Passage): string {
  const at = script.indexOf(from);
  const end = script.indexOf(to, at + from.length);
  if (at < 0 || end < 0 || script.includes(from, at + 1)) {
    throw new Error(
      `The script of eSpeak's package is not the one that is known here: "${from}" does not stand in it once.`,
    );
  }
  return script.slice(0, at) + by + script.slice(end + to.length);
}

/** The function that makes the samples (`WavegenFill` in `wavegen.c`) and what it calls most. */
const synthesis = { entry: 'Nc', helpers: ['Pe', 'Dg', 'Fg'], ofDoubles: ['Ta', 'Ua'], registers: ['ua'] } as const;

/** What the script's text is the body of. */
type Script = (
  url: string,
  require: typeof createRequire,
  memory: WasmMemory,
  link: (imports: object) => unknown,
) => Load;

let compiled: Promise<() => Load> | undefined;

async function compileScript(): Promise<() => Load> {
  const url = import.meta.resolve('@echogarden/espeak-ng-emscripten');
  const text = passages.reduce(replaced, await readFile(new URL(url), 'utf8'));
  const { module, imports } = translate(text, synthesis);
  const expressions = [...imports].map(([name, expression]) => `${JSON.stringify(name)}:${expression}`);
  const linking: readonly Passage[] = [
    {
      from: `function ${synthesis.entry}(a,b){`,
      to: '',
      by: `function ${synthesis.entry}(a,b){return synthesize(a,b);`,
    },
    { from: 'return{u:', to: '', by: `var synthesize=link({${expressions.join()}});return{u:` },
  ];
  const run = compileFunction(
    linking.reduce(replaced, text).replaceAll('import.meta.url', 'url'),
    ['url', 'createRequire', 'memory', 'link'],
    { filename: fileURLToPath(url) },
  ) as Script;
  return () => {
    const memory = new webAssembly.Memory(memoryPages);
    const link = (given: object): unknown =>
      new webAssembly.Instance(module, { host: { memory, ...given } }).exports[synthesis.entry];
    return run(url, createRequire, memory, link);
  };
}

/** What the package's own function of this name does, quicker. */
export const loadScript: Load = async (options) => {
  compiled ??= compileScript();
  return (await compiled)()(options);
};
