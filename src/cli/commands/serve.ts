/** `sonorant serve`, and `sonorant settings`, which prints what it can be given. */
import type { Command } from 'commander';
import { CommandError, usageError } from '../errors.ts';
import { requireDatabaseRuntime } from '../runtime.ts';

/** Settings that the command line may give; each option is the setting's name with dashes. */
const options = [
  ['host', '<address>', 'address to listen on; 0.0.0.0 for every network (127.0.0.1)'],
  ['port', '<number>', 'port of the plain listener; 0 takes a free one (8080)'],
  ['data-dir', '<folder>', 'database, models and generated secrets (./data)'],
  ['tls-port', '<number>', 'port of a second listener with TLS; needs the two below'],
  ['tls-cert', '<file>', 'PEM file of the certificate with its chain'],
  ['tls-key', '<file>', 'PEM file of the private key'],
  ['public-url', '<address>', 'address at which clients reach the server'],
  ['workers', '<number>', 'threads that speak (as many as cores)'],
  ['engines', '<list>', 'engines that may speak, in order of preference (all that load)'],
  ['log-level', '<level>', 'least severe level that is logged (info)'],
] as const;

const help = `
An option wins over the environment variable of its name: --port over SONORANT_PORT. All settings, the limits among
them, are environment variables: "sonorant settings" prints them, and docs/settings.md has the same table.

The first start prints an API key and an admin key. Ctrl-C or SIGTERM lets running speech end; a second one stops at once.

Examples:
  sonorant serve
  sonorant serve --host 0.0.0.0 --port 80 --data-dir /var/lib/sonorant
  SONORANT_API_KEY=sk_dev sonorant serve`;

function variableOf(option: string): string {
  return `SONORANT_${option.replaceAll('-', '_').toUpperCase()}`;
}

function propertyOf(option: string): string {
  return option.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

export function addServe(program: Command): void {
  const command = program.command('serve').description('Start the server, as "npm start" does.');
  for (const [name, value, meaning] of options) {
    command.option(`${name === 'data-dir' ? '-d, ' : ''}--${name} ${value}`, meaning);
  }
  command.addHelpText('after', help).action(start);
}

async function start(given: Readonly<Record<string, string | undefined>>): Promise<void> {
  requireDatabaseRuntime();
  const overridden = options.flatMap(([name]) => {
    const value = given[propertyOf(name)];
    return value === undefined ? [] : [{ name, value }];
  });
  const overrides = Object.fromEntries(overridden.map(({ name, value }) => [variableOf(name), value]));
  const { ConfigError, loadConfig } = await import('../../server/config.ts');
  try {
    loadConfig({ ...process.env, ...overrides });
  } catch (error) {
    if (error instanceof ConfigError) {
      throw inTermsOfOptions(
        error.message,
        overridden.map(({ name }) => name),
      );
    }
    throw error;
  }
  Object.assign(process.env, overrides);
  const { serve } = await import('../../server/main.ts');
  await serve();
  // The reason is printed already; what has started would keep the process alive.
  if (process.exitCode !== undefined) process.exit();
}

/** Names the option where the value came from one. */
function inTermsOfOptions(message: string, names: readonly string[]): CommandError {
  const renamed = names.reduce(
    (text, name) => text.replaceAll(new RegExp(`\\b${variableOf(name)}\\b`, 'g'), `--${name}`),
    message,
  );
  return renamed === message ? new CommandError(message) : usageError(renamed);
}

/** Adds `sonorant settings`: the table of settings. */
export function addSettings(program: Command): void {
  program
    .command('settings')
    .description('Print every setting of the server with its default, as Markdown.')
    .option('--json', 'as JSON')
    .addHelpText('after', '\nExamples:\n  sonorant settings\n  sonorant settings | grep TLS')
    .action(async ({ json }: { readonly json?: true }) => {
      requireDatabaseRuntime();
      const { renderSettings, settingsList } = await import('../../server/config.ts');
      process.stdout.write(json === true ? `${JSON.stringify(settingsList(), undefined, 2)}\n` : renderSettings());
    });
}
