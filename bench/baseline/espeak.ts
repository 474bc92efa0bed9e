import loadPackage from '@echogarden/espeak-ng-emscripten';
import { loadScript } from '../../src/engines/espeak/script.ts';
import { dataFolder, variantFolder } from '../../src/engines/espeak/binding.ts';
import { writtenVariants } from '../../src/engines/espeak/variants.ts';
import { engineRates } from '../speech/requests.ts';
import type { BareEngine, KeepSamples } from './engine.ts';

/**
 * eSpeak NG by the shortest way through its package: the voice is set once, each sentence is one call with one callback
 * that copies the samples out. No snapshot is restored, no event is read, nothing is encoded. (The package's own
 * `synthesize` also makes an object of every event and a callback of its own for each call, which costs time that no
 * audio needs; the ratio would flatter us.)
 * @param voice a language file and a variant, one of the package's or one of ours: `gmw/en-US+masculine1`
 * @param keep given the samples; without it they are dropped
 * @param asServed with functions as WebAssembly that the package has as JavaScript, as the server's engine does
 */
export async function loadEspeak(voice: string, keep?: KeepSamples, asServed = false): Promise<BareEngine> {
  const silent = (): void => undefined;
  const module = await (asServed ? loadScript : loadPackage)({ print: silent, printErr: silent });
  for (const [name, text] of Object.entries(writtenVariants)) {
    module.FS.writeFile(`${dataFolder}/${variantFolder}/${name}`, text);
  }
  const worker = new module.eSpeakNGWorker();
  if (worker.set_voice(voice) !== 0) throw new Error(`eSpeak has no voice ${voice}`);
  let samples = 0;
  let heard: (() => void) | undefined;
  const callback = module.addFunction((pcm, count) => {
    if (count > 0 && samples === 0) heard?.();
    if (count > 0) {
      const copy = module.HEAP16.slice(pcm >> 1, (pcm >> 1) + count);
      samples += copy.length;
      keep?.(copy);
    }
    return 0;
  }, 'iiii');
  return (sentence, onAudio) => {
    samples = 0;
    heard = onAudio;
    const bytes = new TextEncoder().encode(`${sentence}\0`);
    const address = module._malloc(bytes.length);
    module.HEAPU8.set(bytes, address);
    worker.synth_(address, callback);
    module._free(address);
    return samples / engineRates.espeak;
  };
}
