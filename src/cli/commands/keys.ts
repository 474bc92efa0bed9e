import { Option, type Command } from 'commander';
import { ServiceError } from '../../errors/service-error.ts';
import { isOrigin, KeyService } from '../../identity/keys.ts';
import { originsOf, scopes, scopesOf, type ApiKey, type NewKey, type Scope, type Store } from '../../store/index.ts';
import { dataDirOption, folderOf, organizationOption, withOrganization, type OrganizationOptions } from '../data.ts';
import { parseDuration } from '../duration.ts';
import { CommandError, usageError } from '../errors.ts';
import { table } from '../table.ts';

interface Making extends OrganizationOptions {
  readonly expires?: string;
  readonly expiresIn?: string;
  readonly json?: true;
}

interface CreateOptions extends Making {
  readonly name?: string;
  readonly description?: string;
  readonly kind: ApiKey['kind'];
  readonly admin?: true;
  readonly scopes?: string;
  readonly budget?: string;
  readonly origins?: string;
}

interface RotateOptions extends Making {
  readonly overlap?: string;
}

const help = `
An API key opens everything but the organization, or, with --scopes, some families of routes:
  tts      everything that speaks
  stt      everything that hears
  voices   voices, accents and pronunciation dictionaries
  agents   agents and their tools
  files    files, datasets and fine-tunes
An admin key opens the organization only: its people, keys and usage.

The keys are in the data folder (--data-dir, else SONORANT_DATA_DIR, else ./data), or in the database that
SONORANT_DATABASE_URL names; create makes a folder that is not there yet, unless --data-dir names it. Changes take
effect at once, also while a server runs on it: running servers refuse a revoked key within a second.

Examples:
  sonorant keys create --name "web application" --scopes tts,voices --expires 90d
  sonorant keys create --name "our blog" --scopes tts --budget 500000 --origins https://blog.example.com
  KEY=$(sonorant keys create)          only the key goes to standard output
  sonorant keys list
  sonorant keys rotate 3f2b8c1e-6a57-4d0c-9a41-0c5f9e7d1b22 --overlap 1d
  sonorant keys revoke 3f2b8c1e-6a57-4d0c-9a41-0c5f9e7d1b22`;

/** An API key opens everything but the organization, an admin key only that. */
const kindNames = { api: 'API', admin: 'admin' } as const;

const expiresOption = [
  '--expires <time>',
  'how long it works, 90m, 12h, 30d, 2w, or the last moment, 2027-01-31T12:00:00Z (default: until it is revoked)',
] as const;

const idArgument = ['<id>', 'the ID that "sonorant keys list" shows'] as const;

export function addKeys(program: Command): void {
  const keys = program
    .command('keys')
    .description('Make, list, rotate and revoke API keys and admin keys.')
    .addHelpText('after', help);

  keys
    .command('create')
    .description('Make a key and print it, this once only.')
    .option('--name <text>', 'what people call it')
    .option('--description <text>', 'what it is for (default: its name)')
    .option('--scopes <list>', `what an API key is limited to: ${scopes.join(',')} (default: everything of its kind)`)
    .option('--budget <characters>', 'how many characters it may speak in a month (default: any number)')
    .option('--origins <list>', 'web pages it may stand in, https://www.example.com,…; needs --scopes tts and --budget')
    .addOption(new Option('--kind <kind>', 'which kind').choices(['api', 'admin']).default('api'))
    .option('--admin', 'an admin key, as --kind admin')
    .option(...expiresOption)
    .addOption(new Option('--expires-in <time>', 'as --expires').hideHelp())
    .option(...dataDirOption)
    .option(...organizationOption)
    .option('--json', 'as JSON, with id and key')
    .action(create);
  keys
    .command('list')
    .description('List the keys, newest first; the keys themselves are stored nowhere.')
    .option(...dataDirOption)
    .option(...organizationOption)
    .option('--json', 'as JSON')
    .action((options: OrganizationOptions & { json?: true }) =>
      withOrganization(options, 'must exist', (store, organizationId) =>
        list(store, organizationId, options.json === true),
      ),
    );
  keys
    .command('rotate')
    .description('Make a key of the same kind, name and scopes, print it, and end the old one.')
    .argument(...idArgument)
    .option('--overlap <time>', 'how long the old key works beside the new one (default: it ends at once)')
    .option('--expires <time>', 'when the new key ends, as for create, or never (default: when the old one would have)')
    .option(...dataDirOption)
    .option(...organizationOption)
    .option('--json', 'as JSON, with id, key and replaced')
    .action(rotate);
  keys
    .command('revoke')
    .description('End a key for good.')
    .argument(...idArgument)
    .option(...dataDirOption)
    .option(...organizationOption)
    .option('--json', 'as JSON')
    .action((id: string, options: OrganizationOptions & { json?: true }) =>
      withOrganization(options, 'must exist', (store, organizationId) =>
        revoke(store, organizationId, { id, asJson: options.json === true }),
      ),
    );
}

