/** Two versions beside each other on one database: nodes of an old one are replaced one by one, then one goes back. */
import { execFile } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { nodeNames, type Cluster, type ClusterNode } from './cluster.ts';
import type { ClusterEvent } from './events.ts';
import { root } from './services.ts';

const execute = promisify(execFile);

/** The newest commit with the schema from which upgrades are promised, and with nothing of several nodes yet. */
export const oldVersion = 'aca7088';

/**
 * Puts the old version into a folder, with the packages of this one.
 * @returns the folder
 * @throws {Error} where the history is not there
 */
export async function unpackOldVersion(folder: string): Promise<string> {
  const place = join(folder, 'old');
  await mkdir(place);
  const archive = join(folder, 'old.tar');
  try {
    await execute('git', ['-c', `safe.directory=${root}`, 'archive', '-o', archive, oldVersion], { cwd: root });
  } catch (error) {
    throw new Error(
      `the old version ${oldVersion} is not here: --upgrade needs a clone of the repository with its whole history (git fetch --unshallow)`,
      { cause: error },
    );
  }
  await execute('tar', ['-x', '-f', archive, '-C', place]);
  await symlink(join(root, 'node_modules'), join(place, 'node_modules'));
  return place;
}

export interface UpgradeOptions {
  readonly cluster: Cluster;
  readonly say: (text: string) => void;
  /** How long a mix of versions works under load, in ms. */
  readonly pauseMs: number;
}

export class Upgrade {
  readonly events: ClusterEvent[] = [];
  readonly #options: UpgradeOptions;

  constructor(options: UpgradeOptions) {
    this.#options = options;
  }

  /** All nodes run the old version and are under load. */
  async run(): Promise<void> {
    const { cluster, pauseMs, say } = this.#options;
    const beganAt = Date.now();
    const old = cluster.nodes.node1.source;
    for (const name of nodeNames.toReversed()) {
      const node = cluster.nodes[name];
      await sleep(pauseMs);
      await this.#retire(node);
      this.events.push({ kind: 'old', node: name, beganAt, endedAt: Date.now(), detail: '' });
      node.source = root;
      await node.start();
      say(`${name} runs this version`);
    }
    await sleep(pauseMs);
    await this.#goBack(cluster.nodes.node3, old);
    await sleep(pauseMs);
  }

  /** Nodes of the old version refuse at once when they are told to stop. */
  async #retire(node: ClusterNode): Promise<void> {
    const beganAt = Date.now();
    const ms = await node.drain();
    const detail = `the old version ended ${(ms / 1000).toFixed(1)} s after SIGTERM`;
    this.events.push({ kind: 'retire', node: node.name, beganAt, endedAt: Date.now(), detail });
    this.#options.say(`retire ${node.name}: ${detail}`);
  }

  /** A version that does not know the newer migrations says so and ends; the node then runs this version again. */
  async #goBack(node: ClusterNode, old: string): Promise<void> {
    const { say, pauseMs } = this.#options;
    const beganAt = Date.now();
    await node.drain();
    this.events.push({ kind: 'drain', node: node.name, beganAt, endedAt: Date.now(), detail: 'before the downgrade' });
    node.source = old;
    try {
      await node.start();
      say(`downgrade ${node.name}: the old version runs on the new schema`);
      await sleep(pauseMs);
      await this.#retire(node);
      this.events.push({ kind: 'old', node: node.name, beganAt, endedAt: Date.now(), detail: '' });
    } catch (error) {
      const text = (error as Error).message;
      if (!text.includes('could not be migrated')) throw error;
      say(`downgrade ${node.name}: the old version refuses to start: ${text.trim().split('\n').at(-1)}`);
    }
    node.source = root;
    await node.start();
    say(`${node.name} runs this version again`);
  }
}
