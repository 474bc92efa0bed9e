/** Every engine by its id. A new engine adds its folder and its line here. */
import type { Engine, EngineCapabilities, EngineId, EngineModule } from './adapter.ts';
import * as espeak from './espeak/index.ts';
import * as flite from './flite/index.ts';

const modules: Readonly<Record<EngineId, EngineModule>> = { espeak, flite };

export function capabilitiesOf(id: EngineId): EngineCapabilities {
  return modules[id].capabilities;
}

/** @throws {Error} when the engine's package is not installed or does not start */
export function loadEngine(id: EngineId): Promise<Engine> {
  return modules[id].load();
}
