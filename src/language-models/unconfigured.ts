import { LanguageModelError, type LanguageModelDescriptor, type LanguageModelId } from './adapter.ts';

/** A model that the operator has named without an address: configurations keep it, and conversations with it say what is missing. */
export function unconfiguredModel(id: LanguageModelId): LanguageModelDescriptor {
  return {
    id,
    displayName: id === 'default' ? 'Default' : id,
    provider: 'operator',
    description: 'A name that the operator of this server has listed without an address: it cannot answer here.',
    capabilities: { tools: true, deterministic: false, prose: true, phrases: false },
    check: () => [],
    phrases: () => [],
    slots: () => [],
    open: () => ({
      generate() {
        const error = new LanguageModelError(
          'not_configured',
          `the model ${id} is not configured: SONORANT_AGENT_MODELS names it without a "url"`,
        );
        return { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(error) }) };
      },
      close: () => Promise.resolve(),
    }),
  };
}
