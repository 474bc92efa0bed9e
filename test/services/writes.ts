/** Writes over HTTP, and what must be read back after each that was acknowledged. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { fliteVoice } from '../support/server.ts';
import { expectJson, form, type Ask } from '../support/resources.ts';

export interface Reader {
  readonly ask: Ask;
  readonly admin: Ask;
  readonly bytes: (path: string) => Promise<Buffer>;
}

/** Throws when what is read is not what was acknowledged. */
export type Check = (reader: Reader) => Promise<void>;

/** The acknowledged state of a client. Objects whose last write was cut off are removed: its outcome is not known. */
export class Ledger {
  /** By path. */
  readonly expected = new Map<string, Check>();
  acknowledged = 0;
  readonly byFamily: Record<string, number> = {};

  /** @param check replaces what was expected of this path before */
  acknowledge(family: string, path: string, check: Check): void {
    this.acknowledged++;
    this.byFamily[family] = (this.byFamily[family] ?? 0) + 1;
    this.expected.set(path, check);
  }

  forget(path: string): void {
    this.expected.delete(path);
  }
}

export interface Client {
  readonly ask: Ask;
  readonly admin: Ask;
  readonly ledger: Ledger;
  readonly clip: Blob;
  /** Where the client's webhook receiver listens. */
  readonly receiver: string;
  /** Paths that this client alone changes, by family. */
  readonly mine: Map<string, string[]>;
  /** From 0 up to but not 1. */
  readonly random: () => number;
}

/** One write; it rejects when it was not acknowledged. */
type Write = (client: Client) => Promise<void>;

function some(): string {
  return randomBytes(6).toString('hex');
}

function shows(path: string, member: string, value: unknown) {
  return async ({ ask }: Pick<Reader, 'ask'>): Promise<void> => {
    const object = await expectJson<Record<string, unknown>>(ask('GET', path), 200);
    assert.deepEqual(object[member], value, `${path} ${member}`);
  };
}

function isGone(path: string) {
  return async ({ ask }: Reader): Promise<void> => {
    assert.equal((await ask('GET', path)).status, 404, path);
  };
}

function remember({ mine }: Client, family: string, path: string): void {
  void (mine.get(family) ?? mine.set(family, []).get(family)!).push(path);
}

/** Something of its own that the client then changes; undefined when it has nothing of this family. */
function pick({ mine, random }: Client, family: string): string | undefined {
  const paths = mine.get(family) ?? [];
  return paths.length === 0 ? undefined : paths[Math.floor(random() * paths.length)];
}

function create(
  family: string,
  path: string,
  status: number,
  body: () => Readonly<Record<string, unknown>> & { readonly name: string },
  at = (id: string) => `${path}/${id}`,
): Write {
  return async (client) => {
    const sent = body();
    const { id } = await expectJson<{ id: string }>(client.ask('POST', path, sent), status);
    client.ledger.acknowledge(family, at(id), shows(at(id), 'name', sent.name));
    remember(client, family, at(id));
  };
}

function rename(family: string, otherwise: Write): Write {
  return async (client) => {
    const path = pick(client, family);
    if (path === undefined) return otherwise(client);
    const name = some();
    // Until it is acknowledged, it can have either name.
    client.ledger.forget(path);
    await expectJson(client.ask('PATCH', path, { name }), 200);
    client.ledger.acknowledge(`${family} changed`, path, shows(path, 'name', name));
  };
}

const uploadFile: Write = async (client) => {
  const extra = randomBytes(1 + Math.floor(client.random() * 49_999));
  const content = Buffer.concat([Buffer.from(await client.clip.arrayBuffer()), extra]);
  const { id } = await expectJson<{ id: string }>(
    client.ask('POST', '/files', form({ file: new Blob([content]), purpose: 'fine_tune' })),
    201,
  );
  const path = `/files/${id}`;
  client.ledger.acknowledge('file', path, async (reader) => {
    await shows(`${path}/info`, 'size', content.length)(reader);
    assert.ok(content.equals(await reader.bytes(`${path}/download`)), path);
  });
  remember(client, 'file', path);
};

