import type { EngineDescriptor } from '../engines/adapter.ts';
import { allEngines } from '../engines/registry.ts';
import { readEngines } from '../server/engines.ts';
import { engineIds } from '../server/settings/kinds.ts';
import { describeError, usageError } from './errors.ts';

/** How long an upstream may take to its first audio, as the server's settings have it by default. */
const upstreamFirstByteMs = 8000;

/**
 * The engines that may speak, in order of preference: those that a server with this environment would have, installed models and
 * upstreams among them. Read here without the other settings, whose module loads the whole server. What cannot be used is said
 * on standard error.
 * @throws {CommandError} for settings that cannot be used
 */
export async function enginesFrom(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<readonly EngineDescriptor[]> {
  const given = environment.SONORANT_ENGINES?.trim() ?? '';
  const wanted = given === '' ? undefined : engineIds.parse(given);
  if (given !== '' && wanted === undefined) throw usageError(`SONORANT_ENGINES: allowed is ${engineIds.allowed}`);
  const dataDir = environment.SONORANT_DATA_DIR?.trim();
  const settings = {
    upstreamFirstByteMs,
    dataDir: dataDir === undefined || dataDir === '' ? './data' : dataDir,
    engines: wanted,
    upstreams: environment.SONORANT_UPSTREAMS,
  };
  const { engines, problems } = await readEngines(settings, allEngines).catch((error: unknown) => {
    throw usageError(describeError(error));
  });
  for (const { engine, reason } of problems) console.error(`sonorant: the engine ${engine} is left out: ${reason}`);
  return engines;
}
