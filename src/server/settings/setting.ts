/** A setting as data: how its text is read, what it means, its default. */
import type { Kind } from './kinds.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Setting<T> {
  readonly kind: Kind<Exclude<T, undefined>>;
  readonly meaning: string;
  /** The default as the documentation shows it. */
  readonly shown: string;
  /** The value when the environment has none. */
  readonly fallback: (environment: Environment) => T;
}

/** @param value the default as it would be written in the environment */
export function preset<T extends string | number | boolean | readonly string[]>(
  kind: Kind<T>,
  value: string,
  meaning: string,
): Setting<T> {
  return { kind: kind as Kind<Exclude<T, undefined>>, meaning, shown: value, fallback: () => kind.parse(value)! };
}

export function optional<T>(kind: Kind<T>, shown: string, meaning: string): Setting<T | undefined> {
  return {
    kind: kind as Kind<Exclude<T, undefined>>,
    meaning,
    shown,
    fallback: () => undefined,
  };
}

/** Settings that cannot be used, each on a line that names it and says what is allowed. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** What the name of every variable begins with. */
export const variablePrefix = 'SONORANT_';

/** `maxContexts` → `SONORANT_MAX_CONTEXTS` */
export function variableOf(name: string): string {
  return variablePrefix + name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}

/**
 * The value of a setting; an empty variable counts as absent.
 * @throws {ConfigError} that names the variable and what is allowed, never the value
 */
export function read<T>(name: string, setting: Setting<T>, environment: Environment): T {
  const variable = variableOf(name);
  const given = environment[variable]?.trim() ?? '';
  if (given === '') return setting.fallback(environment);
  const value = setting.kind.parse(given);
  if (value === undefined) throw new ConfigError(`${variable}: allowed is ${setting.kind.allowed}`);
  return value;
}
