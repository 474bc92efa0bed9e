/** How sherpa-onnx is told to run an installed model. */
import path from 'node:path';
import type { VoiceManifest } from './manifest.ts';
import type { SherpaConfig } from './protocol.ts';

/** Zero means "as you like" to the library; this is as good as none. */
const noNoise = 1e-30;

/**
 * @param folder of the model, absolute
 * @param threads that compute one run
 */
export function sherpaConfig(manifest: VoiceManifest, folder: string, threads = 1): SherpaConfig {
  // One task is one segment: whole at once where it is packed, and sentence by sentence otherwise.
  const common = { maxNumSentences: 1, silenceScale: 1 };
  const runtime = { numThreads: threads, provider: 'cpu', debug: false };
  if (manifest.direct !== undefined) {
    const { noiseScale, noiseScaleW } = manifest.direct;
    const vits = {
      model: path.join(folder, 'model.onnx'),
      tokens: path.join(folder, 'tokens.txt'),
      noiseScale: noiseScale || noNoise,
      noiseScaleW: noiseScaleW || noNoise,
      // The library takes this one only where the speed is 1: the speed carries it always.
      lengthScale: 1,
    };
    return { model: { vits, ...runtime }, ...common };
  }
  const { files, ruleFsts } = manifest.native!;
  const absolute = (list: string): string =>
    list
      .split(',')
      .map((name) => path.join(folder, name))
      .join(',');
  const options = Object.fromEntries(Object.entries(files).map(([option, list]) => [option, absolute(list)]));
  return {
    model: { [manifest.family]: options, ...runtime },
    ...common,
    ...(ruleFsts !== undefined && { ruleFsts: absolute(ruleFsts) }),
  };
}
