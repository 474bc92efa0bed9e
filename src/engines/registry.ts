/** Every engine there is. A new engine adds its folder and its line here. */
import type { EngineDescriptor, EngineId } from './adapter.ts';
import { espeak } from './espeak/index.ts';
import { flite } from './flite/index.ts';

/** In order of preference. */
export const allEngines: readonly EngineDescriptor[] = [flite, espeak];

/**
 * The engines of these ids, in their order.
 * @param engines those there are; {@link allEngines} when absent
 * @throws {RangeError} for an id that no engine has
 */
export function enginesById(
  ids: readonly EngineId[],
  engines: readonly EngineDescriptor[] = allEngines,
): EngineDescriptor[] {
  return ids.map((id) => {
    const found = engines.find((engine) => engine.id === id);
    if (found === undefined) {
      throw new RangeError(`There is no engine ${id}; there are ${engines.map((engine) => engine.id).join(', ')}`);
    }
    return found;
  });
}

/** The engine that others ask how words are said, and by which they find when words are heard. */
export function referenceEngine(engines: readonly EngineDescriptor[] = allEngines): EngineDescriptor | undefined {
  return engines.find(({ capabilities }) => capabilities.reference === true);
}
