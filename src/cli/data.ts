/** The server's settings and store, for commands that work on them without a server. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../server/config.ts';
import type { Store } from '../store/index.ts';
import { CommandError } from './errors.ts';
import { requireDatabaseRuntime } from './runtime.ts';

export interface FolderOptions {
  readonly dataDir?: string;
}

export const dataDirOption = ['-d, --data-dir <folder>', 'data folder of the server'] as const;

/** The folder that is named, else that of the settings. */
export function dataDirOf({ dataDir }: FolderOptions): string {
  const setting = process.env.SONORANT_DATA_DIR?.trim() ?? '';
  return dataDir ?? (setting === '' ? './data' : setting);
}

/** Said after the key has been revoked. */
const revocationDelay = 'Running servers may take a revoked key for some seconds more.';

/**
 * Opens the store that a server with this environment and data folder would open, for one task.
 * @throws {CommandError} when it must exist and does not
 */
export async function withStore<T>(
  options: FolderOptions,
  folder: 'must exist' | 'may be made',
  task: (store: Store, config: Config) => Promise<T>,
): Promise<T> {
  requireDatabaseRuntime();
  const [{ loadConfig }, { openStore }, { revocationsOfCommand }] = await Promise.all([
    import('../server/config.ts'),
    import('../store/index.ts'),
    import('../server/shared-limits.ts'),
  ]);
  const config = loadConfig({
    ...process.env,
    ...(options.dataDir === undefined ? {} : { SONORANT_DATA_DIR: options.dataDir }),
  });
  const file = join(config.dataDir, 'sonorant.db');
  const isMissing = config.databaseUrl === undefined && !existsSync(file);
  if (folder === 'must exist' && isMissing) {
    throw new CommandError(
      `${file} does not exist: name the server's data folder with --data-dir or its database in SONORANT_DATABASE_URL, or start the server once`,
    );
  }
  const store = await openStore({
    ...config,
    // There is nothing else to do meanwhile; a thread takes longer to start than most commands.
    databaseInCallingThread: true,
    revocations: revocationsOfCommand(config, (reason) =>
      console.error(`Redis does not answer (${reason}). ${revocationDelay}`),
    ),
    onPublishFailed: () => console.error(`The database did not take the notification. ${revocationDelay}`),
  });
  try {
    return await task(store, config);
  } finally {
    await store.close();
  }
}

/**
 * The id of the first organization. On a new data folder or database it is made, as the first start of a server would, and its keys
 * are shown, this once, on standard error.
 */
export async function firstOrganization(store: Store, config: Config): Promise<string> {
  const known = await store.organizations.first();
  if (known !== undefined) return known.id;
  const { organization, created } = await store.bootstrap({ apiKey: config.apiKey, adminKey: config.adminKey });
  console.error(
    `New ${config.databaseUrl === undefined ? `data folder ${config.dataDir}` : 'database'}, with these first keys, shown this once only:`,
  );
  if (created.apiKey !== undefined) console.error(`  API key    ${created.apiKey}`);
  if (created.adminKey !== undefined) console.error(`  admin key  ${created.adminKey}`);
  return organization.id;
}

export interface OrganizationOptions extends FolderOptions {
  readonly organization?: string;
}

export const organizationOption = [
  '--organization <id or name>',
  'of which organization (default: the first one; see "sonorant organizations list")',
] as const;

/**
 * Whether a command that needs no data folder looks into one: where a folder or an organization is named, which must be there then, and
 * where there is one.
 */
export function looksIntoFolder(options: OrganizationOptions): boolean {
  return (options.dataDir ?? options.organization) !== undefined || existsSync(join(dataDirOf(options), 'sonorant.db'));
}

/**
 * What a command that makes keys may do with the folder. One that is named must exist: in a new one, beside the database of the
 * server, the keys would be ones that the server does not know.
 */
export function folderOf({ dataDir }: FolderOptions): 'must exist' | 'may be made' {
  return dataDir === undefined ? 'may be made' : 'must exist';
}

/**
 * Opens the store for one task on the organization that is named, else on the first one, which is made only where the folder may be.
 * @throws {CommandError} when the folder or the organization must exist and does not
 */
export function withOrganization(
  options: OrganizationOptions,
  folder: 'must exist' | 'may be made',
  task: (store: Store, organizationId: string, config: Config) => Promise<void>,
): Promise<void> {
  const { organization: named } = options;
  return withStore(options, named === undefined ? folder : 'must exist', async (store, config) => {
    const mayMake = named === undefined && folder === 'may be made';
    const id = mayMake ? await firstOrganization(store, config) : await knownOrganization(store, named);
    if (id !== undefined) return task(store, id, config);
    throw new CommandError(
      'there is no organization yet: start the server once, or make a key ("sonorant keys create")',
    );
  });
}

/**
 * The same for a command that only looks: where there is no organization yet, none is made and the task does not run.
 * @throws {CommandError} when the folder or the named organization does not exist
 */
export function withKnownOrganization(
  options: OrganizationOptions,
  task: (store: Store, organizationId: string, config: Config) => Promise<void>,
): Promise<void> {
  return withStore(options, 'must exist', async (store, config) => {
    const id = await knownOrganization(store, options.organization);
    if (id !== undefined) await task(store, id, config);
  });
}

/**
 * The id of the organization that is named, else of the first one; undefined where there is none yet.
 * @throws {CommandError} when there is none with this id or name
 */
async function knownOrganization(store: Store, named: string | undefined): Promise<string | undefined> {
  if (named === undefined) return (await store.organizations.first())?.id;
  const all = await store.organizations.list();
  const found = all.find(({ id }) => id === named) ?? all.find(({ name }) => name === named);
  if (found === undefined) {
    throw new CommandError(
      `no organization has the ID or the name '${named}'; "sonorant organizations list" shows them`,
    );
  }
  return found.id;
}
