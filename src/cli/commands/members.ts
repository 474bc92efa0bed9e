/** `sonorant members`: the people of an organization, and their passwords, where there is no mail to send links with. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Argument, type Command } from 'commander';
import type { Config } from '../../server/config.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { PeopleService } from '../../identity/people.ts';
import { setPassword as setPasswordOf } from '../../identity/sign-ins.ts';
import type { Store, User, UserRole } from '../../store/index.ts';
import { dataDirOption, organizationOption, withOrganization, type OrganizationOptions } from '../data.ts';
import { CommandError, usageError } from '../errors.ts';
import { table } from '../table.ts';

interface MemberOptions extends OrganizationOptions {
  readonly json?: true;
  /** Address that people reach the server at. */
  readonly url?: string;
}

interface PasswordOptions extends MemberOptions {
  readonly link?: true;
  readonly stdin?: true;
}

const help = `
A member is an account with a role: an admin opens everything of the organization in the console, a member all but its
people, keys and webhooks. An account has one password for all of its organizations.

Nothing here sends mail: "invite" and "password --link" print an address, which works once, to hand on.

Examples:
  sonorant members invite ada@example.org
  sonorant members role ada@example.org admin
  sonorant members password ada@example.org            asks for it, twice, without showing it
  sonorant members password ada@example.org --link     an address where Ada sets it herself
  sonorant members remove ada@example.org`;

const memberArgument = ['<member>', 'email or ID'] as const;
const jsonOption = ['--json', 'as JSON'] as const;
const urlOption = [
  '--url <address>',
  'where people reach the server (default: SONORANT_PUBLIC_URL, else its host and port)',
] as const;

export function addMembers(program: Command): void {
  const members = program
    .command('members')
    .description('List, invite and remove people, and set their roles and passwords.')
    .addHelpText('after', help);
  const subcommand = (name: string, description: string): Command =>
    members
      .command(name)
      .description(description)
      .option(...dataDirOption)
      .option(...organizationOption)
      .option(...jsonOption);

  subcommand('list', 'List the members, who joined last first.').action((options: MemberOptions) =>
    withOrganization(options, 'must exist', (store, organizationId) => list(store, organizationId, options)),
  );
  subcommand('invite', 'Invite people as members and print the address where each accepts.')
    .argument('<email...>', 'all of them are invited or none')
    .option(...urlOption)
    .action((emails: readonly string[], options: MemberOptions) => {
      for (const email of emails) checkEmail(email);
      return withOrganization(options, 'must exist', (store, organizationId, config) =>
        invite(store, organizationId, { emails, options, config }),
      );
    });
  subcommand('remove', 'Take a member who is no admin out of the organization. The account stays.')
    .argument(...memberArgument)
    .action((member: string, options: MemberOptions) =>
      withOrganization(options, 'must exist', (store, organizationId) =>
        remove(store, organizationId, { member, options }),
      ),
    );
  subcommand('role', 'Give a member another role. One admin stays.')
    .argument(...memberArgument)
    .addArgument(new Argument('<role>', 'the new one').choices(['admin', 'member']))
    .action((member: string, role: UserRole, options: MemberOptions) =>
      withOrganization(options, 'must exist', (store, organizationId) =>
        setRole(store, organizationId, { member, role, options }),
      ),
    );
  subcommand('password', 'Set the password of a member, or make a link that does. Its sessions end.')
    .argument(...memberArgument)
    .option('--link', 'print an address where the person sets it, which works once')
    .option('--stdin', 'read the password from standard input')
    .option(...urlOption)
    .action((member: string, options: PasswordOptions) =>
      withOrganization(options, 'must exist', (store, organizationId, config) =>
        setPassword(store, organizationId, { member, options, config }),
      ),
    );
}

function print({ json }: MemberOptions, value: unknown, shown: string): void {
  console.log(json === true ? JSON.stringify(value, undefined, 2) : shown);
}

function checkEmail(email: string): void {
  if (email.length > 254 || !/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+\.[^\s@\p{Cc}]+$/u.test(email)) {
    throw usageError(`'${email}' is no email address`);
  }
}

