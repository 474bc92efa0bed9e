import type { Command } from 'commander';
import type { ApiKey, Store } from '../store/index.ts';
import { emitChange } from '../webhooks/envelope.ts';
import { apiKeyData } from '../webhooks/event-data.ts';
import { dataDirOption, firstOrganization, withStore, type FolderOptions } from './data.ts';
import { parseDuration } from './duration.ts';
import { CommandError, usageError } from './errors.ts';
import { table } from './table.ts';

interface KeyOptions extends FolderOptions {
  readonly organization?: string;
}

const organizationOption = [
  '--organization <id or name>',
  'whose keys (default: the first organization; see "sonorant organizations list")',
] as const;

interface CreateOptions extends KeyOptions {
  readonly admin?: true;
  readonly description: string;
  readonly expiresIn?: string;
  readonly json?: true;
}

const help = `
The keys are in the data folder (--data-dir, else SONORANT_DATA_DIR, else ./data), or in the database that
SONORANT_DATABASE_URL names. Changes take effect at once, also while a server runs on it: running servers refuse a
revoked key within a second.

Examples:
  sonorant keys create --description "web application" --expires-in 90d
  KEY=$(sonorant keys create)          only the key goes to standard output
  sonorant keys list
  sonorant keys revoke 3f2b8c1e-6a57-4d0c-9a41-0c5f9e7d1b22`;

/** An API key opens everything but the organization, an admin key only that. */
const kindNames = { api: 'API', admin: 'admin' } as const;

export function addKeys(program: Command): void {
  const keys = program
    .command('keys')
    .description('Make, list and revoke API keys and admin keys.')
    .addHelpText('after', help);

  keys
    .command('create')
    .description('Make a key and print it, this once only.')
    .option(...dataDirOption)
    .option(...organizationOption)
    .option('--admin', 'an admin key instead of an API key')
    .option('--description <text>', 'what it is for', '')
    .option('--expires-in <time>', 'how long it works: 90m, 12h, 30d, 2w (default: until it is revoked)')
    .option('--json', 'as JSON')
    .action(create);
  keys
    .command('list')
    .description('List the keys, newest first; the keys themselves are stored nowhere.')
    .option(...dataDirOption)
    .option(...organizationOption)
    .option('--json', 'as JSON')
    .action((options: KeyOptions & { json?: true }) =>
      withOrganization(options, 'must exist', (store, organizationId) =>
        list(store, organizationId, options.json === true),
      ),
    );
  keys
    .command('revoke')
    .description('End a key for good.')
    .argument('<id>', 'the ID that "sonorant keys list" shows')
    .option(...dataDirOption)
    .option(...organizationOption)
    .action((id: string, options: KeyOptions) =>
      withOrganization(options, 'must exist', (store, organizationId) => revoke(store, organizationId, id)),
    );
}

function create(options: CreateOptions): Promise<void> {
  const expiresAt = expiryOf(options.expiresIn);
  return withOrganization(options, 'may be made', async (store, organizationId) => {
    const kind = options.admin === true ? 'admin' : 'api';
    const { description } = options;
    const { key, secret } = await store.transaction(async (repositories) => {
      const made = await repositories.apiKeys.create({ organizationId, kind, description, expiresAt });
      const change = { type: 'api_key.created', data: apiKeyData(made.key) } as const;
      await emitChange(repositories, { organizationId, ...change });
      return made;
    });
    if (options.json === true) {
      printJson({ ...shown(key), key: secret });
      return;
    }
    console.log(secret);
    console.error(
      `${kindNames[kind]} key ${key.id}, ${key.expires_at === null ? 'works until it is revoked' : `works until ${key.expires_at}`}. Keep it: it is shown this once only.`,
    );
  });
}

function expiryOf(expiresIn: string | undefined): Date | undefined {
  if (expiresIn === undefined) return undefined;
  const ms = parseDuration(expiresIn);
  const date = new Date(Date.now() + (ms ?? NaN));
  // A year of five digits would not sort as text.
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999) {
    throw usageError(`--expires-in: '${expiresIn}' is not a time such as 90m, 12h, 30d or 2w`);
  }
  return date;
}

async function list(store: Store, organizationId: string, asJson: boolean): Promise<void> {
  const keys = await store.apiKeys.list(organizationId);
  const row = (key: ApiKey): string[] => [
    key.id,
    kindNames[key.kind],
    stateOf(key),
    key.created_at,
    key.expires_at ?? 'never',
    key.description,
  ];
  if (asJson) printJson(keys.map(shown));
  else console.log(table(['ID', 'KIND', 'STATE', 'CREATED', 'EXPIRES', 'DESCRIPTION'], keys.map(row)));
}

function printJson(value: unknown): void {
  console.log(JSON.stringify(value, undefined, 2));
}

async function revoke(store: Store, organizationId: string, id: string): Promise<void> {
  const key = await store.transaction(async (repositories) => {
    const before = await repositories.apiKeys.find(organizationId, id);
    const after = await repositories.apiKeys.revoke(organizationId, id);
    if (before?.revoked_at === null) {
      const change = { type: 'api_key.revoked', data: apiKeyData(before) } as const;
      await emitChange(repositories, { organizationId, ...change });
    }
    return after;
  });
  if (key === undefined) throw new CommandError(`no key has the ID '${id}'; "sonorant keys list" shows them`);
  console.log(`Revoked the ${kindNames[key.kind]} key ${key.id}.`);
  if (key.origin === 'setting') {
    console.error(
      'A setting gave this key: it works again after the next start of the server unless the setting is changed.',
    );
  }
}

function stateOf(key: ApiKey): 'active' | 'expired' | 'revoked' {
  if (key.revoked_at !== null) return 'revoked';
  return key.expires_at !== null && key.expires_at <= new Date().toISOString() ? 'expired' : 'active';
}

/** Everything but the hash. */
function shown(key: ApiKey): object {
  const { id, kind, description, origin, created_at, expires_at, revoked_at } = key;
  return { id, kind, description, origin, state: stateOf(key), created_at, expires_at, revoked_at };
}

/** Opens the store for one task on the organization that is named, else on the first one. */
function withOrganization(
  options: KeyOptions,
  folder: 'must exist' | 'may be made',
  task: (store: Store, organizationId: string) => Promise<void>,
): Promise<void> {
  const { organization: named } = options;
  return withStore(options, named === undefined ? folder : 'must exist', async (store, config) =>
    task(store, named === undefined ? await firstOrganization(store, config) : await namedOrganization(store, named)),
  );
}

/** @throws {CommandError} when there is none with this id or name */
async function namedOrganization(store: Store, named: string): Promise<string> {
  const all = await store.organizations.list();
  const found = all.find(({ id }) => id === named) ?? all.find(({ name }) => name === named);
  if (found === undefined) {
    throw new CommandError(
      `no organization has the ID or the name '${named}'; "sonorant organizations list" shows them`,
    );
  }
  return found.id;
}
