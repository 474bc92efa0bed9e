/** What the command needs to know of the Node it runs on and of its own package. */
import { readFileSync } from 'node:fs';
import { CommandError } from './errors.ts';

/** The oldest Node that the database driver runs on; an older one crashes the process when it loads the driver. */
const databaseNode = 22;

/**
 * To be called before anything that loads the database driver is imported.
 * @throws {CommandError} when this Node is too old for it
 */
export function requireDatabaseRuntime(version = process.versions.node): void {
  if (Number.parseInt(version, 10) >= databaseNode) return;
  throw new CommandError(
    `this command uses the database, which needs Node ${databaseNode} or newer; this is Node ${version}`,
  );
}

/** The package's own version. */
export function packageVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
