/**
 * A network of its own: a namespace for each host, joined by a bridge in one more namespace. The network of the machine itself is
 * not touched. A namespace carries the id of the process that made it, so that a later run can remove what a killed one left.
 */
import { execFile, spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** What the names of all namespaces and folders of this test begin with. */
export const prefix = 'sonorant-cluster-';

const subnet = '10.77.0';
const rules = 'cut';

/** @returns what the command printed */
async function ip(...args: readonly string[]): Promise<string> {
  return (await execute('ip', args)).stdout;
}

/** Ends every process of a namespace, then removes it. */
async function removeNamespace(name: string): Promise<void> {
  for (const pid of (await ip('netns', 'pids', name)).split('\n').filter((line) => line !== '')) {
    try {
      process.kill(Number(pid), 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
  await ip('netns', 'delete', name);
}

async function namespaces(): Promise<readonly string[]> {
  const names = (await ip('netns', 'list')).split('\n').map((line) => line.split(' ')[0]!);
  return names.filter((name) => name.startsWith(prefix));
}

/** Whether the process is still a run of this test; its number may have gone to another program. */
export async function isRunning(pid: number): Promise<boolean> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return command.includes('cluster');
}

/** Removes what runs left that were killed. @returns the names of the namespaces */
export async function removeLeftovers(): Promise<readonly string[]> {
  const removed: string[] = [];
  for (const name of await namespaces()) {
    const pid = Number(name.slice(prefix.length).split('-')[0]);
    if (pid !== process.pid && (await isRunning(pid))) continue;
    await removeNamespace(name);
    removed.push(name);
  }
  return removed;
}

export class Network {
  readonly #hosts = new Map<string, string>();
  #isClosed = false;

  /** Address of a host. */
  address(host: string): string {
    const address = this.#hosts.get(host);
    if (address === undefined) throw new Error(`there is no host ${host}`);
    return address;
  }

  /** @param hosts names of at most twelve characters, with the last number of their address */
  async open(hosts: Readonly<Record<string, number>>): Promise<void> {
    const hub = this.#namespace('switch');
    await ip('netns', 'add', hub);
    await ip('-n', hub, 'link', 'add', 'bridge', 'type', 'bridge');
    await ip('-n', hub, 'link', 'set', 'bridge', 'up');
    for (const [host, number] of Object.entries(hosts)) {
      if (this.#isClosed) throw new Error('the network is closed');
      const name = this.#namespace(host);
      const address = `${subnet}.${number}`;
      await ip('netns', 'add', name);
      await ip('link', 'add', 'eth0', 'netns', name, 'type', 'veth', 'peer', 'name', host, 'netns', hub);
      await ip('-n', hub, 'link', 'set', host, 'master', 'bridge', 'up');
      await ip('-n', name, 'address', 'add', `${address}/24`, 'dev', 'eth0');
      await ip('-n', name, 'link', 'set', 'eth0', 'up');
      await ip('-n', name, 'link', 'set', 'lo', 'up');
      this.#hosts.set(host, address);
    }
  }

  /** Starts a program on a host, in a process group of its own: a Ctrl-C at the terminal reaches this process only. */
  spawn(host: string, command: readonly string[], options: SpawnOptions = {}): ChildProcess {
    return spawn('ip', ['netns', 'exec', this.#namespace(host), ...command], { ...options, detached: true });
  }

  /** Runs a program on a host to its end. @returns what it printed */
  async run(host: string, ...command: readonly string[]): Promise<string> {
    return (await execute('ip', ['netns', 'exec', this.#namespace(host), ...command])).stdout;
  }

  /** Drops every packet between two hosts, in both directions, without telling either. */
  async cut(host: string, other: string): Promise<void> {
    const address = this.address(other);
    const nft = (...args: readonly string[]): Promise<string> => this.run(host, 'nft', ...args);
    await nft('add', 'table', 'inet', rules);
    for (const [chain, side] of [
      ['input', 'saddr'],
      ['output', 'daddr'],
    ] as const) {
      await nft('add', 'chain', 'inet', rules, chain, `{ type filter hook ${chain} priority 0 ; }`);
      await nft('add', 'rule', 'inet', rules, chain, 'ip', side, address, 'drop');
    }
  }

  async mend(host: string): Promise<void> {
    await this.run(host, 'nft', 'delete', 'table', 'inet', rules);
  }

  /** Kills what runs on all hosts and removes them; nothing can be opened or started from then on. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const own = `${prefix}${process.pid}-`;
    for (const name of await namespaces()) if (name.startsWith(own)) await removeNamespace(name);
  }

  #namespace(host: string): string {
    return `${prefix}${process.pid}-${host}`;
  }
}
