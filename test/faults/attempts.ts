/**
 * Every writing route of the HTTP interface as attempts: one request, what must be read back when it was acknowledged, and
 * what may be read back when its outcome is not known.
 */
import assert from 'node:assert/strict';
import { clientOf, expectJson, type Answer, type Ask } from '../support/resources.ts';
import { adminKey, apiKey, version } from '../support/server.ts';

/** The ways to ask a server. */
export interface Session {
  readonly url: string;
  readonly ask: Ask;
  readonly admin: Ask;
  readonly bytes: (path: string) => Promise<Buffer>;
}

export function sessionOf(url: string, more: Record<string, string> = {}): Session {
  const headers = { 'service-version': version, 'x-api-key': apiKey };
  return {
    url,
    ask: clientOf(url, apiKey, more),
    admin: clientOf(url, adminKey, more),
    bytes: async (path) => Buffer.from(await (await fetch(url + path, { headers })).arrayBuffer()),
  };
}

/** Throws when what is read is not what was acknowledged. */
export type Check = (session: Session) => Promise<void>;

/** What holds once an attempt was acknowledged. */
export interface Outcome {
  /** What was written: a later outcome of the same path replaces this one. */
  readonly path: string;
  readonly check: Check;
}

/** One request that writes. */
export interface Attempt {
  /** As in the OpenAPI document, `PATCH /voices/{id}`. */
  readonly route: string;
  /** Paths of outcomes that hold no longer while it runs; undefined where something new is made. */
  readonly changes?: readonly string[];
  readonly send: (session: Session) => Promise<Answer>;
  /** Of an acknowledgement. */
  readonly status: number;
  /** Undefined where an acknowledgement says nothing about what is stored. */
  readonly outcome: (answer: Answer) => Outcome | undefined;
  /** Holds when the outcome is not known: nothing of it was done, or all of it. */
  readonly either: Check;
  /** Whether the route takes an `Idempotency-Key`. */
  readonly isKeyed?: boolean;
  /** Statuses that refuse it honestly, for a reason that is not a fault. */
  readonly refusals?: readonly number[];
}

/** What one client works with. */
export interface Writer {
  readonly session: Session;
  readonly clip: Blob;
  /** Where webhooks are received. */
  readonly receiver: string;
  /** From 0 up to but not 1. */
  readonly random: () => number;
  /** Paths that this writer alone changes, by family. */
  readonly mine: Map<string, string[]>;
  /** Carries out an attempt that has to succeed, as a step towards another one. */
  readonly make: (attempt: Attempt) => Promise<Outcome>;
}

/** Prepares an attempt; it may make first what the attempt changes. */
export type Plan = (writer: Writer) => Attempt | Promise<Attempt>;

export function some(writer: Writer): string {
  return `n${Math.floor(writer.random() * 2 ** 32).toString(36)}${process.hrtime.bigint().toString(36)}`;
}

export type Members = Readonly<Record<string, unknown>>;

export async function read(ask: Ask, path: string): Promise<Members | undefined> {
  const answer = await ask('GET', path);
  if (answer.status === 404) return undefined;
  assert.equal(answer.status, 200, `${path}: ${answer.text}`);
  return JSON.parse(answer.text) as Members;
}

export function assertHas(object: Members | undefined, members: Members, path: string): void {
  assert.ok(object !== undefined, `${path} is lost`);
  for (const [name, value] of Object.entries(members)) assert.deepEqual(object[name], value, `${path} ${name}`);
}

export function isAdmin(path: string): boolean {
  return /^\/(?:organizations|api-keys|usage)/u.test(path);
}

export function clientFor(session: Session, path: string): Ask {
  return isAdmin(path) ? session.admin : session.ask;
}

export function shows(path: string, members: Members): Check {
  return async (session) => assertHas(await read(clientFor(session, path), path), members, path);
}

export function isGone(path: string): Check {
  return async (session) => {
    assert.equal((await clientFor(session, path)('GET', path)).status, 404, `${path} was deleted`);
  };
}

/** The newest objects of a list; what has just been written is among them. */
export async function newest(session: Session, list: string): Promise<readonly Members[]> {
  const path = `${list}${list.includes('?') ? '&' : '?'}limit=100`;
  return (await expectJson<{ data: Members[] }>(clientFor(session, path)('GET', path), 200)).data;
}

/** Nothing has these members, or one object that is whole. */
export function absentOrWhole(list: string, by: Members, whole: (id: string) => Check | undefined): Check {
  return async (session) => {
    const found = (await newest(session, list)).filter((object) =>
      Object.entries(by).every(([name, value]) => object[name] === value),
    );
    assert.ok(found.length < 2, `${JSON.stringify(by)} is ${found.length} times in ${list}`);
    for (const { id } of found) await whole(String(id))?.(session);
  };
}

export function oneOf(...checks: readonly Check[]): Check {
  return async (session) => {
    const failures: unknown[] = [];
    for (const check of checks) {
      try {
        await check(session);
        return;
      } catch (error) {
        failures.push(error);
      }
    }
    throw new AggregateError(failures, `neither: ${failures.map(String).join('; ')}`);
  };
}

/** Takes something of its own, which it makes first where it has nothing of this family. */
export async function take(writer: Writer, family: string, otherwise: Plan): Promise<string> {
  const paths = writer.mine.get(family) ?? [];
  if (paths.length === 0) return (await writer.make(await otherwise(writer))).path;
  const [path] = paths.splice(Math.floor(writer.random() * paths.length), 1);
  return path!;
}

export interface Made {
  readonly route: string;
  readonly list: string;
  readonly status: number;
  readonly body: Members;
  readonly shown?: Members;
  readonly path: (id: string) => string;
}

/** Makes an object that JSON describes. */
export function create({ route, list, status, body, path, shown = body }: Made): Attempt {
  const [, address] = route.split(' ') as [string, string];
  const by = Object.fromEntries(Object.entries(shown).slice(0, 1));
  return {
    route,
    send: (session) => clientFor(session, address)('POST', address, body),
    status,
    outcome: ({ text }) => {
      const at = path((JSON.parse(text) as { id: string }).id);
      return { path: at, check: shows(at, shown) };
    },
    either: absentOrWhole(list, by, (id) => shows(path(id), shown)),
    isKeyed: true,
  };
}

export interface Changed {
  readonly route: string;
  readonly path: string;
  /** Where it is read. */
  readonly at?: string;
  readonly status: number;
  readonly body: Members;
  readonly shown?: Members;
}

/** Changes an object: until it is acknowledged, all of it is as before or as asked for. */
export async function change(
  writer: Writer,
  { route, path, at = path, status, body, shown = body }: Changed,
): Promise<Attempt> {
  const names = Object.keys(shown);
  const before = await read(clientFor(writer.session, at), at);
  const old = Object.fromEntries(names.map((name) => [name, before?.[name]]));
  const check = shows(at, shown);
  return {
    route,
    changes: [at],
    send: (session) => clientFor(session, path)('PATCH', path, body),
    status,
    outcome: () => ({ path: at, check }),
    either: oneOf(check, shows(at, old)),
  };
}

/** Deletes an object: until it is acknowledged, it is whole or gone; a deletion that is asked for again is 404. */
export function remove(route: string, path: string, status: number, at = path, whole: Check = shows(at, {})): Attempt {
  return {
    route,
    changes: [at],
    send: (session) => clientFor(session, path)('DELETE', path),
    status,
    outcome: () => ({ path: at, check: isGone(at) }),
    either: oneOf(isGone(at), whole),
  };
}