/** What was asked of a key, with the words of the command for one that is not there or does not work any more. */
async function keyOr<T>(change: Promise<T>, store: Store, organizationId: string, id: string): Promise<T> {
  try {
    return await change;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'api_key_not_found') throw error;
    const isKnown = (await store.apiKeys.find(organizationId, id)) !== undefined;
    throw new CommandError(
      isKnown ? `the key ${id} does not work any more` : `no key has the ID '${id}'; "sonorant keys list" shows them`,
    );
  }
}

function create(options: CreateOptions): Promise<void> {
  const expiresAt = endOf(options.expires) ?? endOf(options.expiresIn, '--expires-in');
  const kind = options.admin === true ? 'admin' : options.kind;
  const limits = scopesFrom(options.scopes);
  if (kind === 'admin' && limits !== undefined) throw usageError('--scopes: an admin key has none');
  const { budget, origins } = speechLimits(kind, options, limits);
  const name = textOf('--name', options.name, 100);
  const description = textOf('--description', options.description, 1000) ?? name ?? '';
  return withOrganization(options, folderOf(options), async (store, organizationId) => {
    const wanted = { kind, name, description, scopes: limits, budget, origins, expiresAt };
    const { key, secret } = await new KeyService(store).create({ organizationId }, wanted);
    if (options.json === true) printJson({ ...shown(key), key: secret });
    else printKey(key, secret);
  });
}

function printKey({ id, kind, expires_at }: ApiKey, secret: string): void {
  console.log(secret);
  console.error(
    `${kindNames[kind]} key ${id}, ${expires_at === null ? 'works until it is revoked' : `works until ${expires_at}`}. Keep it: it is shown this once only.`,
  );
}

function rotate(id: string, options: RotateOptions): Promise<void> {
  const { overlap = '0s', expires } = options;
  const overlapMs = overlap === '0s' ? 0 : parseDuration(overlap);
  if (overlapMs === undefined || overlapMs > 315_360_000_000) {
    throw usageError(`--overlap: '${overlap}' is not a time such as 90m, 12h, 30d or 2w, of ten years at most`);
  }
  const expiresAt = expires === 'never' ? null : endOf(expires);
  return withOrganization(options, 'must exist', async (store, organizationId) => {
    const rotation = new KeyService(store).rotate({ organizationId }, id, { overlapMs, expiresAt });
    const { key, secret, replaced } = await keyOr(rotation, store, organizationId, id);
    if (options.json === true) printJson({ ...shown(key), key: secret, replaced: shown(replaced) });
    else printKey(key, secret);
    console.error(
      replaced.revoked_at === null ? `The old key ends at ${replaced.expires_at!}.` : 'The old key has ended.',
    );
    warnOfSetting(replaced);
  });
}

/** @throws {CommandError} for a text that is empty or that a list could not show */
function textOf(option: string, given: string | undefined, maxLength: number): string | undefined {
  const text = given?.trim();
  if (text === undefined || (text === '' && option === '--description')) return text;
  if (text === '') throw usageError(`${option}: is empty`);
  if (text.length > maxLength) throw usageError(`${option}: longer than ${maxLength} characters`);
  if (/[\p{Cc}\p{Cs}]/u.test(text)) throw usageError(`${option}: has a control character`);
  return text;
}

function scopesFrom(given: string | undefined): readonly Scope[] | undefined {
  if (given === undefined || given === 'all') return undefined;
  const names = given.split(',').map((name) => name.trim());
  for (const name of names) {
    if (!scopes.some((scope) => scope === name)) {
      throw usageError(`--scopes: '${name}' is none of ${scopes.join(', ')}`);
    }
  }
  return scopes.filter((scope) => names.includes(scope));
}

