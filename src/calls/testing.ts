/** For tests of calls: a service on a database, with an organization whose agent has a webhook. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { filesInFolder, usingBlobs } from '../store/blobs/testing.ts';
import type { Blobs } from '../store/blobs/index.ts';
import type { CallRow, Store, WebhookDelivery } from '../store/index.ts';
import { using, type NewDatabase } from '../store/testing.ts';
import type { CallTurn, NewCall } from './call.ts';
import { CallService, type CallServiceOptions } from './calls.ts';

export interface Scene {
  readonly store: Store;
  readonly blobs: Blobs;
  readonly dataDir: string;
  readonly organizationId: string;
  readonly agentId: string;
  /** Of the version that speaks by the language model `fake`. */
  readonly agentVersionId: string;
  readonly calls: CallService;
  /** Moves the clock of the store and of the services. */
  readonly pass: (ms: number) => void;
  readonly now: () => Date;
  /** One more process on the same database and folder. */
  readonly another: (more?: Partial<CallServiceOptions>) => Promise<CallService>;
  readonly newCall: (more?: Partial<NewCall>) => NewCall;
  readonly row: (id: string) => Promise<CallRow>;
  /** What the webhook of the agent was sent, in order. */
  readonly deliveries: () => Promise<readonly (Pick<WebhookDelivery, 'type'> & { readonly body: Body })[]>;
  /** The channels of a recording. */
  readonly channels: (id: string) => Promise<{ readonly left: number[]; readonly right: number[] }>;
}

interface Body {
  readonly type: string;
  readonly call: Readonly<Record<string, unknown>>;
  readonly turn?: { readonly text: string };
  readonly analysis?: object;
}

export function onCalls(database: NewDatabase, use: (scene: Scene) => Promise<void>): Promise<void> {
  let ahead = 0;
  const now = (): Date => new Date(Date.now() + ahead);
  const test = async (store: Store, blobs: Blobs): Promise<void> => {
    const dataDir = await mkdtemp(join(tmpdir(), 'sonorant-calls-'));
    const services: CallService[] = [];
    try {
      await use(await scene({ store, blobs, dataDir, services, now, pass: (ms) => (ahead += ms) }));
    } finally {
      for (const service of services) await service.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  };
  return using(database, (store) => usingBlobs(filesInFolder, (blobs) => test(store, blobs)), { now });
}

interface Parts extends Pick<Scene, 'store' | 'blobs' | 'dataDir' | 'now' | 'pass'> {
  readonly services: CallService[];
}

async function scene({ services, ...parts }: Parts): Promise<Scene> {
  const { store, blobs, now } = parts;
  const { id: organizationId } = await store.organizations.create('Ours');
  const agent = await store.transaction(async ({ agents, webhooks }) => {
    const version = { config: JSON.stringify({ model: { id: 'fake' } }), description: null, createdBy: null };
    const agent = await agents.create(organizationId, { name: 'Front desk', description: null, version });
    const hook = { url: 'https://example.org', secret: 'sealed', displayName: null, clearSecret: false } as const;
    const { id: webhookId } = await webhooks.create(organizationId, { ...hook, events: ['voice.created'] });
    return agents.update(organizationId, agent, { webhookId });
  });
  const agentId = agent.id;
  const another: Scene['another'] = async (more = {}) => {
    const service = await CallService.start({ ...parts, ...more });
    services.push(service);
    return service;
  };
  return {
    ...parts,
    organizationId,
    agentId,
    agentVersionId: agent.version.id,
    another,
    calls: await another(),
    newCall: (more = {}) => ({
      organizationId,
      keyId: 'key',
      agentId,
      agentVersionId: 'agent_version_1',
      agentName: 'Front desk',
      channel: 'websocket',
      sampleRate: 16_000,
      dynamicVariables: {},
      ...more,
    }),
    row: async (id) => (await store.calls.find(organizationId, id))!,
    async deliveries() {
      const rows = await store.database.db.selectFrom('webhook_deliveries').selectAll().orderBy('position').execute();
      return rows.map(({ type, body }) => ({ type, body: JSON.parse(body) as Body }));
    },
    async channels(id) {
      const { recording } = (await store.calls.find(organizationId, id))!;
      const bytes = await buffer((await blobs.get(recording!))!);
      const samples = Array.from({ length: (bytes.length - 44) / 2 }, (_, index) => bytes.readInt16LE(44 + 2 * index));
      return {
        left: samples.filter((_, index) => index % 2 === 0),
        right: samples.filter((_, index) => index % 2 === 1),
      };
    },
    now,
  };
}

export function turnOf(number: number, text: string, more: Partial<CallTurn> = {}): CallTurn {
  const role = number % 2 === 1 ? 'user' : 'assistant';
  return { number, role, text, startTime: number, endTime: number + 0.5, interrupted: false, ...more };
}

/** So many samples of one value. */
export function pcm(length: number, value: number): Int16Array {
  return new Int16Array(length).fill(value);
}
