import type { EngineDescriptor } from '../engines/adapter.ts';
import { allEngines } from '../engines/registry.ts';
import { readEngines } from '../server/engines.ts';
import { engineIds, milliseconds, type Kind } from '../server/settings/kinds.ts';
import { describeError, usageError } from './errors.ts';

/** How long an upstream may take to its first audio where no setting says it: that of the server. */
const upstreamFirstByteMs = 8000;

/** A setting of the environment; undefined where it is not set. @throws {CommandError} for a value that is not allowed */
export function settingOf<T>(
  environment: Readonly<Record<string, string | undefined>>,
  name: `SONORANT_${string}`,
  kind: Kind<T>,
): T | undefined {
  const given = environment[name]?.trim() ?? '';
  const value = given === '' ? undefined : kind.parse(given);
  if (given !== '' && value === undefined) throw usageError(`${name}: allowed is ${kind.allowed}`);
  return value;
}

/**
 * The engines that may speak, in order of preference: those that a server with this environment would have, installed models and
 * upstreams among them. Read here without the other settings, whose module loads the whole server. What cannot be used is said
 * on standard error.
 * @throws {CommandError} for settings that cannot be used
 */
export async function enginesFrom(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<readonly EngineDescriptor[]> {
  const dataDir = environment.SONORANT_DATA_DIR?.trim();
  const settings = {
    upstreamFirstByteMs: settingOf(environment, 'SONORANT_UPSTREAM_FIRST_BYTE_MS', milliseconds) ?? upstreamFirstByteMs,
    dataDir: dataDir === undefined || dataDir === '' ? './data' : dataDir,
    engines: settingOf(environment, 'SONORANT_ENGINES', engineIds),
    upstreams: environment.SONORANT_UPSTREAMS,
  };
  const { engines, problems } = await readEngines(settings, allEngines).catch((error: unknown) => {
    throw usageError(describeError(error));
  });
  for (const { engine, reason } of problems) console.error(`sonorant: the engine ${engine} is left out: ${reason}`);
  return engines;
}