/** @throws {CommandError} for what is no number or no origin, and for a key of web pages that would open too much */
function speechLimits(
  kind: ApiKey['kind'],
  { budget, origins }: CreateOptions,
  limits: readonly Scope[] | undefined,
): Pick<NewKey, 'budget' | 'origins'> {
  if (kind === 'admin' && budget !== undefined) throw usageError('--budget: an admin key has none');
  if (budget !== undefined && !/^[1-9]\d{0,11}$/.test(budget)) {
    throw usageError(`--budget: '${budget}' is no number of characters`);
  }
  const pages = origins?.split(',').map((origin) => origin.trim());
  for (const page of pages ?? []) {
    if (!isOrigin(page)) throw usageError(`--origins: '${page}' is no origin such as https://www.example.com`);
  }
  if (pages !== undefined && (limits?.join() !== 'tts' || budget === undefined)) {
    throw usageError('--origins: whoever opens the page can read the key, so it needs --scopes tts and --budget');
  }
  return {
    ...(budget !== undefined && { budget: { characters: Number(budget), action: 'refuse' as const } }),
    ...(pages !== undefined && { origins: pages }),
  };
}

/** @throws {CommandError} for what is no time, or is over */
function endOf(given: string | undefined, option = '--expires'): Date | undefined {
  if (given === undefined) return undefined;
  const isMoment = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/.test(given);
  const date = isMoment ? new Date(given) : new Date(Date.now() + (parseDuration(given) ?? NaN));
  // A year of five digits would not sort as text.
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999) {
    throw usageError(`${option}: '${given}' is not a time such as 90m, 12h, 30d, 2w or 2027-01-31T12:00:00Z`);
  }
  if (date.getTime() <= Date.now()) throw usageError(`${option}: ${given} is over`);
  return date;
}

async function list(store: Store, organizationId: string, asJson: boolean): Promise<void> {
  const keys = await store.apiKeys.list(organizationId);
  const uses = await store.requestLog.lastUses(
    organizationId,
    keys.map(({ id }) => id),
  );
  if (asJson) {
    printJson(keys.map((key) => ({ ...shown(key), last_used_at: uses.get(key.id) ?? null })));
    return;
  }
  const row = (key: ApiKey): string[] => [
    key.id,
    kindNames[key.kind],
    stateOf(key),
    scopesOf(key)?.join(',') ?? 'all',
    key.created_at,
    key.expires_at ?? 'never',
    uses.get(key.id) ?? '',
    key.name ?? key.description,
  ];
  console.log(table(['ID', 'KIND', 'STATE', 'SCOPES', 'CREATED', 'EXPIRES', 'LAST USED', 'NAME'], keys.map(row)));
}

function printJson(value: unknown): void {
  console.log(JSON.stringify(value, undefined, 2));
}

async function revoke(
  store: Store,
  organizationId: string,
  { id, asJson }: { readonly id: string; readonly asJson: boolean },
): Promise<void> {
  const revocation = new KeyService(store).revoke({ organizationId }, id, 'any');
  const key = await keyOr(revocation, store, organizationId, id);
  if (asJson) printJson(shown(key));
  else console.log(`Revoked the ${kindNames[key.kind]} key ${key.id}.`);
  warnOfSetting(key);
}

function warnOfSetting({ origin }: ApiKey): void {
  if (origin !== 'setting') return;
  console.error(
    'A setting gave this key: it works again after the next start of the server unless the setting is changed.',
  );
}

function stateOf(key: ApiKey): 'active' | 'expired' | 'revoked' {
  if (key.revoked_at !== null) return 'revoked';
  return key.expires_at !== null && key.expires_at <= new Date().toISOString() ? 'expired' : 'active';
}

/** Everything but the hash. */
function shown(key: ApiKey): object {
  const { id, kind, name, description, origin, created_at, expires_at, revoked_at } = key;
  const state = stateOf(key);
  return {
    id,
    kind,
    name,
    description,
    scopes: scopesOf(key) ?? null,
    origins: originsOf(key) ?? null,
    origin,
    state,
    created_at,
    expires_at,
    revoked_at,
  };
}
