/** What happens to the cluster while its clients work: each kind of event once a round, in an order that the seed gives. */
import { setTimeout as sleep } from 'node:timers/promises';
import { nodeNames, type Cluster, type ClusterNode, type NodeName } from './cluster.ts';
import type { ClusterEvent, EventKind } from './events.ts';

const cutMs = 10_000;

export interface ScenarioOptions {
  readonly cluster: Cluster;
  readonly random: () => number;
  /** Called when something happens, for the timeline. */
  readonly say: (text: string) => void;
  /** Quiet time between two events, in ms. */
  readonly pauseMs: number;
}

export class Scenario {
  readonly events: ClusterEvent[] = [];
  readonly #options: ScenarioOptions;
  #rounds = 0;

  constructor(options: ScenarioOptions) {
    this.#options = options;
  }

  /** Revokes a key by the command line. */
  async revoke(id: string): Promise<void> {
    await this.#during('revoke', undefined, async () => {
      await this.#options.cluster.command('keys', 'revoke', id);
      return 'sonorant keys revoke';
    });
  }

  /** One round: a node is killed and another drained, the database and Redis restart, a node is cut off from the database. */
  async round(): Promise<void> {
    const { cluster, pauseMs } = this.#options;
    const [killed, drained, cut] = this.#shuffled(nodeNames).map((name) => cluster.nodes[name]);
    const mode = this.#rounds++ % 2 === 0 ? 'immediate' : 'fast';
    const steps: readonly (() => Promise<void>)[] = [
      () => this.#kill(killed!),
      () => this.#drain(drained!),
      () => this.#database(mode),
      () => this.#redis(),
      () => this.#cut(cut!),
    ];
    for (const step of this.#rounds === 1 ? steps : this.#shuffled(steps)) {
      await sleep(pauseMs);
      await step();
    }
    await sleep(pauseMs);
  }

  async #kill(node: ClusterNode): Promise<void> {
    await this.#during('kill', node.name, async () => {
      await node.kill();
      return 'kill -9';
    });
    await sleep(this.#options.pauseMs);
    await this.#start(node);
  }

  async #drain(node: ClusterNode): Promise<void> {
    await this.#during('drain', node.name, async () => {
      const ms = await node.drain();
      return `SIGTERM, ended by itself after ${(ms / 1000).toFixed(1)} s`;
    });
    await sleep(this.#options.pauseMs);
    await this.#start(node);
  }

  async #start(node: ClusterNode): Promise<void> {
    await this.#during('start', node.name, async () => {
      const startedAt = performance.now();
      await node.start();
      return `up after ${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
    });
  }

  async #database(mode: 'fast' | 'immediate'): Promise<void> {
    await this.#during('database', undefined, async () => {
      await this.#options.cluster.postgres.restart(mode);
      return `pg_ctl restart -m ${mode}`;
    });
  }

  async #redis(): Promise<void> {
    await this.#during('redis', undefined, async () => {
      await this.#options.cluster.redis.restart();
      return 'killed and started, empty';
    });
  }

  async #cut(node: ClusterNode): Promise<void> {
    const { network } = this.#options.cluster;
    await this.#during('cut', node.name, async () => {
      await network.cut(node.name, 'db');
      await sleep(cutMs);
      await network.mend(node.name);
      return `no packet to or from the database for ${cutMs / 1000} s`;
    });
  }

  async #during(kind: EventKind, node: NodeName | undefined, work: () => Promise<string>): Promise<void> {
    const beganAt = Date.now();
    const detail = await work();
    this.events.push({ kind, node, beganAt, endedAt: Date.now(), detail });
    this.#options.say(`${kind}${node === undefined ? '' : ` ${node}`}: ${detail}`);
  }

  #shuffled<T>(list: readonly T[]): T[] {
    const { random } = this.#options;
    return list
      .map((item) => ({ item, key: random() }))
      .sort((a, b) => a.key - b.key)
      .map(({ item }) => item);
  }
}
