/**
 * The script of eSpeak's package, some of its passages in code of our own that does the same to the bit: `wasm2js`, which wrote it,
 * knows no 64-bit integers and reads memory through arrays that are checked at each step. What it gains: decision 1.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { compileFunction } from 'node:vm';
import type loadPackage from '@echogarden/espeak-ng-emscripten';
import { webAssembly, type WasmMemory } from '../../audio/webassembly.ts';
import { harmonicsKernel, type SumHarmonics } from './harmonics-kernel.ts';

type Load = typeof loadPackage;

/** A part of the script, from the first text to the second with both. */
interface Passage {
  readonly from: string;
  readonly to: string;
  readonly by: string;
}

/** Of the memory that the script begins with, in pages of 64 KiB; it grows to 2 GiB. */
const memoryPages = { initial: 261, maximum: 32_768 };
/** Address of the sines of a turn. */
const sines = 106_304;

const passages: readonly Passage[] = [
  // The memory, so that WebAssembly works on it.
  { from: 'new ArrayBuffer(17104896)', to: ';', by: 'memory.buffer;' },
  { from: 'var za=new ArrayBuffer(', to: 'Aa.set(G);', by: 'memory.grow(Ca);var za=memory.buffer;' },
  // The harmonics of a sample: b is the phase of the first, a what they are added to.
  {
    from: 'c=1;d=I[56797];if((d|0)<=0){f=b}else{',
    to: 'if((d|0)>=(c|0)){continue}break}}',
    by: `h=I[52886];a=sumHarmonics(b,h,h+(I[56797]<<2)|0,h+(I[56795]<<2)|0,a);`,
  },
  // The remainder of the 64-bit number (b, a), below 2⁶², by 2³¹ − 1, which makes the noise of breathy voices: once for each
  // sample. Seeds below 4,179,000,000 keep it below 2⁶²: the first is the clock in seconds, which is stopped at 0, the others are
  // below 2³¹.
  {
    from: 'function Fg(a,b){',
    to: 'return sa}',
    by: 'function Fg(a,b){a=(a&2147483647)+(b<<1|a>>>31);b=(a&2147483647)+(a>=2147483648?1:0);ua=0;return b==2147483647?0:b}',
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

/** What the script's text is the body of. */
type Script = (url: string, require: typeof createRequire, memory: WasmMemory, sumHarmonics: SumHarmonics) => Load;

let compiled: Promise<() => Load> | undefined;

async function compileScript(): Promise<() => Load> {
  const url = import.meta.resolve('@echogarden/espeak-ng-emscripten');
  const script = passages.reduce(replaced, await readFile(new URL(url), 'utf8'));
  const run = compileFunction(
    script.replaceAll('import.meta.url', 'url'),
    ['url', 'createRequire', 'memory', 'sumHarmonics'],
    { filename: fileURLToPath(url) },
  ) as Script;
  return () => {
    const memory = new webAssembly.Memory(memoryPages);
    return run(url, createRequire, memory, harmonicsKernel(memory, sines));
  };
}

/** What the package's own function of this name does, quicker. */
export const loadScript: Load = async (options) => {
  compiled ??= compileScript();
  return (await compiled)()(options);
};
