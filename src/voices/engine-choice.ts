/** Which engine speaks: by language, by order of preference, by the voice it has to keep. */
import type { EngineDescriptor, EngineVoice, VoiceTarget } from '../engines/adapter.ts';
import { allEngines } from '../engines/registry.ts';
import type { Language } from './languages.ts';

/** The engine of a voice, loaded or not; undefined for one that this version does not have. */
export function engineOf(
  { engine }: Pick<EngineVoice, 'engine'>,
  engines: readonly EngineDescriptor[],
): EngineDescriptor | undefined {
  return [...engines, ...allEngines].find(({ id }) => id === engine);
}

/** The engines that speak a language, in the same order. */
export function enginesSpeaking(language: Language, engines: readonly EngineDescriptor[]): EngineDescriptor[] {
  return engines.filter(({ capabilities }) => capabilities.languages.includes(language));
}

/** Whether its voices can take another accent than their own. */
export function takesAccents(engine: EngineDescriptor): boolean {
  return engine.voices().some(({ otherAccents = [] }) => otherAccents.length > 0);
}

/**
 * What the first engine that can makes of a target.
 * @param engines in order of preference
 * @param base a voice whose engine goes first, if it is among them, and which keeps its timbre there
 */
export function castFirst(
  engines: readonly EngineDescriptor[],
  target: Omit<VoiceTarget, 'base'>,
  base?: EngineVoice,
): EngineVoice | undefined {
  const own = engines.find(({ id }) => id === base?.engine);
  const others = engines.filter((engine) => engine !== own);
  for (const engine of own === undefined ? others : [own, ...others]) {
    const speaker = engine.cast(engine === own ? { ...target, base } : target);
    if (speaker !== undefined) return speaker;
  }
  return undefined;
}
