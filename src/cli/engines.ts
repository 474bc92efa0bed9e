import type { EngineDescriptor } from '../engines/adapter.ts';
import { allEngines } from '../engines/registry.ts';
import { usageError } from './errors.ts';

/**
 * The engines that may speak, in order of preference, by `SONORANT_ENGINES` as the server reads it. Read here without the
 * other settings, whose module loads the whole server.
 * @throws {CommandError} for anything but a list of engines, each at most once
 */
export function enginesFrom(environment: Readonly<Record<string, string | undefined>>): readonly EngineDescriptor[] {
  const given = environment.SONORANT_ENGINES?.trim() ?? '';
  if (given === '') return allEngines;
  const names = given.split(',').map((name) => name.trim().toLowerCase());
  const engines = names.flatMap((name) => allEngines.filter(({ id }) => id === name));
  if (engines.length !== names.length || new Set(engines).size !== engines.length) {
    const ids = allEngines.map(({ id }) => id).join(', ');
    throw usageError(`SONORANT_ENGINES: allowed is a list with commas of ${ids}, each at most once`);
  }
  return engines;
}
