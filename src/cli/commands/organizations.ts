import type { Command } from 'commander';
import type { ListedOrganization } from '../../store/index.ts';
import { dataDirOption, firstOrganization, folderOf, withStore, type FolderOptions } from '../data.ts';
import { CommandError, usageError } from '../errors.ts';
import { table } from '../table.ts';

interface CreateOptions extends FolderOptions {
  readonly name: string;
  readonly json?: true;
}

const help = `
An organization has keys, voices, agents, files and limits of its own and sees nothing of another one. The first
start of a server makes the first one; the keys that SONORANT_API_KEY and SONORANT_ADMIN_KEY give are keys of that one.
Organizations are in the data folder (--data-dir, else SONORANT_DATA_DIR, else ./data), or in the database that
SONORANT_DATABASE_URL names. A new one works at once, also while servers run.

Examples:
  sonorant organizations create --name "Customer A"
  sonorant organizations create --name "Customer B" --json | jq -r .api_key
  sonorant keys create --organization "Customer A"     one more key for it
  sonorant organizations list`;

const maxNameLength = 200;

export function addOrganizations(program: Command): void {
  const organizations = program
    .command('organizations')
    .description('Make and list organizations, the tenants of a server.')
    .addHelpText('after', help);

  organizations
    .command('create')
    .description('Make an organization and print its ID and its first keys, this once only.')
    .requiredOption('--name <name>', 'its name, which no other organization has')
    .option(...dataDirOption)
    .option('--json', 'as JSON: id, name, created_at, api_key_id, api_key, admin_key_id, admin_key')
    .action(create);
  organizations
    .command('list')
    .description('List the organizations, the first one first.')
    .option(...dataDirOption)
    .option('--json', 'as JSON')
    .action(list);
}

/** @throws {CommandError} for a name that no list could show */
function checkedName(given: string): string {
  const name = given.trim();
  if (name === '') throw usageError('--name: the name is empty');
  if (name.length > maxNameLength) throw usageError(`--name: longer than ${maxNameLength} characters`);
  if (/[\p{Cc}\p{Cs}]/u.test(name)) throw usageError('--name: has a control character');
  return name;
}

function create(options: CreateOptions): Promise<void> {
  const name = checkedName(options.name);
  return withStore(options, folderOf(options), async (store, config) => {
    await firstOrganization(store, config);
    const made = await store.createOrganization(name);
    if (made === undefined) {
      throw new CommandError(
        `an organization with the name '${name}' exists already; "sonorant organizations list" shows them`,
      );
    }
    const { organization, apiKey, adminKey } = made;
    if (options.json === true) {
      const shown = {
        api_key_id: apiKey.id,
        api_key: apiKey.secret,
        admin_key_id: adminKey.id,
        admin_key: adminKey.secret,
      };
      console.log(JSON.stringify({ ...organization, ...shown }, undefined, 2));
      return;
    }
    console.log(`organization  ${organization.id}\nAPI key       ${apiKey.secret}\nadmin key     ${adminKey.secret}`);
    console.error('Keep the keys: they are shown this once only.');
  });
}

function list(options: FolderOptions & { readonly json?: true }): Promise<void> {
  return withStore(options, 'must exist', async (store) => {
    const all = await store.organizations.list();
    const row = ({ id, name, created_at, api_keys, admin_keys }: ListedOrganization): string[] => [
      id,
      name,
      created_at,
      String(api_keys),
      String(admin_keys),
    ];
    if (options.json === true) console.log(JSON.stringify(all, undefined, 2));
    else console.log(table(['ID', 'NAME', 'CREATED', 'API KEYS', 'ADMIN KEYS'], all.map(row)));
  });
}
