/** Three nodes behind HAProxy on one PostgreSQL, one object store and one Redis, each on a host of its own. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { loadConfig } from '../../src/server/config.ts';
import { compiledFolder } from '../support/compiled-folder.ts';
import { Network } from './network.ts';
import { LoadBalancer, ObjectStore, Postgres, Program, Redis, root, type ServiceSite } from './services.ts';

/** Last numbers of the addresses of the hosts. */
const hosts = { client: 10, node1: 11, node2: 12, node3: 13, balancer: 20, db: 21, s3: 22, redis: 23 };
export const nodeNames = ['node1', 'node2', 'node3'] as const;
export type NodeName = (typeof nodeNames)[number];

export const keys = { api: 'cluster-api-key', admin: 'cluster-admin-key' } as const;

const port = 8080;

/** How long a node takes requests after the signal to stop: more than the checks of the balancer need. */
const drainDelayMs = 5000;

/** Whether this version takes the setting. */
export function hasSharedLimits(): boolean {
  try {
    loadConfig({ SONORANT_REDIS_URL: 'redis://127.0.0.1:6379' });
    return true;
  } catch {
    return false;
  }
}

/** Places of an organization for contexts, over all nodes. */
export const maxContexts = 16;

/** A Sonorant server of a version of its own, in a process that is killed, drained and started again. */
export class ClusterNode {
  readonly name: NodeName;
  /** Folder with the program; another version may be put in its place while the node does not run. */
  source = root;
  readonly #cluster: Cluster;
  readonly #program: Program;

  constructor(cluster: Cluster, name: NodeName) {
    this.name = name;
    this.#cluster = cluster;
    this.#program = new Program(cluster, name);
  }

  get address(): string {
    return `${this.#cluster.network.address(this.name)}:${port}`;
  }

  get url(): string {
    return `http://${this.address}`;
  }

  get isRunning(): boolean {
    return this.#program.isRunning;
  }

  /** @throws {Error} with all that it printed, when it ends instead */
  async start(): Promise<void> {
    await this.#program.start(
      [process.execPath, '--max-semi-space-size=8', 'src/server/main.ts'],
      (said) => said.includes('speaks at'),
      { env: this.#cluster.environmentOf(this), cwd: this.source, ms: 180_000 },
    );
  }

  /** No handler runs, nothing is flushed. */
  async kill(): Promise<void> {
    await this.#program.end('SIGKILL');
  }

  /** @returns how long it took to end, in ms */
  drain(): Promise<number> {
    return this.#program.end('SIGTERM', 120_000);
  }
}

export class Cluster implements ServiceSite {
  readonly network = new Network();
  readonly folder: string;
  readonly postgres: Postgres;
  readonly redis: Redis;
  readonly objects: ObjectStore;
  readonly balancer: LoadBalancer;
  readonly nodes: Readonly<Record<NodeName, ClusterNode>>;
  /** Whether all nodes tell if they can speak, so that speech goes on without the database. Known once the balancer runs. */
  speaksWithoutDatabase = false;
  /** Whether limits are counted over all nodes. */
  readonly sharesLimits = hasSharedLimits();

  /** @param folder that is there and empty */
  constructor(folder: string) {
    this.folder = folder;
    this.postgres = new Postgres(this);
    this.redis = new Redis(this);
    this.objects = new ObjectStore(this);
    this.balancer = new LoadBalancer(this);
    this.nodes = {
      node1: new ClusterNode(this, 'node1'),
      node2: new ClusterNode(this, 'node2'),
      node3: new ClusterNode(this, 'node3'),
    };
  }

  /** Hosts and services; no node runs yet. */
  async open(): Promise<void> {
    await this.network.open(hosts);
    await Promise.all([this.postgres.start(), this.redis.start(), this.objects.start()]);
    for (const name of nodeNames) await mkdir(join(this.folder, name));
  }

  /** The environment of a node. Older versions warn of settings that they do not know. */
  environmentOf({ name, source }: ClusterNode): NodeJS.ProcessEnv {
    return {
      PATH: process.env.PATH,
      HOME: this.folder,
      NODE_COMPILE_CACHE: compiledFolder,
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
      SONORANT_HOST: this.network.address(name),
      SONORANT_PORT: String(port),
      SONORANT_DATA_DIR: join(this.folder, name),
      SONORANT_DATABASE_URL: this.postgres.url,
      SONORANT_BLOB_URL: this.objects.url,
      ...(this.sharesLimits && source === root && { SONORANT_REDIS_URL: this.redis.url }),
      SONORANT_SECRET_KEY: 'the secret that all nodes of the cluster have',
      SONORANT_API_KEY: keys.api,
      SONORANT_ADMIN_KEY: keys.admin,
      SONORANT_TRUSTED_PROXIES: this.network.address('balancer'),
      SONORANT_ALLOW_PRIVATE_WEBHOOKS: 'true',
      SONORANT_DRAIN_DELAY_MS: String(drainDelayMs),
      SONORANT_MAX_CONTEXTS: String(maxContexts),
      SONORANT_ENGINES: 'espeak',
      SONORANT_WORKERS: '1',
      // Nothing is refused for the sake of speed, which is the machine's.
      SONORANT_ADMISSION_MS: '600000',
      SONORANT_ADMISSION_TOLERANCE_MS: '600000',
    };
  }

  /** Starts the balancer over the nodes that run. */
  async startBalancer(): Promise<void> {
    this.speaksWithoutDatabase = await this.#hasSpeechReadiness();
    await this.balancer.start(
      nodeNames.map((name) => this.nodes[name].address),
      this.speaksWithoutDatabase ? '/readyz/speech' : '/readyz',
    );
  }

  /** Whether the nodes tell apart whether they can speak. */
  async #hasSpeechReadiness(): Promise<boolean> {
    const program = `fetch('${this.nodes.node1.url}/readyz/speech').then(({ status }) => console.log(status))`;
    return !(await this.network.run('client', process.execPath, '-e', program)).startsWith('404');
  }

  /** Runs the command `sonorant` beside a node. @returns what it printed */
  async command(...words: readonly string[]): Promise<string> {
    const node = this.nodes.node1;
    const pairs = Object.entries(this.environmentOf(node)).map(([name, value]) => `${name}=${value}`);
    const program = [process.execPath, join(root, 'bin/sonorant.js'), ...words];
    return this.network.run(node.name, 'env', '-i', ...pairs, ...program);
  }

  close(): Promise<void> {
    return this.network.close();
  }
}