/** Where the server of this data folder is reached. */
function addressOf({ url }: MemberOptions, config: Config): string {
  const given = url ?? config.publicUrl;
  if (given !== undefined) {
    if (!URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol)) {
      throw usageError(`--url: '${given}' is no http or https address`);
    }
    return given.replace(/\/+$/, '');
  }
  const host = ['0.0.0.0', '::'].includes(config.host) ? '127.0.0.1' : config.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${config.port}`;
}

/** @throws {CommandError} when the organization has no such member */
async function memberOf({ users }: Pick<Store, 'users'>, organizationId: string, named: string): Promise<User> {
  const byId = await users.find(organizationId, named);
  const found =
    byId ?? (await users.list(organizationId)).find(({ email }) => email !== null && email === named.toLowerCase());
  if (found === undefined) {
    throw new CommandError(`no member has the email or the ID '${named}'; "sonorant members list" shows them`);
  }
  return found;
}

function nameOf({ email, name, id }: User): string {
  return email ?? name ?? id;
}

function shown({ id, email, name, role, created_at }: User): object {
  return { id, email, name, role, created_at };
}

async function list(store: Store, organizationId: string, options: MemberOptions): Promise<void> {
  const users = await store.users.list(organizationId);
  const passwords = new Map<string, string | undefined>();
  for (const { id } of users) passwords.set(id, await store.accounts.passwordChangedAt(id));
  const row = (user: User): string[] => [
    user.id,
    user.email ?? '',
    user.name ?? '',
    user.role,
    user.created_at,
    passwords.get(user.id) ?? 'none',
  ];
  print(
    options,
    users.map((user) => ({ ...shown(user), password_set_at: passwords.get(user.id) ?? null })),
    table(['ID', 'EMAIL', 'NAME', 'ROLE', 'JOINED', 'PASSWORD SET'], users.map(row)),
  );
}

async function invite(
  store: Store,
  organizationId: string,
  {
    emails,
    options,
    config,
  }: { readonly emails: readonly string[]; readonly options: MemberOptions; readonly config: Config },
): Promise<void> {
  const base = addressOf(options, config);
  const made = await new PeopleService(store).invite({ organizationId }, emails).catch((error: unknown) => {
    throw ofEmail(error, emails);
  });
  const invites = made.map(({ invite: { id, email, role, expires_at }, token }) => {
    return { id, email, role, expires_at, accept_url: `${base}/console/accept?token=${token}` };
  });
  print(options, invites, invites.map(({ email, accept_url }) => `${email}  ${accept_url}`).join('\n'));
  console.error(`Hand each address on to its person: it works once, until ${invites[0]!.expires_at}.`);
}

/** The problem of one of several emails, by the email. */
function ofEmail(error: unknown, emails: readonly string[]): unknown {
  const problem = /^✖ (.*)\n {2}→ at emails\[(\d+)\]$/.exec(error instanceof Error ? error.message : '');
  return problem === null ? error : new CommandError(`${emails[Number(problem[2])]!}: ${problem[1]!}`);
}

/** For the problem with this code: what the command says of it. */
function inWords(code: ServiceError['code'], message: string): (error: unknown) => never {
  return (error) => {
    throw error instanceof ServiceError && error.code === code ? new CommandError(message) : error;
  };
}

async function remove(
  store: Store,
  organizationId: string,
  { member, options }: { readonly member: string; readonly options: MemberOptions },
): Promise<void> {
  const found = await memberOf(store, organizationId, member);
  const user = await new PeopleService(store)
    .remove({ organizationId }, found.id)
    .catch(
      inWords('user_is_admin', `${nameOf(found)} is an admin; "sonorant members role ${member} member" changes that`),
    );
  print(options, shown(user), `Removed ${nameOf(user)}.`);
}

async function setRole(
  store: Store,
  organizationId: string,
  { member, role, options }: { readonly member: string; readonly role: UserRole; readonly options: MemberOptions },
): Promise<void> {
  const before = await memberOf(store, organizationId, member);
  const user = await new PeopleService(store)
    .setRole({ organizationId }, before.id, role)
    .catch(inWords('last_admin', `${nameOf(before)} is the only admin: make another member an admin first`));
  print(options, shown(user), `${nameOf(user)} is ${role === 'admin' ? 'an admin' : 'a member'} now.`);
}

async function setPassword(
  store: Store,
  organizationId: string,
  { member, options, config }: { readonly member: string; readonly options: PasswordOptions; readonly config: Config },
): Promise<void> {
  if (options.link === true && options.stdin === true) throw usageError('--link and --stdin exclude each other');
  const user = await memberOf(store, organizationId, member);
  if (user.email === null) throw new CommandError(`${nameOf(user)} has no email, which a person signs in with`);
  if (options.link === true) {
    const base = addressOf(options, config);
    const { token, expiresAt } = await store.accounts.makeReset(undefined, user.id);
    const link = { url: `${base}/console/reset?token=${token}`, expires_at: expiresAt.toISOString() };
    print(options, link, link.url);
    console.error(`Hand it on to ${nameOf(user)}: it works once, until ${link.expires_at}.`);
    return;
  }
  await setPasswordOf(store, user.id, await readPassword(options));
  print(options, shown(user), `The password of ${nameOf(user)} is set; its sessions have ended.`);
}

async function readPassword({ stdin }: PasswordOptions): Promise<string> {
  // A line, as `echo` and files end it.
  if (stdin === true) return (await text(process.stdin)).replace(/\r?\n$/, '');
  if (!process.stdin.isTTY) {
    throw usageError('standard input is no terminal to ask at: give the password with --stdin, or make a --link');
  }
  const first = await askHidden('New password: ');
  if ((await askHidden('Once more: ')) !== first) {
    throw new CommandError('the two are not the same; nothing was changed');
  }
  return first;
}

/** A line of the terminal that is not shown while it is typed. */
async function askHidden(question: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  const ended = new AbortController();
  terminal.once('SIGINT', () => ended.abort());
  terminal.once('close', () => ended.abort());
  process.stderr.write(question);
  try {
    return await terminal.question('', { signal: ended.signal });
  } catch {
    throw new CommandError('no password was given; nothing was changed', 130);
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}