const deleteFile: Write = async (client) => {
  const path = client.mine.get('file')?.pop();
  if (path === undefined) return uploadFile(client);
  client.ledger.forget(path);
  assert.equal((await client.ask('DELETE', path)).status, 200);
  client.ledger.acknowledge('file deleted', path, isGone(`${path}/info`));
};

const cloneVoice: Write = async (client) => {
  const name = some();
  const { id } = await expectJson<{ id: string }>(
    client.ask('POST', '/voices/clone', form({ clip: client.clip, name, language: 'en' })),
    200,
  );
  client.ledger.acknowledge('voice', `/voices/${id}`, shows(`/voices/${id}`, 'name', name));
  remember(client, 'voice', `/voices/${id}`);
};

const trainVoice: Write = async (client) => {
  const dataset = (
    await expectJson<{ id: string }>(client.ask('POST', '/datasets', { name: some(), description: '' }), 200)
  ).id;
  assert.equal((await client.ask('POST', `/datasets/${dataset}/files`, form({ file: client.clip }))).status, 204);
  client.ledger.acknowledge('dataset file', `/datasets/${dataset}/files`, async ({ ask }) => {
    const { data } = await expectJson<{ data: unknown[] }>(ask('GET', `/datasets/${dataset}/files`), 200);
    assert.equal(data.length, 1);
  });
  const name = some();
  const { id } = await expectJson<{ id: string }>(
    client.ask('POST', '/fine-tunes', { name, description: '', language: 'en', dataset }),
    200,
  );
  client.ledger.acknowledge('fine-tune', `/fine-tunes/${id}`, shows(`/fine-tunes/${id}`, 'name', name));
};

const invite: Write = async ({ admin, ledger }) => {
  const email = `${some()}@example.org`;
  const [made] = await expectJson<{ id: string }[]>(admin('POST', '/organizations/invites', { emails: [email] }), 201);
  const path = `/organizations/invites/${made!.id}`;
  ledger.acknowledge('invite', path, ({ admin: ask }) => shows(path, 'email', email)({ ask }));
};

const webhook: Write = async ({ ask: now, ledger, receiver }) => {
  const name = some();
  const { id } = await expectJson<{ id: string }>(
    now('POST', '/agents/webhooks', { url: receiver, secret: some(), display_name: name }),
    200,
  );
  ledger.acknowledge('webhook', `/agents/webhooks/${id}`, async ({ ask }) => {
    const { data } = await expectJson<{ data: { id: string; display_name: string }[] }>(
      ask('GET', '/agents/webhooks?limit=100'),
      200,
    );
    assert.equal(data.find((found) => found.id === id)?.display_name, name);
  });
};

const dictionary = create('dictionary', '/pronunciation-dicts', 200, () => ({
  name: some(),
  items: [{ text: some(), alias: 'so no rant' }],
}));
const agent = create('agent', '/v1/agents', 201, () => ({
  name: some(),
  config: { audio: { output: { voice_id: fliteVoice } } },
}));

/** The same agent with another configuration: a new version. */
const configure: Write = async (client) => {
  const path = pick(client, 'agent');
  if (path === undefined) return agent(client);
  const text = some();
  client.ledger.forget(path);
  await expectJson(client.ask('PATCH', path, { config: { instructions: text } }), 200);
  client.ledger.acknowledge('agent version', path, async ({ ask }) => {
    const { config } = await expectJson<{ config: { instructions: string } }>(ask('GET', path), 200);
    assert.equal(config.instructions, text);
  });
};

/** Every kind of write with how often it comes. */
const weights: readonly (readonly [Write, number])[] = [
  [uploadFile, 6],
  [deleteFile, 3],
  [cloneVoice, 6],
  [rename('voice', cloneVoice), 3],
  [dictionary, 4],
  [rename('dictionary', dictionary), 3],
  [agent, 4],
  [configure, 4],
  [invite, 1],
  [trainVoice, 1],
];
const draw = weights.flatMap(([write, weight]) => Array<Write>(weight).fill(write));

export const randomWrite: Write = (client) => draw[Math.floor(client.random() * draw.length)]!(client);

export const firstWrites: readonly Write[] = [webhook, webhook];
