/** What the engines' packages say when nothing of ours stands between: their own reading of the text, their own samples. */
import { loadEspeak } from '../../bench/baseline/espeak.ts';
import { loadFlite } from '../../bench/baseline/flite.ts';
import { engineRates } from '../../bench/speech/requests.ts';
import { voiceFileFor } from '../../src/engines/espeak/language-files.ts';
import { writtenVariants } from '../../src/engines/espeak/variants.ts';
import type { EngineVoice } from '../../src/engines/adapter.ts';
import type { Utterance } from '../../bench/pocketsphinx.ts';
import { joinIntegers } from '../../src/audio/samples.ts';

/**
 * Speaks each text in one call.
 * @param language ISO 639-1
 * @throws {Error} for a voice of an engine that has no package here
 */
export async function speakBare(voice: EngineVoice, language: string, texts: readonly string[]): Promise<Utterance[]> {
  let parts: Int16Array[] = [];
  const keep = (samples: Int16Array): void => void parts.push(samples);
  const { engine } = voice;
  if (engine !== 'espeak' && engine !== 'flite') throw new Error(`${engine} has no package of its own here`);
  const speak =
    engine === 'flite' ? await loadFlite(voice.name, keep) : await loadEspeak(espeakName(voice, language), keep);
  return texts.map((text) => {
    parts = [];
    speak(text);
    return { text, samples: joinIntegers(parts), sampleRate: engineRates[engine] };
  });
}

/** The plain voice in place of a variant that is written here and that the package does not have. */
function espeakName({ name, variant }: EngineVoice, language: string): string {
  const { file } = voiceFileFor(name, language);
  const isPackaged = variant !== undefined && !Object.hasOwn(writtenVariants, variant);
  return isPackaged ? `${file}+${variant}` : file;
}
