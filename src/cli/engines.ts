import type { EngineId } from '../engines/adapter.ts';
import { engineIds } from '../engines/registry.ts';
import { usageError } from './errors.ts';

/**
 * The engines that may speak, in order of preference, by `SONORANT_ENGINES` as the server reads it. Read here without the
 * other settings, whose module loads the whole server.
 * @throws {CommandError} for anything but a list of engines, each at most once
 */
export function enginesFrom(environment: Readonly<Record<string, string | undefined>>): readonly EngineId[] {
  const given = environment.SONORANT_ENGINES?.trim() ?? '';
  if (given === '') return engineIds;
  const names = given.split(',').map((name) => name.trim().toLowerCase());
  const engines = names.flatMap((name) => engineIds.filter((id) => id === name));
  if (engines.length !== names.length || new Set(engines).size !== engines.length) {
    throw usageError(`SONORANT_ENGINES: allowed is a list with commas of ${engineIds.join(', ')}, each at most once`);
  }
  return engines;
}
