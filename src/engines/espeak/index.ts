import type { Engine } from '../adapter.ts';
import type { BindingOptions } from './binding.ts';

export { capabilities } from './capabilities.ts';
export { defaultVoices, languages, variants, voiceFiles, type VoiceFile } from './voices.ts';

/** @throws {Error} when the package is not installed or does not start */
export async function load(options: BindingOptions = {}): Promise<Engine> {
  const { EspeakEngine } = await import('./engine.ts');
  return EspeakEngine.load(options);
}
