/**
 * Every setting of the server, as data: from one entry come the environment variable, the default, the check and the
 * documentation. `maxContexts` here is `SONORANT_MAX_CONTEXTS` in the environment.
 */
import { connections } from './settings/connections.ts';
import { operation } from './settings/operation.ts';
import { organizations } from './settings/organizations.ts';
import { removed } from './settings/removed.ts';
import { requests } from './settings/requests.ts';
import { server } from './settings/server.ts';
import { ConfigError, read, variableOf, variablePrefix, type Environment, type Setting } from './settings/setting.ts';
import { storage } from './settings/storage.ts';

export { ConfigError, variableOf, type Environment } from './settings/setting.ts';

/** By their titles in the documentation, in its order. */
const groups = {
  Server: server,
  'Keys and storage': storage,
  'Limits of an address and of a connection': connections,
  'Limits of a request': requests,
  'Limits of an organization and of a socket': organizations,
  Operation: operation,
} as const;

type Groups = typeof groups;
type Flatten<U> = (U extends unknown ? (u: U) => void : never) extends (i: infer I) => void ? I : never;
type Settings = Flatten<Groups[keyof Groups]>;
type Value<S> = S extends { readonly fallback: (...args: never[]) => infer T } ? T : never;

/** Every setting by its name in camel case. */
export type Config = { readonly [K in keyof Settings]: Value<Settings[K]> };

const entries: readonly (readonly [string, Setting<unknown>])[] = Object.values(groups).flatMap((group) =>
  Object.entries<Setting<unknown>>(group),
);

/**
 * Reads the settings. An empty variable counts as absent.
 * @throws {ConfigError} that names every setting that cannot be used; it never repeats a value, which may be a secret
 */
export function loadConfig(environment: Environment): Config {
  const problems: string[] = [];
  const values = entries.map(([name, setting]) => {
    try {
      return [name, read(name, setting, environment)];
    } catch (error) {
      problems.push((error as Error).message);
      return [name, undefined];
    }
  });
  const config = Object.fromEntries(values) as Config;
  if (problems.length === 0) problems.push(...contradictions(config));
  if (problems.length > 0) throw new ConfigError([...new Set(problems)].join('\n'));
  return config;
}

function contradictions({ tlsPort, tlsCert, tlsKey, port, apiKey, adminKey }: Config): string[] {
  const problems = [];
  const tls = [tlsPort, tlsCert, tlsKey].filter((value) => value !== undefined).length;
  if (tls !== 0 && tls !== 3) {
    problems.push('SONORANT_TLS_PORT, SONORANT_TLS_CERT and SONORANT_TLS_KEY are set together or not at all');
  }
  if (tlsPort !== undefined && tlsPort !== 0 && tlsPort === port) {
    problems.push('SONORANT_TLS_PORT must differ from SONORANT_PORT');
  }
  if (apiKey !== undefined && apiKey === adminKey) {
    problems.push('SONORANT_ADMIN_KEY must differ from SONORANT_API_KEY');
  }
  return problems;
}

/** Variables of the environment that look like settings and are none: misspelt or removed ones, worth a warning. */
export function unknownSettings(environment: Environment): readonly string[] {
  const known = new Set(entries.map(([name]) => variableOf(name)));
  return Object.keys(environment).filter((variable) => variable.startsWith(variablePrefix) && !known.has(variable));
}

const removedVariables = new Map(Object.entries(removed).map(([name, value]) => [variableOf(name), value]));

/** What holds now in place of a setting that was removed; undefined for a name that never was one. */
export function valueOfRemoved(variable: string): string | undefined {
  return removedVariables.get(variable);
}

/** The documentation of all settings as Markdown: a table for each group, and one of those that were removed. */
export function renderSettings(): string {
  const cell = (content: string): string => content.replaceAll('|', '\\|');
  const sections = Object.entries(groups).map(([title, settings]) => {
    const rows = Object.entries<Setting<unknown>>(settings).map(
      ([name, { shown, kind, meaning }]) =>
        `| \`${variableOf(name)}\` | ${cell(shown)} | ${cell(kind.allowed)} | ${cell(meaning)} |`,
    );
    return [`## ${title}`, '', '| Setting | Default | Allowed | Meaning |', '|---|---|---|---|', ...rows].join('\n');
  });
  // Without the prefix: a search for a setting finds those that there are.
  const gone = [...removedVariables].map(
    ([variable, value]) => `| \`${variable.slice(variablePrefix.length)}\` | ${value} |`,
  );
  const table = ['## Removed settings', '', '| Name after SONORANT_ | What holds now |', '|---|---|', ...gone];
  return `${[...sections, table.join('\n')].join('\n\n')}\n`;
}

/** The same settings as data, for programs. */
export function settingsList(): readonly object[] {
  return Object.entries(groups).flatMap(([group, settings]) =>
    Object.entries<Setting<unknown>>(settings).map(([name, { shown, kind, meaning }]) => ({
      name: variableOf(name),
      group,
      default: shown,
      allowed: kind.allowed,
      meaning,
    })),
  );
}
